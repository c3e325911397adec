// Contacts without friction, exactly: the linear complementarity problem
//   r_n >= 0,   u_n = A r_n + q_n >= 0,   r_n u_n = 0,   A the normal components of W
// by an active set. Rows of wrong sign are exchanged, all at once while their number decreases, else one by one from
// the last, which terminates for every positive definite matrix. [murty1974; judice1994]
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

#define MAX_CONTACTS 500   // the matrix is dense
#define REGULAR      1e-12 // relative regularisation of the diagonal: redundant contacts share their load
#define WRONG        1e-12 // sign tolerance, relative to the largest value
enum { PATIENCE = 3 };     // rounds without a decrease of the number of wrong rows

typedef struct cone_active_set_work {
    const ab_cones *c;
    int64_t n;
    double *a, *l;   // A; Cholesky factor of its active rows  (n n)
    double *b;       // q_n  (n)
    double *p;       // r_n  (n)
    double *w;       // u_n  (n)
    double *r, *u;   // (3 n)
    int64_t *index;  // indices of the active rows  (n)
    bool *is_active; // (n)
} cone_active_set_work;

static abut_status take(ab_ctx *cx, ab_arena *arena, cone_active_set_work *s) {
    AB_TRY(AB_TAKE(cx, arena, &s->a, s->n * s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->l, s->n * s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->b, s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->p, s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->w, s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->r, 3 * s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->u, 3 * s->n));
    AB_TRY(AB_TAKE(cx, arena, &s->index, s->n));
    return AB_TAKE(cx, arena, &s->is_active, s->n);
}

static void assemble(cone_active_set_work *s) {
    memset(s->r, 0, (size_t)(3 * s->n) * sizeof *s->r);
    for (int64_t k = 0; k < s->n; k++) {
        s->r[3 * k] = 1;
        s->c->form->multiply(s->c, s->r, s->u);
        s->r[3 * k] = 0;
        for (int64_t i = 0; i < s->n; i++) s->a[i * s->n + k] = s->u[3 * i];
        s->b[k] = s->c->q[3 * k];
        s->is_active[k] = s->b[k] < 0;
    }
}

// Cholesky factor of the active rows of A.
static void factor(cone_active_set_work *s, int64_t m) {
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j <= i; j++) {
            const double whole = s->a[s->index[i] * s->n + s->index[j]];
            double sum = i == j ? whole * (1 + REGULAR) : whole;
            for (int64_t k = 0; k < j; k++) sum -= s->l[i * s->n + k] * s->l[j * s->n + k];
            if (i == j)
                s->l[i * s->n + i] = sqrt(sum > REGULAR * whole ? sum : REGULAR * whole);
            else
                s->l[i * s->n + j] = sum / s->l[j * s->n + j];
        }
}

// Solves A p = -b for the active rows, with p = 0 for the others; then w.
static void solve_active(cone_active_set_work *s) {
    int64_t m = 0;
    for (int64_t i = 0; i < s->n; i++) {
        s->p[i] = 0;
        if (s->is_active[i]) s->index[m++] = i;
    }
    factor(s, m);
    for (int64_t i = 0; i < m; i++) {
        double sum = -s->b[s->index[i]];
        for (int64_t k = 0; k < i; k++) sum -= s->l[i * s->n + k] * s->w[k];
        s->w[i] = sum / s->l[i * s->n + i];
    }
    for (int64_t i = m - 1; i >= 0; i--) {
        double sum = s->w[i];
        for (int64_t k = i + 1; k < m; k++) sum -= s->l[k * s->n + i] * s->p[s->index[k]];
        s->p[s->index[i]] = sum / s->l[i * s->n + i];
    }
    for (int64_t i = 0; i < s->n; i++) {
        s->w[i] = s->b[i];
        for (int64_t k = 0; k < m; k++) s->w[i] += s->a[i * s->n + s->index[k]] * s->p[s->index[k]];
    }
}

static double largest(const double *x, int64_t n) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(x[i]));
    return max;
}

// Number of rows of wrong sign and the last of them. exchange: puts them all into the other set.
static int64_t find_wrong(cone_active_set_work *s, bool exchange, int64_t *last) {
    const double p = WRONG * largest(s->p, s->n), w = WRONG * largest(s->b, s->n);
    int64_t count = 0;
    for (int64_t i = 0; i < s->n; i++) {
        if (s->is_active[i] ? s->p[i] >= -p : s->w[i] >= -w) continue;
        if (exchange) s->is_active[i] = !s->is_active[i];
        *last = i;
        count++;
    }
    return count;
}

static void find_set(cone_active_set_work *s, ab_cone_report *report) {
    int64_t fewest = s->n + 1, last = 0;
    int patience = PATIENCE;
    for (int64_t round = 0; round < 100 + 20 * s->n; round++) {
        solve_active(s);
        report->iterations++;
        const int64_t wrong = find_wrong(s, false, &last);
        if (wrong == 0) return;
        if (wrong < fewest) fewest = wrong, patience = PATIENCE;
        if (patience-- > 0)
            find_wrong(s, true, &last);
        else
            s->is_active[last] = !s->is_active[last];
    }
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_active_set_work s = {.c = c, .n = c->n};
    if (c->n > MAX_CONTACTS)
        return ab_fail(cx, ABUT_ERR_LIMIT,
                       "the solver active_set can hold %d contacts at once, but there are %lld; use auto", MAX_CONTACTS,
                       (long long)c->n);
    AB_TRY(take(cx, arena, &s));
    assemble(&s);
    find_set(&s, report);
    for (int64_t i = 0; i < c->n; i++) {
        s.r[3 * i] = fmax(s.p[i], 0);
        s.r[3 * i + 1] = s.r[3 * i + 2] = 0;
    }
    const double guess = ab_cones_judge(c, c->r, o, s.u, report);
    if (ab_cones_judge(c, s.r, o, s.u, report) < guess) memcpy(c->r, s.r, (size_t)(3 * c->n) * sizeof *c->r);
    ab_cones_judge(c, c->r, o, s.u, report);
    report->solver = "active_set";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_active_set = {
    .name = "active_set",
    .help = "exact, for up to 500 contacts without friction",
    .frictionless = true,
    .solve = solve,
};
