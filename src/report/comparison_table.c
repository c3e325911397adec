// Fills the table of a comparison from checkpoints and histories of the runs.
#include "report/comparison_table.h"
#include "base/alloc.h"
#include "base/io.h"
#include "observe/ledger_terms.h"
#include "observe/residual_terms.h"
#include "output/checkpoint.h"
#include "output/csv.h"
#include "report/comparison_motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BODIES_TOLD = 4 }; // when none is named

static const char COST[] = "Cost", APART[] = "Distance from the reference", ENERGY[] = "Energy at the end",
                  RESIDUALS[] = "Largest residuals", MOTION[] = "Motion";

// Columns of every comparison, before those of bodies.
enum {
    CPU,
    STEPS,
    STEP_CPU,
    DISTANCE,
    DISTANCE_AT,
    DISTANCE_END,
    LEDGER,
    RESIDUAL = LEDGER + AB_LEDGER_TERMS,
    FIRST_BODY = RESIDUAL + AB_RESIDUAL_TERMS
};
enum { END_X, END_Y, END_Z, END_SPEED, BODY_DISTANCE, BODY_COLUMNS };

// What is being filled.
typedef struct filling {
    ab_ctx *cx;
    const abut_comparison *c;
    ab_comparison_table *table;
    ab_history reference; // bodies.csv of it; no columns: it has none
    const char **body;    // names of those whose motion is told, not terminated  (nbody)
    int64_t *body_bytes;  // their lengths  (nbody)
    int64_t nbody;
} filling;

static double *row_of(const filling *f, int64_t run) { return f->table->value + run * f->table->ncolumn; }

// ----------------------------------------------------------------------------------------------------------- reading

// Reads a history of a run; without columns if there is none.
static abut_status read_history(ab_ctx *cx, const char *folder, const char *name, ab_history *history) {
    char *path = NULL;
    bool there = false;
    *history = (ab_history){0};
    AB_TRY(ab_path_join(cx, folder, name, &path));
    abut_status status = ab_io_exists(cx, path, &there);
    if (status == ABUT_OK && there) status = ab_history_read(cx, path, history);
    ab_free(cx, path);
    return status;
}

static abut_status take_checkpoint(const filling *f, int64_t run) {
    char *path = NULL;
    bool there = false;
    ab_checkpoint c;
    AB_TRY(ab_path_join(f->cx, f->c->run[run].folder, "checkpoint.abut", &path));
    abut_status status = ab_io_exists(f->cx, path, &there);
    if (status == ABUT_OK && !there)
        status = ab_fail(f->cx, ABUT_ERR_INPUT, "the folder '%s' holds no run", f->c->run[run].folder);
    if (status == ABUT_OK) status = ab_checkpoint_read(f->cx, path, &c);
    ab_free(f->cx, path);
    AB_TRY(status);
    double *row = row_of(f, run);
    row[STEPS] = (double)c.step;
    if (c.step > 0) row[STEP_CPU] = f->c->run[run].cpu / (double)c.step;
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) row[RESIDUAL + i] = ab_residual_value(&c.worst, i);
    ab_checkpoint_free(f->cx, &c);
    return ABUT_OK;
}

static int64_t find_column(const ab_history *h, const char *name) {
    for (int64_t k = 0; k < h->ncolumn; k++)
        if (strcmp(h->column[k].name, name) == 0) return k;
    return -1;
}

static abut_status take_energy(const filling *f, int64_t run) {
    ab_history h;
    AB_TRY(read_history(f->cx, f->c->run[run].folder, "energy.csv", &h));
    for (int i = 0; i < AB_LEDGER_TERMS; i++) {
        const int64_t k = find_column(&h, ab_ledger_terms[i].name);
        if (k >= 0 && h.nrow > 0) row_of(f, run)[LEDGER + i] = h.value[(h.nrow - 1) * h.ncolumn + k];
    }
    ab_history_free(f->cx, &h);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ motion

static void raise_distance(double *row, const ab_track_apart *d) {
    if (!isfinite(d->max)) return;
    if (!(d->last <= row[DISTANCE_END])) row[DISTANCE_END] = d->last;
    if (d->max <= row[DISTANCE]) return;
    row[DISTANCE] = d->max;
    row[DISTANCE_AT] = d->at;
}

static void take_body(const filling *f, double *row, const ab_track *track, const ab_track_apart *d) {
    for (int64_t b = 0; b < f->nbody; b++) {
        if (f->body_bytes[b] != track->name || memcmp(f->body[b], ab_track_name(track), (size_t)track->name) != 0)
            continue;
        const ab_track_end end = ab_track_last(track);
        double *to = row + FIRST_BODY + b * BODY_COLUMNS;
        to[END_X] = end.place.x;
        to[END_Y] = end.place.y;
        to[END_Z] = end.place.z;
        to[END_SPEED] = end.speed;
        to[BODY_DISTANCE] = d->max;
    }
}

static void take_tracks(const filling *f, double *row, const ab_history *h) {
    ab_track track, other;
    for (int64_t column = 1; ab_track_next(h, column, &track); column = track.column + 1) {
        ab_track_apart d = {NAN, NAN, NAN};
        if (ab_track_find(&f->reference, ab_track_name(&track), track.name, track.column, &other))
            d = ab_track_distance(&track, &other);
        raise_distance(row, &d);
        take_body(f, row, &track, &d);
    }
}

static abut_status take_motion(const filling *f, int64_t run) {
    ab_history h;
    AB_TRY(read_history(f->cx, f->c->run[run].folder, "bodies.csv", &h));
    take_tracks(f, row_of(f, run), &h);
    ab_history_free(f->cx, &h);
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------------- columns

static abut_status add_column(const filling *f, const char *prefix, int64_t bytes, const char *name, const char *unit,
                              const char *group) {
    ab_comparison_table *t = f->table;
    const int64_t size = bytes + (int64_t)strlen(name) + 1;
    AB_TRY(AB_GROW(f->cx, &t->column, &t->capacity, t->ncolumn + 1));
    ab_comparison_column *c = &t->column[t->ncolumn];
    *c = (ab_comparison_column){.unit = unit, .group = group};
    AB_TRY(AB_ALLOC(f->cx, &c->name, size));
    snprintf(c->name, (size_t)size, "%.*s%s", (int)bytes, prefix, name);
    t->ncolumn++;
    return ABUT_OK;
}

static abut_status add_common_columns(const filling *f) {
    static const struct {
        const char *name, *unit, *group;
    } COMMON[LEDGER] = {{"cpu", "s", COST},       {"steps", "", COST},         {"cpu_per_step", "s", COST},
                        {"distance", "m", APART}, {"distance_at", "s", APART}, {"distance_at_end", "m", APART}};
    for (int i = 0; i < LEDGER; i++) AB_TRY(add_column(f, "", 0, COMMON[i].name, COMMON[i].unit, COMMON[i].group));
    for (int i = 0; i < AB_LEDGER_TERMS; i++) AB_TRY(add_column(f, "", 0, ab_ledger_terms[i].name, "J", ENERGY));
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++)
        AB_TRY(add_column(f, "max_", 4, ab_residual_terms[i].name, ab_residual_terms[i].unit, RESIDUALS));
    return ABUT_OK;
}

static abut_status add_body_columns(const filling *f) {
    static const char *const NAME[BODY_COLUMNS] = {".x", ".y", ".z", ".speed", ".distance"},
                             *const UNIT[BODY_COLUMNS] = {"m", "m", "m", "m/s", "m"};
    for (int64_t b = 0; b < f->nbody; b++)
        for (int k = 0; k < BODY_COLUMNS; k++)
            AB_TRY(add_column(f, f->body[b], f->body_bytes[b], NAME[k], UNIT[k], MOTION));
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ bodies

static void add_body(filling *f, const char *name, int64_t bytes) {
    f->body[f->nbody] = name;
    f->body_bytes[f->nbody++] = bytes;
}

static abut_status choose_named(filling *f) {
    for (int i = 0; i < f->c->body_count; i++) {
        const char *name = f->c->body[i];
        ab_track track;
        if (!ab_track_find(&f->reference, name, (int64_t)strlen(name), 1, &track))
            return ab_fail(f->cx, ABUT_ERR_INPUT, "the reference has no history of a body called '%s'", name);
        add_body(f, name, (int64_t)strlen(name));
    }
    return ABUT_OK;
}

static abut_status choose_moving(filling *f) {
    ab_track track;
    for (int64_t column = 1; f->nbody < BODIES_TOLD && ab_track_next(&f->reference, column, &track);
         column = track.column + 1)
        if (ab_track_moves(&track)) add_body(f, ab_track_name(&track), track.name);
    return ABUT_OK;
}

static abut_status choose_bodies(filling *f) {
    const int64_t max = f->c->body_count > BODIES_TOLD ? f->c->body_count : BODIES_TOLD;
    AB_TRY(AB_ALLOC(f->cx, &f->body, max));
    AB_TRY(AB_ALLOC(f->cx, &f->body_bytes, max));
    return f->c->body_count > 0 ? choose_named(f) : choose_moving(f);
}

// ----------------------------------------------------------------------------------------------------------- filling

static abut_status take_run(const filling *f, int64_t run) {
    const abut_compared_run *r = &f->c->run[run];
    row_of(f, run)[CPU] = r->cpu;
    if (!r->folder) return ABUT_OK;
    AB_TRY(take_checkpoint(f, run));
    AB_TRY(take_energy(f, run));
    return take_motion(f, run);
}

static abut_status fill(filling *f) {
    ab_comparison_table *t = f->table;
    AB_TRY(read_history(f->cx, f->c->run[f->c->reference].folder, "bodies.csv", &f->reference));
    AB_TRY(choose_bodies(f));
    AB_TRY(add_common_columns(f));
    AB_TRY(add_body_columns(f));
    t->nrun = f->c->run_count;
    AB_TRY(AB_ALLOC(f->cx, &t->value, t->nrun * t->ncolumn));
    for (int64_t i = 0; i < t->nrun * t->ncolumn; i++) t->value[i] = NAN;
    for (int64_t i = 0; i < t->nrun; i++) AB_TRY(take_run(f, i));
    return ABUT_OK;
}

abut_status ab_comparison_table_fill(ab_ctx *cx, const abut_comparison *comparison, ab_comparison_table *table) {
    filling f = {.cx = cx, .c = comparison, .table = table};
    *table = (ab_comparison_table){0};
    const abut_status status = fill(&f);
    ab_free(cx, f.body);
    ab_free(cx, f.body_bytes);
    ab_history_free(cx, &f.reference);
    return status;
}

void ab_comparison_table_free(ab_ctx *cx, ab_comparison_table *table) {
    for (int64_t i = 0; i < table->ncolumn; i++) ab_free(cx, table->column[i].name);
    ab_free(cx, table->column);
    ab_free(cx, table->value);
    *table = (ab_comparison_table){0};
}

// --------------------------------------------------------------------------------------------------------------- CSV

static void put_title(ab_text *to, const ab_comparison_column *c) {
    ab_text title = ab_text_start(to->cx);
    ab_text_put(&title, c->name);
    if (c->unit[0]) ab_text_format(&title, " [%s]", c->unit);
    ab_csv_field(to, ab_text_string(&title));
    ab_text_put(to, ",");
    if (ab_text_status(&title) != ABUT_OK) to->status = ab_text_status(&title);
    ab_text_free(&title);
}

void ab_comparison_table_csv(ab_text *to, const abut_comparison *comparison, const ab_comparison_table *table) {
    for (int i = 0; i < comparison->key_count; i++) {
        ab_csv_field(to, comparison->key[i]);
        ab_text_put(to, ",");
    }
    for (int64_t k = 0; k < table->ncolumn; k++) put_title(to, &table->column[k]);
    ab_text_put(to, "state,reason,run\n");
    for (int64_t i = 0; i < table->nrun; i++) {
        const abut_compared_run *run = &comparison->run[i];
        for (int k = 0; k < comparison->key_count; k++) {
            ab_csv_field(to, run->value[k]);
            ab_text_put(to, ",");
        }
        for (int64_t k = 0; k < table->ncolumn; k++) {
            const double value = table->value[i * table->ncolumn + k];
            if (isfinite(value)) ab_text_number(to, value);
            ab_text_put(to, ",");
        }
        ab_csv_field(to, run->state);
        ab_text_put(to, ",");
        ab_csv_field(to, run->reason ? run->reason : "");
        ab_text_put(to, ",");
        ab_csv_field(to, run->name);
        ab_text_put(to, "\n");
    }
}
