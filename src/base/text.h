// Growable text for messages, JSON, CSV and XML. The text records failures in its status, so a writer appends without
// checks and calls ab_text_status once at the end.
#ifndef AB_BASE_TEXT_H
#define AB_BASE_TEXT_H

#include "base/ctx.h"

#include <stdarg.h>

typedef abut_text ab_text;

ab_text ab_text_start(ab_ctx *cx);
void ab_text_put(ab_text *text, const char *string);
void ab_text_bytes(ab_text *text, const char *bytes, int64_t count);
void ab_text_format(ab_text *text, const char *format, ...) AB_PRINTF(2, 3); // no floating point: use ab_text_number
void ab_text_format_list(ab_text *text, const char *format, va_list args);
void ab_text_number(ab_text *text, double value);            // shortest digits that round-trip
void ab_text_json_string(ab_text *text, const char *string); // quoted and escaped
void ab_text_json_number(ab_text *text, double value);       // null when not finite
void ab_text_xml(ab_text *text, const char *string);         // escaped for XML and HTML
const char *ab_text_string(const ab_text *text);             // never NULL
abut_status ab_text_status(const ab_text *text);
void ab_text_free(ab_text *text);

#endif
