// The contact problem with a proximal term: around given impulses r_k,
//
//   u = W r + q + a w (r - r_k),   w > 0 for each contact
//
// which is regular for every W, and a compliant contact that had the impulse r_k in the last round.
#ifndef AB_SOLVE_CONE_PROXIMAL_H
#define AB_SOLVE_CONE_PROXIMAL_H

#include "solve/cone_problem.h"

typedef struct ab_cone_proximal {
    const ab_cones *c;
    int64_t size;             // length of vectors, 3 n
    const double *weight;     // w  (n)
    double shift;             // a
    double *x;                // solution  (3 n)
    double *centre;           // r_k  (3 n)
    double *u, *f, *step;     // (3 n)
    double *best, *best_step; // point of the least |F| in an iteration, and the step from there  (3 n)
    double best_size;         // that |F|
    int waited;               // steps since then
    double *e, *cc;           // blocks of E + C W, the derivative of F  (9 n)
    int32_t *state;           // ab_cone_state  (n)
    void *factors;
    int64_t newton_steps, factorizations; // so far
} ab_cone_proximal;

// Allocates from the arena. *fits: false if the factors would be too large.
abut_status ab_cone_proximal_start(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const double *weight,
                                   ab_cone_proximal *p, bool *fits);

// Newton's method from x. Returns the number of steps; negative if |F| was not reduced to `reduction` of its first
// value, nor to round-off: x is then the best point.
int ab_cone_proximal_solve(ab_cone_proximal *p, double reduction);

#endif
