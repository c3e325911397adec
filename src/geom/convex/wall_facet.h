// A triangle of a wall against a convex polyhedron P: how much of it lies in P, and how much of P it cuts off.
//
//     area, centroid   of the triangle inside P (Sutherland-Hodgman)
//     volume           s |P n {s n.(x - p) <= 0} n cone(o, triangle)|,  s = sign of n.(o - p)
//
// Sums over the triangles of a closed wall with outward normals n, for a point o of P outside of it, are the volume of
// P inside the wall, and S and G of the wall's surface inside P (geom/convex/overlap.h); they do not depend on how the
// wall is split into triangles. If o is inside of the wall, the volume of P is to be added.
#ifndef AB_GEOM_CONVEX_WALL_FACET_H
#define AB_GEOM_CONVEX_WALL_FACET_H

#include "geom/convex/polyhedron.h"

typedef struct ab_facet {
    v3 area;       // outward, m^2; zero if the triangle does not reach into P
    v3 centroid;   // of that part, m
    double volume; // m^3, with the sign s
} ab_facet;

// All in the frame of P about its centre. The clip has room for the faces of P and four more.
ab_facet ab_facet_cut(const ab_polyhedron *p, const v3 triangle[3], v3 o, ab_clip *clip);

#endif
