// Contacts by impulses: Signorini's condition and Coulomb's law for all contacts and joints at once, on the velocities
// at the middle of a step (contact_cones.h). `multiplier` solves the problem to a tolerance by contact.solver;
// `augmented` by three rounds of the method of multipliers (solve/cone_augmented.c). [moreau1988; anitescu2002;
// acary2018]
//
// Velocities leave overlaps of second order behind, which a problem of positions removes without any velocity:
//   m >= 0  ⊥  g_end + W_nn m >= 0,    g_end = g + dt/2 u+ + dt/8 G     the gap at the end of the step
#include "step/enforcements.h"
#include "step/impacts.h"
#include "step/phases.h"
#include "step/select_contacts.h"

#include <string.h>

#define ROUNDS       3     // of the augmented Lagrangian
#define ROUND_OFF    1e-14 // of the speeds of two bodies in their relative velocity
#define MAX_SWEEPS   2000  // of a solver
#define AIM          1e-3  // over the tolerance: few contacts are solved better in the same time
#define MIN_AIM      1e-10
#define CHANGE       1.25 // allowance for a change of the forces within a step
#define SEPARATED    1e-9 // overlap that stays, over the radius of the smaller body
#define APART_SWEEPS 50   // of the problem of positions
#define APART_SMALL  400  // contacts up to which it is solved by all means, for bodies of different masses
#define APART_SOLVED 1e-4 // its residual: what remains goes in the next step
#define JAMMED       0.1  // of the normal velocity that a contact has to lose: joints do not let it,
#define JAMMED_MIN   1e-9 // and of the speeds of the two bodies, with what gravity gives in a step
#define MAX_REACH    1.0  // bounding radii: farther motion is divided into substeps
#define SELECTIONS   3    // further solutions with samples that would overlap after the last one

// ---------------------------------------------------------------------------------------------------------- detection

static double reach(const ab_world *w, int64_t i, double h) {
    const ab_bodies *b = &w->state.body;
    if (!ab_collider_moves(w, i)) return 0;
    const int64_t c = ab_owner(w, i);
    const double radius = ab_collider_shape(w, i)->radius;
    const double push = ab_greater(v3_norm(w->config.gravity), ab_inverse_mass_of(b, c) * v3_norm(b->force[c]));
    const double twist = ab_inverse_min_moment_of(b, c) * v3_norm(b->torque[c]);
    const double arm = radius + v3_norm(v3_sub(*ab_collider_x(w, i), b->x[c]));
    const double way = h * (v3_norm(b->v[c]) + h * push + arm * (v3_norm(b->w[c]) + h * twist));
    return ab_lesser(CHANGE * way, MAX_REACH * radius);
}

// Forces are those of the last impulses; at the middle of a step the kick finds new ones.
static abut_status laws(ab_world *w, const ab_evaluation *eval) {
    ab_contacts *c = &w->state.contacts;
    for (int64_t i = 0; i < c->n; i++) {
        c->force[i] = eval->middle ? v3_zero() : v3_add_scaled(c->memory[i].spring, c->normal_force[i], c->normal[i]);
        if (c->twists) c->twist[i] = 0;
        c->elastic_force[i] = c->stored_normal[i] = c->max_approach_speed[i] = 0;
    }
    w->collision.slip_work = 0;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ solution

static abut_status unsolved(const ab_contact_cones *c, const ab_cone_report *report) {
    ab_world *w = c->w;
    w->ledger.watch.unsolved++;
    if (w->config.allow_unsolved) return ABUT_OK;
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_contact_cones_label(c, report->residual.worst, a, b);
    return ab_fail(w->cx, ABUT_ERR_STEP,
                   "the problem of %lld contacts at t = %.6g s is solved to %.2g only, and contact.tolerance is %.2g; "
                   "the worst contact is that of '%s' and '%s'; take a smaller time.dt, another contact.solver, a "
                   "larger contact.tolerance, or contact.allow_unsolved: true",
                   (long long)c->n, w->state.time, ab_cone_residual_by(&report->residual, AB_CONE_MOTION),
                   w->config.contact_tolerance, a, b);
}

static void count(ab_world *w, const ab_cones *problem, const ab_cone_report *report) {
    const double residual = ab_cone_residual_by(&report->residual, AB_CONE_MOTION);
    w->ledger.watch.contact_sweeps += report->iterations;
    ab_raise_max(&w->ledger.watch.contact_residual, residual);
    ab_raise_max(&w->ledger.residual.contact_cones, (double)problem->n);
    ab_raise_max(&w->ledger.residual.contact_residual, residual);
    w->ledger.residual.contact_sweeps += (double)report->iterations;
    w->ledger.solver_slack = 2 * w->config.contact_tolerance * report->residual.stored;
}

// The method of multipliers ends after ROUNDS; what they leave is a part of the method, and each leaves no more than
// 1/penalty. guess: place for a copy of the initial impulses, for the watch; NULL = not watched
static abut_status solve_within(const ab_contact_cones *c, const ab_cones *problem, double *guess) {
    ab_world *w = c->w;
    const bool rounds = w->config.enforcement == &ab_enforcement_augmented;
    const ab_cone_solver *solver = rounds ? &ab_cone_solver_augmented : w->config.cone_solver;
    const double tolerance = w->config.contact_tolerance;
    const ab_cone_options options = {
        .tolerance = tolerance,
        .aim = ab_greater(AIM * tolerance, ab_lesser(MIN_AIM, tolerance)),
        .measure = AB_CONE_MOTION,
        .max_iterations = rounds ? ROUNDS : MAX_SWEEPS,
        .penalty = w->config.penalty,
    };
    ab_cone_report report = {0};
    const size_t size = (size_t)(3 * problem->n) * sizeof *problem->r;
    if (rounds) memset(problem->r, 0, size);
    if (guess) memcpy(guess, problem->r, size);
    AB_TRY(solver->solve(w->cx, &w->arena, problem, &options, &report));
    count(w, problem, &report);
    report.solved = report.solved || (rounds && report.residual.energy <= 1 / w->config.penalty);
    if (guess) AB_TRY(w->problem_watch.see(w->problem_watch.user, w, problem, guess, &report));
    return report.solved ? ABUT_OK : unsolved(c, &report);
}

static abut_status solve(const ab_contact_cones *c, const ab_cones *problem, bool watched) {
    ab_world *w = c->w;
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    double *guess = NULL;
    if (watched && w->problem_watch.see) AB_TRY(AB_TAKE(w->cx, &w->arena, &guess, 3 * problem->n));
    const abut_status status = solve_within(c, problem, guess);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

static double speed_of(const ab_world *w, const ab_kick *k, int32_t i, v3 arm) {
    if (i < 0) return 0;
    return v3_norm(w->state.body.v[i]) + v3_norm(k->dv[i]) +
           v3_norm(arm) * (v3_norm(w->state.body.w[i]) + v3_norm(k->dw[i]));
}

// Velocities of the contacts without their impulses, less the targets. Round-off is set to zero: no impulse can remove
// it, and where it is all there is, nothing else would measure the residual.
static void find_free_velocities(ab_contact_cones *c, const ab_kick *k) {
    ab_cone_bodies_pull(c->bodies, k->dv, k->dw, c->q);
    for (int64_t i = 0; i < c->n; i++) {
        const ab_cone_contact *f = &c->frame[i];
        const double speed = speed_of(c->w, k, f->a, f->arm_a) + speed_of(c->w, k, f->b, f->arm_b);
        for (int j = 0; j < 3; j++) {
            double *q = &c->q[3 * i + j];
            *q += c->before[3 * i + j] - (j == 0 ? c->target[i] : 0);
            if (fabs(*q) <= ROUND_OFF * speed) *q = 0;
        }
    }
}

// k: response to all other impulses.
static abut_status solve_velocities(ab_contact_cones *c, const ab_kick *k) {
    find_free_velocities(c, k);
    const ab_cones problem = {
        c->n, c->mu, c->q, c->r, &ab_cone_form_bodies, c->bodies, c->w->config.relax,
    };
    return solve(c, &problem, true);
}

// ------------------------------------------------------------------------------------------------------ feasibility

// Normal velocities by the problem, in which joints yield a little (contact_mechanisms.c).
static abut_status expect_velocities(ab_contact_cones *c) {
    ab_world *w = c->w;
    double *u;
    if (w->mechanism.n == 0) return ABUT_OK;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->expected, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &u, 3 * c->n));
    const ab_cones problem = {
        .n = c->n, .mu = c->mu, .q = c->q, .r = c->r, .form = &ab_cone_form_bodies, .with = c->bodies};
    ab_cones_velocity(&problem, c->r, u);
    for (int64_t i = 0; i < c->n; i++) c->expected[i] = u[3 * i] + c->target[i];
    return ABUT_OK;
}

// How much faster contact i closes after the kick than the problem says, m/s; 0 = as it says.
static double jammed_by(const ab_contact_cones *c, const ab_kick *k, int64_t i) {
    const ab_cone_contact *f = &c->frame[i];
    const double lacks = c->expected[i] - ab_opening_speed_after(c->w, k, c->contact[i]);
    const double speed =
        speed_of(c->w, k, f->a, f->arm_a) + speed_of(c->w, k, f->b, f->arm_b) + c->h * v3_norm(c->w->config.gravity);
    return lacks > JAMMED * fabs(c->q[3 * i]) && lacks > JAMMED_MIN * speed ? lacks : 0;
}

// Joints that yield nothing keep the velocities of contacts that no impulse can change, as of a body between the floor
// and a plate that is driven downwards. Impulses there are far too large: the worst contact is that of largest power.
static abut_status check_feasible(const ab_contact_cones *c, const ab_kick *k) {
    ab_world *w = c->w;
    int64_t worst = -1;
    double max = 0;
    for (int64_t i = 0; c->expected && i < c->n; i++) {
        const double power = jammed_by(c, k, i) * c->r[3 * i];
        if (!(power > max)) continue;
        max = power;
        worst = i;
    }
    if (worst < 0) return ABUT_OK;
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_contact_cones_label(c, worst, a, b);
    return ab_fail(w->cx, ABUT_ERR_STEP,
                   "'%s' and '%s' approach each other by %.3g m/s at t = %.6g s, and joints and other contacts let no "
                   "impulse part them; leave them room, or drive them by a force instead of a motion",
                   a, b, jammed_by(c, k, worst), w->state.time);
}

// ----------------------------------------------------------------------------------------------------------- positions

// Gaps at the end of the step to q; true if some body overlaps there.
static bool find_end_gaps(ab_contact_cones *c) {
    bool overlap = false;
    for (int64_t i = 0; i < c->n; i++) {
        const ab_contacts *of = &c->w->state.contacts;
        const int64_t k = c->contact[i];
        const double gap = ab_gap_along_normal(c->w, k) + 0.5 * c->h * c->after[3 * i] + c->h * c->surface_turn[i] / 8;
        const double size =
            ab_lesser(ab_collider_shape(c->w, of->a[k])->radius, ab_collider_shape(c->w, of->b[k])->radius);
        c->q[3 * i] = gap;
        c->q[3 * i + 1] = c->q[3 * i + 2] = 0;
        overlap = overlap || gap < -SEPARATED * size;
    }
    return overlap;
}

// The energy that the shift takes goes to the ledger.
static void shift_bodies(ab_world *w, const ab_kick *k) {
    ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++) {
        if (!ab_body_moves(b, i)) continue;
        const v3 spin = b->w[i];
        b->x[i] = v3_add(b->x[i], k->dv[i]);
        b->q[i] = quat_unit(quat_mul(quat_from_turn(k->dw[i]), b->q[i]));
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
        w->ledger.energy.lost_constraint +=
            ab_mass_of(b, i) * v3_dot(w->config.gravity, k->dv[i]) - 0.5 * v3_dot(v3_sub(b->w[i], spin), b->l[i]);
    }
}

static abut_status solve_positions(const ab_contact_cones *c, const ab_cones *problem) {
    ab_world *w = c->w;
    if (w->config.enforcement == &ab_enforcement_augmented) return solve(c, problem, false);
    const ab_cone_options options = {
        .tolerance = APART_SOLVED, .measure = AB_CONE_MOTION, .max_iterations = APART_SWEEPS};
    ab_cone_report report = {0};
    const char *name = problem->n <= APART_SMALL ? "auto" : "gauss_seidel";
    return ab_cone_solver_find(name)->solve(w->cx, &w->arena, problem, &options, &report);
}

static abut_status separate(ab_contact_cones *c, ab_kick *k) {
    ab_world *w = c->w;
    if (!find_end_gaps(c)) return ABUT_OK;
    double *frictionless, *m;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &frictionless, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &m, 3 * c->n));
    memset(frictionless, 0, (size_t)c->n * sizeof *frictionless);
    memset(m, 0, (size_t)(3 * c->n) * sizeof *m);
    const ab_cones problem = {
        .n = c->n, .mu = frictionless, .q = c->q, .r = m, .form = &ab_cone_form_bodies, .with = c->bodies};
    AB_TRY(solve_positions(c, &problem));
    for (int64_t i = 0; i < w->state.body.n; i++) k->impulse[i] = k->turn[i] = v3_zero();
    ab_contact_cones_push(c, m, k);
    ab_kick_respond(w, k, false);
    shift_bodies(w, k);
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------------------- kick

static abut_status solve_contacts(ab_contact_cones *c, ab_kick *k) {
    ab_impact_groups groups;
    bool impacts;
    AB_TRY(ab_impact_groups_make(c, &groups, &impacts));                    // contacts → groups with impacts
    if (impacts) AB_TRY(ab_solve_impacts(c, &groups, k));                   // → impulses of impacts by a process
    AB_TRY(solve_velocities(c, k));                                         // → impulses of cones
    if (impacts) AB_TRY(ab_guard_impacts(c, &groups, k, solve_velocities)); // → those without gain of energy
    AB_TRY(expect_velocities(c));
    ab_contact_cones_push(c, c->r, k);
    for (int64_t i = 0; i < 3 * c->n; i++) c->r[i] += c->impulse[i];
    return ABUT_OK;
}

// forces, contacts → impulses, and the response of the bodies
static abut_status find_impulses(ab_world *w, double h, const bool *chosen, ab_kick *k, ab_contact_cones *c) {
    w->ledger.solver_slack = 0;
    AB_TRY(ab_kick_begin(w, h, k));                 // forces → impulses
    ab_kick_respond(w, k, true);                    // → velocities without contacts
    AB_TRY(ab_contact_cones_make(w, h, chosen, c)); // contacts → cones
    if (c->n > 0) AB_TRY(solve_contacts(c, k));     // → impulses of contacts, on bodies
    ab_kick_respond(w, k, true);                    // → impulses of joints
    return ABUT_OK;
}

// The same again while samples without a cone would overlap. Only the last solution counts, and all sweeps.
static abut_status find_all_impulses(ab_world *w, double h, ab_kick *k, ab_contact_cones *c) {
    const abut_watch before = w->ledger.watch;
    bool *chosen;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &chosen, w->state.contacts.n));
    ab_select_contacts(w, h, chosen);
    AB_TRY(find_impulses(w, h, chosen, k, c));
    for (int round = 0; round < SELECTIONS && ab_select_violated(w, k, chosen); round++) {
        const int64_t sweeps = w->ledger.watch.contact_sweeps;
        w->ledger.watch = before;
        w->ledger.watch.contact_sweeps = sweeps;
        ab_contact_cones_keep_impulses(c);
        AB_TRY(find_impulses(w, h, chosen, k, c));
    }
    return ABUT_OK;
}

static abut_status kick_at_middle(ab_world *w, double h) {
    ab_kick k;
    ab_contact_cones c;
    AB_TRY(find_all_impulses(w, h, &k, &c)); // forces, contacts → impulses
    AB_TRY(check_feasible(&c, &k));          // → error if joints allow none
    ab_kick_apply(w, &k);                    // → velocities
    ab_account_force_elements(w, h);         // → losses
    if (c.n > 0) ab_cone_bodies_pull(c.bodies, w->state.body.v, w->state.body.w, c.after);
    ab_contact_cones_store(&c);                  // → forces, history, losses
    ab_watch_impacts(&c);                        // → statistics of impacts
    return c.n > 0 ? separate(&c, &k) : ABUT_OK; // → poses without overlap
}

static abut_status kick(ab_world *w, double h) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    const abut_status status = kick_at_middle(w, h);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

const ab_enforcement ab_enforcement_multiplier = {
    .name = "multiplier",
    .help = "impulses that let nothing overlap, with Coulomb's friction, for all contacts and joints at once",
    .reach = reach,
    .laws = laws,
    .kick = kick,
    .see = ab_see_enforced,
};

const ab_enforcement ab_enforcement_augmented = {
    .name = "augmented",
    .help = "the same by three rounds with a penalty",
    .reach = reach,
    .laws = laws,
    .kick = kick,
    .see = ab_see_enforced,
};
