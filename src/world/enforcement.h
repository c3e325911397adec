// How contacts keep bodies from overlapping: by forces of compliant laws, or by impulses. One const table each, one
// line in step/enforcements.def.
#ifndef AB_WORLD_ENFORCEMENT_H
#define AB_WORLD_ENFORCEMENT_H

#include "abut/abut.h"

struct ab_evaluation;
struct ab_cones;
struct ab_cone_report;

// Called after the contact problem of a kick was solved, or was not: guess = initial impulses. It changes nothing.
typedef struct ab_problem_watch {
    abut_status (*see)(void *user, const struct abut_world *w, const struct ab_cones *problem, const double *guess,
                       const struct ab_cone_report *report);
    void *user;
} ab_problem_watch;

typedef struct ab_enforcement {
    const char *name, *help; // as in scene files; one line
    bool compliant;          // forces by contact laws, functions of overlaps; else impulses
    // Bound of the motion of collider i within a step h, m: pairs nearer than the sum of theirs are contacts. NULL = 0
    double (*reach)(const struct abut_world *w, int64_t i, double h);
    // contacts, velocities → forces of contacts
    abut_status (*laws)(struct abut_world *w, const struct ab_evaluation *eval);
    // forces, contacts, joints at the middle of a step of length h → velocities, impulses (step/kick.h)
    abut_status (*kick)(struct abut_world *w, double h);
    // poses, forces of contacts → largest violations of Signorini's conditions (solve/residual.h)
    abut_status (*see)(struct abut_world *w, double *worst);
} ab_enforcement;

#endif
