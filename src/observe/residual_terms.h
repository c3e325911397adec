// Names, units and values of the residuals of a run, for all outputs; and classes of contacts by depth.
#ifndef AB_OBSERVE_RESIDUAL_TERMS_H
#define AB_OBSERVE_RESIDUAL_TERMS_H

#include "abut/abut.h"

typedef struct ab_residual_term {
    const char *name, *unit;
    size_t offset; // in abut_residuals
} ab_residual_term;

#define AB_RESIDUAL_TERMS 13
extern const ab_residual_term ab_residual_terms[AB_RESIDUAL_TERMS];

double ab_residual_value(const abut_residuals *residuals, int term);
void ab_residual_set(abut_residuals *residuals, int term, double value);
void ab_residuals_raise(abut_residuals *worst, const abut_residuals *now); // worst = max(worst, now), term by term

#define AB_DEPTHS 6 // classes: depth 0, up to 1 um, 10 um, 0.1 mm, 1 mm, deeper
extern const char *const ab_depth_names[AB_DEPTHS];
int ab_depth_class(double gap); // m

#endif
