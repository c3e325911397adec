// Number of base steps dt in the next step: several while nothing can touch, otherwise one.
//
// In a time T no point of a body moves further than its reach,
//   reach = 5/4 (T |v| + T^2/2 |F|/m + R (T |w| + T^2/2 |torque|/I)),
//     I the least moment, R the radius about the centre
// (5/4 allows for a change of the forces). Stops count as contacts: in a long step none may engage or release. If the
// distance of every pair, of their boxes or of their surfaces, exceeds the sum of the two reaches, the long step cannot
// miss a contact. Long steps begin at multiples of their length, so that output times coincide with their ends.
//
// The choice depends on the state alone, not on the pair list or on output: a resumed run takes the same steps.
#include "step/phases.h"
#include "step/step.h"

#define CHANGE 1.25

static double min_moment(const ab_bodies *b, int64_t i) {
    const v3 m = ab_moments_of(b, i);
    return ab_lesser(m.x, ab_lesser(m.y, m.z));
}

// Bound of the displacement of a collider's points by rotation.
static double turn_of(const ab_world *w, int64_t i, double time) {
    const ab_bodies *b = &w->state.body;
    if (!ab_collider_moves(w, i)) return 0;
    const int64_t c = ab_owner(w, i);
    const double twist = 0.5 * time * time * v3_norm(b->torque[c]) / min_moment(b, c);
    const double radius = ab_collider_shape(w, i)->radius + v3_norm(v3_sub(*ab_collider_x(w, i), b->x[c]));
    return radius * (time * v3_norm(b->w[c]) + twist);
}

// Bound of the displacement of a collider's points; c is its body.
static double reach_of(const ab_world *w, int64_t i, double time) {
    const ab_bodies *b = &w->state.body;
    if (!ab_collider_moves(w, i)) return 0;
    const int64_t c = ab_owner(w, i);
    const double push = 0.5 * time * time * ab_inverse_mass_of(b, c) * v3_norm(b->force[c]);
    return CHANGE * (time * v3_norm(b->v[c]) + push + turn_of(w, i, time));
}

static const ab_shape *shape_of(const ab_world *w, int64_t i) { return ab_collider_shape(w, i); }

static ab_placed placed(const ab_world *w, int64_t i) {
    return (ab_placed){shape_of(w, i), ab_collider_x(w, i), ab_collider_q(w, i)};
}

static double gap_from_plane(const ab_world *w, int64_t plane, int64_t i) {
    const v3 n = quat_rotate(*ab_collider_q(w, plane), shape_of(w, plane)->half);
    return v3_dot(n, v3_sub(*ab_collider_x(w, i), *ab_collider_x(w, plane))) - shape_of(w, i)->radius;
}

static double gap_of_spheres(const ab_world *w, int64_t i, int64_t j) {
    if (shape_of(w, i)->kind == AB_SHAPE_plane) return gap_from_plane(w, i, j);
    if (shape_of(w, j)->kind == AB_SHAPE_plane) return gap_from_plane(w, j, i);
    return v3_norm(v3_sub(*ab_collider_x(w, i), *ab_collider_x(w, j))) - shape_of(w, i)->radius -
           shape_of(w, j)->radius;
}

// Gap of the oriented boxes of SDF colliders, or of boxes around the bounding spheres.
static double gap_of_boxes(const ab_world *w, int64_t i, int64_t j) {
    ab_obb box[2];
    for (int k = 0; k < 2; k++) {
        const int64_t row = k == 0 ? i : j;
        const ab_shape *shape = shape_of(w, row);
        if (shape->kind == AB_SHAPE_plane) return 0;
        box[k] = shape->sdf_collider
                     ? (ab_obb){pose_mul(ab_collider_pose(w, row), shape->sdf_collider->box.pose),
                                shape->sdf_collider->box.half}
                     : (ab_obb){ab_collider_pose(w, row), v3_make(shape->radius, shape->radius, shape->radius)};
    }
    return ab_obb_gap(&box[0], &box[1]);
}

// Clearance of a pair by its narrow phase; 0 if there are contacts.
static double clearance(const ab_world *w, int64_t i, int64_t j, double way) {
    ab_contact_points none = {.detect = w->config.detect >= AB_DETECT_EXACT ? w->config.detect : AB_DETECT_TREE,
                              .reach = 1.01 * way,
                              .workspace = w->collision.clip_workspaces.workspace};
    const ab_placed a = placed(w, i), b = placed(w, j);
    ab_pair_collide_fn(w, i, j)(&a, &b, &none);
    return none.n == 0 ? none.clear : 0;
}

// Bounding spheres, then boxes, then the surfaces themselves.
static bool pair_can_touch(const ab_world *w, ab_pair pair, double way) {
    const bool in_order = shape_of(w, pair.a)->kind <= shape_of(w, pair.b)->kind;
    const int64_t i = in_order ? pair.a : pair.b, j = in_order ? pair.b : pair.a;
    return !(gap_of_spheres(w, i, j) > way || gap_of_boxes(w, i, j) > way || clearance(w, i, j, way) > way);
}

static bool can_touch(const ab_world *w, const double *reach) {
    uint32_t row = 0;
    for (int64_t p = 0; p < w->collision.pairs.n; p++) {
        const ab_pair pair = ab_pairs_walk(&w->collision.pairs, p, &row);
        if (pair_can_touch(w, pair, reach[pair.a] + reach[pair.b])) return true;
    }
    return false;
}

static bool too_far(const ab_world *w, int64_t i, double reach) {
    return !(w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT) && ab_collider_moves(w, i) &&
           !(reach <= AB_SKIN * shape_of(w, i)->radius);
}

// Bound of the change of an element's coordinate.
static double reach_along(const ab_world *w, const ab_world_force *f, const ab_row *row, double time) {
    const ab_bodies *b = &w->state.body;
    const int64_t body[2] = {f->a, f->b};
    const v3 linear[2] = {row->va, row->vb}, angular[2] = {row->wa, row->wb};
    double push = 0, twist = 0;
    for (int k = 0; k < 2; k++) {
        const int64_t i = body[k];
        if (i < 0 || !ab_body_moves(b, i)) continue;
        push += ab_inverse_mass_of(b, i) * v3_dot(linear[k], b->force[i]);
        twist += v3_norm(angular[k]) * v3_norm(b->torque[i]) / min_moment(b, i);
    }
    return CHANGE * (time * fabs(ab_row_speed(w, f->a, f->b, row)) + 0.5 * time * time * (fabs(push) + twist));
}

static bool can_stop(const ab_world *w, double time) {
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const ab_world_force *f = &w->mechanism.force[i];
        if (!f->force.type->clearance) continue;
        const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                             b = ab_joint_frame_on(w, f->b, f->force.frame_b);
        const ab_row row = ab_force_gradient(&f->force, &a, &b);
        if (!(f->force.type->clearance(&f->force, row.value) > reach_along(w, f, &row, time))) return true;
    }
    return false;
}

#define MAX_BASE_STEPS 1e6 // of a long step

static int64_t long_step(const ab_world *w) {
    const double base_steps = floor(w->config.free_dt / w->config.dt * (1 + 1e-9));
    return base_steps > MAX_BASE_STEPS ? (int64_t)MAX_BASE_STEPS : base_steps > 1 ? (int64_t)base_steps : 1;
}

abut_status ab_choose_base_steps(ab_world *w, int64_t *base_steps) {
    *base_steps = 1;
    const int64_t max = long_step(w);
    const bool fits =
        w->state.step % max == 0 && (w->state.last_step == 0 || w->state.step + max <= w->state.last_step);
    if (max == 1 || w->state.contacts.n > 0 || !fits || can_stop(w, (double)max * w->config.dt)) return ABUT_OK;
    double *reach = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &reach, w->state.collider.n));
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        reach[i] = reach_of(w, i, (double)max * w->config.dt);
        if (too_far(w, i, reach[i])) return ABUT_OK;
    }
    AB_TRY(ab_find_pairs_within(w, reach));
    if (!can_touch(w, reach)) *base_steps = max;
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------- forecast

enum { FORECAST_MAX = 1000, HALVINGS = 12 }; // FORECAST_MAX: colliders; all pairs are tested

// Lower bound of the gap by bounding spheres and boxes; infinite for pairs that never touch.
static double min_gap(const ab_world *w, int64_t i, int64_t j) {
    const bool both_fixed = !ab_collider_moves(w, i) && !ab_collider_moves(w, j);
    const bool ghost = (w->state.collider.flags[i] | w->state.collider.flags[j]) & AB_COLLIDER_NO_CONTACT;
    if (both_fixed || ghost || ab_owner(w, i) == ab_owner(w, j)) return INFINITY;
    return ab_greater(gap_of_spheres(w, i, j), gap_of_boxes(w, i, j));
}

// Bound of the approach of two bodies, by relative velocity and relative acceleration.
static double approach(const ab_world *w, int64_t i, int64_t j, double time) {
    const ab_bodies *b = &w->state.body;
    const int64_t c = ab_owner(w, i), d = ab_owner(w, j);
    const v3 pull =
        v3_sub(v3_scale(ab_inverse_mass_of(b, c), b->force[c]), v3_scale(ab_inverse_mass_of(b, d), b->force[d]));
    return CHANGE * (time * v3_norm(v3_sub(b->v[c], b->v[d])) + 0.5 * time * time * v3_norm(pull) +
                     turn_of(w, i, time) + turn_of(w, j, time));
}

static bool all_apart(const ab_world *w, double time) {
    for (int64_t i = 0; i < w->state.collider.n; i++)
        for (int64_t j = i + 1; j < w->state.collider.n; j++)
            if (!(min_gap(w, i, j) > approach(w, i, j, time))) return false;
    return true;
}

// Bisection: a contact that is possible within a time is possible within a longer one.
double ab_time_apart(const ab_world *w, double max) {
    if (w->state.collider.n > FORECAST_MAX || ab_flows_count(&w->state.flows) > 0) return 0;
    double time = 0, step = max;
    for (int i = 0; i < HALVINGS && time < max; i++) {
        if (!can_stop(w, time + step) && all_apart(w, time + step)) time += step;
        step *= 0.5;
    }
    return time;
}
