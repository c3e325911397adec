// Momentum of a fixed-point iteration.
#include "solve/momentum.h"

#include "base/threads.h"
#include "math/reduce.h"

#include <math.h>
#include <string.h>

#define FIRST_CAP 0.95
#define LOWER     1.5 // growth of 1 - b when the cap is lowered
#define FALL      0.5 // of |f|^2 in an interval, beyond which the cap stays
enum { INTERVAL = 50, GRAIN = 8192 };

abut_status ab_momentum_start(ab_ctx *cx, ab_arena *arena, int64_t n, const double *weight, ab_momentum *a) {
    *a = (ab_momentum){
        .cx = cx, .arena = arena, .n = n, .weight = weight, .cap = FIRST_CAP, .min = INFINITY, .last_min = INFINITY};
    AB_TRY(AB_TAKE(cx, arena, &a->last, 3 * n));
    memset(a->last, 0, (size_t)(3 * n) * sizeof *a->last); // not used by the first iteration, but multiplied by 0
    return ABUT_OK;
}

typedef struct momentum_step {
    const ab_momentum *a;
    const double *g;
    double *x, b;
} momentum_step;

static void add_square(void *arg, int64_t i, double *sum) {
    const momentum_step *s = arg;
    double square = 0;
    for (int64_t k = 3 * i; k < 3 * i + 3; k++) square += (s->g[k] - s->x[k]) * (s->g[k] - s->x[k]);
    sum[0] += s->a->weight[i] * square;
}

static void move(void *arg, int64_t begin, int64_t end) {
    const momentum_step *s = arg;
    for (int64_t i = 3 * begin; i < 3 * end; i++) {
        s->x[i] = s->g[i] + s->b * (s->g[i] - s->a->last[i]);
        s->a->last[i] = s->g[i];
    }
}

static void adapt(ab_momentum *a) {
    a->min = fmin(a->min, a->size);
    if (++a->count % INTERVAL != 0) return;
    if (a->min > FALL * a->last_min) a->cap = fmax(0, 1 - LOWER * (1 - a->cap));
    a->last_min = fmin(a->last_min, a->min);
    a->min = INFINITY;
}

abut_status ab_momentum_next(ab_momentum *a, double *x, const double *g) {
    const double k = (double)a->count;
    momentum_step s = {a, g, x, fmin(k / (k + 3), a->cap)};
    const ab_arena_mark mark = ab_arena_mark_of(a->arena);
    AB_TRY(ab_reduce_sum(a->cx, a->arena, a->n, 1, add_square, &s, &a->size));
    ab_arena_rewind(a->arena, mark);
    ab_parallel_for(a->cx, a->n, GRAIN, move, &s);
    adapt(a);
    return ABUT_OK;
}
