// Intersection of a wall triangle with a convex polyhedron P: the area inside P, and the signed volume cut off from P.
//
//     area, centroid   of the triangle inside P (Sutherland-Hodgman)
//     volume           s |P n {s n.(x - p) <= 0} n cone(o, triangle)|,  s = sign of n.(o - p)
//
// For a closed wall with outward normals n and a point o of P outside of it, the sums over all triangles are the volume
// of P inside the wall, and S and G of the wall's surface inside P (geom/convex/overlap.h); they are independent of the
// triangulation. If o is inside the wall, the volume of P must be added.
#ifndef AB_GEOM_CONVEX_WALL_FACET_H
#define AB_GEOM_CONVEX_WALL_FACET_H

#include "geom/convex/polyhedron.h"

typedef struct ab_facet {
    v3 area;       // outward, m^2; zero if the triangle does not intersect P
    v3 centroid;   // of that part, m
    double volume; // m^3, with the sign s
} ab_facet;

// All in the frame of P about its centre. The workspace must fit the faces of P and four more.
ab_facet ab_facet_cut(const ab_polyhedron *p, const v3 triangle[3], v3 o, ab_clip *clip);

#endif
