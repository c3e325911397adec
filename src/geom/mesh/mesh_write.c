// abut_mesh_write: STL (binary), OBJ and PLY (binary). The formats are those that mesh.c reads; OBJ has the shortest
// digits that read back to the same bits, PLY the doubles themselves, STL three floats for each corner.
#include "base/io.h"
#include "base/pack.h"
#include "geom/mesh/cursor.h"
#include "geom/mesh/mesh_object.h"

#include <float.h>
#include <string.h>

enum { PIECE = 1 << 16 }; // bytes collected before they are written

typedef struct mesh_writer {
    const abut_mesh *from;
    ab_stream *to;
    ab_text piece;
} mesh_writer;

static abut_status flush(mesh_writer *w) {
    AB_TRY(ab_text_status(&w->piece));
    AB_TRY(ab_stream_put(w->to, w->piece.data, w->piece.size));
    ab_text_free(&w->piece);
    w->piece = ab_text_start(w->from->cx);
    return ABUT_OK;
}

static abut_status flush_full(mesh_writer *w) { return w->piece.size < PIECE ? ABUT_OK : flush(w); }

// --------------------------------------------------------------------------------------------------------- OBJ

static abut_status write_obj(mesh_writer *w) {
    const ab_mesh *mesh = &w->from->mesh;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        ab_text_put(&w->piece, "v");
        for (int k = 0; k < 3; k++) {
            ab_text_put(&w->piece, " ");
            ab_text_number(&w->piece, v3_at(mesh->vertex[i], k));
        }
        ab_text_put(&w->piece, "\n");
        AB_TRY(flush_full(w));
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t *v = mesh->triangle[t].v;
        ab_text_format(&w->piece, "f %lld %lld %lld\n", v[0] + 1LL, v[1] + 1LL, v[2] + 1LL);
        AB_TRY(flush_full(w));
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------- PLY

static abut_status write_ply(mesh_writer *w) {
    const ab_mesh *mesh = &w->from->mesh;
    ab_text_format(&w->piece,
                   "ply\nformat binary_little_endian 1.0\nelement vertex %lld\nproperty double x\nproperty double y\n"
                   "property double z\nelement face %lld\nproperty list uchar int vertex_indices\nend_header\n",
                   (long long)mesh->nvertex, (long long)mesh->ntriangle);
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        ab_pack_array(&w->piece, &mesh->vertex[i], 1, sizeof mesh->vertex[i]);
        AB_TRY(flush_full(w));
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        ab_text_bytes(&w->piece, "\3", 1);
        ab_pack_array(&w->piece, mesh->triangle[t].v, 3, sizeof(int32_t));
        AB_TRY(flush_full(w));
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------- STL

static void put_floats(ab_text *to, v3 v) {
    const float row[3] = {(float)v.x, (float)v.y, (float)v.z};
    ab_pack_array(to, row, 3, sizeof *row);
}

static bool fits_floats(v3 v) { return fabs(v.x) <= FLT_MAX && fabs(v.y) <= FLT_MAX && fabs(v.z) <= FLT_MAX; }

static bool same_floats(v3 a, v3 b) {
    return (float)a.x == (float)b.x && (float)a.y == (float)b.y && (float)a.z == (float)b.z;
}

static bool triangle_fits_floats(const v3 *p) {
    for (int k = 0; k < 3; k++)
        if (!fits_floats(p[k])) return false;
    return !same_floats(p[0], p[1]) && !same_floats(p[1], p[2]) && !same_floats(p[2], p[0]);
}

static abut_status write_stl(mesh_writer *w) {
    static const char HEADER[80] = "triangles in m, written by abut";
    const ab_mesh *mesh = &w->from->mesh;
    ab_text_bytes(&w->piece, HEADER, sizeof HEADER);
    ab_pack_u32(&w->piece, (uint32_t)mesh->ntriangle);
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        v3 p[3];
        for (int k = 0; k < 3; k++) p[k] = mesh->vertex[mesh->triangle[t].v[k]];
        if (!triangle_fits_floats(p))
            return ab_fail(w->from->cx, ABUT_ERR_INPUT,
                           "%s: the 32-bit numbers of STL cannot hold triangle %lld; write .obj or .ply, or centre the "
                           "mesh",
                           w->from->name, (long long)t);
        put_floats(&w->piece, v3_unit(v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]))));
        for (int k = 0; k < 3; k++) put_floats(&w->piece, p[k]);
        ab_text_bytes(&w->piece, "\0\0", 2);
        AB_TRY(flush_full(w));
    }
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------- files

typedef abut_status writer(mesh_writer *w);

static writer *find_writer(const char *path) {
    const int64_t length = (int64_t)strlen(path);
    if (length < 5) return NULL; // x.obj
    const ab_word ending = {path + length - 4, 4};
    return ab_word_is_caseless(ending, ".obj")   ? write_obj
           : ab_word_is_caseless(ending, ".ply") ? write_ply
           : ab_word_is_caseless(ending, ".stl") ? write_stl
                                                 : NULL;
}

abut_status abut_mesh_write(const abut_mesh *mesh, const char *path) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (!path) return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "abut_mesh_write needs a path");
    writer *write = find_writer(path);
    if (!write) return ab_fail(mesh->cx, ABUT_ERR_INPUT, "%s: meshes are written as .obj, .ply or .stl", path);
    ab_stream stream;
    AB_TRY(ab_stream_open(mesh->cx, path, &stream));
    mesh_writer w = {mesh, &stream, ab_text_start(mesh->cx)};
    abut_status status = write(&w);
    if (status == ABUT_OK) status = flush(&w);
    ab_text_free(&w.piece);
    if (status == ABUT_OK) status = ab_stream_close(&stream);
    if (status != ABUT_OK) ab_stream_abandon(&stream);
    return status;
}
