// Complementarity problems: the function of Fischer and Burmeister, ellipsoids on springs with their quadratic
// convergence, linear problems, and mistakes.
#include "claim.h"

#include "abut/abut.h"
#include "math/m3.h"
#include "math/quat.h"
#include "math/random.h"
#include "solve/fischer.h"

#include <math.h>
#include <stdio.h>

static abut_context *context(void) {
    abut_context *cx;
    CHECK(abut_context_create(NULL, &cx) == ABUT_OK);
    return cx;
}

// ----------------------------------------------------------------------------------------------------------- function

// 25-digit answers.
TEST(the_function_keeps_its_digits_where_it_is_small) {
    static const double CASE[][5] = {
        {3, 4, 2, 0.4, 0.2},
        {0, 5, 0, 1, 0},
        {-1, 2, -1.236067977499789696409174, 1.447213595499957939281835, 0.1055728090000841214363305},
        {1e-8, 1, 9.999999950000000000000001e-9, 0.9999999900000000000000005, 4.999999999999999625e-17},
        {1, 1, 0.5857864376269049511983113, 0.2928932188134524755991556, 0.2928932188134524755991556},
        {1e8, 1e-8, 9.9999999999999995e-9, 5.000000000000000000532638e-33, 0.9999999999999999}};
    for (size_t i = 0; i < sizeof CASE / sizeof *CASE; i++) {
        const double *c = CASE[i];
        CHECK_NEAR(ab_fischer(c[0], c[1]), c[2], 4e-16 * fabs(c[2])); // some roundings
        CHECK_NEAR(ab_fischer(c[1], c[0]), c[2], 4e-16 * fabs(c[2]));
        CHECK_NEAR(ab_fischer_slope(c[0], c[1]), c[3], 1e-15 * fabs(c[3]));
        CHECK_NEAR(ab_fischer_slope(c[1], c[0]), c[4], 1e-15 * fabs(c[4]));
    }
    const double a = 1 - ab_fischer_slope(0, 0);
    CHECK(ab_fischer(0, 0) == 0 && 2 * a * a <= 1 + 1e-15); // Clarke's: (1 - x, 1 - y), x^2 + y^2 <= 1
}

// --------------------------------------------------------------------------------------------- ellipsoids on a spring

// The gap is the largest over n of n.d - h_1(n) - h_2(n), h = |diag(a) R^T n| = (n.Q n)^(1/2); second derivative of h:
// (Q - x x^T)/h with x = Q n/h.
typedef struct spring {
    m3 q[2];
    v3 direction; // of the second from the first
    double k, rest;
    double z[64]; // of the iterates
    int seen;
} spring;

static m3 shape_of(const double a[3], v3 turn) {
    const m3 r = quat_matrix(quat_from_turn(turn));
    return m3_product(r, m3_product(m3_diagonal(v3_make(a[0] * a[0], a[1] * a[1], a[2] * a[2])), m3_transpose(r)));
}

static double gap_along(const spring *s, v3 d, v3 n) {
    return v3_dot(n, d) - sqrt(v3_dot(n, m3_mul(s->q[0], n))) - sqrt(v3_dot(n, m3_mul(s->q[1], n)));
}

// Derivative of the gap along n, across n, and minus its second derivative on the sphere, in the tangents t.
static void derive_gap(const spring *s, v3 d, v3 n, const v3 t[2], double slope[2], double m[3]) {
    v3 gradient = d;
    m[0] = m[2] = gap_along(s, d, n);
    m[1] = 0;
    for (int i = 0; i < 2; i++) {
        const double h = sqrt(v3_dot(n, m3_mul(s->q[i], n)));
        const v3 x = v3_scale(1 / h, m3_mul(s->q[i], n));
        gradient = v3_sub(gradient, x);
        for (int a = 0; a < 3; a++) {
            const v3 p = t[a == 2], q = t[a > 0];
            m[a] += (v3_dot(p, m3_mul(s->q[i], q)) - v3_dot(p, x) * v3_dot(q, x)) / h;
        }
    }
    for (int k = 0; k < 2; k++) slope[k] = v3_dot(t[k], gradient);
}

static void tangents(v3 n, v3 t[2]) {
    t[0] = v3_unit(v3_across(n, fabs(n.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0)));
    t[1] = v3_cross(n, t[0]);
}

static void solve_two(const double m[3], const double f[2], double x[2]) {
    const double det = m[0] * m[2] - m[1] * m[1];
    x[0] = (m[2] * f[0] - m[1] * f[1]) / det;
    x[1] = (m[0] * f[1] - m[1] * f[0]) / det;
}

// Newton's method on the sphere, shifted while it does not ascend.
static v3 normal_at(const spring *s, v3 d) {
    v3 n = v3_unit(d);
    for (int i = 0; i < 200; i++) {
        v3 t[2];
        double slope[2], m[3], step[2], shift = 0;
        tangents(n, t);
        derive_gap(s, d, n, t, slope, m);
        if (hypot(slope[0], slope[1]) <= 1e-15) break;
        const double gap = gap_along(s, d, n);
        v3 next = n;
        for (int k = 0; k < 60; k++, shift = 4 * shift + 1e-3) {
            const double shifted[3] = {m[0] + shift, m[1], m[2] + shift};
            if (!(shifted[0] > 0 && shifted[0] * shifted[2] > m[1] * m[1])) continue;
            solve_two(shifted, slope, step);
            next = v3_unit(v3_add(n, v3_add(v3_scale(step[0], t[0]), v3_scale(step[1], t[1]))));
            if (gap_along(s, d, next) >= gap) break;
            next = n;
        }
        n = next;
    }
    return n;
}

// Unknowns z, free, and p = lambda/k, a length as the gap: F = (z - rest - p n.direction, gap). dn/dz = M^-1 (direction
// across n).
static bool spring_function(void *user, const double *x, double *f, double *derivative) {
    const spring *s = user;
    const v3 d = v3_scale(x[0], s->direction), n = normal_at(s, d);
    const double along = v3_dot(n, s->direction);
    v3 t[2];
    double slope[2], m[3], turn[2];
    tangents(n, t);
    derive_gap(s, d, n, t, slope, m);
    const double across[2] = {v3_dot(t[0], s->direction), v3_dot(t[1], s->direction)};
    solve_two(m, across, turn);
    f[0] = x[0] - s->rest - x[1] * along;
    f[1] = gap_along(s, d, n);
    derivative[0] = 1 - x[1] * (turn[0] * across[0] + turn[1] * across[1]);
    derivative[1] = -along;
    derivative[2] = along;
    derivative[3] = 0;
    return true;
}

static void note(void *user, const double *x, double residual) {
    spring *s = user;
    (void)residual;
    if (s->seen < 64) s->z[s->seen++] = x[0];
}

#define ROUNDED 4e-15 // error of z at round-off

// Steps whose error is at most a few squares of the last one, and less than a third of it; those that end at round-off
// say nothing unless the square is there too.
static int quadratic_steps(const spring *s, double z) {
    int steps = 0;
    printf("errors of z and ratios:");
    for (int k = 0; k < s->seen; k++) {
        const double now = fabs(s->z[k] - z), next = k + 1 < s->seen ? fabs(s->z[k + 1] - z) : 0;
        const double ratio = next / (now * now);
        const bool counts = next > ROUNDED && next < now / 3 && ratio < 5;
        printf(" %.2g", now);
        if (counts) printf(" (%.2g)", ratio);
        steps += counts;
    }
    printf("\n");
    return steps;
}

static const double ROTATED_1[3] = {1, 0.5, 2}, ROTATED_2[3] = {0.7, 1.5, 0.3};
static const double ALIGNED_1[3] = {1, 2, 3}, ALIGNED_2[3] = {2, 1, 0.5};

static spring rotated(double k, double rest) {
    const v3 c = v3_make(2, 1.5, 1);
    return (spring){.q = {shape_of(ROTATED_1, v3_scale(0.7, v3_unit(v3_make(1, 2, 3)))),
                          shape_of(ROTATED_2, v3_scale(1.1, v3_unit(v3_make(-1, 0, 1))))},
                    .direction = v3_unit(c),
                    .k = k,
                    .rest = rest * v3_norm(c)};
}

static abut_ncp_def spring_problem(spring *s) {
    static const bool FREE[2] = {true, false};
    abut_ncp_def def = abut_ncp_problem();
    def.n = 2;
    def.free = FREE;
    def.evaluate = spring_function;
    def.watch = note;
    def.user = s;
    def.tolerance = 1e-14; // of lengths of size 1, whose rounding is 1e-16
    return def;
}

typedef struct spring_case {
    spring s;
    double z, lambda;
} spring_case;

// 25-digit answers.
TEST(ellipsoids_on_springs_are_those_of_the_oracle) {
    const spring aligned = {.q = {shape_of(ALIGNED_1, v3_zero()), shape_of(ALIGNED_2, v3_zero())},
                            .direction = {1, 0, 0},
                            .k = 1000,
                            .rest = 0.4};
    spring_case c[] = {
        {rotated(100, 0.2), 1.801634065043567195164607, 146.1046377662486543471607},
        {rotated(100, 1.6), 4.308131845707603225000568, 0},
        {aligned, 3, 2600},
    };
    abut_context *cx = context();
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        const abut_ncp_def def = spring_problem(&c[i].s);
        abut_ncp_report report;
        double x[2] = {c[i].s.rest + 2, 0};
        CHECK_OK(cx, abut_ncp_solve(cx, &def, x, &report));
        CHECK_NEAR(x[0], c[i].z, 1e-12);
        CHECK_NEAR(c[i].s.k * x[1], c[i].lambda, 1e-12 * fmax(1, c[i].lambda));
        CHECK(report.iterations + 1 == c[i].s.seen && report.gradients == 0);
    }
    abut_context_destroy(cx);
}

// From four sides: the error of each of the last steps but those at round-off is a multiple of the square of the last.
TEST(newtons_method_converges_quadratically_on_pressed_ellipsoids) {
    static const double Z = 1.801634065043567195164607;
    abut_context *cx = context();
    for (int i = 0; i < 4; i++) {
        spring s = rotated(100, 0.2);
        const abut_ncp_def def = spring_problem(&s);
        double x[2] = {2.7 + 0.2 * i, i % 2 ? 0 : 2};
        CHECK_OK(cx, abut_ncp_solve(cx, &def, x, NULL));
        CHECK(quadratic_steps(&s, Z) >= 3);
    }
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------- linear problems

enum { MOST = 12 };

typedef struct linear {
    int n;
    double m[MOST * MOST], q[MOST];
} linear;

static bool linear_function(void *user, const double *x, double *f, double *derivative) {
    const linear *l = user;
    for (int i = 0; i < l->n; i++) {
        f[i] = l->q[i];
        for (int j = 0; j < l->n; j++) f[i] += l->m[i * l->n + j] * x[j];
    }
    memcpy(derivative, l->m, (size_t)(l->n * l->n) * sizeof *derivative);
    return true;
}

// M = A A^T + 0.1: one solution, known by its conditions alone.
TEST(positive_definite_linear_problems_are_solved_from_far_away) {
    abut_context *cx = context();
    ab_random r = ab_random_start(11, 0);
    for (int k = 0; k < 300; k++) {
        linear l = {.n = 1 + k % MOST};
        double a[MOST * MOST], x[MOST];
        for (int i = 0; i < l.n * l.n; i++) a[i] = ab_random_between(&r, -1, 1);
        for (int i = 0; i < l.n; i++) {
            l.q[i] = ab_random_between(&r, -1, 1);
            x[i] = ab_random_between(&r, -100, 100);
            for (int j = 0; j < l.n; j++) {
                l.m[i * l.n + j] = i == j ? 0.1 : 0;
                for (int c = 0; c < l.n; c++) l.m[i * l.n + j] += a[i * l.n + c] * a[j * l.n + c];
            }
        }
        abut_ncp_def def = abut_ncp_problem();
        def.n = l.n;
        def.evaluate = linear_function;
        def.user = &l;
        CHECK_OK(cx, abut_ncp_solve(cx, &def, x, NULL));
        double f[MOST], derivative[MOST * MOST];
        linear_function(&l, x, f, derivative);
        for (int i = 0; i < l.n; i++) CHECK(x[i] > -1e-10 && f[i] > -1e-10 && fabs(fmin(x[i], f[i])) < 1e-9);
    }
    abut_context_destroy(cx);
}

// F = x^3 - 1 has F' = 0 at 0, where x = 0 has F < 0: V = D_a > 0 there; with a free unknown V is singular.
static bool cube(void *user, const double *x, double *f, double *derivative) {
    if (*(double *)user > 0 && x[0] > *(double *)user) return false; // not defined there
    f[0] = x[0] * x[0] * x[0] - 1;
    derivative[0] = 3 * x[0] * x[0];
    return true;
}

TEST(steps_into_the_undefined_are_shortened_and_singular_derivatives_told) {
    static const bool FREE[1] = {true};
    abut_context *cx = context();
    double edge = 1.2, x = 0.1;
    abut_ncp_def def = abut_ncp_problem();
    abut_ncp_report report;
    def.n = 1;
    def.evaluate = cube;
    def.user = &edge;
    CHECK_OK(cx, abut_ncp_solve(cx, &def, &x, &report));
    CHECK_NEAR(x, 1, 1e-10);
    CHECK(report.evaluations > report.iterations + 1); // a whole step from 0.1 leads to 33
    x = 0;
    def.free = FREE;
    CHECK_STATUS(ABUT_ERR_UNSOLVED, abut_ncp_solve(cx, &def, &x, &report)); // stationary: V^T Psi = 0
    CHECK(x == 0 && report.gradients == 1 && report.residual == 1);
    x = 2;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(cx, &def, &x, NULL));
    CHECK(strstr(abut_context_message(cx), "first guess"));
    abut_context_destroy(cx);
}

static bool not_finite(void *user, const double *x, double *f, double *derivative) {
    f[0] = *(bool *)user ? NAN : x[0];
    derivative[0] = INFINITY;
    return true;
}

TEST(mistakes_are_told) {
    abut_context *cx = context();
    double x = 1, edge = 0;
    bool nan = true;
    abut_ncp_def def = abut_ncp_problem();
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(NULL, &def, &x, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(cx, &def, &x, NULL));
    CHECK(strstr(abut_context_message(cx), "1 to 1000 unknowns"));
    def.n = 1;
    def.evaluate = not_finite;
    def.user = &nan;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(cx, &def, &x, NULL));
    nan = false;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(cx, &def, &x, NULL));
    def.evaluate = cube;
    def.user = &edge;
    def.max_iterations = 1;
    x = 5;
    CHECK_STATUS(ABUT_ERR_UNSOLVED, abut_ncp_solve(cx, &def, &x, NULL));
    CHECK(strstr(abut_context_message(cx), "after 1 iterations"));
    def.tolerance = 0;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_ncp_solve(cx, &def, &x, NULL));
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(the_function_keeps_its_digits_where_it_is_small), CLAIM(ellipsoids_on_springs_are_those_of_the_oracle),
       CLAIM(newtons_method_converges_quadratically_on_pressed_ellipsoids),
       CLAIM(positive_definite_linear_problems_are_solved_from_far_away),
       CLAIM(steps_into_the_undefined_are_shortened_and_singular_derivatives_told), CLAIM(mistakes_are_told))
