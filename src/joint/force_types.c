// Table of force elements, lookup by name, their coordinates, and the conversion of efforts to forces and torques.
#include "joint/force.h"

#include <string.h>

#define AB_FORCE(name) extern const ab_force_type ab_force_##name;
#include "joint/forces.def"
#undef AB_FORCE

const ab_force_type *const ab_force_types[] = {
#define AB_FORCE(name) &ab_force_##name,
#include "joint/forces.def"
#undef AB_FORCE
};

const int ab_force_type_count = sizeof ab_force_types / sizeof ab_force_types[0];

const char *const ab_coordinate_names[AB_COORDINATES] = {"distance", "travel", "angle"};
const char *const ab_coordinate_help[AB_COORDINATES] = {
    "distance of the two points",
    "how far b's point is from a's along the axis",
    "how far b is turned against a about the axis",
};

const ab_force_type *ab_force_type_find(const char *name) {
    for (int i = 0; i < ab_force_type_count; i++)
        if (strcmp(ab_force_types[i]->name, name) == 0) return ab_force_types[i];
    return NULL;
}

double ab_force_coordinate(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b) {
    const v3 d = v3_sub(b->p, a->p);
    if (f->along == AB_ALONG_DISTANCE) return v3_norm(d);
    return f->along == AB_ALONG_TRAVEL ? v3_dot(a->z, d) : ab_angle_near(a, b, f->last);
}

// s and its gradient. For coincident points, which have no direction, the gradient is zero.
ab_row ab_force_gradient(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b) {
    if (f->along == AB_ALONG_TRAVEL) return ab_row_along(a, b, a->z);
    if (f->along == AB_ALONG_ANGLE) return ab_row_angle(a, b, f->last);
    const double distance = v3_norm(v3_sub(b->p, a->p));
    ab_row row = {.value = 0};
    if (distance > 0) row = ab_row_distance(a, b, distance);
    row.value = distance;
    return row;
}

// Rate of s, from the velocities of the centres of mass, which joint frames do not contain.
static double rate_of(const ab_joint_frame *a, const ab_joint_frame *b, const ab_row *row) {
    const v3 va = v3_sub(a->v, v3_cross(a->w, a->arm)), vb = v3_sub(b->v, v3_cross(b->w, b->arm));
    return v3_dot(row->va, va) + v3_dot(row->wa, a->w) + v3_dot(row->vb, vb) + v3_dot(row->wb, b->w);
}

// A wrench on b at its point and the reaction on a, reduced to the centres of mass.
static ab_row spread(const ab_joint_frame *a, const ab_joint_frame *b, ab_wrench push) {
    const v3 from_a = v3_add(a->arm, v3_sub(b->p, a->p));
    return (ab_row){.va = v3_neg(push.force),
                    .wa = v3_neg(v3_add(push.torque, v3_cross(from_a, push.force))),
                    .vb = push.force,
                    .wb = v3_add(push.torque, v3_cross(b->arm, push.force))};
}

static ab_force_action apply_load(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b) {
    const ab_bushing_load given = f->type->load(f, a, b);
    const ab_row all = spread(a, b, given.total);
    return (ab_force_action){
        all.va, all.wa, all.vb, all.wb, {.stored = given.stored, .damping = -1}, spread(a, b, given.damped)};
}

ab_force_action ab_force_act(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b, double t) {
    if (f->type->load) return apply_load(f, a, b);
    const ab_row row = ab_force_gradient(f, a, b);
    ab_effort e = {0};
    f->type->act(f, row.value, rate_of(a, b, &row), t, &e);
    return (ab_force_action){v3_scale(e.effort, row.va),
                             v3_scale(e.effort, row.wa),
                             v3_scale(e.effort, row.vb),
                             v3_scale(e.effort, row.wb),
                             e,
                             row};
}
