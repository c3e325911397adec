// A small software renderer: spheres, triangles and a ground, with a depth buffer, the shadow of a sun and the soft
// light of a sky. Needs no graphics driver, so that every machine draws the same picture, with any number of threads.
#ifndef AB_RENDER_RASTER_H
#define AB_RENDER_RASTER_H

#include "render/png.h"
#include "math/v3.h"

typedef struct ab_colour {
    double r, g, b; // linear light, 0..1
} ab_colour;

typedef struct ab_sphere_item {
    v3 centre;
    double radius;
    ab_colour colour;
    int32_t body; // whose it is
} ab_sphere_item;

typedef struct ab_triangle_item {
    v3 corner[3];
    v3 normal[3]; // at the corners, unit; those of one triangle alike when it is flat
    ab_colour colour;
    int32_t body;
} ab_triangle_item;

typedef enum ab_ground {
    AB_GROUND_NONE,
    AB_GROUND_FLOOR, // chequered: there is a floor
    AB_GROUND_GRID   // lines and shadows only: there is none, but the eye wants one
} ab_ground;

typedef struct ab_camera {
    v3 eye, towards; // towards: unit
    double focus;    // focal length over the shorter edge of the picture
} ab_camera;

// What to draw; arrays belong to the caller.
typedef struct ab_drawing {
    const ab_sphere_item *spheres;
    int64_t nsphere;
    const ab_triangle_item *triangles;
    int64_t ntriangle;
    const ab_triangle_item *glass; // seen through, without a shadow
    int64_t nglass;
    const ab_triangle_item *marks; // over everything, without a shadow
    int64_t nmark;
    ab_ground ground; // endless, through ground_point with normal `up`
    v3 ground_point;
    v3 up; // unit
    v3 centre;
    double radius; // of the sphere round the centre that casts shadows; also the measure of the ground's squares
    ab_camera camera;
} ab_drawing;

abut_status ab_render(ab_ctx *cx, const ab_drawing *drawing, ab_image *image); // image is allocated; its size counts

#endif
