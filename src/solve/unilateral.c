// Active-set solution of the linear complementarity problem: rows of wrong sign are exchanged, all at once while their
// number decreases, else one by one from the last, which terminates for every positive definite matrix. [murty1974;
// judice1994]
#include "solve/unilateral.h"

#include <math.h>
#include <string.h>

#define REGULAR 1e-12 // relative regularisation of the diagonal: redundant contacts share their load
#define WRONG   1e-12 // sign tolerance, relative to the largest value

typedef struct active {
    int64_t n;
    const double *a, *b;
    double *p;
    double *w;       // A p + b   (n)
    double *l;       // Cholesky factor of the active rows   (n n)
    int64_t *index;  // indices of the active rows   (n)
    bool *is_active; // (n)
} active;

// Cholesky factor of the active rows of A.
static void factor(active *s, int64_t m) {
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
static void solve_active(active *s) {
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

static bool is_wrong(const active *s, int64_t i, double p, double w) {
    return s->is_active[i] ? s->p[i] < -WRONG * p : s->w[i] < -WRONG * w;
}

static double largest(const double *x, int64_t n) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(x[i]));
    return max;
}

// Number of rows of wrong sign, and the last of them.
static int64_t count_wrong(const active *s, int64_t *last) {
    const double p = largest(s->p, s->n), w = largest(s->b, s->n);
    int64_t count = 0;
    for (int64_t i = 0; i < s->n; i++)
        if (is_wrong(s, i, p, w)) count++, *last = i;
    return count;
}

static void exchange_all(active *s) {
    const double p = largest(s->p, s->n), w = largest(s->b, s->n);
    for (int64_t i = 0; i < s->n; i++)
        if (is_wrong(s, i, p, w)) s->is_active[i] = !s->is_active[i];
}

static abut_status find_set(ab_ctx *cx, active *s) {
    int64_t fewest = s->n + 1, last = 0;
    int patience = 3; // rounds without a decrease of the number of wrong rows
    for (int64_t round = 0; round < 100 + 20 * s->n; round++) {
        solve_active(s);
        const int64_t wrong = count_wrong(s, &last);
        if (wrong == 0) return ABUT_OK;
        if (wrong < fewest) fewest = wrong, patience = 3;
        if (patience-- > 0)
            exchange_all(s);
        else
            s->is_active[last] = !s->is_active[last];
    }
    return ab_fail(cx, ABUT_ERR_NUMERIC, "the impulses of %lld contacts were not found; take a smaller time.dt",
                   (long long)s->n);
}

abut_status ab_solve_active_set(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double *p) {
    active s = {.n = n, .a = a, .b = b, .p = p};
    AB_TRY(AB_TAKE(cx, arena, &s.w, n));
    AB_TRY(AB_TAKE(cx, arena, &s.l, n * n));
    AB_TRY(AB_TAKE(cx, arena, &s.index, n));
    AB_TRY(AB_TAKE(cx, arena, &s.is_active, n));
    for (int64_t i = 0; i < n; i++) s.is_active[i] = b[i] < 0;
    AB_TRY(find_set(cx, &s));
    for (int64_t i = 0; i < n; i++) p[i] = fmax(p[i], 0);
    return ABUT_OK;
}

abut_status ab_solve_augmented(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double penalty,
                               int rounds, double *p) {
    double *soft = NULL, *shifted = NULL;
    AB_TRY(AB_TAKE(cx, arena, &soft, n * n));
    AB_TRY(AB_TAKE(cx, arena, &shifted, n));
    memcpy(soft, a, (size_t)(n * n) * sizeof *a);
    for (int64_t i = 0; i < n; i++) soft[i * n + i] += a[i * n + i] / penalty;
    for (int64_t i = 0; i < n; i++) p[i] = 0;
    for (int round = 0; round < rounds; round++) {
        for (int64_t i = 0; i < n; i++) shifted[i] = b[i] - a[i * n + i] / penalty * p[i];
        AB_TRY(ab_solve_active_set(cx, arena, n, soft, shifted, p));
    }
    return ABUT_OK;
}
