// Sample points of a surface for contact with signed-distance fields: the vertices, and additional points where the
// mesh is coarser than the field. Each point has an area, so that sums over the points are integrals over the surface.
#ifndef AB_GEOM_SDF_SURFACE_POINTS_H
#define AB_GEOM_SDF_SURFACE_POINTS_H

#include "geom/mesh/mesh.h"

enum {
    AB_POINTS_SPARE = 8,      // padding behind the last point, for vectorised loops
    AB_POINTS_MAX = 10000000, // maximum per surface; more would take gigabytes, and seconds per step
};

typedef struct ab_points {
    double *x, *y, *z; // m  (n + AB_POINTS_SPARE)
    // m^2: a third of the adjacent triangles; on sharp edges the mean over the faces; adds up over each face  (as many)
    double *area;
    int64_t n;
} ab_points;

static inline v3 ab_points_at(const ab_points *p, int64_t i) { return v3_make(p->x[i], p->y[i], p->z[i]); }

// All sample points of a surface, and separately those of its sharp convex edges, the only ones that can pass between
// the sample points of the other body.
typedef struct ab_surface_points {
    ab_points all, feature_edges;
    double area; // m^2, of the whole surface
} ab_surface_points;

// No edge between neighbouring points is longer than `spacing`, and on sharp edges than a quarter of it. ABUT_ERR_LIMIT
// if that takes more than about AB_POINTS_MAX points.
abut_status ab_surface_points_make(ab_ctx *cx, const ab_mesh *mesh, double spacing, ab_surface_points *points);
void ab_surface_points_free(ab_ctx *cx, ab_surface_points *points);

#endif
