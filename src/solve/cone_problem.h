// Contacts with Coulomb friction, all at once: the discrete frictional contact problem of one step.
//
//   u = W r + q,   r_i in K_i = {|r_t| <= mu r_n},   u_i + mu_i |u_t| n in the dual cone of K_i,   complementary
//
// r are impulses, u velocities of the contact points, three numbers for each contact: normal, first tangent, second
// tangent. The shift mu |u_t| n makes it Coulomb's law: without it, sliding contacts would open with mu |u_t| (the
// convex relaxation). [desaxce1998, acary2018]
#ifndef AB_SOLVE_CONE_PROBLEM_H
#define AB_SOLVE_CONE_PROBLEM_H

#include "base/arena.h"

// W as rows of 3 x 3 blocks, by rows themselves. Every row has its diagonal block.
typedef struct ab_block_rows {
    int64_t n;
    const int64_t *first;  // blocks of row i are [first[i], first[i + 1])   (n + 1)
    const int32_t *column; // ascending in a row                            (first[n])
    const double *value;   // (9 first[n])
    int64_t *diagonal;     // block (i, i)                                  (n)
} ab_block_rows;

// One problem.
typedef struct ab_cones {
    int64_t n;
    const double *mu; // (n)
    const double *q;  // m/s  (3 n)
    double *r;        // N s; in: first guess, out: the solution or the best that was found  (3 n)
    const ab_block_rows *w;
} ab_cones;

// How far r is from a solution, by the projection of r - u onto the cones: |r - P(r - u)| over the largest of |q|, |r|,
// |u|, and the same by contact in its own units, (sum w |r - P(r - u/w)|^2 / sum w |r|^2)^(1/2), w = tr W_ii/3. No
// solver uses this code.
typedef struct ab_cone_residual {
    double natural, energy;
    int64_t worst; // contact with the largest part of the second
} ab_cone_residual;
ab_cone_residual ab_cones_residual(const ab_cones *c, double *u); // u = W r + q; written (3 n)

typedef struct ab_cone_options {
    double tolerance;       // of the residual
    bool by_energy;         // which of the two, else the natural one
    int64_t max_iterations; // iterations
} ab_cone_options;

typedef struct ab_cone_report {
    bool solved;
    int64_t iterations, factorizations;
    ab_cone_residual residual;
    const char *solver; // that found the answer
} ab_cone_report;

// Leaves the best impulses it found in c->r and tells in the report whether they meet the tolerance. Only a lack of
// memory is a failure.
typedef abut_status ab_cone_solve_fn(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                                     ab_cone_report *report);

typedef struct ab_cone_solver {
    const char *name, *help;
    bool frictionless; // it ignores friction: for problems with mu = 0
    ab_cone_solve_fn *solve;
} ab_cone_solver;

typedef enum ab_cone_solver_kind {
#define AB_CONE_SOLVER(name) AB_CONE_SOLVER_##name,
#include "solve/cone_solvers.def"
#undef AB_CONE_SOLVER
    AB_CONE_SOLVERS
} ab_cone_solver_kind;
extern const ab_cone_solver *const ab_cone_solvers[AB_CONE_SOLVERS];
const ab_cone_solver *ab_cone_solver_find(const char *name); // NULL if there is none

// ------------------------------------------------------------------------------------------------- what solvers share

// u = W r + q
void ab_cones_velocity(const ab_cones *c, const double *r, double *u);
// Every contact once, in order, with the others as they are. slip: of ab_cone_solve  (n)
void ab_cones_sweep(const ab_cones *c, double *r, double *slip);
// tr W_ii/3
double ab_cones_scale(const ab_cones *c, int64_t i);
// The residual that the options speak of; with the answer in the report.
double ab_cones_judge(const ab_cones *c, const double *r, const ab_cone_options *o, double *u, ab_cone_report *report);

#endif
