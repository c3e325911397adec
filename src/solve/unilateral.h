// Impulses of unilateral contacts: the linear complementarity problem p >= 0,  w = A p + b >= 0,  p.w = 0, with A
// symmetric positive semidefinite.
#ifndef AB_SOLVE_UNILATERAL_H
#define AB_SOLVE_UNILATERAL_H

#include "base/arena.h"

// Exact solution (Lagrange multipliers) by an active-set method. A is n x n, row-major; p is the solution.
abut_status ab_solve_active_set(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double *p);

// Augmented Lagrangian: `rounds` solutions of the problem with A + D and b - D p, p from the previous round, initially
// 0; D is the diagonal of A over the penalty. One round is the penalty method (w = -D p, a violation that vanishes as
// the penalty grows); every further round multiplies the error by about 1/(1 + penalty).
abut_status ab_solve_augmented(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double penalty,
                               int rounds, double *p);

#endif
