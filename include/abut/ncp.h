// Small nonlinear complementarity problems:
//
//   x_i >= 0,   F_i(x) >= 0,   x_i F_i(x) = 0        or, for free unknowns, F_i(x) = 0
//
// by Newton's method on the function of Fischer and Burmeister.
#ifndef ABUT_NCP_H
#define ABUT_NCP_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_ncp_def {
    uint32_t size;    // bytes of this struct; set by the default function
    int64_t n;        // unknowns, at most 1000
    const bool *free; // unknowns of any sign, with F_i = 0  (n); NULL = none
    // Writes F(x) (n) and its derivative row by row (n n). False: F is not defined at x; a shorter step is tried.
    bool (*evaluate)(void *user, const double *x, double *f, double *derivative);
    // Called with every iterate and its residual. May be NULL.
    void (*watch)(void *user, const double *x, double residual);
    void *user;
    double tolerance; // of the residual: the largest of |x_i + F_i - (x_i^2 + F_i^2)^(1/2)|, of |F_i| for free ones
    int64_t max_iterations;
} abut_ncp_def;
// An empty problem, tolerance 1e-10, to be filled.
ABUT_API abut_ncp_def abut_ncp_problem(void);

typedef struct abut_ncp_report {
    double residual;
    int64_t iterations, evaluations;
    int64_t gradients; // iterations along the gradient, where the derivative was singular
} abut_ncp_report;

// Solves the problem from x, which becomes the best iterate. report may be NULL. ABUT_ERR_UNSOLVED: it does not meet
// the tolerance; ABUT_ERR_ARGUMENT: F is not defined or not finite at the first x.
ABUT_API abut_status abut_ncp_solve(abut_context *context, const abut_ncp_def *def, double *x, abut_ncp_report *report);

#ifdef __cplusplus
}
#endif

#endif
