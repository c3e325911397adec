// Draws an impact as SVG: the hodograph, slip along the second tangent over slip along the first (in the plane: slip
// over the normal impulse), and the normal velocity over the normal impulse. Rings: where compression ends; dots: after
// the impact. Coordinates are whole tenths of a pixel, which no locale changes.
#include "impact_verb.h"
#include "output.h"

#include <math.h>

enum { WIDTH = 9400, HEIGHT = 4300, SIDE = 3400, TOP = 350, LEFT = 800, SECOND = 5500, COLOURS = 7, TICKS = 4 };
enum { V_N, V_T1, V_T2, P_N, QUANTITIES }; // what an axis shows

// The palette of Okabe and Ito, distinguishable with colour vision deficiency.
static const char *const COLOUR[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#000000"};
static const char *const NAME[QUANTITIES] = {"normal velocity, m/s", "slip along the first tangent, m/s",
                                             "slip along the second tangent, m/s", "normal impulse, N s"};

typedef struct impact_range {
    double low, high;
} impact_range;

typedef struct impact_panel {
    abut_text *to;
    const impact_run *run;
    int runs, x_shows, y_shows, left;
    impact_range x, y;
} impact_panel;

static double value_of(const abut_impact_point *p, int shows) {
    return shows == P_N ? p->impulse[0] : p->velocity[shows];
}

// The origin belongs to every picture.
static impact_range range_of(const impact_panel *p, int shows) {
    impact_range r = {0, 0};
    for (int i = 0; i < p->runs; i++)
        for (int64_t k = 0; k < p->run[i].points; k++) {
            const double value = value_of(&p->run[i].point[k], shows);
            r = (impact_range){fmin(r.low, value), fmax(r.high, value)};
        }
    const double margin = r.high > r.low ? 0.05 * (r.high - r.low) : 1;
    return (impact_range){r.low - margin, r.high + margin};
}

static impact_range widened(impact_range r, double span) {
    const double more = 0.5 * (span - (r.high - r.low));
    return (impact_range){r.low - more, r.high + more};
}

static int across(const impact_panel *p, double x) {
    return p->left + (int)lround(SIDE * (x - p->x.low) / (p->x.high - p->x.low));
}

static int down(const impact_panel *p, double y) {
    return TOP + (int)lround(SIDE * (p->y.high - y) / (p->y.high - p->y.low));
}

// --------------------------------------------------------------------------------------------------------------- axes

// The largest of 1, 2, 5 times a power of ten with at least TICKS intervals in the span.
static double tick_of(double span) {
    const double power = pow(10, floor(log10(span / TICKS))), times = span / TICKS / power;
    return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

// A multiple of the tick without digits from rounding.
static void put_tick(abut_text *to, double steps, double tick) {
    const double power = pow(10, floor(log10(tick))), lead = round(tick / power);
    abut_text_number(to, power >= 1 ? steps * lead * power : steps * lead / round(1 / power));
}

static void put_line(abut_text *to, int x0, int y0, int x1, int y1, bool zero) {
    abut_text_format(to, "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"8\"/>\n", x0, y0, x1, y1,
                     zero ? "#888888" : "#dddddd");
}

static void put_x_axis(const impact_panel *p) {
    const double tick = tick_of(p->x.high - p->x.low);
    const int last = (int)floor(p->x.high / tick);
    for (int k = (int)ceil(p->x.low / tick); k <= last; k++) {
        const int x = across(p, k * tick);
        put_line(p->to, x, TOP, x, TOP + SIDE, k == 0);
        abut_text_format(p->to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", x, TOP + SIDE + 170);
        put_tick(p->to, k, tick);
        abut_text_put(p->to, "</text>\n");
    }
    abut_text_format(p->to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", p->left + SIDE / 2,
                     TOP + SIDE + 370, NAME[p->x_shows]);
}

static void put_y_axis(const impact_panel *p) {
    const double tick = tick_of(p->y.high - p->y.low);
    const int last = (int)floor(p->y.high / tick);
    for (int k = (int)ceil(p->y.low / tick); k <= last; k++) {
        const int y = down(p, k * tick);
        put_line(p->to, p->left, y, p->left + SIDE, y, k == 0);
        abut_text_format(p->to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", p->left - 60, y + 40);
        put_tick(p->to, k, tick);
        abut_text_put(p->to, "</text>\n");
    }
    abut_text_format(p->to, "<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
                     p->left - 580, TOP + SIDE / 2, NAME[p->y_shows]);
}

// ------------------------------------------------------------------------------------------------------------- curves

// One colour for each law; for each contact if there is one law.
static const char *colour_of(const impact_panel *p, int run, int64_t contact) {
    return COLOUR[(p->runs > 1 ? run : contact) % COLOURS];
}

static void put_mark(const impact_panel *p, const abut_impact_point *at, const char *colour, bool full) {
    abut_text_format(p->to, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"15\"/>\n",
                     across(p, value_of(at, p->x_shows)), down(p, value_of(at, p->y_shows)), full ? 35 : 50,
                     full ? colour : "none", colour);
}

static void put_curve(const impact_panel *p, int run, int64_t contact) {
    const impact_run *r = &p->run[run];
    const char *colour = colour_of(p, run, contact);
    const abut_impact_point *last = &r->point[contact], *compressed = NULL;
    abut_text_format(p->to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"18\" d=\"", colour);
    for (int64_t i = 0; i < r->points; i++) {
        const abut_impact_point *at = &r->point[i];
        if (at->contact != contact) continue;
        abut_text_format(p->to, "%s%d %d", at == last ? "M" : "L", across(p, value_of(at, p->x_shows)),
                         down(p, value_of(at, p->y_shows)));
        if (at->expands && !last->expands && last != &r->point[contact]) compressed = last;
        last = at;
    }
    abut_text_put(p->to, "\"/>\n");
    if (compressed) put_mark(p, compressed, colour, false);
    put_mark(p, last, colour, true);
}

static void put_panel(impact_panel *p) {
    p->x = range_of(p, p->x_shows);
    p->y = range_of(p, p->y_shows);
    const double x = p->x.high - p->x.low, y = p->y.high - p->y.low;
    if (p->x_shows == V_T1) { // a plane: equal scales
        p->x = widened(p->x, fmax(x, y));
        p->y = widened(p->y, fmax(x, y));
    }
    put_x_axis(p);
    put_y_axis(p);
    for (int i = 0; i < p->runs; i++)
        for (int64_t c = 0; c < p->run[i].def.contacts; c++) put_curve(p, i, c);
}

static void put_legend(const impact_panel *p) {
    const int64_t rows = p->runs > 1 ? p->runs : p->run->def.contacts;
    for (int64_t i = 0; i < rows && i < COLOURS; i++) {
        const int x = LEFT + (int)i * 1200;
        abut_text_format(p->to,
                         "<path d=\"M%d 170h250\" stroke=\"%s\" stroke-width=\"18\"/>\n<text x=\"%d\" y=\"210\">", x,
                         COLOUR[i], x + 310);
        if (p->runs > 1)
            abut_text_put(p->to, p->run[i].law);
        else
            abut_text_format(p->to, "contact %lld", (long long)i);
        abut_text_put(p->to, "</text>\n");
    }
}

static bool is_planar(const impact_run *run, int runs) {
    for (int i = 0; i < runs; i++)
        for (int64_t k = 0; k < run[i].points; k++)
            if (fabs(run[i].point[k].velocity[2]) > 1e-12 * fabs(run[i].point[k].velocity[1])) return false;
    return true;
}

static void put_picture(abut_text *to, const impact_run *run, int runs) {
    const bool planar = is_planar(run, runs);
    impact_panel slip = {to, run, runs, planar ? P_N : V_T1, planar ? V_T1 : V_T2, LEFT, {0, 0}, {0, 0}};
    impact_panel normal = {to, run, runs, P_N, V_N, SECOND, {0, 0}, {0, 0}};
    abut_text_format(to,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"125\" fill=\"#222222\">\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
                     WIDTH / 10, HEIGHT / 10, WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_legend(&slip);
    put_panel(&slip);
    put_panel(&normal);
    abut_text_put(to, "</svg>\n");
}

abut_status impact_write_plot(abut_context *cx, const impact_run *run, int runs, const char *name) {
    app_output out = {0};
    abut_text text = abut_text_start(cx);
    put_picture(&text, run, runs);
    abut_status status = abut_text_status(&text);
    if (status == ABUT_OK) status = app_output_open(cx, name, ".svg", &out);
    if (status == ABUT_OK)
        status = app_output_close(&out, abut_file_replace(cx, out.path, abut_text_string(&text), text.size));
    abut_text_free(&text);
    return status;
}
