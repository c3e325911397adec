// Decodes UTF-8 character by character and classifies control, direction and line-separator characters.
#include "base/plain_text.h"

#include <stddef.h>
#include <string.h>

// Length in bytes and code point of a well-formed character; 0 if there is none. Overlong forms, surrogates and code
// points beyond U+10FFFF are not well-formed.
static int64_t decode(const unsigned char *p, int64_t size, uint32_t *code) {
    static const uint32_t MIN[] = {0, 0, 0x80, 0x800, 0x10000};
    const int64_t length = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > size) return 0;
    *code = length == 1 ? p[0] : p[0] & (0x7Fu >> length);
    for (int64_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (p[i] & 0x3F);
    }
    const bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < MIN[length] || surrogate || *code > 0x10FFFF ? 0 : length;
}

static bool steers(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } RANGE[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                 {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof RANGE / sizeof RANGE[0]; i++)
        if (code >= RANGE[i].first && code <= RANGE[i].last) return true;
    return false;
}

int64_t ab_plain_next(const char *text, int64_t size, bool *plain) {
    uint32_t code = 0;
    const int64_t length = size > 0 ? decode((const unsigned char *)text, size, &code) : 0;
    *plain = length > 0 && !steers(code);
    return length > 0 ? length : size > 0;
}

bool ab_is_plain(const char *text, int64_t size) {
    bool plain = true;
    for (int64_t at = 0; at < size && plain;) at += ab_plain_next(text + at, size - at, &plain);
    return plain;
}

bool ab_is_formula(const char *text) { return text[0] != 0 && strchr("=+-@", text[0]) != NULL; }
