// Reads words, numbers and lines from the bytes of a mesh file.
#include "geom/mesh/cursor.h"

#include "base/num.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

ab_cursor ab_cursor_start(ab_ctx *cx, const char *name, const char *text, int64_t size) {
    return (ab_cursor){.cx = cx, .name = name, .text = text, .size = size, .line = 1};
}

static bool is_newline(const ab_cursor *c, int64_t at) {
    if (c->text[at] == '\n') return true;
    return c->text[at] == '\r' && !(at + 1 < c->size && c->text[at + 1] == '\n');
}

static bool is_blank(const ab_cursor *c, int64_t at) {
    const char byte = c->text[at];
    return byte == ' ' || byte == '\t' || (byte == '\r' && !is_newline(c, at));
}

static void pass_newline(ab_cursor *c) {
    c->at++;
    c->line++;
    c->line_start = c->at;
}

// Length of a '\' line continuation at this position, up to its newline; 0 if there is none.
static int64_t continuation(const ab_cursor *c, int64_t at) {
    if (!c->obj_rules || c->text[at] != '\\' || at + 1 >= c->size) return 0;
    if (is_newline(c, at + 1)) return 1;
    return c->text[at + 1] == '\r' ? 2 : 0;
}

void ab_cursor_skip_blanks(ab_cursor *c) {
    while (c->at < c->size) {
        const int64_t joined = continuation(c, c->at);
        if (joined) {
            c->at += joined;
            pass_newline(c);
        } else if (is_blank(c, c->at)) {
            c->at++;
        } else if (c->obj_rules && c->text[c->at] == '#') {
            while (c->at < c->size && !is_newline(c, c->at)) c->at++;
        } else {
            return;
        }
    }
}

void ab_cursor_skip_space(ab_cursor *c) {
    for (ab_cursor_skip_blanks(c); c->at < c->size && is_newline(c, c->at); ab_cursor_skip_blanks(c)) pass_newline(c);
}

void ab_cursor_skip_line(ab_cursor *c) {
    while (c->at < c->size && !is_newline(c, c->at)) c->at++;
    if (c->at < c->size) pass_newline(c);
}

bool ab_cursor_at_line_end(ab_cursor *c) {
    ab_cursor_skip_blanks(c);
    return c->at == c->size || is_newline(c, c->at);
}

ab_word ab_cursor_peek(ab_cursor *c) {
    ab_cursor_skip_blanks(c);
    int64_t end = c->at;
    while (end < c->size && !is_blank(c, end) && !is_newline(c, end) && !continuation(c, end)) end++;
    return (ab_word){c->text + c->at, end - c->at};
}

ab_word ab_cursor_take(ab_cursor *c) {
    const ab_word word = ab_cursor_peek(c);
    c->at += word.length;
    return word;
}

bool ab_word_is(ab_word word, const char *text) {
    return word.length == (int64_t)strlen(text) && memcmp(word.text, text, (size_t)word.length) == 0;
}

bool ab_word_is_caseless(ab_word word, const char *lower) {
    if (word.length != (int64_t)strlen(lower)) return false;
    for (int64_t i = 0; i < word.length; i++) {
        const char byte = word.text[i];
        if ((byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte) != lower[i]) return false;
    }
    return true;
}

enum { NOTE_MAX = 512 };

abut_status ab_cursor_fail(const ab_cursor *c, const char *format, ...) {
    char note[NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    return ab_fail(c->cx, ABUT_ERR_INPUT, "%s:%lld:%lld: %s", c->name, (long long)c->line,
                   (long long)(c->at - c->line_start + 1), note);
}

abut_status ab_cursor_fail_at_byte(const ab_cursor *c, const char *format, ...) {
    char note[NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    return ab_fail(c->cx, ABUT_ERR_INPUT, "%s: byte %lld: %s", c->name, (long long)c->at, note);
}

// The word in quotes, truncated to a readable length, with non-printable bytes as '?'.
static void quote(ab_word word, char *quoted, int64_t room) {
    const int64_t max = room - 7; // two quotes, "...", final 0
    const int64_t shown = word.length > max ? max : word.length;
    quoted[0] = '\'';
    for (int64_t i = 0; i < shown; i++) {
        const char byte = word.text[i];
        quoted[i + 1] = byte < ' ' || byte > '~' ? '?' : byte;
    }
    snprintf(quoted + 1 + shown, (size_t)(room - 1 - shown), "%s", shown < word.length ? "'..." : "'");
}

abut_status ab_cursor_expected(ab_cursor *c, const char *what, const char *advice) {
    const ab_word word = ab_cursor_peek(c);
    char found[48];
    if (word.length)
        quote(word, found, sizeof found);
    else
        snprintf(found, sizeof found, "the end of the %s", c->at < c->size ? "line" : "file");
    return ab_cursor_fail(c, "expected %s but found %s; %s", what, found, advice);
}

abut_status ab_cursor_number(ab_cursor *c, const char *what, double *value) {
    const ab_word word = ab_cursor_peek(c);
    if (word.length == 0 || ab_num_read(word.text, word.length, value) != word.length)
        return ab_cursor_expected(c, what, "write a decimal number such as -1.5e-3");
    if (!isfinite(*value))
        return ab_cursor_expected(c, what, "the number is too large for double precision; check the exporter");
    c->at += word.length;
    return ABUT_OK;
}

bool ab_coordinates_valid(v3 p) {
    return fabs(p.x) <= AB_COORDINATE_MAX && fabs(p.y) <= AB_COORDINATE_MAX && fabs(p.z) <= AB_COORDINATE_MAX;
}

abut_status ab_cursor_coordinates(ab_cursor *c, v3 *value) {
    AB_TRY(ab_cursor_number(c, "an x coordinate", &value->x));
    AB_TRY(ab_cursor_number(c, "a y coordinate", &value->y));
    AB_TRY(ab_cursor_number(c, "a z coordinate", &value->z));
    if (ab_coordinates_valid(*value)) return ABUT_OK;
    return ab_cursor_fail(c, "a coordinate is larger than 1e50; check the exporter's units");
}

abut_status ab_cursor_line_end(ab_cursor *c, const char *after) {
    if (ab_cursor_at_line_end(c)) return ABUT_OK;
    char what[96];
    snprintf(what, sizeof what, "the end of the line after %s", after);
    return ab_cursor_expected(c, what, "remove the rest of the line");
}
