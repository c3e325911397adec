// Rows of histories that are drawn over others, smoothed and summed up.
#include "claim.h"
#include "report/curve_rows.h"

#include <math.h>

static abut_context *cx;

static int start(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) == ABUT_OK ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

// Rows of time and value.
static ab_curve curve_of(const double *rows, int64_t n) { return (ab_curve){"c", "m", rows, rows + 1, n, 2}; }

static ab_series take(const ab_curve *curve, const ab_curve *over, double from, double to, double smooth) {
    ab_series s;
    const ab_series_def def = {over, from, to, smooth};
    CHECK_OK(cx, ab_series_take(cx, curve, &def, &s));
    return s;
}

static const double RAMP[] = {0, 0, 1, 2, 2, 4, 4, 8};

TEST(a_curve_over_another_has_its_values_between_its_rows) {
    static const double COARSE[] = {0.5, 10, 1.5, 30, 3, 0};
    const ab_curve ramp = curve_of(RAMP, 4), coarse = curve_of(COARSE, 3);
    ab_series s = take(&ramp, &coarse, NAN, NAN, 0);
    CHECK(s.n == 4 && isnan(s.x[0]) && s.x[1] == 20 && s.x[2] == 20 && isnan(s.x[3]));
    CHECK(s.y[3] == 8 && s.time[3] == 4);
    ab_series_free(cx, &s);
    s = take(&coarse, &ramp, NAN, NAN, 0);
    CHECK(s.n == 3 && s.x[0] == 1 && s.x[1] == 3 && s.x[2] == 6);
    ab_series_free(cx, &s);
    const ab_curve one = curve_of(RAMP, 1), none = curve_of(RAMP, 0);
    s = take(&ramp, &one, NAN, NAN, 0);
    CHECK(s.x[0] == 0 && isnan(s.x[1]));
    ab_series_free(cx, &s);
    s = take(&ramp, &none, NAN, NAN, 0);
    CHECK(isnan(s.x[0]));
    ab_series_free(cx, &s);
}

TEST(smoothing_keeps_straight_lines_and_takes_the_mean_of_a_window) {
    double rows[40];
    for (int i = 0; i < 20; i++) rows[2 * i] = 0.1 * i, rows[2 * i + 1] = i % 2 ? 1 : -1;
    const ab_curve saw = curve_of(rows, 20);
    ab_series s = take(&saw, NULL, NAN, NAN, 0.25); // three rows
    CHECK_NEAR(s.y[9], -1.0 / 3, 1e-15);
    CHECK_NEAR(s.y[10], 1.0 / 3, 1e-15);
    CHECK(s.y[0] == 0 && s.y[19] == 0); // half a window at the ends
    ab_series_free(cx, &s);
    for (int i = 0; i < 20; i++) rows[2 * i + 1] = 3.0 * i;
    s = take(&saw, &saw, 0.45, 1.45, 0.45); // the window looks beyond the times that are kept
    CHECK(s.n == 10);
    for (int64_t i = 0; i < s.n; i++) {
        CHECK_NEAR(s.y[i], 3.0 * (double)(i + 5), 1e-13); // round-off of sums of five
        CHECK(s.x[i] == s.y[i]);
    }
    ab_series_free(cx, &s);
    rows[21] = NAN;
    s = take(&saw, NULL, NAN, NAN, 0.25);
    CHECK(isnan(s.y[10]) && s.y[9] == 25.5 && s.y[11] == 34.5);
    ab_series_free(cx, &s);
}

TEST(statistics_are_integrals_over_time) {
    const ab_curve ramp = curve_of(RAMP, 4);
    ab_series s = take(&ramp, NULL, NAN, NAN, 0);
    abut_statistics of = ab_series_statistics(&s);
    CHECK(of.rows == 4 && of.min == 0 && of.min_at == 0 && of.max == 8 && of.max_at == 4);
    CHECK(of.first == 0 && of.last == 8 && of.mean == 4); // of 2 t from 0 to 4, though rows are not even
    CHECK_NEAR(of.rms, sqrt(64.0 / 3), 1e-15);
    ab_series_free(cx, &s);
    s = take(&ramp, NULL, 1, 2, 0);
    of = ab_series_statistics(&s);
    CHECK(of.rows == 2 && of.mean == 3 && of.min_at == 1 && of.max_at == 2);
    ab_series_free(cx, &s);
    s = take(&ramp, NULL, 2, 3, 0); // a single row
    of = ab_series_statistics(&s);
    CHECK(of.rows == 1 && of.mean == 4 && of.rms == 4);
    ab_series_free(cx, &s);
    s = take(&ramp, NULL, 2.5, 3, 0); // none
    of = ab_series_statistics(&s);
    CHECK(of.rows == 0 && isnan(of.min) && isnan(of.mean) && isnan(of.rms) && isnan(of.last));
    ab_series_free(cx, &s);
    static const double GAP[] = {0, 1, 1, NAN, 2, 5, 3, 7};
    const ab_curve gap = curve_of(GAP, 4);
    s = take(&gap, NULL, NAN, NAN, 0);
    of = ab_series_statistics(&s);
    CHECK(of.rows == 3 && of.mean == 6 && of.min == 1 && of.max == 7); // only rows that are neighbours
    ab_series_free(cx, &s);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(a_curve_over_another_has_its_values_between_its_rows),
        CLAIM(smoothing_keeps_straight_lines_and_takes_the_mean_of_a_window),
        CLAIM(statistics_are_integrals_over_time),
    };
    return cmocka_run_group_tests(claims, start, end);
}
