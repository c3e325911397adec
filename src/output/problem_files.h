// Contact problems of a run as files in the FCLIB layout.
#ifndef AB_OUTPUT_PROBLEM_FILES_H
#define AB_OUTPUT_PROBLEM_FILES_H

#include "world/world.h"

typedef struct ab_problem_files {
    const char *folder; // which exists
    int64_t every;      // problems of every such step; 0 = those above the tolerance
    int64_t step, seen; // step of the last problem, and number of problems in it so far
} ab_problem_files;

// An ab_problem_watch.see; `user` is an ab_problem_files. Writes problem_STEP.hdf5, STEP the number of the step;
// further problems of the same step are problem_STEP_2.hdf5 and so on.
abut_status ab_problem_files_see(void *user, const struct abut_world *w, const struct ab_cones *problem,
                                 const double *guess, const struct ab_cone_report *report);

#endif
