// Newton's restitution: the impact is over when v_n = -e v_n-. Friction that reverses slip in between makes it create
// energy [kane1985].
#include "law/impact_stiffness.h"

static const ab_parameter PARAMETERS[] = {AB_IMPACT_STIFFNESS_PARAMETER};

static double excess(const ab_impact_phase *p) { return p->velocity + p->restitution * p->before; }

// Elastic: the end comes when the velocity is reached, or when the contact is unloaded.
static double unload(const ab_impact_phase *p) { return (void)p, 1; }

const ab_impact_law ab_impact_newton = {
    .name = "newton",
    .help = "ends at the restitution times the approach speed; with friction it can create energy",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .may_gain = true,
    .excess = excess,
    .unload = unload,
};
