// Effective contact radius of a sphere and a solid.
//
// With the radius r of the sphere and the curvatures k_1, k_2 of the surface, 1/R_i = 1/r + k_i. A contact with two
// radii is as stiff as one with
//   R = s^0.4 p^-0.7,    s = (1/R_1 + 1/R_2)/2,   p = 1/(R_1 R_2)
// which is exact for R_1 = R_2 and has the force of Hertz' elliptic contact within 1 % up to R_1/R_2 = 30.
// [johnson1985, ch. 4.2] R varies along the surface, and with it the energy W(d, R) of the contact. For W ~ R^m d^n the
// force has a component along the surface: -grad W = F (n - m/n d/R grad R).
#ifndef AB_COLLIDE_CONTACT_RADIUS_H
#define AB_COLLIDE_CONTACT_RADIUS_H

#include "geom/bvh/bvh.h"
#include "geom/mesh/curvature.h"

typedef struct ab_ball_radius {
    double radius; // R, m
    v3 gradient;   // of R with respect to the position of the sphere's centre along the surface
} ab_ball_radius;

// `corner`: the curvature at all corners of the mesh's triangles, or NULL if the surface is flat. R is limited to 20 r,
// which a conforming cavity reaches.
ab_ball_radius ab_ball_radius_at(const ab_mesh *mesh, const ab_curvature *corner, const ab_closest *at, double r);

#endif
