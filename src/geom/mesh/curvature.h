// Discrete curvature of a triangle mesh [cohensteiner2003].
//
// An edge e with the dihedral angle b between its face normals carries the curvature b |e| across it, half of it in
// either face: the integral of the curvature tensor over a face is the sum of b |e|/2 t t^T over its edges, t
// tangential to the surface and normal to the edge. The mean over the faces around a corner and their neighbours
// approaches the tensor of the smooth surface. Edges with an angle of more than 45 degrees are feature edges: they
// carry no curvature, and faces on both sides are not averaged.
#ifndef AB_GEOM_MESH_CURVATURE_H
#define AB_GEOM_MESH_CURVATURE_H

#include "geom/mesh/mesh.h"

// Positive where the surface is convex.
typedef struct ab_curvature {
    double mean;  // (k_1 + k_2)/2, 1/m
    double gauss; // k_1 k_2, 1/m^2
} ab_curvature;

// *at: curvature at every corner of every triangle, 3 t + k, to be freed by ab_free; NULL if all faces are flat. Two
// faces that share an edge of less than 45 degrees have the same values at its ends.
abut_status ab_mesh_curvature(ab_ctx *cx, const ab_mesh *mesh, ab_curvature **at);

#endif
