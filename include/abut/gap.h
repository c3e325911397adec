// Exact gap of two convex shapes.
#ifndef ABUT_GAP_H
#define ABUT_GAP_H

#include "abut/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_gap_result {
    double gap;         // distance, m; < 0 in overlap: minus the shortest translation that separates the shapes
    abut_v3 normal;     // direction of the gap, unit, from b to a
    abut_v3 on_a, on_b; // nearest points, on_a = on_b + gap normal; of faces that touch, the middle
} abut_gap_result;

// Gap of two shapes of a world, which may be any but meshes, at poses of the frames in which they were given (NULL =
// identity). guess: the normal of an earlier call at nearby poses makes the call faster; NULL = none. An overlap deeper
// than the smallest radius of curvature may have several solutions; the guess then influences which is found. Before
// the first step of the world, every call computes the faces of hulls anew. ABUT_ERR_ARGUMENT: there is no such shape,
// it is a mesh, both are planes, or a pose is not finite.
ABUT_API abut_status abut_gap(abut_world *world, int32_t shape_a, const abut_frame *pose_a, int32_t shape_b,
                              const abut_frame *pose_b, const abut_v3 *guess, abut_gap_result *result);

#ifdef __cplusplus
}
#endif

#endif
