// The recorder: journal and CSV streams during the run, results.vtkhdf when it stops.
#include "output/recorder.h"
#include "base/alloc.h"
#include "output/csv.h"
#include "output/journal.h"
#include "output/vtkhdf.h"

#include <string.h>

#define HISTORY_BODIES_MAX 256 // max bodies in bodies.csv, to keep the table readable

struct ab_recorder {
    ab_ctx *cx;
    const ab_scene *scene; // outlives the recorder
    char *journal_path, *result_path;
    char *csv_path[AB_CSV_FILES];
    ab_journal_writer journal;
    ab_stream csv[AB_CSV_FILES]; // closed if the file is not written for this scene
    ab_text row;
    abut_body *column; // bodies of bodies.csv  (ncolumn)
    int64_t ncolumn;
    int64_t frames, rows;
};

// Chooses the bodies with columns: those that move and have a name of their own, in the order they were added.
static abut_status choose_columns(ab_recorder *r, const ab_world *w) {
    int64_t wanted = 0;
    AB_TRY(AB_ALLOC(r->cx, &r->column, HISTORY_BODIES_MAX));
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (w->state.body.number[i] >= 0 || !ab_body_moves(&w->state.body, i)) continue;
        if (wanted < HISTORY_BODIES_MAX) r->column[r->ncolumn++] = ab_body_id(w, i);
        wanted++;
    }
    if (wanted > r->ncolumn)
        ab_log(r->cx, ABUT_LOG_WARNING,
               "bodies.csv holds the first %lld of %lld named bodies; results.vtkhdf holds all", (long long)r->ncolumn,
               (long long)wanted);
    return ABUT_OK;
}

static abut_status put_row(ab_recorder *r, ab_stream *stream) {
    AB_TRY(ab_text_status(&r->row));
    const int64_t size = r->row.size;
    r->row.size = 0;
    return ab_stream_put(stream, r->row.data, size);
}

// ------------------------------------------------------------------------------------------------------ histories

static void bodies_header(ab_recorder *r, const ab_world *w) {
    ab_text_put(&r->row, "time [s],step");
    for (int64_t i = 0; i < r->ncolumn; i++) {
        char label[ABUT_LABEL];
        ab_body_label(w, ab_body_row(w, r->column[i]), label);
        ab_csv_state_header(&r->row, label);
    }
    ab_text_put(&r->row, "\n");
}

static void put_body(ab_text *row, const ab_world *w, abut_body body) {
    const int64_t i = ab_body_row(w, body);
    if (i < 0) {
        ab_csv_state_row(row, NULL);
        return;
    }
    const ab_csv_state state = {ab_body_user_pose(w, i), w->state.body.v[i], w->state.body.w[i],
                                w->state.body.force[i]};
    ab_csv_state_row(row, &state);
}

static void bodies_row(ab_recorder *r, const ab_world *w) {
    ab_text_number(&r->row, w->state.time);
    ab_text_format(&r->row, ",%lld", (long long)w->state.step);
    for (int64_t i = 0; i < r->ncolumn; i++) put_body(&r->row, w, r->column[i]);
    ab_text_put(&r->row, "\n");
}

static void energy_header(ab_recorder *r, const ab_world *w) { (void)w, ab_csv_energy_header(&r->row); }
static void energy_row(ab_recorder *r, const ab_world *w) { ab_csv_energy_row(&r->row, w); }
static void residuals_header(ab_recorder *r, const ab_world *w) { (void)w, ab_csv_residuals_header(&r->row); }
static void residuals_row(ab_recorder *r, const ab_world *w) { ab_csv_residuals_row(&r->row, w); }
static void joints_header(ab_recorder *r, const ab_world *w) { ab_csv_joints_header(&r->row, w); }
static void joints_row(ab_recorder *r, const ab_world *w) { ab_csv_joints_row(&r->row, w); }
static void forces_header(ab_recorder *r, const ab_world *w) { ab_csv_forces_header(&r->row, w); }
static void forces_row(ab_recorder *r, const ab_world *w) { ab_csv_forces_row(&r->row, w); }
static void flows_header(ab_recorder *r, const ab_world *w) { ab_csv_flows_header(&r->row, w); }
static void flows_row(ab_recorder *r, const ab_world *w) { ab_csv_flows_row(&r->row, w); }
static void probes_header(ab_recorder *r, const ab_world *w) {
    (void)w, ab_csv_probes_header(&r->row, r->scene->probe, r->scene->nprobe);
}
static void probes_row(ab_recorder *r, const ab_world *w) {
    ab_csv_probes_row(&r->row, r->scene->probe, r->scene->nprobe, w);
}

static bool always(const ab_scene *scene) { return scene != NULL; }
static bool has_joints(const ab_scene *scene) { return scene->world->mechanism.n > 0; }
static bool has_forces(const ab_scene *scene) { return scene->world->mechanism.nforce > 0; }
static bool has_flows(const ab_scene *scene) { return ab_flows_count(&scene->world->state.flows) > 0; }
static bool has_probes(const ab_scene *scene) { return scene->nprobe > 0; }

// The CSV files; each is written only if `wanted` holds for the scene.
static const struct {
    const char *name;
    bool (*wanted)(const ab_scene *scene);
    void (*header)(ab_recorder *r, const ab_world *w);
    void (*row)(ab_recorder *r, const ab_world *w);
} CSV[AB_CSV_FILES] = {
    [AB_CSV_ENERGY] = {"energy.csv", always, energy_header, energy_row},
    [AB_CSV_BODIES] = {"bodies.csv", always, bodies_header, bodies_row},
    [AB_CSV_JOINTS] = {"joints.csv", has_joints, joints_header, joints_row},
    [AB_CSV_FORCES] = {"forces.csv", has_forces, forces_header, forces_row},
    [AB_CSV_PROBES] = {"probes.csv", has_probes, probes_header, probes_row},
    [AB_CSV_FLOWS] = {"flows.csv", has_flows, flows_header, flows_row},
    [AB_CSV_RESIDUALS] = {"residuals.csv", always, residuals_header, residuals_row},
};

static abut_status put_csv(ab_recorder *r, int i, const ab_world *w) {
    if (!r->csv[i].cx) return ABUT_OK;
    CSV[i].row(r, w);
    return put_row(r, &r->csv[i]);
}

abut_status ab_recorder_history(ab_recorder *recorder, const ab_world *w) {
    for (int i = 0; i < AB_CSV_FILES; i++)
        if (i != AB_CSV_PROBES) AB_TRY(put_csv(recorder, i, w));
    recorder->rows++;
    return ABUT_OK;
}

abut_status ab_recorder_probes(ab_recorder *recorder, const ab_world *w) { return put_csv(recorder, AB_CSV_PROBES, w); }

// ---------------------------------------------------------------------------------------------------------- opening

static abut_status make_paths(ab_recorder *r, const char *folder) {
    AB_TRY(ab_path_join(r->cx, folder, "journal.abut", &r->journal_path));
    for (int i = 0; i < AB_CSV_FILES; i++) AB_TRY(ab_path_join(r->cx, folder, CSV[i].name, &r->csv_path[i]));
    return ab_path_join(r->cx, folder, "results.vtkhdf", &r->result_path);
}

// Opens a CSV file, or removes one of an earlier run that this run does not write.
static abut_status start_csv(ab_recorder *r, int i) {
    if (!CSV[i].wanted(r->scene)) return ab_io_remove(r->cx, r->csv_path[i]);
    AB_TRY(ab_stream_open(r->cx, r->csv_path[i], &r->csv[i]));
    CSV[i].header(r, r->scene->world);
    return put_row(r, &r->csv[i]);
}

static abut_status open_streams(ab_recorder *r, const ab_recorder_mark *mark) {
    AB_TRY(choose_columns(r, r->scene->world));
    if (mark) {
        r->frames = mark->frames;
        r->rows = mark->rows;
        AB_TRY(ab_journal_resume(r->cx, r->journal_path, mark->journal_bytes, mark->journal_sum, &r->journal));
        for (int i = 0; i < AB_CSV_FILES; i++)
            if (CSV[i].wanted(r->scene))
                AB_TRY(ab_stream_resume(r->cx, r->csv_path[i], mark->csv_bytes[i], mark->csv_sum[i], &r->csv[i]));
        return ABUT_OK;
    }
    AB_TRY(ab_journal_create(r->cx, r->journal_path, r->scene, &r->journal));
    for (int i = 0; i < AB_CSV_FILES; i++) AB_TRY(start_csv(r, i));
    return ABUT_OK;
}

abut_status ab_recorder_open(ab_ctx *cx, const ab_scene *scene, const char *folder, const ab_recorder_mark *mark,
                             ab_recorder **recorder) {
    *recorder = NULL;
    ab_recorder *r = NULL;
    AB_TRY(AB_ALLOC(cx, &r, 1));
    *r = (ab_recorder){.cx = cx, .scene = scene, .row = ab_text_start(cx)};
    abut_status status = make_paths(r, folder);
    if (status == ABUT_OK) status = open_streams(r, mark);
    if (status != ABUT_OK) {
        ab_recorder_destroy(r);
        return status;
    }
    *recorder = r;
    return ABUT_OK;
}

// Logs a warning if a history cannot be read or differs from the mark; only running out of memory is a failure.
static abut_status check_history(ab_ctx *cx, const char *folder, int i, const ab_recorder_mark *mark) {
    char *path = NULL;
    ab_bytes text = {0};
    AB_TRY(ab_path_join(cx, folder, CSV[i].name, &path));
    const abut_status status = ab_io_read_file(cx, path, INT64_MAX - 2, &text);
    ab_checksum sum = {0};
    ab_checksum_add(&sum, text.data, text.size);
    const bool same = text.size == mark->csv_bytes[i] && ab_checksum_value(&sum) == mark->csv_sum[i];
    if (status != ABUT_OK)
        ab_log(cx, ABUT_LOG_WARNING, "%s", abut_context_message(cx));
    else if (!same)
        ab_log(cx, ABUT_LOG_WARNING, "'%s' is not as the run has left it: its size or its checksum is wrong", path);
    ab_bytes_free(cx, &text);
    ab_free(cx, path);
    return status == ABUT_ERR_MEMORY ? status : ABUT_OK;
}

abut_status ab_recorder_check(ab_ctx *cx, const char *folder, const ab_recorder_mark *mark) {
    for (int i = 0; i < AB_CSV_FILES; i++)
        if (mark->csv_bytes[i] > 0) AB_TRY(check_history(cx, folder, i, mark));
    return ABUT_OK;
}

void ab_recorder_change_scene(ab_recorder *recorder, const ab_scene *scene) { recorder->scene = scene; }

abut_status ab_recorder_frame(ab_recorder *recorder, const ab_world *w) {
    AB_TRY(ab_journal_put(&recorder->journal, w));
    recorder->frames++;
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------------- closing

abut_status ab_recorder_flush(ab_recorder *recorder) {
    AB_TRY(ab_stream_flush(&recorder->journal.stream, false));
    for (int i = 0; i < AB_CSV_FILES; i++)
        if (recorder->csv[i].cx) AB_TRY(ab_stream_flush(&recorder->csv[i], false));
    return ABUT_OK;
}

abut_status ab_recorder_sync(ab_recorder *recorder, ab_recorder_mark *mark) {
    ab_recorder_mark now = {.frames = recorder->frames, .rows = recorder->rows};
    AB_TRY(ab_stream_flush(&recorder->journal.stream, true));
    now.journal_bytes = recorder->journal.stream.size;
    now.journal_sum = ab_checksum_value(&recorder->journal.stream.sum);
    for (int i = 0; i < AB_CSV_FILES; i++) {
        if (!recorder->csv[i].cx) continue;
        AB_TRY(ab_stream_flush(&recorder->csv[i], true));
        now.csv_bytes[i] = recorder->csv[i].size;
        now.csv_sum[i] = ab_checksum_value(&recorder->csv[i].sum);
    }
    *mark = now;
    return ABUT_OK;
}

abut_status ab_recorder_finish(ab_recorder *recorder, bool finished) {
    ab_recorder_mark mark;
    AB_TRY(ab_recorder_sync(recorder, &mark));
    AB_TRY(ab_journal_close(&recorder->journal));
    for (int i = 0; i < AB_CSV_FILES; i++) AB_TRY(ab_stream_close(&recorder->csv[i]));
    int64_t frames;
    AB_TRY(ab_vtkhdf_make(recorder->cx, recorder->journal_path, recorder->result_path, &frames));
    return finished ? ab_io_remove(recorder->cx, recorder->journal_path) : ABUT_OK;
}

void ab_recorder_destroy(ab_recorder *recorder) {
    if (!recorder) return;
    ab_ctx *cx = recorder->cx;
    ab_journal_abandon(&recorder->journal);
    for (int i = 0; i < AB_CSV_FILES; i++) {
        ab_stream_abandon(&recorder->csv[i]);
        ab_free(cx, recorder->csv_path[i]);
    }
    ab_text_free(&recorder->row);
    ab_free(cx, recorder->column);
    ab_free(cx, recorder->journal_path);
    ab_free(cx, recorder->result_path);
    ab_free(cx, recorder);
}
