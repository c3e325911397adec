// Curvature at the contact of a sphere, interpolated between the corners of a triangle, and the resulting effective
// radius.
#include "collide/contact_radius.h"

#define MIN 0.05 // lower bound of the relative curvature of a sphere in a cavity, as a fraction of 1/r

// A linear interpolant between the corners: value at a point and gradient.
typedef struct linear {
    double value;
    v3 gradient;
} linear;

// Barycentric weights of the corners and their gradients.
typedef struct weights {
    double of[3];
    v3 gradient[3];
} weights;

static void weigh_face(const v3 *corner, v3 at, weights *w) {
    const v3 n = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
    const double per = 1 / v3_norm2(n);
    for (int k = 0; k < 3; k++) {
        const v3 b = corner[(k + 1) % 3], c = corner[(k + 2) % 3];
        w->gradient[k] = v3_scale(per, v3_cross(n, v3_sub(c, b)));
        w->of[k] = v3_dot(w->gradient[k], v3_sub(at, b));
    }
}

static void weigh_edge(const v3 *corner, int k, v3 at, weights *w) {
    const int next = (k + 1) % 3;
    const v3 way = v3_sub(corner[next], corner[k]), gradient = v3_scale(1 / v3_norm2(way), way);
    const double t = v3_dot(gradient, v3_sub(at, corner[k]));
    w->of[k] = 1 - t;
    w->of[next] = t;
    w->gradient[k] = v3_neg(gradient);
    w->gradient[next] = gradient;
}

// The nearest point follows the sphere on a face, follows only the component along an edge on an edge, and is fixed at
// a corner.
static weights weights_of(const ab_mesh *mesh, const ab_closest *at) {
    weights w = {0};
    v3 corner[3];
    for (int k = 0; k < 3; k++) corner[k] = mesh->vertex[mesh->triangle[at->triangle].v[k]];
    if (at->feature == AB_FEATURE_FACE)
        weigh_face(corner, at->point, &w);
    else if (at->feature == AB_FEATURE_EDGE)
        weigh_edge(corner, at->corner, at->point, &w);
    else
        w.of[at->corner] = 1;
    return w;
}

static void add(linear *to, const weights *w, int k, double value) {
    to->value += w->of[k] * value;
    to->gradient = v3_add_scaled(to->gradient, value, w->gradient[k]);
}

static linear max_with(linear of, double min) { return of.value > min ? of : (linear){min, v3_zero()}; }

// In a cavity the nearest point jumps from facet to facet, while on the smooth surface it moves by 1/(1 + r k) of the
// sphere's displacement. With this factor applied on every facet, its position after the jump is correct.
ab_ball_radius ab_ball_radius_at(const ab_mesh *mesh, const ab_curvature *corner, const ab_closest *at, double r) {
    if (!corner) return (ab_ball_radius){r, v3_zero()};
    const ab_curvature *k = &corner[3 * (int64_t)at->triangle];
    const weights w = weights_of(mesh, at);
    linear s = {1 / r, v3_zero()}, p = {1 / (r * r), v3_zero()};
    for (int i = 0; i < 3; i++) {
        add(&s, &w, i, k[i].mean);
        add(&p, &w, i, 2 * k[i].mean / r + k[i].gauss);
    }
    s = max_with(s, MIN / r);
    p = max_with(p, MIN / r * (MIN / r));
    const double radius = pow(s.value, 0.4) * pow(p.value, -0.7);
    const v3 slope = v3_add_scaled(v3_scale(0.4 / s.value, s.gradient), -0.7 / p.value, p.gradient);
    const double reach = ab_greater(1, 1 / (r * s.value)); // greater than 1 in a cavity
    return (ab_ball_radius){radius, v3_scale(reach * radius, slope)};
}
