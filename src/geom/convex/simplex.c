// Nearest points of simplices; see simplex.h.
#include "geom/convex/simplex.h"

ab_simplex ab_simplex_of_point(v3 a) { return (ab_simplex){{a}, 1, a}; }

static ab_simplex of_segment(v3 a, v3 b) {
    const v3 ab = v3_sub(b, a);
    const double t = -v3_dot(a, ab);
    const double length2 = v3_norm2(ab);
    if (!(t > 0)) return ab_simplex_of_point(a);
    if (t >= length2) return ab_simplex_of_point(b);
    return (ab_simplex){{a, b}, 2, v3_add_scaled(a, t / length2, ab)};
}

static ab_simplex nearer(ab_simplex s, ab_simplex t) { return v3_norm2(t.near) < v3_norm2(s.near) ? t : s; }

// The foot of the perpendicular if the origin projects into the triangle, else the nearest point of an edge.
static ab_simplex of_triangle(v3 a, v3 b, v3 c) {
    const v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    const bool inside = v3_dot(v3_cross(a, b), n) > 0 && v3_dot(v3_cross(b, c), n) > 0 && v3_dot(v3_cross(c, a), n) > 0;
    if (inside) return (ab_simplex){{a, b, c}, 3, v3_scale(v3_dot(a, n) / v3_norm2(n), n)};
    return nearer(nearer(of_segment(a, b), of_segment(b, c)), of_segment(c, a));
}

// The nearest face that has the origin on its outer side; if there is none, the origin itself.
static ab_simplex of_tetrahedron(const v3 *p) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    ab_simplex best = {{p[0], p[1], p[2], p[3]}, 4, v3_zero()};
    bool outside = false;
    for (int f = 0; f < 4; f++) {
        const v3 a = p[face[f][0]];
        const v3 n = v3_cross(v3_sub(p[face[f][1]], a), v3_sub(p[face[f][2]], a));
        const double rest = v3_dot(n, v3_sub(p[face[f][3]], a));
        if (-v3_dot(n, a) * rest > 0) continue; // the origin is on the side of the fourth vertex
        const ab_simplex s = of_triangle(a, p[face[f][1]], p[face[f][2]]);
        best = outside ? nearer(best, s) : s;
        outside = true;
    }
    return best;
}

ab_simplex ab_simplex_with(const ab_simplex *s, v3 w) {
    if (s->n == 1) return of_segment(s->p[0], w);
    if (s->n == 2) return of_triangle(s->p[0], s->p[1], w);
    return of_tetrahedron((v3[4]){s->p[0], s->p[1], s->p[2], w});
}
