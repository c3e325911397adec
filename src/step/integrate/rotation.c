// Free rotation by splitting of the kinetic energy T = sum l_i^2/(2 I_i) in body axes: each term is a rotation about
// one principal axis at constant rate; the symmetric composition (x y z y x) conserves |l| exactly and the energy
// without drift.
//                                                        [mclachlan1993; reich1994; dullweber1997, sec. IV]
#include "step/integrate/rotation.h"
#include "math/turn.h"

typedef struct spin_state {
    quat q;
    v3 l; // body axes
} spin_state;

// Rotation about principal axis `axis` at the rate l_axis/I_axis; l in body axes rotates by the opposite angle.
static spin_state turn_axis(spin_state s, int axis, double moment, double dt) {
    const double angle = dt * v3_at(s.l, axis) / moment;
    const ab_turn half = ab_turn_by(0.5 * angle);
    const double h = half.s, c = 1 - 2 * h * h, sn = 2 * h * half.c;
    quat turn = {half.c, 0, 0, 0};
    v3 l;
    if (axis == 0) {
        turn.x = h;
        l = v3_make(s.l.x, c * s.l.y + sn * s.l.z, c * s.l.z - sn * s.l.y);
    } else if (axis == 1) {
        turn.y = h;
        l = v3_make(c * s.l.x - sn * s.l.z, s.l.y, c * s.l.z + sn * s.l.x);
    } else {
        turn.z = h;
        l = v3_make(c * s.l.x + sn * s.l.y, c * s.l.y - sn * s.l.x, s.l.z);
    }
    return (spin_state){quat_mul(s.q, turn), l};
}

quat ab_free_rotation(v3 moments, quat q, v3 l_world, double dt) {
    if (moments.x == moments.y && moments.y == moments.z)
        return quat_unit(quat_mul(quat_from_turn(v3_scale(dt / moments.x, l_world)), q));
    spin_state s = {q, quat_unrotate(q, l_world)};
    s = turn_axis(s, 0, moments.x, 0.5 * dt);
    s = turn_axis(s, 1, moments.y, 0.5 * dt);
    s = turn_axis(s, 2, moments.z, dt);
    s = turn_axis(s, 1, moments.y, 0.5 * dt);
    s = turn_axis(s, 0, moments.x, 0.5 * dt);
    return quat_unit(s.q);
}
