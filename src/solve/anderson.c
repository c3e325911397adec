// Safeguarded Anderson acceleration.
#include "solve/anderson.h"

#include <math.h>
#include <string.h>

#define GROWTH  4.0   // growth of |f|^2 that triggers a restart
#define REGULAR 1e-10 // regularisation, as a fraction of the largest diagonal entry
enum { MAX_RESTARTS = 3, PAUSE = 100 };

abut_status ab_anderson_start(ab_ctx *cx, ab_arena *arena, int64_t n, int memory, const double *weight,
                              ab_anderson *a) {
    *a = (ab_anderson){
        .n = n, .memory = memory, .weight = weight, .best_size = INFINITY, .min_size = INFINITY, .count = -1};
    AB_TRY(AB_TAKE(cx, arena, &a->df, memory * n));
    AB_TRY(AB_TAKE(cx, arena, &a->dg, memory * n));
    AB_TRY(AB_TAKE(cx, arena, &a->last_f, n));
    AB_TRY(AB_TAKE(cx, arena, &a->last_g, n));
    return AB_TAKE(cx, arena, &a->best, n);
}

static double dot(const ab_anderson *a, const double *x, const double *y) {
    double sum = 0;
    for (int64_t i = 0; i < a->n; i++) sum += a->weight[i] * x[i] * y[i];
    return sum;
}

// Gaussian elimination of m equations with a symmetric positive definite matrix; the last column is the right-hand
// side.
static void eliminate(int m, double s[AB_ANDERSON_MAX][AB_ANDERSON_MAX + 1], double *y) {
    for (int i = 0; i < m; i++)
        for (int j = i + 1; j < m; j++) {
            const double factor = s[j][i] / s[i][i];
            for (int k = i; k <= m; k++) s[j][k] -= factor * s[i][k];
        }
    for (int i = m - 1; i >= 0; i--) {
        y[i] = s[i][m];
        for (int k = i + 1; k < m; k++) y[i] -= s[i][k] * y[k];
        y[i] /= s[i][i];
    }
}

// Coefficients y that minimise |f - sum y_k df_k|.
static void combine(const ab_anderson *a, int m, const double *f, double *y) {
    double s[AB_ANDERSON_MAX][AB_ANDERSON_MAX + 1] = {{0}}, largest = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) s[i][j] = a->product[i][j];
        s[i][m] = dot(a, a->df + i * a->n, f);
        largest = fmax(largest, s[i][i]);
    }
    for (int i = 0; i < m; i++) s[i][i] += REGULAR * largest;
    if (largest > 0)
        eliminate(m, s, y);
    else
        memset(y, 0, (size_t)m * sizeof *y);
}

static void store_difference(ab_anderson *a, const double *f, const double *g) {
    const int slot = (int)(a->count % a->memory), stored = (int)(a->count < a->memory ? a->count + 1 : a->memory);
    double *df = a->df + slot * a->n, *dg = a->dg + slot * a->n;
    for (int64_t i = 0; i < a->n; i++) {
        df[i] = f[i] - a->last_f[i];
        dg[i] = g[i] - a->last_g[i];
    }
    for (int j = 0; j < stored; j++) a->product[slot][j] = a->product[j][slot] = dot(a, df, a->df + j * a->n);
}

static void remember(ab_anderson *a, const double *f, const double *g) {
    if (a->count >= 0) store_difference(a, f, g);
    a->count++;
    memcpy(a->last_f, f, (size_t)a->n * sizeof *f);
    memcpy(a->last_g, g, (size_t)a->n * sizeof *g);
}

void ab_anderson_restart(ab_anderson *a) {
    a->count = -1;
    a->best_size = INFINITY;
}

static bool went_astray(ab_anderson *a, double size, const double *g) {
    if (a->count > 0 && !(size <= GROWTH * a->best_size)) {
        a->restarts = a->min_size < INFINITY && a->best_size < a->min_size ? 0 : a->restarts + 1;
        a->min_size = fmin(a->min_size, a->best_size);
        ab_anderson_restart(a);
        return true;
    }
    if (size < a->best_size) {
        a->best_size = size;
        memcpy(a->best, g, (size_t)a->n * sizeof *g);
    }
    return false;
}

bool ab_anderson_next(ab_anderson *a, double *x, const double *g) {
    double *f = x; // overwrites x, which is no longer needed
    for (int64_t i = 0; i < a->n; i++) f[i] = g[i] - x[i];
    a->size = dot(a, f, f);
    if (a->restarts > MAX_RESTARTS) {
        if (++a->pause > PAUSE) a->restarts = a->pause = 0;
        memcpy(x, g, (size_t)a->n * sizeof *x);
        return true;
    }
    if (went_astray(a, a->size, g)) {
        memcpy(x, a->best, (size_t)a->n * sizeof *x);
        return false;
    }
    remember(a, f, g);
    const int m = (int)(a->count < a->memory ? a->count : a->memory);
    double y[AB_ANDERSON_MAX];
    combine(a, m, f, y);
    memcpy(x, g, (size_t)a->n * sizeof *x);
    for (int k = 0; k < m; k++)
        for (int64_t i = 0; i < a->n; i++) x[i] -= y[k] * a->dg[k * a->n + i];
    return true;
}
