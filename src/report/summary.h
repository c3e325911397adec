// A run's outcome as JSON, which run.json and `--json` share.
#ifndef AB_REPORT_SUMMARY_H
#define AB_REPORT_SUMMARY_H

#include "base/text.h"

// An object without the final newline. Wall time and speed differ from run to run and are left out of files.
void ab_summary_json(ab_text *to, const abut_run_summary *summary, bool with_wall);

#endif
