// The recorder: journal and CSV streams while the run goes, results.vtkhdf when it stops.
#include "result/recorder.h"
#include "base/alloc.h"
#include "result/csv.h"
#include "result/journal.h"
#include "result/vtkhdf.h"

#include <string.h>

#define HISTORY_BODIES_MAX 256 // columns of more bodies than that are no table any more

struct ab_recorder {
    ab_ctx *cx;
    char *journal_path, *energy_path, *bodies_path, *joints_path, *result_path;
    ab_journal_writer journal;
    ab_stream energy, bodies;
    ab_stream joints; // closed when there are none
    ab_text row;
    abut_body *column; // bodies of bodies.csv  (ncolumn)
    int64_t ncolumn;
    int64_t frames, rows;
};

static abut_status make_paths(ab_recorder *r, const char *folder) {
    AB_TRY(ab_path_join(r->cx, folder, "journal.abut", &r->journal_path));
    AB_TRY(ab_path_join(r->cx, folder, "energy.csv", &r->energy_path));
    AB_TRY(ab_path_join(r->cx, folder, "bodies.csv", &r->bodies_path));
    AB_TRY(ab_path_join(r->cx, folder, "joints.csv", &r->joints_path));
    return ab_path_join(r->cx, folder, "results.vtkhdf", &r->result_path);
}

// Which bodies have columns: those that move and have a name of their own, in the order they were added.
static abut_status choose_columns(ab_recorder *r, const ab_world *w) {
    int64_t wanted = 0;
    AB_TRY(AB_ALLOC(r->cx, &r->column, HISTORY_BODIES_MAX));
    for (int64_t i = 0; i < w->body.n; i++) {
        if (w->body.number[i] >= 0 || (w->body.flags[i] & AB_BODY_FIXED)) continue;
        if (wanted < HISTORY_BODIES_MAX) r->column[r->ncolumn++] = ab_body_id(w, i);
        wanted++;
    }
    if (wanted > r->ncolumn)
        ab_log(r->cx, ABUT_LOG_WARNING,
               "bodies.csv holds the first %lld of %lld named bodies; results.vtkhdf holds all",
               (long long)r->ncolumn, (long long)wanted);
    return ABUT_OK;
}

static abut_status put_row(ab_recorder *r, ab_stream *stream) {
    AB_TRY(ab_text_status(&r->row));
    const int64_t size = r->row.size;
    r->row.size = 0;
    return ab_stream_put(stream, r->row.data, size);
}

static abut_status put_headers(ab_recorder *r, const ab_world *w) {
    ab_csv_energy_header(&r->row);
    AB_TRY(put_row(r, &r->energy));
    ab_text_put(&r->row, "time [s],step");
    for (int64_t i = 0; i < r->ncolumn; i++) {
        char label[AB_NAME_MAX + 24];
        ab_body_label(w, ab_body_row(w, r->column[i]), label);
        ab_csv_state_header(&r->row, label);
    }
    ab_text_put(&r->row, "\n");
    return put_row(r, &r->bodies);
}

// A file only when there is something to say; what an earlier run left of it goes.
static abut_status open_joints(ab_recorder *r, const ab_world *w, int64_t keep) {
    if (w->mechanism.n == 0) return keep > 0 ? ABUT_OK : ab_io_remove(r->cx, r->joints_path);
    AB_TRY(ab_stream_open(r->cx, r->joints_path, keep, &r->joints));
    if (keep > 0) return ABUT_OK;
    ab_csv_joints_header(&r->row, w);
    return put_row(r, &r->joints);
}

static abut_status open_streams(ab_recorder *r, const ab_scene *scene, const ab_recorder_mark *mark) {
    AB_TRY(choose_columns(r, scene->world));
    if (mark) {
        r->frames = mark->frames;
        r->rows = mark->rows;
        AB_TRY(ab_journal_resume(r->cx, r->journal_path, mark->journal_bytes, &r->journal));
        AB_TRY(ab_stream_open(r->cx, r->energy_path, mark->energy_bytes, &r->energy));
        AB_TRY(ab_stream_open(r->cx, r->bodies_path, mark->bodies_bytes, &r->bodies));
        return open_joints(r, scene->world, mark->joints_bytes);
    }
    AB_TRY(ab_journal_create(r->cx, r->journal_path, scene, &r->journal));
    AB_TRY(ab_stream_open(r->cx, r->energy_path, 0, &r->energy));
    AB_TRY(ab_stream_open(r->cx, r->bodies_path, 0, &r->bodies));
    AB_TRY(put_headers(r, scene->world));
    return open_joints(r, scene->world, 0);
}

abut_status ab_recorder_open(ab_ctx *cx, const ab_scene *scene, const char *folder,
                             const ab_recorder_mark *mark, ab_recorder **recorder) {
    *recorder = NULL;
    ab_recorder *r = NULL;
    AB_TRY(AB_ALLOC(cx, &r, 1));
    *r = (ab_recorder){.cx = cx, .row = ab_text_start(cx)};
    abut_status status = make_paths(r, folder);
    if (status == ABUT_OK) status = open_streams(r, scene, mark);
    if (status != ABUT_OK) {
        ab_recorder_destroy(r);
        return status;
    }
    *recorder = r;
    return ABUT_OK;
}

abut_status ab_recorder_frame(ab_recorder *recorder, const ab_world *w) {
    AB_TRY(ab_journal_put(&recorder->journal, w));
    recorder->frames++;
    return ABUT_OK;
}

static void put_body(ab_text *row, const ab_world *w, abut_body body) {
    const int64_t i = ab_body_row(w, body);
    if (i < 0) {
        ab_csv_state_row(row, NULL);
        return;
    }
    const ab_csv_state state = {ab_body_user_pose(w, i), w->body.v[i], w->body.w[i], w->body.force[i]};
    ab_csv_state_row(row, &state);
}

abut_status ab_recorder_history(ab_recorder *recorder, const ab_world *w) {
    ab_csv_energy_row(&recorder->row, w);
    AB_TRY(put_row(recorder, &recorder->energy));
    ab_text_number(&recorder->row, w->time);
    ab_text_format(&recorder->row, ",%lld", (long long)w->step);
    for (int64_t i = 0; i < recorder->ncolumn; i++) put_body(&recorder->row, w, recorder->column[i]);
    ab_text_put(&recorder->row, "\n");
    AB_TRY(put_row(recorder, &recorder->bodies));
    if (w->mechanism.n > 0) {
        ab_csv_joints_row(&recorder->row, w);
        AB_TRY(put_row(recorder, &recorder->joints));
    }
    recorder->rows++;
    return ABUT_OK;
}

abut_status ab_recorder_sync(ab_recorder *recorder, ab_recorder_mark *mark) {
    AB_TRY(ab_stream_flush(&recorder->journal.stream, true));
    AB_TRY(ab_stream_flush(&recorder->energy, true));
    AB_TRY(ab_stream_flush(&recorder->bodies, true));
    if (recorder->joints.cx) AB_TRY(ab_stream_flush(&recorder->joints, true));
    *mark = (ab_recorder_mark){.journal_bytes = recorder->journal.stream.size,
                               .energy_bytes = recorder->energy.size,
                               .bodies_bytes = recorder->bodies.size,
                               .joints_bytes = recorder->joints.size,
                               .frames = recorder->frames,
                               .rows = recorder->rows};
    return ABUT_OK;
}

abut_status ab_recorder_finish(ab_recorder *recorder, bool finished) {
    ab_recorder_mark mark;
    AB_TRY(ab_recorder_sync(recorder, &mark));
    AB_TRY(ab_journal_close(&recorder->journal));
    AB_TRY(ab_stream_close(&recorder->energy));
    AB_TRY(ab_stream_close(&recorder->bodies));
    AB_TRY(ab_stream_close(&recorder->joints));
    int64_t frames;
    AB_TRY(ab_vtkhdf_make(recorder->cx, recorder->journal_path, recorder->result_path, &frames));
    return finished ? ab_io_remove(recorder->cx, recorder->journal_path) : ABUT_OK;
}

void ab_recorder_destroy(ab_recorder *recorder) {
    if (!recorder) return;
    ab_ctx *cx = recorder->cx;
    ab_journal_abandon(&recorder->journal);
    ab_stream_abandon(&recorder->energy);
    ab_stream_abandon(&recorder->bodies);
    ab_stream_abandon(&recorder->joints);
    ab_text_free(&recorder->row);
    ab_free(cx, recorder->column);
    ab_free(cx, recorder->journal_path);
    ab_free(cx, recorder->energy_path);
    ab_free(cx, recorder->bodies_path);
    ab_free(cx, recorder->joints_path);
    ab_free(cx, recorder->result_path);
    ab_free(cx, recorder);
}
