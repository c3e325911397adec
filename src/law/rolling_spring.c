// Rolling resistance [iwashita1998; ai2011]: a couple M_r against the relative rotation of two bodies about axes in the plane of contact, a
// spring that gives way at a limit:
//   k_r = k_t R^2/4,   c_r = c_t R^2/4,   |M_r| <= mu_r R F_n,   1/R = 1/R_a + 1/R_b
// It is Coulomb's law with couple and angle in place of force and slip, and creates no energy for the same reasons. A ball stays on a slope
// up to tan(angle) = mu_r, and rolls on with 5/7 g (sin - mu_r cos) beyond. A quarter of k_t R^2 keeps rolling slower than the
// sliding of the same contact, so that the step that bears friction bears this.
#include "law/law.h"

#define SHARE 0.25

double ab_rolling_stiffness(double tangent_stiffness, double radius) {
    return SHARE * tangent_stiffness * radius * radius;
}

v3 ab_rolling_couple(const ab_friction_in *in, double radius, ab_friction_memory *memory) {
    ab_friction_in couple = *in;
    couple.tangent_stiffness = ab_rolling_stiffness(in->tangent_stiffness, radius);
    couple.damping = SHARE * in->damping * radius * radius;
    return ab_spring_slider(&couple, in->in->rolling_friction * radius * in->normal_force, memory);
}
