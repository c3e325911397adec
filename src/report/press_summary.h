// Summary of elastic contact as JSON, for run.json and `--json`.
#ifndef AB_REPORT_PRESS_SUMMARY_H
#define AB_REPORT_PRESS_SUMMARY_H

#include "output/press_table.h"

// A JSON object without a final newline, the same in every run.
void ab_press_summary_json(ab_text *to, const abut_press_summary *summary, const ab_press_columns *columns,
                           const abut_press_load *load);

#endif
