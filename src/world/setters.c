// Changes of a world by its user between two steps: poses, velocities, loads, impulses, gravity, targets of motors.
//
// A setter changes the state and marks the forces as stale. Before the next step ab_refresh restores the joints,
// evaluates contacts and forces anew, and books the change of energy as work done by the user (work_external).
#include "geom/mesh/cursor.h"
#include "world/world.h"

static void mark(ab_world *w) { w->state.forces_stale = w->state.changed_by_user = true; }

static abut_status find_row(const ab_world *w, abut_body body, int64_t *row) {
    if (!w) return ABUT_ERR_ARGUMENT;
    *row = ab_body_row(w, body);
    return *row >= 0 ? ABUT_OK : ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed?");
}

static abut_status find_mobile(const ab_world *w, abut_body body, int64_t *row) {
    AB_TRY(find_row(w, body, row));
    if (ab_body_moves(&w->state.body, *row)) return ABUT_OK;
    char label[ABUT_LABEL];
    ab_body_label(w, *row, label);
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "the body '%s' is fixed and has no velocity", label);
}

// Both of a pair of vectors, or neither.
static abut_status check_finite(const ab_world *w, v3 a, v3 b, const char *what) {
    return v3_finite(a) && v3_finite(b) ? ABUT_OK : ab_fail(w->cx, ABUT_ERR_ARGUMENT, "%s must be finite", what);
}

abut_status abut_body_set_pose(abut_world *w, abut_body body, abut_v3 position, abut_quat orientation) {
    int64_t i;
    AB_TRY(find_row(w, body, &i));
    const double norm2 = quat_norm2(orientation);
    if (!ab_coordinates_valid(position) || !isfinite(norm2) || norm2 < 1e-6)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a position must be finite and within 1e50 m of the origin, an orientation finite and not zero");
    ab_bodies *b = &w->state.body;
    const ab_pose pose =
        pose_mul((ab_pose){position, quat_unit(orientation)}, pose_inverse(ab_body_shape(w, i)->placed));
    b->x[i] = pose.x;
    b->q[i] = pose.q;
    if (ab_body_moves(b, i)) b->l[i] = ab_angular_momentum(ab_moments_of(b, i), b->q[i], b->w[i]);
    b->flux_side[i] = ab_flows_side(&w->state.flows, b->x[i]);
    ab_place_colliders(w);
    w->collision.pairs_stale = true;
    mark(w);
    return ABUT_OK;
}

static void set_velocity(ab_world *w, int64_t i, v3 velocity, v3 l) {
    ab_bodies *b = &w->state.body;
    b->v[i] = b->mean_v[i] = velocity;
    b->l[i] = l;
    b->w[i] = b->mean_w[i] = ab_spin(ab_moments_of(b, i), b->q[i], l);
    mark(w);
}

abut_status abut_body_set_velocity(abut_world *w, abut_body body, abut_v3 velocity, abut_v3 angular_velocity) {
    int64_t i;
    AB_TRY(find_mobile(w, body, &i));
    AB_TRY(check_finite(w, velocity, angular_velocity, "velocities"));
    set_velocity(w, i, velocity,
                 ab_angular_momentum(ab_moments_of(&w->state.body, i), w->state.body.q[i], angular_velocity));
    return ABUT_OK;
}

abut_status abut_body_apply_impulse(abut_world *w, abut_body body, abut_v3 impulse, abut_v3 angular_impulse) {
    int64_t i;
    AB_TRY(find_mobile(w, body, &i));
    AB_TRY(check_finite(w, impulse, angular_impulse, "impulses"));
    const ab_bodies *b = &w->state.body;
    set_velocity(w, i, v3_add_scaled(b->v[i], ab_inverse_mass_of(b, i), impulse), v3_add(b->l[i], angular_impulse));
    return ABUT_OK;
}

abut_status abut_body_set_force(abut_world *w, abut_body body, abut_v3 force, abut_v3 torque) {
    int64_t i;
    AB_TRY(find_mobile(w, body, &i));
    AB_TRY(check_finite(w, force, torque, "forces and torques"));
    ab_bodies *b = &w->state.body;
    AB_TRY(ab_bodies_want(w->cx, b, &b->load));
    AB_TRY(ab_bodies_want(w->cx, b, &b->load_torque));
    b->load[i] = force;
    b->load_torque[i] = torque;
    mark(w);
    return ABUT_OK;
}

abut_status abut_body_principal_frame(const abut_world *w, abut_body body, abut_frame *frame) {
    int64_t i;
    AB_TRY(find_row(w, body, &i));
    if (!frame) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "abut_body_principal_frame needs a place for the frame");
    const ab_pose pose = pose_inverse(ab_body_shape(w, i)->placed);
    *frame = (abut_frame){pose.x, pose.q};
    return ABUT_OK;
}

// The datum of heights moves with the potential energy, so that the energy in play (abut_watch.turnover) does not jump.
abut_status abut_world_set_gravity(abut_world *w, abut_v3 gravity) {
    if (!w) return ABUT_ERR_ARGUMENT;
    AB_TRY(check_finite(w, gravity, gravity, "gravity"));
    const ab_bodies *b = &w->state.body;
    const v3 change = v3_sub(gravity, w->config.gravity);
    for (int64_t i = 0; i < b->n && w->state.started; i++)
        if (ab_body_moves(b, i)) w->ledger.datum -= ab_mass_of(b, i) * v3_dot(change, b->x[i]);
    w->config.gravity = gravity;
    mark(w);
    return ABUT_OK;
}

abut_status abut_force_set_target(abut_world *w, int64_t index, double target, double speed, double effort) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (index < 0 || index >= w->mechanism.nforce)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no force element %lld", (long long)index);
    ab_world_force *f = &w->mechanism.force[index];
    if (!f->force.type->set_target)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s' is a %s and has no target; only a motor has", f->name,
                       f->force.type->name);
    if (!isfinite(target) || !isfinite(speed) || !isfinite(effort))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "target, speed and effort of a motor must be finite");
    f->force.type->set_target(&f->force, target - speed * w->state.time, speed, effort);
    mark(w);
    return ABUT_OK;
}
