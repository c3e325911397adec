// Impulses of contacts that cannot pull: p >= 0,  w = A p + b >= 0,  p.w = 0, with A symmetric and without negative
// eigenvalues.
#ifndef AB_SOLVE_UNILATERAL_H
#define AB_SOLVE_UNILATERAL_H

#include "base/arena.h"

// A is n x n by rows. p is the answer. Lagrange multipliers by an active set: exact.
abut_status ab_solve_active_set(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double *p);

// Augmented Lagrangian: `rounds` times the same with A + D and b - D p, p from the round before, at first 0; D is the
// diagonal of A over the penalty. One round is a penalty (w = -D p, a violation that fades as the penalty grows); every
// further round multiplies the error by about 1/(1 + penalty).
abut_status ab_solve_augmented(ab_ctx *cx, ab_arena *arena, int64_t n, const double *a, const double *b, double penalty,
                               int rounds, double *p);

#endif
