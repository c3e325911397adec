// Momentum of a fixed-point iteration x <- g(x) of many contacts: x = g + b (g - last g), with Nesterov's b
// = k/(k + 3) up to a cap. Contact problems with friction do not converge for every b: the cap is lowered when |f|, f =
// g(x) - x, stops falling. It stores one vector, where Anderson's acceleration stores 2 m. [nesterov1983]
#ifndef AB_SOLVE_MOMENTUM_H
#define AB_SOLVE_MOMENTUM_H

#include "base/arena.h"

typedef struct ab_momentum {
    ab_ctx *cx;
    ab_arena *arena; // for sums
    int64_t n;
    const double *weight; // of the norm  (n)
    double *last;         // last g  (3 n)
    double cap;
    int64_t count;        // of iterations
    double min, last_min; // |f|^2 in this and the earlier intervals of iterations
    double size;          // |f|^2 of the last iteration
} ab_momentum;

// weight: of the norm of each contact  (n)
abut_status ab_momentum_start(ab_ctx *cx, ab_arena *arena, int64_t n, const double *weight, ab_momentum *a);

// Replaces x, given g(x), by the next iterate  (3 n each).
abut_status ab_momentum_next(ab_momentum *a, double *x, const double *g);

#endif
