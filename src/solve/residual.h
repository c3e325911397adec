// How far contacts are from Signorini's conditions: a gap is never negative, a force never pulls, and where there is a
// gap there is no force,
//     g >= 0,  p >= 0,  p g = 0                                                    [moreau1988]
// Measured from gaps and forces alone, whatever made them. No solver uses this: none shall be right by its own measure.
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

// Raises `worst` to what one contact violates. A number that is not finite counts as the worst.
void ab_signorini_see(double gap, double force, double worst[AB_SIGNORINI]);

#endif
