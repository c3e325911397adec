// Reader of histories: a CSV file as columns of numbers.
#ifndef AB_OUTPUT_HISTORY_H
#define AB_OUTPUT_HISTORY_H

#include "base/ctx.h"

typedef struct ab_history_column {
    char *name; // "ball.vx"
    char *unit; // "m/s", "" for none
} ab_history_column;

typedef struct ab_history {
    ab_history_column *column; // (ncolumn)
    int64_t ncolumn, column_capacity;
    double *value; // NaN for empty fields and values that are not finite   (nrow ncolumn)
    int64_t nrow, value_capacity;
} ab_history;

// A history is a header "name [unit],..." and rows of numbers; for any other text ABUT_ERR_INPUT with file, line and
// column.
abut_status ab_history_read(ab_ctx *cx, const char *path, ab_history *history);
void ab_history_free(ab_ctx *cx, ab_history *history);

#endif
