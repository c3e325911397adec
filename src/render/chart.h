// Charts of curves over time as SVG or PNG: one panel per unit, stacked over a common time axis.
#ifndef AB_RENDER_CHART_H
#define AB_RENDER_CHART_H

#include "render/png.h"

typedef struct ab_curve {
    const char *name, *unit;
    const double *x, *y; // NaN in y = gap
    int64_t n, stride;   // x[i stride], y[i stride]
} ab_curve;

typedef struct ab_chart {
    const char *title;
    const char *x_name, *x_unit;
    double from, to; // range of x; NaN = that end from the curves; from == to: both ends from the curves
    int32_t width;   // of the image, pixels
    int32_t panel;   // height of one panel, pixels
    const ab_curve *curve;
    int64_t ncurve;
} ab_chart;

// Curves with more points than pixels are thinned: of the points in one pixel column the first, lowest, highest and
// last are kept, so no peak is lost. Names are escaped: text, never markup.
void ab_chart_svg(ab_text *to, const ab_chart *chart);
// The same as an image, which the caller frees; AB_CHART_SCALE pixels per unit of the SVG.
#define AB_CHART_SCALE 2
abut_status ab_chart_png(ab_ctx *cx, const ab_chart *chart, ab_image *image);

// Tick spacing: the largest of 1, 2, 5 times a power of ten with at least `min` intervals in `range` (> 0).
double ab_chart_tick(double range, int min);

#endif
