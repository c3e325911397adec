// The convex hull of points around the origin, by quickhull [barber1996], without allocation: one facet after the other
// is replaced by the cone from the farthest point above it to the horizon of what that point sees.
#ifndef AB_GEOM_CONVEX_DUAL_HULL_H
#define AB_GEOM_CONVEX_DUAL_HULL_H

#include "base/ctx.h"
#include "math/v3.h"

typedef struct ab_hull_facet {
    v3 normal; // unit, outward
    double offset;
    int32_t v[3];      // points, counter-clockwise from outside
    int32_t beside[3]; // facet across the edge from v[k] to v[k + 1]
    int32_t above;     // first of the points that are left to it, -1 = none
    int32_t seen;      // by which point; -1 = not part of the hull, or free
} ab_hull_facet;

typedef struct ab_hull_workspace {
    int32_t max_points; // points
    int32_t n;          // points
    v3 *point;
    int32_t *next;          // in the list of a facet  (most)
    int32_t *starts;        // new facet that begins at a point  (most)
    ab_hull_facet *facet;   // (AB_HULL_FACETS most)
    int32_t *stack, *sight; // facets  (AB_HULL_FACETS most)
    int32_t nfacet;         // used so far, with those that are free again
    int32_t free;           // first free one, chained by `above`; -1 = none
} ab_hull_workspace;

// Euler: a hull of n points has fewer than 2 n facets; while a point is added there are at most that many new ones.
enum { AB_HULL_FACETS = 4 };

abut_status ab_hull_make(ab_ctx *cx, int32_t max, ab_hull_workspace *workspace);
void ab_hull_free(ab_ctx *cx, ab_hull_workspace *workspace);

// Of room->point, n of them. False if they are flat, or if rounding has tangled the facets.
bool ab_hull_of_points(ab_hull_workspace *workspace);

static inline bool ab_hull_alive(const ab_hull_facet *f) { return f->seen >= 0; }

#endif
