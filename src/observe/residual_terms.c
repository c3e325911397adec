// Names, units and values of the residuals of a run, and classes of contacts by depth.
#include "observe/residual_terms.h"

#include <math.h>
#include <string.h>

#define TERM(field, unit)                                                                                              \
    { #field, unit, offsetof(abut_residuals, field) }

const ab_residual_term ab_residual_terms[AB_RESIDUAL_TERMS] = {
    TERM(overlap, "m"),         TERM(pull, "N"),          TERM(complementarity, "J"),
    TERM(distance, "m"),        TERM(immersion, ""),      TERM(jumps, ""),
    TERM(joint_position, ""),   TERM(joint_speed, "1/s"), TERM(gain, "J"),
    TERM(missed, "m"),          TERM(contact_cones, ""),  TERM(contact_sweeps, ""),
    TERM(contact_residual, ""),
};

_Static_assert(sizeof(abut_residuals) == AB_RESIDUAL_TERMS * sizeof(double), "a residual is missing here");

double ab_residual_value(const abut_residuals *residuals, int term) {
    double value;
    memcpy(&value, (const char *)residuals + ab_residual_terms[term].offset, sizeof value);
    return value;
}

void ab_residual_set(abut_residuals *residuals, int term, double value) {
    memcpy((char *)residuals + ab_residual_terms[term].offset, &value, sizeof value);
}

void ab_residuals_raise(abut_residuals *worst, const abut_residuals *now) {
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++)
        ab_residual_set(worst, i, fmax(ab_residual_value(worst, i), ab_residual_value(now, i)));
}

const char *const ab_depth_names[AB_DEPTHS] = {"not_deep", "to_1um", "to_10um", "to_100um", "to_1mm", "deeper"};

int ab_depth_class(double gap) {
    static const double max[AB_DEPTHS - 1] = {0, 1e-6, 1e-5, 1e-4, 1e-3}; // m
    int k = 0;
    while (k < AB_DEPTHS - 1 && -gap > max[k]) k++;
    return k;
}
