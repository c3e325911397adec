// Triangle meshes: data structure, file readers, and report of defects. Independent of bodies.
#ifndef AB_GEOM_MESH_MESH_H
#define AB_GEOM_MESH_MESH_H

#include "base/ctx.h"
#include "math/v3.h"

typedef struct ab_triangle {
    int32_t v[3]; // vertices, counter-clockwise seen from outside
} ab_triangle;

typedef struct ab_mesh {
    v3 *vertex; // m, mesh axes  (nvertex)
    int64_t nvertex;
    ab_triangle *triangle; // (ntriangle)
    int64_t ntriangle;
} ab_mesh;

void ab_mesh_free(ab_ctx *cx, ab_mesh *mesh);
// Copies into a zeroed mesh; after a failure it may be partly filled, and the caller frees it.
abut_status ab_mesh_copy(ab_ctx *cx, const ab_mesh *from, ab_mesh *to);

// Reads STL (ascii or binary), OBJ or PLY (ascii or binary) from bytes; the format is found from the content and the
// name's suffix. `name` appears in messages as name:line:col (or name: byte N for binary). Strict: every index is
// checked, every number must be finite, and only non-geometric data (normals, textures, groups, colours) is ignored.
// Polygons are triangulated as fans. Vertices are as in the file (STL: three per triangle); weld with ab_mesh_weld.
abut_status ab_mesh_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_mesh *mesh);

// ab_io_read_file and ab_mesh_parse; every coordinate is multiplied by `scale`.
abut_status ab_mesh_load(ab_ctx *cx, const char *path, double scale, ab_mesh *mesh);

// Welds vertices with bitwise equal coordinates (-0 equals 0). `joined` (may be NULL) counts the removed vertices.
abut_status ab_mesh_weld(ab_ctx *cx, ab_mesh *mesh, int64_t *joined);

void ab_mesh_turn(ab_mesh *mesh); // reverses the orientation of every triangle

typedef abut_mesh_report ab_mesh_report;

// Reports on a welded copy. See abut.h for the counts.
abut_status ab_mesh_inspect(ab_ctx *cx, const ab_mesh *mesh, ab_mesh_report *report);

#endif
