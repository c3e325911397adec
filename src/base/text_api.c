// Public interface of text, numbers and words: abut/text.h. NULL is refused where a caller could pass it.
#include "base/nearest_word.h"
#include "base/num.h"
#include "base/plain_text.h"
#include "base/text.h"

_Static_assert(ABUT_NUMBER_BYTES == AB_NUM_MAX, "one size for the text of a number");

abut_text abut_text_start(abut_context *cx) { return ab_text_start(cx); }

void abut_text_put(abut_text *text, const char *string) {
    if (text && text->cx && string) ab_text_put(text, string);
}

void abut_text_bytes(abut_text *text, const char *bytes, int64_t count) {
    if (text && text->cx && bytes && count >= 0) ab_text_bytes(text, bytes, count);
}

void abut_text_format(abut_text *text, const char *format, ...) {
    if (!text || !text->cx || !format) return;
    va_list args;
    va_start(args, format);
    ab_text_format_list(text, format, args);
    va_end(args);
}

void abut_text_number(abut_text *text, double value) {
    if (text && text->cx) ab_text_number(text, value);
}

void abut_text_json_string(abut_text *text, const char *string) {
    if (text && text->cx) ab_text_json_string(text, string ? string : "");
}

void abut_text_json_number(abut_text *text, double value) {
    if (text && text->cx) ab_text_json_number(text, value);
}

const char *abut_text_string(const abut_text *text) { return text ? ab_text_string(text) : ""; }

abut_status abut_text_status(const abut_text *text) {
    return text && text->cx ? ab_text_status(text) : ABUT_ERR_ARGUMENT;
}

void abut_text_free(abut_text *text) {
    if (text && text->cx) ab_text_free(text);
}

int64_t abut_text_character(const char *text, int64_t size, bool *plain) {
    bool unused;
    return text && size > 0 ? ab_plain_next(text, size, plain ? plain : &unused) : 0;
}

int64_t abut_number_read(const char *text, int64_t length, double *value) {
    return text && value ? ab_num_read(text, length, value) : 0;
}

int64_t abut_integer_read(const char *text, int64_t length, int64_t *value) {
    return text && value ? ab_num_read_int(text, length, value) : 0;
}

int abut_number_write(char text[ABUT_NUMBER_BYTES], double value) { return text ? ab_num_write(text, value) : 0; }

const char *abut_word_nearest(const char *word, const char *const *words, int count) {
    return word && words ? ab_nearest_word(word, words, count) : NULL;
}

bool abut_word_matches(const char *pattern, const char *name) { return pattern && name && ab_is_like(pattern, name); }
