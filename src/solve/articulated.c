// Articulated elimination of a body with its hinge. With the rows J of the hinge on the body, J_p = -J X on its parent,
// where X a is the acceleration of the body when it moves rigidly with the parent, J n = 0 and J c = g:
//     a = X a_p + c + n q,       n.(A a - f) = 0,       J^T lambda = A a - f
// Eliminating q leaves A' = A - U U^T/D, U = A n, D = n.U, which is added to the parent:
//     A_p += X^T A' X,     f_p += X^T h,     h = f - A' c - U (n.f)/D
//     backward substitution:  q = (n.f - U.(X a_p + c))/D,     A a - f = A' X a_p - h      [featherstone2008, ch. 7]
// The rows are those of a hinge: three of a common point, s e_i and s r x e_i, and two of pure torque.
#include "solve/articulated.h"

static v3 at(const double *x) { return v3_make(x[0], x[1], x[2]); }

static void put(double *to, v3 v, v3 w) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
    to[3] = w.x, to[4] = w.y, to[5] = w.z;
}

// m^T u
static v3 turned_mul(m3 m, v3 u) {
    return v3_add_scaled(v3_add_scaled(v3_scale(u.x, m.row[0]), u.y, m.row[1]), u.z, m.row[2]);
}

// [d] m
static m3 cross_left(v3 d, m3 m) {
    return m3_rows(v3_sub(v3_scale(d.y, m.row[2]), v3_scale(d.z, m.row[1])),
                   v3_sub(v3_scale(d.z, m.row[0]), v3_scale(d.x, m.row[2])),
                   v3_sub(v3_scale(d.x, m.row[1]), v3_scale(d.y, m.row[0])));
}

// m [d]
static m3 cross_right(m3 m, v3 d) {
    return m3_rows(v3_cross(m.row[0], d), v3_cross(m.row[1], d), v3_cross(m.row[2], d));
}

// m - s u w^T
static m3 less_product(m3 m, double s, v3 u, v3 w) {
    return m3_rows(v3_add_scaled(m.row[0], -s * u.x, w), v3_add_scaled(m.row[1], -s * u.y, w),
                   v3_add_scaled(m.row[2], -s * u.z, w));
}

// Arm r from the torques r x e_i.
static v3 arm_of(v3 x, v3 y, v3 z) { return v3_make(y.z, z.x, x.y); }

static void take_rows(ab_articulated *s, const ab_row *row) {
    v3 own[5], other[3];
    for (int i = 0; i < 5; i++) own[i] = s->side_a ? row[i].wa : row[i].wb;
    for (int i = 0; i < 3; i++) {
        other[i] = s->side_a ? row[i].wb : row[i].wa;
        s->point[i] = own[i];
    }
    s->across[0] = own[3];
    s->across[1] = own[4];
    const v3 arm = arm_of(own[0], own[1], own[2]), far = arm_of(other[0], other[1], other[2]);
    s->reach = v3_scale(-s->sign, v3_add(far, arm)); // the signs of the two sides are opposite
    s->free_w = v3_cross(own[3], own[4]);
    s->free_v =
        v3_scale(-s->sign, v3_make(v3_dot(own[0], s->free_w), v3_dot(own[1], s->free_w), v3_dot(own[2], s->free_w)));
    const double xx = v3_norm2(own[3]), xy = v3_dot(own[3], own[4]), yy = v3_norm2(own[4]);
    const double scale = 1 / (xx * yy - xy * xy);
    s->gram[0] = scale * yy;
    s->gram[1] = -scale * xy;
    s->gram[2] = scale * xx;
}

static m3 mirrored(const double *block, int stride) {
    const double yx = block[stride], zx = block[2 * stride], zy = block[2 * stride + 1];
    return m3_rows(v3_make(block[0], yx, zx), v3_make(yx, block[stride + 1], zy),
                   v3_make(zx, zy, block[2 * stride + 2]));
}

static void add_lower(double *block, int stride, m3 m) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) block[stride * i + j] += v3_at(m.row[i], j);
}

// X^T A' X
static void carry(const ab_articulated *s, double *parent, int stride) {
    const m3 wv = m3_add(s->wv, cross_left(s->reach, s->vv));
    const m3 ww = m3_add(s->ww, cross_left(s->reach, m3_transpose(wv)));
    add_lower(parent, stride, s->vv);
    add_lower(parent + 3 * stride + 3, stride, m3_add(ww, m3_scale(-1, cross_right(s->wv, s->reach))));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) parent[stride * (3 + i) + j] += v3_at(wv.row[i], j);
}

void ab_articulated_factor(ab_articulated *s, const ab_row *row, const double *block, double *parent, int stride) {
    take_rows(s, row);
    const m3 vv = mirrored(block, stride), ww = mirrored(block + 3 * stride + 3, stride);
    const m3 wv = m3_rows(at(block + 3 * stride), at(block + 4 * stride), at(block + 5 * stride));
    s->along_v = v3_add(m3_mul(vv, s->free_v), turned_mul(wv, s->free_w));
    s->along_w = v3_add(m3_mul(wv, s->free_v), m3_mul(ww, s->free_w));
    s->inverse = 1 / (v3_dot(s->free_v, s->along_v) + v3_dot(s->free_w, s->along_w));
    s->vv = less_product(vv, s->inverse, s->along_v, s->along_v);
    s->wv = less_product(wv, s->inverse, s->along_w, s->along_v);
    s->ww = less_product(ww, s->inverse, s->along_w, s->along_w);
    if (parent) carry(s, parent, stride);
}

void ab_articulated_forward(const ab_articulated *s, double *body, double *joint, double *parent) {
    const v3 f_v = at(body), f_w = at(body + 3);
    const double c4 = s->gram[0] * joint[3] + s->gram[1] * joint[4], c5 = s->gram[1] * joint[3] + s->gram[2] * joint[4];
    const v3 c_w = v3_add(v3_scale(c4, s->across[0]), v3_scale(c5, s->across[1]));
    const v3 turn = v3_make(v3_dot(s->point[0], c_w), v3_dot(s->point[1], c_w), v3_dot(s->point[2], c_w));
    const v3 c_v = v3_scale(s->sign, v3_sub(at(joint), turn));
    const double e = s->inverse * (v3_dot(s->free_v, f_v) + v3_dot(s->free_w, f_w));
    const v3 a_v = v3_add(m3_mul(s->vv, c_v), turned_mul(s->wv, c_w)),
             a_w = v3_add(m3_mul(s->wv, c_v), m3_mul(s->ww, c_w));
    const v3 h_v = v3_sub(v3_add_scaled(f_v, -e, s->along_v), a_v),
             h_w = v3_sub(v3_add_scaled(f_w, -e, s->along_w), a_w);
    put(body, h_v, h_w);
    put(joint, c_v, c_w);
    joint[6] = e;
    if (!parent) return;
    put(parent, v3_add(at(parent), h_v), v3_add(at(parent + 3), v3_add(h_w, v3_cross(s->reach, h_v))));
}

void ab_articulated_backward(const ab_articulated *s, double *body, double *joint, const double *parent) {
    const v3 y_w = parent ? at(parent + 3) : v3_zero();
    const v3 y_v = parent ? v3_add(at(parent), v3_cross(y_w, s->reach)) : v3_zero();
    const v3 z_v = v3_add(y_v, at(joint)), z_w = v3_add(y_w, at(joint + 3));
    const double q = joint[6] - s->inverse * (v3_dot(s->along_v, z_v) + v3_dot(s->along_w, z_w));
    const v3 r_v = v3_sub(v3_add(m3_mul(s->vv, y_v), turned_mul(s->wv, y_w)), at(body));
    const v3 r_w = v3_sub(v3_add(m3_mul(s->wv, y_v), m3_mul(s->ww, y_w)), at(body + 3));
    put(body, v3_add_scaled(z_v, q, s->free_v), v3_add_scaled(z_w, q, s->free_w));
    const v3 force = v3_scale(s->sign, r_v);
    const v3 torque = v3_sub(
        r_w, v3_add_scaled(v3_add_scaled(v3_scale(force.x, s->point[0]), force.y, s->point[1]), force.z, s->point[2]));
    const double t4 = v3_dot(s->across[0], torque), t5 = v3_dot(s->across[1], torque);
    joint[0] = -force.x, joint[1] = -force.y, joint[2] = -force.z;
    joint[3] = -(s->gram[0] * t4 + s->gram[1] * t5);
    joint[4] = -(s->gram[1] * t4 + s->gram[2] * t5);
}
