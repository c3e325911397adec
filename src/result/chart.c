#include "result/chart.h"

#include <math.h>
#include <string.h>

enum { LEFT = 84, RIGHT = 16, TOP = 40, BOTTOM = 46, BETWEEN = 18, LEGEND = 20, LETTER = 7 };
enum { LEAST_TICKS = 3, COLOURS = 8 };

// Okabe and Ito's colours, which people who see colours differently can tell apart.
static const char *const COLOUR[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#000000", "#8c7a00"};

typedef struct range {
    double low, high;
} range;

// Where a panel stands, in pixels and in units of its axes.
typedef struct panel {
    const ab_chart *chart;
    const char *unit;
    double top, height, width;
    range x, y;
    double y_tick;
} panel;

double ab_chart_tick(double span, int least) {
    const double power = pow(10, floor(log10(span / least)));
    const double in_powers = span / least / power;
    return power * (in_powers >= 5 ? 5 : in_powers >= 2 ? 2 : 1);
}

// Three decimals are a thousandth of a pixel.
static void put_pixels(ab_text *to, double value) { ab_text_number(to, round(1000 * value) / 1000); }

static double across(const panel *p, double x) {
    return LEFT + p->width * (x - p->x.low) / (p->x.high - p->x.low);
}
static double down(const panel *p, double y) {
    return p->top + p->height * (1 - (y - p->y.low) / (p->y.high - p->y.low));
}

// ------------------------------------------------------------------------------------------------------- ranges

// Beyond, the ends of an axis would be infinitely far apart. False for NaN.
static bool can_be_drawn(double value) { return fabs(value) <= 1e300; }

static range widened(range r, double value) {
    return can_be_drawn(value) ? (range){fmin(r.low, value), fmax(r.high, value)} : r;
}

// A range that has no width, or one that rounding fills, is opened round its middle; one without values is 0 to 1.
static range opened(range r) {
    if (r.low > r.high) return (range){0, 1};
    const double largest = fmax(fabs(r.low), fabs(r.high));
    if (r.high - r.low > fmax(1e-12 * largest, 1e-290)) return r;
    const double half = largest > 1e-280 ? 0.5 * largest : 1;
    return (range){r.low - half, r.high + half};
}

static bool is_within(range r, double x) { return x >= r.low && x <= r.high; }

static range time_range(const ab_chart *c) {
    if (c->from < c->to) return opened((range){c->from, c->to});
    range r = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < c->ncurve; k++)
        for (int64_t i = 0; i < c->curve[k].n; i++) r = widened(r, c->curve[k].x[i * c->curve[k].stride]);
    return opened(r);
}

static range values_of(const panel *p) {
    range r = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < p->chart->ncurve; k++) {
        const ab_curve *c = &p->chart->curve[k];
        if (strcmp(c->unit, p->unit) != 0) continue;
        for (int64_t i = 0; i < c->n; i++)
            if (is_within(p->x, c->x[i * c->stride])) r = widened(r, c->y[i * c->stride]);
    }
    return r;
}

// From tick to tick round all values; a constant lies in the middle.
static void choose_y(panel *p) {
    const range r = opened(values_of(p));
    p->y_tick = ab_chart_tick(r.high - r.low, LEAST_TICKS);
    p->y = (range){p->y_tick * floor(r.low / p->y_tick), p->y_tick * ceil(r.high / p->y_tick)};
}

// --------------------------------------------------------------------------------------------------------- axes

static void put_line(ab_text *to, double x1, double y1, double x2, double y2, const char *class) {
    ab_text_format(to, "<path class=\"%s\" d=\"M", class);
    put_pixels(to, x1);
    ab_text_put(to, " ");
    put_pixels(to, y1);
    ab_text_put(to, "L");
    put_pixels(to, x2);
    ab_text_put(to, " ");
    put_pixels(to, y2);
    ab_text_put(to, "\"/>\n");
}

static void open_text(ab_text *to, double x, double y, const char *anchor) {
    ab_text_put(to, "<text x=\"");
    put_pixels(to, x);
    ab_text_put(to, "\" y=\"");
    put_pixels(to, y);
    ab_text_format(to, "\" text-anchor=\"%s\">", anchor);
}

// A tick's value without the digits that only rounding gave it.
static void put_tick(ab_text *to, double value, double tick) {
    const double steps = round(value / tick), power = pow(10, floor(log10(tick)));
    const double lead = round(tick / power); // 1, 2 or 5
    ab_text_number(to, power >= 1 ? steps * lead * power : steps * lead / round(1 / power));
}

static void put_x_axis(ab_text *to, const panel *p, bool named) {
    const double tick = ab_chart_tick(p->x.high - p->x.low, 5), bottom = p->top + p->height;
    const int64_t first = (int64_t)ceil(p->x.low / tick - 1e-9),
                  last = (int64_t)floor(p->x.high / tick + 1e-9);
    for (int64_t i = first; i <= last; i++) {
        const double x = across(p, (double)i * tick);
        put_line(to, x, p->top, x, bottom, "grid");
        if (!named) continue;
        open_text(to, x, bottom + 16, "middle");
        put_tick(to, (double)i * tick, tick);
        ab_text_put(to, "</text>\n");
    }
}

static void put_y_axis(ab_text *to, const panel *p) {
    const double tick = p->y_tick;
    const int64_t first = (int64_t)ceil(p->y.low / tick - 1e-9),
                  last = (int64_t)floor(p->y.high / tick + 1e-9);
    for (int64_t i = first; i <= last; i++) {
        const double y = down(p, (double)i * tick);
        put_line(to, LEFT, y, LEFT + p->width, y, i == 0 ? "zero" : "grid");
        open_text(to, LEFT - 6, y + 4, "end");
        put_tick(to, (double)i * tick, tick);
        ab_text_put(to, "</text>\n");
    }
    ab_text_put(to, "<text transform=\"translate(14 ");
    put_pixels(to, p->top + 0.5 * p->height);
    ab_text_put(to, ") rotate(-90)\" text-anchor=\"middle\">");
    ab_text_xml(to, p->unit[0] ? p->unit : "1");
    ab_text_put(to, "</text>\n");
}

// ------------------------------------------------------------------------------------------------------- curves

// The points of one column of pixels, as they come.
typedef struct pixel_column {
    int64_t at;
    int64_t first, last, lowest, highest; // points of the curve; first < 0: none yet
} pixel_column;

typedef struct pen {
    ab_text *to;
    const panel *p;
    const ab_curve *c;
    bool down; // on the paper
} pen;

static double y_of(const ab_curve *c, int64_t i) { return c->y[i * c->stride]; }

static void draw_to(pen *hand, int64_t i) {
    ab_text_put(hand->to, hand->down ? "L" : "M");
    put_pixels(hand->to, across(hand->p, hand->c->x[i * hand->c->stride]));
    ab_text_put(hand->to, " ");
    put_pixels(hand->to, down(hand->p, y_of(hand->c, i)));
    hand->down = true;
}

static void draw_column(pen *hand, const pixel_column *col) {
    if (col->first < 0) return;
    const int64_t one = col->lowest < col->highest ? col->lowest : col->highest;
    const int64_t two = col->lowest < col->highest ? col->highest : col->lowest;
    draw_to(hand, col->first);
    if (one > col->first && one < col->last) draw_to(hand, one);
    if (two > one && two > col->first && two < col->last) draw_to(hand, two);
    if (col->last > col->first) draw_to(hand, col->last);
}

static void add_point(pixel_column *col, const ab_curve *c, int64_t i) {
    if (col->first < 0) col->first = col->lowest = col->highest = i;
    if (y_of(c, i) < y_of(c, col->lowest)) col->lowest = i;
    if (y_of(c, i) > y_of(c, col->highest)) col->highest = i;
    col->last = i;
}

static void put_curve(ab_text *to, const panel *p, const ab_curve *c, const char *colour) {
    ab_text_format(to, "<path class=\"curve\" stroke=\"%s\" d=\"", colour);
    pen hand = {to, p, c, false};
    pixel_column col = {.first = -1};
    for (int64_t i = 0; i < c->n; i++) {
        const double x = c->x[i * c->stride];
        if (!is_within(p->x, x)) continue;
        const int64_t at = (int64_t)across(p, x);
        const bool gap = !can_be_drawn(y_of(c, i));
        if (gap || at != col.at) {
            draw_column(&hand, &col);
            col = (pixel_column){.at = at, .first = -1};
        }
        if (gap)
            hand.down = false;
        else
            add_point(&col, c, i);
    }
    draw_column(&hand, &col);
    ab_text_put(to, "\"/>\n");
}

// Names side by side above the panel, as many lines as they need.
typedef struct legend {
    double x, y;
} legend;

static double name_width(const ab_curve *c) { return 34 + LETTER * (double)strlen(c->name); }

static legend next_name(legend at, const ab_curve *c, double width) {
    const double end = at.x + name_width(c);
    return end > LEFT + width && at.x > LEFT ? (legend){LEFT, at.y + LEGEND} : at;
}

static double legend_height(const ab_chart *chart, const char *unit, double width) {
    legend at = {LEFT, LEGEND};
    for (int64_t k = 0; k < chart->ncurve; k++) {
        if (strcmp(chart->curve[k].unit, unit) != 0) continue;
        at = next_name(at, &chart->curve[k], width);
        at.x += name_width(&chart->curve[k]);
    }
    return at.y;
}

static void put_name(ab_text *to, legend at, const char *name, const char *colour) {
    ab_text_format(to, "<path class=\"curve\" stroke=\"%s\" d=\"M", colour);
    put_pixels(to, at.x);
    ab_text_put(to, " ");
    put_pixels(to, at.y);
    ab_text_put(to, "h20\"/>\n");
    open_text(to, at.x + 25, at.y + 4, "start");
    ab_text_xml(to, name);
    ab_text_put(to, "</text>\n");
}

static void put_panel(ab_text *to, const panel *p, double legend_top, bool last) {
    const ab_chart *chart = p->chart;
    put_x_axis(to, p, last);
    put_y_axis(to, p);
    legend at = {LEFT, legend_top + 0.5 * LEGEND};
    int64_t n = 0;
    for (int64_t k = 0; k < chart->ncurve; k++) {
        const ab_curve *c = &chart->curve[k];
        if (strcmp(c->unit, p->unit) != 0) continue;
        const char *colour = COLOUR[n++ % COLOURS];
        put_curve(to, p, c, colour);
        at = next_name(at, c, p->width);
        put_name(to, at, c->name, colour);
        at.x += name_width(c);
    }
}

// ------------------------------------------------------------------------------------------------------ picture

static bool is_first_of_unit(const ab_chart *chart, int64_t k) {
    for (int64_t i = 0; i < k; i++)
        if (strcmp(chart->curve[i].unit, chart->curve[k].unit) == 0) return false;
    return true;
}

// Names beside a panel count to its height.
static double picture_height(const ab_chart *chart, double width) {
    double height = TOP + BOTTOM;
    for (int64_t k = 0; k < chart->ncurve; k++)
        if (is_first_of_unit(chart, k))
            height += chart->panel + BETWEEN + legend_height(chart, chart->curve[k].unit, width);
    return height;
}

static void put_head(ab_text *to, const ab_chart *chart, double height) {
    ab_text_format(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "role=\"img\">\n<title>",
        (int)chart->width, (int)height, (int)chart->width, (int)height);
    ab_text_xml(to, chart->title);
    ab_text_put(
        to, "</title>\n<style>text{font:12px sans-serif;fill:#222}.grid{stroke:#ddd}.zero{stroke:#888}"
            ".grid,.zero{stroke-width:1}.curve{fill:none;stroke-width:1.5;stroke-linejoin:round}</style>\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    open_text(to, LEFT, 22, "start");
    ab_text_put(to, "<tspan font-size=\"15\">");
    ab_text_xml(to, chart->title);
    ab_text_put(to, "</tspan></text>\n");
}

void ab_chart_svg(ab_text *to, const ab_chart *chart) {
    const double width = chart->width - LEFT - RIGHT, height = picture_height(chart, width);
    const range x = time_range(chart);
    put_head(to, chart, height);
    double top = TOP;
    for (int64_t k = 0; k < chart->ncurve; k++) {
        if (!is_first_of_unit(chart, k)) continue;
        panel p = {chart, chart->curve[k].unit, 0, chart->panel, width, x, {0, 0}, 0};
        p.top = top + legend_height(chart, p.unit, width);
        choose_y(&p);
        const double below = p.top + p.height + BETWEEN;
        put_panel(to, &p, top, below + BOTTOM >= height - 0.5);
        top = below;
    }
    open_text(to, LEFT + 0.5 * width, height - 10, "middle");
    ab_text_xml(to, chart->x_name);
    ab_text_put(to, " [");
    ab_text_xml(to, chart->x_unit);
    ab_text_put(to, "]</text>\n</svg>\n");
}
