// Checks of the answers of elastic contact, by code that the solver does not use.
#ifndef AB_REPORT_PRESS_VERDICT_H
#define AB_REPORT_PRESS_VERDICT_H

#include "elastic/load_sweep.h"
#include "abut/press.h"

// Largest violations over all loads.
typedef struct ab_press_worst {
    double overlap, distance; // over the deviation of f, or over p/k with a penalty
    double pull;              // N
    double load;              // relative error of a given load
    double energy;            // ab_sweep_answer.gained
} ab_press_worst;

// Takes note of the answer of load `index`.
void ab_press_see(const ab_sweep_def *def, int64_t index, const ab_sweep_answer *answer, ab_press_worst *worst);
// Fills `check` of the summary with the checks that apply, and counts them.
void ab_press_judge(const ab_sweep_def *def, const ab_press_worst *worst, abut_press_summary *summary);

#endif
