// How well the saddle-point system of kkt.h determines its answer.
#ifndef AB_SOLVE_KKT_CONDITION_H
#define AB_SOLVE_KKT_CONDITION_H

#include "base/arena.h"
#include "solve/kkt.h"

// Condition number in the 1-norm of the matrix that was factored last from these numbers, without the rows that are
// dropped; of the matrix as it is, or scaled to masses of 1 and rows of length 1.
abut_status ab_kkt_condition(ab_ctx *cx, ab_arena *arena, const ab_kkt *kkt, const ab_inertia *inertia,
                             const ab_row *row, bool scaled, double *condition);

#endif
