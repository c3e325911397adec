// A contact of elastic bodies as a file describes it: what abut_press solves.
#ifndef AB_SCENE_PRESS_CASE_H
#define AB_SCENE_PRESS_CASE_H

#include "elastic/closed_form.h"
#include "elastic/halfspace.h"
#include "scene/scene.h"

typedef struct ab_press_case {
    ab_halfspace_def def;
    double *gap; // of the undeformed bodies, m; ab_alloc_aligned  (nx ny)
    ab_drive drive;
    double *load; // N, Pa or m  (loads)
    int64_t loads;
    bool stiffness;
    double friction;    // of the tangential force; 0 = none
    double *tangential; // N  (loads)
    int32_t fields;     // ab_press_fields
    ab_closed_form exact;
} ab_press_case;

void ab_press_case_free(ab_ctx *cx, ab_press_case *c);

#endif
