// Curves over time as a picture, SVG or PNG: one panel for every unit, one below the other, over the same axis of time.
#ifndef AB_RENDER_CHART_H
#define AB_RENDER_CHART_H

#include "render/png.h"

typedef struct ab_curve {
    const char *name, *unit;
    const double *x, *y; // y: NaN leaves a gap
    int64_t n, stride;   // x[i stride], y[i stride]
} ab_curve;

typedef struct ab_chart {
    const char *title;
    const char *x_name, *x_unit;
    double from, to; // of x; NaN: where the curves begin or end; equal: both
    int32_t width;   // of the picture, pixels
    int32_t panel;   // height of one panel, pixels
    const ab_curve *curve;
    int64_t ncurve;
} ab_chart;

// Curves of more points than pixels are thinned: of the points that fall on one column of pixels the first, the lowest,
// the highest and the last are kept, so no peak is lost. Names are text, never markup.
void ab_chart_svg(ab_text *to, const ab_chart *chart);
// The same in pixels, AB_CHART_SCALE for each of the SVG's, into an image that the caller frees.
#define AB_CHART_SCALE 2
abut_status ab_chart_png(ab_ctx *cx, const ab_chart *chart, ab_image *image);

// The largest of 1, 2, 5 times a power of ten of which at least `min` lie in `range`, which is > 0.
double ab_chart_tick(double range, int min);

#endif
