// Convex polyhedra: face loops to clip, planes to clip with, and a bounding sphere.
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

// Arrays of planes are padded to whole lanes.
static inline int32_t ab_padded(int32_t n) { return (n + AB_LANES - 1) / AB_LANES * AB_LANES; }

// An edge between two vertices, and the faces to its left and right.
typedef struct ab_polyhedron_edge {
    uint16_t from, to, left, right;
} ab_polyhedron_edge;

typedef struct ab_polyhedron {
    ab_loops loops;               // relative to the centre; coordinates padded to whole lanes
    ab_vertex_edges vertex_edges; // vertex-edge adjacency
    ab_polyhedron_edge *edge;     // (loops.nedge)
    ab_planes planes;             // of the faces, in their order, relative to the centre
    v3 centre;                    // mean of the vertices, in the coordinates of the mesh, m
    double radius;                // of the bounding sphere about the centre, m
    double volume;                // m^3
    double largest;               // area of the largest face, m^2
} ab_polyhedron;

// From a closed mesh with outward normals. Coplanar triangles are merged into one face, and vertices on straight edges
// are removed. ABUT_ERR_INPUT: open, inverted, in several components, or a vertex lies above a face by more than 1e-6
// of the size (files with floats are no flatter); `name` appears in the message. ABUT_ERR_LIMIT: more than
// AB_CLIP_MAX_FACES / 2 faces.
abut_status ab_polyhedron_build(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_polyhedron *p);

// From the convex hull of points.
abut_status ab_polyhedron_hull(ab_ctx *cx, const char *name, const v3 *point, int64_t npoint, ab_polyhedron *p);

void ab_polyhedron_free(ab_ctx *cx, ab_polyhedron *p);

static inline ab_plane ab_plane_at(const ab_planes *p, int32_t i) {
    return (ab_plane){{p->x[i], p->y[i], p->z[i]}, p->offset[i]};
}

static inline v3 ab_vertex_at(const ab_loops *l, int32_t i) { return v3_make(l->x[i], l->y[i], l->z[i]); }

#endif
