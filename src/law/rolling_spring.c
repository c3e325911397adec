// Rolling resistance [iwashita1998; ai2011]: a couple M_r against the relative rotation of two bodies about axes in the
// contact plane, by a spring that slips at a limit:
//   k_r = k_t R^2/4,   c_r = c_t R^2/4,   |M_r| <= mu_r R F_n,   1/R = 1/R_a + 1/R_b
// It is Coulomb's law with couple and angle in place of force and slip, and creates no energy for the same reasons. A
// ball rests on a slope up to tan(angle) = mu_r, and accelerates with 5/7 g (sin - mu_r cos) beyond. With a quarter of
// k_t R^2 rolling oscillates more slowly than sliding of the same contact, so that a step that is stable for friction
// is stable for rolling.
#include "law/spring_slider.h"

#define SHARE 0.25

static double stiffness(double tangent_stiffness, double radius) { return SHARE * tangent_stiffness * radius * radius; }

AB_SIMD_INLINE void roll_row(const ab_law_block *b, const ab_interaction *interaction, bool small, int k,
                             ab_rolling_rows *r) {
    const double radius = r->radius[k];
    ab_friction_in in = ab_friction_in_row(b, interaction, k);
    const double damping = interaction->tangential_damping * sqrt(in.tangent_stiffness * b->mass[k]);
    in.tangent_stiffness = SHARE * in.tangent_stiffness * radius * radius;
    in.damping = ab_split_damper(b, SHARE * damping * radius * radius, r->moment[k]);
    in.slip = ab_rows3_at(&r->angle, k);
    in.velocity = ab_rows3_at(&r->spin, k);
    const ab_turn turn = small ? ab_turn_small(in.twist) : ab_turn_by(in.twist);
    ab_friction_memory memory = ab_memory_row(&r->memory, k);
    const ab_friction_out rub = ab_slide(&in, turn, false, in.in->rolling_friction * radius * in.normal_force, &memory);
    ab_rows3_set(&r->couple, k, rub.force);
    r->work[k] = rub.work;
    ab_memory_row_set(&r->memory, k, memory);
}

AB_SIMD static void roll_small(const ab_law_block *b, ab_rolling_rows *r) {
    const ab_interaction in = *b->in;
    AB_EVERY_ROW(b) roll_row(b, &in, true, k, r);
}

static void couples(const ab_law_block *b, ab_rolling_rows *r) {
    if (ab_turns_are_small(b))
        roll_small(b, r);
    else
        for (int k = 0; k < b->n; k++) roll_row(b, b->in, false, k, r);
}

const ab_rolling_law ab_rolling_spring = {
    .name = "spring",
    .help = "a spring against rolling that slips at material.rolling_friction times radius and normal force",
    .stiffness = stiffness,
    .couples = couples,
};
