// Triangle meshes: the data, the readers, and the report of what is wrong with them. Knows nothing of bodies.
#ifndef AB_GEOM_MESH_H
#define AB_GEOM_MESH_H

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

// Reads STL (ascii or binary), OBJ or PLY (ascii or binary) from bytes, told apart by content and the name's ending.
// `name` stands in messages as name:line:col (or name: byte N for binary). Strict: every index checked, every number
// finite, nothing ignored silently except what the format defines as not geometry (normals, textures, groups, colours).
// Polygons are fanned. Vertices are as in the file (STL: three per triangle); weld with ab_mesh_weld.
abut_status ab_mesh_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_mesh *mesh);

// ab_io_read_file and ab_mesh_parse, every coordinate times `scale`.
abut_status ab_mesh_load(ab_ctx *cx, const char *path, double scale, ab_mesh *mesh);

// Joins vertices whose coordinates are equal bit for bit (-0 equals 0). `joined` (may be NULL) counts those removed.
abut_status ab_mesh_weld(ab_ctx *cx, ab_mesh *mesh, int64_t *joined);

typedef struct ab_mesh_report {
    int64_t vertices, triangles;   // after welding
    int64_t welded;                // vertices joined
    int64_t unused_vertices;
    int64_t boundary_edges;        // edges with one triangle
    int64_t holes;                 // closed loops of boundary edges
    int64_t nonmanifold_edges;     // edges with more than two triangles
    int64_t flipped_edges;         // two triangles that run through the edge the same way
    int64_t duplicate_triangles;   // same three vertices, any order, counted after the first
    int64_t degenerate_triangles;  // zero area: repeated vertices or exactly collinear corners
    int64_t components;            // connected by shared vertices
    int64_t self_intersections;    // pairs of triangles that cross and share no vertex
    bool closed;                   // no boundary, no non-manifold and no flipped edge
    bool inverted;                 // closed and signed volume < 0
    v3 low, high;                  // bounds
} ab_mesh_report;

abut_status ab_mesh_inspect(ab_ctx *cx, const ab_mesh *mesh, ab_mesh_report *report);

#endif
