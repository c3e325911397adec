// Contacts → cones: which of them, their targets, warm starts; impulses → forces, history and losses.
#include "step/contact_cones.h"
#include "step/select_contacts.h"

#include <string.h>

#define SLOW   4.0      // approach speed times restitution below which restitution is 0, over |gravity| dt
#define SMOOTH 0.3      // change of the turn of surfaces from step to step, over the last one, above which they leap
#define RAMP   0.2      // share of a turn that leaps by which the target may grow in a step
#define HOP    0.1      // turn, over the slow speed, that may leave a gap behind
#define MIN_HOP 0.01    // that gap, over what the slow speed opens in a step
#define STICKS 0.999999 // of the square of the friction that a contact can have: with less it does not slide

static double slow_speed(const ab_contact_cones *c) { return SLOW * v3_norm(c->w->config.gravity) * c->h; }

// The turn of the surfaces is more than gravity explains, and another one than in the last step.
static bool leaps(const ab_contact_cones *c, double turn, double last) {
    return fabs(turn) > slow_speed(c) && fabs(turn - last) > SMOOTH * fabs(last);
}

// Surfaces that turned against each other no longer do: they are apart by what they were pushed, and land.
static bool has_hopped(const ab_contact_cones *c, double turn, double last) {
    return last < -HOP * slow_speed(c) && turn > 0.5 * last;
}

// Target of a contact that was closed in the last step, with the turn G. An impulse r has the work r (u + u+)/2 there,
// which is r (G - G_last)/4 with u+ = -G/2: it comes and goes as long as G changes little from step to step. Where it
// leaps, as on a side that is nearly flat, or with a body that other impulses drive, the work is not above 0 as far as
// this lets nothing overlap, and the surfaces do not bounce.
static double follow(const ab_contact_cones *c, int64_t k, double u, double turn) {
    const double opening = c->w->state.contacts.opening[k], g = ab_gap_along_normal(c->w, k), half = -0.5 * turn;
    const double closes = -2 * (g + c->h * ab_greater(0, turn) / 8) / c->h; // the gap at the end of the step
    if (!leaps(c, turn, -2 * opening)) return turn > 0 ? ab_greater(half, closes) : half;
    if (turn > 0) return ab_greater(ab_lesser(half, -u), closes);
    const double bounded = ab_lesser(half, ab_greater(0, opening) - RAMP * turn);
    return ab_greater(ab_lesser(bounded, -u), ab_lesser(0, closes));
}

// Target of contact k, as in the header.
static void find_target(ab_contact_cones *c, int64_t k, double slow) {
    const ab_contacts *of = &c->w->state.contacts;
    const double u = ab_opening_speed(c->w, k), g = ab_gap_along_normal(c->w, k), h = c->h;
    const double e = ab_collider_interaction(c->w, of->a[k], of->b[k])->restitution, rest = 1 - 0.5 * e;
    const bool fast = e * u < -slow, strikes = fast && g + rest * h * u <= 0;
    const double turn = isnan(of->opening[k]) ? 0 : u - of->opening[k];
    const bool hopped = g > MIN_HOP * slow * h && has_hopped(c, turn, -2 * of->opening[k]);
    const bool closed = !fast && !hopped && !isnan(of->opening[k]);
    double *target = &c->target[c->n];
    c->surface_turn[c->n] = turn;
    c->landing[c->n] = !closed && !strikes && g > 0;
    c->bounces[c->n] = strikes;
    if (strikes)
        *target = -e * u;
    else if (closed)
        *target = follow(c, k, u, turn);
    else
        *target = g > 0 ? -g / (fast ? rest * h : h) : 0;
}

static v3 tangent_of(v3 n) {
    const v3 away = fabs(n.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    return v3_unit(v3_cross(n, away));
}

static int32_t moving(const ab_world *w, int64_t body) {
    return ab_body_moves(&w->state.body, body) ? (int32_t)body : -1;
}

static ab_cone_contact frame_of(const ab_world *w, int64_t k) {
    const ab_contacts *c = &w->state.contacts;
    const int64_t a = ab_owner(w, c->a[k]), b = ab_owner(w, c->b[k]);
    return (ab_cone_contact){.a = moving(w, a),
                             .b = moving(w, b),
                             .normal = c->normal[k],
                             .tangent = tangent_of(c->normal[k]),
                             .arm_a = v3_sub(c->point[k], w->state.body.x[a]),
                             .arm_b = v3_sub(c->point[k], w->state.body.x[b])};
}

static void add_cone(ab_contact_cones *c, int64_t k) {
    const ab_contacts *of = &c->w->state.contacts;
    const int64_t i = c->n++;
    c->contact[i] = k;
    c->frame[i] = frame_of(c->w, k);
    c->mu[i] = ab_collider_interaction(c->w, of->a[k], of->b[k])->friction;
    c->r[3 * i] = c->h * of->normal_force[k];
    for (int j = 1; j < 3; j++) c->r[3 * i + j] = c->h * v3_dot(ab_cone_axis(&c->frame[i], j), of->memory[k].spring);
}

static abut_status take(ab_contact_cones *c) {
    ab_world *w = c->w;
    const int64_t n = w->state.contacts.n;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->contact, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->frame, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->mu, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->target, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->surface_turn, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->landing, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->bounces, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->in_impact, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->impulse, 3 * n));
    memset(c->in_impact, 0, (size_t)n * sizeof *c->in_impact);
    memset(c->impulse, 0, (size_t)(3 * n) * sizeof *c->impulse);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->before, 3 * n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->after, 3 * n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->q, 3 * n));
    return AB_TAKE(w->cx, &w->arena, &c->r, 3 * n);
}

static m3 inverse_inertia(const ab_bodies *b, int64_t i) {
    const v3 m = ab_moments_of(b, i);
    m3 inverse;
    for (int k = 0; k < 3; k++) inverse.row[k] = ab_spin(m, b->q[i], v3_make(k == 0, k == 1, k == 2));
    return inverse;
}

static abut_status make_bodies(ab_contact_cones *c) {
    ab_world *w = c->w;
    ab_cone_body *body;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &body, w->state.body.n));
    for (int64_t i = 0; i < w->state.body.n; i++) {
        body[i] = (ab_cone_body){0};
        if (!ab_body_moves(&w->state.body, i)) continue;
        body[i] = (ab_cone_body){ab_inverse_mass_of(&w->state.body, i), inverse_inertia(&w->state.body, i)};
    }
    ab_cone_bodies_def def = {.nbody = w->state.body.n, .ncontact = c->n, .body = body, .contact = c->frame};
    AB_TRY(ab_contact_mechanisms(w, c, &def));
    return ab_cone_bodies_make(w->cx, &w->arena, &def, &c->bodies);
}

abut_status ab_contact_cones_make(ab_world *w, double h, const bool *chosen, ab_contact_cones *c) {
    *c = (ab_contact_cones){.w = w, .h = h};
    AB_TRY(take(c));
    const double slow = slow_speed(c);
    for (int64_t k = 0; k < w->state.contacts.n; k++)
        if (chosen[k]) {
            find_target(c, k, slow);
            add_cone(c, k);
        }
    if (c->n == 0) return ABUT_OK;
    AB_TRY(make_bodies(c));
    ab_cone_bodies_pull(c->bodies, w->state.body.v, w->state.body.w, c->before);
    return ABUT_OK;
}

static v3 impulse_of(const ab_contact_cones *c, const double *r, int64_t i) {
    v3 p = v3_zero();
    for (int j = 0; j < 3; j++) p = v3_add_scaled(p, r[3 * i + j], ab_cone_axis(&c->frame[i], j));
    return p;
}

void ab_contact_cones_push(const ab_contact_cones *c, const double *r, ab_kick *k) {
    for (int64_t i = 0; i < c->n; i++) {
        const ab_cone_contact *f = &c->frame[i];
        const v3 p = impulse_of(c, r, i);
        if (f->a >= 0) {
            k->impulse[f->a] = v3_add(k->impulse[f->a], p);
            k->turn[f->a] = v3_add(k->turn[f->a], v3_cross(f->arm_a, p));
        }
        if (f->b >= 0) {
            k->impulse[f->b] = v3_sub(k->impulse[f->b], p);
            k->turn[f->b] = v3_sub(k->turn[f->b], v3_cross(f->arm_b, p));
        }
    }
}

static void forget(ab_world *w, int64_t k) {
    ab_contacts *of = &w->state.contacts;
    of->normal_force[k] = 0;
    of->memory[k] = (ab_friction_memory){0};
    of->opening[k] = NAN;
    of->force[k] = v3_zero();
    w->collision.contact_scratch[k].travel = 0;
}

static void keep_impulse(const ab_contact_cones *c, int64_t i) {
    ab_contacts *of = &c->w->state.contacts;
    const int64_t k = c->contact[i];
    const double per = 1 / c->h;
    of->force[k] = v3_scale(per, impulse_of(c, c->r, i));
    of->normal_force[k] = per * c->r[3 * i];
    of->memory[k] = (ab_friction_memory){v3_add_scaled(of->force[k], -of->normal_force[k], of->normal[k]), 0};
}

void ab_contact_cones_keep_impulses(const ab_contact_cones *c) {
    for (int64_t i = 0; i < c->n; i++) keep_impulse(c, i);
}

// A contact is closed from its first impulse on, unless it was one of landing or a bounce, until it has none and the
// gap is more than gravity opens in a step.
static void remember(const ab_contact_cones *c, int64_t i) {
    ab_contacts *of = &c->w->state.contacts;
    const int64_t k = c->contact[i];
    const double *r = c->r + 3 * i;
    const bool was = !isnan(of->opening[k]),
               near = ab_gap_along_normal(c->w, k) <= c->h * c->h * v3_norm(c->w->config.gravity);
    keep_impulse(c, i);
    const bool closed = !c->bounces[i] && !c->landing[i] && (r[0] > 0 || (was && near));
    of->opening[k] = closed ? c->after[3 * i] : NAN;
    c->w->collision.contact_scratch[k].travel = c->h * (fabs(c->before[3 * i]) + fabs(c->after[3 * i]));
}

const ab_interaction *ab_contact_cones_interaction(const ab_contact_cones *c, int64_t i) {
    const ab_contacts *of = &c->w->state.contacts;
    return ab_collider_interaction(c->w, of->a[c->contact[i]], of->b[c->contact[i]]);
}

typedef enum contact_stage { BEGINS, LASTS, STRIKES } contact_stage;

// Before the impulses of the step are kept.
static contact_stage stage_of(const ab_contact_cones *c, int64_t i) {
    const ab_contacts *of = &c->w->state.contacts;
    const int64_t k = c->contact[i];
    if (c->in_impact[i]) return STRIKES;
    const bool landed = of->normal_force[k] > 0 && c->before[3 * i] >= -slow_speed(c);
    return isnan(of->opening[k]) && !landed ? BEGINS : LASTS;
}

static bool sticks(const ab_contact_cones *c, int64_t i) {
    const double *r = c->r + 3 * i;
    return r[1] * r[1] + r[2] * r[2] < STICKS * c->mu[i] * c->mu[i] * r[0] * r[0];
}

// Losses of a contact. In an impact normal and tangential impulses exchange energy: both losses are the impact's in a
// group with restitution, and where a contact that begins gains tangentially. A contact that lasts has work by the turn
// of its surfaces, and if it sticks tangential work too.
static void account(const ab_contact_cones *c, int64_t i, contact_stage stage) {
    abut_energy *e = &c->w->ledger.energy;
    const double *r = c->r + 3 * i, *u = c->before + 3 * i, *v = c->after + 3 * i;
    const double normal = -0.5 * (u[0] + v[0]) * r[0];
    const double tangential = -0.5 * ((u[1] + v[1]) * r[1] + (u[2] + v[2]) * r[2]);
    e->lost_impact += normal;
    *(stage == STRIKES || (stage == BEGINS && tangential < 0) ? &e->lost_impact : &e->lost_friction) += tangential;
    if (stage == LASTS) c->w->ledger.turned[0] += normal;
    if (stage == LASTS && sticks(c, i)) c->w->ledger.turned[1] += tangential;
}

void ab_contact_cones_store(const ab_contact_cones *c) {
    int64_t next = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const contact_stage stage = stage_of(c, i);
        for (; next < c->contact[i]; next++) forget(c->w, next);
        next++;
        remember(c, i);
        account(c, i, stage);
    }
    for (; next < c->w->state.contacts.n; next++) forget(c->w, next);
}

void ab_contact_cones_label(const ab_contact_cones *c, int64_t i, char a[ABUT_LABEL], char b[ABUT_LABEL]) {
    ab_collider_label(c->w, c->w->state.contacts.a[c->contact[i]], a);
    ab_collider_label(c->w, c->w->state.contacts.b[c->contact[i]], b);
}
