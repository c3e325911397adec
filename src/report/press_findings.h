// What solving a file of the study `press` would meet, for `abut check`.
#ifndef AB_REPORT_PRESS_FINDINGS_H
#define AB_REPORT_PRESS_FINDINGS_H

#include "base/text.h"
#include "scene/press_case.h"

void ab_press_findings_text(ab_text *to, const ab_press_case *c);
void ab_press_findings_json(ab_text *to, const ab_press_case *c); // members of an object, each after a comma

#endif
