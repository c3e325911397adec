// Unit quaternions (w, x, y, z) that rotate body axes into world axes, passed by value.
#ifndef AB_MATH_QUAT_H
#define AB_MATH_QUAT_H

#include "math/m3.h"
#include "math/turn.h"

typedef abut_quat quat;

typedef struct ab_pose {
    v3 x;   // position, m
    quat q; // body to world
} ab_pose;

static inline quat quat_identity(void) { return (quat){1, 0, 0, 0}; }
static inline quat quat_conjugate(quat q) { return (quat){q.w, -q.x, -q.y, -q.z}; }
static inline quat quat_mul(quat a, quat b) {
    return (quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline double quat_norm2(quat q) { return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z; }
static inline quat quat_unit(quat q) {
    const double s = 1 / sqrt(quat_norm2(q));
    return (quat){s * q.w, s * q.x, s * q.y, s * q.z};
}
// Rotation by the vector `turn` (axis times angle in rad).
static inline quat quat_from_turn(v3 turn) {
    const double half2 = 0.25 * v3_norm2(turn), half = sqrt(half2);
    const bool small = half2 <= AB_SMALL_ANGLE2;
    const double s = 0.5 * (small ? ab_sinc_small(half2) : sin(half) / half);
    return (quat){small ? ab_cos_small(half2) : cos(half), s * turn.x, s * turn.y, s * turn.z};
}
static inline v3 quat_rotate(quat q, v3 a) { // body to world
    const v3 u = {q.x, q.y, q.z};
    const v3 t = v3_scale(2, v3_cross(u, a));
    return v3_add(v3_add_scaled(a, q.w, t), v3_cross(u, t));
}
static inline v3 quat_unrotate(quat q, v3 a) { return quat_rotate(quat_conjugate(q), a); } // world to body
static inline m3 quat_matrix(quat q) {
    return m3_transpose(
        m3_rows(quat_rotate(q, v3_make(1, 0, 0)), quat_rotate(q, v3_make(0, 1, 0)), quat_rotate(q, v3_make(0, 0, 1))));
}
// The quaternion of a rotation matrix.
quat ab_quat_from_matrix(m3 m);

static inline ab_pose pose_identity(void) { return (ab_pose){{0, 0, 0}, {1, 0, 0, 0}}; }
static inline v3 pose_apply(ab_pose p, v3 a) { return v3_add(p.x, quat_rotate(p.q, a)); }     // body to world
static inline v3 pose_unapply(ab_pose p, v3 a) { return quat_unrotate(p.q, v3_sub(a, p.x)); } // world to body
static inline ab_pose pose_inverse(ab_pose p) {
    const quat back = quat_conjugate(p.q);
    return (ab_pose){v3_neg(quat_rotate(back, p.x)), back};
}
static inline ab_pose pose_mul(ab_pose a, ab_pose b) { return (ab_pose){pose_apply(a, b.x), quat_mul(a.q, b.q)}; }

#endif
