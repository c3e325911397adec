// Shapes of the members of a group and their frequencies. [0, 1) is divided into one interval per shape, as long as its
// frequency; member i has the shape whose interval contains the fractional part of start + i/(golden ratio), so that
// any run of members has each shape nearly at its frequency.
#ifndef AB_WORLD_PARTICLE_TEMPLATES_H
#define AB_WORLD_PARTICLE_TEMPLATES_H

#include "base/ctx.h"
#include "shape/shape.h"

typedef struct ab_particle_templates {
    int32_t *shape; // index into ab_config.shapes   (n)
    double *until;  // upper end of the interval of each shape, ascending to 1   (n)
    int64_t n;
    double start;
} ab_particle_templates;

void ab_particle_templates_free(ab_ctx *cx, ab_particle_templates *templates);
int32_t ab_particle_templates_pick(const ab_particle_templates *templates, int64_t member);
double ab_particle_templates_volume(const ab_particle_templates *templates,
                                    const ab_shape *shapes); // mean volume of a member, m^3

#endif
