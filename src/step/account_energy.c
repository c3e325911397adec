// The energy ledger: energies, losses and work term by term, and the residual of their balance.
//
//   kinetic     1/2 m v.v + 1/2 w.l                       potential   -m g.x
//   stored      W(depth) and F_e^2/(2 k_t), M_e^2/(2 k_r) of every contact
//   lost to damping   integral of (F_n - F_elastic) approach speed, and of the couples that damp the tilt of faces
//   lost to friction  work of slip on the friction springs less the energy they store (law/spring_slider.h), the energy
//                     of the springs of contacts that end, and integral of -(F_t - F_e).v_t; for rolling and for the
//                     couples of faces the same with couples and angles
//   work of loads     load . displacement, load torque . rotation
//   lost to constraints   work of the projection, and -integral of lambda phi' if joints drift
//
// Integrals over time use the trapezoidal rule. For the Verlet scheme this is the exact work of its velocity updates,
// so the residual consists of the difference between elastic work and stored energy, of normal and tangential springs:
// second order in dt, without growth. Runge-Kutta methods use their own quadrature, the powers at their stages with the
// weights of their velocity updates: a contact that begins within a step is damped at its stages, which the ends of the
// step do not show (one impact at e = 0.1: residual 1 %, by the trapezoidal rule 20 to 40 %).
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
static inline v3 rubbing_velocity(const ab_contacts *c, int64_t i, v3 velocity, v3 spin) {
    const v3 n = c->normal[i];
    const double lever = c->twists ? c->lever[i] : 0;
    return lever > 0 ? v3_add_scaled(v3_across(n, velocity), lever * v3_dot(n, spin), n) : velocity;
}

// Power of a friction spring at the slip velocity of its contact.
static inline double spring_power(const ab_friction_memory *m, v3 velocity) {
    return m->stiffness > 0 ? v3_dot(m->spring, velocity) : 0;
}

// The two bodies of a contact, and their levers to it.
typedef struct contact_sides {
    int64_t a, b;
    v3 arm_a, arm_b;
} contact_sides;

static inline contact_sides sides_of(const ab_world *w, int64_t i) {
    const ab_contacts *c = &w->state.contacts;
    const int64_t a = ab_owner(w, c->a[i]), b = ab_owner(w, c->b[i]);
    const v3 point = c->point[i];
    return (contact_sides){a, b, v3_sub(point, w->state.body.x[a]), v3_sub(point, w->state.body.x[b])};
}

// Velocity of a relative to b at their contact, for the given velocities of bodies.
static inline v3 velocity_at(contact_sides s, const v3 *v, const v3 *spin) {
    return v3_sub(v3_add(v[s.a], v3_cross(spin[s.a], s.arm_a)), v3_add(v[s.b], v3_cross(spin[s.b], s.arm_b)));
}

// Power that sliding, twisting and rolling friction takes at contact i, for the relative velocity and spin of a.
static inline double tangential_power(const ab_contacts *c, int64_t i, v3 velocity, v3 spin) {
    double power = c->normal_force[i] * v3_dot(c->normal[i], velocity) - v3_dot(c->force[i], velocity);
    if (c->twists) power -= c->twist[i] * v3_dot(c->normal[i], spin);
    if (c->rolls) power -= v3_dot(c->couple[i], spin);
    return power;
}

static void add_contact(void *arg, int64_t i, double *sum) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *b = &w->state.body;
    const contact_sides s = sides_of(w, i);
    const v3 n = c->normal[i];
    const v3 velocity = velocity_at(s, b->v, b->w), mean = velocity_at(s, b->mean_v, b->mean_w);
    const v3 spin = v3_sub(b->w[s.a], b->w[s.b]), mean_spin = v3_sub(b->mean_w[s.a], b->mean_w[s.b]);
    const double opening = v3_dot(n, velocity) + c->pitch[i] * v3_dot(n, spin);
    const double tangential = tangential_power(c, i, velocity, spin);
    double springs = spring_power(&c->memory[i], rubbing_velocity(c, i, velocity, spin));
    if (c->rolls) springs += spring_power(&c->roll[i], spin);
    sum[DAMPING] += (c->elastic_force[i] - c->normal_force[i]) * opening;
    if (c->tilts) sum[DAMPING] -= v3_dot(c->tilt[i], spin);
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
    const ab_bodies *b = &j->w->state.body;
    if (!finite_row(b, i)) sum[UNREAL] += 1;
    if (ab_inverse_mass_of(b, i) == 0) return;
    sum[KINETIC] += 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i]);
    sum[POTENTIAL] -= ab_mass_of(b, i) * v3_dot(j->w->config.gravity, b->x[i]);
    if (b->load && b->load_torque)
        sum[WORK] += j->dt * (v3_dot(b->load[i], b->mean_v[i]) + v3_dot(b->load_torque[i], b->mean_w[i]));
}

// Laws that are functions of the user's program.
static bool asks_the_program(const ab_world *w) {
    for (int64_t i = 0; i < w->config.nrule; i++)
        if (w->config.rules[i].contact.program) return true;
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        if (w->mechanism.force[i].force.program) return true;
    return false;
}

static abut_status name_the_culprit(const ab_world *w) {
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++) {
        const double kinetic = ab_mass_of(b, i) * v3_norm2(b->v[i]) + v3_dot(b->w[i], b->l[i]);
        if (finite_row(b, i) && (ab_inverse_mass_of(b, i) == 0 || isfinite(kinetic))) continue;
        char label[ABUT_LABEL];
        ab_body_label(w, i, label);
        return ab_fail(w->cx, ABUT_ERR_NUMERIC,
                       "the motion of body '%s' is no longer finite at step %lld; take a smaller time.dt or softer "
                       "contacts, and see that "
                       "its mass and inertia are right",
                       label, (long long)w->state.step);
    }
    return ab_fail(
        w->cx, ABUT_ERR_NUMERIC,
        "the energy of the world is no longer finite at step %lld; take a smaller time.dt or softer contacts%s",
        (long long)w->state.step,
        asks_the_program(w) ? ", and see that what the function of the program says is finite" : "");
}

static double total(const abut_energy *e) {
    return e->kinetic + e->potential + e->stored_normal + e->stored_tangential + e->stored_springs + e->lost_damping +
           e->lost_friction + e->lost_impact + e->lost_constraint - e->work_external;
}

// Divides all further steps if dt was chosen automatically and the last step was still stable.
static bool divide_steps(ab_world *w, double dt, double omega) {
    const int64_t before = w->state.substeps;
    if (!w->config.automatic_dt || !w->state.started || !(dt * omega <= AB_STEP_STABLE)) return false;
    while (w->state.substeps < AB_MAX_SUBSTEPS && w->config.dt / (double)w->state.substeps * omega > AB_STEP_LIMIT)
        w->state.substeps *= 2;
    if (w->state.substeps > before)
        ab_log(w->cx, ABUT_LOG_WARNING,
               "from t = %.6g s on every step is made in %lld parts: a contact is stiffer than time.dt: auto was "
               "chosen for",
               w->state.time, (long long)w->state.substeps);
    return w->config.dt / (double)w->state.substeps * omega <= AB_STEP_LIMIT;
}

// Sum of the magnitudes of all terms, with the potential energy relative to the datum.
static double in_play(const ab_world *w) {
    const abut_energy *e = &w->ledger.energy;
    return e->kinetic + fabs(e->potential - w->ledger.datum) + fabs(e->stored_normal) + e->stored_tangential +
           fabs(e->stored_springs) + fabs(e->lost_damping) + fabs(e->lost_friction) + fabs(e->lost_impact) +
           fabs(e->lost_constraint) + fabs(e->work_external);
}

static void note_loss(ab_world *w, abut_loss which, double took, double slack) {
    abut_give_and_take *l = &w->ledger.watch.loss[which];
    if (took >= 0) l->taken += took;
    if (took >= -slack) return;
    w->ledger.residual.gain = ab_greater(w->ledger.residual.gain, -took);
    l->given -= took;
    l->steps++;
    if (-took <= l->max_given) return;
    l->max_given = -took;
    l->time = w->state.time;
    l->step = w->state.step;
}

// Signed work that forces took from the mechanical energy in the step; the ledger has its non-negative parts.
typedef struct work_taken {
    double damping, friction; // J
    double springs;           // stored by friction springs, J
} work_taken;

// Rises and falls; only what is given above all that was taken is new energy.
static void note_turning(ab_world *w) {
    abut_watch *watch = &w->ledger.watch;
    watch->turning = ab_greater(0, watch->turning - w->ledger.turned[0] - w->ledger.turned[1]);
    ab_raise_max(&watch->turning_max, watch->turning);
    w->ledger.turned[0] = w->ledger.turned[1] = 0;
}

static void watch_losses(ab_world *w, const work_taken *t) {
    const abut_energy *e = &w->ledger.energy;
    w->ledger.watch.turnover = ab_greater(w->ledger.watch.turnover, in_play(w));
    const double slack = ROUND_OFF * w->ledger.watch.turnover + w->ledger.solver_slack;
    const bool compliant = w->config.enforcement->compliant;
    note_loss(w, ABUT_LOSS_DAMPING, t->damping, slack);
    const double rubbed = e->lost_friction - w->ledger.watched_friction - w->ledger.turned[1];
    const double struck = e->lost_impact - w->ledger.watched_impact - w->ledger.turned[0];
    note_loss(w, ABUT_LOSS_FRICTION, compliant ? t->friction : rubbed, slack);
    w->ledger.watched_friction = e->lost_friction;
    w->ledger.watch.loss[ABUT_LOSS_FRICTION].passed += fabs(t->springs);
    note_loss(w, ABUT_LOSS_IMPACT, struck, slack);
    w->ledger.watched_impact = e->lost_impact;
    note_turning(w);
}

// A step beyond the stability limit of a present contact is divided, or an error.
static abut_status check_step(ab_world *w, double dt) {
    const ab_largest worst = w->collision.stiffest;
    if (w->config.allow_large_dt || w->config.integrator->any_step || worst.index < 0 ||
        !(dt * sqrt(worst.value) > AB_STEP_LIMIT))
        return ABUT_OK;
    if (divide_steps(w, dt, sqrt(worst.value))) return ABUT_OK;
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_collider_label(w, w->state.contacts.a[worst.index], a);
    ab_collider_label(w, w->state.contacts.b[worst.index], b);
    return ab_fail(
        w->cx, ABUT_ERR_STEP,
        "the time step %.3g s is too large for the contact of '%s' and '%s', which can bear %.3g s; set time.dt to "
        "%.2g s or less, or time.allow_large_dt: true",
        dt, a, b, AB_STEP_LIMIT / sqrt(worst.value), AB_STEP_RECOMMENDED / sqrt(worst.value));
}

// ------------------------------------------------------------------------------------------------- powers over time

static ab_power scaled_sum(const ab_power *a, double weight, const ab_power *b) {
    return (ab_power){.damping = a->damping + weight * b->damping,
                      .tangential = a->tangential + weight * b->tangential,
                      .rubbing = a->rubbing + weight * b->rubbing,
                      .lag = a->lag + weight * b->lag,
                      .elements = a->elements + weight * b->elements,
                      .bearings = a->bearings + weight * b->bearings,
                      .drives = a->drives + weight * b->drives,
                      .drift = a->drift + weight * b->drift};
}

static ab_power positive_parts(const ab_power *p) {
    return (ab_power){.damping = ab_greater(0, p->damping),
                      .rubbing = ab_greater(0, p->rubbing),
                      .elements = ab_greater(0, p->elements),
                      .bearings = ab_greater(0, p->bearings)};
}

static void add_power(ab_mean_power *mean, double weight, const ab_power *p) {
    const ab_power taken = positive_parts(p);
    mean->all = scaled_sum(&mean->all, weight, p);
    mean->taken = scaled_sum(&mean->taken, weight, &taken);
}

static ab_mean_power trapezoidal(const ab_power *before, const ab_power *now) {
    ab_mean_power mean = {.known = true};
    add_power(&mean, 0.5, before);
    add_power(&mean, 0.5, now);
    return mean;
}

static abut_status sum_contacts(ab_world *w, double *contact) {
    const int64_t compliant = w->config.enforcement->compliant ? w->state.contacts.n : 0;
    return ab_reduce_sum(w->cx, &w->arena, compliant, CONTACT_SUMS, add_contact, w, contact);
}

static ab_power power_now(const ab_world *w, const double *contact) {
    ab_power power = {.damping = contact[DAMPING],
                      .tangential = contact[TANGENTIAL],
                      .rubbing = contact[RUBBING],
                      .lag = contact[LAG]};
    if (!w->config.enforcement->compliant) return power; // the kick has accounted for all but the drives
    power.drives = w->mechanism.driven;
    power.drift = w->mechanism.drift_power;
    ab_add_power_of_elements(w, &power);
    return power;
}

abut_status ab_add_stage_power(ab_world *w, double weight, bool first) {
    if (first) {
        w->ledger.mean = (ab_mean_power){.known = true};
        add_power(&w->ledger.mean, weight, &w->ledger.power);
        return ABUT_OK;
    }
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    double contact[CONTACT_SUMS];
    AB_TRY(sum_contacts(w, contact));
    ab_arena_rewind(&w->arena, mark);
    const ab_power power = power_now(w, contact);
    add_power(&w->ledger.mean, weight, &power);
    return ABUT_OK;
}

// Weights of a quadrature may be negative; a loss is not.
static double lost_to_damping(const ab_mean_power *mean, double dt) {
    return dt * ab_greater(0, mean->taken.damping) + dt * ab_greater(0, mean->taken.elements);
}

// stored_more: increase of the energy of the friction springs, J.
static double lost_to_friction(const ab_world *w, const ab_mean_power *mean, double stored_more, double dt) {
    return ab_greater(0, w->collision.slip_work - stored_more) + dt * ab_greater(0, mean->taken.rubbing) +
           dt * ab_greater(0, mean->taken.bearings);
}

// Work of friction over the step uses its mean velocity u, not the velocities v_0 and v_1 at its ends:
//   dt (F_0 + F_1).u/2 = dt (F_0.v_0 + F_1.v_1)/2 - dt (F_1.(v_1 - u) - F_0.(u - v_0))/2,
//     with v_1 - u of the last step for u - v_0; both follow from the acceleration at the time between the two steps
// The friction springs store this work, not that of the trapezoidal rule.
static work_taken taken_by(const ab_power *a, const ab_power *b, const ab_mean_power *mean, double stored_more,
                           double dt) {
    const double along_mean = 0.5 * (a->tangential + b->tangential - (b->lag - a->lag));
    return (work_taken){.damping = dt * (mean->all.damping + mean->all.elements),
                        .friction = dt * (along_mean + mean->all.bearings) - stored_more,
                        .springs = stored_more};
}

abut_status ab_account_energy(ab_world *w, double dt) {
    double contact[CONTACT_SUMS], body[BODY_SUMS];
    AB_TRY(sum_contacts(w, contact));
    AB_TRY(ab_reduce_sum(w->cx, &w->arena, w->state.body.n, BODY_SUMS, add_body, &(body_job){w, dt}, body));

    abut_energy *e = &w->ledger.energy;
    const ab_power power = power_now(w, contact);
    if (!w->config.enforcement->compliant) e->work_external += dt * w->mechanism.driven; // the mean of the step
    const ab_mean_power mean = w->ledger.mean.known ? w->ledger.mean : trapezoidal(&w->ledger.power, &power);
    const double stored_more = contact[STORED_TANGENTIAL] - e->stored_tangential;
    const work_taken taken = taken_by(&w->ledger.power, &power, &mean, stored_more, dt);
    w->ledger.mean.known = false;
    e->lost_damping += lost_to_damping(&mean, dt);
    e->lost_friction += lost_to_friction(w, &mean, stored_more, dt);
    e->lost_constraint -= dt * mean.all.drift;
    e->kinetic = body[KINETIC];
    e->potential = body[POTENTIAL];
    e->stored_normal = contact[STORED_NORMAL];
    e->stored_tangential = contact[STORED_TANGENTIAL];
    e->stored_springs = w->mechanism.stored;
    e->work_external += body[WORK] + dt * mean.all.drives;
    w->ledger.power = power;
    if (!w->state.started) e->initial = total(e);
    if (!w->state.started) w->ledger.datum = e->potential;
    e->residual = total(e) - e->initial;
    if (!isfinite(e->residual) || body[UNREAL] > 0) return name_the_culprit(w);

    AB_TRY(ab_measure_residuals(w));
    watch_losses(w, &taken);
    w->ledger.deepest = w->ledger.residual.overlap;
    if (!w->state.started) w->ledger.watch.overlap = w->ledger.deepest;
    return check_step(w, dt > 0 ? dt : ab_world_last_dt(w)); // dt = 0 at the start
}
