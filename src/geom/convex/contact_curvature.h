// Curvature of a contact of two smooth convex shapes, and how it changes as they move.
//
//   K = K_a + K_b, across n;  K_i = (D2 h_i)^-1, 1/r of a ball, 0 of a half-space
//   R = s^0.4 p^-0.7,  s = tr K/2,  p = det K
//
// R is the radius of the ball on a half-space that has the force of the elliptic contact at the same depth, exact for
// a circle and within 1 % up to radii of 1 : 30 (collide/contact_radius.h). Capsules count as balls: a line contact has
// no R. Corners and flat spots of superellipsoids have no curvature or no radius: there the radii of curvature are kept
// within 1/20 and 20 of the radius of a ball as large as the ellipsoid with its semi-axes.
//
// A small motion turns the normal by dn = (D2 h_a + D2 h_b + g)^-1 (du + D2 h_a (ta x n) + D2 h_b (tb x n)), with du
// the displacement of a's surface against b's at the contact, across n, and ta, tb the turns of a and b. With the
// slopes of L = ln R for turns of a and b under a fixed normal, G_a and G_b, and for the normal, n x (G_a + G_b):
//   dL = bend . du + turn_a . ta + turn_b . tb
#ifndef AB_GEOM_CONVEX_CONTACT_CURVATURE_H
#define AB_GEOM_CONVEX_CONTACT_CURVATURE_H

#include "geom/convex/support.h"

#define AB_FLATTEST 20 // largest radius of a superellipsoid over that of the ellipsoid with its semi-axes

typedef struct ab_contact_curvature {
    double radius;     // R, m
    v3 bend;           // 1/m, across n
    v3 turn_a, turn_b; // 1
} ab_contact_curvature;

// A shape and its axes in the world.
typedef struct ab_turned_convex {
    const ab_convex *shape;
    m3 turn;
} ab_turned_convex;

// n: unit, from b to a; gap: of the pair. Neither shape has faces or edges; at most one is a half-space. slopes: false
// leaves bend, turn_a and turn_b zero.
ab_contact_curvature ab_contact_curvature_of(ab_turned_convex a, ab_turned_convex b, v3 n, double gap, bool slopes);

#endif
