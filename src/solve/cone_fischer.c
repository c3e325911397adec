// Newton's method on the function of Fischer and Burmeister for second-order cones. With P = diag(mu, 1, 1),
//
//   x = s P r,   y = P^-1 (u + mu |u_t| n)/s,   x, y in {|t| <= n},  x.y = 0       s^2 = tr W_ii/3: units of energy
//   Phi = x + y - z,   z^2 = x^2 + y^2                                squares of Jordan's algebra
//
// a^2 = (a.a, 2 a_n a_t), L_a b = a o b = (a.b, a_n b_t + b_n a_t). From z^2 follow L_z dz = L_x dx + L_y dy and, since
// (x + y + z) o (x + y - z) = 2 x o y, Phi without cancellation. Contacts without friction have x = s r_n, y = u_n/s
// and the scalar function.
//
// As in `newton`, each round solves a problem with u + a w (r - r_k), for decreasing a. [fukushima2002, hayashi2005]
#include "solve/block_lu.h"
#include "solve/cone.h"
#include "solve/fischer.h"

#include <math.h>
#include <string.h>

enum { FIRST_SWEEPS = 20, MAX_FAILURES = 12, MAX_NEWTON = 30, HALVINGS = 12 };
#define MUCH        0.9  // reduction of the residual below which a round is no failure
#define INSIDE      1e-3 // reduction of |Phi| in a round
#define FIRST_SHIFT 1e-2 // a
#define MIN_SHIFT   1e-12
#define MAX_SHIFT   10.0
#define EDGE        1e-15 // of an eigenvalue of z, over the largest: none of its derivatives is infinite

typedef struct cone_fischer_work {
    const ab_cones *c;
    const ab_cone_options *o;
    ab_cone_report *report;
    int64_t size;                               // 3 n
    double *weight, *slip;                      // (n)
    double *x, *centre, *u, *f, *step, *judged; // (3 n)
    double *e, *cc;                             // blocks of E + C W, the derivative of Phi  (9 n)
    void *factors;
    double shift, best; // a; residual of the best impulses, in c->r
} cone_fischer_work;

// -------------------------------------------------------------------------------------------------------- one contact

static void put_operator(const double a[3], double l[9]) {
    const double rows[9] = {a[0], a[1], a[2], a[1], a[0], 0, a[2], 0, a[0]};
    memcpy(l, rows, sizeof rows);
}

static void put_product(const double *a, const double *b, double *p) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) p[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

// z = (x^2 + y^2)^(1/2), its smaller eigenvalue not below EDGE of the larger.
static void put_root(const double x[3], const double y[3], double z[3]) {
    double square = 0, t[2];
    for (int k = 0; k < 3; k++) square += x[k] * x[k] + y[k] * y[k];
    for (int k = 0; k < 2; k++) t[k] = 2 * (x[0] * x[k + 1] + y[0] * y[k + 1]);
    const double length = hypot(t[0], t[1]), high = sqrt(square + length);
    const double low = fmax(sqrt(fmax(square - length, 0)), EDGE * high), half = 0.5 * (high - low);
    z[0] = 0.5 * (high + low);
    z[1] = length > 0 ? half * t[0] / length : 0;
    z[2] = length > 0 ? half * t[1] / length : 0;
}

// Phi, by L_(x + y + z) Phi = 2 x o y where this can be solved well.
static void put_phi(const double x[3], const double y[3], double phi[3]) {
    double z[3], sum[3], l[9];
    put_root(x, y, z);
    for (int k = 0; k < 3; k++) {
        sum[k] = x[k] + y[k] + z[k];
        phi[k] = x[k] + y[k] - z[k];
    }
    const double product[3] = {x[0] * y[0] + x[1] * y[1] + x[2] * y[2], x[0] * y[1] + y[0] * x[1],
                               x[0] * y[2] + y[0] * x[2]};
    if (!(sum[0] - hypot(sum[1], sum[2]) > 0.1 * sum[0])) return;
    put_operator(sum, l);
    if (!ab_block_invert(l)) return;
    for (int k = 0; k < 3; k++)
        phi[k] = 2 * (l[3 * k] * product[0] + l[3 * k + 1] * product[1] + l[3 * k + 2] * product[2]);
}

// x and y of a contact.
static void put_pair(const cone_fischer_work *k, int64_t i, const double *r, const double *u, double x[3],
                     double y[3]) {
    const double mu = k->c->mu[i], s = sqrt(k->weight[i]), slip = k->c->relaxed ? 0 : hypot(u[1], u[2]);
    x[0] = s * mu * r[0];
    y[0] = (u[0] + mu * slip) / (mu * s);
    for (int a = 1; a < 3; a++) {
        x[a] = s * r[a];
        y[a] = u[a] / s;
    }
}

// Phi of a contact; without friction psi(r_n, u_n) and r_t.
static void put_value(const cone_fischer_work *k, int64_t i, double *phi) {
    const double *r = k->x + 3 * i, *u = k->u + 3 * i, s = sqrt(k->weight[i]);
    double x[3], y[3];
    if (!(k->c->mu[i] > 0)) {
        phi[0] = ab_fischer(s * r[0], u[0] / s);
        phi[1] = s * r[1];
        phi[2] = s * r[2];
        return;
    }
    put_pair(k, i, r, u, x, y);
    put_phi(x, y, phi);
}

static void differentiate_plain(const cone_fischer_work *k, int64_t i, double *e, double *c) {
    const double *r = k->x + 3 * i, *u = k->u + 3 * i, s = sqrt(k->weight[i]);
    memset(e, 0, 9 * sizeof *e);
    memset(c, 0, 9 * sizeof *c);
    e[0] = s * ab_fischer_slope(s * r[0], u[0] / s);
    e[4] = e[8] = s;
    c[0] = ab_fischer_slope(u[0] / s, s * r[0]) / s;
}

// dPhi = E dr + C du:  E = (1 - L_z^-1 L_x) s P,  C = (1 - L_z^-1 L_y) P^-1/s (1 + mu n u_t/|u_t|)
static void differentiate(const cone_fischer_work *k, int64_t i, double *e, double *c) {
    const double mu = k->c->mu[i], s = sqrt(k->weight[i]), *u = k->u + 3 * i, slip = hypot(u[1], u[2]);
    double x[3], y[3], z[3], per[9], lx[9], ly[9];
    put_pair(k, i, k->x + 3 * i, u, x, y);
    put_root(x, y, z);
    put_operator(z, per);
    if (!ab_block_invert(per)) memset(per, 0, sizeof per); // all is zero: any element will do
    put_operator(x, lx);
    put_operator(y, ly);
    put_product(per, lx, e);
    put_product(per, ly, c);
    for (int a = 0; a < 9; a++) {
        e[a] = ((a % 4 == 0) - e[a]) * s * (a % 3 == 0 ? mu : 1);
        c[a] = ((a % 4 == 0) - c[a]) / s / (a % 3 == 0 ? mu : 1);
    }
    for (int a = 0; a < 3 && slip > 0 && !k->c->relaxed; a++)
        for (int b = 1; b < 3; b++) c[3 * a + b] += c[3 * a] * mu * u[b] / slip;
}

// -------------------------------------------------------------------------------------------------------- all of them

static double norm(const double *x, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

// |Phi| at k->x.
static double value(const cone_fischer_work *k) {
    ab_cones_velocity(k->c, k->x, k->u);
    for (int64_t i = 0; i < k->size; i++) k->u[i] += k->shift * k->weight[i / 3] * (k->x[i] - k->centre[i]);
    for (int64_t i = 0; i < k->c->n; i++) put_value(k, i, k->f + 3 * i);
    const double size = norm(k->f, k->size);
    return isfinite(size) ? size : INFINITY;
}

static bool find_step(const cone_fischer_work *k) {
    for (int64_t i = 0; i < k->c->n; i++) {
        double *e = k->e + 9 * i, *c = k->cc + 9 * i;
        if (k->c->mu[i] > 0)
            differentiate(k, i, e, c);
        else
            differentiate_plain(k, i, e, c);
        for (int a = 0; a < 9; a++) e[a] += c[a] * k->shift * k->weight[i];
    }
    for (int64_t i = 0; i < k->size; i++) k->step[i] = -k->f[i];
    k->report->factorizations++;
    if (!k->c->form->factor(k->c, k->factors, k->e, k->cc)) return false;
    k->c->form->solve(k->c, k->factors, k->step);
    return true;
}

// A part of the step that reduces |Phi|; its value. INFINITY if there is none, x is then unchanged.
static double go(const cone_fischer_work *k, double size) {
    double share = 1, gone = 0;
    for (int i = 0; i < HALVINGS; i++, share *= 0.5) {
        for (int64_t j = 0; j < k->size; j++) k->x[j] += (share - gone) * k->step[j];
        gone = share;
        const double next = value(k);
        if (next <= (1 - 1e-4 * share) * size) return next;
    }
    for (int64_t j = 0; j < k->size; j++) k->x[j] -= gone * k->step[j];
    return INFINITY;
}

// The problem of one round from the centre. False if |Phi| was not reduced enough.
static bool solve_round(const cone_fischer_work *k) {
    memcpy(k->x, k->centre, (size_t)k->size * sizeof *k->x);
    const double first = value(k);
    double size = first;
    for (int i = 0; i < MAX_NEWTON && size > INSIDE * first; i++) {
        if (!find_step(k)) return false;
        const double next = go(k, size);
        if (!(next < INFINITY)) return false;
        size = next;
        k->report->iterations++;
    }
    return size <= INSIDE * first;
}

static double judge(const cone_fischer_work *k, const double *x) {
    ab_cone_report here = *k->report;
    return ab_cones_judge(k->c, x, k->o, k->judged, &here);
}

// The centre moves to x.
static void adopt(cone_fischer_work *k) {
    for (int64_t i = 0; i < k->c->n; i++) ab_cone_project(k->c->mu[i], k->x + 3 * i);
    const double residual = judge(k, k->x);
    memcpy(k->centre, k->x, (size_t)k->size * sizeof *k->x);
    if (!(residual < k->best)) return;
    k->best = residual;
    memcpy(k->c->r, k->x, (size_t)k->size * sizeof *k->x);
}

static void sweep(cone_fischer_work *k, int64_t times) {
    memcpy(k->x, k->c->r, (size_t)k->size * sizeof *k->x);
    ab_cones_sweep(k->c, k->x, k->slip, times);
    adopt(k);
}

static void iterate(cone_fischer_work *k) {
    int failures = 0;
    for (int64_t i = 0; i < k->o->max_iterations && k->best > k->o->tolerance && failures < MAX_FAILURES; i++) {
        const double last = k->best;
        const bool inside = solve_round(k);
        adopt(k);
        failures = k->best < MUCH * last ? 0 : failures + 1;
        k->shift = inside ? fmax(0.1 * k->shift, MIN_SHIFT) : fmin(10 * k->shift, MAX_SHIFT);
        if (!inside && failures > 0) sweep(k, (int64_t)FIRST_SWEEPS * (1 + failures));
    }
}

static abut_status start(ab_ctx *cx, ab_arena *arena, cone_fischer_work *k, bool *fits) {
    const int64_t n = k->c->n;
    double **const vectors[] = {&k->x, &k->centre, &k->u, &k->f, &k->step, &k->judged};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], 3 * n));
    AB_TRY(AB_TAKE(cx, arena, &k->weight, n));
    AB_TRY(AB_TAKE(cx, arena, &k->slip, n));
    AB_TRY(AB_TAKE(cx, arena, &k->e, 9 * n));
    AB_TRY(AB_TAKE(cx, arena, &k->cc, 9 * n));
    for (int64_t i = 0; i < n; i++) {
        k->weight[i] = ab_cones_scale(k->c, i);
        k->slip[i] = -1;
    }
    k->size = 3 * n;
    k->shift = FIRST_SHIFT;
    return k->c->form->plan(cx, arena, k->c, &k->factors, fits);
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_fischer_work k = {.c = c, .o = o, .report = report};
    bool fits;
    AB_TRY(start(cx, arena, &k, &fits));
    k.best = judge(&k, c->r);
    sweep(&k, FIRST_SWEEPS);
    if (fits) iterate(&k);
    ab_cones_judge(c, c->r, o, k.judged, report);
    report->solver = "fischer";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_fischer = {
    .name = "fischer",
    .help = "Newton's method on the function of Fischer and Burmeister: for teaching",
    .solve = solve,
};
