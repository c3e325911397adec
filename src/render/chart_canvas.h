// What charts are drawn on: SVG, or the pixels of a picture. Places are in units of the SVG, y downwards.
#ifndef AB_RENDER_CHART_CANVAS_H
#define AB_RENDER_CHART_CANVAS_H

#include "base/text.h"
#include "render/canvas.h"

typedef struct ab_paper {
    ab_text *svg; // or, if NULL:
    ab_pen *pen;
    double scale; // pixels of a unit
    ab_ink ink;   // of the curve being drawn
    double x, y;  // its last point
    bool begun;   // it has one
} ab_paper;

// Anything that is written is text, never markup.
void ab_paper_text(ab_paper *paper, const ab_writing *writing, const char *text);
void ab_paper_rule(ab_paper *paper, double x1, double y1, double x2, double y2, bool strong); // of the axes

// A curve: begin, points, end. lift: nothing is drawn up to the next point.
void ab_paper_begin(ab_paper *paper, ab_ink ink);
void ab_paper_point(ab_paper *paper, double x, double y);
void ab_paper_lift(ab_paper *paper);
void ab_paper_end(ab_paper *paper);

#endif
