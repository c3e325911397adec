// Summary of a run as JSON, for run.json and `--json`.
#ifndef AB_REPORT_SUMMARY_H
#define AB_REPORT_SUMMARY_H

#include "base/text.h"

// A JSON object without a final newline. with_wall adds wall time and speed, which differ from run to run and are
// omitted in files.
void ab_summary_json(ab_text *to, const abut_run_summary *summary, bool with_wall);

// Appends ",\n  "verdict": [...]" to an object.
void ab_checks_json(ab_text *to, const abut_check *check, int count);

#endif
