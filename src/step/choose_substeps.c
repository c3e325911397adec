// Number of substeps of the next step that prevents tunnelling (bodies that pass through each other undetected).
//
// In a substep no pair may have a relative motion of more than AB_TRAVEL_PER_SUBSTEP of its least extent
// (ab_min_extent), or it could leave on the far side without an evaluation in contact. A test of each single body
// mostly shows that all are slow enough. Otherwise the fast pairs are found by a broad phase over swept boxes, and the
// motion of each is followed over the step:
//   ball - ball, ball - plane   in closed form
//   others                      conservative advancement: by the lower bound of the distance, but at least by a
//                               fraction of the extent that cannot be passed through
// Only a pair that comes into contact divides the step, as finely as its contact needs. A pair that needs more than
// MAX_SUBSTEPS is counted and reported.
//
// The choice depends on the state alone: a resumed run divides the same steps.
#include "base/threads.h"
#include "step/phases.h"
#include "step/step.h"

enum { MAX_SUBSTEPS = 10000, PLACES_PER_SUBSTEP = 2 };

static const ab_shape *shape_of(const ab_world *w, int64_t i) { return ab_collider_shape(w, i); }

static bool is_ball(const ab_world *w, int64_t i) { return shape_of(w, i)->kind == AB_SHAPE_sphere; }

// Mean velocity of a collider over the next dt, by the present force on its body c.
static v3 velocity_of(const ab_world *w, int64_t i, double dt) {
    const ab_bodies *b = &w->state.body;
    if (!ab_collider_moves(w, i)) return v3_zero();
    const int64_t c = ab_owner(w, i);
    return v3_add_scaled(ab_collider_velocity(w, i), 0.5 * dt * ab_inverse_mass_of(b, c), b->force[c]);
}

// Bound of the displacement of a collider's points by rotation.
static double turn_of(const ab_world *w, int64_t i, double dt) {
    return is_ball(w, i) || !ab_collider_moves(w, i)
               ? 0
               : dt * v3_norm(w->state.body.w[ab_owner(w, i)]) * shape_of(w, i)->radius;
}

// ---------------------------------------------------------------------------------------------------- all bodies

typedef struct substeps_job {
    const ab_world *w;
    double dt;
    double *substeps; // number that each pair needs
} substeps_job;

enum { RATIO, TRAVEL, THIN, TRAVEL_OF_SDF, THIN_SDF, TRAVEL_OF_OPEN, LOOKS };

static void look_at_body(void *arg, int64_t i, double *max) {
    const substeps_job *j = arg;
    const ab_world *w = j->w;
    if (w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT) return;
    const double inner = shape_of(w, i)->inner;
    const double travel = j->dt * v3_norm(velocity_of(w, i, j->dt)) + turn_of(w, i, j->dt);
    ab_raise_max(&max[TRAVEL], travel);
    if (!(inner > 0)) {
        ab_raise_max(&max[TRAVEL_OF_OPEN], travel);
        return;
    }
    ab_raise_max(&max[THIN], 1 / inner);
    ab_raise_max(&max[RATIO], travel / inner);
    if (is_ball(w, i)) return;
    ab_raise_max(&max[TRAVEL_OF_SDF], travel);
    ab_raise_max(&max[THIN_SDF], 1 / inner);
}

// The extent of a pair with a ball is at least that of either body; that of two other solids is the smaller one.
static bool all_are_slow(const double max[LOOKS]) {
    return 2 * max[TRAVEL] * max[THIN] <= AB_TRAVEL_PER_SUBSTEP ||
           (max[RATIO] <= AB_TRAVEL_PER_SUBSTEP && 2 * max[TRAVEL_OF_SDF] * max[THIN_SDF] <= AB_TRAVEL_PER_SUBSTEP &&
            2 * max[TRAVEL_OF_OPEN] * max[THIN] <= AB_TRAVEL_PER_SUBSTEP);
}

// --------------------------------------------------------------------------------------------------------- pairs

static double travel_of_pair(const substeps_job *j, int64_t a, int64_t b) {
    const v3 v = v3_sub(velocity_of(j->w, a, j->dt), velocity_of(j->w, b, j->dt));
    return j->dt * v3_norm(v) + turn_of(j->w, a, j->dt) + turn_of(j->w, b, j->dt);
}

static double travel_per_substep(const substeps_job *j, int64_t a, int64_t b) {
    return AB_TRAVEL_PER_SUBSTEP * ab_min_extent(shape_of(j->w, a), shape_of(j->w, b));
}

static ab_box3 swept_box(const void *arg, int64_t i) {
    const substeps_job *j = arg;
    const double travel = j->dt * v3_norm(velocity_of(j->w, i, j->dt)) + turn_of(j->w, i, j->dt);
    const ab_box3 box = ab_collider_bounds(j->w, i);
    const v3 margin = v3_make(travel, travel, travel);
    return (ab_box3){v3_sub(box.low, margin), v3_add(box.high, margin)};
}

static bool skip_pair(const void *arg, int64_t a, int64_t b) {
    const substeps_job *j = arg;
    if (ab_never_touch(j->w, a, b)) return true;
    const double travel = travel_of_pair(j, a, b);
    if (!(travel > travel_per_substep(j, a, b))) return true;
    const double radii = shape_of(j->w, a)->radius + shape_of(j->w, b)->radius;
    return v3_norm(v3_sub(*ab_collider_x(j->w, a), *ab_collider_x(j->w, b))) - radii >
           travel; // false for planes, whose radius is infinite
}

// ---------------------------------------------------------------------------------------------------- swept motion

// Two balls with centres at distance vector d and relative motion s.
static bool balls_overlap(v3 d, v3 s, double reach) {
    const double along = v3_norm2(s);
    const double t = along > 0 ? -v3_dot(d, s) / along : 0;
    const v3 nearest = v3_add_scaled(d, t < 0 ? 0 : t > 1 ? 1 : t, s);
    return v3_norm2(nearest) < reach * reach;
}

static double substeps_of_balls(const substeps_job *j, int64_t a, int64_t b) {
    const ab_world *w = j->w;
    const v3 s = v3_scale(j->dt, v3_sub(velocity_of(w, a, j->dt), velocity_of(w, b, j->dt)));
    const double reach = shape_of(w, a)->radius + shape_of(w, b)->radius;
    return balls_overlap(v3_sub(*ab_collider_x(w, a), *ab_collider_x(w, b)), s, reach)
               ? v3_norm(s) / travel_per_substep(j, a, b)
               : 1;
}

// Only motion towards the plane counts.
static double substeps_of_ball_at_plane(const substeps_job *j, int64_t ball, int64_t plane) {
    const ab_world *w = j->w;
    const v3 n = quat_rotate(*ab_collider_q(w, plane), shape_of(w, plane)->half);
    const double gap = v3_dot(n, v3_sub(*ab_collider_x(w, ball), *ab_collider_x(w, plane))) - shape_of(w, ball)->radius;
    const double rise = j->dt * v3_dot(n, velocity_of(w, ball, j->dt));
    return ab_lesser(gap, gap + rise) < 0 ? fabs(rise) / travel_per_substep(j, ball, plane) : 1;
}

static ab_pose pose_at(const ab_world *w, int64_t i, double dt, double t) {
    const v3 v = velocity_of(w, i, dt);
    if (!ab_collider_moves(w, i)) return ab_collider_pose(w, i);
    return (ab_pose){v3_add_scaled(*ab_collider_x(w, i), t, v),
                     quat_mul(quat_from_turn(v3_scale(t, w->state.body.w[ab_owner(w, i)])), *ab_collider_q(w, i))};
}

static double ball_from_sdf(const ab_placed *ball, const ab_placed *solid) {
    const v3 centre = quat_unrotate(*solid->q, v3_sub(*ball->x, *solid->x));
    v3 away;
    ab_closest nearest;
    return ab_sdf_exact_distance(&solid->shape->sdf_collider->sdf, centre, INFINITY, &away, &nearest) -
           ball->shape->radius;
}

// Lower bound of the distance of two bodies; negative in contact.
static double apart(const ab_world *w, ab_collide_fn *collide, const ab_placed *a, const ab_placed *b) {
    if (collide == ab_collide_sphere_sdf) return ball_from_sdf(a, b);
    ab_overlap_workspace *workspace = ab_clip_workspaces_take(&w->collision.clip_workspaces);
    ab_contact_point first;
    ab_inside_sample sample;
    ab_contact_points contacts = {.contact = &first, .sample = &sample, .capacity = 1, .workspace = workspace};
    contacts.detect = w->config.detect >= AB_DETECT_EXACT ? w->config.detect : AB_DETECT_TREE;
    collide(a, b, &contacts);
    if (workspace) ab_clip_workspaces_give(&w->collision.clip_workspaces, workspace);
    return contacts.n > 0 ? -1 : ab_greater(contacts.clear, 0);
}

static bool sdf_colliders_overlap(const substeps_job *j, int64_t a, int64_t b, double travel, double min) {
    const ab_world *w = j->w;
    ab_collide_fn *collide = ab_pair_collide_fn(w, a, b);
    for (double s = 0;;) { // fraction of the step
        const ab_pose pa = pose_at(w, a, j->dt, s * j->dt), pb = pose_at(w, b, j->dt, s * j->dt);
        const ab_placed at_a = {shape_of(w, a), &pa.x, &pa.q}, at_b = {shape_of(w, b), &pb.x, &pb.q};
        const double clear = apart(w, collide, &at_a, &at_b);
        if (clear < 0) return true;
        if (s >= 1) return false;
        s = ab_lesser(1, s + ab_greater(clear, min) / travel);
    }
}

// Number of substeps that the pair needs, not rounded; 1 if it does not come into contact.
static double substeps_for_travel(const substeps_job *j, int64_t a, int64_t b) {
    if (is_ball(j->w, a) && is_ball(j->w, b)) return substeps_of_balls(j, a, b);
    if (is_ball(j->w, a) && shape_of(j->w, b)->kind == AB_SHAPE_plane) return substeps_of_ball_at_plane(j, a, b);
    const double travel = travel_of_pair(j, a, b), max = travel_per_substep(j, a, b), substeps = travel / max;
    return substeps > MAX_SUBSTEPS || sdf_colliders_overlap(j, a, b, travel, max / PLACES_PER_SUBSTEP) ? substeps : 1;
}

// A contact for which a step is divided gets at least the resolution of the recommended step.
static double substeps_of(const substeps_job *j, ab_pair pair) {
    const bool in_order = shape_of(j->w, pair.a)->kind <= shape_of(j->w, pair.b)->kind;
    const int64_t a = in_order ? pair.a : pair.b, b = in_order ? pair.b : pair.a;
    const double substeps = substeps_for_travel(j, a, b);
    if (!(substeps > 1) || substeps > MAX_SUBSTEPS || !j->w->config.enforcement->compliant) return substeps;
    const double omega = ab_pair_frequency(j->w, a, b, travel_of_pair(j, a, b) / j->dt);
    return ab_lesser(ab_greater(substeps, j->dt * omega / AB_STEP_RECOMMENDED), MAX_SUBSTEPS);
}

static void follow_pairs(void *arg, int64_t begin, int64_t end) {
    const substeps_job *j = arg;
    uint32_t row = ab_pairs_row(&j->w->collision.swept, begin);
    for (int64_t p = begin; p < end; p++)
        j->substeps[p] = substeps_of(j, ab_pairs_walk(&j->w->collision.swept, p, &row));
}

static void tell_of_jump(ab_world *w, ab_pair pair, double substeps) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    if (w->collision.jumps++ > 0 || w->collision.jump_warned) return;
    w->collision.jump_warned = true;
    ab_collider_label(w, pair.a, a);
    ab_collider_label(w, pair.b, b);
    ab_log(w->cx, ABUT_LOG_WARNING,
           "'%s' and '%s' may pass through each other at t = %.6g s: they move by %.3g times half their thickness in a "
           "step; take a smaller "
           "time.dt",
           a, b, w->state.time, substeps);
}

static abut_status follow(ab_world *w, substeps_job *j, double *substeps) {
    AB_TRY(ab_broad_phase_find(w->cx, &w->arena, w->state.collider.n, swept_box, skip_pair, j, &w->collision.swept));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->substeps, w->collision.swept.n));
    ab_parallel_for(w->cx, w->collision.swept.n, 16, follow_pairs, j);
    for (int64_t p = 0; p < w->collision.swept.n; p++) {
        *substeps = ab_greater(*substeps, ab_lesser(j->substeps[p], MAX_SUBSTEPS));
        if (!(j->substeps[p] <= MAX_SUBSTEPS)) tell_of_jump(w, ab_pairs_at(&w->collision.swept, p), j->substeps[p]);
    }
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- automatic steps

// If bodies are faster than an automatic dt was chosen for, contacts may become too stiff for it: raises substeps.
static abut_status heed_speed(ab_world *w, double speed) {
    if (!w->config.automatic_dt || !(speed > w->config.known_speed)) return ABUT_OK;
    const int64_t before = w->state.substeps;
    const double known = w->config.known_speed;
    ab_step_advice advice;
    AB_TRY(ab_step_advise(w, &advice));
    w->config.known_speed = 1.25 * fmax(speed, advice.speed); // a margin, so that this is not repeated in every step
    while (w->state.substeps < AB_MAX_SUBSTEPS && w->config.dt / (double)w->state.substeps > advice.limit)
        w->state.substeps *= 2;
    if (w->state.substeps > before)
        ab_log(w->cx, ABUT_LOG_WARNING,
               "from t = %.6g s on every step is made in %lld parts: bodies move at %.3g m/s, time.dt: auto was chosen "
               "for %.3g m/s",
               w->state.time, (long long)w->state.substeps, speed, known);
    return ABUT_OK;
}

abut_status ab_choose_substeps(ab_world *w, double dt, int64_t *substeps) {
    substeps_job j = {.w = w, .dt = dt};
    double max[LOOKS], needed = 1;
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    AB_TRY(ab_reduce_max(w->cx, &w->arena, w->state.collider.n, LOOKS, look_at_body, &j, max));
    w->collision.thinnest = 1 / max[THIN];
    w->collision.jumps = 0;
    if (!all_are_slow(max)) AB_TRY(follow(w, &j, &needed));
    ab_arena_rewind(&w->arena, mark);
    AB_TRY(heed_speed(w, max[TRAVEL] / dt));
    *substeps = (int64_t)ab_greater(ceil(needed - 1e-9), w->state.base_steps == 1 ? (double)w->state.substeps : 1);
    return ABUT_OK;
}
