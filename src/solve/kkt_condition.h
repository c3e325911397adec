// Condition number of the saddle-point system of kkt.h.
#ifndef AB_SOLVE_KKT_CONDITION_H
#define AB_SOLVE_KKT_CONDITION_H

#include "base/arena.h"
#include "solve/kkt.h"

// Condition number in the 1-norm of the matrix that was last factored from these inputs, without redundant rows; of the
// matrix as assembled, or scaled to unit masses and rows of unit length.
abut_status ab_kkt_condition(ab_ctx *cx, ab_arena *arena, const ab_kkt *kkt, const ab_inertia *inertia,
                             const ab_row *row, bool scaled, double *condition);

#endif
