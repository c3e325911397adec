// Enforced (non-compliant) contacts: at the end of each step overlapping bodies get normal impulses that satisfy the
// impact law, and position corrections that remove the overlap.
//     velocities   u+ = A p + u,   u+ + e u >= 0,  p >= 0,  p.(u+ + e u) = 0
//       A = J K^-1 J^T, K: saddle-point matrix of bodies and joints
//     positions    gap + A m >= 0,  m >= 0,  m.(gap + A m) = 0
// K includes the joints, so an impulse at the end of a chain acts on the whole chain. Restitution applies above the
// speed that gravity gives within a few steps. `multiplier` solves the problem exactly (active set), `augmented` by a
// few iterations with contact.penalty. First order in dt. Without friction. [moreau1988; anitescu2002]
#include "solve/unilateral.h"
#include "step/phases.h"
#include "step/joint_reactions.h"

#define MAX_CONTACTS 500 // the matrix is dense
#define ROUNDS       3   // iterations of the augmented Lagrangian
#define SLOW         4.0 // approach speed below which restitution is 0, over |g| dt

typedef struct impulse_contact {
    ab_world *w;
    int64_t n;
    int32_t *unknown; // index of a body in the system of the joints, -1 = no joint   (bodies)
    v3 *dv, *dw;      // change of velocities, or of positions   (bodies)
    double *a;        // (n n)
    double *b, *p;    // (n)
} impulse_contact;

static const char *unknown_law(const ab_interaction *in) {
    if (in->apart) return NULL;
    return in->friction > 0           ? "friction"
           : in->cohesion > 0         ? "cohesion"
           : in->rolling_friction > 0 ? "rolling_friction"
                                      : NULL;
}

// Fails if an interaction, by its materials or by contact.pairs, has a law that impulses do not have.
abut_status ab_check_contact_impulses(const ab_world *w) {
    if (w->enforcement == AB_ENFORCE_PENALTY) return ABUT_OK;
    for (int64_t a = 0; a < w->nmaterial; a++)
        for (int64_t b = a; b < w->nmaterial; b++) {
            const char *what = unknown_law(ab_world_interaction(w, (int32_t)a, (int32_t)b));
            if (!what) continue;
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "contact.enforcement: %s has no %s, which '%s' and '%s' have; set %s: 0 in a material or in "
                           "contact.pairs, or use "
                           "enforcement: penalty",
                           ab_enforcement_names[w->enforcement], what, w->materials[a].name, w->materials[b].name,
                           what);
        }
    return ABUT_OK;
}

// Opening speed of contact k for the given velocities.
static double opening(const ab_world *w, int64_t k, const v3 *v, const v3 *spin) {
    const ab_contacts *c = &w->contacts;
    const int64_t a = ab_owner(w, c->a[k]), b = ab_owner(w, c->b[k]);
    const v3 at_a = v3_add(v[a], v3_cross(spin[a], v3_sub(c->point[k], w->body.x[a])));
    const v3 at_b = v3_add(v[b], v3_cross(spin[b], v3_sub(c->point[k], w->body.x[b])));
    return v3_dot(c->normal[k], v3_sub(at_a, at_b));
}

// Applies an impulse to a body: directly, or to the right-hand side of the system if the body has joints.
static void apply_impulse(impulse_contact *t, int64_t i, v3 impulse, v3 arm) {
    ab_world *w = t->w;
    if (!ab_body_moves(&w->body, i)) return;
    const v3 turn = v3_cross(arm, impulse);
    if (t->unknown[i] < 0) {
        t->dv[i] = v3_add_scaled(t->dv[i], ab_inverse_mass_of(&w->body, i), impulse);
        t->dw[i] = v3_add(t->dw[i], ab_spin(ab_moments_of(&w->body, i), w->body.q[i], turn));
        return;
    }
    double *to = w->mechanism.body_side + AB_KKT_BLOCK * t->unknown[i];
    to[0] += impulse.x, to[1] += impulse.y, to[2] += impulse.z;
    to[3] += turn.x, to[4] += turn.y, to[5] += turn.z;
}

static void apply_pair_impulse(impulse_contact *t, int64_t k, double size) {
    const ab_contacts *c = &t->w->contacts;
    const v3 impulse = v3_scale(size, c->normal[k]);
    const int64_t a = ab_owner(t->w, c->a[k]), b = ab_owner(t->w, c->b[k]);
    apply_impulse(t, a, impulse, v3_sub(c->point[k], t->w->body.x[a]));
    apply_impulse(t, b, v3_neg(impulse), v3_sub(c->point[k], t->w->body.x[b]));
}

static void begin_apply(impulse_contact *t) {
    ab_mechanism *m = &t->w->mechanism;
    for (int64_t i = 0; i < t->w->body.n; i++) t->dv[i] = t->dw[i] = v3_zero();
    for (int64_t i = 0; i < AB_KKT_BLOCK * m->kkt.nbody; i++) m->body_side[i] = 0;
    for (int64_t i = 0; i < m->kkt.nrow; i++) m->row_side[i] = 0;
}

static void end_apply(impulse_contact *t) {
    ab_mechanism *m = &t->w->mechanism;
    if (m->kkt.nbody == 0) return;
    ab_kkt_solve(&m->kkt, m->body_side, m->row_side);
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const double *d = m->body_side + AB_KKT_BLOCK * i;
        t->dv[m->held[i]] = v3_make(d[0], d[1], d[2]);
        t->dw[m->held[i]] = v3_make(d[3], d[4], d[5]);
    }
}

static void fill_matrix(impulse_contact *t) {
    for (int64_t k = 0; k < t->n; k++) {
        begin_apply(t);
        apply_pair_impulse(t, k, 1);
        end_apply(t);
        for (int64_t i = 0; i < t->n; i++) t->a[i * t->n + k] = opening(t->w, i, t->dv, t->dw);
    }
}

static abut_status solve(impulse_contact *t) {
    ab_world *w = t->w;
    if (w->enforcement == AB_ENFORCE_MULTIPLIER) return ab_solve_active_set(w->cx, &w->arena, t->n, t->a, t->b, t->p);
    return ab_solve_augmented(w->cx, &w->arena, t->n, t->a, t->b, w->penalty, ROUNDS, t->p);
}

static void apply_impulses(impulse_contact *t) {
    begin_apply(t);
    for (int64_t k = 0; k < t->n; k++) apply_pair_impulse(t, k, t->p[k]);
    end_apply(t);
}

// ------------------------------------------------------------------------------------------------------- phases

static void change_velocities(impulse_contact *t, double dt) {
    ab_bodies *b = &t->w->body;
    ab_contacts *c = &t->w->contacts;
    for (int64_t i = 0; i < b->n; i++) {
        if (ab_inverse_mass_of(b, i) == 0) continue;
        b->v[i] = v3_add(b->v[i], t->dv[i]);
        b->l[i] = v3_add(b->l[i], ab_angular_momentum(ab_moments_of(b, i), b->q[i], t->dw[i]));
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    }
    for (int64_t k = 0; k < t->n; k++) {
        c->normal_force[k] = t->p[k] / dt;
        c->force[k] = v3_scale(c->normal_force[k], c->normal[k]);
    }
}

static abut_status solve_velocities(impulse_contact *t, double dt) {
    const ab_world *w = t->w;
    const double slow = SLOW * v3_norm(w->gravity) * dt;
    for (int64_t k = 0; k < t->n; k++) {
        const ab_contacts *c = &w->contacts;
        const double u = opening(w, k, w->body.v, w->body.w);
        const double e = ab_collider_interaction(w, c->a[k], c->b[k])->restitution;
        t->b[k] = u < -slow ? (1 + e) * u : u;
    }
    AB_TRY(solve(t));
    apply_impulses(t);
    change_velocities(t, dt);
    return ABUT_OK;
}

static abut_status solve_positions(impulse_contact *t) {
    ab_bodies *b = &t->w->body;
    ab_contacts *c = &t->w->contacts;
    for (int64_t k = 0; k < t->n; k++) t->b[k] = c->gap[k];
    AB_TRY(solve(t));
    apply_impulses(t);
    for (int64_t k = 0; k < t->n; k++) c->gap[k] += opening(t->w, k, t->dv, t->dw);
    for (int64_t i = 0; i < b->n; i++) {
        if (ab_inverse_mass_of(b, i) == 0) continue;
        b->x[i] = v3_add(b->x[i], t->dv[i]);
        b->q[i] = quat_unit(quat_mul(quat_from_turn(t->dw[i]), b->q[i]));
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    }
    return ABUT_OK;
}

static double energy_of(const ab_world *w) {
    const ab_bodies *b = &w->body;
    double sum = 0;
    for (int64_t i = 0; i < b->n; i++)
        if (ab_inverse_mass_of(b, i) > 0)
            sum += 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i]) -
                   ab_mass_of(b, i) * v3_dot(w->gravity, b->x[i]);
    return sum;
}

static abut_status take_workspace(impulse_contact *t) {
    ab_world *w = t->w;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->unknown, w->body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->dv, w->body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->dw, w->body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->a, t->n * t->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->b, t->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->p, t->n));
    for (int64_t i = 0; i < w->body.n; i++) t->unknown[i] = -1;
    for (int64_t i = 0; i < w->mechanism.kkt.nbody; i++) t->unknown[w->mechanism.held[i]] = (int32_t)i;
    return ABUT_OK;
}

abut_status ab_solve_contact_impulses(ab_world *w, double dt) {
    if (w->enforcement == AB_ENFORCE_PENALTY || w->contacts.n == 0) return ABUT_OK;
    if (w->contacts.n > MAX_CONTACTS)
        return ab_fail(w->cx, ABUT_ERR_LIMIT,
                       "contact.enforcement: %s can hold %d contacts at once, but there are %lld; use penalty",
                       ab_enforcement_names[w->enforcement], MAX_CONTACTS, (long long)w->contacts.n);
    impulse_contact t = {.w = w, .n = w->contacts.n};
    AB_TRY(take_workspace(&t));
    const double before = energy_of(w);
    fill_matrix(&t);
    AB_TRY(solve_velocities(&t, dt));
    AB_TRY(solve_positions(&t));
    w->energy.lost_impact += before - energy_of(w);
    if (w->mechanism.n > 0) ab_write_rows(w, w->time); // at the corrected poses, for ab_project_drift
    return ABUT_OK;
}
