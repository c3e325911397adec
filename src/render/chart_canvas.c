// Draws lines and text of a chart as SVG or as pixels.
#include "render/chart_canvas.h"

#include <math.h>

// Rounds coordinates to a thousandth of a pixel.
static void put_place(ab_text *to, double value) { ab_text_number(to, round(1000 * value) / 1000); }

static void put_point(ab_text *to, const char *order, double x, double y) {
    ab_text_put(to, order);
    put_place(to, x);
    ab_text_put(to, " ");
    put_place(to, y);
}

static void svg_text(ab_text *to, const ab_text_place *w, const char *text) {
    static const char *const ANCHORS[] = {[AB_START] = "start", [AB_MIDDLE] = "middle", [AB_END] = "end"};
    if (w->upwards) {
        put_point(to, "<text transform=\"translate(", w->x, w->y);
        ab_text_put(to, ") rotate(-90)\"");
    } else {
        ab_text_put(to, "<text x=\"");
        put_place(to, w->x);
        ab_text_put(to, "\" y=\"");
        put_place(to, w->y);
        ab_text_put(to, "\"");
    }
    ab_text_format(to, " text-anchor=\"%s\" font-size=\"%d\">", ANCHORS[w->anchor], (int)w->size);
    ab_text_xml(to, text);
    ab_text_put(to, "</text>\n");
}

void ab_chart_canvas_text(ab_chart_canvas *p, const ab_text_place *w, const char *text) {
    if (p->svg) {
        svg_text(p->svg, w, text);
        return;
    }
    const ab_text_place scaled = {p->scale * w->x, p->scale * w->y, p->scale * w->size, w->anchor, w->upwards};
    ab_canvas_text(p->canvas, &scaled, text);
    ab_canvas_paint(p->canvas, (ab_rgb8){34, 34, 34});
}

void ab_chart_canvas_rule(ab_chart_canvas *p, double x1, double y1, double x2, double y2, bool strong) {
    if (p->svg) {
        ab_text_format(p->svg, "<path class=\"%s\" d=\"", strong ? "zero" : "grid");
        put_point(p->svg, "M", x1, y1);
        put_point(p->svg, "L", x2, y2);
        ab_text_put(p->svg, "\"/>\n");
        return;
    }
    ab_canvas_line(p->canvas, p->scale * x1, p->scale * y1, p->scale * x2, p->scale * y2, p->scale);
    ab_canvas_paint(p->canvas, strong ? (ab_rgb8){136, 136, 136} : (ab_rgb8){221, 221, 221});
}

void ab_chart_canvas_begin(ab_chart_canvas *p, ab_rgb8 ink) {
    p->ink = ink;
    p->begun = false;
    if (p->svg)
        ab_text_format(p->svg, "<path class=\"curve\" stroke=\"#%02x%02x%02x\" d=\"", (unsigned)ink.r, (unsigned)ink.g,
                       (unsigned)ink.b);
}

void ab_chart_canvas_point(ab_chart_canvas *p, double x, double y) {
    if (p->svg)
        put_point(p->svg, p->begun ? "L" : "M", x, y);
    else if (p->begun)
        ab_canvas_line(p->canvas, p->scale * p->x, p->scale * p->y, p->scale * x, p->scale * y, 1.5 * p->scale);
    p->x = x;
    p->y = y;
    p->begun = true;
}

void ab_chart_canvas_gap(ab_chart_canvas *p) { p->begun = false; }

void ab_chart_canvas_end(ab_chart_canvas *p) {
    if (p->svg)
        ab_text_put(p->svg, "\"/>\n");
    else
        ab_canvas_paint(p->canvas, p->ink);
}
