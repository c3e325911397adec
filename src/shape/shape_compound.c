// Compound: the mass properties of several shapes that are fixed to each other; contacts are made by the shapes
// themselves. With mass m_i, principal moments I_i, axes R_i and centre c_i of each in the frame of the body,
//   m = sum m_i,   c = sum m_i c_i/m,   I = sum R_i diag(I_i) R_i^T + m_i (|d_i|^2 1 - d_i d_i^T),   d_i = c_i - c
// and the principal axes of I are those of the body. Where shapes overlap, the overlap counts for each of them.
#include "shape/shape_common.h"

// Frame of a member's shape (its centre of mass and principal axes) in the frame of the body.
ab_pose ab_compound_pose(const ab_compound_member *m) { return pose_mul(m->pose, pose_inverse(m->shape->placed)); }

static m3 dyad(v3 a, v3 b) { return m3_rows(v3_scale(a.x, b), v3_scale(a.y, b), v3_scale(a.z, b)); }

// Parallel-axis (Steiner) term of a mass at the offset d.
static m3 offset_inertia(double mass, v3 d) {
    const double d2 = v3_norm2(d);
    return m3_scale(mass, m3_add(m3_diagonal(v3_make(d2, d2, d2)), m3_scale(-1, dyad(d, d))));
}

static m3 member_inertia(const ab_compound_member *m, v3 centre) {
    const ab_pose at = ab_compound_pose(m);
    const m3 axes = quat_matrix(at.q);
    const m3 own =
        m3_product(m3_product(axes, m3_diagonal(v3_scale(m->density, m->shape->moments))), m3_transpose(axes));
    return m3_add(own, offset_inertia(m->density * m->shape->volume, v3_sub(at.x, centre)));
}

// Centre of mass, or mean of the shapes' origins if nothing has mass.
static v3 centre_of(const ab_compound_member *member, int64_t n, double mass) {
    v3 sum = v3_zero();
    for (int64_t i = 0; i < n; i++) {
        const double weight = mass > 0 ? member[i].density * member[i].shape->volume / mass : 1.0 / (double)n;
        sum = v3_add_scaled(sum, weight, ab_compound_pose(&member[i]).x);
    }
    return sum;
}

static double radius_of(const ab_compound_member *member, int64_t n, v3 centre) {
    double radius = 0;
    for (int64_t i = 0; i < n; i++)
        radius = ab_greater(radius, v3_norm(v3_sub(ab_compound_pose(&member[i]).x, centre)) + member[i].shape->radius);
    return radius;
}

ab_compound ab_compound_of(const ab_compound_member *member, int64_t n, bool frame_given) {
    ab_compound c = {.shape = {.kind = AB_SHAPE_compound, .placed = pose_identity()}};
    for (int64_t i = 0; i < n; i++) {
        c.mass += member[i].density * member[i].shape->volume;
        c.shape.volume += member[i].shape->volume;
    }
    ab_pose frame = pose_identity(); // of the centre of mass and principal axes
    if (!frame_given) frame.x = centre_of(member, n, c.mass);
    m3 inertia = {0};
    for (int64_t i = 0; i < n; i++) inertia = m3_add(inertia, member_inertia(&member[i], frame.x));
    if (!frame_given && c.mass > 0) ab_mass_principal(inertia, &c.moments, &frame.q);
    c.shape.placed = pose_inverse(frame);
    c.shape.radius = radius_of(member, n, frame.x);
    c.shape.equivalent = c.shape.volume > 0 ? cbrt(0.75 / AB_PI * c.shape.volume) : INFINITY;
    c.shape.half = v3_make(c.shape.radius, c.shape.radius, c.shape.radius);
    return c;
}

// A point: contacts and pictures use the colliders instead.
static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    (void)shape;
    return (ab_box3){pose.x, pose.x};
}

static v3 support(const ab_shape *shape, v3 direction) {
    (void)shape, (void)direction;
    return v3_zero();
}

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    (void)shape, (void)detail;
    return ab_mesh_alloc(cx, 0, 0, mesh);
}

const ab_shape_type ab_shape_type_compound = {
    .name = "compound",
    .help = "several colliders",
    .solid = true,
    .contact_class = AB_CLASS_SOLID,
    .bounds = bounds,
    .support = support,
    .surface = surface,
};
