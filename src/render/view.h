// A view projects points in space to pixels and depths, and converts pixels to rays. Used by the camera (perspective)
// and by the lights (parallel projection), with the same items.
#ifndef AB_RENDER_VIEW_H
#define AB_RENDER_VIEW_H

#include "render/raster.h"

enum { AB_SEEN_NOTHING = -1, AB_SEEN_GROUND = -2 };

typedef struct ab_view {
    v3 eye, right, up, forward; // orthonormal
    double scale;               // pixels per unit length at depth 1 (perspective) or at any depth (parallel)
    bool perspective;
    int32_t width, height;
    float *depth;  // along forward   (width height), +inf = nothing
    int32_t *item; // index of the visible item: spheres first, then triangles, or AB_SEEN_*. NULL for a light
} ab_view;

typedef struct ab_ray {
    v3 from, along; // along.forward == 1: the parameter is the depth
} ab_ray;

// Colour and transmission of the glass in front of a sample.
typedef struct ab_veil {
    float r, g, b, weight, through;
} ab_veil;

ab_view ab_view_towards(v3 eye, v3 direction, v3 up);
ab_ray ab_view_ray(const ab_view *view, double px, double py);
v3 ab_view_project(const ab_view *view, v3 point); // (pixel x, pixel y, depth)

double ab_sphere_enter(ab_ray ray, const ab_sphere_item *s); // depth at which the ray enters; NaN if it misses
double ab_ground_enter(ab_ray ray, const ab_drawing *d);     // depth of the ground along the ray; infinite if it misses

// Draws the ground (only into views with an item buffer) and the items into depth and item buffers.
void ab_view_draw(const ab_ctx *cx, const ab_drawing *drawing, ab_view *view);
// The same for many small views of lights, in parallel over the views.
void ab_views_draw(const ab_ctx *cx, const ab_drawing *drawing, ab_view *views, int64_t count);
// Accumulates in `veil` the glass in front of the depths that ab_view_draw found.
void ab_view_glaze(const ab_ctx *cx, const ab_drawing *drawing, const ab_view *view, ab_veil *veil);

#endif
