// Drawables: the bodies, contacts and line elements of one frame as they are drawn. Filled from a world
// (snapshot_image.h) or from results (replay.h).
#ifndef AB_RENDER_DRAWABLES_H
#define AB_RENDER_DRAWABLES_H

#include "render/camera.h"
#include "shape/shape.h"

typedef enum ab_colouring { AB_BY_BODY, AB_BY_MATERIAL, AB_BY_SPEED, AB_BY_FORCE } ab_colouring;

typedef struct ab_drawable {
    int32_t id, owner, material; // owner: the body of a collider, or the body itself
    ab_shape_kind kind;
    bool hidden, glass;
    v3 x;          // m
    v3 normal;     // of a plane
    double radius; // of a sphere, m
    double speed;  // m/s
    double load;   // sum of normal contact forces, N
} ab_drawable;

typedef struct ab_drawable_contact {
    v3 point, force; // m, N
} ab_drawable_contact;

typedef struct ab_drawable_line { // a spring or a rod, drawn as a thin line
    v3 end[2];
} ab_drawable_line;

typedef struct ab_look {
    ab_colouring colouring;
    double max; // speed or force of the brightest colour; 0 = the largest present
    bool arrows, walls;
    double arrow; // force of an arrow as long as a third of the scene, N; 0 = the largest present
    ab_aim aim;
} ab_look;

typedef struct ab_drawables {
    ab_ctx *cx;
    ab_drawable *drawable;
    int64_t ndrawable, drawable_capacity;
    ab_drawable_contact *contact;
    int64_t ncontact, contact_capacity;
    ab_drawable_line *line;
    int64_t nline, line_capacity;
    v3 gravity;
    int32_t bodies; // ids are below this
    ab_primitives primitives;
} ab_drawables;

void ab_drawables_clear(ab_drawables *drawables); // keeps the memory
void ab_drawables_free(ab_drawables *drawables);

bool ab_drawable_is_drawn(const ab_drawable *drawable);                         // has a surface and is not hidden
double ab_drawables_max(const ab_drawables *drawables, ab_colouring colouring); // largest speed or force
static const ab_colour ab_glass_colour = {0.20, 0.32, 0.45};
ab_colour ab_scale_colour(double share); // colour map, 0..1: dark blue to yellow
ab_colour ab_drawables_colour(const ab_drawables *drawables, int64_t drawable, const ab_look *look);

// Adds the primitives and the end points of line elements to the framing.
abut_status ab_drawables_frame(const ab_drawables *drawables, ab_framing *framing);

// Renders the drawables, whose primitives are filled, with the camera from `framing`.
abut_status ab_drawables_render(ab_drawables *drawables, const ab_look *look, const ab_framing *framing,
                                ab_image *image);

#endif
