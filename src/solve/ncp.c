// Nonlinear complementarity: zero of Psi_i = psi(x_i, F_i(x)) by Newton's method with the derivative
//
//   V = D_a + D_b F',   D_a, D_b diagonal: the derivatives of psi
//
// and a line search on |Psi|^2/2, which is differentiable although Psi is not. Where V is singular, or its step does
// not descend, the step is along the gradient V^T Psi. Near a solution that is strictly complementary Psi is smooth,
// and convergence quadratic. [deluca1996]
#include "base/def.h"
#include "solve/fischer.h"

#include "abut/ncp.h"
#include "base/arena.h"

#include <math.h>
#include <string.h>

enum { MAX_UNKNOWNS = 1000, HALVINGS = 60 };
#define DESCENT 1e-4  // share of the linear decrease that a step must have
#define STEEP   1e-10 // least descent of Newton's step, over |step|^2 and in units of |Psi|

typedef struct ncp_work {
    const abut_ncp_def *def;
    int64_t n;
    double *x, *try, *step, *gradient; // (n)
    double *f, *psi;                   // (n)
    double *derivative, *v;            // F', V  (n n)
    double merit;                      // |Psi|^2/2
    abut_ncp_report report;
} ncp_work;

abut_ncp_def abut_ncp_problem(void) {
    return (abut_ncp_def){.size = sizeof(abut_ncp_def), .tolerance = 1e-10, .max_iterations = 100};
}

static bool is_free(const ncp_work *k, int64_t i) { return k->def->free && k->def->free[i]; }

// False if F is not defined there; merit is then infinite.
static bool evaluate(ncp_work *k, const double *x) {
    double sum = 0;
    k->report.evaluations++;
    k->merit = INFINITY;
    if (!k->def->evaluate(k->def->user, x, k->f, k->derivative)) return false;
    for (int64_t i = 0; i < k->n; i++) {
        k->psi[i] = is_free(k, i) ? k->f[i] : ab_fischer(x[i], k->f[i]);
        sum += k->psi[i] * k->psi[i];
    }
    for (int64_t i = 0; i < k->n * k->n; i++)
        if (!isfinite(k->derivative[i])) return false;
    if (!isfinite(sum)) return false;
    k->merit = 0.5 * sum;
    return true;
}

static double residual_of(const ncp_work *k) {
    double largest = 0;
    for (int64_t i = 0; i < k->n; i++) largest = fmax(largest, fabs(k->psi[i]));
    return largest;
}

// --------------------------------------------------------------------------------------------------------------- steps

static void differentiate(ncp_work *k) {
    for (int64_t i = 0; i < k->n; i++) {
        const double da = is_free(k, i) ? 0 : ab_fischer_slope(k->x[i], k->f[i]);
        const double db = is_free(k, i) ? 1 : ab_fischer_slope(k->f[i], k->x[i]);
        for (int64_t j = 0; j < k->n; j++) k->v[i * k->n + j] = db * k->derivative[i * k->n + j];
        k->v[i * (k->n + 1)] += da;
    }
    for (int64_t j = 0; j < k->n; j++) {
        k->gradient[j] = 0;
        for (int64_t i = 0; i < k->n; i++) k->gradient[j] += k->v[i * k->n + j] * k->psi[i];
    }
}

static void exchange(double *a, double *b, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        const double keep = a[i];
        a[i] = b[i];
        b[i] = keep;
    }
}

// Gaussian elimination with row pivoting, in place: v x = b. False if v is singular.
static bool solve_dense(double *v, double *b, int64_t n) {
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabs(v[i * n + k]) > fabs(v[pivot * n + k])) pivot = i;
        if (!(fabs(v[pivot * n + k]) > 0)) return false;
        if (pivot != k) {
            exchange(v + k * n, v + pivot * n, n);
            exchange(b + k, b + pivot, 1);
        }
        for (int64_t i = k + 1; i < n; i++) {
            const double by = v[i * n + k] / v[k * n + k];
            for (int64_t j = k + 1; j < n && by != 0; j++) v[i * n + j] -= by * v[k * n + j];
            b[i] -= by * b[k];
        }
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        for (int64_t j = i + 1; j < n; j++) b[i] -= v[i * n + j] * b[j];
        b[i] /= v[i * (n + 1)];
        if (!isfinite(b[i])) return false;
    }
    return true;
}

static double dot(const double *a, const double *b, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// Newton's step, or one along the gradient; its slope of the merit.
static double find_step(ncp_work *k) {
    differentiate(k);
    for (int64_t i = 0; i < k->n; i++) k->step[i] = -k->psi[i];
    if (solve_dense(k->v, k->step, k->n)) {
        const double slope = dot(k->gradient, k->step, k->n);
        if (slope < -STEEP * fmin(dot(k->step, k->step, k->n), 2 * k->merit)) return slope;
    }
    k->report.gradients++;
    for (int64_t i = 0; i < k->n; i++) k->step[i] = -k->gradient[i];
    return -dot(k->gradient, k->gradient, k->n);
}

// The longest of the halved steps that descends enough. False: none does, x is as good as it gets.
static bool take_step(ncp_work *k, double slope) {
    const double merit = k->merit;
    double share = 1;
    for (int i = 0; i < HALVINGS; i++, share *= 0.5) {
        for (int64_t j = 0; j < k->n; j++) k->try[j] = k->x[j] + share * k->step[j];
        if (evaluate(k, k->try) && k->merit <= merit + DESCENT * share * slope && k->merit < merit) {
            memcpy(k->x, k->try, (size_t)k->n * sizeof *k->x);
            return true;
        }
    }
    evaluate(k, k->x);
    return false;
}

static void tell(ncp_work *k) {
    k->report.residual = residual_of(k);
    if (k->def->watch) k->def->watch(k->def->user, k->x, k->report.residual);
}

static void iterate(ncp_work *k) {
    tell(k);
    while (k->report.residual > k->def->tolerance && k->report.iterations < k->def->max_iterations) {
        if (!take_step(k, find_step(k))) return;
        k->report.iterations++;
        tell(k);
    }
}

static abut_status take(ab_ctx *cx, ab_arena *arena, ncp_work *k) {
    double **const vectors[] = {&k->x, &k->try, &k->step, &k->gradient, &k->f, &k->psi};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], k->n));
    AB_TRY(AB_TAKE(cx, arena, &k->derivative, k->n * k->n));
    return AB_TAKE(cx, arena, &k->v, k->n * k->n);
}

static abut_status solve(ab_ctx *cx, ncp_work *k, double *x) {
    memcpy(k->x, x, (size_t)k->n * sizeof *x);
    if (!evaluate(k, k->x))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the function is not defined or not finite at the first guess");
    iterate(k);
    memcpy(x, k->x, (size_t)k->n * sizeof *x);
    if (k->report.residual <= k->def->tolerance) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_UNSOLVED,
                   "the problem is not solved: residual %.3g, tolerance %.3g after %lld iterations", k->report.residual,
                   k->def->tolerance, (long long)k->report.iterations);
}

abut_status abut_ncp_solve(abut_context *context, const abut_ncp_def *def, double *x, abut_ncp_report *report) {
    if (!context) return ABUT_ERR_ARGUMENT;
    AB_DEF(context, abut_ncp_def, d, def, abut_ncp_problem);
    if (!x || !d.evaluate || d.n < 1 || d.n > MAX_UNKNOWNS || !(d.tolerance > 0) || d.max_iterations < 0)
        return ab_fail(context, ABUT_ERR_ARGUMENT,
                       "a complementarity problem needs 1 to %d unknowns, a guess, a function and a positive tolerance",
                       MAX_UNKNOWNS);
    ab_arena arena = {0};
    ncp_work k = {.def = &d, .n = d.n};
    abut_status status = take(context, &arena, &k);
    if (status == ABUT_OK) status = solve(context, &k, x);
    ab_arena_free(context, &arena);
    if (report) *report = k.report;
    return status;
}
