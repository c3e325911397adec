// Convex polyhedra: loops for cutting, planes to cut with, and a sphere around.
#ifndef AB_GEOM_CONVEX_POLYHEDRON_H
#define AB_GEOM_CONVEX_POLYHEDRON_H

#include "geom/mesh/mesh.h"
#include "geom/convex/corner_clip.h"
#include "math/quat.h"
#include "math/simd.h"

typedef struct ab_planes {
    int32_t n;
    double *x, *y, *z; // outward unit normals  (ab_padded(n))
    double *offset;    // m; inside: normal . x <= offset  (ab_padded(n))
} ab_planes;

// Arrays of planes are read by whole lanes.
static inline int32_t ab_padded(int32_t n) { return (n + AB_LANES - 1) / AB_LANES * AB_LANES; }

typedef struct ab_polyhedron {
    ab_loops loops;               // about the centre; coordinates are read by whole lanes
    ab_vertex_edges vertex_edges; // of its vertices
    ab_planes planes;             // of its faces, in their order, about the centre
    v3 centre;                    // mean of the vertices, in the coordinates of the mesh, m
    double radius;                // of the sphere about the centre, m
    double volume;                // m^3
    double largest;               // area of the largest face, m^2
} ab_polyhedron;

// From a closed outward mesh. Triangles in one plane become one face, and vertices on straight edges are dropped.
// ABUT_ERR_INPUT: open, inverted, in several parts, or a vertex lies above a face by more than 1e-6 of the size (files
// of floats are no flatter); `name` stands in the message. ABUT_ERR_LIMIT: more than AB_CLIP_MAX_FACES / 2 faces.
abut_status ab_polyhedron_build(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_polyhedron *p);

// Of the convex hull of points.
abut_status ab_polyhedron_hull(ab_ctx *cx, const char *name, const v3 *point, int64_t npoint, ab_polyhedron *p);

void ab_polyhedron_free(ab_ctx *cx, ab_polyhedron *p);

static inline ab_plane ab_plane_at(const ab_planes *p, int32_t i) {
    return (ab_plane){{p->x[i], p->y[i], p->z[i]}, p->offset[i]};
}

static inline v3 ab_vertex_at(const ab_loops *l, int32_t i) { return v3_make(l->x[i], l->y[i], l->z[i]); }

#endif
