// Sparse triangular factors in 3 x 3 blocks. Column k of L and row k of U are computed together, after the updates by
// the earlier columns that have a block in row k.
#include "solve/block_lu.h"

#include "base/alloc.h"
#include "solve/min_degree.h"

#include <math.h>
#include <string.h>

#define MAX_BLOCKS (INT64_C(1) << 24) // 2.4 GB

// ---------------------------------------------------------------------------------------------------------- structure

// Adjacency of the pattern of W and its transpose. `first` holds counts, then starts; only the lower triangle is read,
// so that a pair stored both ways is not counted twice.
static void make_graph(const ab_block_rows *w, int64_t *first, int32_t *neighbour) {
    memset(first, 0, (size_t)(w->n + 1) * sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < w->n; i++)
            for (int64_t k = w->first[i]; k < w->diagonal[i]; k++) {
                const int32_t j = w->column[k];
                if (pass == 0) {
                    first[i + 1]++;
                    first[j + 1]++;
                } else {
                    neighbour[first[i]++] = j;
                    neighbour[first[j]++] = (int32_t)i;
                }
            }
        if (pass == 0)
            for (int64_t i = 0; i < w->n; i++) first[i + 1] += first[i];
    }
    for (int64_t i = w->n; i > 0; i--) first[i] = first[i - 1]; // undo the shift by filling
    first[0] = 0;
}

static abut_status take_room(ab_ctx *cx, ab_arena *arena, const ab_block_rows *w, int64_t blocks, ab_block_lu *c) {
    AB_TRY(AB_TAKE(cx, arena, &c->place, c->n));
    AB_TRY(AB_TAKE(cx, arena, &c->first, c->n + 1));
    AB_TRY(AB_TAKE(cx, arena, &c->index, blocks));
    AB_TRY(AB_TAKE(cx, arena, &c->lower, 9 * blocks));
    AB_TRY(AB_TAKE(cx, arena, &c->upper, 9 * blocks));
    AB_TRY(AB_TAKE(cx, arena, &c->pivot, 9 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &c->target, w->first[w->n]));
    AB_TRY(AB_TAKE(cx, arena, &c->at, c->n));
    AB_TRY(AB_TAKE(cx, arena, &c->head, c->n));
    AB_TRY(AB_TAKE(cx, arena, &c->next, c->n));
    AB_TRY(AB_TAKE(cx, arena, &c->block_of, c->n));
    return AB_TAKE(cx, arena, &c->x, 3 * c->n);
}

// Transposes the lists of rows twice, after which the rows of a column ascend.
static abut_status sort_rows(ab_ctx *cx, ab_arena *arena, const ab_elimination *e, ab_block_lu *c) {
    const int64_t n = c->n, blocks = e->first[n];
    int64_t *begin;
    int32_t *column;
    AB_TRY(AB_TAKE(cx, arena, &begin, n + 1));
    AB_TRY(AB_TAKE(cx, arena, &column, blocks));
    memset(begin, 0, (size_t)(n + 1) * sizeof *begin);
    for (int64_t k = 0; k < blocks; k++) begin[c->place[e->row[k]] + 1]++;
    for (int64_t i = 0; i < n; i++) begin[i + 1] += begin[i];
    for (int64_t k = 0; k < n; k++)
        for (int64_t b = e->first[k]; b < e->first[k + 1]; b++) column[begin[c->place[e->row[b]]]++] = (int32_t)k;
    memcpy(c->first, e->first, (size_t)(n + 1) * sizeof *c->first);
    memcpy(c->at, e->first, (size_t)n * sizeof *c->at);
    for (int64_t i = 0, b = 0; i < n; i++)
        for (; b < begin[i]; b++) c->index[c->at[column[b]]++] = (int32_t)i;
    return ABUT_OK;
}

static int64_t find_block(const ab_block_lu *c, int32_t row, int32_t column) {
    int64_t low = c->first[column], high = c->first[column + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (c->index[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_targets(const ab_block_rows *w, ab_block_lu *c) {
    for (int64_t i = 0; i < c->n; i++)
        for (int64_t k = w->first[i]; k < w->first[i + 1]; k++) {
            const int32_t a = c->place[i], b = c->place[w->column[k]];
            c->target[k] = a == b  ? c->pivot + 9 * (int64_t)a
                           : a > b ? c->lower + 9 * find_block(c, a, b)
                                   : c->upper + 9 * find_block(c, b, a);
        }
}

static abut_status plan(ab_ctx *cx, ab_arena *arena, const ab_block_rows *w, const ab_elimination *e, ab_block_lu *c) {
    AB_TRY(take_room(cx, arena, w, e->first[c->n], c));
    for (int64_t k = 0; k < c->n; k++) c->place[e->order[k]] = (int32_t)k;
    AB_TRY(sort_rows(cx, arena, e, c));
    find_targets(w, c);
    return ABUT_OK;
}

abut_status ab_block_lu_plan(ab_ctx *cx, ab_arena *arena, const ab_block_rows *w, ab_block_lu *c, bool *fits) {
    *c = (ab_block_lu){.n = w->n};
    int64_t *first;
    int32_t *neighbour;
    AB_TRY(AB_TAKE(cx, arena, &first, w->n + 1));
    AB_TRY(AB_TAKE(cx, arena, &neighbour, 2 * w->first[w->n]));
    make_graph(w, first, neighbour);
    ab_elimination e;
    abut_status status = ab_min_degree(cx, &(ab_graph){w->n, first, neighbour}, MAX_BLOCKS, &e, fits);
    if (status == ABUT_OK && *fits) status = plan(cx, arena, w, &e, c);
    ab_elimination_free(cx, &e);
    return status;
}

// ------------------------------------------------------------------------------------------------------------ numbers

static void assemble(ab_block_lu *c, const ab_block_rows *pattern, const double *value) {
    memset(c->lower, 0, (size_t)(9 * c->first[c->n]) * sizeof *c->lower);
    memset(c->upper, 0, (size_t)(9 * c->first[c->n]) * sizeof *c->upper);
    for (int64_t k = 0; k < pattern->first[pattern->n]; k++) memcpy(c->target[k], value + 9 * k, 9 * sizeof *value);
}

// a -= x y
static inline void take_product(double *restrict a, const double *restrict x, const double *restrict y) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[3 * i + j] -= x[3 * i] * y[j] + x[3 * i + 1] * y[3 + j] + x[3 * i + 2] * y[6 + j];
}

// x <- x y
static inline void multiply(double *restrict x, const double *restrict y) {
    for (int i = 0; i < 3; i++) {
        const double a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];
        for (int j = 0; j < 3; j++) x[3 * i + j] = a * y[j] + b * y[3 + j] + c * y[6 + j];
    }
}

// By cofactors.
bool ab_block_invert(double a[9]) {
    const double c[9] = {a[4] * a[8] - a[5] * a[7], a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
                         a[5] * a[6] - a[3] * a[8], a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
                         a[3] * a[7] - a[4] * a[6], a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
    const double det = a[0] * c[0] + a[1] * c[3] + a[2] * c[6];
    if (!(fabs(det) > 0) || !isfinite(1 / det)) return false;
    for (int i = 0; i < 9; i++) a[i] = c[i] / det;
    return true;
}

// Enters column k in the list of the row of its block `at`, the next one to use it.
static void wait(ab_block_lu *c, int32_t k, int64_t at) {
    c->at[k] = at;
    if (at == c->first[k + 1]) return;
    c->next[k] = c->head[c->index[at]];
    c->head[c->index[at]] = k;
}

// Updates column and row j by column k of L and row k of U, whose blocks `at` are in row and column j.
static void take_column(ab_block_lu *c, int32_t k, int64_t at, double *pivot) {
    const double *left = c->lower + 9 * at, *above = c->upper + 9 * at;
    take_product(pivot, left, above);
    for (int64_t b = at + 1; b < c->first[k + 1]; b++) {
        const int64_t to = c->block_of[c->index[b]];
        take_product(c->lower + 9 * to, c->lower + 9 * b, above);
        take_product(c->upper + 9 * to, left, c->upper + 9 * b);
    }
}

bool ab_block_lu_factor(ab_block_lu *c, const ab_block_rows *pattern, const double *value) {
    assemble(c, pattern, value);
    for (int64_t j = 0; j < c->n; j++) c->head[j] = -1;
    for (int32_t j = 0; j < c->n; j++) {
        double *pivot = c->pivot + 9 * (int64_t)j;
        for (int64_t b = c->first[j]; b < c->first[j + 1]; b++) c->block_of[c->index[b]] = b;
        for (int32_t k = c->head[j], next; k >= 0; k = next) {
            next = c->next[k];
            take_column(c, k, c->at[k], pivot);
            wait(c, k, c->at[k] + 1);
        }
        if (!ab_block_invert(pivot)) return false;
        for (int64_t b = c->first[j]; b < c->first[j + 1]; b++) multiply(c->lower + 9 * b, pivot);
        wait(c, j, c->first[j]);
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- solve

// x -= a y
static inline void take(double *x, const double *a, const double *y) {
    for (int i = 0; i < 3; i++) x[i] -= a[3 * i] * y[0] + a[3 * i + 1] * y[1] + a[3 * i + 2] * y[2];
}

void ab_block_lu_solve(ab_block_lu *c, double *x) {
    for (int64_t i = 0; i < c->n; i++) memcpy(c->x + 3 * (int64_t)c->place[i], x + 3 * i, 3 * sizeof *x);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t b = c->first[j]; b < c->first[j + 1]; b++)
            take(c->x + 3 * (int64_t)c->index[b], c->lower + 9 * b, c->x + 3 * j);
    for (int64_t j = c->n - 1; j >= 0; j--) {
        double y[3] = {c->x[3 * j], c->x[3 * j + 1], c->x[3 * j + 2]};
        const double *p = c->pivot + 9 * j;
        for (int64_t b = c->first[j]; b < c->first[j + 1]; b++)
            take(y, c->upper + 9 * b, c->x + 3 * (int64_t)c->index[b]);
        for (int i = 0; i < 3; i++) c->x[3 * j + i] = p[3 * i] * y[0] + p[3 * i + 1] * y[1] + p[3 * i + 2] * y[2];
    }
    for (int64_t i = 0; i < c->n; i++) memcpy(x + 3 * i, c->x + 3 * (int64_t)c->place[i], 3 * sizeof *x);
}
