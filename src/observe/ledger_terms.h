// Names and values of the terms of the energy ledger, for all outputs.
#ifndef AB_OBSERVE_LEDGER_TERMS_H
#define AB_OBSERVE_LEDGER_TERMS_H

#include "abut/abut.h"

typedef struct ab_ledger_term {
    const char *name;
    size_t offset; // in abut_energy
} ab_ledger_term;

#define AB_LEDGER_TERMS 12
extern const ab_ledger_term ab_ledger_terms[AB_LEDGER_TERMS];

double ab_ledger_value(const abut_energy *energy, int term); // J

// Energy residual beyond the round-off of the terms, over the energy turnover (abut_watch.turnover), which does not
// depend on the zero of potential energy; above AB_LEDGER_MAX_SHARE the results are not trusted.
#define AB_LEDGER_MAX_SHARE 0.05
double ab_ledger_share(const abut_energy *energy, double turnover);

#endif
