// Units of measurement through UDUNITS-2: "40 mm/s" -> 0.04 where m/s is expected. Every unit text is looked up once a
// load.
#ifndef AB_SCENE_UNITS_H
#define AB_SCENE_UNITS_H

#include "base/ctx.h"

#define AB_UNIT_TEXT_MAX 64 // bytes of a unit's text

typedef enum ab_unit_status {
    AB_UNIT_OK,
    AB_UNIT_UNKNOWN,   // UDUNITS does not know it, or it is too long
    AB_UNIT_DIMENSION, // known, but measures something else
    AB_UNIT_OFFSET     // known and of the right kind, but zero is not zero: degC, dB
} ab_unit_status;

// SI value = number times `times` over `over`. One of the two is 1: dividing by an exact power of ten rounds once.
typedef struct ab_unit_factor {
    ab_unit_status status;
    double times, over;
} ab_unit_factor;

typedef struct ab_unit_row {
    char text[AB_UNIT_TEXT_MAX + 1];
    const char *si; // what was expected
    ab_unit_factor factor;
} ab_unit_row;

typedef struct ab_units {
    void *system; // UDUNITS' tables, read when the first unit occurs
    ab_unit_row *row;
    int64_t n, capacity;
} ab_units;

// The factor from the unit text[0..length) to the SI unit `si` ("m/s", "1"). `si` must outlive the table.
abut_status ab_units_find(ab_ctx *cx, ab_units *units, const char *text, int64_t length, const char *si,
                          ab_unit_factor *factor);
void ab_units_free(ab_ctx *cx, ab_units *units);

// What a unit measures, in words: "a speed" for "m/s"; the unit itself where there is no word.
const char *ab_unit_word(const char *si);
// The word for what a known unit text measures, or its dimensions such as "kg2.m-1", into words[size].
void ab_units_describe(ab_units *units, const char *text, int64_t length, char *words, int64_t size);

#endif
