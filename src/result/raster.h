// A small software renderer: spheres, triangles and floors, with a depth buffer and a shadow map. Needs no graphics driver, so
// that every machine draws the same picture.
#ifndef AB_RESULT_RASTER_H
#define AB_RESULT_RASTER_H

#include "base/png.h"
#include "math/v3.h"

typedef struct ab_colour {
    double r, g, b; // linear light, 0..1
} ab_colour;

typedef struct ab_sphere_item {
    v3 centre;
    double radius;
    ab_colour colour;
} ab_sphere_item;

typedef struct ab_triangle_item {
    v3 corner[3];
    ab_colour colour;
} ab_triangle_item;

// What to draw; arrays belong to the caller.
typedef struct ab_drawing {
    const ab_sphere_item *spheres;
    int64_t nsphere;
    const ab_triangle_item *triangles;
    int64_t ntriangle;
    bool floor;             // an endless chequered floor through floor_point with normal `up`
    v3 floor_point;
    v3 up;                  // unit
    v3 centre;              // what the camera looks at
    double radius;          // of the sphere around the centre that is in the picture
} ab_drawing;

abut_status ab_render(ab_ctx *cx, const ab_drawing *drawing, ab_image *image); // image is allocated; its size counts

#endif
