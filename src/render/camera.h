// Choice of the camera: the scene fills the picture and is seen from its broad side.
#ifndef AB_RENDER_CAMERA_H
#define AB_RENDER_CAMERA_H

#include "render/primitives.h"

typedef struct ab_ball {
    v3 centre;
    double radius;
} ab_ball;

// Points, with radii, that must be inside the picture; of one frame or of several.
typedef struct ab_framing {
    ab_ball *ball;
    int64_t n, capacity;
    int64_t bodies; // max number of bodies in one frame
} ab_framing;

typedef struct ab_aim {
    double azimuth, elevation; // of the eye about the vertical and above the horizontal plane, degrees; NaN = automatic
    double zoom;               // 1 = everything inside the picture, 2 = twice as large
    bool follow;               // look at `target` instead of the centre of the scene
    v3 target;
} ab_aim;

static const ab_aim ab_aim_usual = {NAN, NAN, 1, false, {0, 0, 0}};

// Adds the primitives of bodies 0 to nbody - 1, except those of outliers far away from the other bodies.
abut_status ab_framing_add(ab_ctx *cx, ab_framing *framing, const ab_primitives *primitives, int64_t nbody);
abut_status ab_framing_point(ab_ctx *cx, ab_framing *framing, v3 point);
void ab_framing_free(ab_ctx *cx, ab_framing *framing);

// Sets centre, radius and camera of a drawing whose `up` and `ground` are set, for an image of this size.
void ab_framing_aim(const ab_framing *framing, const ab_aim *aim, int32_t width, int32_t height, ab_drawing *drawing);

#endif
