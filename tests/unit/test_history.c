// Histories read back from CSV, and what is no history.
#include "output/history.h"
#include "base/io.h"
#include "faults.h"
#include "output/csv.h"
#include "scratch.h"

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

static abut_status read_text(const scratch *s, const char *text, ab_history *h) {
    char path[SCRATCH_MAX];
    scratch_path(s, "h.csv", path);
    CHECK_OK(cx, ab_io_replace_file(cx, path, text, (int64_t)strlen(text)));
    return ab_history_read(cx, path, h);
}

TEST(names_units_and_numbers_are_read) {
    scratch s = scratch_start();
    ab_history h;
    CHECK_OK(cx, read_text(&s, "time [s],step,a ball.vx [m/s],odd]\r\n0,1,-2.5e-3,\n0.1,2,nan,7", &h));
    CHECK(h.ncolumn == 4 && h.nrow == 2);
    assert_string_equal(h.column[0].name, "time");
    assert_string_equal(h.column[0].unit, "s");
    assert_string_equal(h.column[1].unit, "");
    assert_string_equal(h.column[2].name, "a ball.vx");
    assert_string_equal(h.column[2].unit, "m/s");
    assert_string_equal(h.column[3].name, "odd]");
    CHECK(h.value[2] == -2.5e-3 && isnan(h.value[3]) && h.value[4] == 0.1 && isnan(h.value[6]) && h.value[7] == 7);
    ab_history_free(cx, &h);
    scratch_end(&s);
}

TEST(what_no_double_holds_is_read_as_no_number) {
    scratch s = scratch_start();
    ab_history h;
    CHECK_OK(cx, read_text(&s, "a,b,c,d\n1e999,-1e999,inf,1e-999\n", &h));
    CHECK(isnan(h.value[0]) && isnan(h.value[1]) && isnan(h.value[2]) && h.value[3] == 0);
    ab_history_free(cx, &h);
    scratch_end(&s);
}

// Whatever a body is called, its column comes back by that name.
TEST(quoted_names_come_back_as_they_were_written) {
    static const char *const NAMES[] = {"comma, inside.x", "a \"quoted\" one.x", "\"", "line\nbreak.x", "]["};
    scratch s = scratch_start();
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        ab_text text = ab_text_start(cx);
        ab_csv_field(&text, NAMES[i]);
        ab_text_put(&text, ",");
        ab_csv_field(&text, NAMES[i]);
        ab_text_put(&text, "\n1,2\n");
        ab_history h;
        CHECK_OK(cx, read_text(&s, ab_text_string(&text), &h));
        CHECK(h.ncolumn == 2 && h.nrow == 1 && h.value[1] == 2);
        for (int k = 0; k < 2; k++) assert_string_equal(h.column[k].name, NAMES[i]);
        ab_history_free(cx, &h);
        ab_text_free(&text);
    }
    scratch_end(&s);
}

TEST(what_is_no_history_is_refused_with_its_place) {
    static const char *const CASES[][2] = {
        {"", ":1:1: expected the name of a column"},        {"time,,x\n", ":1:6: expected the name"},
        {"\"time\"x\n", ":1:7: expected a comma"},          {"time,x\n0,1\n1\n", ":3:2: a field is missing"},
        {"time,x\n0,1,2\n", ":2:4: there are more fields"}, {"time,x\n0,word\n", ":2:3: expected a number"},
        {"time,x\n0,1 m\n", ":2:4: there are more fields"}, {"time, [J]\n0,1\n", ":1:10: expected the name"},
    };
    scratch s = scratch_start();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ab_history h;
        CHECK_STATUS(ABUT_ERR_INPUT, read_text(&s, CASES[i][0], &h));
        if (!strstr(abut_context_message(cx), CASES[i][1]))
            fail_msg("'%s' lacks '%s'", abut_context_message(cx), CASES[i][1]);
        CHECK(h.column == NULL && h.value == NULL);
    }
    scratch_end(&s);
}

static abut_status read_once(abut_context *mine, void *arg) {
    ab_history h;
    AB_TRY(ab_history_read(mine, arg, &h));
    ab_history_free(mine, &h);
    return ABUT_OK;
}

TEST(every_failing_call_is_reported) {
    static const char TEXT[] = "time [s],x [m]\n0,1\n1,2\n";
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "h.csv", path);
    CHECK_OK(cx, ab_io_replace_file(cx, path, TEXT, sizeof TEXT - 1));
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, read_once, path).fired >= 6);
    CHECK(faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, read_once, path).fired >= 3);
    scratch_end(&s);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(names_units_and_numbers_are_read), CLAIM(quoted_names_come_back_as_they_were_written),
        CLAIM(what_is_no_history_is_refused_with_its_place), CLAIM(what_no_double_holds_is_read_as_no_number),
        CLAIM(every_failing_call_is_reported)};
    return cmocka_run_group_tests(claims, start, end);
}
