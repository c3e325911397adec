// Numbers as text, independent of the locale, correctly rounded in both directions.
#ifndef AB_BASE_NUM_H
#define AB_BASE_NUM_H

#include <stdbool.h>
#include <stdint.h>

#define AB_NUM_MAX 32 // bytes for the text of any number and its final 0

// Reads a decimal number [+-]digits[.digits][(e|E)[+-]digits] from text[0..length) as the nearest double, ties to even.
// Digits may be missing on one side of the point ("5.", ".5" occur in mesh files). Returns the bytes consumed, 0 if
// there is no number. Overflow gives +-infinity (callers refuse it), underflow 0 or a subnormal. "nan", "inf" and
// hexadecimal are not numbers. Leading blanks are not skipped.
int64_t ab_num_read(const char *text, int64_t length, double *value);

// Reads an optionally signed integer; returns bytes consumed, 0 if there is none or it does not fit.
int64_t ab_num_read_int(const char *text, int64_t length, int64_t *value);

// Writes the shortest text that reads back to the same bits ("0.1", "1e-300", "-0", "nan", "inf"); returns
// its length without the final 0. text holds AB_NUM_MAX bytes.
int ab_num_write(char *text, double value);

#endif
