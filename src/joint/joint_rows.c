// Rows that joints consist of. With the arms r from the centres of mass, d = p_b - p_a, and a vector s fixed in a body
// of angular velocity w:  s' = w x s,  s'' = w' x s + w x (w x s). The coefficients of the accelerations are J, the
// remaining terms -gamma.
//
//   point      phi = d                 J_b = (1, -[r_b]),    J_a = -(1, -[r_a])
//     gamma = w_a x (w_a x r_a) - w_b x (w_b x r_b)
//   dot        phi = u.w               J = (u x w).(w_a - w_b)
//     gamma = -(u''.w + 2 u'.w' + u.w'')
//   along      phi = u.d               J_b = (u, r_b x u),   J_a = (-u, u x (d + r_a))
//     gamma = -(u''.d + 2 u'.d' + u.d'')
//   distance   phi = (d.d - L^2)/(2L)  J = d/L . J_point                              gamma = -(d'.d' + d.d'')/L
//   angle      phi = atan2(s, c),  c = x_a.x_b, s = y_a.x_b: quotient rule on two dots
//                                                                                     [haug1989, sec. 9.4]
#include "joint/joint.h"

void ab_rows_point(const ab_joint_frame *a, const ab_joint_frame *b, ab_row *row) {
    static const v3 AXIS[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const v3 d = v3_sub(b->p, a->p), gamma = v3_sub(a->bend, b->bend);
    for (int i = 0; i < 3; i++)
        row[i] = (ab_row){
            .va = v3_neg(AXIS[i]),
            .wa = v3_cross(AXIS[i], a->arm),
            .vb = AXIS[i],
            .wb = v3_cross(b->arm, AXIS[i]),
            .value = v3_at(d, i),
            .gamma = v3_at(gamma, i),
        };
}

ab_row ab_row_dot(const ab_joint_frame *a, const ab_joint_frame *b, v3 u, v3 w) {
    const v3 axis = v3_cross(u, w);
    const v3 u1 = v3_cross(a->w, u), w1 = v3_cross(b->w, w);
    const double second = v3_dot(v3_cross(a->w, u1), w) + 2 * v3_dot(u1, w1) + v3_dot(u, v3_cross(b->w, w1));
    return (ab_row){.wa = axis, .wb = v3_neg(axis), .value = v3_dot(u, w), .gamma = -second};
}

// Two rows of ab_row_dot that share the derivatives of b's axis.
void ab_rows_parallel(const ab_joint_frame *a, const ab_joint_frame *b, ab_row *row) {
    const v3 w1 = v3_cross(b->w, b->z), w2 = v3_cross(b->w, w1);
    for (int i = 0; i < 2; i++) {
        const v3 u = i == 0 ? a->x : a->y, axis = v3_cross(u, b->z);
        const v3 u1 = v3_cross(a->w, u);
        const double second = v3_dot(v3_cross(a->w, u1), b->z) + 2 * v3_dot(u1, w1) + v3_dot(u, w2);
        row[i] = (ab_row){.wa = axis, .wb = v3_neg(axis), .value = v3_dot(u, b->z), .gamma = -second};
    }
}

ab_row ab_row_along(const ab_joint_frame *a, const ab_joint_frame *b, v3 u) {
    const v3 d = v3_sub(b->p, a->p), d1 = v3_sub(b->v, a->v), d2 = v3_sub(b->bend, a->bend);
    const v3 u1 = v3_cross(a->w, u);
    return (ab_row){
        .va = v3_neg(u),
        .wa = v3_cross(u, v3_add(d, a->arm)),
        .vb = u,
        .wb = v3_cross(b->arm, u),
        .value = v3_dot(u, d),
        .gamma = -(v3_dot(v3_cross(a->w, u1), d) + 2 * v3_dot(u1, d1) + v3_dot(u, d2)),
    };
}

ab_row ab_row_distance(const ab_joint_frame *a, const ab_joint_frame *b, double length) {
    const v3 d = v3_sub(b->p, a->p), d1 = v3_sub(b->v, a->v), d2 = v3_sub(b->bend, a->bend);
    const v3 n = v3_scale(1 / length, d);
    return (ab_row){
        .va = v3_neg(n),
        .wa = v3_cross(n, a->arm),
        .vb = n,
        .wb = v3_cross(b->arm, n),
        .value = 0.5 * (v3_dot(d, n) - length),
        .gamma = -(v3_norm2(d1) / length + v3_dot(n, d2)),
    };
}

ab_row ab_row_sum(double s, ab_row first, double t, ab_row second) {
    return (ab_row){
        .va = v3_add_scaled(v3_scale(s, first.va), t, second.va),
        .wa = v3_add_scaled(v3_scale(s, first.wa), t, second.wa),
        .vb = v3_add_scaled(v3_scale(s, first.vb), t, second.vb),
        .wb = v3_add_scaled(v3_scale(s, first.wb), t, second.wb),
        .value = s * first.value + t * second.value,
        .rate = s * first.rate + t * second.rate,
        .gamma = s * first.gamma + t * second.gamma,
    };
}

double ab_angle_near(const ab_joint_frame *a, const ab_joint_frame *b, double near) {
    const double turn = 6.283185307179586;
    const double angle = atan2(v3_dot(a->y, b->x), v3_dot(a->x, b->x));
    return angle + turn * floor((near - angle) / turn + 0.5);
}

// (s/c)' in polar form: theta' = (c s' - s c')/r^2, theta'' = (c s'' - s c'')/r^2 - theta' (r^2)'/r^2.
ab_row ab_row_angle(const ab_joint_frame *a, const ab_joint_frame *b, double near) {
    const ab_row cosine = ab_row_dot(a, b, a->x, b->x), sine = ab_row_dot(a, b, a->y, b->x);
    const double c = cosine.value, s = sine.value, r2 = c * c + s * s;
    const v3 spin = v3_sub(a->w, b->w);
    const double c1 = v3_dot(cosine.wa, spin), s1 = v3_dot(sine.wa, spin);
    ab_row row = ab_row_sum(c / r2, sine, -s / r2, cosine);
    row.value = ab_angle_near(a, b, near);
    row.gamma += 2 * (c * s1 - s * c1) * (c * c1 + s * s1) / (r2 * r2);
    return row;
}
