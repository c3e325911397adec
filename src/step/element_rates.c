// Highest frequency and decay rate of the force elements of a world: of all elements on a body together, and without
// joints, which only lower them. Elements act along rows J_e with stiffness k_e, w_e = J_e M^-1 J_e^T is the inverse
// effective mass, and g = M^-1/2 J^T belongs to one of the two bodies x of an element:
//   omega^2 <= max over bodies of lambda_max( sum_e k_e (w_e/|g_xe|^2) g_xe g_xe^T )
// because k g g^T of two bodies is at most the block-diagonal matrix with the factors w/|g_a|^2 and w/|g_b|^2. This is
// exact for one element, for a chain of equal masses and springs, and for elements on one body. Dampers: the same with
// c_e for the decay rate. Bushings act along three axes at b's point and about three axes.
//   lambda_max(B) <= |B^16|^(1/16), Frobenius norm: at most 6^(1/32) = 1.06 too large for a matrix of 6 x 6
#include "base/alloc.h"
#include "step/step.h"

#include <string.h>

#define SIZE      6
#define SQUARINGS 4

typedef struct rates_matrix {
    double of[SIZE][SIZE];
} rates_matrix;

typedef struct rates_sums {
    const ab_world *w;
    int64_t *slot;                     // of a body, -1 = none   (bodies)
    int64_t n;                         // slots
    rates_matrix *stiffness, *damping; // (n)
} rates_sums;

// g = M^-1/2 J^T of body `row`, in its principal axes.
typedef struct rates_direction {
    double of[SIZE];
    double inverse_mass; // |g|^2
} rates_direction;

static rates_direction direction_of(const ab_world *w, int64_t row, v3 v, v3 turn) {
    rates_direction g = {0};
    const ab_bodies *b = &w->state.body;
    if (row < 0 || !ab_body_moves(b, row)) return g;
    const v3 shift = v3_scale(sqrt(ab_inverse_mass_of(b, row)), v), m = ab_moments_of(b, row);
    const v3 spin = quat_unrotate(b->q[row], turn);
    const double of[SIZE] = {shift.x, shift.y, shift.z, spin.x / sqrt(m.x), spin.y / sqrt(m.y), spin.z / sqrt(m.z)};
    memcpy(g.of, of, sizeof of);
    for (int i = 0; i < SIZE; i++) g.inverse_mass += of[i] * of[i];
    return g;
}

static void add_direction(rates_matrix *m, double factor, const rates_direction *g) {
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++) m->of[i][k] += factor * g->of[i] * g->of[k];
}

static void add_row(rates_sums *s, int64_t a, int64_t b, const ab_row *row, double stiffness, double damping) {
    const int64_t body[2] = {a, b};
    const rates_direction g[2] = {direction_of(s->w, a, row->va, row->wa), direction_of(s->w, b, row->vb, row->wb)};
    for (int i = 0; i < 2; i++) {
        if (!(g[i].inverse_mass > 0)) continue;
        const double factor = (g[0].inverse_mass + g[1].inverse_mass) / g[i].inverse_mass;
        add_direction(&s->stiffness[s->slot[body[i]]], factor * stiffness, &g[i]);
        add_direction(&s->damping[s->slot[body[i]]], factor * damping, &g[i]);
    }
}

static void add_element(rates_sums *s, const ab_world_force *f) {
    if (!f->force.type->stiffness) return;
    const ab_force_stiffness k = f->force.type->stiffness(&f->force);
    const ab_joint_frame a = ab_joint_frame_on(s->w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(s->w, f->b, f->force.frame_b);
    if (f->force.type->act) {
        const ab_row row = ab_force_gradient(&f->force, &a, &b);
        add_row(s, f->a, f->b, &row, k.stiffness, k.damping);
        return;
    }
    const v3 arm_a = v3_add(a.arm, v3_sub(b.p, a.p)), axis[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; i++) {
        const ab_row shift = {.va = v3_neg(axis[i]),
                              .wa = v3_cross(axis[i], arm_a),
                              .vb = axis[i],
                              .wb = v3_cross(b.arm, axis[i])},
                     turn = {.wa = v3_neg(axis[i]), .wb = axis[i]};
        add_row(s, f->a, f->b, &shift, k.shift_stiffness, k.shift_damping);
        add_row(s, f->a, f->b, &turn, k.turn_stiffness, k.turn_damping);
    }
}

static double norm_of(const rates_matrix *m) {
    double sum = 0;
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++) sum += m->of[i][k] * m->of[i][k];
    return sqrt(sum);
}

static rates_matrix square_of(const rates_matrix *m, double scale) {
    rates_matrix square = {0};
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++)
            for (int l = 0; l < SIZE; l++) square.of[i][k] += scale * m->of[i][l] * (scale * m->of[l][k]);
    return square;
}

static double largest_eigenvalue(rates_matrix m) {
    double bound = 1, root = 1;
    for (int i = 0; i < SQUARINGS; i++, root *= 0.5) {
        const double norm = norm_of(&m);
        if (!(norm > 0)) return 0;
        bound *= pow(norm, root);
        m = square_of(&m, 1 / norm);
    }
    return bound * pow(norm_of(&m), root);
}

static void give_slot(rates_sums *s, int64_t row) {
    if (row >= 0 && ab_body_moves(&s->w->state.body, row) && s->slot[row] < 0) s->slot[row] = s->n++;
}

static ab_element_rates largest_of(const rates_sums *s) {
    ab_element_rates rates = {0};
    for (int64_t i = 0; i < s->n; i++) {
        rates.frequency = fmax(rates.frequency, sqrt(largest_eigenvalue(s->stiffness[i])));
        rates.decay = fmax(rates.decay, largest_eigenvalue(s->damping[i]));
    }
    return rates;
}

static abut_status sum_elements(const ab_world *w, rates_sums *s, ab_element_rates *rates) {
    const ab_mechanism *m = &w->mechanism;
    AB_TRY(AB_ALLOC(w->cx, &s->slot, w->state.body.n));
    for (int64_t i = 0; i < w->state.body.n; i++) s->slot[i] = -1;
    for (int64_t i = 0; i < m->nforce; i++) give_slot(s, m->force[i].a), give_slot(s, m->force[i].b);
    AB_TRY(AB_ALLOC(w->cx, &s->stiffness, s->n));
    AB_TRY(AB_ALLOC(w->cx, &s->damping, s->n));
    for (int64_t i = 0; i < m->nforce; i++) add_element(s, &m->force[i]);
    *rates = largest_of(s);
    return ABUT_OK;
}

abut_status ab_find_element_rates(const ab_world *w, ab_element_rates *rates) {
    *rates = (ab_element_rates){0};
    if (w->mechanism.nforce == 0) return ABUT_OK;
    rates_sums s = {.w = w};
    const abut_status status = sum_elements(w, &s, rates);
    ab_free(w->cx, s.slot);
    ab_free(w->cx, s.stiffness);
    ab_free(w->cx, s.damping);
    return status;
}
