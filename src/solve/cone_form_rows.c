// Contact problems whose W is given in block rows: its products, sweeps and factors.
#include "base/alloc.h"
#include "solve/block_lu.h"
#include "solve/block_rows.h"
#include "solve/cone.h"

#include <string.h>

static const ab_block_rows *rows_of(const ab_cones *c) { return c->with; }

static inline void add_product(const double *block, const double *r, double *u) {
    for (int k = 0; k < 3; k++) u[k] += block[3 * k] * r[0] + block[3 * k + 1] * r[1] + block[3 * k + 2] * r[2];
}

// Adds the products of blocks [from, to) of a row.
static inline void add_row(const ab_block_rows *w, int64_t from, int64_t to, const double *r, double *u) {
    for (int64_t k = from; k < to; k++) add_product(w->value + 9 * k, r + 3 * (int64_t)w->column[k], u);
}

static void multiply(const ab_cones *c, const double *r, double *u) {
    const ab_block_rows *w = rows_of(c);
    for (int64_t i = 0; i < c->n; i++) {
        double sum[3] = {0};
        add_row(w, w->first[i], w->first[i + 1], r, sum);
        memcpy(u + 3 * i, sum, sizeof sum);
    }
}

static void block(const ab_cones *c, int64_t i, double w[9]) {
    memcpy(w, rows_of(c)->value + 9 * rows_of(c)->diagonal[i], 9 * sizeof *w);
}

static void start(const ab_cones *c, const double *r) { (void)c, (void)r; }

static void sweep(const ab_cones *c, double *r, double *slip) {
    const ab_block_rows *w = rows_of(c);
    for (int64_t i = 0; i < c->n; i++) {
        double b[3] = {c->q[3 * i], c->q[3 * i + 1], c->q[3 * i + 2]};
        add_row(w, w->first[i], w->diagonal[i], r, b);
        add_row(w, w->diagonal[i] + 1, w->first[i + 1], r, b);
        if (c->relaxed)
            ab_cone_solve_relaxed(w->value + 9 * w->diagonal[i], b, c->mu[i], r + 3 * i);
        else
            ab_cone_solve(w->value + 9 * w->diagonal[i], b, c->mu[i], r + 3 * i, &slip[i]);
    }
}

// ------------------------------------------------------------------------------------------------------------- factors

typedef struct row_factors {
    ab_block_lu lu;
    double *value; // C W + E, 9 numbers per block of W
} row_factors;

static abut_status plan(ab_ctx *cx, ab_arena *arena, const ab_cones *c, void **factors, bool *fits) {
    row_factors *f;
    AB_TRY(AB_TAKE(cx, arena, &f, 1));
    *factors = f;
    AB_TRY(AB_TAKE(cx, arena, &f->value, 9 * rows_of(c)->first[c->n]));
    return ab_block_lu_plan(cx, arena, rows_of(c), &f->lu, fits);
}

// p = a b, row-major 3 x 3
static inline void put_product(const double *restrict a, const double *restrict b, double *restrict p) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) p[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

static bool factor(const ab_cones *c, void *factors, const double *e, const double *cc) {
    const ab_block_rows *w = rows_of(c);
    row_factors *f = factors;
    for (int64_t i = 0; i < c->n; i++) {
        for (int64_t k = w->first[i]; k < w->first[i + 1]; k++)
            put_product(cc + 9 * i, w->value + 9 * k, f->value + 9 * k);
        for (int a = 0; a < 9; a++) f->value[9 * w->diagonal[i] + a] += e[9 * i + a];
    }
    return ab_block_lu_factor(&f->lu, w, f->value);
}

static void solve(const ab_cones *c, void *factors, double *x) {
    (void)c;
    row_factors *f = factors;
    ab_block_lu_solve(&f->lu, x);
}

// ------------------------------------------------------------------------------------------------------- for residuals

static void recompute(const ab_cones *c, const double *r, double *u) {
    const ab_block_rows *w = rows_of(c);
    for (int64_t i = 0; i < c->n; i++)
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            for (int64_t j = w->first[i]; j < w->first[i + 1]; j++)
                for (int m = 0; m < 3; m++) sum += w->value[9 * j + 3 * k + m] * r[3 * (int64_t)w->column[j] + m];
            u[3 * i + k] = sum;
        }
}

static abut_status list(ab_ctx *cx, const ab_cones *c, ab_entry **entry, int64_t *count) {
    const ab_block_rows *w = rows_of(c);
    *count = 0;
    AB_TRY(AB_ALLOC(cx, entry, 9 * w->first[c->n]));
    for (int32_t i = 0; i < c->n; i++)
        for (int64_t k = 9 * w->first[i]; k < 9 * w->first[i + 1]; k++)
            (*entry)[(*count)++] =
                (ab_entry){3 * i + (int32_t)(k % 9 / 3), 3 * w->column[k / 9] + (int32_t)(k % 3), w->value[k]};
    return ABUT_OK;
}

const ab_cone_form ab_cone_form_rows = {multiply, block, start, sweep, plan, factor, solve, recompute, list};
