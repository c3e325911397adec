// Condition number of the saddle-point matrix in the 1-norm: |K| from its columns, |K^-1| by Hager's method, which
// finds the largest column of the inverse with a few solves (exact except for rare matrices, where in practice it is
// too small by at most a factor of 3). Scaled to unit masses and rows of unit length, it characterises the mechanism,
// independent of the units of its rows or factors on them. [hager1984]
#include "solve/kkt_condition.h"

#include <math.h>

#define MAX_ROUNDS 5

typedef struct estimate {
    const ab_kkt *k;
    const ab_inertia *inertia;
    const ab_row *row;
    double *scale; // scale of the unknowns: bodies, then rows   (n)
    double *x, *y; // of y = K^-1 x   (n)
    double *last;  // previous x   (n)
    int64_t n;
} estimate;

static double entry(const ab_row *row, bool side_a, int j) {
    const v3 v = side_a ? row->va : row->vb, w = side_a ? row->wa : row->wb;
    return j < 3 ? v3_at(v, j) : v3_at(w, j - 3);
}

// Sum of squares of a row's scaled entries for one body.
static double square_of(const estimate *e, const ab_row *row, bool side_a, int32_t body) {
    double sum = 0;
    for (int j = 0; body >= 0 && j < e->k->block[body].size; j++) {
        const double size = entry(row, side_a, j) * e->scale[e->k->block[body].first + j];
        sum += size * size;
    }
    return sum;
}

static double diagonal_of(const ab_inertia *in, int j) {
    return j < 3 ? in->mass : v3_at(in->moment.row[j - 3], j - 3);
}

static void set_scales(estimate *e, bool scaled) {
    for (int64_t i = 0; i < e->n; i++) e->scale[i] = 1;
    for (int64_t i = 0; scaled && i < e->k->nbody; i++)
        for (int j = 0; j < e->k->block[i].size; j++)
            e->scale[e->k->block[i].first + j] = 1 / sqrt(diagonal_of(&e->inertia[i], j));
    for (int64_t i = 0; scaled && i < e->k->njoint; i++) {
        const ab_kkt_joint *l = &e->k->joint[i];
        for (int64_t r = l->first; r < l->first + l->rows; r++) {
            const double square = square_of(e, &e->row[r], true, l->a) + square_of(e, &e->row[r], false, l->b);
            e->scale[e->k->ndof + r] = square > 0 ? 1 / sqrt(square) : 1;
        }
    }
}

static void add_row(estimate *e, int64_t r, bool side_a, int32_t body) {
    if (e->k->redundant[r]) return;
    const int64_t at = e->k->ndof + r;
    for (int j = 0; body >= 0 && j < e->k->block[body].size; j++) {
        const int64_t i = e->k->block[body].first + j;
        const double size = fabs(entry(&e->row[r], side_a, j)) * e->scale[at] * e->scale[i];
        e->y[at] += size;
        e->y[i] += size;
    }
}

static void add_inertia(estimate *e, const ab_inertia *in, const ab_dof_block *block) {
    const double *scale = e->scale + block->first;
    double *y = e->y + block->first;
    for (int j = 0; j < 3; j++) y[j] += in->mass * scale[j] * scale[j];
    for (int j = 3; j < block->size; j++)
        for (int c = 0; c < 3; c++) y[j] += fabs(v3_at(in->moment.row[j - 3], c)) * scale[j] * scale[3 + c];
}

// Column sums of |D K D| in y; the largest is the norm.
static double norm_of_matrix(estimate *e) {
    for (int64_t i = 0; i < e->n; i++) e->y[i] = 0;
    for (int64_t i = 0; i < e->k->nbody; i++) add_inertia(e, &e->inertia[i], &e->k->block[i]);
    for (int64_t i = 0; i < e->k->njoint; i++) {
        const ab_kkt_joint *l = &e->k->joint[i];
        for (int64_t r = l->first; r < l->first + l->rows; r++) {
            add_row(e, r, true, l->a);
            add_row(e, r, false, l->b);
        }
    }
    double max = 0;
    for (int64_t i = 0; i < e->n; i++) max = fmax(max, e->y[i]);
    return max;
}

// y = (D K D)^-1 x without the redundant rows.
static void solve(estimate *e) {
    const int64_t bodies = e->k->ndof;
    for (int64_t i = 0; i < e->n; i++) e->y[i] = e->x[i] / e->scale[i];
    for (int64_t r = 0; r < e->k->nrow; r++)
        if (e->k->redundant[r]) e->y[bodies + r] = 0;
    ab_kkt_solve(e->k, e->y, e->y + bodies);
    for (int64_t i = 0; i < e->n; i++) e->y[i] /= i < bodies ? e->scale[i] : -e->scale[i];
}

static double size_of(const estimate *e) {
    double sum = 0;
    for (int64_t i = 0; i < e->n; i++) sum += fabs(e->y[i]);
    return sum;
}

// Sets x to the unit vector whose column of the inverse is likely to be larger than that found with x; false if none
// is.
static bool look_further(estimate *e) {
    for (int64_t i = 0; i < e->n; i++) {
        e->last[i] = e->x[i];
        e->x[i] = e->y[i] < 0 ? -1 : 1;
    }
    solve(e);
    double along = 0, largest = 0;
    int64_t best = 0;
    for (int64_t i = 0; i < e->n; i++) {
        along += e->y[i] * e->last[i];
        if (fabs(e->y[i]) > largest) largest = fabs(e->y[i]), best = i;
    }
    for (int64_t i = 0; i < e->n; i++) e->x[i] = i == best;
    return largest > along;
}

// Hager's iteration from the initial vector x.
static double climb(estimate *e) {
    double max = 0;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        solve(e);
        const double size = size_of(e);
        if (!(size > max)) break;
        max = size;
        if (!look_further(e)) break;
    }
    return max;
}

// Two initial vectors: entries of equal sign, and of alternating sign and growing size, which find different columns.
static double norm_of_inverse(estimate *e) {
    const double n = (double)e->n;
    for (int64_t i = 0; i < e->n; i++) e->x[i] = 1 / n;
    const double first = climb(e);
    for (int64_t i = 0; i < e->n; i++) e->x[i] = (i % 2 ? -1 : 1) * (1 + (double)i / n) / (1.5 * n);
    return fmax(first, climb(e));
}

abut_status ab_kkt_condition(ab_ctx *cx, ab_arena *arena, const ab_kkt *kkt, const ab_inertia *inertia,
                             const ab_row *row, bool scaled, double *condition) {
    estimate e = {.k = kkt, .inertia = inertia, .row = row, .n = kkt->ndof + kkt->nrow};
    AB_TRY(AB_TAKE(cx, arena, &e.scale, e.n));
    AB_TRY(AB_TAKE(cx, arena, &e.x, e.n));
    AB_TRY(AB_TAKE(cx, arena, &e.y, e.n));
    AB_TRY(AB_TAKE(cx, arena, &e.last, e.n));
    set_scales(&e, scaled);
    const double norm = norm_of_matrix(&e);
    *condition = norm * norm_of_inverse(&e);
    return ABUT_OK;
}
