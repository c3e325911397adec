// Comparisons of runs: distances against closed forms, runs that lack results, and every failure of memory and files.
#include "faults.h"
#include "report/comparison_motion.h"
#include "scratch.h"

#include <math.h>

// ----------------------------------------------------------------------------------------------------------- motion

enum { COLUMNS = 12, ROWS = 21 };

// A history of a body on the parabola z = v t - g t^2 / 2, with rows every `h`.
static ab_history throw_of(double *value, ab_history_column *column, double v, double g, double h) {
    static char name[COLUMNS][16] = {"time", "step", "a.x",  "a.y",  "a.z",  "a.qw",
                                     "a.qx", "a.qy", "a.qz", "a.vx", "a.vy", "a.vz"};
    static char unit[] = "";
    for (int k = 0; k < COLUMNS; k++) column[k] = (ab_history_column){name[k], unit};
    for (int i = 0; i < ROWS; i++) {
        double *row = value + i * COLUMNS;
        for (int k = 0; k < COLUMNS; k++) row[k] = 0;
        const double t = h * i;
        row[0] = t;
        row[4] = v * t - g * t * t / 2;
        row[11] = v - g * t;
    }
    return (ab_history){.column = column, .ncolumn = COLUMNS, .value = value, .nrow = ROWS};
}

TEST(the_distance_of_two_throws_is_that_of_their_parabolas) {
    double a[ROWS * COLUMNS], b[ROWS * COLUMNS];
    ab_history_column column[COLUMNS];
    const ab_history up = throw_of(a, column, 3, 10, 0.02), other = throw_of(b, column, 1, 10, 0.02);
    ab_track one, two;
    CHECK(ab_track_next(&up, 1, &one) && one.column == 2 && one.name == 1);
    CHECK(!ab_track_next(&up, 3, &two));
    CHECK(ab_track_find(&other, "a", 1, 7, &two) && !ab_track_find(&other, "b", 1, 2, &two));
    CHECK(ab_track_find(&other, "a", 1, 2, &two) && ab_track_moves(&one));
    const ab_track_apart d = ab_track_distance(&one, &two);
    CHECK_NEAR(d.max, 2 * 0.4, 1e-15); // 2 m/s for 20 rows
    CHECK_NEAR(d.at, 0.4, 1e-15);
    CHECK(d.last == d.max);
    CHECK_NEAR(ab_track_last(&one).speed, 1, 1e-14);
}

TEST(between_rows_places_are_on_straight_lines_and_beyond_the_end_there_is_no_distance) {
    double a[ROWS * COLUMNS], b[ROWS * COLUMNS];
    ab_history_column column[COLUMNS];
    const ab_history fine = throw_of(a, column, 3, 10, 0.01), coarse = throw_of(b, column, 3, 10, 0.02);
    ab_track one, two;
    CHECK(ab_track_next(&fine, 0, &one) && ab_track_next(&coarse, 0, &two));
    CHECK_NEAR(ab_track_distance(&one, &two).max, 10 * 0.02 * 0.02 / 8, 1e-15); // h^2/8 of the acceleration
    const ab_track_apart d = ab_track_distance(&two, &one); // its rows beyond 0.2 s are not compared
    CHECK(d.max < 1e-15 && d.last < 1e-15);
    for (int i = 0; i < ROWS; i++) b[i * COLUMNS] += 1;
    CHECK(isnan(ab_track_distance(&one, &two).max) && isnan(ab_track_distance(&one, &two).at));
    for (int i = 0; i < ROWS; i++) a[i * COLUMNS + 4] = NAN; // a body that is not there
    CHECK(isnan(ab_track_distance(&one, &one).max));
    const ab_history none = {.column = column, .ncolumn = COLUMNS};
    const ab_track empty = {&none, 2, 1};
    CHECK(isnan(ab_track_distance(&empty, &one).max) && isnan(ab_track_distance(&one, &empty).max));
    CHECK(isnan(ab_track_last(&empty).speed) && !ab_track_moves(&empty));
}

// ------------------------------------------------------------------------------------------------------------- runs

static const char *const SCENE = "abut: 1\n"
                                 "gravity: [0, 0, -10]\n"
                                 "time: {end: 0.1, dt: 1e-3}\n"
                                 "materials: {wood: {}}\n"
                                 "bodies: [{name: a, shape: {sphere: 0.1}, material: wood, velocity: [0, 0, 1]}]\n"
                                 "output: {frames: 0, history: 1e-2}\n";

typedef struct lab {
    scratch s;
    char folder[2][SCRATCH_MAX];
} lab;

// Two runs of the scene, one with half of gravity.
static lab lab_start(void) {
    lab l = {.s = scratch_start()};
    char scene[SCRATCH_MAX];
    abut_context *cx = NULL;
    const char *set[] = {"gravity=[0, 0, -5]"};
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&l.s, "a.yaml", scene), SCENE, (int64_t)strlen(SCENE)));
    for (int i = 0; i < 2; i++) {
        abut_run_options options = abut_run_default();
        options.scene = scene;
        options.out = scratch_path(&l.s, i ? "half" : "whole", l.folder[i]);
        options.picture_width = 0;
        options.report_bytes = 0;
        options.scene_options.set = set;
        options.scene_options.set_count = i;
        CHECK_OK(cx, abut_run(cx, &options, NULL));
    }
    abut_context_destroy(cx);
    return l;
}

static const char *const KEY[] = {"gravity"}, *const FULL[] = {"10"}, *const HALF[] = {"5, \"half\""},
                         *const NONE[] = {"?"};

static void three_runs(const lab *l, abut_compared_run run[3]) {
    run[0] = (abut_compared_run){.name = "whole", .value = FULL, .folder = l->folder[0], .state = "finished", .cpu = 2};
    run[1] =
        (abut_compared_run){.name = "half", .value = HALF, .folder = l->folder[1], .state = "finished", .cpu = NAN};
    run[2] = (abut_compared_run){.name = "none", .value = NONE, .state = "refused", .reason = "<no>", .cpu = NAN};
}

static abut_comparison comparison_of(const abut_compared_run *run) {
    abut_comparison c = abut_comparison_default();
    c.key = KEY;
    c.key_count = 1;
    c.run = run;
    c.run_count = 3;
    return c;
}

TEST(a_comparison_tells_distances_energies_and_reasons) {
    lab l = lab_start();
    abut_context *cx = NULL;
    abut_compared_run run[3];
    char path[SCRATCH_MAX];
    bool page = false;
    abut_bytes csv, html;
    three_runs(&l, run);
    const abut_comparison c = comparison_of(run);
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    CHECK_OK(cx, abut_comparison_write(cx, &c, l.s.folder, &page));
    CHECK_OK(cx, abut_file_read(cx, scratch_path(&l.s, "compare.csv", path), 1 << 20, &csv));
    CHECK(strncmp(csv.data, "gravity,cpu [s],steps,", 22) == 0);
    CHECK(strstr(csv.data, "\n10,2,100,0.02,0,0,0,") && strstr(csv.data, "\n\"5, \"\"half\"\"\",,100,,0.025"));
    CHECK(strstr(csv.data, ",refused,<no>,none\n") && strstr(csv.data, "a.z [m]"));
    abut_bytes_free(cx, &csv);
    if (page) { // built with npm
        CHECK_OK(cx, abut_file_read(cx, scratch_path(&l.s, "compare.html", path), 1 << 24, &html));
        CHECK(strstr(html.data, "\\u003cno>") && strstr(html.data, "data-run=\"1\"") &&
              !strstr(html.data, "data-run=\"2\""));
        abut_bytes_free(cx, &html);
    }
    abut_context_destroy(cx);
    scratch_end(&l.s);
}

TEST(what_a_comparison_cannot_use_is_refused) {
    lab l = lab_start();
    abut_context *cx = NULL;
    abut_compared_run run[3];
    three_runs(&l, run);
    abut_comparison c = comparison_of(run);
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(NULL, &c, l.s.folder, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(cx, &c, NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(cx, NULL, l.s.folder, NULL));
    c.reference = 3;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    c.reference = 2;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    CHECK(strstr(abut_context_message(cx), "none, has no results: it is refused"));
    c.reference = 1;
    run[0].value = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    run[0].value = FULL;
    run[0].folder = l.s.folder;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    CHECK(strstr(abut_context_message(cx), "holds no run"));
    run[0].folder = l.folder[0];
    c.body = (const char *const[]){"b"};
    c.body_count = 1;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    c.body_count = 0;
    c.size = 0;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_comparison_write(cx, &c, l.s.folder, NULL));
    abut_context_destroy(cx);
    scratch_end(&l.s);
}

typedef struct scenario {
    const lab *l;
    const abut_comparison *c;
} scenario;

static abut_status compare(abut_context *cx, void *arg) {
    const scenario *s = arg;
    return abut_comparison_write(cx, s->c, s->l->s.folder, NULL);
}

TEST(every_failure_of_memory_and_files_ends_in_a_status_without_a_leak) {
    lab l = lab_start();
    abut_compared_run run[3];
    three_runs(&l, run);
    const abut_comparison c = comparison_of(run);
    scenario s = {&l, &c};
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, compare, &s).survived == 0);
    faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, compare, &s);
    scratch_end(&l.s);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(the_distance_of_two_throws_is_that_of_their_parabolas),
        CLAIM(between_rows_places_are_on_straight_lines_and_beyond_the_end_there_is_no_distance),
        CLAIM(a_comparison_tells_distances_energies_and_reasons),
        CLAIM(what_a_comparison_cannot_use_is_refused),
        CLAIM(every_failure_of_memory_and_files_ends_in_a_status_without_a_leak),
    };
    return cmocka_run_group_tests(claims, NULL, NULL);
}
