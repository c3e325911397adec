// A contact of elastic bodies as a file describes it: what abut_press solves.
#ifndef AB_SCENE_PRESS_CASE_H
#define AB_SCENE_PRESS_CASE_H

#include "elastic/closed_form.h"
#include "elastic/load_sweep.h"
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
    int32_t fields;     // ab_press_fields, spec_press.h
    ab_closed_form exact;
} ab_press_case;

// What is to be solved; its arrays are those of the case.
static inline ab_sweep_def ab_press_case_sweep(const ab_press_case *c) {
    return (ab_sweep_def){c->def, c->gap, c->drive, c->load, c->loads, c->stiffness, c->friction, c->tangential};
}

void ab_press_case_free(ab_ctx *cx, ab_press_case *c);

#endif
