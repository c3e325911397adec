// Draws charts: panels by unit, ticks, curves and a legend.
#include "render/chart.h"
#include "base/num.h"
#include "math/whole.h"
#include "render/chart_canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT = 84, RIGHT = 16, TOP = 40, BOTTOM = 46, BETWEEN = 18, LEGEND = 20, LETTER = 7 };
enum { MIN_TICKS = 3, COLOURS = 8 };

// The palette of Okabe and Ito, distinguishable with colour vision deficiency.
static const ab_rgb8 COLOUR[COLOURS] = {{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
                                        {0xe6, 0x9f, 0x00}, {0x56, 0xb4, 0xe9}, {0x00, 0x00, 0x00}, {0x8c, 0x7a, 0x00}};

typedef struct chart_range {
    double low, high;
} chart_range;

// Position of a panel in pixels, and the ranges of its axes.
typedef struct panel {
    const ab_chart *chart;
    const char *unit;
    double top, height, width;
    chart_range x, y;
    double y_tick;
} panel;

double ab_chart_tick(double span, int min) {
    const double power = pow(10, floor(log10(span / min)));
    const double in_powers = span / min / power;
    return power * (in_powers >= 5 ? 5 : in_powers >= 2 ? 2 : 1);
}

static double across(const panel *p, double x) { return LEFT + p->width * (x - p->x.low) / (p->x.high - p->x.low); }
static double down(const panel *p, double y) {
    return p->top + p->height * (1 - (y - p->y.low) / (p->y.high - p->y.low));
}

// ------------------------------------------------------------------------------------------------------- ranges

// Larger values could make the length of an axis overflow. False for NaN.
static bool can_be_drawn(double value) { return fabs(value) <= 1e300; }

static chart_range widened(chart_range r, double value) {
    return can_be_drawn(value) ? (chart_range){fmin(r.low, value), fmax(r.high, value)} : r;
}

// Widens a range whose width is zero or at rounding level; a range without values becomes 0 to 1.
static chart_range opened(chart_range r) {
    if (r.low > r.high) return (chart_range){0, 1};
    const double largest = fmax(fabs(r.low), fabs(r.high));
    if (r.high - r.low > fmax(1e-12 * largest, 1e-290)) return r;
    const double half = largest > 1e-280 ? 0.5 * largest : 1;
    return (chart_range){r.low - half, r.high + half};
}

static bool is_within(chart_range r, double x) { return x >= r.low && x <= r.high; }

static chart_range time_range(const ab_chart *c) {
    chart_range r = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < c->ncurve; k++)
        for (int64_t i = 0; i < c->curve[k].n; i++) r = widened(r, c->curve[k].x[i * c->curve[k].stride]);
    if (c->from == c->to) return opened(r);
    if (can_be_drawn(c->from)) r.low = c->from;
    if (can_be_drawn(c->to)) r.high = c->to;
    return opened(r);
}

static chart_range values_of(const panel *p) {
    chart_range r = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < p->chart->ncurve; k++) {
        const ab_curve *c = &p->chart->curve[k];
        if (strcmp(c->unit, p->unit) != 0) continue;
        for (int64_t i = 0; i < c->n; i++)
            if (is_within(p->x, c->x[i * c->stride])) r = widened(r, c->y[i * c->stride]);
    }
    return r;
}

// Extends the range of the values to whole ticks; a constant value is centred.
static void choose_y(panel *p) {
    const chart_range r = opened(values_of(p));
    p->y_tick = ab_chart_tick(r.high - r.low, MIN_TICKS);
    p->y = (chart_range){p->y_tick * floor(r.low / p->y_tick), p->y_tick * ceil(r.high / p->y_tick)};
}

// --------------------------------------------------------------------------------------------------------- axes

static void put_text(ab_chart_canvas *to, double x, double y, ab_text_anchor anchor, const char *text) {
    ab_chart_canvas_text(to, &(ab_text_place){x, y, 12, anchor, false}, text);
}

// Writes the value of a tick without digits from rounding.
static void put_tick(ab_chart_canvas *to, double x, double y, ab_text_anchor anchor, double value, double tick) {
    const double steps = round(value / tick), power = pow(10, floor(log10(tick)));
    const double lead = round(tick / power); // 1, 2 or 5
    char text[AB_NUM_MAX];
    ab_num_write(text, power >= 1 ? steps * lead * power : steps * lead / round(1 / power));
    put_text(to, x, y, anchor, text);
}

// Ticks of an axis as multiples of the spacing. The multiples stay small, because `opened` widens narrow ranges.
typedef struct ticks {
    int64_t first, last;
} ticks;

static ticks ticks_in(chart_range r, double tick) {
    const int64_t max = INT64_C(1) << 52;
    return (ticks){ab_whole(ceil(r.low / tick - 1e-9), -max, max), ab_whole(floor(r.high / tick + 1e-9), -max, max)};
}

static void put_x_axis(ab_chart_canvas *to, const panel *p, bool named) {
    const double tick = ab_chart_tick(p->x.high - p->x.low, 5), bottom = p->top + p->height;
    const ticks t = ticks_in(p->x, tick);
    for (int64_t i = t.first; i <= t.last; i++) {
        const double x = across(p, (double)i * tick);
        ab_chart_canvas_rule(to, x, p->top, x, bottom, false);
        if (named) put_tick(to, x, bottom + 16, AB_MIDDLE, (double)i * tick, tick);
    }
}

static void put_y_axis(ab_chart_canvas *to, const panel *p) {
    const double tick = p->y_tick;
    const ticks t = ticks_in(p->y, tick);
    for (int64_t i = t.first; i <= t.last; i++) {
        const double y = down(p, (double)i * tick);
        ab_chart_canvas_rule(to, LEFT, y, LEFT + p->width, y, i == 0);
        put_tick(to, LEFT - 6, y + 4, AB_END, (double)i * tick, tick);
    }
    const ab_text_place unit = {14, p->top + 0.5 * p->height, 12, AB_MIDDLE, true};
    ab_chart_canvas_text(to, &unit, p->unit[0] ? p->unit : "1");
}

// ------------------------------------------------------------------------------------------------------- curves

// The points of one pixel column that are kept.
typedef struct pixel_column {
    int64_t at;
    int64_t first, last, lowest, highest; // points of the curve; first < 0: none yet
} pixel_column;

typedef struct curve_cursor {
    ab_chart_canvas *to;
    const panel *p;
    const ab_curve *c;
} curve_cursor;

static double y_of(const ab_curve *c, int64_t i) { return c->y[i * c->stride]; }

static void draw_to(curve_cursor *hand, int64_t i) {
    ab_chart_canvas_point(hand->to, across(hand->p, hand->c->x[i * hand->c->stride]), down(hand->p, y_of(hand->c, i)));
}

static void draw_column(curve_cursor *hand, const pixel_column *col) {
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

static void put_curve(ab_chart_canvas *to, const panel *p, const ab_curve *c, ab_rgb8 colour) {
    curve_cursor hand = {to, p, c};
    ab_chart_canvas_begin(to, colour);
    pixel_column col = {.first = -1};
    for (int64_t i = 0; i < c->n; i++) {
        const double x = c->x[i * c->stride];
        if (!is_within(p->x, x)) continue;
        const int64_t at = ab_whole(across(p, x), 0, p->chart->width);
        const bool gap = !can_be_drawn(y_of(c, i));
        if (gap || at != col.at) {
            draw_column(&hand, &col);
            col = (pixel_column){.at = at, .first = -1};
        }
        if (gap)
            ab_chart_canvas_gap(to);
        else
            add_point(&col, c, i);
    }
    draw_column(&hand, &col);
    ab_chart_canvas_end(to);
}

// Names of the curves above the panel, in as many lines as they need.
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

static void put_name(ab_chart_canvas *to, legend at, const char *name, ab_rgb8 colour) {
    ab_chart_canvas_begin(to, colour);
    ab_chart_canvas_point(to, at.x, at.y);
    ab_chart_canvas_point(to, at.x + 20, at.y);
    ab_chart_canvas_end(to);
    put_text(to, at.x + 25, at.y + 4, AB_START, name);
}

static void put_panel(ab_chart_canvas *to, const panel *p, double legend_top, bool last) {
    const ab_chart *chart = p->chart;
    put_x_axis(to, p, last);
    put_y_axis(to, p);
    legend at = {LEFT, legend_top + 0.5 * LEGEND};
    int64_t n = 0;
    for (int64_t k = 0; k < chart->ncurve; k++) {
        const ab_curve *c = &chart->curve[k];
        if (strcmp(c->unit, p->unit) != 0) continue;
        const ab_rgb8 colour = COLOUR[n++ % COLOURS];
        put_curve(to, p, c, colour);
        at = next_name(at, c, p->width);
        put_name(to, at, c->name, colour);
        at.x += name_width(c);
    }
}

// -------------------------------------------------------------------------------------------------------- image

static bool is_first_of_unit(const ab_chart *chart, int64_t k) {
    for (int64_t i = 0; i < k; i++)
        if (strcmp(chart->curve[i].unit, chart->curve[k].unit) == 0) return false;
    return true;
}

// Height of the image, including the legend lines of the panels.
static double picture_height(const ab_chart *chart, double width) {
    double height = TOP + BOTTOM;
    for (int64_t k = 0; k < chart->ncurve; k++)
        if (is_first_of_unit(chart, k))
            height += chart->panel + BETWEEN + legend_height(chart, chart->curve[k].unit, width);
    return height;
}

static void put_head(ab_text *to, const ab_chart *chart, double height) {
    const int tall = (int)ab_whole(height, 0, INT32_MAX);
    ab_text_format(to,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\">\n<title>",
                   (int)chart->width, tall, (int)chart->width, tall);
    ab_text_xml(to, chart->title);
    ab_text_put(to, "</title>\n<style>text{font-family:sans-serif;fill:#222}.grid{stroke:#ddd}.zero{stroke:#888}"
                    ".grid,.zero{stroke-width:1}.curve{fill:none;stroke-width:1.5;stroke-linejoin:round}</style>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

static void put_chart(ab_chart_canvas *to, const ab_chart *chart, double height) {
    const double width = chart->width - LEFT - RIGHT;
    const chart_range x = time_range(chart);
    ab_chart_canvas_text(to, &(ab_text_place){LEFT, 22, 15, AB_START, false}, chart->title);
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
    char axis[256];
    snprintf(axis, sizeof axis, "%s [%s]", chart->x_name, chart->x_unit);
    put_text(to, LEFT + 0.5 * width, height - 10, AB_MIDDLE, axis);
}

void ab_chart_svg(ab_text *to, const ab_chart *chart) {
    const double height = picture_height(chart, chart->width - LEFT - RIGHT);
    ab_chart_canvas canvas = {.svg = to};
    put_head(to, chart, height);
    put_chart(&canvas, chart, height);
    ab_text_put(to, "</svg>\n");
}

abut_status ab_chart_png(ab_ctx *cx, const ab_chart *chart, ab_image *image) {
    const double height = picture_height(chart, chart->width - LEFT - RIGHT);
    AB_TRY(ab_image_alloc(cx, AB_CHART_SCALE * chart->width, (int32_t)ab_whole(AB_CHART_SCALE * height, 0, INT32_MAX),
                          image));
    ab_canvas ink = {0};
    abut_status status = ab_canvas_open(cx, image, &ink);
    if (status == ABUT_OK) {
        ab_chart_canvas canvas = {.canvas = &ink, .scale = AB_CHART_SCALE};
        ab_canvas_fill(&ink, 0, 0, image->width, image->height, (ab_rgb8){255, 255, 255});
        put_chart(&canvas, chart, height);
        ab_canvas_close(cx, &ink);
    } else
        ab_image_free(cx, image);
    return status;
}
