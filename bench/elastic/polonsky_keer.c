// The method of Polonsky and Keer as published [polonsky1999]: conjugate gradients on the gap, two products with K an
// iteration. C = {p > 0}, means and sums over C.
//
//   g = f + K p;  g -= mean g;  G = sum g^2
//   t = g + delta G/G_last t in C, 0 outside;  r = K t;  r -= mean r;  tau = sum g t / sum r t
//   p -= tau t in C, cut to p >= 0;  cells outside with g < 0: p -= tau g, and delta = 0 if there were any, else 1
//   p is scaled to the load
// Accepted by the residuals of src/elastic/solve.c, so that both are asked for the same.
#include "elastic/elastic_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct polonsky {
    press_problem *p;
    double *f, *pressure, *g, *t, *r; // (n)
    int64_t n;
    double sum; // of the pressure
    double square, square_last, delta;
    polonsky_answer answer;
} polonsky;

static void product(polonsky *v, const double *in, double *out) {
    const double start = cpu_seconds();
    ab_convolve(&v->p->h.convolver, v->p->h.table, in, out, NULL);
    v->answer.transforms += cpu_seconds() - start;
    v->answer.convolutions++;
}

static double mean_in_contact(polonsky *v, const double *a) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < v->n; i++) {
        sum += v->pressure[i] > 0 ? a[i] : 0;
        count += v->pressure[i] > 0;
    }
    v->answer.contacts = count;
    return sum / (double)count;
}

// g without its mean; the larger residual over the deviation of f.
static double find_gap(polonsky *v) {
    product(v, v->pressure, v->g);
    for (int64_t i = 0; i < v->n; i++) v->g[i] += v->f[i];
    const double mean = mean_in_contact(v, v->g);
    double worst = 0, square = 0;
    for (int64_t i = 0; i < v->n; i++) {
        const bool in = v->pressure[i] > 0;
        v->g[i] -= mean;
        const double off = in ? fabs(v->g[i]) : -v->g[i];
        worst = off > worst ? off : worst;
        square += in ? v->g[i] * v->g[i] : 0;
    }
    v->square = square;
    return worst / v->p->h.deviation;
}

// The direction; returns tau.
static double find_step(polonsky *v) {
    const double share = v->delta * v->square / v->square_last;
    for (int64_t i = 0; i < v->n; i++) v->t[i] = v->pressure[i] > 0 ? v->g[i] + share * v->t[i] : 0;
    v->square_last = v->square;
    product(v, v->t, v->r);
    const double mean = mean_in_contact(v, v->r);
    double gt = 0, rt = 0;
    for (int64_t i = 0; i < v->n; i++) {
        gt += v->g[i] * v->t[i];
        rt += (v->r[i] - mean) * v->t[i];
    }
    return gt / rt;
}

static double advance(polonsky *v, double tau) {
    double sum = 0;
    bool entered = false;
    for (int64_t i = 0; i < v->n; i++) {
        const bool in = v->pressure[i] > 0, enters = !in && v->g[i] < 0;
        const double to = v->pressure[i] - tau * (in ? v->t[i] : enters ? v->g[i] : 0);
        v->pressure[i] = to > 0 ? to : 0;
        entered |= enters;
        sum += v->pressure[i];
    }
    v->delta = entered ? 0 : 1;
    return sum;
}

static void iterate(polonsky *v, double tolerance, int64_t limit) {
    for (;;) {
        v->answer.residual = find_gap(v);
        if (v->answer.residual <= tolerance || v->answer.iterations == limit) return;
        v->answer.iterations++;
        const double scale = v->sum / advance(v, find_step(v));
        for (int64_t i = 0; i < v->n; i++) v->pressure[i] *= scale;
    }
}

polonsky_answer polonsky_keer(press_problem *p, double pressure, double tolerance, int64_t limit) {
    ab_cells *c = &p->h.cells;
    polonsky v = {.p = p, .f = c->f, .pressure = c->p, .g = c->u, .t = c->d, .r = c->r};
    v.n = ab_grid_cells(&p->h.def.grid);
    v.sum = pressure * (double)v.n;
    v.square_last = 1;
    for (int64_t i = 0; i < v.n; i++) v.pressure[i] = pressure;
    memset(v.t, 0, sizeof *v.t * (size_t)v.n);
    const double start = cpu_seconds();
    iterate(&v, tolerance, limit);
    v.answer.seconds = cpu_seconds() - start;
    return v.answer;
}
