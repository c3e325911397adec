// What a run says about itself: a few checks that tell whether its numbers can be trusted. The terminal, run.json and
// the page show the same.
#ifndef AB_REPORT_VERDICT_H
#define AB_REPORT_VERDICT_H

#include "scene/scene.h"

// Of the bodies that move and can touch, m; infinite if there is none.
double ab_smallest_radius(const ab_world *w);

// Fills `check` of the summary with those that make sense for this run, and counts them. A run that was stopped on the
// way is not finished, which is no fault of its.
void ab_judge(const ab_scene *scene, abut_run_summary *summary);

#endif
