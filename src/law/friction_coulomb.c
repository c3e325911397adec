// Coulomb friction with a stored tangential force (Cundall and Strack, in the form that never creates energy):
//   1. the stored force F_e rotates with the normal, and with the mean spin of the two bodies about it
//   2. F_e <- F_e min(1, k_t/k_t,old) - k_t slip        a stiffening contact does not gain energy
//   3. F_t = F_e - c_t v_t; beyond mu F_n the contact slips: F_t and F_e are limited to mu F_n
// The usual F_e <- F_t + c_t v_t in slip keeps F_t continuous at the end of slipping; but where c_t v_t exceeds mu F_n
// it loads the spring in the direction of motion and creates energy. Torsion of a face contact is resisted by the same
// spring (law/spring_slider.h): M <= mu F_n r, less if it slides as well.
#include "law/spring_slider.h"

AB_SIMD_INLINE double limit_of(const ab_friction_in *in) { return in->in->friction * in->normal_force; }

AB_SIMD_INLINE ab_friction_out rub_of(const ab_friction_in *in, ab_friction_memory *memory) {
    return ab_slide(in, ab_turn_by(in->twist), in->lever > 0, limit_of(in), memory);
}

// Variant for small rotations without torsion, which are nearly all contacts.
AB_SIMD_INLINE ab_friction_out rub_here(const ab_friction_in *in, ab_friction_memory *memory) {
    return ab_slide(in, ab_turn_small(in->twist), false, limit_of(in), memory);
}

AB_FRICTION_ROWS(rub_of)
AB_FRICTION_ROWS(rub_here)

static void rub_rows(ab_law_block *b) {
    if (!b->faces && ab_turns_are_small(b))
        rub_here_rows(b);
    else
        rub_of_rows(b);
}

const ab_friction ab_friction_coulomb = {
    .name = "coulomb",
    .help = "a tangential spring that slips at the friction coefficient times the normal force: sticks "
            "without creeping",
    .stores = true,
    .rub = rub_of,
    .rub_rows = rub_rows,
};
