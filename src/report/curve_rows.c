// Takes rows of a history, smooths them and computes statistics.
#include "report/curve_rows.h"
#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static double time_of(const ab_curve *c, int64_t i) { return c->x[i * c->stride]; }
static double value_of(const ab_curve *c, int64_t i) { return c->y[i * c->stride]; }

// Value of a curve at a time by straight lines between its rows; *near: index of a row before it, which only grows.
static double value_at(const ab_curve *c, double t, int64_t *near) {
    while (*near + 2 < c->n && time_of(c, *near + 1) <= t) ++*near;
    const int64_t i = *near;
    if (c->n == 1 && t == time_of(c, 0)) return value_of(c, 0);
    if (c->n < 2 || t < time_of(c, i) || t > time_of(c, i + 1)) return NAN;
    const double span = time_of(c, i + 1) - time_of(c, i);
    const double share = span > 0 ? (t - time_of(c, i)) / span : 0;
    if (share == 0) return value_of(c, i);
    return share == 1 ? value_of(c, i + 1) : value_of(c, i) + share * (value_of(c, i + 1) - value_of(c, i));
}

// The mean of the values within half a window of each row; values that are not finite are left out.
static abut_status smooth(ab_ctx *cx, const ab_series *s, double window, double *value) {
    double *mean = NULL;
    int64_t first = 0, last = 0; // rows of the window
    AB_TRY(AB_ALLOC(cx, &mean, s->n));
    for (int64_t i = 0; i < s->n; i++) {
        double sum = 0;
        int64_t count = 0;
        while (s->time[first] < s->time[i] - 0.5 * window) first++;
        while (last < s->n && s->time[last] <= s->time[i] + 0.5 * window) last++;
        for (int64_t k = first; k < last; k++)
            if (isfinite(value[k])) sum += value[k], count++;
        mean[i] = count > 0 && isfinite(value[i]) ? sum / (double)count : NAN;
    }
    for (int64_t i = 0; i < s->n; i++) value[i] = mean[i];
    ab_free(cx, mean);
    return ABUT_OK;
}

static void keep_range(ab_series *s, double from, double to) {
    int64_t kept = 0;
    for (int64_t i = 0; i < s->n; i++) {
        if (s->time[i] < from || s->time[i] > to) continue;
        s->time[kept] = s->time[i];
        s->x[kept] = s->x[i];
        s->y[kept++] = s->y[i];
    }
    s->n = kept;
}

static abut_status reserve(ab_ctx *cx, int64_t n, ab_series *s) {
    *s = (ab_series){.n = n};
    AB_TRY(AB_ALLOC(cx, &s->time, n));
    AB_TRY(AB_ALLOC(cx, &s->x, n));
    return AB_ALLOC(cx, &s->y, n);
}

static abut_status take(ab_ctx *cx, const ab_curve *curve, const ab_series_def *def, ab_series *s) {
    int64_t near = 0;
    AB_TRY(reserve(cx, curve->n, s));
    for (int64_t i = 0; i < s->n; i++) {
        s->time[i] = time_of(curve, i);
        s->x[i] = def->over ? value_at(def->over, s->time[i], &near) : s->time[i];
        s->y[i] = value_of(curve, i);
    }
    if (def->smooth > 0 && def->over) AB_TRY(smooth(cx, s, def->smooth, s->x));
    if (def->smooth > 0) AB_TRY(smooth(cx, s, def->smooth, s->y));
    keep_range(s, def->from, def->to);
    return ABUT_OK;
}

abut_status ab_series_take(ab_ctx *cx, const ab_curve *curve, const ab_series_def *def, ab_series *series) {
    const abut_status status = take(cx, curve, def, series);
    if (status != ABUT_OK) ab_series_free(cx, series);
    return status;
}

void ab_series_free(ab_ctx *cx, ab_series *series) {
    ab_free(cx, series->time);
    ab_free(cx, series->x);
    ab_free(cx, series->y);
    *series = (ab_series){0};
}

// The mean over time of y or of its square, by straight lines between rows: the square's integral is exact for them.
static void average(const ab_series *s, abut_statistics *of) {
    double time = 0, sum = 0, squares = 0;
    for (int64_t i = 1; i < s->n; i++) {
        const double a = s->y[i - 1], b = s->y[i], step = s->time[i] - s->time[i - 1];
        if (!isfinite(a) || !isfinite(b)) continue;
        time += step;
        sum += step * 0.5 * (a + b);
        squares += step * (a * a + a * b + b * b) / 3;
    }
    of->mean = time > 0 ? sum / time : of->last;
    of->rms = time > 0 ? sqrt(squares / time) : fabs(of->last);
}

abut_statistics ab_series_statistics(const ab_series *s) {
    abut_statistics of = {.min = NAN, .min_at = NAN, .max = NAN, .max_at = NAN, .first = NAN, .last = NAN};
    for (int64_t i = 0; i < s->n; i++) {
        const double y = s->y[i];
        if (!isfinite(y)) continue;
        if (of.rows++ == 0) of.first = y;
        if (!(y >= of.min)) of.min = y, of.min_at = s->x[i];
        if (!(y <= of.max)) of.max = y, of.max_at = s->x[i];
        of.last = y;
    }
    average(s, &of);
    return of;
}
