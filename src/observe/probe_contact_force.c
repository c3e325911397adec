// Probe of the forces in the contacts between two bodies, groups or materials.
//
//     F = sum f_i,   T = sum (x_i - at) x f_i + c_i,   place = sum n_i x_i / sum n_i
//     P = sum f_i.(v_a - v_b) + c_i.(w_a - w_b)
//
// f_i, c_i: force at the point x_i and couple on the side a of the probe; n_i: normal force, where it presses; v: of
// the material at x_i. Contacts of which either end could be side a (within one group, or any bodies) have no
// resultant.
#include "observe/probe.h"

// Rolling resistance, friction that turns about the normal, and damping of the tilt; on the body a of the contact.
static v3 couple_of(const ab_contacts *c, int64_t i) {
    const double about_normal = c->pitch[i] * c->normal_force[i] + (c->twists ? c->twist[i] : 0);
    v3 couple = v3_scale(about_normal, c->normal[i]);
    if (c->rolls) couple = v3_add(couple, c->couple[i]);
    if (c->tilts) couple = v3_add(couple, c->tilt[i]);
    return couple;
}

static v3 velocity_at(const ab_bodies *body, int64_t row, v3 point) {
    return v3_add(body->v[row], v3_cross(body->w[row], v3_sub(point, body->x[row])));
}

// Power of a contact's force and couple on its two bodies; negative where it takes energy from the motion.
static double power_of(const ab_world *w, int64_t i, v3 couple) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *body = &w->state.body;
    const int64_t a = ab_owner(w, c->a[i]), b = ab_owner(w, c->b[i]);
    const v3 slip = v3_sub(velocity_at(body, a, c->point[i]), velocity_at(body, b, c->point[i]));
    return v3_dot(c->force[i], slip) + v3_dot(couple, v3_sub(body->w[a], body->w[b]));
}

static double friction_of(const ab_contacts *c, int64_t i) {
    return v3_norm(v3_add_scaled(c->force[i], -v3_dot(c->force[i], c->normal[i]), c->normal[i]));
}

static void put(double *value, v3 v) {
    value[0] = v.x;
    value[1] = v.y;
    value[2] = v.z;
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_contacts *c = &w->state.contacts;
    v3 force = v3_zero(), torque = v3_zero(), place = v3_zero();
    double normal = 0, friction = 0, pressing = 0, power = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const int side = ab_probe_touches(p, w, i);
        if (side == 0) continue;
        const v3 couple = couple_of(c, i), arm = v3_sub(c->point[i], p->at);
        const double sign = side == 2 ? 0 : side, press = ab_greater(c->normal_force[i], 0);
        force = v3_add_scaled(force, sign, c->force[i]);
        torque = v3_add_scaled(torque, sign, v3_add(v3_cross(arm, c->force[i]), couple));
        normal += c->normal_force[i];
        friction += friction_of(c, i);
        pressing += press;
        place = v3_add_scaled(place, press, c->point[i]);
        power += power_of(w, i, couple);
    }
    put(value, force);
    value[3] = normal;
    value[4] = friction;
    put(value + 5, torque);
    put(value + 8, pressing > 0 ? v3_scale(1 / pressing, place) : v3_zero());
    value[11] = power;
}

const ab_probe_type ab_probe_type_contact_force = {
    .name = "contact_force",
    .help = "force of the contacts on a, or on the bodies of a group a: the vector, the sums of normal forces and of "
            "frictions, the torque about `at`, the place where normal forces press in the mean, and the power that "
            "contacts give to the motion",
    .looks_at = AB_PROBE_CONTACTS,
    .columns = 12,
    .column = {".fx [N]", ".fy [N]", ".fz [N]", ".normal_force [N]", ".friction [N]", ".tx [N m]", ".ty [N m]",
               ".tz [N m]", ".x [m]", ".y [m]", ".z [m]", ".power [W]"},
    .read = read,
};
