// Bushing: springs and dampers along and about all three axes of a's frame. With d = p_b - p_a and axes u_i of a, w_i
// of b:
//     translation:  1/2 sum k_i (u_i.d)^2,     rotation:  sum c_i (1 - u_i.w_i),   c_x = (K_y + K_z - K_x)/2 and so on
// The second is a potential for rotations of any size; K_i is the stiffness of a small rotation about axis i. Damping
// acts on the velocity of b's point and on the angular velocity, relative to a.
#include "joint/force.h"

enum { SHIFT_STIFFNESS, SHIFT_DAMPING, TURN_STIFFNESS, TURN_DAMPING };
static const ab_parameter PARAMETERS[] = {
    [SHIFT_STIFFNESS] = {"shift_stiffness", "N/m", "Stiffness along its x, y, z axes.", AB_NOT_NEGATIVE, .count = 3},
    [SHIFT_DAMPING] = {"shift_damping", "N s/m", "Damping along its x, y, z axes.", AB_NOT_NEGATIVE, .count = 3},
    [TURN_STIFFNESS] = {"turn_stiffness", "N m/rad", "Stiffness about its x, y, z axes.", AB_NOT_NEGATIVE, .count = 3},
    [TURN_DAMPING] = {"turn_damping", "N m s/rad", "Damping about its x, y, z axes.", AB_NOT_NEGATIVE, .count = 3},
};

static v3 vector_of(const ab_force *f, int parameter) {
    const ab_numbers *l = &f->list[parameter];
    return l->n > 0 ? v3_make(l->item[0], l->item[1], l->item[2]) : v3_zero();
}

static v3 along_axes(const ab_joint_frame *a, v3 u) {
    return v3_make(v3_dot(a->x, u), v3_dot(a->y, u), v3_dot(a->z, u));
}

static v3 out_of_axes(const ab_joint_frame *a, v3 u) {
    return v3_add_scaled(v3_add_scaled(v3_scale(u.x, a->x), u.y, a->y), u.z, a->z);
}

static ab_bushing_load load(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b) {
    const v3 d = v3_sub(b->p, a->p);
    const v3 shift = along_axes(a, d);
    const v3 speed = along_axes(a, v3_sub(v3_sub(b->v, a->v), v3_cross(a->w, d)));
    const v3 spin = along_axes(a, v3_sub(b->w, a->w));
    const v3 k = vector_of(f, TURN_STIFFNESS);
    const double cx = 0.5 * (k.y + k.z - k.x), cy = 0.5 * (k.z + k.x - k.y), cz = 0.5 * (k.x + k.y - k.z);
    const v3 elastic = v3_mul(vector_of(f, SHIFT_STIFFNESS), shift);
    const ab_wrench damped = {out_of_axes(a, v3_mul(v3_neg(vector_of(f, SHIFT_DAMPING)), speed)),
                              out_of_axes(a, v3_mul(v3_neg(vector_of(f, TURN_DAMPING)), spin))};
    v3 torque = v3_scale(cx, v3_cross(b->x, a->x));
    torque = v3_add_scaled(torque, cy, v3_cross(b->y, a->y));
    torque = v3_add_scaled(torque, cz, v3_cross(b->z, a->z));
    const double stored = 0.5 * v3_dot(elastic, shift) + cx * (1 - v3_dot(a->x, b->x)) + cy * (1 - v3_dot(a->y, b->y)) +
                          cz * (1 - v3_dot(a->z, b->z));
    return (ab_bushing_load){
        {v3_sub(damped.force, out_of_axes(a, elastic)), v3_add(torque, damped.torque)}, damped, stored};
}

static double largest_of(const ab_force *f, int parameter) {
    const v3 a = vector_of(f, parameter);
    return fmax(a.x, fmax(a.y, a.z));
}

static ab_force_stiffness stiffness(const ab_force *f) {
    return (ab_force_stiffness){.shift_stiffness = largest_of(f, SHIFT_STIFFNESS),
                                .shift_damping = largest_of(f, SHIFT_DAMPING),
                                .turn_stiffness = largest_of(f, TURN_STIFFNESS),
                                .turn_damping = largest_of(f, TURN_DAMPING)};
}

const ab_force_type ab_force_bushing = {
    .name = "bushing",
    .help = "springs and dampers along and about all three axes",
    .linear = AB_PARAMETER_LIST(PARAMETERS),
    .load = load,
    .stiffness = stiffness,
};
