// Points that stand for a surface where it touches another: its vertices, and more of them where the mesh is coarser
// than the field that they are held against. Each has its share of the area, so that sums over points are integrals
// over the surface.
#ifndef AB_GEOM_SDF_SURFACE_POINTS_H
#define AB_GEOM_SDF_SURFACE_POINTS_H

#include "geom/mesh/mesh.h"

enum {
    AB_POINTS_SPARE = 8,      // places behind the last that may be read, for loops over lanes
    AB_POINTS_MAX = 10000000, // of a surface; more would take GBs, and a step seconds
};

typedef struct ab_points {
    double *x, *y, *z; // m  (n + AB_POINTS_SPARE)
    double *
        // m^2: a third of the triangles around each; on sharp edges the mean of the faces, which add up  (as many)
        area;
    int64_t n;
} ab_points;

static inline v3 ab_points_at(const ab_points *p, int64_t i) { return v3_make(p->x[i], p->y[i], p->z[i]); }

// A surface in points: all of them, and those of its sharp convex edges alone, which alone can reach between the points
// of the other body.
typedef struct ab_surface_points {
    ab_points all, feature_edges;
    double area; // m^2, of the whole surface
} ab_surface_points;

// No edge between neighbouring points is longer than `spacing`, and on sharp edges than a quarter of it. ABUT_ERR_LIMIT
// if that takes more than about AB_POINTS_MAX.
abut_status ab_surface_points_make(ab_ctx *cx, const ab_mesh *mesh, double spacing, ab_surface_points *points);
void ab_surface_points_free(ab_ctx *cx, ab_surface_points *points);

#endif
