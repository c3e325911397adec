// Coulomb friction with a stored tangential force (Cundall and Strack, in the form that never creates energy):
//   1. the stored force F_e turns with the normal, and with the mean spin of the two bodies about it
//   2. F_e <- F_e min(1, k_t/k_t,old) - k_t slip        a stiffening contact does not gain energy
//   3. F_t = F_e - c_t v_t; beyond mu F_n it slips: F_t is cut to mu F_n, and so is F_e
// Often F_e <- F_t + c_t v_t when it slips, which keeps F_t the same at the end of slipping; but where c_t v_t is more than mu F_n
// that winds up a spring along the motion, with energy that nobody gave.
#include "law/law.h"
#include "math/turn.h"

// Turns f as the shortest rotation turns the unit vector `from` to `to`.
static v3 turn_with(v3 from, v3 to, v3 f) {
    const v3 axis = v3_cross(from, to);
    const double c = v3_dot(from, to);
    if (v3_norm2(axis) == 0 || c <= -0.999)
        return f; // unturned, or flipped over: nothing sensible to turn to
    return v3_add(v3_add(v3_scale(c, f), v3_cross(axis, f)), v3_scale(v3_dot(axis, f) / (1 + c), axis));
}

static v3 turn_about(v3 n, double angle, v3 f) {
    const ab_turn turn = ab_turn_by(angle);
    return v3_add(v3_scale(turn.c, f), v3_scale(turn.s, v3_cross(n, f)));
}

static v3 tangential(v3 n, v3 f) { return v3_add_scaled(f, -v3_dot(n, f), n); }

v3 ab_spring_slider(const ab_friction_in *in, double most, ab_friction_memory *memory) {
    v3 spring = turn_about(in->normal, in->twist, turn_with(in->last_normal, in->normal, memory->spring));
    if (in->tangent_stiffness < memory->stiffness)
        spring = v3_scale(in->tangent_stiffness / memory->stiffness, spring);
    spring = tangential(in->normal, v3_add_scaled(spring, -in->tangent_stiffness, in->slip));

    v3 force = v3_add_scaled(spring, -in->damping, in->velocity);
    const double size2 = v3_norm2(force); // often enough it neither surely slips nor surely sticks: the root would delay the answer
    if (size2 > most * most) {
        force = v3_scale(most / sqrt(size2), force);
        const double stored = v3_norm(spring);
        if (stored > most) spring = v3_scale(most / stored, spring);
    }
    *memory = (ab_friction_memory){spring, in->tangent_stiffness};
    return force;
}

static v3 force_of(const ab_friction_in *in, ab_friction_memory *memory) {
    return ab_spring_slider(in, in->in->friction * in->normal_force, memory);
}

const ab_friction ab_friction_coulomb = {
    .name = "coulomb",
    .help = "a tangential spring that slips at the friction coefficient times the normal force: sticks "
            "without creeping",
    .stores = true,
    .force = force_of,
};
