// Collects, explains and formats diagnostics.
#include "scene/diagnostics.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "scene/loader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LONGEST_LINE 200 // max bytes shown of a source line

static const abut_explanation EXPLANATION[AB_CODE_COUNT] = {
#define AB_DIAGNOSTIC(code, name, brief, more) {#code, name, brief, more},
#include "scene/diagnostics.def"
#undef AB_DIAGNOSTIC
};

const abut_explanation *abut_scene_explanation(int64_t index) {
    return index >= 0 && index < AB_CODE_COUNT ? &EXPLANATION[index] : NULL;
}

const abut_explanation *abut_scene_explain(const char *code) {
    for (int i = 0; code && i < AB_CODE_COUNT; i++)
        if (strcasecmp(EXPLANATION[i].code, code) == 0 || strcasecmp(EXPLANATION[i].name, code) == 0)
            return &EXPLANATION[i];
    return NULL;
}

// Finds a line, counted from 1; line ends are "\n", "\r\n" and "\r", as in the YAML reader.
static const char *find_line(const ab_scene_source *source, int64_t line, int64_t *length) {
    const char *at = source->bytes, *end = source->bytes + source->size;
    for (int64_t i = 1; i < line && at < end; at++)
        if (*at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'))) i++;
    *length = 0;
    while (at + *length < end && at[*length] != '\n' && at[*length] != '\r') ++*length;
    return at;
}

// Copies a line, truncated for the terminal; control characters become blanks so that no file can move the cursor.
static abut_status copy_line(ab_ctx *cx, const ab_scene_source *source, int64_t line, const char **copy) {
    int64_t length = 0;
    const char *at = line > 0 ? find_line(source, line, &length) : "";
    if (length > LONGEST_LINE) length = LONGEST_LINE;
    while (length > 0 && line > 0 && length == LONGEST_LINE && ((unsigned char)at[length] & 0xC0) == 0x80) length--;
    char *text = NULL;
    AB_TRY(AB_ALLOC(cx, &text, length + 1));
    int64_t to = 0;
    for (int64_t i = 0, n; i < length; i += n) {
        bool plain;
        n = ab_plain_next(at + i, length - i, &plain);
        if (plain)
            memcpy(text + to, at + i, (size_t)n);
        else
            text[to] = ' ';
        to += plain ? n : 1;
    }
    *copy = text;
    return ABUT_OK;
}

static abut_status copy_string(ab_ctx *cx, const char *string, const char **copy) {
    char *text = NULL;
    AB_TRY(AB_ALLOC(cx, &text, (int64_t)strlen(string) + 1));
    memcpy(text, string, strlen(string));
    *copy = text;
    return ABUT_OK;
}

static abut_status fill(ab_ctx *cx, abut_diagnostic *d, const ab_scene_source *source, int64_t line,
                        const char *message) {
    AB_TRY(copy_string(cx, source->name, &d->file));
    AB_TRY(copy_string(cx, message, &d->message));
    return copy_line(cx, source, line, &d->source);
}

static abut_status append(ab_loader *l, ab_code code, ab_place place, const char *message) {
    ab_diagnostics *all = l->diagnostics;
    AB_TRY(AB_GROW(l->cx, &all->item, &all->capacity, all->n + 1));
    abut_diagnostic *d = &all->item[all->n++];
    *d = (abut_diagnostic){.line = place.line, .column = place.column};
    memcpy(d->code, EXPLANATION[code].code, strlen(EXPLANATION[code].code));
    d->error = d->code[0] == 'E';
    all->errors += d->error;
    return fill(l->cx, d, &l->source[place.source], place.line, message);
}

void ab_diagnose(ab_loader *l, ab_code code, ab_place place, const char *format, ...) {
    if (ab_full(l)) return;
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (EXPLANATION[code].code[0] == 'E' && l->diagnostics->errors == AB_MAX_ERRORS) {
        code = AB_E099;
        snprintf(message, sizeof message, "more than %d errors; correct these first", AB_MAX_ERRORS);
    }
    ab_stop(l, append(l, code, place, message));
}

void abut_diagnostic_text(const abut_diagnostic *d, abut_text *text) {
    if (!d || !text || !text->cx) return;
    const char *severity = d->error ? "error" : "warning";
    ab_text_put(text, d->file);
    if (d->line > 0) ab_text_format(text, ":%lld:%lld", (long long)d->line, (long long)d->column);
    ab_text_format(text, ": %s %s: %s\n", severity, d->code, d->message);
    if (d->line == 0 || d->source[0] == 0) return;
    ab_text_format(text, "    %s\n", d->source);
    if (d->column > LONGEST_LINE) return;
    // Columns count characters and tabs were replaced by blanks, so column - 1 blanks lead to the place.
    ab_text_format(text, "    %*s^\n", (int)d->column - 1, "");
}

void ab_brief(char *text, double value) {
    const double size = fabs(value);
    const int digits = size > 0 && isfinite(size) ? 2 - (int)floor(log10(size)) : 0;
    const double ten = pow(10, abs(digits));
    const double rounded = digits >= 0 ? round(value * ten) / ten : round(value / ten) * ten;
    ab_num_write(text, isfinite(rounded) ? rounded : value);
}

void ab_diagnostics_cut(ab_ctx *cx, ab_diagnostics *diagnostics, int64_t n) {
    while (diagnostics->n > n) {
        const abut_diagnostic *last = &diagnostics->item[--diagnostics->n];
        diagnostics->errors -= last->error;
        ab_free(cx, (void *)last->file);
        ab_free(cx, (void *)last->message);
        ab_free(cx, (void *)last->source);
    }
}

void ab_diagnostics_free(ab_ctx *cx, ab_diagnostics *diagnostics) {
    ab_diagnostics_cut(cx, diagnostics, 0);
    ab_free(cx, diagnostics->item);
    *diagnostics = (ab_diagnostics){0};
}
