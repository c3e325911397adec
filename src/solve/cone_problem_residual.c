// Residuals of the frictional contact problem. Everything is recomputed by code that no solver uses.
#include "solve/cone_problem.h"

#include <math.h>

#define NO_IMPULSE 1e-4  // impulses below this fraction of what stops the contacts are judged by that
#define ROUND_OFF  1e-13 // of what impulses give that no solver can remove
#define NO_MOTION  1e-8  // impulses that cancel each other but for this fraction of their energy are judged by that

typedef struct triple {
    double n, s, t;
} triple;

static double length2(double s, double t) { return sqrt(s * s + t * t); } // hypot takes ten times as long

// Nearest point of {|(s, t)| <= mu n}, from the components along the generatrix of the cone and perpendicular to it.
static triple nearest_in_cone(triple z, double mu) {
    const double radius = length2(z.s, z.t), side = length2(1, mu);
    const double along = (z.n + mu * radius) / side, across = (radius - mu * z.n) / side;
    if (across <= 0 && along >= 0) return z; // across is 0 on the axis of a cone of mu = 0, on both sides
    if (along <= 0) return (triple){0, 0, 0};
    const double normal = along / side, tangential = normal * mu / radius;
    return (triple){normal, tangential * z.s, tangential * z.t};
}

static double distance2(triple a, triple b) {
    const double n = a.n - b.n, s = a.s - b.s, t = a.t - b.t;
    return n * n + s * s + t * t;
}

static triple at(const double *x, int64_t i) { return (triple){x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }
static double product(triple a, triple b) { return a.n * b.n + a.s * b.s + a.t * b.t; }
static double size2(triple a) { return product(a, a); }

// |r - P(r - (u + mu |u_t| n) per)|^2; relaxed: without mu |u_t| n
static double missed2(triple r, triple u, double mu, double per, bool relaxed) {
    const double shift = relaxed ? 0 : mu * length2(u.s, u.t);
    const triple shifted = {r.n - (u.n + shift) * per, r.s - u.s * per, r.t - u.t * per};
    return distance2(r, nearest_in_cone(shifted, mu));
}

static double larger(double a, double b) { return a > b ? a : b; }

ab_cone_residual ab_cones_residual(const ab_cones *c, double *u) {
    c->form->recompute(c, c->r, u);
    for (int64_t i = 0; i < 3 * c->n; i++) u[i] += c->q[i];
    double natural = 0, q2 = 0, r2 = 0, u2 = 0, energy = 0, stored = 0, moving = 0, work = 0, useful = 0, worst = -1;
    ab_cone_residual residual = {.worst = -1};
    for (int64_t i = 0; i < c->n; i++) {
        double block[9];
        c->form->block(c, i, block);
        const double w = (block[0] + block[4] + block[8]) / 3;
        const triple r = at(c->r, i), v = at(u, i);
        natural += missed2(r, v, c->mu[i], 1, c->relaxed);
        q2 += size2(at(c->q, i));
        r2 += size2(r);
        u2 += size2(v);
        const double part = w * missed2(r, v, c->mu[i], 1 / w, c->relaxed);
        energy += part;
        work += sqrt(w * size2(r) * part);
        useful += product(r, v) - product(r, at(c->q, i));
        stored += w * size2(r);
        moving += size2(at(c->q, i)) / w;
        if (!(part <= worst)) worst = part, residual.worst = i;
    }
    const double size2 = larger(q2, larger(r2, u2));
    residual.natural = natural > 0 ? sqrt(natural / size2) : natural;
    const double min = NO_IMPULSE * NO_IMPULSE * moving;
    residual.stored = stored;
    residual.energy = energy > 0 ? sqrt(energy / larger(stored, min)) : energy;
    work -= ROUND_OFF * stored;
    residual.work = work > 0 ? work / larger(useful, larger(min, NO_MOTION * stored)) : work * 0;
    return residual;
}
