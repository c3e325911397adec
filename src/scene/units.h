// Unit conversion with UDUNITS-2: "40 mm/s" -> 0.04 where m/s is expected. The tables belong to the context, so that
// its scenes read the database of UDUNITS once.
#ifndef AB_SCENE_UNITS_H
#define AB_SCENE_UNITS_H

#include "base/ctx.h"

#define AB_UNIT_TEXT_MAX 64 // max length of a unit text, bytes

typedef enum ab_unit_status {
    AB_UNIT_OK,
    AB_UNIT_UNKNOWN,   // unknown to UDUNITS, or too long
    AB_UNIT_DIMENSION, // known, but of another dimension
    AB_UNIT_OFFSET     // of the right dimension, but not proportional to the SI unit: degC, dB
} ab_unit_status;

// SI value = number * times / over. One of the two is 1: division by an exact power of ten rounds only once.
typedef struct ab_unit_factor {
    ab_unit_status status;
    double times, over;
} ab_unit_factor;

// Powers of the base units m, kg, s, A, K, mol, cd and rad.
enum { AB_UNIT_RADIAN = 7, AB_UNIT_BASES };
typedef struct ab_dimension {
    int8_t power[AB_UNIT_BASES];
} ab_dimension;

typedef struct ab_unit_row {
    char text[AB_UNIT_TEXT_MAX + 1];
    char si[AB_UNIT_TEXT_MAX + 1]; // the expected SI unit; "" = whichever fits
    ab_unit_factor factor;
    ab_dimension dimension; // of rows without an expected unit
} ab_unit_row;

typedef struct ab_units {
    void *system; // UDUNITS database, read when the first unit occurs
    ab_unit_row *row;
    int64_t n, capacity;
} ab_units;

// The factor from the unit text[0..length) to the SI unit `si` ("m/s", "1").
abut_status ab_units_find(ab_ctx *cx, const char *text, int64_t length, const char *si, ab_unit_factor *factor);
// The factor from any unit to the product of base units that has its dimension.
abut_status ab_units_measure(ab_ctx *cx, const char *text, int64_t length, ab_unit_factor *factor,
                             ab_dimension *dimension);
// Writes a unit that differs from an unknown one in capitals only and fits the SI unit, such as MPa for Mpa, into
// words[size]; false if there is none.
bool ab_units_suggest(ab_ctx *cx, const char *text, const char *si, char *words, int64_t size);

// The quantity of an SI unit in words: "a speed" for "m/s"; the unit itself if there is no word.
const char *ab_unit_word(const char *si);
// Writes the quantity of a known unit text, or its dimensions such as "kg2.m-1", into words[size].
void ab_units_describe(const ab_ctx *cx, const char *text, int64_t length, char *words, int64_t size);

#endif
