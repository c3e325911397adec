// An impact as a file describes it: what abut_impact_solve solves.
#ifndef AB_SCENE_IMPACT_CASE_H
#define AB_SCENE_IMPACT_CASE_H

#include "scene/scene.h"

typedef struct ab_impact_case {
    abut_impact_def def; // its arrays are these
    abut_impact_body *body;
    abut_impact_contact *contact;
    double *mobility, *velocity;
    char *text; // names of bodies and contacts
} ab_impact_case;

void ab_impact_case_free(ab_ctx *cx, ab_impact_case *c);

#endif
