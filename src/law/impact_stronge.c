// Stronge's restitution: expansion gives back e^2 of the work that the normal force took up in compression
// [stronge1990]. No energy is ever created, whatever friction does.
#include "law/impact_stiffness.h"

static const ab_parameter PARAMETERS[] = {AB_IMPACT_STIFFNESS_PARAMETER};

static double excess(const ab_impact_phase *p) { return p->work_out - p->restitution * p->restitution * p->work_in; }

// A spring that is stiffer in expansion by 1/e^2.
static double unload(const ab_impact_phase *p) { return 1 / (p->restitution * p->restitution); }

const ab_impact_law ab_impact_stronge = {
    .name = "stronge",
    .help = "expansion gives back the square of the restitution times the work of compression; never creates energy",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .excess = excess,
    .unload = unload,
};
