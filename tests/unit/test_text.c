// Text that grows, and its escapes.
#include "base/text.h"
#include "faults.h"

#include <stdio.h>

static ab_ctx *standard(void) {
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

typedef void escape_fn(ab_text *text, const char *string);

static void check_escape(ab_ctx *cx, escape_fn *escape, const char *string, const char *expected) {
    ab_text text = ab_text_start(cx);
    escape(&text, string);
    CHECK_OK(cx, ab_text_status(&text));
    assert_string_equal(ab_text_string(&text), expected);
    CHECK(text.size == (int64_t)strlen(expected));
    ab_text_free(&text);
}

TEST(pieces_appear_in_the_order_they_were_put) {
    ab_ctx *cx = standard();
    ab_text text = ab_text_start(cx);
    assert_string_equal(ab_text_string(&text), "");
    ab_text_put(&text, "a=");
    ab_text_number(&text, -0.1);
    ab_text_format(&text, " %d%s%c", 42, "x", 'y');
    ab_text_bytes(&text, "12345", 3);
    ab_text_format(&text, "%s", "");
    ab_text_put(&text, "");
    assert_string_equal(ab_text_string(&text), "a=-0.1 42xy123");
    CHECK(text.size == 14);
    ab_text_free(&text);
    assert_string_equal(ab_text_string(&text), "");
    ab_text_put(&text, "again"); // a freed text starts anew
    assert_string_equal(ab_text_string(&text), "again");
    ab_text_free(&text);
    abut_context_destroy(cx);
}

TEST(a_text_of_many_pieces_is_their_concatenation) {
    ab_ctx *cx = standard();
    ab_text text = ab_text_start(cx);
    for (int i = 0; i < 100000; i++) ab_text_format(&text, "%05d", i);
    CHECK_OK(cx, ab_text_status(&text));
    CHECK(text.size == 500000);
    for (int i = 0; i < 100000; i += 777) {
        char expected[8];
        snprintf(expected, sizeof expected, "%05d", i);
        CHECK(memcmp(text.data + 5 * (int64_t)i, expected, 5) == 0);
    }
    ab_text_free(&text);
    abut_context_destroy(cx);
}

TEST(json_strings_escape_quotes_and_control_characters) {
    ab_ctx *cx = standard();
    check_escape(cx, ab_text_json_string, "", "\"\"");
    check_escape(cx, ab_text_json_string, "a\"b\\c", "\"a\\\"b\\\\c\"");
    check_escape(cx, ab_text_json_string, "\n\t\r", "\"\\n\\t\\r\"");
    check_escape(cx, ab_text_json_string, "\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
    check_escape(cx, ab_text_json_string, "</script>", "\"\\u003c/script>\"");
    abut_context_destroy(cx);
}

TEST(valid_utf8_is_kept_and_the_rest_is_replaced) {
    ab_ctx *cx = standard();
    check_escape(cx, ab_text_xml,
                 "\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF",
                 "\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF");
#define R "\xEF\xBF\xBD"
    check_escape(cx, ab_text_xml, "\x80", R);                   // lone continuation
    check_escape(cx, ab_text_xml, "\xC0\x80", R R);             // overlong
    check_escape(cx, ab_text_xml, "\xC1\xBF", R R);             // overlong
    check_escape(cx, ab_text_xml, "\xE0\x9F\xBF", R R R);       // overlong
    check_escape(cx, ab_text_xml, "\xED\xA0\x80", R R R);       // surrogate
    check_escape(cx, ab_text_xml, "\xF0\x8F\xBF\xBF", R R R R); // overlong
    check_escape(cx, ab_text_xml, "\xF4\x90\x80\x80", R R R R); // beyond U+10FFFF
    check_escape(cx, ab_text_xml, "\xF8x", R "x");
    check_escape(cx, ab_text_xml, "\xE2\x82", R R); // cut by the end
    check_escape(cx, ab_text_xml, "\xE2\x82z", R R "z");
    check_escape(cx, ab_text_json_string, "\xFF\xC3\xA9", "\"" R "\xC3\xA9\"");
#undef R
    abut_context_destroy(cx);
}

TEST(xml_escapes_markup_and_replaces_forbidden_controls) {
    ab_ctx *cx = standard();
    check_escape(cx, ab_text_xml, "<a b=\"c\" d='e'>&", "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
    check_escape(cx, ab_text_xml, "\t\n\x01", "\t\n\xEF\xBF\xBD");
    abut_context_destroy(cx);
}

TEST(json_numbers_are_null_unless_finite) {
    ab_ctx *cx = standard();
    ab_text text = ab_text_start(cx);
    const double values[] = {1.5, NAN, INFINITY, -INFINITY, -2e-9};
    for (int i = 0; i < 5; i++) {
        ab_text_json_number(&text, values[i]);
        ab_text_put(&text, ",");
    }
    assert_string_equal(ab_text_string(&text), "1.5,null,null,null,-2e-9,");
    ab_text_free(&text);
    abut_context_destroy(cx);
}

static abut_status write_page(abut_context *cx, void *arg) {
    (void)arg;
    ab_text text = ab_text_start(cx);
    for (int i = 0; i < 50; i++) {
        ab_text_xml(&text, "<tag>");
        ab_text_json_string(&text, "string");
        ab_text_number(&text, i / 7.0);
        ab_text_format(&text, "%d", i);
    }
    const abut_status status = ab_text_status(&text);
    if (status != ABUT_OK) CHECK(strlen(ab_text_string(&text)) == (size_t)text.size); // still a string
    ab_text_free(&text);
    return status;
}

TEST(a_failed_allocation_is_remembered_until_the_end) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, write_page, NULL);
    CHECK(r.fired > 3);
    assert_int_equal(r.survived, 0);
}

CLAIMS(CLAIM(pieces_appear_in_the_order_they_were_put), CLAIM(a_text_of_many_pieces_is_their_concatenation),
       CLAIM(json_strings_escape_quotes_and_control_characters), CLAIM(valid_utf8_is_kept_and_the_rest_is_replaced),
       CLAIM(xml_escapes_markup_and_replaces_forbidden_controls), CLAIM(json_numbers_are_null_unless_finite),
       CLAIM(a_failed_allocation_is_remembered_until_the_end))
