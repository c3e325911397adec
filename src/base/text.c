// Growable text. JSON and XML must be valid UTF-8 whatever the file names and messages contain, so invalid bytes (and
// control characters that XML forbids) become U+FFFD, the replacement character.
#include "base/text.h"
#include "base/alloc.h"
#include "base/num.h"
#include "base/plain_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"

ab_text ab_text_start(ab_ctx *cx) { return (ab_text){.cx = cx}; }

// Ensures capacity for `count` more bytes and the final 0; false once the text has failed.
static bool make_room(ab_text *text, int64_t count) {
    if (text->status == ABUT_OK) text->status = AB_GROW(text->cx, &text->data, &text->capacity, text->size + count + 1);
    return text->status == ABUT_OK;
}

void ab_text_bytes(ab_text *text, const char *bytes, int64_t count) {
    if (!make_room(text, count)) return;
    if (count > 0) memcpy(text->data + text->size, bytes, (size_t)count);
    text->size += count;
    text->data[text->size] = 0;
}

void ab_text_put(ab_text *text, const char *string) { ab_text_bytes(text, string, (int64_t)strlen(string)); }

void ab_text_format_list(ab_text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length <= 0 || !make_room(text, length)) return;
    vsnprintf(text->data + text->size, (size_t)length + 1, format, args);
    text->size += length;
}

void ab_text_format(ab_text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    ab_text_format_list(text, format, args);
    va_end(args);
}

void ab_text_number(ab_text *text, double value) {
    char digits[AB_NUM_MAX];
    const int length = ab_num_write(digits, value);
    ab_text_bytes(text, digits, length);
}

void ab_text_json_number(ab_text *text, double value) {
    if (isfinite(value))
        ab_text_number(text, value);
    else
        ab_text_put(text, "null");
}

// Length in bytes of the well-formed UTF-8 character at p, 0 if there is none. Overlong forms, surrogates and code
// points beyond U+10FFFF are refused; the final 0 of the string ends a truncated character.
static int utf8_length(const unsigned char *p) {
    if (p[0] < 0x80) return 1;
    const int length = p[0] >= 0xC2 && p[0] <= 0xDF   ? 2
                       : p[0] >= 0xE0 && p[0] <= 0xEF ? 3
                       : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                                      : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    const bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    const bool beyond = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

// Replacement of a character of `length` bytes; `spare` holds composed escapes. NULL = no replacement.
typedef const char *escape_fn(const unsigned char *p, int length, char spare[8]);

static void put_escaped(ab_text *text, const char *string, escape_fn *escape) {
    const unsigned char *p = (const unsigned char *)string;
    while (*p) {
        char spare[8];
        const int length = utf8_length(p);
        const char *instead = length == 0 ? REPLACEMENT : escape(p, length, spare);
        if (instead)
            ab_text_put(text, instead);
        else
            ab_text_bytes(text, (const char *)p, length);
        p += length > 0 ? length : 1;
    }
}

// Escapes multi-byte characters that would control a terminal or change the text direction; all are below U+10000.
static const char *json_escape_long(const unsigned char *p, int length, char spare[8]) {
    bool plain;
    ab_plain_next((const char *)p, length, &plain);
    if (plain) return NULL;
    const unsigned code =
        length == 2 ? (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu) : (p[0] & 0xFu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    snprintf(spare, 8, "\\u%04x", code & 0xFFFFu);
    return spare;
}

static const char *json_escape(const unsigned char *p, int length, char spare[8]) {
    if (length > 1) return json_escape_long(p, length, spare);
    const unsigned char c = *p;
    if (c == '"') return "\\\"";
    if (c == '\\') return "\\\\";
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    if (c == '\r') return "\\r";
    // '<' is escaped because it could end the script element of a page that embeds the JSON
    if (c >= 0x20 && c != 0x7F && c != '<') return NULL;
    snprintf(spare, 8, "\\u%04x", (unsigned)c);
    return spare;
}

static const char *xml_escape(const unsigned char *p, int length, char spare[8]) {
    (void)spare;
    if (length > 1) return NULL;
    const unsigned char c = *p;
    if (c == '&') return "&amp;";
    if (c == '<') return "&lt;";
    if (c == '>') return "&gt;";
    if (c == '"') return "&quot;";
    if (c == '\'') return "&#39;";
    const bool allowed = c >= 0x20 || c == '\n' || c == '\t' || c == '\r';
    return allowed ? NULL : REPLACEMENT;
}

void ab_text_json_string(ab_text *text, const char *string) {
    ab_text_put(text, "\"");
    put_escaped(text, string, json_escape);
    ab_text_put(text, "\"");
}

void ab_text_xml(ab_text *text, const char *string) { put_escaped(text, string, xml_escape); }

const char *ab_text_string(const ab_text *text) { return text->data ? text->data : ""; }

abut_status ab_text_status(const ab_text *text) { return text->status; }

void ab_text_free(ab_text *text) {
    if (text->data) ab_free(text->cx, text->data);
    *text = ab_text_start(text->cx);
}
