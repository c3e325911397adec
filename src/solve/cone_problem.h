// Discrete frictional contact problem of one step, for all contacts with Coulomb friction simultaneously:
//
//   u = W r + q,   r_i in K_i = {|r_t| <= mu r_n},   u_i + mu_i |u_t| n in the dual cone of K_i,   complementary
//
// r are impulses, u velocities of the contact points, three components per contact: normal, first tangent, second
// tangent. The shift mu |u_t| n makes it Coulomb's law: without it, sliding contacts would open with mu |u_t| (the
// convex relaxation). [desaxce1998, acary2018]
#ifndef AB_SOLVE_CONE_PROBLEM_H
#define AB_SOLVE_CONE_PROBLEM_H

#include "base/arena.h"

// W in compressed sparse rows of row-major 3 x 3 blocks. Every row has its diagonal block.
typedef struct ab_block_rows {
    int64_t n;
    const int64_t *first;  // blocks of row i are [first[i], first[i + 1])   (n + 1)
    const int32_t *column; // ascending in a row                            (first[n])
    const double *value;   // (9 first[n])
    int64_t *diagonal;     // block (i, i)                                  (n)
} ab_block_rows;

typedef struct ab_cone_form ab_cone_form;
struct ab_entry; // block_rows.h

// A frictional contact problem.
typedef struct ab_cones {
    int64_t n;
    const double *mu;         // (n)
    const double *q;          // m/s  (3 n)
    double *r;                // N s; in: initial guess, out: solution or best iterate  (3 n)
    const ab_cone_form *form; // how W acts
    void *with;               // W: the data of the form
    bool relaxed;             // the convex relaxation: u itself in the dual cone, without the shift
} ab_cones;

// What a solver can do with W. Two forms exist: ab_cone_form_rows (cone_form_rows.c; `with` is an ab_block_rows), and
// ab_cone_form_bodies (cone_bodies.h), in which W is never assembled.
struct ab_cone_form {
    void (*multiply)(const ab_cones *c, const double *r, double *u); // u = W r
    void (*block)(const ab_cones *c, int64_t i, double w[9]);        // W_ii, row-major
    // Gauss-Seidel sweeps: every contact is solved exactly once, in an order that the form chooses. `start` comes
    // first, and again after r was changed by other means than sweeps. slip: of ab_cone_solve  (n)
    void (*start)(const ab_cones *c, const double *r);
    void (*sweep)(const ab_cones *c, double *r, double *slip);
    // Linear systems (E + C W) x = f, E and C block-diagonal  (9 n each). `plan` allocates from the arena; *fits: false
    // if the factors would be too large. `factor`: false if a pivot is singular. `solve`: in place  (3 n)
    abut_status (*plan)(ab_ctx *cx, ab_arena *arena, const ab_cones *c, void **factors, bool *fits);
    bool (*factor)(const ab_cones *c, void *factors, const double *e, const double *cc);
    void (*solve)(const ab_cones *c, void *factors, double *x);
    // u = W r, from the data of the problem by code of its own. For residuals alone.
    void (*recompute)(const ab_cones *c, const double *r, double *u);
    // Entries of W; those of one place add up. The caller frees *entry, also after a failure.
    abut_status (*list)(ab_ctx *cx, const ab_cones *c, struct ab_entry **entry, int64_t *count);
};
extern const ab_cone_form ab_cone_form_rows, ab_cone_form_bodies;

// Residuals of r by the natural map, P the projection onto the cones. natural: |r - P(r - u)| over the largest of |q|,
// |r|, |u|; energy: the same with each contact in its own units, (sum w |r - P(r - u/w)|^2 / sum w |r|^2)^(1/2), w = tr
// W_ii/3, with a denominator of at least 1e-8 sum |q|^2/w: bodies that slide along each other without a force have r =
// 0 and no other measure. No solver uses this code.
//
// work: what the impulses do along the error of their velocities over what they do along the velocities they change,
// sum w |r| |r - P(r - u/w)| / r.W r. w is the mobility of the lighter body: where a heavy body falls through a light
// one as if there were no contact, energy is only the root of the ratio of their masses, or less, but work is 1.
typedef struct ab_cone_residual {
    double natural, energy, work;
    double stored; // sum w |r|^2, J
    int64_t worst; // contact with the largest contribution to `energy`
} ab_cone_residual;
ab_cone_residual ab_cones_residual(const ab_cones *c, double *u); // u = W r + q; output (3 n)

// Which residual has to meet the tolerance. Motion: the larger of energy and work/100, for time steps.
typedef enum ab_cone_measure { AB_CONE_NATURAL, AB_CONE_ENERGY, AB_CONE_MOTION } ab_cone_measure;

typedef struct ab_cone_options {
    double tolerance;
    ab_cone_measure measure;
    int64_t max_iterations;
    double penalty; // of the augmented Lagrangian, over the effective mass of a contact
    double aim;     // residual that `auto` solves small problems to where this is cheap; 0: the tolerance
} ab_cone_options;

typedef struct ab_cone_report {
    bool solved;
    int64_t iterations, factorizations;
    ab_cone_residual residual;
    const char *solver; // name of the solver that found the solution
} ab_cone_report;

// Writes the best impulses found to c->r and reports whether they meet the tolerance. Fails on lack of memory, and with
// ABUT_ERR_LIMIT if the problem is too large for this solver.
typedef abut_status ab_cone_solve_fn(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                                     ab_cone_report *report);

typedef struct ab_cone_solver {
    const char *name, *help;
    bool frictionless; // ignores friction: for problems with mu = 0
    ab_cone_solve_fn *solve;
} ab_cone_solver;

extern const ab_cone_solver *const ab_cone_solvers[]; // of cone_solvers.def  (ab_cone_solver_count)
extern const int ab_cone_solver_count;
extern const ab_cone_solver ab_cone_solver_augmented;        // steps with rounds of it use it, whichever solver is set
const ab_cone_solver *ab_cone_solver_find(const char *name); // NULL if there is none

// ----------------------------------------------------------------------------------------------- shared by the solvers

// u = W r + q
void ab_cones_velocity(const ab_cones *c, const double *r, double *u);
// Sweeps from impulses that were not found by the last sweep. slip: of ab_cone_solve  (n)
void ab_cones_sweep(const ab_cones *c, double *r, double *slip, int64_t times);
// tr W_ii/3
double ab_cones_scale(const ab_cones *c, int64_t i);
double ab_cone_residual_by(const ab_cone_residual *residual, ab_cone_measure measure);
// Residual selected by the options, infinite if it is not a number; also writes the outcome to the report.
double ab_cones_judge(const ab_cones *c, const double *r, const ab_cone_options *o, double *u, ab_cone_report *report);

#endif
