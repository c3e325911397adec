// Drawing target of charts: SVG text or the pixels of an image. Coordinates are SVG units, y downwards.
#ifndef AB_RENDER_CHART_CANVAS_H
#define AB_RENDER_CHART_CANVAS_H

#include "base/text.h"
#include "render/canvas.h"

typedef struct ab_chart_canvas {
    ab_text *svg; // NULL = draw on `canvas`
    ab_canvas *canvas;
    double scale; // pixels per unit
    ab_rgb8 ink;  // colour of the curve being drawn
    double x, y;  // its last point
    bool begun;   // it has a last point
} ab_chart_canvas;

// Text is escaped in SVG, never interpreted as markup.
void ab_chart_canvas_text(ab_chart_canvas *canvas, const ab_text_place *writing, const char *text);
void ab_chart_canvas_rule(ab_chart_canvas *canvas, double x1, double y1, double x2, double y2,
                          bool strong); // a grid line, or a stronger line at zero

// A curve is begin, points, end. After a gap nothing is drawn up to the next point.
void ab_chart_canvas_begin(ab_chart_canvas *canvas, ab_rgb8 ink);
void ab_chart_canvas_point(ab_chart_canvas *canvas, double x, double y);
void ab_chart_canvas_gap(ab_chart_canvas *canvas);
void ab_chart_canvas_end(ab_chart_canvas *canvas);

#endif
