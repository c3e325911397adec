// The table of a comparison: what every run took, lost, missed and where its bodies went.
#ifndef AB_REPORT_COMPARISON_TABLE_H
#define AB_REPORT_COMPARISON_TABLE_H

#include "abut/compare.h"
#include "base/text.h"
#include "output/history.h"

typedef struct ab_comparison_column {
    char *name;
    const char *unit, *group; // group: heading of the table that the column belongs to
} ab_comparison_column;

typedef struct ab_comparison_table {
    ab_comparison_column *column; // (ncolumn)
    int64_t ncolumn, capacity;
    double *value; // NaN = none  (nrun ncolumn)
    int64_t nrun;
} ab_comparison_table;

// Reads the results of all runs.
abut_status ab_comparison_table_fill(ab_ctx *cx, const abut_comparison *comparison, ab_comparison_table *table);
void ab_comparison_table_free(ab_ctx *cx, ab_comparison_table *table);
void ab_comparison_table_csv(ab_text *to, const abut_comparison *comparison, const ab_comparison_table *table);

#endif
