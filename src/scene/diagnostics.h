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

// Formats a number with three digits for a message, into text[AB_NUM_MAX].
void ab_brief(char *text, double value);

void ab_diagnostics_cut(ab_ctx *cx, ab_diagnostics *diagnostics, int64_t n); // keeps the first n
void ab_diagnostics_free(ab_ctx *cx, ab_diagnostics *diagnostics);

#endif
