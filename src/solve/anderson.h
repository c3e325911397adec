// Safeguarded Anderson acceleration of a fixed-point iteration x <- g(x): the last m differences of f = g(x) - x and of
// g give the combination that minimises f in a weighted norm. When f grows, the method restarts from the best point;
// after several restarts without improvement it pauses for some iterations. [walker2011]
#ifndef AB_SOLVE_ANDERSON_H
#define AB_SOLVE_ANDERSON_H

#include "base/arena.h"

enum { AB_ANDERSON_MAX = 16 }; // maximum number of stored differences

typedef struct ab_anderson {
    int64_t n;
    int memory;
    const double *weight;           // weights of the norm  (n)
    double *df, *dg;                // (memory n each)
    double *last_f, *last_g, *best; // (n)
    // products of the stored differences df
    double product[AB_ANDERSON_MAX][AB_ANDERSON_MAX];
    double size;      // |f|^2 of the last iteration
    double best_size; // |f|^2 at the best point; infinite after a restart
    double min_size;  // smallest |f|^2 of earlier series
    int64_t count;    // differences since the last restart; -1: no point yet
    int restarts;     // since the last improvement
    int pause;        // iterations since it was switched off
} ab_anderson;

abut_status ab_anderson_start(ab_ctx *cx, ab_arena *arena, int64_t n, int memory, const double *weight, ab_anderson *a);

// Replaces x, given g(x), by the next iterate. Returns false after divergence: x is then g(x) of the best point.
bool ab_anderson_next(ab_anderson *a, double *x, const double *g);

void ab_anderson_restart(ab_anderson *a); // call when the iteration map has changed

#endif
