// Diagnostics of the scene reader. Every diagnostic has a code whose meaning never changes; diagnostics.def lists all
// of them with the text of `abut explain`.
#ifndef AB_SCENE_DIAGNOSTICS_H
#define AB_SCENE_DIAGNOSTICS_H

#include "base/num.h"
#include "base/text.h"
#include "scene/scene.h"

typedef enum ab_code {
#define AB_DIAGNOSTIC(code, name, brief, more) AB_##code,
#include "scene/diagnostics.def"
#undef AB_DIAGNOSTIC
    AB_CODE_COUNT
} ab_code;

typedef struct ab_explanation {
    const char *code;  // "E012", "W101"
    const char *name;  // "unknown-key"
    const char *brief; // one line
    const char *more;  // paragraphs with an example
} ab_explanation;

const ab_explanation *ab_scene_explanation(int64_t index); // NULL past the last
const ab_explanation *ab_scene_explain(const char *code);  // by code or name, ignoring case; NULL if there is none

// "file:line:col: error E012: message", the source line and a caret under the place.
void ab_diagnostic_format(ab_text *text, const abut_diagnostic *diagnostic);

// Formats a number with three digits for a message, into text[AB_NUM_MAX].
void ab_brief(char *text, double value);

void ab_diagnostics_free(ab_ctx *cx, ab_diagnostics *diagnostics);

#endif
