// Descriptions of keys and records for messages, help and the reference.
#ifndef AB_SCENE_DESCRIBE_H
#define AB_SCENE_DESCRIBE_H

#include "base/text.h"
#include "scene/schema.h"
#include "scene/study.h"

void ab_describe_type(ab_text *text, const ab_key *key);    // "list of 3 lengths"
void ab_describe_range(ab_text *text, const ab_key *key);   // "more than 0 m"; empty without a range
void ab_describe_default(ab_text *text, const ab_key *key); // "required", "0.5", "none"

// All records, each once, in breadth-first order from the roots of all studies, the scene's first. Returns their
// number.
#define AB_MAX_RECORDS 128
int ab_all_records(const ab_schema_record *all[AB_MAX_RECORDS]);

#endif
