// Frictional contact problems and their solutions as files in the FCLIB layout (HDF5).
#ifndef AB_OUTPUT_FCLIB_H
#define AB_OUTPUT_FCLIB_H

#include "abut/cones.h"

// What is written with a problem. u and r as in cones.h.
typedef struct ab_fclib_answer {
    const double *guess;    // initial guess of the impulses; NULL = none  (3 contacts)
    const double *impulse;  // (3 contacts)
    const double *velocity; // (3 contacts)
    const char *title;      // NULL = none
} ab_fclib_answer;

abut_status ab_fclib_write(const abut_cones *cones, const char *path, const ab_fclib_answer *answer);

#endif
