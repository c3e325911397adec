// Discrete frictional contact problems, solved outside of a simulation: Signorini's condition and Coulomb's law for
// many contacts at once.
//
//   u = W r + q,   |r_t| <= mu r_n,   u + mu |u_t| n in the dual cone, complementary
//
// Each contact has three components: normal, first tangent, second tangent.
#ifndef ABUT_CONES_H
#define ABUT_CONES_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

// Projects z onto the cone |z_t| <= friction z_n, in place.
ABUT_API void abut_cone_project(double friction, double z[3]);

typedef struct abut_cones abut_cones;

typedef struct abut_cones_def {
    uint32_t size; // bytes of this struct; set by the default function
    int64_t contacts;
    const double *friction;      // coefficient >= 0                        (contacts)
    const double *velocity;      // q, m/s                                  (3 contacts)
    int64_t entries;             // number of triplets of W, 1/kg; in any order, duplicates are summed
    const int32_t *row, *column; // 0 to 3 contacts - 1                      (entries)
    const double *value;         // (entries)
} abut_cones_def;
// An empty problem, to be filled and passed to abut_cones_create.
ABUT_API abut_cones_def abut_cones_problem(void);

// Creates a problem from a copy of def. Destroy it with abut_cones_destroy. ABUT_ERR_ARGUMENT: a number is not finite,
// an index is out of range, a friction coefficient is negative, or a contact has no positive mobility along its normal.
ABUT_API abut_status abut_cones_create(abut_context *context, const abut_cones_def *def, abut_cones **cones);
// Reads a problem from a file in the FCLIB layout (HDF5): local, or global, which is condensed (velocities and joint
// multipliers are eliminated). ABUT_ERR_INPUT: the file is invalid; the message says
// why. Destroy the problem with abut_cones_destroy.
ABUT_API abut_status abut_cones_load(abut_context *context, const char *path, abut_cones **cones);
ABUT_API void abut_cones_destroy(abut_cones *cones);
ABUT_API int64_t abut_cones_count(const abut_cones *cones); // number of contacts

typedef struct abut_cones_options {
    uint32_t size;          // bytes of this struct; set by the default function
    const char *solver;     // a name of ABUT_TABLE_SOLVERS
    double tolerance;       // bound of the residual
    bool energy;            // true: residual in units of energy; false: natural residual
    int64_t max_iterations; // maximum number of iterations of each solver; rounds of solver "augmented"
    bool relax;             // solve the convex relaxation: without mu |u_t| n, so that sliding contacts open
    double penalty;         // of solver "augmented", in units of the effective mass of a contact
} abut_cones_options;
// Default options, to be changed and passed to abut_cones_solve.
ABUT_API abut_cones_options abut_cones_default(void);

// Residuals of a solution, computed by code that no solver uses.
typedef struct abut_cones_report {
    // |r - P(r - u - mu |u_t| n)| over the largest of |q|, |r|, |u|; P projects onto the cones. With `relax` without mu
    // |u_t| n
    double natural;
    // the same for each contact in its own units, over (sum w |r|^2)^(1/2), w = a third of the trace of its block of W
    double energy;
    int64_t worst; // contact with the largest contribution
    int64_t iterations, factorizations;
    const char *solver; // solver that found the solution; static
} abut_cones_report;

// Solves the problem. impulse: on entry an initial guess, on return the solution, N s  (3 contacts). velocity: u, m/s;
// may be NULL  (3 contacts). ABUT_ERR_UNSOLVED: no solver reached the tolerance; impulse, velocity and report are those
// of the best attempt.
ABUT_API abut_status abut_cones_solve(abut_cones *cones, const abut_cones_options *options, double *impulse,
                                      double *velocity, abut_cones_report *report);
// Writes the problem and a solution to a file in the FCLIB layout.
ABUT_API abut_status abut_cones_save(const abut_cones *cones, const char *path, const double *impulse,
                                     const double *velocity);

#ifdef __cplusplus
}
#endif

#endif
