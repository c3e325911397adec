// Gap of two overlapping polytopes: the largest over the normals of the faces of their Minkowski difference. Those are
// the faces of either, and the pairs of edges whose arcs of normals cross on the sphere [gregorius2013].
#include "geom/convex/support_gap.h"

static void keep_larger(ab_gap *best, double gap, v3 n) {
    best->steps++;
    if (!(gap > best->gap)) return;
    best->gap = gap;
    best->normal = n;
}

static void try_faces(const ab_support_pair *p, ab_gap *best) {
    v3 n;
    for (int i = 0; p->a->type->normal && p->a->type->normal(p->a, i, &n); i++)
        keep_larger(best, ab_support_look_along(p, v3_neg(n)).gap, v3_neg(n));
    for (int i = 0; p->b->type->normal && p->b->type->normal(p->b, i, &n); i++) {
        const v3 m = m3_mul(p->turn, n);
        keep_larger(best, ab_support_look_along(p, m).gap, m);
    }
}

static ab_convex_edge placed(const ab_support_pair *p, const ab_convex_edge *e) {
    return (ab_convex_edge){v3_add(m3_mul(p->turn, e->from), p->shift), v3_add(m3_mul(p->turn, e->to), p->shift),
                            m3_mul(p->turn, e->left), m3_mul(p->turn, e->right), e->whole};
}

// The direction of the arc of `e` that is across u, or zero.
static v3 on_arc(const ab_convex_edge *e, v3 u) {
    const double l = v3_dot(e->left, u), r = v3_dot(e->right, u);
    if (!(l * r < 0)) return v3_zero();
    return v3_unit(v3_add(v3_scale(fabs(r), e->left), v3_scale(fabs(l), e->right)));
}

// Whether n lies on the arc of `e`, given that it is across the edge. The arc is shorter than half of the circle.
static bool in_arc(const ab_convex_edge *e, v3 n) {
    if (e->whole) return true;
    const v3 middle = v3_add(e->left, e->right);
    return v3_dot(n, middle) >= v3_dot(e->left, middle) * (1 - 1e-12);
}

// b: in the frame of a. n is a normal of b's edge, and -n one of a's. `balls`: radii of the round parts.
static void try_edges(const ab_convex_edge *a, const ab_convex_edge *b, double balls, ab_gap *best) {
    const v3 n = b->whole ? v3_neg(on_arc(a, v3_sub(b->to, b->from))) : on_arc(b, v3_sub(a->to, a->from));
    if (!(v3_norm2(n) > 0) || !in_arc(a, v3_neg(n))) return;
    keep_larger(best, v3_dot(n, v3_sub(a->from, b->from)) - balls, n);
}

ab_gap ab_support_sat(const ab_support_pair *p) {
    ab_gap best = {.gap = -INFINITY, .sure = true};
    try_faces(p, &best);
    const double balls = ab_support_ball(p->a) + ab_support_ball(p->b);
    ab_convex_edge a, b;
    for (int j = 0; p->b->type->edge && p->a->type->edge && p->b->type->edge(p->b, j, &b); j++) {
        const ab_convex_edge in_a = placed(p, &b);
        for (int i = 0; p->a->type->edge(p->a, i, &a); i++) try_edges(&a, &in_a, balls, &best);
    }
    return best;
}
