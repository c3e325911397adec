// Generalised coordinate y of two bodies that grows as they overlap: the volume of an overlap, or the depth of a patch
// of surface samples. Its gradient is the wrench of a unit generalised force along y on the two bodies.
//   y' = -(F.(v_a - v_b) + T_a.w_a - T_b.w_b),   1/m_y = |F|^2/m_a + T_a.I_a^-1 T_a + the same of b
#ifndef AB_STEP_GAP_COORDINATE_H
#define AB_STEP_GAP_COORDINATE_H

#include "step/phases.h"

typedef struct ab_gap_coordinate {
    int64_t a, b;          // rows of bodies
    v3 force;              // on a; the opposite acts on b
    v3 torque_a, torque_b; // torque of `force` about the centre of mass of a, and about that of b
} ab_gap_coordinate;

static inline ab_gap_coordinate ab_gap_coordinate_of(const ab_world *w, int64_t collider_a, int64_t collider_b) {
    return (ab_gap_coordinate){ab_owner(w, collider_a), ab_owner(w, collider_b), v3_zero(), v3_zero(), v3_zero()};
}

// Adds a force on a at a point, and the couple pitch times the force.
static inline void ab_gap_coordinate_add(const ab_world *w, v3 point, v3 force, double pitch, ab_gap_coordinate *y) {
    const v3 *x = w->state.body.x;
    y->force = v3_add(y->force, force);
    y->torque_a = v3_add(y->torque_a, v3_add_scaled(v3_cross(v3_sub(point, x[y->a]), force), pitch, force));
    y->torque_b = v3_add(y->torque_b, v3_add_scaled(v3_cross(v3_sub(point, x[y->b]), force), pitch, force));
}

double ab_gap_coordinate_rate(const ab_world *w, const ab_gap_coordinate *y);

// Effective mass along y, and the effective mass available to the damper of one contact if each body is divided among
// its partners (apply_laws.c).
typedef struct ab_gap_coordinate_mass {
    double whole, split; // infinite if y moves no body
} ab_gap_coordinate_mass;
double ab_gap_coordinate_whole(const ab_world *w, const ab_gap_coordinate *y); // the former alone
ab_gap_coordinate_mass ab_gap_coordinate_mass_of(const ab_world *w, const ab_evaluation *eval,
                                                 const ab_gap_coordinate *y);

// Damped force along y. in->mass is the whole effective mass; last: force at the beginning of the step; fresh: the
// contact began within the step.
double ab_gap_coordinate_force(const ab_evaluation *eval, const ab_damping_in *in, double split, double rate,
                               double last, bool fresh);

#endif
