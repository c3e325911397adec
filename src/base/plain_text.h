// Text that is safe to display: UTF-8 without characters that control a terminal or change the direction of adjacent
// text.
//
// Not plain: U+0000-001F, U+007F-009F (control characters; U+009B begins an escape sequence as ESC [ does), U+061C,
// U+200E-200F, U+202A-202E, U+2066-2069 (direction), U+2028-2029 (line separators), U+FEFF (byte order mark), and bytes
// that are not UTF-8.
#ifndef AB_BASE_PLAIN_TEXT_H
#define AB_BASE_PLAIN_TEXT_H

#include <stdbool.h>
#include <stdint.h>

// The first character of text[0..size): its length in bytes (at least 1 unless size is 0), and whether it is plain.
int64_t ab_plain_next(const char *text, int64_t size, bool *plain);
bool ab_is_plain(const char *text, int64_t size);

// True if a spreadsheet would take a cell with this text for a formula and evaluate it.
bool ab_is_formula(const char *text);

#endif
