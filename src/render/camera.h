// Where the camera stands: so that what matters fills the picture, and is seen from the side on which it is widest.
#ifndef AB_RENDER_CAMERA_H
#define AB_RENDER_CAMERA_H

#include "render/primitives.h"

typedef struct ab_ball {
    v3 centre;
    double radius;
} ab_ball;

// Points that are to be in the picture, of one moment or of several.
typedef struct ab_framing {
    ab_ball *ball;
    int64_t n, capacity;
    int64_t bodies; // most in one moment
} ab_framing;

typedef struct ab_aim {
    double azimuth, elevation; // of the eye, degrees about and above the level plane; NaN: chosen
    double zoom;               // 1 = all in the picture, 2 = twice as large
    bool follow;               // looks at `target` rather than at the middle
    v3 target;
} ab_aim;

static const ab_aim ab_aim_usual = {NAN, NAN, 1, false, {0, 0, 0}};

// Adds the items of bodies 0 to nbody - 1, without the few that have flown far away from the others.
abut_status ab_framing_add(ab_ctx *cx, ab_framing *framing, const ab_primitives *primitives, int64_t nbody);
abut_status ab_framing_point(ab_ctx *cx, ab_framing *framing, v3 point);
void ab_framing_free(ab_ctx *cx, ab_framing *framing);

// Sets centre, radius and camera of a drawing whose `up` and `ground` are set, for a picture of this shape.
void ab_framing_aim(const ab_framing *framing, const ab_aim *aim, int32_t width, int32_t height, ab_drawing *drawing);

#endif
