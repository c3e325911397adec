// abut_sdf_write_vti: writes a field as a VTK image. The file is an XML header, an underscore, the length in bytes and
// the distances of all nodes as raw floats. ParaView shows slices, contours and volumes of it.
#include "geom/sdf/sdf_object.h"

#include "base/alloc.h"
#include "base/io.h"
#include "base/pack.h"

#include <inttypes.h>

static void put_header(ab_text *to, const abut_sdf_report *r) {
    ab_text_put(to, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\">\n");
    ab_text_format(to, "<ImageData WholeExtent=\"0 %" PRId64 " 0 %" PRId64 " 0 %" PRId64 "\" Origin=\"", r->cells[0],
                   r->cells[1], r->cells[2]);
    ab_text_number(to, r->origin.x);
    ab_text_put(to, " ");
    ab_text_number(to, r->origin.y);
    ab_text_put(to, " ");
    ab_text_number(to, r->origin.z);
    ab_text_put(to, "\" Spacing=\"");
    for (int i = 0; i < 3; i++) {
        if (i) ab_text_put(to, " ");
        ab_text_number(to, r->cell);
    }
    ab_text_format(to, "\">\n<Piece Extent=\"0 %" PRId64 " 0 %" PRId64 " 0 %" PRId64 "\">\n", r->cells[0], r->cells[1],
                   r->cells[2]);
    ab_text_put(to,
                "<PointData Scalars=\"distance\">\n<DataArray type=\"Float32\" Name=\"distance\" format=\"appended\" "
                "offset=\"0\"/>\n</PointData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_");
    const int64_t nodes = (r->cells[0] + 1) * (r->cells[1] + 1) * (r->cells[2] + 1);
    ab_pack_u64(to, (uint64_t)nodes * sizeof(float));
}

static abut_status put_rows(const abut_sdf *s, ab_stream *to, float *row) {
    const int64_t *cells = s->sdf.report.cells;
    const ab_sdf_grid *g = &s->sdf.grid;
    for (int64_t z = 0; z <= cells[2]; z++)
        for (int64_t y = 0; y <= cells[1]; y++) {
            for (int64_t x = 0; x <= cells[0]; x++) {
                const v3 steps = v3_scale(g->h, v3_make((double)x, (double)y, (double)z));
                row[x] = (float)ab_sdf_distance(&s->sdf, v3_add(g->origin, steps), NULL);
            }
            AB_TRY(ab_stream_put(to, row, (cells[0] + 1) * (int64_t)sizeof *row));
        }
    return ABUT_OK;
}

static abut_status put_image(const abut_sdf *s, ab_stream *to, float *row) {
    static const char END[] = "\n</AppendedData>\n</VTKFile>\n";
    ab_text header = ab_text_start(s->cx);
    put_header(&header, &s->sdf.report);
    abut_status status = ab_text_status(&header);
    if (status == ABUT_OK) status = ab_stream_put(to, header.data, header.size);
    ab_text_free(&header);
    AB_TRY(status);
    AB_TRY(put_rows(s, to, row));
    AB_TRY(ab_stream_put(to, END, sizeof END - 1));
    return ab_stream_close(to);
}

abut_status abut_sdf_write_vti(const abut_sdf *s, const char *path) {
    if (!s) return ABUT_ERR_ARGUMENT;
    if (!path) return ab_fail(s->cx, ABUT_ERR_ARGUMENT, "abut_sdf_write_vti needs a path");
    ab_stream stream;
    float *row = NULL;
    AB_TRY(AB_ALLOC(s->cx, &row, s->sdf.report.cells[0] + 1));
    abut_status status = ab_stream_open(s->cx, path, &stream);
    if (status == ABUT_OK) {
        status = put_image(s, &stream, row);
        if (status != ABUT_OK) ab_stream_abandon(&stream);
    }
    ab_free(s->cx, row);
    return status;
}
