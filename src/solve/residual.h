// Violation of Signorini's conditions by contacts: no negative gap, no tensile force, and no force across an open gap,
//     g >= 0,  p >= 0,  p g = 0                                                    [moreau1988]
// Computed from gaps and forces alone, independent of their origin. No solver uses this code, so that it is an
// independent check.
#ifndef AB_SOLVE_RESIDUAL_H
#define AB_SOLVE_RESIDUAL_H

// Largest violations of a set of contacts.
enum {
    AB_SIGNORINI_OVERLAP,  // -g, m
    AB_SIGNORINI_PULL,     // -p, N
    AB_SIGNORINI_PRODUCT,  // |p g|, J
    AB_SIGNORINI_DISTANCE, // g while p is not 0: action at a distance, m
    AB_SIGNORINI
};

// Updates the maxima in `worst` with the violations of one contact. Non-finite numbers count as the largest violation.
void ab_signorini_see(double gap, double force, double worst[AB_SIGNORINI]);

#endif
