// Between two points at distance h, with t = (d - d0)/h, forces F0, F1 and slopes m0, m1:
//   F = F0 + h (m0 t + (3 s - 2 m0 - m1) t^2 + (m0 + m1 - 2 s) t^3),   s = (F1 - F0)/h
// which rises if 0 <= m <= 3 s. Slopes at inner points are harmonic means of the secants, weighted by their lengths;
// those at the ends are of the parabola through three points, within those limits. [fritsch1984]
#include "law/force_curve.h"

#include <math.h>

static double secant(const ab_force_curve_point *p) { return (p[1].force - p[0].force) / (p[1].depth - p[0].depth); }

static double inner_slope(const ab_force_curve_point *p) {
    const double before = p[0].depth - p[-1].depth, after = p[1].depth - p[0].depth;
    const double a = 2 * after + before, b = after + 2 * before;
    return (a + b) / (a / secant(p - 1) + b / secant(p));
}

// At the end of an interval of length `near`, whose secant is s; the next has length `far` and secant s_far. At the
// last point the slope is at least half of the secant, since the straight line beyond it must rise.
static double end_slope(double near, double far, double s, double s_far, double low) {
    const double slope = ((2 * near + far) * s - near * s_far) / (near + far);
    return fmin(fmax(slope, low * s), 3 * s);
}

static void set_slopes(ab_force_curve *c) {
    ab_force_curve_point *p = c->point;
    const int64_t n = c->n;
    if (n == 2) {
        p[0].stiffness = p[1].stiffness = secant(p);
        return;
    }
    for (int64_t i = 1; i < n - 1; i++) p[i].stiffness = inner_slope(p + i);
    p[0].stiffness = end_slope(p[1].depth, p[2].depth - p[1].depth, secant(p), secant(p + 1), 0);
    p[n - 1].stiffness = end_slope(p[n - 1].depth - p[n - 2].depth, p[n - 2].depth - p[n - 3].depth, secant(p + n - 2),
                                   secant(p + n - 3), 0.5);
}

static ab_force_curve_point between(const ab_force_curve_point *p, double depth) {
    const double h = p[1].depth - p[0].depth, t = (depth - p[0].depth) / h, s = secant(p);
    const double a = p[0].stiffness, b = 3 * s - 2 * p[0].stiffness - p[1].stiffness,
                 c = p[0].stiffness + p[1].stiffness - 2 * s;
    return (ab_force_curve_point){depth, p[0].force + h * t * (a + t * (b + t * c)), a + t * (2 * b + t * 3 * c),
                                  p[0].energy + h * t * (p[0].force + h * t * (a / 2 + t * (b / 3 + t * c / 4)))};
}

static ab_force_curve_point beyond(const ab_force_curve_point *last, double depth) {
    const double way = depth - last->depth;
    return (ab_force_curve_point){depth, last->force + last->stiffness * way, last->stiffness,
                                  last->energy + way * (last->force + 0.5 * last->stiffness * way)};
}

// ------------------------------------------------------------------------------------------------------------ making

static abut_status bad_point(ab_ctx *cx, int64_t i, const char *why) {
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "point %lld of the curve %s", (long long)i + 1, why);
}

static abut_status check_point(ab_ctx *cx, const double *depth, const double *force, int64_t i) {
    if (!isfinite(depth[i]) || !isfinite(force[i])) return bad_point(cx, i, "is not a number");
    if (i == 0 && depth[0] == 0 && force[0] == 0) return ABUT_OK;
    const double last_depth = i > 0 ? depth[i - 1] : 0, last_force = i > 0 ? force[i - 1] : 0;
    if (!(depth[i] > last_depth)) return bad_point(cx, i, "is not deeper than the one before, or not above 0");
    if (!(force[i] > last_force)) return bad_point(cx, i, "has no larger force than the one before, or none above 0");
    if (!isfinite((force[i] - last_force) / (depth[i] - last_depth)) || !isfinite(force[i] * depth[i]))
        return bad_point(cx, i, "is too steep or too far for numbers of this size");
    return ABUT_OK;
}

static abut_status check(ab_ctx *cx, const double *depth, const double *force, int64_t n) {
    if (n < 1 || n > AB_FORCE_CURVE_MAX || !depth || !force)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a curve has 1 to %d points", AB_FORCE_CURVE_MAX);
    for (int64_t i = 0; i < n; i++) AB_TRY(check_point(cx, depth, force, i));
    if (n == 1 && depth[0] == 0) return ab_fail(cx, ABUT_ERR_ARGUMENT, "a curve needs a point besides the origin");
    return ABUT_OK;
}

abut_status ab_force_curve_make(ab_ctx *cx, const double *depth, const double *force, int64_t n,
                                ab_force_curve *curve) {
    *curve = (ab_force_curve){0};
    AB_TRY(check(cx, depth, force, n));
    const int64_t origin = depth[0] > 0;
    AB_TRY(AB_ALLOC(cx, &curve->point, n + origin));
    curve->n = n + origin;
    for (int64_t i = 0; i < n; i++)
        curve->point[i + origin] = (ab_force_curve_point){.depth = depth[i], .force = force[i]};
    set_slopes(curve);
    for (int64_t i = 1; i < curve->n; i++)
        curve->point[i].energy = between(&curve->point[i - 1], curve->point[i].depth).energy;
    return ABUT_OK;
}

void ab_force_curve_free(ab_ctx *cx, ab_force_curve *curve) {
    ab_free(cx, curve->point);
    *curve = (ab_force_curve){0};
}

// ------------------------------------------------------------------------------------------------------------ values

ab_force_curve_point ab_force_curve_at(const ab_force_curve *curve, double depth) {
    int64_t low = 0, high = curve->n - 1;
    if (depth >= curve->point[high].depth) return beyond(&curve->point[high], depth);
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        *(curve->point[middle].depth <= depth ? &low : &high) = middle;
    }
    return between(&curve->point[low], depth);
}

double ab_force_curve_depth_of(const ab_force_curve *curve, double energy) {
    const ab_force_curve_point *last = &curve->point[curve->n - 1];
    if (energy >= last->energy) {
        const double more = 2 * (energy - last->energy);
        return last->depth + more / (last->force + sqrt(last->force * last->force + last->stiffness * more));
    }
    double low = 0, high = last->depth;
    for (;;) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high)) return high;
        *(ab_force_curve_at(curve, middle).energy < energy ? &low : &high) = middle;
    }
}
