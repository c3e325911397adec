// Reading position in the bytes of a mesh file: words, numbers and lines, and messages with their location. Blanks are
// spaces, tabs and the CR of CRLF; LF and a lone CR end a line.
#ifndef AB_GEOM_MESH_CURSOR_H
#define AB_GEOM_MESH_CURSOR_H

#include "base/ctx.h"
#include "math/v3.h"

// Larger coordinates are refused: inertia contains their fifth power, which must stay finite.
#define AB_COORDINATE_MAX 1e50

typedef struct ab_cursor {
    ab_ctx *cx;
    const char *name; // of the file, in messages
    const char *text;
    int64_t size, at;
    int64_t line, line_start; // of `at`: number from 1, offset of the line's first byte
    bool obj_rules;           // '#' starts a comment, '\' before the end of a line joins it with the next
} ab_cursor;

typedef struct ab_word {
    const char *text; // not terminated
    int64_t length;   // 0 = none left
} ab_word;

ab_cursor ab_cursor_start(ab_ctx *cx, const char *name, const char *text, int64_t size);

// Skips blanks; the cursor is then at a word, at the end of the line or at the end of the file.
void ab_cursor_skip_blanks(ab_cursor *cursor);
// Skips blanks and ends of lines.
void ab_cursor_skip_space(ab_cursor *cursor);
// Moves behind the next end of line, or to the end of the file.
void ab_cursor_skip_line(ab_cursor *cursor);
bool ab_cursor_at_line_end(ab_cursor *cursor); // after blanks; true at the end of the file as well

// The word at the cursor, after blanks, within the line. `peek` leaves the cursor before it, `take` behind it.
ab_word ab_cursor_peek(ab_cursor *cursor);
ab_word ab_cursor_take(ab_cursor *cursor);
bool ab_word_is(ab_word word, const char *text);
bool ab_word_is_caseless(ab_word word, const char *lower);

// ABUT_ERR_INPUT with "name:line:col: " before the message.
abut_status ab_cursor_fail(const ab_cursor *cursor, const char *format, ...) AB_PRINTF(2, 3);
// "expected WHAT but found 'the next word'; ADVICE".
abut_status ab_cursor_expected(ab_cursor *cursor, const char *what, const char *advice);
// ABUT_ERR_INPUT with "name: byte N: " before the message, for binary parts.
abut_status ab_cursor_fail_at_byte(const ab_cursor *cursor, const char *format, ...) AB_PRINTF(2, 3);

// The next word of the line as a finite number; `what` names it in the message.
abut_status ab_cursor_number(ab_cursor *cursor, const char *what, double *value);
// Three numbers; refuses those beyond AB_COORDINATE_MAX.
abut_status ab_cursor_coordinates(ab_cursor *cursor, v3 *value);
bool ab_coordinates_valid(v3 value); // finite and within AB_COORDINATE_MAX

// The line must end here; `after` names the preceding item in the message.
abut_status ab_cursor_line_end(ab_cursor *cursor, const char *after);

#endif
