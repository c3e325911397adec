// A view: from points in space to pixels and depths, and from pixels back to rays. Used by the camera (perspective) and by the
// light (parallel), which see the same items.
#ifndef AB_RESULT_VIEW_H
#define AB_RESULT_VIEW_H

#include "result/raster.h"

typedef struct ab_view {
    v3 eye, right, up, forward; // orthonormal
    double scale;               // pixels for a unit at depth 1 (perspective) or at any depth (parallel)
    bool perspective;
    int32_t width, height;
    float *depth;               // along forward   (width height), +inf = nothing
    int32_t *item;              // what is seen: spheres first, then triangles; -1 = nothing. NULL for the light
} ab_view;

typedef struct ab_ray {
    v3 from, along; // along.forward == 1: the parameter is the depth
} ab_ray;

ab_view ab_view_towards(v3 centre, v3 direction, v3 up, double distance);
ab_ray ab_view_ray(const ab_view *view, double px, double py);
v3 ab_view_project(const ab_view *view, v3 point); // (pixel x, pixel y, depth)

// Draws the items into depth and item.
void ab_view_draw(const ab_ctx *cx, const ab_drawing *drawing, ab_view *view);

#endif
