// Plausibility checks of a run (energy, overlap, joints, ...). The terminal, run.json and the page show the same
// results.
#ifndef AB_REPORT_VERDICT_H
#define AB_REPORT_VERDICT_H

#include "scene/scene.h"

// Smallest radius of the bodies that move and can touch, m; infinite if there is none.
double ab_smallest_radius(const ab_world *w);

// Fills `check` of the summary with the checks that apply to this run, and counts them. A run that was stopped early
// does not fail for its missing time.
void ab_judge(const ab_scene *scene, abut_run_summary *summary);

#endif
