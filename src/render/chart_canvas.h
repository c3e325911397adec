// What charts are drawn on: SVG, or the pixels of a picture. Places are in units of the SVG, y downwards.
#ifndef AB_RENDER_CHART_CANVAS_H
#define AB_RENDER_CHART_CANVAS_H

#include "base/text.h"
#include "render/canvas.h"

typedef struct ab_chart_canvas {
    ab_text *svg; // or, if NULL:
    ab_canvas *canvas;
    double scale; // pixels of a unit
    ab_rgb8 ink;  // of the curve being drawn
    double x, y;  // its last point
    bool begun;   // it has one
} ab_chart_canvas;

// Anything that is written is text, never markup.
void ab_chart_canvas_text(ab_chart_canvas *canvas, const ab_text_place *writing, const char *text);
void ab_chart_canvas_rule(ab_chart_canvas *canvas, double x1, double y1, double x2, double y2,
                          bool strong); // of the axes

// A curve: begin, points, end. lift: nothing is drawn up to the next point.
void ab_chart_canvas_begin(ab_chart_canvas *canvas, ab_rgb8 ink);
void ab_chart_canvas_point(ab_chart_canvas *canvas, double x, double y);
void ab_chart_canvas_gap(ab_chart_canvas *canvas);
void ab_chart_canvas_end(ab_chart_canvas *canvas);

#endif
