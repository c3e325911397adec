// The energy ledger: energies, losses and work term by term, and the residual of their balance.
//
//   kinetic     1/2 m v.v + 1/2 w.l                       potential   -m g.x
//   stored      W(depth) and F_e^2/(2 k_t), M_e^2/(2 k_r) of every contact
//   lost to damping   integral of (F_n - F_elastic) approach speed
//   lost to friction  work of slip on the friction springs less the energy they store (law/spring_slider.h), the energy
//                     of the springs of contacts that end, and integral of -(F_t - F_e).v_t; for rolling and for the
//                     couples of faces the same with couples and angles
//   work of loads     load . displacement, load torque . rotation
//   lost to constraints   work of the projection, and -integral of lambda phi' if joints drift
//
// Integrals over time use the trapezoidal rule. For the Verlet scheme this is the exact work of its velocity updates,
// so the residual consists of the difference between elastic work and stored energy, of normal and tangential springs:
// second order in dt, without growth.
//
// Losses are monotonic: no entry decreases. If the force of a damper does positive work, its loss is not reduced: the
// damper creates energy, which appears in the residual (docs/decisions/0008). In addition `watch` records the signed
// work: the number of steps in which dampers or friction give energy, and the worst of them with its time. Round-off
// may give 1e-12 of the energy turnover. The trapezoidal rule also misses the work on the friction springs by up to
// (omega dt)^2/4 of their energy; this oscillates and does not create energy. The spring of a contact that ends within
// a step acts until the end of the step, which does create energy, little compared with the friction loss.
#include "math/reduce.h"
#include "step/phases.h"
#include "step/step.h"

enum { DAMPING, TANGENTIAL, RUBBING, STORED_NORMAL, STORED_TANGENTIAL, LAG, CONTACT_SUMS };
enum { KINETIC, POTENTIAL, WORK, UNREAL, BODY_SUMS };

#define ROUND_OFF 1e-12 // of the energy turnover

// Slip velocity of the friction law: tangential velocity and, for a face, lever r times angular velocity along n.
static v3 rubbing_velocity(const ab_contacts *c, int64_t i, v3 velocity, v3 spin) {
    const v3 n = c->normal[i];
    const double lever = c->twists ? c->lever[i] : 0;
    return lever > 0 ? v3_add_scaled(v3_across(n, velocity), lever * v3_dot(n, spin), n) : velocity;
}

// Power of a friction spring at the slip velocity of its contact.
static double spring_power(const ab_friction_memory *m, v3 velocity) {
    return m->stiffness > 0 ? v3_dot(m->spring, velocity) : 0;
}

// Velocity of a relative to b at contact i, for the given velocities of bodies.
static v3 velocity_at(const ab_world *w, int64_t i, const v3 *v, const v3 *spin) {
    const ab_contacts *c = &w->contacts;
    const int64_t a = ab_owner(w, c->a[i]), b = ab_owner(w, c->b[i]);
    const v3 at_a = v3_add(v[a], v3_cross(spin[a], v3_sub(c->point[i], w->body.x[a])));
    const v3 at_b = v3_add(v[b], v3_cross(spin[b], v3_sub(c->point[i], w->body.x[b])));
    return v3_sub(at_a, at_b);
}

// Power that sliding, twisting and rolling friction takes at contact i, for the relative velocity and spin of a.
static double tangential_power(const ab_contacts *c, int64_t i, v3 velocity, v3 spin) {
    double power = c->normal_force[i] * v3_dot(c->normal[i], velocity) - v3_dot(c->force[i], velocity);
    if (c->twists) power -= c->twist[i] * v3_dot(c->normal[i], spin);
    if (c->rolls) power -= v3_dot(c->couple[i], spin);
    return power;
}

static void add_contact(void *arg, int64_t i, double *sum) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->contacts;
    const ab_bodies *b = &w->body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    const v3 n = c->normal[i];
    const v3 velocity = velocity_at(w, i, b->v, b->w), mean = velocity_at(w, i, b->mean_v, b->mean_w);
    const v3 spin = v3_sub(b->w[ia], b->w[ib]), mean_spin = v3_sub(b->mean_w[ia], b->mean_w[ib]);
    const double opening = v3_dot(n, velocity) + c->pitch[i] * v3_dot(n, spin);
    const double tangential = tangential_power(c, i, velocity, spin);
    double springs = spring_power(&c->memory[i], rubbing_velocity(c, i, velocity, spin));
    if (c->rolls) springs += spring_power(&c->roll[i], spin);
    sum[DAMPING] += (c->elastic_force[i] - c->normal_force[i]) * opening;
    sum[TANGENTIAL] += tangential;
    sum[RUBBING] += tangential + springs;
    sum[STORED_NORMAL] += c->stored_normal[i];
    sum[STORED_TANGENTIAL] += ab_contact_stored_tangential(c, i);
    sum[LAG] += tangential_power(c, i, v3_sub(velocity, mean), v3_sub(spin, mean_spin));
}

typedef struct body_job {
    const ab_world *w;
    double dt;
} body_job;

// 0 times a finite number is 0; 0 times infinity or NaN is NaN.
static bool finite_row(const ab_bodies *b, int64_t i) {
    const v3 sum = v3_add(v3_add(b->x[i], b->v[i]), v3_add(b->l[i], b->w[i]));
    return 0 * (sum.x + sum.y + sum.z) + 0 * quat_norm2(b->q[i]) == 0;
}

static void add_body(void *arg, int64_t i, double *sum) {
    const body_job *j = arg;
    const ab_bodies *b = &j->w->body;
    if (!finite_row(b, i)) sum[UNREAL] += 1;
    if (ab_inverse_mass_of(b, i) == 0) return;
    sum[KINETIC] += 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i]);
    sum[POTENTIAL] -= ab_mass_of(b, i) * v3_dot(j->w->gravity, b->x[i]);
    if (b->load && b->load_torque)
        sum[WORK] += j->dt * (v3_dot(b->load[i], b->mean_v[i]) + v3_dot(b->load_torque[i], b->mean_w[i]));
}

static abut_status name_the_culprit(const ab_world *w) {
    const ab_bodies *b = &w->body;
    for (int64_t i = 0; i < b->n; i++) {
        const double kinetic = ab_mass_of(b, i) * v3_norm2(b->v[i]) + v3_dot(b->w[i], b->l[i]);
        if (finite_row(b, i) && (ab_inverse_mass_of(b, i) == 0 || isfinite(kinetic))) continue;
        char label[ABUT_LABEL];
        ab_collider_label(w, i, label);
        return ab_fail(w->cx, ABUT_ERR_NUMERIC,
                       "the motion of body '%s' is no longer finite at step %lld; take a smaller time.dt or softer "
                       "contacts, and see that "
                       "its mass and inertia are right",
                       label, (long long)w->step);
    }
    return ab_fail(
        w->cx, ABUT_ERR_NUMERIC,
        "the energy of the world is no longer finite at step %lld; take a smaller time.dt or softer contacts",
        (long long)w->step);
}

static double total(const abut_energy *e) {
    return e->kinetic + e->potential + e->stored_normal + e->stored_tangential + e->stored_springs + e->lost_damping +
           e->lost_friction + e->lost_impact + e->lost_constraint - e->work_external;
}

// Divides all further steps if dt was chosen automatically and the last step was still stable.
static bool divide_steps(ab_world *w, double dt, double omega) {
    const int64_t before = w->substeps;
    if (!w->automatic_dt || !w->started || !(dt * omega <= AB_STEP_STABLE)) return false;
    while (w->substeps < AB_MAX_SUBSTEPS && w->dt / (double)w->substeps * omega > AB_STEP_LIMIT) w->substeps *= 2;
    if (w->substeps > before)
        ab_log(w->cx, ABUT_LOG_WARNING,
               "from t = %.6g s on every step is made in %lld parts: a contact is stiffer than time.dt: auto was "
               "chosen for",
               w->time, (long long)w->substeps);
    return w->dt / (double)w->substeps * omega <= AB_STEP_LIMIT;
}

// Sum of the magnitudes of all terms, with the potential energy relative to the datum.
static double in_play(const ab_world *w) {
    const abut_energy *e = &w->energy;
    return e->kinetic + fabs(e->potential - w->datum) + fabs(e->stored_normal) + e->stored_tangential +
           fabs(e->stored_springs) + fabs(e->lost_damping) + fabs(e->lost_friction) + fabs(e->lost_impact) +
           fabs(e->lost_constraint) + fabs(e->work_external);
}

static void note_loss(ab_world *w, abut_loss which, double took, double slack) {
    abut_give_and_take *l = &w->watch.loss[which];
    if (took >= 0) l->taken += took;
    if (took >= -slack) return;
    w->residual.gain = ab_greater(w->residual.gain, -took);
    l->given -= took;
    l->steps++;
    if (-took <= l->most) return;
    l->most = -took;
    l->time = w->time;
    l->step = w->step;
}

// Signed work that forces took from the mechanical energy in the step; the ledger has its non-negative parts.
typedef struct work_taken {
    double damping, friction; // J
    double springs;           // stored by friction springs, J
} work_taken;

static void watch_losses(ab_world *w, const work_taken *t) {
    const abut_energy *e = &w->energy;
    w->watch.turnover = ab_greater(w->watch.turnover, in_play(w));
    const double slack = ROUND_OFF * w->watch.turnover;
    note_loss(w, ABUT_LOSS_DAMPING, t->damping, slack);
    note_loss(w, ABUT_LOSS_FRICTION, t->friction, slack);
    w->watch.loss[ABUT_LOSS_FRICTION].passed += fabs(t->springs);
    note_loss(w, ABUT_LOSS_IMPACT, e->lost_impact - w->watched_impact, slack);
    w->watched_impact = e->lost_impact;
}

// A step beyond the stability limit of a present contact is divided, or an error.
static abut_status check_step(ab_world *w, double dt) {
    const ab_largest worst = w->stiffest;
    if (w->allow_large_dt || w->integrator->any_step || worst.index < 0 || !(dt * sqrt(worst.value) > AB_STEP_LIMIT))
        return ABUT_OK;
    if (divide_steps(w, dt, sqrt(worst.value))) return ABUT_OK;
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_collider_label(w, w->contacts.a[worst.index], a);
    ab_collider_label(w, w->contacts.b[worst.index], b);
    return ab_fail(
        w->cx, ABUT_ERR_STEP,
        "the time step %.3g s is too large for the contact of '%s' and '%s', which can bear %.3g s; set time.dt to "
        "%.2g s or less, or time.allow_large_dt: true",
        dt, a, b, AB_STEP_LIMIT / sqrt(worst.value), AB_STEP_RECOMMENDED / sqrt(worst.value));
}

// Trapezoidal rule over the positive parts of the power.
static double lost_by(double dt, double power_before, double power_now) {
    return 0.5 * dt * (ab_greater(0, power_before) + ab_greater(0, power_now));
}

static double lost_to_damping(const ab_power *a, const ab_power *b, double dt) {
    return lost_by(dt, a->damping, b->damping) + lost_by(dt, a->elements, b->elements);
}

// stored_more: increase of the energy of the friction springs, J.
static double lost_to_friction(const ab_world *w, const ab_power *a, const ab_power *b, double stored_more, double dt) {
    return ab_greater(0, w->slip_work - stored_more) + lost_by(dt, a->rubbing, b->rubbing) +
           lost_by(dt, a->bearings, b->bearings);
}

// Work of friction over the step uses its mean velocity u, not the velocities v_0 and v_1 at its ends:
//   dt (F_0 + F_1).u/2 = dt (F_0.v_0 + F_1.v_1)/2 - dt (F_1.(v_1 - u) - F_0.(u - v_0))/2,
//     with v_1 - u of the last step for u - v_0; both follow from the acceleration at the time between the two steps
// The friction springs store this work, not that of the trapezoidal rule.
static work_taken taken_by(const ab_power *a, const ab_power *b, double stored_more, double dt) {
    const double along_mean = a->tangential + b->tangential - (b->lag - a->lag);
    return (work_taken){.damping = 0.5 * dt * (a->damping + b->damping + a->elements + b->elements),
                        .friction = 0.5 * dt * (along_mean + a->bearings + b->bearings) - stored_more,
                        .springs = stored_more};
}

abut_status ab_account_energy(ab_world *w, double dt) {
    double contact[CONTACT_SUMS], body[BODY_SUMS];
    const int64_t compliant = w->enforcement == AB_ENFORCE_PENALTY ? w->contacts.n : 0;
    AB_TRY(ab_reduce_sum(w->cx, &w->arena, compliant, CONTACT_SUMS, add_contact, w, contact));
    AB_TRY(ab_reduce_sum(w->cx, &w->arena, w->body.n, BODY_SUMS, add_body, &(body_job){w, dt}, body));

    abut_energy *e = &w->energy;
    ab_power power = {.damping = contact[DAMPING],
                      .tangential = contact[TANGENTIAL],
                      .rubbing = contact[RUBBING],
                      .lag = contact[LAG],
                      .drives = w->mechanism.driven,
                      .drift = w->mechanism.drift_power};
    ab_add_power_of_elements(w, &power);
    const double stored_more = contact[STORED_TANGENTIAL] - e->stored_tangential;
    const work_taken taken = taken_by(&w->power, &power, stored_more, dt);
    e->lost_damping += lost_to_damping(&w->power, &power, dt);
    e->lost_friction += lost_to_friction(w, &w->power, &power, stored_more, dt);
    e->lost_constraint -= 0.5 * dt * (w->power.drift + power.drift);
    e->kinetic = body[KINETIC];
    e->potential = body[POTENTIAL];
    e->stored_normal = contact[STORED_NORMAL];
    e->stored_tangential = contact[STORED_TANGENTIAL];
    e->stored_springs = w->mechanism.stored;
    e->work_external += body[WORK] + 0.5 * dt * (w->power.drives + power.drives);
    w->power = power;
    if (!w->started) e->initial = total(e);
    if (!w->started) w->datum = e->potential;
    e->residual = total(e) - e->initial;
    if (!isfinite(e->residual) || body[UNREAL] > 0) return name_the_culprit(w);

    AB_TRY(ab_measure_residuals(w));
    watch_losses(w, &taken);
    w->deepest = w->residual.overlap;
    if (!w->started) w->watch.overlap = w->deepest;
    return check_step(w, dt > 0 ? dt : ab_world_last_dt(w)); // dt = 0 at the start
}
