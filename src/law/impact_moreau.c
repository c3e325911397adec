// Newton's restitution on impulses [moreau1988]: no process, but one problem for the velocities after the impact,
//   v_n+ >= -e v_n-,  p_n >= 0, complementary;   p_t against v_t+ with |p_t| = mu p_n, or v_t+ = 0
// With friction it can create energy. step/impact_guard.c then reduces e.
#include "law/impact.h"

const ab_impact_law ab_impact_moreau = {
    .name = "moreau",
    .help = "Newton's restitution as one problem with all other impulses of the step; can create energy, which "
            "impact_guard prevents",
    .may_gain = true,
};
