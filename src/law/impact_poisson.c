// Poisson's restitution: expansion gives back e times the impulse of compression [routh1905].
#include "law/impact_stiffness.h"

static const ab_parameter PARAMETERS[] = {AB_IMPACT_STIFFNESS_PARAMETER};

static double excess(const ab_impact_phase *p) { return p->impulse_out - p->restitution * p->impulse_in; }

// The force stays as it is until the impulse has been given.
static double unload(const ab_impact_phase *p) { return (void)p, 0; }

const ab_impact_law ab_impact_poisson = {
    .name = "poisson",
    .help = "expansion gives back the restitution times the impulse of compression",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .excess = excess,
    .unload = unload,
};
