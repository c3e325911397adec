// Overlap of two convex polyhedra.
#ifndef ABUT_OVERLAP_H
#define ABUT_OVERLAP_H

#include "abut/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_polyhedron abut_polyhedron; // closed convex polyhedron

// Converts a closed convex mesh; coplanar triangles become one face. ABUT_ERR_INPUT: the mesh is open, inverted, not
// connected or not convex; the message says which. ABUT_ERR_LIMIT: more than 4096 faces. Destroy the polyhedron with
// abut_polyhedron_destroy.
ABUT_API abut_status abut_polyhedron_from_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
// Convex hull of `count` points, m. ABUT_ERR_ARGUMENT: fewer than 4 points, or a coordinate is not finite.
ABUT_API abut_status abut_polyhedron_from_points(abut_context *context, const abut_v3 *points, int64_t count,
                                                 abut_polyhedron **polyhedron);
// Convex hull of the vertices of a mesh.
ABUT_API abut_status abut_polyhedron_hull_of_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
ABUT_API void abut_polyhedron_destroy(abut_polyhedron *polyhedron);

typedef enum abut_overlap_method {
    ABUT_OVERLAP_CLIP, // clipping by planes: fast, and exact up to rounding in every configuration
    ABUT_OVERLAP_DUAL  // convex hull of the polar dual: slow, refuses very flat overlaps; for comparison
} abut_overlap_method;

typedef struct abut_overlap_result {
    bool overlap;     // false: all other fields are zero
    double volume;    // m^3
    abut_v3 centroid; // centroid of the overlap, m
    abut_v3 area;     // S: integral of the outward normal of b over the surface of b inside a, m^2
    abut_v3 moment;   // G: integral of x cross that normal, about the world origin, m^3
    abut_v3 point;    // contact point: the point nearest to the centroid on the line of action of the force, m
    abut_v3 normal;   // S / |S|, from b to a; zero if S is zero
} abut_overlap_result;

// Overlap of a and b with their meshes at the given poses (NULL = identity), in world axes. If a translates by dx and
// rotates by dt about the origin, the volume changes by -(area . dx + moment . dt). The call allocates only if the
// faces of a and b exceed those of every earlier call with a. ABUT_ERR_ARGUMENT: a NULL pointer or a pose that is not
// finite. ABUT_ERR_LIMIT: the overlap is too flat for the method.
ABUT_API abut_status abut_polyhedron_overlap(abut_polyhedron *a, const abut_frame *pose_a, const abut_polyhedron *b,
                                             const abut_frame *pose_b, abut_overlap_method method,
                                             abut_overlap_result *result);

#ifdef __cplusplus
}
#endif

#endif
