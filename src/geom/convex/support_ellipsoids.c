// Gap of two ellipsoids or balls by Newton's method on the sphere, in the frame of a; see support_gap.h.
//
//   g(n) = -n.s - |A^(1/2) n| - |B^(1/2) n|      s: centre of b,  A = diag(semi-axes of a)^2,  B that of b, turned
//   slope  -s - A n/h_a - B n/h_b across n,   second derivative  -(Q + g) across n
//   Q = (A - x_a x_a^T)/h_a + (B - x_b x_b^T)/h_b,   x = A n/h
//
// Quadratic convergence: a step t after one of t0 leaves about t (t/t0)^2, and the gap is off by the square of that.
// The start is the normal of the ellipsoid (A + B)/2 at the line of centres [perram1985], which is exact for spheres
// and near for needles and discs.
#include "geom/convex/support_gap.h"

enum { MAX_STEPS = AB_SUPPORT_NEWTON_STEPS, MAX_HALVINGS = 20 };
static const double LAST_TURN = 1e-9; // rad: its square is below round-off
static const double LEFT = 1e-13;     // rad left by a step that is the last
static const double MAX_TURN = 1;     // rad in a step
// Determinant of the second derivative over the square of its trace: below CURVED it is not negative for certain, and
// its smaller eigenvalue is raised to RAISED of the trace.
static const double CURVED = 1e-10, RAISED = 1e-3;
static const double ROUND_OFF = 4e-16; // of the size

typedef struct symmetric {
    double xx, yy, zz, yz, zx, xy;
} symmetric;

static v3 times(const symmetric *m, v3 n) {
    return v3_make(m->xx * n.x + m->xy * n.y + m->zx * n.z, m->xy * n.x + m->yy * n.y + m->yz * n.z,
                   m->zx * n.x + m->yz * n.y + m->zz * n.z);
}

// R diag(h)^2 R^T
static symmetric turned_square(m3 r, v3 h) {
    const v3 s = v3_mul(h, h), x = v3_mul(s, r.row[0]), y = v3_mul(s, r.row[1]), z = v3_mul(s, r.row[2]);
    return (symmetric){v3_dot(x, r.row[0]), v3_dot(y, r.row[1]), v3_dot(z, r.row[2]),
                       v3_dot(y, r.row[2]), v3_dot(z, r.row[0]), v3_dot(x, r.row[1])};
}

typedef struct ellipsoid_pair {
    v3 a; // squares of the semi-axes of a
    symmetric b;
    v3 shift;
} ellipsoid_pair;

typedef struct look {
    v3 n, xa, xb;
    double ha, hb, gap;
} look;

static look look_along(const ellipsoid_pair *p, v3 n) {
    const v3 an = v3_mul(p->a, n), bn = times(&p->b, n);
    look l = {.n = n, .ha = sqrt(v3_dot(n, an)), .hb = sqrt(v3_dot(n, bn))};
    l.xa = v3_scale(1 / l.ha, an);
    l.xb = v3_scale(1 / l.hb, bn);
    l.gap = -v3_dot(n, p->shift) - l.ha - l.hb;
    return l;
}

// (A + B)^-1 s by Cramer's rule, or s if that is singular.
static v3 start_of(const ellipsoid_pair *p, v3 s) {
    const symmetric m = {p->a.x + p->b.xx, p->a.y + p->b.yy, p->a.z + p->b.zz, p->b.yz, p->b.zx, p->b.xy};
    const v3 x = {m.xx, m.xy, m.zx}, y = {m.xy, m.yy, m.yz}, z = {m.zx, m.yz, m.zz};
    const v3 n = v3_make(v3_dot(s, v3_cross(y, z)), v3_dot(s, v3_cross(z, x)), v3_dot(s, v3_cross(x, y)));
    const v3 unit = v3_unit(v3_dot(n, s) < 0 ? v3_neg(n) : n);
    return v3_norm2(unit) > 0 ? unit : v3_unit(s);
}

typedef struct plane {
    v3 e1, e2;
} plane;

static plane across(v3 n) { // Duff et al., "Building an orthonormal basis, revisited"
    const double s = n.z < 0 ? -1 : 1, f = -1 / (s + n.z);
    return (plane){v3_make(1 + s * f * n.x * n.x, s * f * n.x * n.y, -s * n.x),
                   v3_make(f * n.x * n.y, s + f * n.y * n.y, -n.y)};
}

typedef struct ellipsoids_step {
    double x, y;
    bool whole; // Newton's: not shortened, of a gap that is concave
} ellipsoids_step;

// Newton's step. Where the gap is not concave, the curvature is raised.
static ellipsoids_step newton_step(const ellipsoid_pair *p, const look *l, const plane *e) {
    const v3 d = v3_neg(v3_add(p->shift, v3_add(l->xa, l->xb)));
    const v3 b1 = times(&p->b, e->e1), a1 = v3_mul(p->a, e->e1), a2 = v3_mul(p->a, e->e2), b2 = times(&p->b, e->e2);
    const double ra = 1 / l->ha, rb = 1 / l->hb;
    const double xa1 = v3_dot(l->xa, e->e1), xa2 = v3_dot(l->xa, e->e2), xb1 = v3_dot(l->xb, e->e1),
                 xb2 = v3_dot(l->xb, e->e2);
    double xx = ra * (v3_dot(a1, e->e1) - xa1 * xa1) + rb * (v3_dot(b1, e->e1) - xb1 * xb1) + l->gap;
    double yy = ra * (v3_dot(a2, e->e2) - xa2 * xa2) + rb * (v3_dot(b2, e->e2) - xb2 * xb2) + l->gap;
    const double xy = ra * (v3_dot(a1, e->e2) - xa1 * xa2) + rb * (v3_dot(b1, e->e2) - xb1 * xb2);
    double det = xx * yy - xy * xy;
    const double trace = xx + yy;
    const bool concave = trace > 0 && det > CURVED * trace * trace;
    if (!concave) {
        const double half = 0.5 * (xx - yy), low = 0.5 * trace - sqrt(half * half + xy * xy);
        const double floor = RAISED * fabs(trace) + 1e-300, shift = low < floor ? floor - low : 0;
        xx += shift;
        yy += shift;
        det = xx * yy - xy * xy;
    }
    const double gx = v3_dot(d, e->e1), gy = v3_dot(d, e->e2);
    const double x = (yy * gx - xy * gy) / det, y = (xx * gy - xy * gx) / det;
    const double turn = sqrt(x * x + y * y), scale = turn > MAX_TURN ? MAX_TURN / turn : 1;
    return (ellipsoids_step){scale * x, scale * y, concave && scale == 1};
}

static v3 turned(v3 n, const plane *e, ellipsoids_step t, double scale) {
    return v3_unit(v3_add_scaled(v3_add_scaled(n, scale * t.x, e->e1), scale * t.y, e->e2));
}

static ab_gap found(const look *l, int steps, bool sure) { return (ab_gap){l->gap, l->n, steps, sure}; }

static ab_gap climb(const ellipsoid_pair *p, v3 start, double tie) {
    look at = look_along(p, start);
    double before = 1; // size of the last step
    int steps = 1;
    while (steps < MAX_STEPS) {
        const plane e = across(at.n);
        const ellipsoids_step t = newton_step(p, &at, &e);
        const double turn = sqrt(t.x * t.x + t.y * t.y);
        if (turn == 0) return found(&at, steps, t.whole);
        look next = look_along(p, turned(at.n, &e, t, 1));
        steps++;
        double scale = 1;
        for (int i = 0; next.gap < at.gap - tie && i < MAX_HALVINGS && steps < MAX_STEPS; i++, steps++)
            next = look_along(p, turned(at.n, &e, t, scale *= 0.5));
        const double relative = turn / before;
        if (!(next.gap >= at.gap - tie)) break;
        at = next;
        const bool left_nothing = before < 0.1 && scale == 1 && turn * relative * relative < LEFT;
        if (turn < LAST_TURN || (t.whole && left_nothing)) return found(&at, steps, t.whole);
        before = scale * turn;
    }
    return found(&at, steps, false);
}

ab_gap ab_support_ellipsoids(const ab_support_pair *p, v3 guess) {
    const ellipsoid_pair q = {v3_mul(p->a->half, p->a->half), turned_square(p->turn, p->b->half), p->shift};
    const double tie = ROUND_OFF * (p->size + v3_norm(p->shift));
    const v3 line = v3_norm2(p->shift) > 0 ? v3_neg(p->shift) : v3_make(0, 0, 1);
    return climb(&q, v3_norm2(guess) > 0 ? v3_unit(guess) : start_of(&q, line), tie);
}
