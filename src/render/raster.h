// Software renderer: spheres, triangles and a ground plane with a depth buffer, sun shadow and diffuse sky light. It
// needs no graphics driver, so that images are the same on every machine and for any number of threads.
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
    int32_t body; // id
} ab_sphere_item;

typedef struct ab_triangle_item {
    v3 corner[3];
    v3 normal[3]; // at the corners, unit; equal for flat shading
    ab_colour colour;
    int32_t body;
} ab_triangle_item;

typedef enum ab_ground {
    AB_GROUND_NONE,
    AB_GROUND_FLOOR, // chequered floor: the scene has a floor plane
    AB_GROUND_GRID   // lines and shadows only: the scene has no floor; for visual reference
} ab_ground;

typedef struct ab_camera {
    v3 eye, towards; // towards: unit
    double focus;    // focal length over the shorter edge of the image
} ab_camera;

// Input of ab_render; the caller owns the arrays.
typedef struct ab_drawing {
    const ab_sphere_item *spheres;
    int64_t nsphere;
    const ab_triangle_item *triangles;
    int64_t ntriangle;
    const ab_triangle_item *glass; // transparent, casts no shadow
    int64_t nglass;
    const ab_triangle_item *marks; // drawn over everything else, cast no shadow
    int64_t nmark;
    ab_ground ground; // infinite plane through ground_point with normal `up`
    v3 ground_point;
    v3 up; // unit
    v3 centre;
    double radius; // of the sphere about `centre` whose contents cast shadows; also sets the size of the ground squares
    ab_camera camera;
} ab_drawing;

abut_status ab_render(ab_ctx *cx, const ab_drawing *drawing, ab_image *image); // image: allocated by the caller

#endif
