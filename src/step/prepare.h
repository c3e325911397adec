// Preparation of a world for its first step.
#ifndef AB_STEP_PREPARE_H
#define AB_STEP_PREPARE_H

#include "step/step.h"

typedef enum ab_prepare_stage {
    AB_PREPARE_SHAPES,       // distance fields, surface samples, polyhedra
    AB_PREPARE_JOINTS,       // assembly
    AB_PREPARE_INTERACTIONS, // contact parameters of pairs of materials
    AB_PREPARE_STEP,         // time step
} ab_prepare_stage;

typedef struct ab_preparation {
    ab_prepare_stage stage; // the last one begun: after a failure the one that failed
    int64_t culprit;        // AB_PREPARE_SHAPES: collider whose shape failed
    ab_step_advice advice;
} ab_preparation;

// Builds interactions and collision geometry, assembles the joints, and chooses integrator and time step where they are
// not given. end: duration of the run, of which an automatic step is a fraction, s; 0 = not known. ab_step_start calls
// it unless it was called before.
abut_status ab_prepare(ab_world *w, double end, ab_preparation *preparation);
// The same for what was added to a prepared world since.
abut_status ab_prepare_grown(ab_world *w);
// Builds the interactions of all pairs of materials, unless they exist.
abut_status ab_prepare_interactions(ab_world *w);

#endif
