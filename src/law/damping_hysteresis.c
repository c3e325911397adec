// Hysteresis dampings of the literature: the damping force is proportional to the elastic one,
//   F = F_e (1 + c rate/v0),     v0 = approach speed at the beginning of the contact
// They differ in how c depends on the requested restitution e. The restitution e' that results is different: u du = -(1
// + c u) d(W/m v0^2), integrated over the impact from u = 1 to -e', gives for every elastic law
//   c (1 + e') = ln((1 + c)/(1 - c e')),
// tabulated in docs/theory/contact.md. The damping `restitution` yields e itself.
//
// v0 is the largest approach speed since the contact began, so that the damping force never exceeds c times the elastic
// one during approach. Bodies that overlap initially have no v0: an eighth of the speed sqrt(2 W/m) that corresponds to
// the stored energy is used, which is less than v0 after any impact.
// [huntcrossley1975; herbert1977; leewang1983; lankarani1990; gonthier2004; zhiying2006; flores2011; huguo2015;
// reviewed in alves2015]
#include "law/law_block.h"

#define SMALLEST_RESTITUTION 0.01 // lower bound of e, because c is unbounded at e = 0

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) {
    const double speed = ab_greater(in->max_approach_speed, 0.125 * sqrt(2 * in->elastic.energy / in->mass));
    return speed > 0 ? in->in->damping * in->elastic.force / speed : 0;
}

AB_DAMPING_ROWS(coefficient)

#define HYSTERESIS(name_, help_, factor_)                                                                              \
    static double factor_of_##name_(double restitution) {                                                              \
        const double e = ab_greater(restitution, SMALLEST_RESTITUTION);                                                \
        return factor_;                                                                                                \
    }                                                                                                                  \
    const ab_damping ab_damping_##name_ = {.name = #name_,                                                             \
                                           .help = (help_),                                                            \
                                           .number = factor_of_##name_,                                                \
                                           .coefficient = coefficient,                                                 \
                                           .coefficient_rows = coefficient_rows,                                       \
                                           .of_depth = true};

HYSTERESIS(hunt_crossley, "F_e (1 + 3/2 (1 - e) rate/v0): for e near 1", 1.5 * (1 - e))
HYSTERESIS(herbert_mcwhannell, "F_e (1 + 6 (1 - e)/((2 e - 1)^2 + 3) rate/v0)",
           6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3))
HYSTERESIS(lee_wang, "F_e (1 + 3/4 (1 - e) rate/v0)", 0.75 * (1 - e))
HYSTERESIS(lankarani_nikravesh, "F_e (1 + 3/4 (1 - e^2) rate/v0): for e near 1", 0.75 * (1 - e * e))
HYSTERESIS(gonthier, "F_e (1 + (1 - e^2)/e rate/v0): for every e", (1 - e * e) / e)
HYSTERESIS(zhiying_qishao, "F_e (1 + 3/4 (1 - e^2) exp(2 - 2 e) rate/v0)", 0.75 * (1 - e * e) * exp(2 * (1 - e)))
HYSTERESIS(flores, "F_e (1 + 8/5 (1 - e)/e rate/v0): for every e", 1.6 * (1 - e) / e)
HYSTERESIS(hu_guo, "F_e (1 + 3/2 (1 - e)/e rate/v0): for every e", 1.5 * (1 - e) / e)
