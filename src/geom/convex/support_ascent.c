// Newton's method on the sphere for the gap of two convex shapes; see support_gap.h.
//
// The gap along n is f(n) = min over vertices p of n.p + r(n), p a vertex of the difference of the polytopes and r =
// -h_round. Over the tangent plane at n, with n + t normalised,
//
//   f(n + t) = min_i (n + t).p_i + r + t.D r - 1/2 t.(K + f) t + O(t^3)       K = radii of curvature of both
//
// where f in the bracket is the curvature of the sphere. The vertices are discovered on the way: a step that ends below
// the model has met a vertex that the model lacks, which is added (a cutting plane); it keeps four. The maximum of the
// model is one of at most 14 points: where one, two or three vertices are equally near. Quadratic convergence, exact in
// one step for polytopes once the vertices are known; backtracking when the model has no more to learn.
//
// A flat end (cylinder) is a point of the sphere where r has a kink of all directions: there the maximum is found when
// the rest of the slope is within the disc. Starting with the best of the ends, no ascent arrives at one later.
#include "geom/convex/support_gap.h"

enum { CUTS = 4, MAX_HALVINGS = 30 };
static const double NEAR_END = 0.1, ON_END = 1e-12; // distances of a direction from that of a flat end
static const double MAX_TURN = 1;                   // rad in a step
static const double LAST_TURN = 1e-9;               // a step of this size is the last: its square is below round-off
static const double NEARLY = 1e-6;                  // a step of this size may lose the gap to round-off, and is right
static const double ROUND_OFF = 4e-16;              // of the size
static const double MIN_CURVED = 1e-3;              // least eigenvalue of the model over its trace

ab_support_look ab_support_look_along(const ab_support_pair *p, v3 n) {
    const ab_convex *a = p->a, *b = p->b;
    const v3 na = v3_neg(n), nb = m3_mul(p->back, n);
    ab_support_look l = {.n = n};
    if (a->type->vertex) l.polytope = a->type->vertex(a, na);
    if (b->type->vertex) l.polytope = v3_sub(l.polytope, m3_mul(p->turn, b->type->vertex(b, nb)));
    l.polytope = v3_sub(l.polytope, p->shift);
    if (a->type->round) l.round = a->type->round(a, na);
    if (b->type->round) l.round = v3_sub(l.round, m3_mul(p->turn, b->type->round(b, nb)));
    l.gap = v3_dot(n, v3_add(l.polytope, l.round));
    return l;
}

typedef struct tangent_model {
    v3 e1, e2;                          // basis of the tangent plane
    double xx, xy, yy;                  // positive definite
    double ixx, ixy, iyy;               // its inverse
    double c[CUTS], gx[CUTS], gy[CUTS]; // value and slope of each cut
    int n;
} tangent_model;

typedef struct step {
    double x, y;
} step;

static double norm2(step t) { return t.x * t.x + t.y * t.y; }

static void set_basis(v3 n, tangent_model *m) {
    const double s = n.z < 0 ? -1 : 1, f = -1 / (s + n.z); // Duff et al., "Building an orthonormal basis, revisited"
    m->e1 = v3_make(1 + s * f * n.x * n.x, s * f * n.x * n.y, -s * n.x);
    m->e2 = v3_make(f * n.x * n.y, s + f * n.y * n.y, -n.y);
}

static void add_radii(const ab_convex *c, v3 n, v3 e1, v3 e2, tangent_model *m) {
    if (!c->type->radii) return;
    const ab_radii r = c->type->radii(c, n, e1, e2);
    m->xx += r.xx;
    m->xy += r.xy;
    m->yy += r.yy;
}

static void invert(tangent_model *m) {
    const double trace = m->xx + m->yy, half = 0.5 * (m->xx - m->yy);
    const double min = 0.5 * trace - sqrt(half * half + m->xy * m->xy), floor = MIN_CURVED * fabs(trace) + 1e-300;
    const double shift = min < floor ? floor - min : 0;
    m->xx += shift;
    m->yy += shift;
    const double det = m->xx * m->yy - m->xy * m->xy;
    m->ixx = m->yy / det;
    m->iyy = m->xx / det;
    m->ixy = -m->xy / det;
}

static tangent_model model_at(const ab_support_pair *p, const ab_support_look *l, const v3 *cut, int n) {
    tangent_model m = {.n = n};
    set_basis(l->n, &m);
    m.xx = m.yy = l->gap;
    add_radii(p->a, v3_neg(l->n), m.e1, m.e2, &m);
    if (p->b->type->radii) add_radii(p->b, m3_mul(p->back, l->n), m3_mul(p->back, m.e1), m3_mul(p->back, m.e2), &m);
    invert(&m);
    for (int i = 0; i < n; i++) {
        const v3 slope = v3_add(cut[i], l->round);
        m.c[i] = v3_dot(l->n, slope);
        m.gx[i] = v3_dot(m.e1, slope);
        m.gy[i] = v3_dot(m.e2, slope);
    }
    return m;
}

static double model_value(const tangent_model *m, step t) {
    double low = INFINITY;
    for (int i = 0; i < m->n; i++) low = ab_lesser(low, m->c[i] + m->gx[i] * t.x + m->gy[i] * t.y);
    return low - 0.5 * (m->xx * t.x * t.x + 2 * m->xy * t.x * t.y + m->yy * t.y * t.y);
}

typedef struct model_top {
    step t;
    double value;
} model_top;

static void consider(const tangent_model *m, step t, model_top *b) {
    const double value = model_value(m, t);
    if (!(value > b->value)) return;
    b->value = value;
    b->t = t;
}

static step top_of(const tangent_model *m, int i) {
    return (step){m->ixx * m->gx[i] + m->ixy * m->gy[i], m->ixy * m->gx[i] + m->iyy * m->gy[i]};
}

// Top of cut i along the line where it equals cut j.
static void consider_pair(const tangent_model *m, int i, int j, model_top *b) {
    const double ax = m->gx[i] - m->gx[j], ay = m->gy[i] - m->gy[j], rest = m->c[j] - m->c[i];
    const double hx = m->ixx * ax + m->ixy * ay, hy = m->ixy * ax + m->iyy * ay, aha = ax * hx + ay * hy;
    if (!(aha > 0)) return;
    const step t = top_of(m, i);
    const double s = (rest - ax * t.x - ay * t.y) / aha;
    consider(m, (step){t.x + s * hx, t.y + s * hy}, b);
}

static void consider_triple(const tangent_model *m, int i, int j, int k, model_top *b) {
    const double ax = m->gx[i] - m->gx[j], ay = m->gy[i] - m->gy[j], u = m->c[j] - m->c[i];
    const double bx = m->gx[i] - m->gx[k], by = m->gy[i] - m->gy[k], w = m->c[k] - m->c[i];
    const double det = ax * by - ay * bx;
    if (det != 0) consider(m, (step){(u * by - ay * w) / det, (ax * w - u * bx) / det}, b);
}

static model_top top(const tangent_model *m) {
    model_top b = {.value = -INFINITY};
    for (int i = 0; i < m->n; i++) {
        consider(m, top_of(m, i), &b);
        for (int j = 0; j < i; j++) {
            consider_pair(m, i, j, &b);
            for (int k = 0; k < j; k++) consider_triple(m, i, j, k, &b);
        }
    }
    const double turn = sqrt(norm2(b.t)), scale = turn > MAX_TURN ? MAX_TURN / turn : 1;
    b.t = (step){scale * b.t.x, scale * b.t.y};
    return b;
}

static v3 turned(v3 n, const tangent_model *m, step t) {
    return v3_unit(v3_add_scaled(v3_add_scaled(n, t.x, m->e1), t.y, m->e2));
}

typedef struct cuts {
    v3 p[CUTS];
    int n;
} cuts;

// Adds a vertex; a full list loses the one farthest off along n. False if it is known.
static bool learn(cuts *c, v3 vertex, v3 n) {
    int far = 0;
    for (int i = 0; i < c->n; i++) {
        if (v3_norm2(v3_sub(c->p[i], vertex)) == 0) return false;
        if (v3_dot(n, c->p[i]) > v3_dot(n, c->p[far])) far = i;
    }
    c->p[c->n < CUTS ? c->n++ : far] = vertex;
    return true;
}

// The flat end nearest to n, if it is within NEAR_END.
typedef struct flat_end {
    double radius; // 0: none
    v3 n;          // direction of the gap
    bool met;      // n is that direction
} flat_end;

static flat_end end_near(const ab_convex *c, v3 n) {
    flat_end e = {0};
    if (!c->type->disc) return e;
    const double radius = c->type->disc(c, n, &e.n), apart = v3_norm(v3_sub(n, e.n));
    e.radius = apart < NEAR_END ? radius : 0;
    e.met = apart < ON_END;
    return e;
}

static flat_end end_of_a(const ab_support_pair *p, v3 n) {
    flat_end e = end_near(p->a, v3_neg(n));
    e.n = v3_neg(e.n);
    return e;
}

static flat_end end_of_b(const ab_support_pair *p, v3 n) {
    flat_end e = end_near(p->b, m3_mul(p->back, n));
    e.n = m3_mul(p->turn, e.n);
    return e;
}

// Radius of the discs met by n; 0: none.
static double disc_met(const ab_support_pair *p, v3 n) {
    const flat_end a = end_of_a(p, n), b = end_of_b(p, n);
    return (a.met ? a.radius : 0) + (b.met ? b.radius : 0);
}

static ab_support_look higher_of(const ab_support_pair *p, ab_support_look at, const flat_end *e) {
    if (!(e->radius > 0) || e->met) return at;
    const ab_support_look end = ab_support_look_along(p, e->n);
    return end.gap > at.gap ? end : at;
}

// Steps shrink without end towards a kink: an end nearby is tried at once.
static ab_support_look snapped(const ab_support_pair *p, ab_support_look at) {
    const flat_end a = end_of_a(p, at.n), b = end_of_b(p, at.n);
    return higher_of(p, higher_of(p, at, &a), &b);
}

static double cross_of(step t, step u) { return t.x * u.y - t.y * u.x; }

// The point of a segment nearest to the origin.
static step nearest_on(step a, step b) {
    const step d = {b.x - a.x, b.y - a.y};
    const double length2 = norm2(d), s = length2 > 0 ? -(a.x * d.x + a.y * d.y) / length2 : 0;
    const double on = s < 0 ? 0 : s > 1 ? 1 : s;
    return (step){a.x + on * d.x, a.y + on * d.y};
}

static bool around_origin(step a, step b, step c) {
    const double u = cross_of(a, b), v = cross_of(b, c), w = cross_of(c, a);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

// The slope of the lowest cuts along their steepest ascent: the shortest vector in the hull of their slopes.
static step steepest(const tangent_model *m, double tie) {
    step g[CUTS], best = {INFINITY, 0};
    int n = 0;
    double low = INFINITY;
    for (int i = 0; i < m->n; i++) low = ab_lesser(low, m->c[i]);
    for (int i = 0; i < m->n; i++)
        if (m->c[i] <= low + tie) g[n++] = (step){m->gx[i], m->gy[i]};
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            const step t = nearest_on(g[i], g[j]);
            if (norm2(t) < norm2(best)) best = t;
            for (int k = 0; k < j; k++)
                if (around_origin(g[i], g[j], g[k])) return (step){0, 0};
        }
    return best;
}

// The step off a flat end, zero if the slope of the rest is within the disc.
static step step_off(const ab_support_pair *p, const ab_support_look *l, const tangent_model *m, double disc) {
    const step g = steepest(m, 1e-12 * p->size);
    const double slope = sqrt(norm2(g));
    if (!(slope > disc)) return (step){0, 0};
    const double turn = ab_lesser(0.5, (slope - disc) / (fabs(l->gap) + p->size));
    return (step){turn * g.x / slope, turn * g.y / slope};
}

static ab_gap found(const ab_support_look *l, int steps, bool sure) { return (ab_gap){l->gap, l->n, steps, sure}; }

ab_gap ab_support_ascent(const ab_support_pair *p, v3 n, int max_steps) {
    const double tie = ROUND_OFF * (p->size + v3_norm(p->shift));
    ab_support_look at = ab_support_look_along(p, n);
    cuts c = {{at.polytope}, 1};
    const bool has_disc = p->a->type->disc || p->b->type->disc;
    int steps = 1, halvings = 0;
    while (steps < max_steps) {
        const tangent_model m = model_at(p, &at, c.p, c.n);
        const double disc = has_disc ? disc_met(p, at.n) : 0;
        const model_top b = disc > 0 ? (model_top){step_off(p, &at, &m, disc), INFINITY} : top(&m);
        const double scale = 1.0 / (double)(1u << halvings);
        const step t = {scale * b.t.x, scale * b.t.y};
        const double turn = sqrt(norm2(t));
        if (turn == 0) return found(&at, steps, true);
        const ab_support_look next = ab_support_look_along(p, turned(at.n, &m, t));
        steps++;
        const bool higher = next.gap >= at.gap - (turn < NEARLY ? tie : 0);
        const bool learned = learn(&c, next.polytope, next.n);
        if (higher) at = has_disc ? snapped(p, next) : next;
        if (turn < LAST_TURN && !learned) return found(&at, steps, true);
        halvings = higher || learned ? 0 : halvings + 1;
        if (halvings > MAX_HALVINGS) return found(&at, steps, turn < 1e-7);
    }
    return found(&at, steps, false);
}
