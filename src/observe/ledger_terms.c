// Names and values of the terms of the energy ledger, and the relative energy residual.
#include "observe/ledger_terms.h"

#include <math.h>
#include <string.h>

#define TERM(field)                                                                                                    \
    { #field, offsetof(abut_energy, field) }

const ab_ledger_term ab_ledger_terms[AB_LEDGER_TERMS] = {
    TERM(kinetic),         TERM(potential),     TERM(stored_normal), TERM(stored_tangential),
    TERM(stored_springs),  TERM(lost_damping),  TERM(lost_friction), TERM(lost_impact),
    TERM(lost_constraint), TERM(work_external), TERM(initial),       TERM(residual),
};

_Static_assert(sizeof(abut_energy) == AB_LEDGER_TERMS * sizeof(double), "a term of the ledger is missing here");

double ab_ledger_value(const abut_energy *energy, int term) {
    double value;
    memcpy(&value, (const char *)energy + ab_ledger_terms[term].offset, sizeof value);
    return value;
}

#define ROUND_OFF 1e-12 // relative to the sum of the terms

double ab_ledger_share(const abut_energy *e, double turnover) {
    const double size = fabs(e->initial) + fabs(e->kinetic) + fabs(e->potential) + fabs(e->work_external);
    const double off = fabs(e->residual) - ROUND_OFF * size;
    return off <= 0 ? 0 : off / turnover;
}

int64_t abut_energy_term_count(void) { return AB_LEDGER_TERMS; }

abut_energy_term abut_energy_term_get(const abut_energy *energy, int64_t index) {
    if (!energy || index < 0 || index >= AB_LEDGER_TERMS) return (abut_energy_term){NULL, 0};
    return (abut_energy_term){ab_ledger_terms[index].name, ab_ledger_value(energy, (int)index)};
}
