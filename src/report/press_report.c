// Writes the report of elastic contact. All text of the user is escaped, and the page has no scripts.
#include "report/press_report.h"
#include "base/alloc.h"
#include "base/num.h"
#include "render/engineering.h"
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" "
    "content=\"abut\">\n";

static const char STYLE[] =
    "<style>\nbody{font:16px/1.45 system-ui,sans-serif;color:#222;background:#f4f5f7;margin:0 auto;max-width:1240px;"
    "padding:1rem}\nh1{font-size:1.4rem;margin:.2rem 0}h2{font-size:1.1rem;margin:0 0 .6rem}\n"
    "section{background:#fff;border:1px solid #dde;border-radius:8px;padding:1rem;margin:1rem 0}\n"
    ".pass{color:#0a6b3b}.fail{color:#b3261e;font-weight:600}\n"
    ".row{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:1rem}\n"
    "svg,img{max-width:100%;height:auto}\nfigure{margin:0}figcaption{font-size:.85rem;color:#556}\n"
    ".zoom{overflow:auto}.zoom input{position:absolute;opacity:0}.zoom label{cursor:zoom-in;display:block}\n"
    ".zoom input:focus-visible+label{outline:3px solid #0072b2}\n"
    ".zoom input:checked+label{cursor:zoom-out}.zoom input:checked+label img{max-width:none;width:260%;"
    "image-rendering:pixelated}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #e6e8ee;white-space:nowrap}\n"
    "th:first-child,td:first-child{text-align:left}.words td{white-space:normal;text-align:left}\n"
    "pre{overflow:auto;font-size:.85rem;margin:0}\n</style>\n</head>\n<body>\n";

static void put_head(ab_text *to, const ab_press_report *r) {
    const abut_press_summary *s = r->summary;
    ab_text_put(to, HEAD);
    ab_text_put(to, "<title>");
    ab_text_xml(to, r->title);
    ab_text_put(to, "</title>\n");
    ab_text_put(to, STYLE);
    ab_text_put(to, "<header><h1>");
    ab_text_xml(to, r->title);
    ab_text_format(to, "</h1>\n<p>%" PRId64 " x %" PRId64 " cells, %" PRId64 " load%s. ", s->columns, s->rows, s->loads,
                   s->loads > 1 ? "s" : "");
    if (s->failed == 0)
        ab_text_format(to, "<a class=\"pass\" href=\"#checks\">All %d checks passed</a>", (int)s->checks);
    if (s->failed > 0)
        ab_text_format(to, "<a class=\"fail\" href=\"#checks\">%d of %d checks failed</a>", (int)s->failed,
                       (int)s->checks);
    ab_text_put(to, "</p></header>\n<main>\n");
}

// ------------------------------------------------------------------------------------------------------------ curves

static void put_profile(ab_text *to, const ab_press_report *r) {
    if (!r->profile) return;
    ab_text_put(to, "<section><h2>Along a line through the first touch</h2>\n");
    ab_chart_svg(to, r->profile);
    ab_text_put(to, "</section>\n");
}

typedef struct curve_of {
    const char *name, *quantity, *unit;
    size_t value, exact; // places in abut_press_load
} curve_of;

// A column of the loads in a unit with a prefix.
static void take(const ab_press_report *r, size_t offset, double factor, double *to) {
    for (int64_t i = 0; i < r->summary->loads; i++)
        to[i] = factor * *(const double *)(const void *)((const char *)&r->load[i] + offset);
}

static double largest_of(const ab_press_report *r, size_t offset) {
    double max = 0;
    for (int64_t i = 0; i < r->summary->loads; i++) {
        const double v = *(const double *)(const void *)((const char *)&r->load[i] + offset);
        if (isfinite(v)) max = fmax(max, fabs(v));
    }
    return max;
}

// Of all loads over the approach; a closed form beside it. place: room for four columns.
static void put_curve(ab_text *to, const ab_press_report *r, const curve_of *c, double *place) {
    const int64_t n = r->summary->loads;
    const size_t approach = offsetof(abut_press_load, approach), exact = offsetof(abut_press_load, exact.approach);
    const ab_scaled_unit x = ab_engineering_unit(largest_of(r, approach), "m");
    const ab_scaled_unit y = ab_engineering_unit(largest_of(r, c->value), c->unit);
    char label[80];
    snprintf(label, sizeof label, "%s [%s]", c->quantity, y.name);
    take(r, approach, x.factor, place);
    take(r, c->value, y.factor, place + n);
    take(r, exact, x.factor, place + 2 * n);
    take(r, c->exact, y.factor, place + 3 * n);
    const ab_curve curve[] = {{"solved", label, place, place + n, n, 1},
                              {"closed form", label, place + 2 * n, place + 3 * n, n, 1}};
    const ab_chart chart = {.title = c->name,
                            .x_name = "approach",
                            .x_unit = x.name,
                            .width = 560,
                            .panel = 240,
                            .curve = curve,
                            .ncurve = r->columns->exact ? 2 : 1};
    ab_chart_svg(to, &chart);
}

#define PLACE(member) offsetof(abut_press_load, member)
static void put_curves(ab_text *to, const ab_press_report *r) {
    static const curve_of CURVES[] = {
        {"force over approach", "force", "N", PLACE(force), PLACE(exact.force)},
        {"largest pressure over approach", "pressure", "Pa", PLACE(max_pressure), PLACE(exact.max_pressure)},
        {"energy over approach", "energy", "J", PLACE(energy), PLACE(exact.energy)},
        {"contact stiffness over approach", "stiffness", "N/m", PLACE(stiffness), PLACE(exact.stiffness)}};
    double *place = NULL;
    if (r->summary->loads < 2 || to->status != ABUT_OK) return;
    to->status = AB_ALLOC(to->cx, &place, 4 * r->summary->loads);
    if (to->status != ABUT_OK) return;
    ab_text_put(to, "<section><h2>Curves</h2>\n<div class=\"row\">\n");
    for (int i = 0; i < (r->columns->stiffness ? 4 : 3); i++) put_curve(to, r, &CURVES[i], place);
    ab_text_put(to, "</div></section>\n");
    ab_free(to->cx, place);
}

// -------------------------------------------------------------------------------------------------------------- maps

static void put_map(ab_text *to, const ab_press_report *r, int i, int k) {
    static const char *const WHAT[] = {"pressure", "gap"};
    ab_text_format(
        to, "<figure class=\"zoom\"><input type=\"checkbox\" id=\"m%d%d\"><label for=\"m%d%d\"><img alt=\"%s at ", i, k,
        i, k, WHAT[k]);
    ab_text_xml(to, r->name[i]);
    ab_text_put(to, "\" src=\"data:image/png;base64,");
    ab_report_base64(to, (const unsigned char *)r->map[i][k].data, r->map[i][k].size);
    ab_text_put(to, "\"></label></figure>\n");
}

static void put_maps(ab_text *to, const ab_press_report *r) {
    if (r->pictures == 0) return;
    ab_text_put(to, "<section><h2>Maps</h2>\n<p>Click a map to look closer.</p>\n");
    for (int i = r->pictures - 1; i >= 0; i--) {
        ab_text_put(to, i == r->pictures - 1 ? "<details open><summary>" : "<details><summary>");
        ab_text_xml(to, r->name[i]);
        ab_text_put(to, "</summary><div class=\"row\">\n");
        for (int k = 0; k < 2; k++) put_map(to, r, i, k);
        ab_text_put(to, "</div></details>\n");
    }
    ab_text_put(to, "</section>\n");
}

// ------------------------------------------------------------------------------------------------------------ tables

// A field of CSV: of numbers the first six digits.
static void put_field(ab_text *to, const char *field, int64_t length) {
    double value = 0;
    if (length > 0 && ab_num_read(field, length, &value) == length)
        ab_text_format(to, "%.6g", value);
    else
        ab_text_bytes(to, field, length);
}

// A table from CSV without quotes.
static void put_rows(ab_text *to, const char *csv) {
    ab_text_put(to, "<div class=\"scroll\"><table>\n<tr><th scope=\"col\">");
    bool head = true;
    for (const char *c = csv; *c; c++) {
        const int64_t length = (int64_t)strcspn(c, ",\n");
        put_field(to, c, length);
        c += length;
        if (*c == ',') {
            ab_text_put(to, head ? "</th><th scope=\"col\">" : "</td><td>");
            continue;
        }
        ab_text_put(to, head ? "</th></tr>\n" : "</td></tr>\n");
        if (c[0] == 0) break;
        if (c[1]) ab_text_put(to, "<tr><td>");
        head = false;
    }
    ab_text_put(to, "</table></div>\n");
}

static void put_loads(ab_text *to, const ab_press_report *r) {
    ab_text csv = ab_text_start(to->cx);
    ab_press_csv_header(&csv, r->columns);
    for (int64_t i = 0; i < r->summary->loads; i++) ab_press_csv_row(&csv, r->columns, i, &r->load[i]);
    ab_text_put(to, "<section><h2>Loads</h2>\n");
    if (r->summary->exact[0]) ab_text_format(to, "<p>Closed form: %s.</p>\n", r->summary->exact);
    put_rows(to, ab_text_string(&csv));
    ab_text_put(to, "</section>\n");
    if (ab_text_status(&csv) != ABUT_OK && to->status == ABUT_OK) to->status = ab_text_status(&csv);
    ab_text_free(&csv);
}

static void put_checks(ab_text *to, const ab_press_report *r) {
    ab_text_put(
        to,
        "<section id=\"checks\"><h2>Checks</h2>\n<div class=\"scroll\"><table class=\"words\"><tr><th scope=\"col\">"
        "Check</th><th scope=\"col\">Measured</th><th scope=\"col\">Value</th><th scope=\"col\">At most</th></tr>\n");
    for (int i = 0; i < r->summary->checks; i++) {
        const abut_check *c = &r->summary->check[i];
        ab_text_format(to, "<tr><td class=\"%s\">%s</td><td>%s</td><td>%.3g</td><td>%.3g</td></tr>\n",
                       c->pass ? "pass" : "fail", c->name, c->what, c->value, c->limit);
    }
    ab_text_format(to, "</table></div>\n<p>State hash %016" PRIx64 ", abut %s.</p></section>\n", r->summary->hash,
                   abut_version());
}

void ab_press_report_html(ab_text *to, const ab_press_report *r) {
    put_head(to, r);
    put_profile(to, r);
    put_maps(to, r);
    put_curves(to, r);
    put_loads(to, r);
    put_checks(to, r);
    ab_text_put(to, "<section><h2>The case</h2>\n<pre>");
    ab_text_xml(to, r->text);
    ab_text_put(to, "</pre></section>\n</main>\n</body>\n</html>\n");
}
