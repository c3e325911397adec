// Expected speed of bodies before they move, from which time step and contact stiffness are chosen.
//   initial    |v|, and |w| R of bodies that are not balls, each of the fastest
//   fall       sqrt(2 g h), h = height of the scene along gravity
//   driven     sqrt(2 a L): a load, spring or motor accelerates by a = effort J M^-1 J^T, at most over the size of the
//              scene or one revolution, a spring only up to its rest length, and a motor with damping c at most to its
//              speed + effort/c
//   prescribed speed + amplitude frequency of a prescribed motion
// Angular speeds count at the farthest point of the rotating bodies.
#include "step/step.h"

#define TURN 6.283185307179586

// Diagonal of a box around all colliders with contact; a plane counts as its point.
static double size_of_scene(const ab_world *w) {
    v3 low = v3_make(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        if (!ab_collider_touches(w, i)) continue;
        const double reach = ab_collider_shape(w, i)->radius, radius = isfinite(reach) ? reach : 0;
        const v3 around = v3_make(radius, radius, radius), x = *ab_collider_x(w, i);
        low = v3_min(low, v3_sub(x, around));
        high = v3_max(high, v3_add(x, around));
    }
    return high.x >= low.x ? v3_norm(v3_sub(high, low)) : 0;
}

// ------------------------------------------------------------------------------------------------- loads

static double min_moment(const ab_world *w, int64_t i) {
    const v3 m = ab_moments_of(&w->state.body, i);
    return ab_lesser(m.x, ab_lesser(m.y, m.z));
}

static double speed_by_load(const ab_world *w, int64_t i, double size) {
    const ab_bodies *b = &w->state.body;
    if (!b->load || !b->load_torque || !ab_body_moves(b, i)) return 0;
    const double push = ab_inverse_mass_of(b, i) * v3_norm(b->load[i]),
                 twist = v3_norm(b->load_torque[i]) / min_moment(w, i);
    return sqrt(2 * push * size) + sqrt(2 * twist * TURN) * ab_body_shape(w, i)->radius;
}

// ------------------------------------------------------------------------------------- elements and prescribed motion

// Bound of the distance of any point of a body from a frame of it; 0 for the ground and fixed bodies.
static double arm_of(const ab_world *w, int64_t row, ab_pose frame) {
    return row < 0 || !ab_body_moves(&w->state.body, row) ? 0 : ab_body_shape(w, row)->radius + v3_norm(frame.x);
}

// Largest rate of the element's coordinate.
static double rate_of_element(const ab_world *w, const ab_world_force *element, double size) {
    const ab_force *f = &element->force;
    if (!f->type->max_rate) return 0;
    const ab_joint_frame a = ab_joint_frame_on(w, element->a, f->frame_a),
                         b = ab_joint_frame_on(w, element->b, f->frame_b);
    const double travel = f->along == AB_ALONG_ANGLE ? TURN : size;
    return f->type->max_rate(f, ab_force_coordinate(f, &a, &b), travel, ab_element_inverse_mass(w, element));
}

static double speed_by_element(const ab_world *w, const ab_world_force *f, double size) {
    const double rate = rate_of_element(w, f, size);
    if (f->force.along != AB_ALONG_ANGLE) return rate;
    return rate * fmax(arm_of(w, f->a, f->force.frame_a), arm_of(w, f->b, f->force.frame_b));
}

static double speed_by_joint(const ab_world *w, const ab_world_joint *j) {
    const ab_joint_type *type = j->joint.type;
    const double rate = type->prescribed_rate ? type->prescribed_rate(&j->joint) : 0;
    if (!type->angular) return rate;
    return rate * fmax(arm_of(w, j->a, j->joint.frame_a), arm_of(w, j->b, j->joint.frame_b));
}

static double speed_by_drives(const ab_world *w, double size) {
    double fastest = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) fastest = fmax(fastest, speed_by_load(w, i, size));
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        fastest = fmax(fastest, speed_by_element(w, &w->mechanism.force[i], size));
    for (int64_t i = 0; i < w->mechanism.n; i++) fastest = fmax(fastest, speed_by_joint(w, &w->mechanism.joint[i]));
    return fastest;
}

double ab_speed_of_fall(const ab_world *w) {
    const double g = v3_norm(w->config.gravity);
    const v3 down = v3_unit(w->config.gravity);
    double fastest = 0, low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        if (!ab_collider_touches(w, i)) continue;
        const v3 x = *ab_collider_x(w, i);
        fastest = fmax(fastest, v3_norm(w->state.body.v[ab_owner(w, i)]));
        low = fmin(low, v3_dot(down, x));
        high = fmax(high, v3_dot(down, x));
    }
    return fastest + (high > low ? sqrt(2 * g * (high - low)) : 0);
}

static double max_spin(const ab_world *w) {
    double fastest = 0;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        const int64_t body = ab_owner(w, i);
        const bool round = ab_body_shape(w, body)->kind == AB_SHAPE_sphere;
        if (ab_collider_touches(w, i) && !round && ab_body_moves(&w->state.body, body))
            fastest = fmax(fastest, v3_norm(w->state.body.w[body]) * ab_body_shape(w, body)->radius);
    }
    return fastest;
}

// The maximum of spin and drives, not their sum: bodies may already rotate with their drives.
double ab_expected_speed(const ab_world *w) {
    return ab_speed_of_fall(w) + fmax(max_spin(w), speed_by_drives(w, size_of_scene(w)));
}
