// A history read back: a CSV file as columns of numbers.
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
    double *value; // NaN for an empty field and for what is not finite   (nrow ncolumn)
    int64_t nrow, value_capacity;
} ab_history;

// ABUT_ERR_INPUT names file, line and column of what is no history: a header "name [unit],..." and rows of numbers.
abut_status ab_history_read(ab_ctx *cx, const char *path, ab_history *history);
void ab_history_free(ab_ctx *cx, ab_history *history);

#endif
