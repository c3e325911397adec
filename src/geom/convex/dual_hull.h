// Convex hull of points around the origin by quickhull [barber1996], without allocation: a facet is replaced by the
// cone from its farthest outside point to the horizon of the facets visible from that point.
#ifndef AB_GEOM_CONVEX_DUAL_HULL_H
#define AB_GEOM_CONVEX_DUAL_HULL_H

#include "base/ctx.h"
#include "math/v3.h"

typedef struct ab_hull_facet {
    v3 normal; // unit, outward
    double offset;
    int32_t v[3];      // points, counter-clockwise from outside
    int32_t beside[3]; // facet across the edge from v[k] to v[k + 1]
    int32_t above;     // head of the list of its outside points, -1 = none
    int32_t seen;      // point that last saw the facet; -1 = not part of the hull, or free
} ab_hull_facet;

typedef struct ab_hull_workspace {
    int32_t max_points; // capacity of `point`
    int32_t n;          // number of points
    v3 *point;
    int32_t *next;          // successor in the outside list of a facet  (max_points)
    int32_t *starts;        // new facet whose horizon edge starts at a point  (max_points)
    ab_hull_facet *facet;   // (AB_HULL_FACETS max_points)
    int32_t *stack, *sight; // indices of facets  (AB_HULL_FACETS max_points)
    int32_t nfacet;         // facets used so far, including freed ones
    int32_t free;           // head of the free list, linked by `above`; -1 = none
} ab_hull_workspace;

// Euler: a hull of n points has fewer than 2 n facets; adding a point creates at most as many new ones.
enum { AB_HULL_FACETS = 4 };

abut_status ab_hull_make(ab_ctx *cx, int32_t max, ab_hull_workspace *workspace);
void ab_hull_free(ab_ctx *cx, ab_hull_workspace *workspace);

// Hull of workspace->point[0 .. n - 1]. False if the points are coplanar, or if rounding made the facets inconsistent.
bool ab_hull_of_points(ab_hull_workspace *workspace);

static inline bool ab_hull_alive(const ab_hull_facet *f) { return f->seen >= 0; }

#endif
