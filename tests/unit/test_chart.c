// Charts: ticks, what thinning keeps, gaps, names as text.
#include "render/chart.h"
#include "claim.h"

#include <stdio.h>
#include <stdlib.h>

static ab_ctx *cx;

static int start(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) == ABUT_OK ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

static char *draw(ab_text *text, const ab_chart *chart) {
    *text = ab_text_start(cx);
    ab_chart_svg(text, chart);
    CHECK_OK(cx, ab_text_status(text));
    return text->data;
}

static int count(const char *text, const char *what) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) n++;
    return n;
}

static ab_chart chart_of(const ab_curve *curve, int64_t n) {
    return (ab_chart){
        .title = "title", .x_name = "time", .x_unit = "s", .width = 400, .panel = 200, .curve = curve, .ncurve = n};
}

// Largest of 1, 2, 5 times a power of ten: the next larger one would be too large.
TEST(ticks_are_round_and_enough) {
    static const double SPANS[] = {1e-12, 0.0299, 0.03, 0.031, 1, 2.9, 3, 5.9, 6, 14.9, 15, 29.9, 30, 777, 1e9};
    for (size_t i = 0; i < sizeof SPANS / sizeof SPANS[0]; i++) {
        const double tick = ab_chart_tick(SPANS[i], 3), power = pow(10, floor(log10(tick * (1 + 1e-9))));
        const double lead = tick / power;
        const double next = lead < 1.5 ? 2 * tick : lead < 3 ? 2.5 * tick : 2 * tick;
        CHECK(fabs(lead - 1) < 1e-9 || fabs(lead - 2) < 1e-9 || fabs(lead - 5) < 1e-9);
        CHECK(SPANS[i] / tick >= 3 - 1e-9);
        CHECK(SPANS[i] / next < 3 + 1e-9);
    }
}

// A spike that lasts for one of 100,000 points is drawn as high as it is.
TEST(thinning_keeps_every_peak) {
    enum { N = 100000, AT = 61803 };
    double *xy = calloc(2 * N, sizeof *xy);
    for (int i = 0; i < N; i++) xy[2 * i] = i;
    xy[2 * AT + 1] = 8;
    xy[2 * AT + 3] = -2;
    const ab_curve curve = {"spike", "m", xy, xy + 1, N, 2};
    const ab_chart chart = chart_of(&curve, 1);
    ab_text text;
    const char *svg = draw(&text, &chart);
    const char *d = strstr(svg, "class=\"curve\"");
    CHECK(d != NULL && text.size < 20000);
    // the panel: 200 pixels between the ticks -2 and 8, below the title and one line of names
    CHECK(strstr(d, " 60L") != NULL && strstr(d, " 260L") != NULL);
    free(xy);
    ab_text_free(&text);
}

TEST(a_gap_lifts_the_pen_and_points_outside_are_left_out) {
    const double x[] = {0, 1, 2, 3, 4, 5}, y[] = {1, 2, NAN, 3, 4, 1e9};
    const ab_curve curve = {"c", "m", x, y, 6, 1};
    ab_chart chart = chart_of(&curve, 1);
    chart.from = 0;
    chart.to = 4.5;
    ab_text text;
    const char *svg = draw(&text, &chart);
    const char *d = strstr(svg, "class=\"curve\"");
    const char *end = strchr(d, '/');
    char path[400];
    snprintf(path, sizeof path, "%.*s", (int)(end - d), d);
    CHECK(count(path, "M") == 2 && count(path, "L") == 2);
    CHECK(strstr(svg, "1000000000") == NULL);
    ab_text_free(&text);
}

TEST(every_unit_has_a_panel_and_names_are_text) {
    const double x[] = {0, 1}, y[] = {0, 1};
    const ab_curve curves[] = {{"<script>alert(1)</script>", "m", x, y, 2, 1},
                               {"b", "m/s", x, y, 2, 1},
                               {"c", "m", x, y, 2, 1},
                               {"d", "", x, y, 2, 1}};
    ab_chart chart = chart_of(curves, 4);
    chart.title = "a < b & \"c\"";
    ab_text text;
    const char *svg = draw(&text, &chart);
    CHECK(count(svg, "rotate(-90)") == 3);
    CHECK(strstr(svg, "<script") == NULL && strstr(svg, "&lt;script&gt;") != NULL);
    CHECK(strstr(svg, "a &lt; b &amp;") != NULL);
    CHECK(count(svg, "class=\"curve\"") == 8); // each curve and its sample beside the name
    ab_text_free(&text);
}

TEST(constants_and_nothing_at_all_are_drawn) {
    const double x[] = {2, 2}, y[] = {5, 5}, none[] = {NAN, NAN};
    const ab_curve curves[] = {
        {"same", "m", x, y, 2, 1}, {"none", "N", x, none, 2, 1}, {"empty", "J", NULL, NULL, 0, 1}};
    const ab_chart chart = chart_of(curves, 3);
    ab_text text;
    const char *svg = draw(&text, &chart);
    CHECK(strstr(svg, "nan") == NULL && strstr(svg, "inf") == NULL);
    CHECK(count(svg, "rotate(-90)") == 3);
    ab_text_free(&text);
}

// A file may hold anything that is a number.
TEST(the_ends_of_the_number_line_are_drawn_or_left_out) {
    static const double X[][2] = {{0, 1}, {0, 5e-324}, {0, 1e300}, {-1e308, 1e308}, {1e17, 100000000000000016.0}};
    static const double Y[][2] = {{-1e308, 1e308}, {0, 5e-324}, {1e300, -1e300}, {1e-300, 2e-300}, {1e15, 1e15 + 1}};
    for (int k = 0; k < 25; k++) {
        const ab_curve curve = {"c", "m", X[k / 5], Y[k % 5], 2, 1};
        const ab_chart chart = chart_of(&curve, 1);
        ab_text text;
        const char *svg = draw(&text, &chart);
        CHECK(strstr(svg, "nan") == NULL && strstr(svg, "inf") == NULL);
        CHECK(count(svg, "class=\"grid\"") > 4 && text.size < 10000);
        ab_text_free(&text);
    }
}

// Blue of the first curve, however much of the pixel it covers.
static bool is_blue(const uint8_t *rgb) { return rgb[2] > rgb[0] + 100; }

// A step from 1 to 3 at x = 0.5: the curve is where its SVG's path says, in every column of the panel, and nowhere
// else.
TEST(a_png_shows_the_curve_where_the_svg_does) {
    const double x[] = {0, 0.5, 0.5, 1}, y[] = {1, 1, 3, 3};
    const ab_curve curve = {"step", "m", x, y, 4, 1};
    const ab_chart chart = chart_of(&curve, 1);
    ab_text text;
    const char *path = strstr(draw(&text, &chart), "stroke=\"#0072b2\" d=\"M");
    double left = 0, low = 0, middle = 0, same = 0;
    assert_int_equal(4, sscanf(path, "stroke=\"#0072b2\" d=\"M%lf %lfL%lf %lf", &left, &low, &middle, &same));
    ab_image image;
    CHECK_OK(cx, ab_chart_png(cx, &chart, &image));
    assert_int_equal(AB_CHART_SCALE * 400, image.width);
    int columns = 0;
    for (int column = AB_CHART_SCALE * (int)left + 4; column < AB_CHART_SCALE * (int)middle - 4; column++) {
        const int row = (int)(AB_CHART_SCALE * low);
        columns += is_blue(image.rgb + 3 * ((int64_t)row * image.width + column));
        CHECK(!is_blue(image.rgb + 3 * ((int64_t)(row + 6) * image.width + column)));
        CHECK(!is_blue(image.rgb + 3 * ((int64_t)(row - 6) * image.width + column)));
    }
    assert_int_equal(AB_CHART_SCALE * (int)middle - AB_CHART_SCALE * (int)left - 8, columns);
    ab_image_free(cx, &image);
    ab_text_free(&text);
}

int main(void) {
    const struct CMUnitTest claims[] = {CLAIM(ticks_are_round_and_enough),
                                        CLAIM(a_png_shows_the_curve_where_the_svg_does),
                                        CLAIM(thinning_keeps_every_peak),
                                        CLAIM(a_gap_lifts_the_pen_and_points_outside_are_left_out),
                                        CLAIM(every_unit_has_a_panel_and_names_are_text),
                                        CLAIM(constants_and_nothing_at_all_are_drawn),
                                        CLAIM(the_ends_of_the_number_line_are_drawn_or_left_out)};
    return cmocka_run_group_tests(claims, start, end);
}
