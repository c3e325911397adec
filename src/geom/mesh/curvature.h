// The curvature of a surface that is given as triangles.
//
// An edge whose faces turn by the angle b carries the curvature b |e| across it, half of it in either face: the
// integral of the tensor of curvature over a face is the sum of b |e|/2 t t^T over its edges, t in the surface and
// across the edge. What is spread over the faces around a corner, and over their neighbours, approaches the tensor of
// the smooth surface. Edges that turn by more than 45 degrees are corners of the body and carry none; faces on both
// sides of them know nothing of each other. [cohensteiner2003]
#ifndef AB_GEOM_MESH_CURVATURE_H
#define AB_GEOM_MESH_CURVATURE_H

#include "geom/mesh/mesh.h"

// Positive where the surface bulges outward.
typedef struct ab_curvature {
    double mean;  // (k_1 + k_2)/2, 1/m
    double gauss; // k_1 k_2, 1/m^2
} ab_curvature;

// *at: one of every corner of every triangle, 3 t + k, to be freed by ab_free; NULL if all faces are flat. Two faces
// that meet in an edge of less than 45 degrees have the same at its ends.
abut_status ab_mesh_curvature(ab_ctx *cx, const ab_mesh *mesh, ab_curvature **at);

#endif
