// Contact of a rigid indenter with an elastic surface: the smallest energy under g >= 0.
//
// z is up, the solid lies below. f(x) is the gap of the undeformed bodies, delta the approach of the indenter, u the
// displacement of the surface downwards, p the pressure:
//   g = f + u - delta >= 0,  p >= 0,  p g = 0,  u = K p,   P = a sum of p,  a = dx dy
// the conditions of the minimum of 1/2 p.K p + p.f over p >= 0, a sum of p = P, or of 1/2 p.K p + p.(f - delta) over
// p >= 0. Both are convex and have one answer. Two elastic bodies with rough surfaces are the same problem with the
// sum of their compliances and the difference of their heights.
//
// Options: p <= hardness (where p is the hardness, g may be negative); a penalty k, p = k max(0, -g), which is the same
// problem with K + 1/k; augmented: the penalty problem again with f - p/k of the last answer until g is 0.
#ifndef AB_ELASTIC_HALFSPACE_H
#define AB_ELASTIC_HALFSPACE_H

#include "elastic/cell_rows.h"
#include "elastic/kernel.h"
#include "solve/residual.h"

typedef struct ab_halfspace_def {
    ab_grid grid;
    ab_elastic_solid solid[AB_SOLIDS_MAX];
    int solids;
    double hardness;    // Pa; infinite = none
    double penalty;     // Pa/m; infinite = g >= 0 exactly
    bool augmented;     // repeat the penalty problem until g >= 0
    double tolerance;   // of g over the standard deviation of f
    int64_t iterations; // limit of each solution
    ab_width width;
} ab_halfspace_def;
ab_halfspace_def ab_halfspace_default(void);

typedef struct ab_halfspace {
    ab_ctx *cx; // NULL = nothing to free
    ab_halfspace_def def;
    ab_kernel kernel;
    ab_convolver convolver;
    const ab_cell_rows *rows;
    double *table, *inverse; // of the kernel
    ab_cells cells;          // f: set by the caller; p, u: the last answer
    double *shape, *last;    // augmented: f, and the pressure of the last augmentation; else NULL
    double diagonal;         // displacement of a cell under its own pressure, m/Pa
    // Of f, by ab_halfspace_ready:
    int64_t touchable;           // cells that can touch
    double mean, deviation, min; // of f over these, m
} ab_halfspace;

// Memory and tables for a grid; the caller then fills cells.f[0 ... nx ny) and calls ab_halfspace_ready.
abut_status ab_halfspace_make(ab_ctx *cx, const ab_halfspace_def *def, ab_halfspace *h);
void ab_halfspace_free(ab_halfspace *h);
// ABUT_ERR_ARGUMENT: f is not finite, or no cell can touch.
abut_status ab_halfspace_ready(ab_halfspace *h);

// What is given.
typedef enum ab_drive { AB_DRIVE_FORCE, AB_DRIVE_PRESSURE, AB_DRIVE_APPROACH, AB_DRIVE_MEAN_GAP } ab_drive;

typedef struct ab_press_answer {
    double force, approach; // P, N; delta, m
    double area, perimeter; // of the cells under pressure, m^2, m
    double mean_gap;        // over the cells that can touch, m
    double energy;          // a/2 p.u, J: of the solids, without that of a penalty
    double max_pressure;
    int64_t contacts; // cells under pressure
    int64_t limited;  // cells at the hardness
    int64_t iterations, convolutions;
    double unit;                    // of lengths in residuals: the deviation of f; if that is 0, of what is given, m
    double inside, outside;         // largest |g| under pressure, largest -g elsewhere, over the unit
    double signorini[AB_SIGNORINI]; // residuals with force a p; cells at the hardness are left out
} ab_press_answer;

// Solves from the last answer. ABUT_ERR_ARGUMENT: impossible; ABUT_ERR_UNSOLVED: the tolerance is not reached, the
// message names the value reached.
abut_status ab_halfspace_solve(ab_halfspace *h, ab_drive drive, double value, ab_press_answer *answer);
// What p and u amount to: all but the counts and residuals of the solver.
void ab_halfspace_measure(const ab_halfspace *h, ab_press_answer *answer);
// g = f + K p - delta of the last answer, into cells.z.
void ab_halfspace_gap(ab_halfspace *h);

#endif
