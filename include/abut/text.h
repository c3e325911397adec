// Text: growable text and JSON, numbers as text, words. Reports of the library are appended to an abut_text.
#ifndef ABUT_TEXT_H
#define ABUT_TEXT_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

// Growable text. It records failures in its status, so a writer appends without checks and calls abut_text_status once
// at the end. Appending to a text that failed does nothing.
typedef struct abut_text {
    abut_context *cx;
    char *data; // size bytes and a final 0; NULL while empty
    int64_t size, capacity;
    abut_status status;
} abut_text;

// An empty text; free it with abut_text_free before its context is destroyed.
ABUT_API abut_text abut_text_start(abut_context *context);
ABUT_API void abut_text_put(abut_text *text, const char *string);
ABUT_API void abut_text_bytes(abut_text *text, const char *bytes, int64_t count);
// As printf. Conversions of real numbers depend on the locale: use abut_text_number.
ABUT_API void abut_text_format(abut_text *text, const char *format, ...) ABUT_PRINTF(2, 3);
ABUT_API void abut_text_number(abut_text *text, double value);            // shortest digits that round-trip
ABUT_API void abut_text_json_string(abut_text *text, const char *string); // quoted, escaped, valid UTF-8
ABUT_API void abut_text_json_number(abut_text *text, double value);       // null when not finite
ABUT_API const char *abut_text_string(const abut_text *text);             // never NULL; valid until the next append
// ABUT_ERR_MEMORY if an append failed.
ABUT_API abut_status abut_text_status(const abut_text *text);
ABUT_API void abut_text_free(abut_text *text); // the text is then empty and can be used again

// First character of text[0..size): its length in bytes, at least 1 unless size is 0. *plain is false for a character
// that controls a terminal or changes the direction of adjacent text, and for bytes that are not UTF-8.
ABUT_API int64_t abut_text_character(const char *text, int64_t size, bool *plain);

#define ABUT_NUMBER_BYTES 32 // of the text of any number, with the final 0

// Reads a decimal number from text[0..length) as the nearest double, independent of the locale; leading blanks are not
// skipped. Returns the number of bytes consumed, 0 if there is no number. Overflow gives +-INFINITY.
ABUT_API int64_t abut_number_read(const char *text, int64_t length, double *value);
// The same for an optionally signed integer; 0 also if it does not fit.
ABUT_API int64_t abut_integer_read(const char *text, int64_t length, int64_t *value);
// Writes the shortest text that reads back to the same bits; returns its length without the final 0.
ABUT_API int abut_number_write(char text[ABUT_NUMBER_BYTES], double value);

// The nearest of `words` to a misspelt word, the first of equals; NULL if none is near.
ABUT_API const char *abut_word_nearest(const char *word, const char *const *words, int count);
// True if the name matches the pattern, in which '*' stands for any letters or none.
ABUT_API bool abut_word_matches(const char *pattern, const char *name);

#ifdef __cplusplus
}
#endif

#endif
