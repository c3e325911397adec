// Groups of contacts: of bodies that touch each other, or are held by joints of one mechanism. Impulses act within a
// group only.
#ifndef AB_STEP_IMPACT_GROUPS_H
#define AB_STEP_IMPACT_GROUPS_H

#include "step/contact_cones.h"

typedef struct ab_impact_groups {
    int32_t *root;  // of a body: representative of its group     (bodies)
    int64_t *first; // of a representative: first cone, -1 = none (bodies)
    int64_t *next;  // of a cone: the next of its group, -1       (cones)
} ab_impact_groups;

// Groups of the cones; those with an impact are marked in c->in_impact. *any: whether there are impacts; else no groups
// are made.
abut_status ab_impact_groups_make(ab_contact_cones *c, ab_impact_groups *groups, bool *any);
// Representative of the group of cone i.
int32_t ab_impact_group_of(const ab_contact_cones *c, const ab_impact_groups *groups, int64_t i);

#endif
