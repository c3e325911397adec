// Anderson's acceleration of a fixed-point iteration x <- g(x), guarded: the last m differences of f = g(x) - x and of
// g give the combination with the least f in a weighted norm; when f grows, it starts again from the best point, and
// after some restarts without gain it stays off. [walker2011]
#ifndef AB_SOLVE_ANDERSON_H
#define AB_SOLVE_ANDERSON_H

#include "base/arena.h"

enum { AB_ANDERSON_MAX = 16 }; // differences that are remembered, at most

typedef struct ab_anderson {
    int64_t n;
    int memory;
    const double *weight;           // of the norm  (n)
    double *df, *dg;                // (memory n each)
    double *last_f, *last_g, *best; // (n)
    double best_size;               // |f| at the best point; infinite after a restart
    double min_size;                // the least that was ever seen
    int64_t count;                  // differences since the last restart; -1: not even one point
    int restarts;                   // since the last gain
} ab_anderson;

abut_status ab_anderson_start(ab_ctx *cx, ab_arena *arena, int64_t n, int memory, const double *weight, ab_anderson *a);

// From x and g(x): the next x, in place of x. False: it went astray, and x is the g(x) of the best point.
bool ab_anderson_next(ab_anderson *a, double *x, const double *g);

void ab_anderson_restart(ab_anderson *a); // the iteration is another one from here on

#endif
