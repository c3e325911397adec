// Impacts by all laws: the process of newton, poisson and stronge (law/impact.h), and moreau as a cone problem.
#ifndef AB_SOLVE_IMPACT_SOLVER_H
#define AB_SOLVE_IMPACT_SOLVER_H

#include "law/impact.h"

typedef struct ab_impact_report {
    double share;   // of the restitution that the guard left; 1 = all
    bool guarded;   // it would have created energy: share < 1
    bool fell_back; // the law has no solution: moreau instead of a process, a sequence instead of moreau
    bool completed; // the process did not end: moreau without restitution for the rest
    bool mixed;     // moreau among other laws: counted as newton
    bool jammed;    // slip pressed some bodies together
    double gain;    // change of energy, J; negative = lost
} ab_impact_report;

// Solves the impact. Contacts may have any law. guard: the restitutions are reduced by a common share, the largest that
// creates no energy. Fails for lack of memory only; *solved: false if no method has found velocities that separate.
// problem->watch sees the process that was chosen in the end, once.
abut_status ab_impact_solve(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, bool guard,
                            ab_impact_outcome *out, ab_impact_report *report, bool *solved);

// Painleve: slip v_t presses the bodies together, W_nn - mu W_nt.d < 0 with f_t against the slip. w: 3 x 3 block
bool ab_impact_presses(const double w[9], const double v[3], double mu);

#endif
