// What a run says about itself: a few checks that tell whether its numbers can be trusted.
#ifndef AB_RESULT_VERDICT_H
#define AB_RESULT_VERDICT_H

#include "scene/scene.h"

typedef struct ab_check {
    const char *name;    // "energy"
    const char *what;    // one sentence: what was measured
    const char *hint;    // what to do when it fails
    double value, limit; // of one unit: shares
    bool pass;           // value <= limit
} ab_check;

#define AB_CHECKS 8 // at most

// Of the bodies that move and can touch, m; infinite if there is none.
double ab_smallest_radius(const ab_world *w);

// The checks that make sense for this run into `check`; returns how many.
int ab_verdict(const ab_scene *scene, const abut_run_summary *summary, ab_check check[AB_CHECKS]);

#endif
