// The shapes that the members of a group share, and how often each: member i has the one whose share of [0, 1) holds
// the fraction of start + i/golden ratio, so that any run of members has every kind nearly as often as it should.
#ifndef AB_WORLD_PARTICLE_TEMPLATES_H
#define AB_WORLD_PARTICLE_TEMPLATES_H

#include "base/ctx.h"
#include "shape/shape.h"

typedef struct ab_particle_templates {
    int32_t *shape; // of the world   (n)
    double *until;  // end of its share, ascending to 1   (n)
    int64_t n;
    double start;
} ab_particle_templates;

void ab_particle_templates_free(ab_ctx *cx, ab_particle_templates *templates);
int32_t ab_particle_templates_pick(const ab_particle_templates *templates, int64_t member);
double ab_particle_templates_volume(const ab_particle_templates *templates,
                                    const ab_shape *shapes); // mean of the members

#endif
