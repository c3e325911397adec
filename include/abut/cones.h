// Discrete frictional contact problems, solved alone: Signorini's condition and Coulomb's law for many contacts at
// once.
//
//   u = W r + q,   |r_t| <= mu r_n,   u + mu |u_t| n in the dual cone, complementary
//
// Three numbers for each contact: normal, first tangent, second tangent. Part of abut.h.
#ifndef ABUT_CONES_H
#define ABUT_CONES_H

#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// Nearest point of the cone |z_t| <= friction z_n, in place.
ABUT_API void abut_cone_project(double friction, double z[3]);

typedef struct abut_cones abut_cones;

typedef struct abut_cones_def {
    int64_t contacts;
    const double *friction;      // >= 0                                    (contacts)
    const double *velocity;      // q, m/s                                  (3 contacts)
    int64_t entries;             // numbers of W, 1/kg; in any order, those of the same place are added
    const int32_t *row, *column; // from 0 to 3 contacts - 1                 (entries)
    const double *value;         // (entries)
} abut_cones_def;

// Copies the problem. Destroy with abut_cones_destroy. ABUT_ERR_ARGUMENT: a number is not finite, an index out of
// range, a friction negative, or a contact has no positive mobility along its normal.
ABUT_API abut_status abut_cones_create(abut_context *context, const abut_cones_def *def, abut_cones **cones);
// A local problem of a file in the layout of FCLIB (HDF5). ABUT_ERR_INPUT says what is wrong with it.
ABUT_API abut_status abut_cones_load(abut_context *context, const char *path, abut_cones **cones);
ABUT_API void abut_cones_destroy(abut_cones *cones);
ABUT_API int64_t abut_cones_count(const abut_cones *cones); // contacts

typedef struct abut_cones_options {
    const char *solver; // of abut_cone_solver_name
    double tolerance;   // of the residual
    bool energy;        // of the residual in units of energy, else the natural one
    int64_t most;       // iterations of each solver
} abut_cones_options;
ABUT_API abut_cones_options abut_default_cones(void);

// How well impulses solve the problem, computed by code that no solver uses.
typedef struct abut_cones_report {
    double natural; // |r - P(r - u - mu |u_t| n)| over the largest of |q|, |r|, |u|; P projects onto the cones
    double
        // the same of every contact in its own units, over (sum w |r|^2)^(1/2), w = a third of the trace of its block
        // of W
        energy;
    int64_t worst; // contact that has the largest part of it
    int64_t iterations, factorizations;
    const char *solver; // that found the answer
} abut_cones_report;

// impulse: in a first guess, out the solution, N s  (3 contacts). velocity: u, m/s; may be NULL  (3 contacts).
// ABUT_ERR_UNSOLVED: no solver reached the tolerance; impulses, velocities and the report are those of the best try.
ABUT_API abut_status abut_cones_solve(abut_cones *cones, const abut_cones_options *options, double *impulse,
                                      double *velocity, abut_cones_report *report);
// Writes the problem and a solution in the layout of FCLIB.
ABUT_API abut_status abut_cones_save(const abut_cones *cones, const char *path, const double *impulse,
                                     const double *velocity);

ABUT_API int64_t abut_cone_solver_count(void);
ABUT_API const char *abut_cone_solver_name(int64_t index); // NULL beyond the last
ABUT_API const char *abut_cone_solver_help(int64_t index);

#ifdef __cplusplus
}
#endif

#endif
