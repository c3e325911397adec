// Second implementation of the process of one contact (law/impact.h): the slip in polar form, s = exp(l), direction f,
//
//   dl/dtau = g(f),   df/dtau = h(f),   dp_n/dtau = s        g + i h = exp(-i f) (c - mu A d)
//
// by the adaptive Runge-Kutta method of Cash and Karp, with every event sought by
// bisection of the last step; stick and the isocline that leaves rest by a scan of all directions.
#ifndef ABUT_TESTS_IMPACT_ODE_H
#define ABUT_TESTS_IMPACT_ODE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ODE_L, ODE_F, ODE_P, ODE_VN, ODE_P1, ODE_P2, ODE_WN, ODE_WT, ODE_SIZE };
typedef enum ode_law { ODE_NEWTON, ODE_POISSON, ODE_STRONGE } ode_law;

typedef struct ode_impact {
    const double *w; // 3 x 3
    double mu, e, before;
    ode_law law;
    bool expands;
    double p_in, w_in, p_out, w_out; // impulse and work of compression and expansion, before the present phase,
    double begin_p, begin_w;         // which began here
    double y[ODE_SIZE];
} ode_impact;

static inline void ode_rate(const ode_impact *o, const double *y, double *rate) {
    const double *w = o->w, c = cos(y[ODE_F]), s = sin(y[ODE_F]), slip = exp(y[ODE_L]);
    const double a1 = w[1] - o->mu * (w[4] * c + w[5] * s), a2 = w[2] - o->mu * (w[5] * c + w[8] * s);
    rate[ODE_L] = c * a1 + s * a2;
    rate[ODE_F] = c * a2 - s * a1;
    rate[ODE_P] = slip;
    rate[ODE_VN] = slip * (w[0] - o->mu * (w[1] * c + w[2] * s));
    rate[ODE_P1] = -o->mu * c * slip;
    rate[ODE_P2] = -o->mu * s * slip;
    rate[ODE_WN] = slip * y[ODE_VN];
    rate[ODE_WT] = -o->mu * slip * slip;
}

// One step by the method of Cash and Karp; returns its error.
static inline double ode_step(const ode_impact *o, double h, double *to) {
    static const double B[6][5] = {{0},
                                   {1.0 / 5},
                                   {3.0 / 40, 9.0 / 40},
                                   {3.0 / 10, -9.0 / 10, 6.0 / 5},
                                   {-11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27},
                                   {1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096}};
    static const double FIFTH[6] = {37.0 / 378, 0, 250.0 / 621, 125.0 / 594, 0, 512.0 / 1771};
    static const double FOURTH[6] = {2825.0 / 27648, 0, 18575.0 / 48384, 13525.0 / 55296, 277.0 / 14336, 1.0 / 4};
    double k[6][ODE_SIZE], worst = 0;
    for (int i = 0; i < 6; i++) {
        double y[ODE_SIZE];
        for (int n = 0; n < ODE_SIZE; n++) {
            y[n] = o->y[n];
            for (int j = 0; j < i; j++) y[n] += h * B[i][j] * k[j][n];
        }
        ode_rate(o, y, k[i]);
    }
    for (int n = 0; n < ODE_SIZE; n++) {
        double sum = 0, error = 0;
        for (int i = 0; i < 6; i++) sum += FIFTH[i] * k[i][n], error += (FIFTH[i] - FOURTH[i]) * k[i][n];
        to[n] = o->y[n] + h * sum;
        worst = fmax(worst, fabs(h * error) / (1 + fabs(to[n])));
    }
    return worst;
}

// Negative before the law ends the impact, in expansion.
static inline double ode_excess(const ode_impact *o, const double *y) {
    const double p = o->p_out + y[ODE_P] - o->begin_p, w = o->w_out + y[ODE_WN] - o->begin_w;
    if (o->law == ODE_NEWTON) return y[ODE_VN] + o->e * o->before;
    return o->law == ODE_POISSON ? p - o->e * o->p_in : w - o->e * o->e * o->w_in;
}

// Negative before the end of the present phase: v_n passes 0, or the law ends expansion.
static inline double ode_left(const ode_impact *o, const double *y) {
    return o->expands ? fmax(ode_excess(o, y), -y[ODE_VN]) : y[ODE_VN];
}

// Ends a phase; true at the end of the impact.
static inline bool ode_next_phase(ode_impact *o) {
    if (o->expands && ode_excess(o, o->y) >= -1e-15) return true;
    *(o->expands ? &o->p_out : &o->p_in) += o->y[ODE_P] - o->begin_p;
    *(o->expands ? &o->w_out : &o->w_in) += (o->expands ? 1 : -1) * (o->y[ODE_WN] - o->begin_w);
    o->begin_p = o->y[ODE_P];
    o->begin_w = o->y[ODE_WN];
    o->y[ODE_VN] = 0;
    o->expands = !o->expands;
    return o->expands && ode_excess(o, o->y) >= 0;
}

// Slips until the direction does not change any more or slip is negligible; true: the impact has ended before.
static inline bool ode_slip(ode_impact *o, double tolerance) {
    const double begin = o->y[ODE_L];
    double h = 0.1, rate[ODE_SIZE], to[ODE_SIZE];
    for (int i = 0; i < 200000; i++) {
        ode_rate(o, o->y, rate);
        if (fabs(rate[ODE_F]) < 1e-13 * (fabs(rate[ODE_L]) + fabs(o->w[4]) * o->mu) || o->y[ODE_L] < begin - 34)
            return false;
        const double error = ode_step(o, h, to);
        if (!(error <= tolerance)) {
            h *= 0.5;
            continue;
        }
        if (ode_left(o, to) >= 0) {
            double low = 0, high = h;
            for (int k = 0; k < 60; k++) {
                const double middle = 0.5 * (low + high);
                ode_step(o, middle, to);
                *(ode_left(o, to) < 0 ? &low : &high) = middle;
            }
            ode_step(o, high, to);
            memcpy(o->y, to, sizeof to);
            if (ode_next_phase(o)) return true;
            continue;
        }
        memcpy(o->y, to, sizeof to);
        h *= fmin(3, 0.9 * pow(tolerance / (error + 1e-300), 0.2));
    }
    return false;
}

// Moves by dp with tangential impulse f per normal one and slip growing by g.
static inline void ode_move(ode_impact *o, const double *f, double slip, double g, double dp, double *to) {
    const double kn = o->w[0] + o->w[1] * f[0] + o->w[2] * f[1];
    memcpy(to, o->y, ODE_SIZE * sizeof *to);
    to[ODE_P] += dp;
    to[ODE_VN] += kn * dp;
    to[ODE_P1] += f[0] * dp;
    to[ODE_P2] += f[1] * dp;
    to[ODE_WN] += (o->y[ODE_VN] + 0.5 * kn * dp) * dp;
    to[ODE_WT] -= o->mu * (slip + 0.5 * g * dp) * dp;
}

// Straight motion until the end of the impact (true), or until slip stops.
static inline bool ode_straight(ode_impact *o, const double *f, double *slip, double g) {
    const double stop = g < 0 ? -*slip / g : INFINITY;
    double gone = 0, to[ODE_SIZE];
    for (;;) {
        double low = 0, high = fmin(stop - gone, 1e-3);
        for (;; low = high, high = fmin(2 * high, stop - gone)) {
            ode_move(o, f, *slip, g, high, to);
            if (ode_left(o, to) >= 0 || high >= stop - gone) break;
        }
        if (ode_left(o, to) < 0) {
            memcpy(o->y, to, sizeof to);
            *slip = 0;
            return false;
        }
        for (int k = 0; k < 80; k++) {
            const double middle = 0.5 * (low + high);
            ode_move(o, f, *slip, g, middle, to);
            *(ode_left(o, to) < 0 ? &low : &high) = middle;
        }
        ode_move(o, f, *slip, g, high, to);
        memcpy(o->y, to, sizeof to);
        *slip += g * high;
        gone += high;
        if (ode_next_phase(o)) return true;
    }
}

static inline double ode_across(const ode_impact *o, double angle, double *along) {
    double y[ODE_SIZE] = {0, angle}, rate[ODE_SIZE];
    ode_rate(o, y, rate);
    *along = rate[ODE_L];
    return rate[ODE_F];
}

// Direction of an isocline along which slip grows.
static inline double ode_leaving(const ode_impact *o) {
    double best = 0, growth = -1, along;
    for (int i = 0; i < 720; i++) {
        double a = 3.14159265358979323846 * i / 360, b = 3.14159265358979323846 * (i + 1) / 360;
        if (ode_across(o, a, &along) * ode_across(o, b, &along) > 0) continue;
        for (int k = 0; k < 60; k++) {
            const double middle = 0.5 * (a + b);
            if (ode_across(o, a, &along) * ode_across(o, middle, &along) <= 0)
                b = middle;
            else
                a = middle;
        }
        ode_across(o, b, &along);
        if (along > growth) growth = along, best = b;
    }
    return best;
}

// v_n < 0. out: v, p, W_n, W_t  (8)
static inline void ode_solve(ode_impact *o, const double v[3], double tolerance, double out[8]) {
    double slip = hypot(v[1], v[2]), f[2] = {0, 0}, angle = atan2(v[2], v[1]), g = 0;
    memset(o->y, 0, sizeof o->y);
    o->y[ODE_VN] = o->before = v[0];
    o->expands = false;
    o->p_in = o->w_in = o->p_out = o->w_out = o->begin_p = o->begin_w = 0;
    o->y[ODE_L] = log(slip);
    o->y[ODE_F] = angle;
    bool ended = slip > 0 && ode_slip(o, tolerance);
    bool sticks = false;
    if (slip > 0) slip = exp(o->y[ODE_L]), angle = o->y[ODE_F];
    while (!ended) {
        if (slip > 0) {
            ode_across(o, angle, &g);
        } else {
            const double *w = o->w, det = w[4] * w[8] - w[5] * w[5];
            f[0] = -(w[8] * w[1] - w[5] * w[2]) / det;
            f[1] = -(w[4] * w[2] - w[5] * w[1]) / det;
            sticks = hypot(f[0], f[1]) <= o->mu;
            g = 0;
            if (!sticks) {
                angle = ode_leaving(o);
                ode_across(o, angle, &g);
            }
        }
        if (!sticks) f[0] = -o->mu * cos(angle), f[1] = -o->mu * sin(angle);
        const double factor = o->mu;
        if (sticks) o->mu = 0; // no work
        ended = ode_straight(o, f, &slip, g);
        o->mu = factor;
    }
    const double *y = o->y;
    const double result[8] = {y[ODE_VN],
                              sticks ? 0 : slip * cos(angle),
                              sticks ? 0 : slip * sin(angle),
                              y[ODE_P],
                              y[ODE_P1],
                              y[ODE_P2],
                              y[ODE_WN],
                              y[ODE_WT]};
    memcpy(out, result, sizeof result);
}

#endif
