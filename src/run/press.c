// Solves a file of the study `press` and writes a folder of results.
//
//     begin      the folder is locked, results of an earlier solution are removed; scene.yaml
//     each load  fields to results.vtkhdf, a row of press.csv
//     end        pictures, report.html, run.json
//
// Nothing is kept of a solution that was stopped: solving again takes as long.
#include "abut/press.h"
#include "base/alloc.h"
#include "base/def.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/work.h"
#include "output/press_fields.h"
#include "report/press_report.h"
#include "report/press_summary.h"
#include "report/press_verdict.h"
#include "run/press_pictures.h"
#include "run/run_results.h"
#include "scene/press_case.h"
#include "scene/spec_press.h"
#include "scene/study.h"

#include <math.h>

#define SCENE_LIMIT (INT64_C(1) << 28)
// Cells across the patches of contact below which a warning is given: a circle of 8 cells has its area to 3 % and its
// peak pressure to 1 %.
#define FEW_CELLS 8

typedef struct press_run {
    ab_ctx *cx;
    const abut_press_options *options;
    ab_run_results folder;
    ab_bytes text; // of the case
    ab_press_case *c;
    ab_sweep_def def;
    ab_sweep sweep;
    ab_press_file fields;
    ab_press_pictures pictures;
    ab_press_columns columns;
    abut_press_load *load; // (def.loads)
    ab_press_worst worst;
    uint64_t hash;
    double coarsest; // cells across the patches of contact, least of all loads
    int64_t coarsest_load;
} press_run;

abut_press_options abut_press_default(void) {
    return (abut_press_options){.size = sizeof(abut_press_options), .picture_width = 1280, .report = true};
}

// ------------------------------------------------------------------------------------------------------------- start

static abut_status load_case(press_run *r) {
    const ab_study *study = ab_studies[0];
    for (int i = 0; i < ab_study_count; i++)
        if (ab_studies[i]->key && strcmp(ab_studies[i]->key, "press") == 0) study = ab_studies[i];
    ab_scene *scene = NULL;
    const abut_press_options *o = r->options;
    const abut_status status = ab_scene_load(r->cx, o->scene, &o->scene_options, study, &scene);
    for (int64_t i = 0; scene && o->diagnostic && i < abut_scene_diagnostic_count(scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_diagnostic_get(scene, i);
        o->diagnostic(o->diagnostic_user, &diagnostic);
    }
    r->folder.scene = scene;
    AB_TRY(status);
    if (!scene || !scene->press) return ab_fail(r->cx, ABUT_ERR_INPUT, "'%s' holds no contact", o->scene);
    r->c = scene->press;
    return ABUT_OK;
}

static abut_status refuse_occupied(const press_run *r) {
    static const char *const RESULTS[] = {AB_CHECKPOINT_FILE, "run.json"};
    AB_TRY(ab_io_check_directories(r->cx, r->options->out));
    for (size_t i = 0; i < sizeof RESULTS / sizeof *RESULTS && !r->options->overwrite; i++) {
        char *path = NULL;
        bool there = false;
        AB_TRY(ab_results_path(&r->folder, RESULTS[i], &path));
        const abut_status status = ab_io_exists(r->cx, path, &there);
        ab_free(r->cx, path);
        AB_TRY(status);
        if (there)
            return ab_fail(
                r->cx, ABUT_ERR_ARGUMENT,
                "'%s' holds results already: replace them with --overwrite, or choose another folder with -o",
                r->options->out);
    }
    return ABUT_OK;
}

static abut_status clear_folder(press_run *r) {
    static const char *const EARLIER[] = {"results.vtkhdf", "press.csv",        "pressure.png",
                                          "gap.png",        "profile.png",      "report.html",
                                          "run.json",       AB_CHECKPOINT_FILE, AB_JOURNAL_FILE};
    for (size_t i = 0; i < sizeof EARLIER / sizeof *EARLIER; i++) AB_TRY(ab_results_remove(&r->folder, EARLIER[i]));
    return ABUT_OK;
}

static abut_status copy_case(press_run *r) {
    AB_TRY(ab_io_read_file(r->cx, r->options->scene, SCENE_LIMIT, &r->text));
    return ab_results_write(&r->folder, "scene.yaml", r->text.data, r->text.size);
}

static abut_status open_fields(press_run *r) {
    const int64_t loads = r->c->fields == AB_FIELDS_ALL ? r->def.loads : r->c->fields == AB_FIELDS_LAST ? 1 : 0;
    char *path = NULL;
    if (loads == 0) return ABUT_OK;
    AB_TRY(ab_results_path(&r->folder, "results.vtkhdf", &path));
    const abut_status status =
        ab_press_file_open(r->cx, path, &r->def.problem.grid, loads, r->def.friction > 0, &r->fields);
    ab_free(r->cx, path);
    return status;
}

static abut_status start(press_run *r) {
    AB_TRY(refuse_occupied(r));
    AB_TRY(load_case(r));
    r->def = ab_press_case_sweep(r->c);
    r->columns = (ab_press_columns){.stiffness = r->def.stiffness,
                                    .tangential = r->def.friction > 0,
                                    .hardness = isfinite(r->def.problem.hardness),
                                    .exact = r->c->exact.name != NULL};
    AB_TRY(ab_sweep_begin(r->cx, &r->def, &r->sweep));
    AB_TRY(AB_ALLOC(r->cx, &r->load, r->def.loads));
    AB_TRY(ab_press_pictures_begin(r->cx, &r->def, r->folder.scene->title, r->options->picture_width, &r->pictures));
    AB_TRY(ab_io_make_directories(r->cx, r->options->out));
    AB_TRY(ab_results_lock(&r->folder));
    AB_TRY(clear_folder(r));
    AB_TRY(copy_case(r));
    return open_fields(r);
}

// ------------------------------------------------------------------------------------------------------------- loads

static abut_press_exact exact_of(const press_run *r, int64_t index) {
    const ab_exact_answer x = ab_closed_form_at(&r->c->exact, r->def.drive, r->def.load[index]);
    return (abut_press_exact){x.force, x.approach, x.area, x.mean_gap, x.max_pressure, x.energy, x.stiffness};
}

static abut_press_load tell(const press_run *r, int64_t index, const ab_sweep_answer *a) {
    const ab_press_answer *c = &a->contact;
    const ab_grid *g = &r->def.problem.grid;
    const double cell = ab_grid_area(g), area = cell * (double)ab_grid_cells(g);
    return (abut_press_load){
        .force = c->force,
        .pressure = c->force / area,
        .approach = c->approach,
        .area = c->area,
        .share = c->area / area,
        .perimeter = c->perimeter,
        .mean_gap = c->mean_gap,
        .max_pressure = c->max_pressure,
        .energy = c->energy,
        .work = a->work,
        .stiffness = a->stiffness,
        .yielding_area = cell * (double)c->limited,
        .tangential = a->tangential,
        .stick_area = a->stick_area,
        .overlap = c->signorini[AB_SIGNORINI_OVERLAP],
        .pull = c->signorini[AB_SIGNORINI_PULL],
        .distance = c->signorini[AB_SIGNORINI_DISTANCE],
        .product = c->signorini[AB_SIGNORINI_PRODUCT],
        .exact = exact_of(r, index),
        .iterations = c->iterations,
        .convolutions = c->convolutions,
    };
}

// Diameter of circles with the area over perimeter of the contact; pixels make a perimeter 4/pi too long.
static void see_patches(press_run *r, int64_t index, const ab_press_answer *c) {
    const double cell = sqrt(ab_grid_area(&r->def.problem.grid));
    if (!(c->perimeter > 0)) return;
    const double across = 4 * c->area / c->perimeter * (4 / 3.14) / cell;
    if (across >= r->coarsest) return;
    r->coarsest = across;
    r->coarsest_load = index;
}

static void put_fields(press_run *r, int64_t index) {
    const ab_cells *c = &r->sweep.h.cells;
    const ab_press_values values = {{c->p, c->z, c->u, r->sweep.traction}};
    if (r->fields.cx && index >= r->def.loads - r->fields.loads) ab_press_file_put(&r->fields, &values);
}

static void add_to_hash(press_run *r) {
    const int64_t n = ab_grid_cells(&r->def.problem.grid) * (int64_t)sizeof(double);
    r->hash = ab_hash_bytes(r->hash, r->sweep.h.cells.p, n);
    r->hash = ab_hash_bytes(r->hash, r->sweep.h.cells.u, n);
    r->hash = ab_hash_bytes(r->hash, &r->sweep.approach, (int64_t)sizeof r->sweep.approach);
}

static abut_status solve_next(press_run *r, int64_t index) {
    const abut_press_options *o = r->options;
    ab_sweep_answer answer;
    AB_TRY(ab_sweep_next(&r->sweep, &answer));
    r->load[index] = tell(r, index, &answer);
    ab_press_see(&r->def, index, &answer, &r->worst);
    see_patches(r, index, &answer.contact);
    add_to_hash(r);
    put_fields(r, index);
    AB_TRY(ab_press_pictures_see(&r->pictures, &r->sweep));
    if (!o->solved || o->solved(o->solved_user, index, r->def.loads, &r->load[index])) return ABUT_OK;
    return ab_fail(r->cx, ABUT_INTERRUPTED, "stopped after load %lld of %lld; nothing is kept", (long long)index + 1,
                   (long long)r->def.loads);
}

static void warn_of_cells(const press_run *r) {
    if (r->coarsest >= FEW_CELLS) return;
    ab_log(r->cx, ABUT_LOG_WARNING,
           "the patches of contact are about %.2g cells across at load %lld: take more cells if areas and peak "
           "pressures matter",
           r->coarsest, (long long)r->coarsest_load + 1);
}

static abut_status solve_all(press_run *r) {
    abut_status status = ABUT_OK;
    r->coarsest = INFINITY;
    r->hash = AB_HASH_START;
    ab_work_begin(r->cx);
    for (int64_t i = 0; i < r->def.loads && status == ABUT_OK; i++) status = solve_next(r, i);
    ab_work_end(r->cx);
    return status;
}

// --------------------------------------------------------------------------------------------------------------- end

static abut_press_summary summarise(const press_run *r) {
    const ab_grid *g = &r->def.problem.grid;
    abut_press_summary s = {.columns = g->nx,
                            .rows = g->ny,
                            .loads = r->def.loads,
                            .last = r->load[r->def.loads - 1],
                            .exact = r->c->exact.name ? r->c->exact.name : "",
                            .hash = r->hash};
    ab_press_judge(&r->def, &r->worst, &s);
    return s;
}

static abut_status put_text(const press_run *r, const char *name, ab_text *text) {
    abut_status status = ab_text_status(text);
    if (status == ABUT_OK) status = ab_results_write(&r->folder, name, text->data, text->size);
    ab_text_free(text);
    return status;
}

static abut_status put_table(const press_run *r) {
    ab_text csv = ab_text_start(r->cx);
    ab_press_csv_header(&csv, &r->columns);
    for (int64_t i = 0; i < r->def.loads; i++) ab_press_csv_row(&csv, &r->columns, i, &r->load[i]);
    return put_text(r, "press.csv", &csv);
}

static abut_status put_law(const press_run *r) {
    if (!r->options->law) return ABUT_OK;
    ab_text csv = ab_text_start(r->cx);
    ab_press_law(&csv, r->load, r->def.loads);
    abut_status status = ab_text_status(&csv);
    if (status == ABUT_OK) status = ab_io_replace_file(r->cx, r->options->law, csv.data, csv.size);
    ab_text_free(&csv);
    return status;
}

static abut_status put_summary(const press_run *r, const abut_press_summary *s) {
    ab_text json = ab_text_start(r->cx);
    ab_press_summary_json(&json, s, &r->columns, r->load);
    if (r->options->json) ab_text_put(r->options->json, ab_text_string(&json));
    ab_text_put(&json, "\n");
    return put_text(r, "run.json", &json);
}

static abut_status put_report(const press_run *r, const abut_press_summary *s) {
    if (!r->options->report) return ABUT_OK;
    const ab_press_pictures *p = &r->pictures;
    const ab_chart profile = p->cx ? ab_press_pictures_chart(p) : (ab_chart){.ncurve = 0};
    const ab_press_report report = {.title = r->folder.scene->title,
                                    .text = r->text.data,
                                    .summary = s,
                                    .columns = &r->columns,
                                    .load = r->load,
                                    .profile = p->cx ? &profile : NULL,
                                    .name = p->name,
                                    .map = p->map,
                                    .pictures = p->profiles};
    ab_text html = ab_text_start(r->cx);
    ab_press_report_html(&html, &report);
    return put_text(r, "report.html", &html);
}

static abut_status finish(press_run *r, abut_press_summary *summary) {
    *summary = summarise(r);
    AB_TRY(ab_press_file_close(&r->fields, ABUT_OK));
    AB_TRY(put_table(r));
    AB_TRY(put_law(r));
    AB_TRY(ab_press_pictures_write(&r->pictures, r->options->out));
    AB_TRY(put_report(r, summary));
    AB_TRY(put_summary(r, summary));
    warn_of_cells(r);
    return ABUT_OK;
}

static void release(press_run *r) {
    ab_bytes_free(r->cx, &r->text);
    ab_press_pictures_free(&r->pictures);
    ab_sweep_free(&r->sweep);
    ab_free(r->cx, r->load);
    abut_scene_destroy(r->folder.scene);
}

abut_status abut_press(abut_context *context, const abut_press_options *options, abut_press_summary *summary) {
    abut_press_summary unwanted;
    if (!summary) summary = &unwanted;
    *summary = (abut_press_summary){.exact = ""};
    if (!context) return ABUT_ERR_ARGUMENT;
    AB_DEF(context, abut_press_options, full, options, abut_press_default);
    if (!full.scene || !full.out || !full.out[0])
        return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_press needs the path of a scene and a folder for the results");
    press_run r = {.cx = context, .options = &full, .folder = {.cx = context, .out = full.out, .lock = -1}};
    abut_status status = start(&r);
    if (status == ABUT_OK) status = solve_all(&r);
    if (status == ABUT_OK) status = finish(&r, summary);
    status = ab_press_file_close(&r.fields, status);
    status = ab_results_unlock(&r.folder, status);
    release(&r);
    return status;
}
