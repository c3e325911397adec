// The rows of a curve as arrays: over time or over another column, smoothed, between two times; and their statistics.
#ifndef AB_REPORT_CURVE_ROWS_H
#define AB_REPORT_CURVE_ROWS_H

#include "abut/results.h"
#include "render/chart.h"

typedef struct ab_series {
    double *time, *x, *y; // s; x is the time or another column   (n)
    int64_t n;
} ab_series;

// What is taken of a curve; times that are NAN are no limit.
typedef struct ab_series_def {
    const ab_curve *over; // another curve over time, whose values are x; NULL = the time itself
    double from, to;      // s
    double smooth;        // length of the window of the mean, s; 0 = none
} ab_series_def;

// Rows of `curve`, which is over time. x is interpolated between the rows of `over`, NaN beyond them; each value is the
// mean of those within half a window before and behind it.
abut_status ab_series_take(ab_ctx *cx, const ab_curve *curve, const ab_series_def *def, ab_series *series);
void ab_series_free(ab_ctx *cx, ab_series *series);

// Over the rows that have a value. Mean and rms are integrals over time by the trapezoidal rule.
abut_statistics ab_series_statistics(const ab_series *series);

#endif
