// Convex shapes by their support functions: what gaps and contact manifolds need of a shape.
//
//   h(n) = max over the shape of n . x,   x(n) = the point (or face) where it is reached
//
// Every shape here is the sum of a polytope (a point, segment, box or hull) and a round body (nothing, a ball, an
// ellipsoid, a disc): h = h_polytope + h_round. The first is piecewise linear in n, the second smooth with the matrix
// of radii of curvature D2 h; Newton's method needs them apart (support_ascent.c). A shape's file has one const table
// of the functions below; they take unit vectors in the shape's frame.
#ifndef AB_GEOM_CONVEX_SUPPORT_H
#define AB_GEOM_CONVEX_SUPPORT_H

#include "geom/convex/polyhedron.h"

typedef struct ab_convex ab_convex;

// D2 h of the round part across n in an orthonormal basis (e1, e2) of the plane across n, m.
typedef struct ab_radii {
    double xx, xy, yy;
} ab_radii;

// The face that a shape turns towards n: one corner (a point), two (a segment), or a polygon, counter-clockwise seen
// from outside. Indices identify corners and edges of the shape, below 2^15.
enum { AB_SUPPORT_FACE_MAX = 32 }; // a polygon of more corners is thinned out
typedef struct ab_support_face {
    int n;
    v3 corner[AB_SUPPORT_FACE_MAX];       // m
    uint16_t vertex[AB_SUPPORT_FACE_MAX]; // index of the corner
    uint16_t edge[AB_SUPPORT_FACE_MAX];   // index of the edge from this corner to the next
} ab_support_face;

// An edge of the polytope with the normals of its two faces. `whole`: a segment, whose normals are a great circle.
typedef struct ab_convex_edge {
    v3 from, to; // m
    v3 left, right;
    bool whole;
} ab_convex_edge;

typedef struct ab_support_type {
    v3 (*vertex)(const ab_convex *c, v3 n);                    // x(n) of the polytope; NULL: it is the origin
    v3 (*round)(const ab_convex *c, v3 n);                     // x(n) of the round part; NULL: none
    ab_radii (*radii)(const ab_convex *c, v3 n, v3 e1, v3 e2); // of the round part; NULL: none
    // Radius of the flat end of the round part nearest to n, and its normal; NULL: none.
    double (*disc)(const ab_convex *c, v3 n, v3 *normal);
    // The face whose normals lie within `angle` (rad) of n.
    void (*face)(const ab_convex *c, v3 n, double angle, ab_support_face *face);
    bool (*normal)(const ab_convex *c, int i, v3 *n);              // i-th normal of its faces or axes; NULL: none
    bool (*edge)(const ab_convex *c, int i, ab_convex_edge *edge); // i-th edge of the polytope; NULL: none
    bool polytope;   // sum of a polytope and a ball of radius half.x or nothing
    bool segment;    // sum of a segment along z of half length half.z, or of a point, and a ball of radius half.x
    bool ellipsoid;  // with the semi-axes `half`, or a ball
    bool half_space; // solid below the plane through the origin with the normal `half`; has no other function
} ab_support_type;

struct ab_convex {
    const ab_support_type *type;
    v3 half;                         // dimensions, as in ab_shape
    double power[2];                 // of a superellipsoid
    const ab_polyhedron *polyhedron; // of a hull
    double radius;                   // of the bounding sphere about the origin, m
    double inner;                    // of a ball that fits in, m
    double rolling;                  // of the ball that can be rolled inside to every point of the surface, m
};

// Radius of the ball that is the round part of a polytope, or 0.
static inline double ab_support_ball(const ab_convex *c) { return c->type->round ? c->half.x : 0; }

#endif
