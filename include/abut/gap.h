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

// Gap of two shapes of a world at poses (NULL = identity) of the frames in which they were given. guess: the normal of
// an earlier call at poses nearby, which makes this one faster, or NULL; of overlaps deeper than the smallest radius of
// curvature it may decide which of several is found. Any shapes but meshes; the faces of a hull are made in every call
// before the first step of the world. ABUT_ERR_ARGUMENT: there is no such shape, it is a mesh, both are planes, or a
// pose is not finite.
ABUT_API abut_status abut_gap(abut_world *world, int32_t shape_a, const abut_frame *pose_a, int32_t shape_b,
                              const abut_frame *pose_b, const abut_v3 *guess, abut_gap_result *result);

#ifdef __cplusplus
}
#endif

#endif
