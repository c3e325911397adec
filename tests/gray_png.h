// Gray PNG pictures for tests of their reader.
#ifndef ABUT_TESTS_GRAY_PNG_H
#define ABUT_TESTS_GRAY_PNG_H

#include "base/deflate.h"
#include "render/png.h"

#include <stdlib.h>
#include <string.h>

enum { GRAY_SIDE = 32 }; // pixels at most

// What a filter of PNG predicts from the bytes to the left, above, and above to the left.
static inline int gray_guess(int filter, int a, int b, int c) {
    const int p = a + b - c, da = abs(p - a), db = abs(p - b), dc = abs(p - c);
    const int nearest = da <= db && da <= dc ? a : db <= dc ? b : c;
    const int guess[] = {0, a, b, (a + b) / 2, nearest};
    return guess[filter % 5];
}

// A picture of `bits` 8 or 16; row y has filter (first + y) % 5. Values row by row from the top.
static inline abut_status gray_png(ab_ctx *cx, int width, int height, int bits, const uint16_t *value, int first,
                                   ab_text *to) {
    const int step = bits / 8, count = width * step;
    unsigned char raw[GRAY_SIDE][2 * GRAY_SIDE] = {{0}};
    ab_text rows = ab_text_start(cx), packed = ab_text_start(cx);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (step == 2) raw[y][2 * x] = (unsigned char)(value[y * width + x] >> 8);
            raw[y][step * x + step - 1] = (unsigned char)value[y * width + x];
        }
        ab_text_bytes(&rows, &(char){(char)((first + y) % 5)}, 1);
        for (int i = 0; i < count; i++) {
            const int a = i >= step ? raw[y][i - step] : 0, b = y > 0 ? raw[y - 1][i] : 0,
                      c = y > 0 && i >= step ? raw[y - 1][i - step] : 0;
            ab_text_bytes(&rows, &(char){(char)(raw[y][i] - gray_guess(first + y, a, b, c))}, 1);
        }
    }
    AB_TRY(ab_deflate(cx, rows.data, rows.size, &packed));
    const char header[13] = {0, 0, 0, (char)width, 0, 0, 0, (char)height, (char)bits, 0, 0, 0, 0};
    ab_text_bytes(to, "\x89PNG\r\n\x1a\n", 8);
    ab_png_chunk(to, "IHDR", header, 13);
    ab_png_chunk(to, "tEXt", "made by a test", 14); // may be skipped
    ab_png_chunk(to, "IDAT", packed.data, 3);       // one stream in two pieces
    ab_png_chunk(to, "IDAT", packed.data + 3, packed.size - 3);
    ab_png_chunk(to, "IEND", "", 0);
    ab_text_free(&rows);
    ab_text_free(&packed);
    return ab_text_status(to);
}

#endif
