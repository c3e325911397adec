// GJK on the Minkowski difference A - B with simplices of at most four points; see gjk.h. The point of the simplex
// nearest to the origin gives the next direction; vertices it does not need are dropped.
#include "geom/convex/gjk.h"

#include "geom/convex/polyhedron.h"

static double lowest_along(const ab_loops *l, v3 n) {
    double low = INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) low = ab_lesser(low, v3_dot(n, ab_vertex_at(l, i)));
    return low;
}

static v3 into_b(const ab_convex_pair *d, v3 n) { return m3_mul(m3_transpose(d->turn), n); }

double ab_axis_gap(const ab_convex_pair *d, v3 axis) {
    return lowest_along(d->a, axis) + lowest_along(d->b, v3_neg(into_b(d, axis))) - v3_dot(axis, d->shift);
}

// The vertex lowest along n.
static v3 lowest(const ab_loops *l, v3 n) {
    int32_t best = 0;
    double low = INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double h = v3_dot(n, ab_vertex_at(l, i));
        if (h >= low) continue;
        low = h;
        best = i;
    }
    return ab_vertex_at(l, best);
}

// Support point of A - B in the direction -n.
static v3 support(const ab_convex_pair *d, v3 n) {
    const v3 b = lowest(d->b, v3_neg(into_b(d, n)));
    return v3_sub(v3_sub(lowest(d->a, n), m3_mul(d->turn, b)), d->shift);
}

typedef struct simplex {
    v3 p[4];
    int n;
    v3 near; // point of the simplex nearest to the origin
} simplex;

static simplex of_point(v3 a) { return (simplex){{a}, 1, a}; }

static simplex of_segment(v3 a, v3 b) {
    const v3 ab = v3_sub(b, a);
    const double t = -v3_dot(a, ab);
    const double length2 = v3_norm2(ab);
    if (!(t > 0)) return of_point(a);
    if (t >= length2) return of_point(b);
    return (simplex){{a, b}, 2, v3_add_scaled(a, t / length2, ab)};
}

static simplex nearer(simplex s, simplex t) { return v3_norm2(t.near) < v3_norm2(s.near) ? t : s; }

// The foot of the perpendicular if the origin projects into the triangle, else the nearest point of an edge.
static simplex of_triangle(v3 a, v3 b, v3 c) {
    const v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    const bool inside = v3_dot(v3_cross(a, b), n) > 0 && v3_dot(v3_cross(b, c), n) > 0 && v3_dot(v3_cross(c, a), n) > 0;
    if (inside) return (simplex){{a, b, c}, 3, v3_scale(v3_dot(a, n) / v3_norm2(n), n)};
    return nearer(nearer(of_segment(a, b), of_segment(b, c)), of_segment(c, a));
}

// The nearest face that has the origin on its outer side; if there is none, the origin itself.
static simplex of_tetrahedron(const v3 *p) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    simplex best = {{p[0], p[1], p[2], p[3]}, 4, v3_zero()};
    bool outside = false;
    for (int f = 0; f < 4; f++) {
        const v3 a = p[face[f][0]];
        const v3 n = v3_cross(v3_sub(p[face[f][1]], a), v3_sub(p[face[f][2]], a));
        const double rest = v3_dot(n, v3_sub(p[face[f][3]], a));
        if (-v3_dot(n, a) * rest > 0) continue; // the origin is on the side of the fourth vertex
        const simplex s = of_triangle(a, p[face[f][1]], p[face[f][2]]);
        best = outside ? nearer(best, s) : s;
        outside = true;
    }
    return best;
}

static simplex with_point(const simplex *s, v3 w) {
    if (s->n == 1) return of_segment(s->p[0], w);
    if (s->n == 2) return of_triangle(s->p[0], s->p[1], w);
    return of_tetrahedron((v3[4]){s->p[0], s->p[1], s->p[2], w});
}

ab_gjk ab_gjk_separate(const ab_convex_pair *d, double margin, v3 *axis) {
    const v3 start = v3_norm2(*axis) > 0 ? *axis : v3_make(1, 0, 0);
    simplex s = of_point(support(d, start));
    for (int k = 0; k < AB_GJK_MAX_STEPS; k++) {
        const double distance = v3_norm(s.near);
        if (s.n == 4 || !(distance > margin)) return AB_GJK_OVERLAP;
        const v3 n = v3_scale(1 / distance, s.near);
        const v3 w = support(d, n);
        const double gap = v3_dot(n, w);
        *axis = n;
        if (gap > margin) return AB_GJK_APART;
        if (distance - gap <= 1e-12 * distance) return AB_GJK_OVERLAP; // converged: the distance is below the margin
        s = with_point(&s, w);
    }
    return AB_GJK_UNKNOWN;
}
