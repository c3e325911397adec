// Loads one after another, each solved from the last answer, and what may be asked for besides: contact stiffness, a
// tangential force, work.
#ifndef AB_ELASTIC_LOAD_SWEEP_H
#define AB_ELASTIC_LOAD_SWEEP_H

#include "elastic/halfspace.h"

typedef struct ab_sweep_def {
    ab_halfspace_def problem;
    const double *gap; // f, m  (nx ny)
    ab_drive drive;
    const double *load; // N, Pa or m  (loads)
    int64_t loads;
    bool stiffness;
    double friction;          // of the tangential force; 0 = none
    const double *tangential; // N  (loads)
} ab_sweep_def;

typedef struct ab_sweep {
    ab_ctx *cx; // NULL = nothing to free
    const ab_sweep_def *def;
    ab_halfspace h;   // cells.p and cells.u: the answer of the last load; cells.z: its gap, NaN where none can touch
    double *p, *u;    // copies of the answer while another problem is solved  (ab_grid_array); NULL = not needed
    double *traction; // tangential, Pa  (ab_grid_array); NULL = none
    int64_t solved;
    double force, approach, energy, work; // of the last load
} ab_sweep;

typedef struct ab_sweep_answer {
    ab_press_answer contact;
    double work;       // of the load since first touch, trapezoidal rule, J
    double gained;     // work since the last load that the energy cannot have, over the energy: P rises with delta, so
                       // the energy rises by the change of delta times a force between the two
    double stiffness;  // dP/d delta, N/m; NaN = not asked for
    double tangential; // N; NaN = not asked for
    double stick_area; // m^2
} ab_sweep_answer;

// `def` must outlive the sweep.
abut_status ab_sweep_begin(ab_ctx *cx, const ab_sweep_def *def, ab_sweep *s);
void ab_sweep_free(ab_sweep *s);
// Solves the next load. Statuses as ab_halfspace_solve; a tangential force that friction cannot hold is
// ABUT_ERR_ARGUMENT.
abut_status ab_sweep_next(ab_sweep *s, ab_sweep_answer *answer);

#endif
