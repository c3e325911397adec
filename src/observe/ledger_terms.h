// The terms of the energy ledger by name, for everything that writes them out.
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

// What the ledger is off by beyond the rounding of its terms, as a share of the energy in play (abut_watch.turnover),
// which does not depend on where heights are counted from; beyond AB_LEDGER_MAX_SHARE the numbers cannot be trusted.
#define AB_LEDGER_MAX_SHARE 0.05
double ab_ledger_share(const abut_energy *energy, double turnover);

#endif
