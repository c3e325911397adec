// Encodes the shapes and histories of a recording.
#include "base/alloc.h"
#include "geom/mesh/simplify.h"
#include "report/recording.h"
#include "output/history.h"

#include <string.h>

#define MAX_TRIANGLES 250000 // of one shape
#define ALL_TRIANGLES 500000 // of all shapes, distributed evenly
#define FEWEST        200
#define MESH_STEPS    65535.0 // along the longest edge

// ------------------------------------------------------------------------------------------------------ shapes

static int form_of(ab_shape_kind kind) {
    switch (kind) {
    case AB_SHAPE_sphere:
    case AB_SHAPE_ellipsoid:
        return AB_FORM_SPHERE;
    case AB_SHAPE_box:
        return AB_FORM_BOX;
    case AB_SHAPE_cylinder:
        return AB_FORM_CYLINDER;
    case AB_SHAPE_plane:
        return AB_FORM_PLANE;
    case AB_SHAPE_compound:
        return AB_FORM_COMPOUND;
    default:
        return AB_FORM_MESH;
    }
}

static void put_v3(ab_text *to, v3 a) {
    ab_recording_f32(to, a.x);
    ab_recording_f32(to, a.y);
    ab_recording_f32(to, a.z);
}

static void put_mesh(ab_text *to, const ab_mesh *mesh) {
    v3 low = mesh->nvertex > 0 ? mesh->vertex[0] : v3_zero(), high = low; // simplified to nothing
    for (int64_t i = 1; i < mesh->nvertex; i++) {
        low = v3_min(low, mesh->vertex[i]);
        high = v3_max(high, mesh->vertex[i]);
    }
    const v3 size = v3_sub(high, low);
    const double longest = fmax(size.x, fmax(size.y, size.z)), step = longest > 0 ? longest / MESH_STEPS : 1;
    ab_recording_varint(to, (uint64_t)mesh->nvertex);
    ab_recording_varint(to, (uint64_t)mesh->ntriangle);
    put_v3(to, low);
    ab_recording_f32(to, step);
    int64_t last[3] = {0};
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        const v3 d = v3_scale(1 / step, v3_sub(mesh->vertex[i], low));
        const int64_t now[3] = {ab_recording_round(d.x), ab_recording_round(d.y), ab_recording_round(d.z)};
        for (int k = 0; k < 3; k++) ab_recording_zigzag(to, now[k] - last[k]);
        memcpy(last, now, sizeof last);
    }
    int64_t corner = 0;
    for (int64_t i = 0; i < 3 * mesh->ntriangle; i++) {
        const int64_t now = mesh->triangle[i / 3].v[i % 3];
        ab_recording_zigzag(to, now - corner);
        corner = now;
    }
}

// Writes the surface of a shape, simplified to at most `max` triangles.
static abut_status put_surface(ab_recording *recording, const ab_shape *shape, int64_t max) {
    ab_mesh whole = {0}, thin = {0};
    AB_TRY(ab_shape_types[shape->kind]->surface(recording->cx, shape, 2, &whole));
    const abut_status status = ab_mesh_simplify(recording->cx, &whole, max, &thin);
    if (status == ABUT_OK) put_mesh(&recording->raw, &thin);
    ab_mesh_free(recording->cx, &whole);
    ab_mesh_free(recording->cx, &thin);
    return status;
}

static int64_t triangles_for_each(const ab_journal *journal) {
    int64_t meshes = 1;
    for (int64_t i = 0; i < journal->nshape; i++) meshes += form_of(journal->shape[i].kind) == AB_FORM_MESH;
    const int64_t share = ALL_TRIANGLES / meshes;
    return share > MAX_TRIANGLES ? MAX_TRIANGLES : share < FEWEST ? FEWEST : share;
}

abut_status ab_recording_put_shapes(ab_recording *recording, const ab_journal *journal) {
    const int64_t max = triangles_for_each(journal);
    ab_recording_varint(&recording->raw, (uint64_t)(journal->nshape - recording->nshape));
    for (; recording->nshape < journal->nshape; recording->nshape++) {
        const ab_shape *shape = &journal->shape[recording->nshape];
        const int form = form_of(shape->kind);
        ab_text_bytes(&recording->raw, &(char){(char)form}, 1);
        put_v3(&recording->raw, shape->half);
        ab_recording_f32(&recording->raw, shape->radius);
        if (form == AB_FORM_MESH) AB_TRY(put_surface(recording, shape, max));
    }
    return ab_recording_put(recording, AB_RECORDING_SHAPES, 0);
}

// --------------------------------------------------------------------------------------------------- histories

// A subsampled history: every stride-th row and the last.
typedef struct thinned {
    const ab_history *of;
    int64_t stride, rows;
} thinned;

static thinned subsample_rows(const ab_history *h, int64_t max) {
    const int64_t each = max / h->ncolumn > 2 ? max / h->ncolumn : 2;
    const int64_t stride = (h->nrow + each - 1) / each > 1 ? (h->nrow + each - 1) / each : 1;
    const int64_t rows = h->nrow == 0 ? 0 : (h->nrow - 1 + stride - 1) / stride + 1;
    return (thinned){h, stride, rows};
}

static uint32_t bits_at(const thinned *t, int64_t column, int64_t row) {
    const int64_t last = t->of->nrow - 1, at = row * t->stride < last ? row * t->stride : last;
    const float value = (float)t->of->value[at * t->of->ncolumn + column];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void put_header(ab_text *to, const thinned *t, const char *name) {
    ab_text_put(to, "{\"file\":");
    ab_text_json_string(to, name);
    ab_text_format(to, ",\"rows\":%lld,\"of\":%lld,\"columns\":[", (long long)t->rows, (long long)t->of->nrow);
    for (int64_t k = 0; k < t->of->ncolumn; k++) {
        ab_text_put(to, k > 0 ? ",[" : "[");
        ab_text_json_string(to, t->of->column[k].name);
        ab_text_put(to, ",");
        ab_text_json_string(to, t->of->column[k].unit);
        ab_text_put(to, "]");
    }
    ab_text_put(to, "]}");
}

static void put_values(ab_text *to, const thinned *t) {
    for (int byte = 0; byte < 4; byte++)
        for (int64_t k = 0; k < t->of->ncolumn; k++)
            for (int64_t i = 0; i < t->rows; i++) {
                const uint32_t change = bits_at(t, k, i) - (i > 0 ? bits_at(t, k, i - 1) : 0);
                ab_text_bytes(to, &(char){(char)(change >> 8 * byte)}, 1);
            }
}

static abut_status put_history(ab_recording *recording, const ab_history *history, const char *name, int64_t max) {
    const thinned t = subsample_rows(history, max);
    ab_text header = ab_text_start(recording->cx);
    put_header(&header, &t, name);
    ab_recording_varint(&recording->raw, (uint64_t)header.size);
    ab_text_bytes(&recording->raw, ab_text_string(&header), header.size);
    abut_status status = ab_text_status(&header);
    ab_text_free(&header);
    put_values(&recording->raw, &t);
    if (status == ABUT_OK) status = ab_recording_put(recording, AB_RECORDING_HISTORY, 0);
    return status;
}

abut_status ab_recording_history(ab_recording *recording, const char *path, const char *name, int64_t max) {
    ab_history history;
    AB_TRY(ab_history_read(recording->cx, path, &history));
    const abut_status status = put_history(recording, &history, name, max);
    ab_history_free(recording->cx, &history);
    return status;
}
