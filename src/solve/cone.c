// Friction cone: projection, and the impulse of one contact.
//
// A sliding contact has u_t = -l r_t with l > 0. With zero normal velocity, r_n = -(b_n + W_nt r_t)/W_nn, the
// tangential impulse is
//   r_t(l) = -(A + l)^-1 c,   A = W_tt - W_tn W_nt/W_nn,   c = b_t - W_tn b_n/W_nn
// and l solves |r_t| = mu r_n: Newton's method on 1/|r_t| - 1/(mu r_n), which is nearly linear in l, within a bracket.
//
// The convex relaxation minimises r.(W r/2 + b) in K: Newton's method on r - P(r - u/w), w = tr W, guarded by steps of
// projected gradients, which always reduce this energy.
#include "solve/cone.h"

#include <math.h>
#include <stdbool.h>

void ab_cone_project(double mu, double z[3]) {
    const double t = sqrt(z[1] * z[1] + z[2] * z[2]);
    if (t <= mu * z[0]) return;
    const double n = mu * t <= -z[0] ? 0 : (z[0] + mu * t) / (1 + mu * mu);
    const double scale = n > 0 ? mu * n / t : 0;
    z[0] = n;
    z[1] *= scale;
    z[2] *= scale;
}

ab_cone_state ab_cone_derive_projection(double mu, const double z[3], double projected[3], double derivative[9]) {
    const double t = sqrt(z[1] * z[1] + z[2] * z[2]);
    for (int k = 0; k < 9; k++) derivative[k] = 0;
    if (t <= mu * z[0]) {
        for (int k = 0; k < 3; k++) derivative[4 * k] = 1, projected[k] = z[k];
        return AB_CONE_STICK;
    }
    for (int k = 0; k < 3; k++) projected[k] = 0;
    if (mu * t <= -z[0]) return AB_CONE_OPEN;
    const double per = 1 / (1 + mu * mu), n = (z[0] + mu * t) * per, along[3] = {1, mu * z[1] / t, mu * z[2] / t};
    for (int i = 0; i < 3; i++) {
        projected[i] = n * along[i];
        for (int k = 0; k < 3; k++) derivative[3 * i + k] = per * along[i] * along[k];
    }
    for (int i = 1; i < 3; i++)
        for (int k = 1; k < 3; k++) derivative[3 * i + k] += mu * n / t * ((i == k) - z[i] * z[k] / (t * t));
    return AB_CONE_SLIP;
}

// Tangential problem after elimination of the normal impulse at zero normal velocity.
typedef struct sliding {
    double a[4], c[2];     // A row-major, c
    double trace, det;     // of A
    double bn, wt[2], per; // b_n, W_nt, 1/W_nn
    double mu;
} sliding;

static sliding sliding_of(const double w[9], const double b[3], double mu) {
    const double per = 1 / w[0];
    sliding s = {.bn = b[0], .wt = {w[1], w[2]}, .per = per, .mu = mu};
    for (int i = 0; i < 2; i++) {
        const double *row = w + 3 * (i + 1);
        s.a[2 * i] = row[1] - row[0] * w[1] * per;
        s.a[2 * i + 1] = row[2] - row[0] * w[2] * per;
        s.c[i] = b[i + 1] - row[0] * b[0] * per;
    }
    s.trace = s.a[0] + s.a[3];
    s.det = s.a[0] * s.a[3] - s.a[1] * s.a[2];
    return s;
}

// x = (A + l)^-1 v
static void solve_shifted(const sliding *s, double l, const double v[2], double x[2]) {
    const double per = 1 / (s->det + l * (s->trace + l));
    const double x0 = ((s->a[3] + l) * v[0] - s->a[1] * v[1]) * per;
    x[1] = ((s->a[0] + l) * v[1] - s->a[2] * v[0]) * per;
    x[0] = x0;
}

static void impulse_at(const sliding *s, double l, double r[3]) {
    solve_shifted(s, l, s->c, r + 1);
    r[1] = -r[1];
    r[2] = -r[2];
    r[0] = -(s->bn + s->wt[0] * r[1] + s->wt[1] * r[2]) * s->per;
}

static double first_guess(const sliding *s, double last) {
    if (last > 0 && last < 1e300) return last;
    const double guess = sqrt(s->c[0] * s->c[0] + s->c[1] * s->c[1]) / (-s->mu * s->bn * s->per) - 0.5 * s->trace;
    return guess > 0 ? guess : 0.1 * fabs(s->trace);
}

// Next Newton iterate of l; where r_n is not positive, for |r_t| - mu r_n.
static double next_slip(const sliding *s, double l, const double r[3], double t) {
    double fall[2]; // -dr_t/dl
    solve_shifted(s, l, r + 1, fall);
    const double dt = -(r[1] * fall[0] + r[2] * fall[1]) / t, dn = (s->wt[0] * fall[0] + s->wt[1] * fall[1]) * s->per;
    if (!(r[0] > 0)) return l - (t - s->mu * r[0]) / (dt - s->mu * dn);
    const double value = 1 / t - 1 / (s->mu * r[0]), slope = -dt / (t * t) + dn / (s->mu * r[0] * r[0]);
    return l - value / slope;
}

static void slide(const sliding *s, double r[3], double *slip) {
    enum { MAX = 100 };
    double low = 0, high = INFINITY, l = first_guess(s, *slip);
    for (int i = 0; i < MAX; i++) {
        impulse_at(s, l, r);
        const double t = sqrt(r[1] * r[1] + r[2] * r[2]), off = t - s->mu * r[0];
        *(off > 0 ? &low : &high) = l;
        if (fabs(off) <= 1e-15 * (t + s->mu * fabs(r[0])) || (isfinite(high) && high - low <= 1e-16 * high)) break;
        double next = next_slip(s, l, r, t);
        if (!(next > low && next < high)) next = isfinite(high) ? 0.5 * (low + high) : 2 * l + fabs(s->trace);
        if (next == l) break;
        l = next;
    }
    *slip = l;
    const double t = sqrt(r[1] * r[1] + r[2] * r[2]), scale = t > 0 && r[0] > 0 ? s->mu * r[0] / t : 0;
    r[0] = r[0] > 0 ? r[0] : 0;
    r[1] *= scale; // exactly onto the cone
    r[2] *= scale;
}

ab_cone_state ab_cone_solve(const double w[9], const double b[3], double mu, double r[3], double *slip) {
    r[0] = r[1] = r[2] = 0;
    if (!(b[0] < 0)) return AB_CONE_OPEN;
    if (!(mu > 0)) {
        r[0] = -b[0] / w[0];
        return AB_CONE_SLIP;
    }
    const sliding s = sliding_of(w, b, mu);
    impulse_at(&s, 0, r);
    if (r[0] >= 0 && r[1] * r[1] + r[2] * r[2] <= mu * mu * r[0] * r[0]) return AB_CONE_STICK;
    slide(&s, r, slip);
    return AB_CONE_SLIP;
}

// --------------------------------------------------------------------------------------------------- convex relaxation

static double energy_of(const double w[9], const double b[3], const double r[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += r[i] * (0.5 * (w[3 * i] * r[0] + w[3 * i + 1] * r[1] + w[3 * i + 2] * r[2]) + b[i]);
    return sum;
}

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross3(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// x with M x = f, by Cramer's rule.
static void solve3(const double m[9], const double f[3], double x[3]) {
    double c[3][3]; // columns of the inverse, times the determinant
    cross3(m + 3, m + 6, c[0]);
    cross3(m + 6, m, c[1]);
    cross3(m, m + 3, c[2]);
    const double per = 1 / dot3(m, c[0]);
    for (int i = 0; i < 3; i++) x[i] = per * (c[0][i] * f[0] + c[1][i] * f[1] + c[2][i] * f[2]);
}

// r after a Newton step on F = r - P(r - p u), and after a step of projected gradients.
static void step_relaxed(const double w[9], const double b[3], double mu, const double r[3], double newton[3],
                         double gradient[3]) {
    const double p = 1 / (w[0] + w[4] + w[8]);
    double z[3], d[9], m[9], f[3], x[3];
    for (int i = 0; i < 3; i++) z[i] = r[i] - p * (dot3(w + 3 * i, r) + b[i]);
    ab_cone_derive_projection(mu, z, gradient, d);
    for (int i = 0; i < 3; i++) {
        f[i] = gradient[i] - r[i];
        for (int k = 0; k < 3; k++) {
            const double through = d[3 * i] * w[k] + d[3 * i + 1] * w[3 + k] + d[3 * i + 2] * w[6 + k];
            m[3 * i + k] = (i == k) - d[3 * i + k] + p * through;
        }
    }
    solve3(m, f, x);
    for (int i = 0; i < 3; i++) newton[i] = r[i] + x[i];
    ab_cone_project(mu, newton);
}

void ab_cone_solve_relaxed(const double w[9], const double b[3], double mu, double r[3]) {
    enum { MAX = 60 };
    ab_cone_project(mu, r);
    for (int i = 0; i < MAX; i++) {
        double newton[3], gradient[3];
        step_relaxed(w, b, mu, r, newton, gradient);
        const double *next = energy_of(w, b, newton) <= energy_of(w, b, gradient) ? newton : gradient;
        double moved = 0;
        for (int k = 0; k < 3; k++) {
            moved = fmax(moved, fabs(next[k] - r[k]));
            r[k] = next[k];
        }
        if (!(moved > 1e-15 * fmax(fabs(r[0]), fmax(fabs(r[1]), fabs(r[2]))))) return;
    }
}
