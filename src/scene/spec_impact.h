// The contents of a file of the study `impact` as C structs. All numbers are SI.
#ifndef AB_SCENE_SPEC_IMPACT_H
#define AB_SCENE_SPEC_IMPACT_H

#include "scene/spec.h"

typedef struct ab_impact_body_spec {
    ab_head head;
    double mass;
    v3 inertia, position, velocity, angular_velocity;
    ab_orientation_spec orientation;
} ab_impact_body_spec;

typedef struct ab_impact_contact_spec {
    ab_head head;
    const char *name, *a, *b; // bodies; NULL = one that never moves
    v3 point, normal, tangent;
    int32_t law;                  // -1 = that of the impact
    double friction, restitution; // where given
    double stiffness;
} ab_impact_contact_spec;

typedef struct ab_impact_spec {
    ab_head head;
    int32_t law, order;
    double friction, restitution;
    bool guard, planar;
    ab_list bodies;             // ab_impact_body_spec
    ab_list contacts;           // ab_impact_contact_spec
    ab_list mobility, velocity; // double
} ab_impact_spec;

typedef struct ab_impact_root_spec {
    AB_ROOT_MEMBERS;
    ab_impact_spec impact;
} ab_impact_root_spec;

#endif
