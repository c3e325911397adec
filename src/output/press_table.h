// The numbers of every load of elastic contact as columns: press.csv, and the rows of run.json.
#ifndef AB_OUTPUT_PRESS_TABLE_H
#define AB_OUTPUT_PRESS_TABLE_H

#include "base/text.h"
#include "abut/press.h"

// Which columns a case has.
typedef struct ab_press_columns {
    bool stiffness, tangential, hardness, exact;
} ab_press_columns;

void ab_press_csv_header(ab_text *to, const ab_press_columns *columns);
void ab_press_csv_row(ab_text *to, const ab_press_columns *columns, int64_t index, const abut_press_load *load);
// {"force": ..., ...}; what a case does not have, and what is not finite, is null.
void ab_press_json_row(ab_text *to, const ab_press_columns *columns, const abut_press_load *load);
// "approach [m],force [N]" and a row for every load, in the order of the approach.
void ab_press_law(ab_text *to, const abut_press_load *load, int64_t count);

#endif
