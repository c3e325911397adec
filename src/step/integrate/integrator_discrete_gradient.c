// Discrete gradient (energy-momentum method): second order, conserves energy at any step. Positions advance with mean
// velocities, velocities with mean forces,
//     x' = x + dt (v + v')/2,   R' = R cay(dt (W + W')/2),   v' = v + dt F/m,   l' = l + dt T          (W in body axes)
// so that the kinetic energy changes by exactly dt (F.v + T.w) with the mean v and w. F is the mean of the forces at
// both ends of the step, but the elastic force of every contact and spring is scaled such that its work equals the
// decrease of its stored energy, -(E' - E). For a spring along a coordinate s the effort is -(E' - E)/(s' - s) along
// the mean gradient of s, scaled such that the mean velocities give s' - s. Differences within the round-off of
// positions are not corrected: at rest the motion is zero. A contact that exists at one end only contributes its force
// there. Contact forces act on both bodies at one point, so linear and angular momentum are conserved.
//                                                                                        [gonzalez1996; simo1991]
// Joints use the mean of their reactions and the projection: second order, not exact; likewise dissipation.
#include "step/phases.h"
#include "step/integrate/newton.h"

#include <float.h>

#define ROUNDED  (8 * DBL_EPSILON) // relative round-off of energies, and of positions over ab_reach
#define MUCH     1e5               // work below this multiple of round-off is not scaled
#define MAX_TURN 100               // fixed-point iterations for the mean angular velocity of a body

typedef struct discrete_gradient_start {
    v3 x, v, l, force, torque;
    v3 spin; // body axes
    quat q;
} discrete_gradient_start;

typedef struct sum {
    v3 force, torque;
} sum;

typedef struct discrete_gradient_job {
    discrete_gradient_start *from; // (bodies)
    sum *mean;                     // mean force and torque of each body over the step   (bodies)
    ab_force_action *action;       // of force elements at the beginning of the step   (elements)
    double dt;
    double unit;  // ab_unit_mass, kg
    double reach; // ab_reach, m
} discrete_gradient_job;

// ------------------------------------------------------------------------------------------------------- state

// Mean angular velocity in body axes that leads to angular momentum l: W = (W0 + J^-1 R'^T l)/2, R' = R cay(dt W).
static v3 mean_spin(v3 moments, const discrete_gradient_start *s, v3 l, double dt, quat *q) {
    v3 mean = s->spin;
    for (int i = 0; i < MAX_TURN; i++) {
        const v3 half = v3_scale(0.5 * dt, mean);
        *q = quat_unit(quat_mul(s->q, (quat){1, half.x, half.y, half.z}));
        const v3 body = quat_unrotate(*q, l);
        const v3 end = v3_make(body.x / moments.x, body.y / moments.y, body.z / moments.z);
        const v3 next = v3_scale(0.5, v3_add(s->spin, end));
        const double change = v3_norm(v3_sub(next, mean));
        mean = next;
        if (change <= 2 * DBL_EPSILON * v3_norm(mean)) break;
    }
    return mean;
}

static void go(ab_bodies *b, const discrete_gradient_job *j, int64_t i, const double *y) {
    const discrete_gradient_start *s = &j->from[i];
    b->v[i] = v3_add_scaled(s->v, j->dt, ab_acceleration_of(b, i, j->unit, y));
    b->l[i] = v3_add_scaled(s->l, j->dt, ab_torque_of(b, i, j->unit, s->q, y));
    b->mean_v[i] = v3_scale(0.5, v3_add(s->v, b->v[i]));
    b->x[i] = v3_add_scaled(s->x, j->dt, b->mean_v[i]);
    b->mean_w[i] = quat_rotate(s->q, mean_spin(ab_moments_of(b, i), s, b->l[i], j->dt, &b->q[i]));
    b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
}

// ------------------------------------------------------------------------------------------------------- forces

// lacking/from, with a smooth cut-off to 0 where either is round-off. `lacking` is of third order in the motion, so the
// part that is cut off is below the round-off of the energy.
static double excess(double lacking, double from, double round_off) {
    if (lacking == 0 || from == 0 || !(round_off > 0)) return 0;
    const double t = lacking / round_off, u = from / (MUCH * round_off);
    return lacking / from / ((1 + 1 / (t * t * t * t)) * (1 + 1 / (u * u * u * u)));
}

static double work_on(const ab_bodies *b, int64_t i, v3 force, v3 torque, double dt) {
    return i < 0 ? 0 : dt * (v3_dot(force, b->mean_v[i]) + v3_dot(torque, b->mean_w[i]));
}

static void add(discrete_gradient_job *j, int64_t i, double s, v3 force, v3 torque) {
    if (i < 0) return;
    j->mean[i].force = v3_add_scaled(j->mean[i].force, s, force);
    j->mean[i].torque = v3_add_scaled(j->mean[i].torque, s, torque);
}

// Half of the elastic force of a contact at one end of the step.
typedef struct push {
    v3 force;        // on a
    v3 couple;       // on a, of the pitch of an overlap
    v3 arm_a, arm_b; // from the centres of mass
    double stored;
    bool there;
} push;

static push push_of(const ab_contacts *c, int64_t k, v3 x_a, v3 x_b) {
    const v3 force = v3_scale(0.5 * c->elastic_force[k], c->normal[k]);
    return (push){
        force, v3_scale(c->pitch[k], force), v3_sub(c->point[k], x_a), v3_sub(c->point[k], x_b), c->stored_normal[k],
        true};
}

static v3 mean_arm(v3 p, v3 q, const push *then, const push *now) {
    return then->there && now->there ? v3_scale(0.5, v3_add(p, q)) : then->there ? p : q;
}

// Replaces the two halves by one force at one point whose work is the decrease of the stored energy.
static void balance_contact(ab_world *w, discrete_gradient_job *j, int64_t a, int64_t b, const push *then,
                            const push *now) {
    const v3 force = v3_add(then->force, now->force);
    const v3 arm_a = mean_arm(then->arm_a, now->arm_a, then, now), arm_b = mean_arm(then->arm_b, now->arm_b, then, now);
    const v3 couple = v3_add(then->couple, now->couple);
    const v3 torque_a = v3_add(v3_cross(arm_a, force), couple);
    const v3 torque_b = v3_neg(v3_add(v3_cross(arm_b, force), couple));
    const double work =
        work_on(&w->state.body, a, force, torque_a, j->dt) + work_on(&w->state.body, b, v3_neg(force), torque_b, j->dt);
    const double round_off = ROUNDED * (fabs(then->stored) + fabs(now->stored) + v3_norm(force) * j->reach);
    const double s = 1 + excess(then->stored - now->stored - work, work, round_off);
    add(j, a, -1, force, v3_add(v3_add(v3_cross(then->arm_a, then->force), v3_cross(now->arm_a, now->force)), couple));
    add(j, b, 1, force, v3_add(v3_add(v3_cross(then->arm_b, then->force), v3_cross(now->arm_b, now->force)), couple));
    add(j, a, s, force, torque_a);
    add(j, b, -s, force, v3_neg(torque_b));
}

static int compare(const ab_contacts *then, int64_t i, const ab_contacts *now, int64_t k) {
    if (i >= then->n) return 1;
    if (k >= now->n) return -1;
    const uint64_t key_then = ab_contact_key(then, i), key_now = ab_contact_key(now, k);
    if (key_then != key_now) return key_then < key_now ? -1 : 1;
    return (then->feature[i] > now->feature[k]) - (then->feature[i] < now->feature[k]);
}

// Merges the sorted contacts of both ends of the step; each contact is treated once.
static void balance_contacts(ab_world *w, discrete_gradient_job *j) {
    const ab_contacts *then = &w->collision.last_contacts, *now = &w->state.contacts;
    for (int64_t i = 0, k = 0; i < then->n || k < now->n;) {
        const int order = compare(then, i, now, k);
        const int64_t a = ab_owner(w, order <= 0 ? then->a[i] : now->a[k]),
                      b = ab_owner(w, order <= 0 ? then->b[i] : now->b[k]);
        const push none = {.there = false};
        const push before = order <= 0 ? push_of(then, i, j->from[a].x, j->from[b].x) : none;
        const push after = order >= 0 ? push_of(now, k, w->state.body.x[a], w->state.body.x[b]) : none;
        balance_contact(w, j, a, b, &before, &after);
        if (order <= 0) i++;
        if (order >= 0) k++;
    }
}

static ab_force_action action_of(const ab_world *w, const ab_world_force *f, double t) {
    const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(w, f->b, f->force.frame_b);
    return ab_force_act(&f->force, &a, &b, t);
}

static double elastic_of(const ab_effort *e) { return e->effort + e->damping + e->friction - e->work; }

static void add_row(discrete_gradient_job *j, const ab_world_force *f, double s, const ab_row *row) {
    add(j, f->a, s, row->va, row->wa);
    add(j, f->b, s, row->vb, row->wb);
}

// Mean elastic effort between s and s'.
static double mean_effort(const ab_force_action *then, const ab_force_action *now, double way, double room) {
    const double from = elastic_of(&then->effort), to = elastic_of(&now->effort), mean = 0.5 * (from + to);
    const double max = fabs(from) + fabs(to);
    const double round_off = ROUNDED * (fabs(then->effort.stored) + fabs(now->effort.stored) + max * room);
    const double lacking = then->effort.stored - now->effort.stored - mean * way;
    return mean + max * excess(lacking, max * way, round_off);
}

// Replaces the elastic efforts at both ends by one along the mean gradient.
static void balance_effort(ab_world *w, discrete_gradient_job *j, const ab_world_force *f, const ab_force_action *then,
                           const ab_force_action *now) {
    const ab_row *p = &then->along, *q = &now->along;
    const ab_row mean = {.va = v3_scale(0.5, v3_add(p->va, q->va)),
                         .wa = v3_scale(0.5, v3_add(p->wa, q->wa)),
                         .vb = v3_scale(0.5, v3_add(p->vb, q->vb)),
                         .wb = v3_scale(0.5, v3_add(p->wb, q->wb))};
    const double room = f->force.along == AB_ALONG_ANGLE ? 1 + fabs(q->value) : j->reach;
    const double way = q->value - p->value;
    const double went =
        work_on(&w->state.body, f->a, mean.va, mean.wa, j->dt) + work_on(&w->state.body, f->b, mean.vb, mean.wb, j->dt);
    const double along = 1 + excess(way - went, went, ROUNDED * room);
    add_row(j, f, -0.5 * elastic_of(&then->effort), p);
    add_row(j, f, -0.5 * elastic_of(&now->effort), q);
    add_row(j, f, mean_effort(then, now, way, room) * along, &mean);
}

// Bushing: scales the mean of the spring forces at both ends.
static void balance_push(ab_world *w, discrete_gradient_job *j, const ab_world_force *f, const ab_force_action *then,
                         const ab_force_action *now) {
    const ab_row *p = &then->along, *q = &now->along; // forces of the dampers
    const ab_row mean = {.va = v3_scale(0.5, v3_sub(v3_add(then->va, now->va), v3_add(p->va, q->va))),
                         .wa = v3_scale(0.5, v3_sub(v3_add(then->wa, now->wa), v3_add(p->wa, q->wa))),
                         .vb = v3_scale(0.5, v3_sub(v3_add(then->vb, now->vb), v3_add(p->vb, q->vb))),
                         .wb = v3_scale(0.5, v3_sub(v3_add(then->wb, now->wb), v3_add(p->wb, q->wb)))};
    const double stored = fabs(then->effort.stored) + fabs(now->effort.stored);
    const double work =
        work_on(&w->state.body, f->a, mean.va, mean.wa, j->dt) + work_on(&w->state.body, f->b, mean.vb, mean.wb, j->dt);
    const double round_off = ROUNDED * (stored + v3_norm(mean.vb) * j->reach + v3_norm(mean.wb));
    add_row(j, f, excess(then->effort.stored - now->effort.stored - work, work, round_off), &mean);
}

static void balance_element(ab_world *w, discrete_gradient_job *j, int64_t k) {
    const ab_world_force *f = &w->mechanism.force[k];
    const ab_force_action then = j->action[k], now = action_of(w, f, w->state.time + j->dt);
    if (then.effort.stored == 0 && now.effort.stored == 0) return;
    if (f->force.type->load)
        balance_push(w, j, f, &then, &now);
    else
        balance_effort(w, j, f, &then, &now);
}

static void find_mean_forces(ab_world *w, discrete_gradient_job *j) {
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++)
        j->mean[i] = (sum){v3_scale(0.5, v3_add(j->from[i].force, b->force[i])),
                           v3_scale(0.5, v3_add(j->from[i].torque, b->torque[i]))};
    balance_contacts(w, j);
    for (int64_t k = 0; k < w->mechanism.nforce; k++) balance_element(w, j, k);
}

// -------------------------------------------------------------------------------------------------------- step

static abut_status residual(ab_world *w, void *arg, const double *y, double *r) {
    discrete_gradient_job *j = arg;
    ab_bodies *b = &w->state.body;
    for (int64_t i = 0, k = 0; i < b->n; i++)
        if (ab_body_moves(b, i)) go(b, j, i, y + AB_UNKNOWNS * k++);
    AB_TRY(ab_evaluate(w, j->dt, 0));
    find_mean_forces(w, j);
    for (int64_t i = 0, k = 0; i < b->n; i++) {
        if (!ab_body_moves(b, i)) continue;
        double *to = r + AB_UNKNOWNS * k;
        ab_put_rates(b, i, j->unit, j->from[i].q, v3_scale(ab_inverse_mass_of(b, i), j->mean[i].force),
                     j->mean[i].torque, to);
        for (int c = 0; c < AB_UNKNOWNS; c++) to[c] = y[AB_UNKNOWNS * k + c] - to[c];
        k++;
    }
    return ABUT_OK;
}

static int64_t begin(ab_world *w, discrete_gradient_job *j, double *y) {
    const ab_bodies *b = &w->state.body;
    int64_t moving = 0;
    for (int64_t i = 0; i < b->n; i++) {
        j->from[i] = (discrete_gradient_start){
            b->x[i], b->v[i], b->l[i], b->force[i], b->torque[i], quat_unrotate(b->q[i], b->w[i]), b->q[i]};
        if (ab_body_moves(b, i))
            ab_put_rates(b, i, j->unit, b->q[i], v3_scale(ab_inverse_mass_of(b, i), b->force[i]), b->torque[i],
                         y + AB_UNKNOWNS * moving++);
    }
    for (int64_t k = 0; k < w->mechanism.nforce; k++)
        j->action[k] = action_of(w, &w->mechanism.force[k], w->state.time);
    return AB_UNKNOWNS * moving;
}

static abut_status advance(ab_world *w, double dt) {
    discrete_gradient_job j = {.dt = dt, .unit = ab_unit_mass(&w->state.body), .reach = ab_reach(w)};
    double *y = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.from, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.mean, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.action, w->mechanism.nforce));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &y, AB_UNKNOWNS * w->state.body.n));
    const int64_t n = begin(w, &j, y);
    return ab_newton(w, dt, j.unit, n, residual, &j, y);
}

const ab_integrator ab_integrator_discrete_gradient = {
    .name = "discrete_gradient",
    .help = "energy-momentum method: second order, elastic contacts and springs keep their energy with any step",
    .advance = advance,
    .past = AB_PAST_WHOLE,
    .any_step = true,
};
