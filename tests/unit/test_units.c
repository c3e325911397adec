// Units of measurement in scenes.
#include "scene/units.h"
#include "abut/unit.h"
#include "claim.h"

#include <locale.h>
#include <stdio.h>

static abut_context *cx;

static ab_unit_factor find(const char *text, const char *si) {
    ab_unit_factor factor;
    CHECK_OK(cx, ab_units_find(cx, text, (int64_t)strlen(text), si, &factor));
    return factor;
}

static double si(double number, const char *text, const char *unit) {
    const ab_unit_factor f = find(text, unit);
    assert_int_equal(AB_UNIT_OK, f.status);
    return number * f.times / f.over;
}

static int start(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) == ABUT_OK ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

TEST(decimal_units_convert_to_the_nearest_double) {
    CHECK(si(40, "mm/s", "m/s") == 0.04);
    CHECK(si(1.5e4, "N/mm", "N/m") == 1.5e7);
    CHECK(si(210, "GPa", "Pa") == 210e9);
    CHECK(si(7.85, "g/cm^3", "kg/m^3") == 7850);
    CHECK(si(0.3, "mm", "m") == 0.0003);
    CHECK(si(28.575, "mm", "m") == 0.028575);
    CHECK(si(10, "us", "s") == 1e-5);
    CHECK(si(3, "kg mm^2", "kg m^2") == 3e-6);
    CHECK(si(3, "kg.mm2", "kg m^2") == 3e-6);
}

TEST(other_units_convert_to_round_off) {
    const double pi = 3.14159265358979323846;
    CHECK_NEAR(si(180, "deg", "rad"), pi, 1e-15); // one rounding of pi/180 and one of the product
    CHECK_NEAR(si(60, "rpm", "rad/s"), 2 * pi, 2e-15);
    CHECK_NEAR(si(1, "rev/s", "rad/s"), 2 * pi, 2e-15);
    CHECK_NEAR(si(1, "inch", "m"), 0.0254, 1e-17);
    CHECK_NEAR(si(2, "min", "s"), 120, 0);
    CHECK_NEAR(si(1, "lbf", "N"), 4.4482216152605, 1e-14);
}

TEST(a_unit_of_another_dimension_is_told_apart_from_an_unknown_one) {
    assert_int_equal(AB_UNIT_DIMENSION, find("kg", "m").status);
    assert_int_equal(AB_UNIT_DIMENSION, find("m", "1").status);
    assert_int_equal(AB_UNIT_DIMENSION, find("Hz", "s").status); // which UDUNITS takes for a reciprocal time
    assert_int_equal(AB_UNIT_UNKNOWN, find("furlongz", "m").status);
    assert_int_equal(AB_UNIT_UNKNOWN, find("m/", "m").status);
    assert_int_equal(AB_UNIT_UNKNOWN, find("2mm", "m").status);
    assert_int_equal(AB_UNIT_UNKNOWN, find("s since 2000-01-01", "s").status);
}

TEST(units_with_an_offset_or_a_logarithm_are_refused) {
    assert_int_equal(AB_UNIT_OFFSET, find("degC", "K").status);
    assert_int_equal(AB_UNIT_OFFSET, find("lg(re 1 mm)", "m").status);
}

TEST(unit_texts_are_limited) {
    char longest[200];
    memset(longest, 'm', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(AB_UNIT_UNKNOWN, find(longest, "m").status);
}

TEST(a_unit_is_looked_up_once) {
    find("km", "m");
    const ab_units *units = cx->units;
    const int64_t rows = units->n;
    for (int i = 0; i < 10; i++) find("km", "m");
    assert_int_equal(rows, units->n);
}

// A context that reads many scenes does not keep every spelling for ever; units are right all the same.
TEST(the_table_of_units_does_not_grow_without_bound) {
    const ab_units *units = cx->units;
    for (int i = 0; i < 10000; i++) {
        char text[32];
        snprintf(text, sizeof text, "x%d", i);
        assert_int_equal(AB_UNIT_UNKNOWN, find(text, "m").status);
        CHECK(units->n < 5000);
    }
    CHECK_NEAR(si(3, "km", "m"), 3000, 0);
}

TEST(what_a_unit_measures_has_a_word) {
    char words[160];
    ab_units_describe(cx, "N/mm^2", 6, words, sizeof words);
    assert_string_equal("a pressure", words);
    ab_units_describe(cx, "furlong/fortnight", 17, words, sizeof words);
    assert_string_equal("a speed", words);
    ab_units_describe(cx, "rad/s", 5, words, sizeof words);
    assert_string_equal("an angular velocity", words);
    ab_units_describe(cx, "kg^3", 4, words, sizeof words);
    assert_string_equal("kg3", words);
    assert_string_equal("a length", ab_unit_word("m"));
    assert_string_equal("m^7", ab_unit_word("m^7"));
}

TEST(a_unit_with_wrong_capitals_is_suggested) {
    static const struct {
        const char *text, *si, *better;
    } CASES[] = {{"Mpa", "Pa", "MPa"},
                 {"mpa", "Pa", "MPa"},
                 {"gpa", "Pa", "GPa"},
                 {"Kg", "kg", "kg"},
                 {"MM", "m", "mm"},
                 {"KN/mm", "N/m", "kN/mm"},
                 {"Kg/M^3", "kg/m^3", "kg/m^3"},
                 {"RPM", "rad/s", "rpm"},
                 {"bananas", "Pa", NULL},
                 {"Mpa", "m", NULL},
                 {"", "m", NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char better[AB_UNIT_TEXT_MAX + 1] = "";
        const bool found = ab_units_suggest(cx, CASES[i].text, CASES[i].si, better, sizeof better);
        if (found != (CASES[i].better != NULL) || (found && strcmp(better, CASES[i].better) != 0))
            fail_msg("%s: %s", CASES[i].text, better);
    }
    char longest[300];
    memset(longest, 'M', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    char better[AB_UNIT_TEXT_MAX + 1];
    CHECK(!ab_units_suggest(cx, longest, "m", better, sizeof better));
}

TEST(a_factor_is_public_and_tells_what_is_wrong) {
    double factor = 0;
    CHECK_OK(cx, abut_unit_factor(cx, "mm", "m", &factor));
    CHECK(factor == 0.001);
    CHECK_OK(cx, abut_unit_factor(cx, "rpm", "rad/s", &factor));
    CHECK_NEAR(factor, 0.10471975511965977, 1e-16);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_unit_factor(cx, "kg", "m", &factor));
    CHECK(strstr(abut_context_message(cx), "measures a mass, not a length") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_unit_factor(cx, "Mm2", "N m", &factor));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_unit_factor(cx, "Mpa", "Pa", &factor));
    CHECK(strstr(abut_context_message(cx), "did you mean 'MPa'?") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_unit_factor(cx, NULL, "m", &factor));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_unit_factor(NULL, "m", "m", &factor));
}

int main(void) {
    setlocale(LC_ALL, ""); // whatever it is, numbers do not change
    const struct CMUnitTest claims[] = {
        CLAIM(decimal_units_convert_to_the_nearest_double),
        CLAIM(other_units_convert_to_round_off),
        CLAIM(a_unit_of_another_dimension_is_told_apart_from_an_unknown_one),
        CLAIM(units_with_an_offset_or_a_logarithm_are_refused),
        CLAIM(unit_texts_are_limited),
        CLAIM(a_unit_is_looked_up_once),
        CLAIM(the_table_of_units_does_not_grow_without_bound),
        CLAIM(what_a_unit_measures_has_a_word),
        CLAIM(a_unit_with_wrong_capitals_is_suggested),
        CLAIM(a_factor_is_public_and_tells_what_is_wrong),
    };
    return cmocka_run_group_tests(claims, start, end);
}
