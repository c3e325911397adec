// Export of results: PVD + VTP, CSV, and results.vtkhdf from the journal of a killed run.
#include "output/export.h"
#include "base/alloc.h"
#include "base/io.h"
#include "output/csv.h"
#include "output/recorder.h"
#include "output/vtkhdf.h"
#include "output/vtp.h"

#include <stdio.h>

// ----------------------------------------------------------------------------------------------- PVD and VTP

typedef struct pvd {
    ab_frame_source source;
    const char *out;
    ab_block_data data;
    ab_text index; // results.pvd
} pvd;

static abut_status export_block(pvd *p, int64_t frame, ab_block_kind kind) {
    ab_ctx *cx = p->source.cx;
    char name[64];
    snprintf(name, sizeof name, "frames/%s_%06lld.vtp", ab_blocks[kind].name, (long long)frame);
    AB_TRY(ab_frame_source_block(&p->source, frame, kind, &p->data));
    char *path = NULL;
    AB_TRY(ab_path_join(cx, p->out, name, &path));
    const abut_status status = ab_vtp_write(cx, path, kind, &p->data);
    ab_free(cx, path);
    ab_text_put(&p->index, "<DataSet timestep=\"");
    ab_text_number(&p->index, p->source.time[frame]);
    ab_text_format(&p->index, "\" part=\"%d\" name=\"%s\" file=\"%s\"/>\n", (int)kind, ab_blocks[kind].name, name);
    return status;
}

static abut_status export_frames(pvd *p, ab_export_summary *summary) {
    ab_text_put(&p->index,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" "
                "header_type=\"UInt64\">\n<Collection>\n");
    for (int64_t i = 0; i < p->source.nframe; i++)
        for (int b = 0; b < AB_BLOCKS; b++) AB_TRY(export_block(p, i, (ab_block_kind)b));
    ab_text_put(&p->index, "</Collection>\n</VTKFile>\n");
    *summary = (ab_export_summary){p->source.nframe, p->source.nframe * AB_BLOCKS + 1};
    return ab_text_status(&p->index);
}

static abut_status make_frames_folder(ab_ctx *cx, const char *out) {
    char *frames = NULL;
    AB_TRY(ab_path_join(cx, out, "frames", &frames));
    const abut_status status = ab_io_make_directories(cx, frames);
    ab_free(cx, frames);
    return status;
}

static abut_status write_index(pvd *p) {
    ab_ctx *cx = p->source.cx;
    char *path = NULL;
    AB_TRY(ab_path_join(cx, p->out, "results.pvd", &path));
    const abut_status status = ab_io_replace_file(cx, path, p->index.data, p->index.size);
    ab_free(cx, path);
    return status;
}

abut_status ab_export_pvd(ab_ctx *cx, const char *folder, const char *out, ab_export_summary *summary) {
    pvd p = {.out = out, .index = ab_text_start(cx)};
    AB_TRY(ab_frame_source_open(cx, folder, &p.source));
    abut_status status = make_frames_folder(cx, out);
    if (status == ABUT_OK) status = export_frames(&p, summary);
    if (status == ABUT_OK) status = write_index(&p);
    ab_text_free(&p.index);
    ab_block_data_free(cx, &p.data);
    ab_frame_source_free(&p.source);
    return status;
}

// ------------------------------------------------------------------------------------------------------- CSV

static const void *array_of(const ab_block_data *data, const char *name) {
    return data->array[ab_block_find(AB_BLOCK_CENTRES, AB_POINT_DATA, name)];
}

static void put_bodies(ab_text *text, const ab_frame_source *source, int64_t frame, const ab_block_data *data) {
    const int32_t *id = array_of(data, "body");
    for (int64_t i = 0; i < data->size.points; i++) {
        const ab_csv_state state = {
            .pose = {((const v3 *)array_of(data, "position"))[i], ((const quat *)array_of(data, "orientation"))[i]},
            .v = ((const v3 *)array_of(data, "velocity"))[i],
            .w = ((const v3 *)array_of(data, "angular_velocity"))[i],
            .force = ((const v3 *)array_of(data, "force"))[i]};
        ab_text_format(text, "%lld,", (long long)frame);
        ab_text_number(text, source->time[frame]);
        ab_text_put(text, ",");
        ab_csv_field(text, id[i] >= 0 && id[i] < source->nlabel ? source->label[id[i]] : "");
        ab_csv_state_row(text, &state);
        ab_text_put(text, "\n");
    }
}

static abut_status put_text(ab_stream *stream, ab_text *text) {
    AB_TRY(ab_text_status(text));
    AB_TRY(ab_stream_put(stream, text->data, text->size));
    text->size = 0;
    return ABUT_OK;
}

static abut_status export_rows(ab_frame_source *source, ab_stream *stream, ab_block_data *data, ab_text *text) {
    ab_text_put(text, "frame,time [s],body");
    ab_csv_state_header(text, "");
    ab_text_put(text, "\n");
    AB_TRY(put_text(stream, text));
    for (int64_t i = 0; i < source->nframe; i++) {
        AB_TRY(ab_frame_source_block(source, i, AB_BLOCK_CENTRES, data));
        put_bodies(text, source, i, data);
        AB_TRY(put_text(stream, text));
    }
    return ab_stream_close(stream);
}

abut_status ab_export_csv(ab_ctx *cx, const char *folder, const char *path, ab_export_summary *summary) {
    ab_frame_source source;
    AB_TRY(ab_frame_source_open(cx, folder, &source));
    ab_stream stream = {.file = -1};
    ab_block_data data = {0};
    ab_text text = ab_text_start(cx);
    abut_status status = ab_stream_open(cx, path, &stream);
    if (status == ABUT_OK) status = export_rows(&source, &stream, &data, &text);
    *summary = (ab_export_summary){source.nframe, 1};
    ab_stream_abandon(&stream);
    ab_text_free(&text);
    ab_block_data_free(cx, &data);
    ab_frame_source_free(&source);
    return status;
}

// ---------------------------------------------------------------------------------------------------- VTKHDF

// Locks the folder, because a run that is still active there will write the same file.
static abut_status make_alone(ab_ctx *cx, const char *folder, const char *from, const char *to, int64_t *frames) {
    char *path = NULL;
    int lock = -1;
    AB_TRY(ab_path_join(cx, folder, AB_LOCK_FILE, &path));
    abut_status status = ab_io_lock(cx, path, folder, &lock);
    ab_free(cx, path);
    AB_TRY(status);
    status = ab_vtkhdf_make(cx, from, to, frames);
    if (status == ABUT_OK) return ab_io_unlock(cx, folder, &lock);
    if (lock >= 0) cx->io.close(cx->io.user, lock); // the failure is reported already
    return status;
}

abut_status ab_export_vtkhdf(ab_ctx *cx, const char *folder, ab_export_summary *summary) {
    char *from = NULL, *to = NULL;
    bool there = false;
    abut_status status = ab_path_join(cx, folder, "journal.abut", &from);
    if (status == ABUT_OK) status = ab_path_join(cx, folder, "results.vtkhdf", &to);
    *summary = (ab_export_summary){.files = 1};
    if (status == ABUT_OK) status = ab_io_exists(cx, from, &there);
    if (status == ABUT_OK && !there)
        status = ab_fail(cx, ABUT_ERR_INPUT,
                         "there is no file '%s'; a run that has finished needs none: its results are there", from);
    if (status == ABUT_OK) status = make_alone(cx, folder, from, to, &summary->frames);
    ab_free(cx, from);
    ab_free(cx, to);
    return status;
}

// ------------------------------------------------------------------------------------------------------- interface

static abut_status export_to(ab_ctx *cx, const char *folder, abut_export_format format, ab_export_summary *summary) {
    if (format == ABUT_EXPORT_VTKHDF) return ab_export_vtkhdf(cx, folder, summary);
    char *to = NULL;
    AB_TRY(ab_path_join(cx, folder, format == ABUT_EXPORT_PVD ? "pvd" : "frames.csv", &to));
    const abut_status status =
        format == ABUT_EXPORT_PVD ? ab_export_pvd(cx, folder, to, summary) : ab_export_csv(cx, folder, to, summary);
    ab_free(cx, to);
    return status;
}

abut_status abut_run_export(abut_context *cx, const char *folder, abut_export_format format,
                            abut_export_summary *summary) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!folder || (unsigned)format > ABUT_EXPORT_VTKHDF)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_run_export needs the folder of a run and one of the formats");
    ab_export_summary unused = {0};
    return export_to(cx, folder, format, summary ? summary : &unused);
}
