// Velocity Verlet with a symplectic splitting of the free rotation. Second order, one force evaluation per step.
//
//   v(1/2) = v + dt/2 F/m                 l(1/2) = l + dt/2 T
//   x'     = x + dt v(1/2)                q'     = free rotation of q with momentum l(1/2) over dt
//   forces at x', q' with the velocities expected at the end of the step
//   v'     = v(1/2) + dt/2 F'/m           l'     = l(1/2) + dt/2 T'
//
// Free rotation, T = sum l_i^2/(2 I_i) in body axes: each term alone turns the body about one principal axis at a constant
// rate; composed symmetrically (x y z y x) they keep |l| exactly and the energy without drift.
//                                                        [mclachlan1993; reich1994; dullweber1997, sec. IV]
#include "base/threads.h"
#include "step/step.h"

typedef struct job {
    ab_world *w;
    double dt;
} job;

typedef struct spin_state {
    quat q;
    v3 l; // body axes
} spin_state;

// Turn about principal axis `axis` at its own rate l_axis/I_axis: l turns back as the body turns forth.
static spin_state turn_axis(spin_state s, int axis, double moment, double dt) {
    const double angle = dt * v3_at(s.l, axis) / moment;
    const double c = cos(angle), sn = sin(angle);
    const double h = sin(0.5 * angle);
    quat turn = {cos(0.5 * angle), 0, 0, 0};
    v3 l;
    if (axis == 0) {
        turn.x = h;
        l = v3_make(s.l.x, c * s.l.y + sn * s.l.z, c * s.l.z - sn * s.l.y);
    } else if (axis == 1) {
        turn.y = h;
        l = v3_make(c * s.l.x - sn * s.l.z, s.l.y, c * s.l.z + sn * s.l.x);
    } else {
        turn.z = h;
        l = v3_make(c * s.l.x + sn * s.l.y, c * s.l.y - sn * s.l.x, s.l.z);
    }
    return (spin_state){quat_mul(s.q, turn), l};
}

static quat free_rotation(v3 moments, quat q, v3 l_world, double dt) {
    if (moments.x == moments.y && moments.y == moments.z)
        return quat_unit(quat_mul(quat_from_turn(v3_scale(dt / moments.x, l_world)), q));
    spin_state s = {q, quat_unrotate(q, l_world)};
    s = turn_axis(s, 0, moments.x, 0.5 * dt);
    s = turn_axis(s, 1, moments.y, 0.5 * dt);
    s = turn_axis(s, 2, moments.z, dt);
    s = turn_axis(s, 1, moments.y, 0.5 * dt);
    s = turn_axis(s, 0, moments.x, 0.5 * dt);
    return quat_unit(s.q);
}

static void move_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    ab_bodies *b = &j->w->body;
    const double half = 0.5 * j->dt;
    for (int64_t i = begin; i < end; i++) {
        if (b->inverse[i] == 0) continue;
        const v3 kick = v3_scale(half * b->inverse[i], b->force[i]);
        b->mean_v[i] = v3_add(b->v[i], kick);
        b->x[i] = v3_add_scaled(b->x[i], j->dt, b->mean_v[i]);
        b->v[i] = v3_add(b->mean_v[i], kick); // expected; the forces to come decide

        b->half_l[i] = v3_add_scaled(b->l[i], half, b->torque[i]);
        const v3 spin_before = ab_spin(b->moments[i], b->q[i], b->half_l[i]);
        b->q[i] = free_rotation(b->moments[i], b->q[i], b->half_l[i], j->dt);
        const v3 spin_after = ab_spin(b->moments[i], b->q[i], b->half_l[i]);
        b->mean_w[i] = v3_scale(0.5, v3_add(spin_before, spin_after));
        b->l[i] = v3_add_scaled(b->half_l[i], half, b->torque[i]);
        b->w[i] = ab_spin(b->moments[i], b->q[i], b->l[i]);
    }
}

static void finish_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    ab_bodies *b = &j->w->body;
    const double half = 0.5 * j->dt;
    for (int64_t i = begin; i < end; i++) {
        if (b->inverse[i] == 0) continue;
        b->v[i] = v3_add_scaled(b->mean_v[i], half * b->inverse[i], b->force[i]);
        b->l[i] = v3_add_scaled(b->half_l[i], half, b->torque[i]);
        b->w[i] = ab_spin(b->moments[i], b->q[i], b->l[i]);
    }
}

static abut_status move(ab_world *w, int k, double dt) {
    (void)k;
    ab_parallel_for(w->cx, w->body.n, 2048, move_rows, &(job){w, dt});
    return ABUT_OK;
}

static void finish(ab_world *w, double dt) { ab_parallel_for(w->cx, w->body.n, 2048, finish_rows, &(job){w, dt}); }

static double when(int k) {
    (void)k;
    return 1;
}

const ab_integrator ab_integrator_verlet = {
    .name = "verlet",
    .help = "velocity Verlet with symplectic free rotation: second order, no energy drift; for contact",
    .stages = 1,
    .move = move,
    .finish = finish,
    .when = when,
    .implicit = 0.5,
};
