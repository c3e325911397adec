// Prints messages, diagnostics and figures.
#include "app.h"

#include "base/nearest_word.h"
#include "base/plain_text.h"
#include "observe/ledger_terms.h"
#include "scene/diagnostics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

// File names and file contents are untrusted: their control characters must not reach the terminal.
static void say(const char *text) {
    const int64_t size = (int64_t)strlen(text);
    for (int64_t at = 0, n; at < size; at += n) {
        bool plain;
        n = ab_plain_next(text + at, size - at, &plain);
        if (plain || text[at] == '\n' || text[at] == '\t')
            fwrite(text + at, 1, (size_t)n, stderr);
        else
            fputs("\xEF\xBF\xBD", stderr); // the replacement character
    }
}

int app_fail(int code, const char *format, ...) {
    char text[AB_MESSAGE_MAX + 256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    app_end_line();
    fputs("abut: error: ", stderr);
    say(text);
    fputc('\n', stderr);
    return code;
}

int app_fail_word(const char *what, const char *word, const char *const *words, int count) {
    const char *near = ab_nearest_word(word, words, count);
    if (near) return app_fail(APP_INPUT, "there is no %s '%s'; did you mean '%s'?", what, word, near);
    app_end_line();
    fputs("abut: error: there is no ", stderr);
    say(what);
    fputs(" '", stderr);
    say(word);
    fputs("'; there are:", stderr);
    for (int i = 0; i < count; i++) {
        fputc(' ', stderr);
        say(words[i]);
    }
    fputc('\n', stderr);
    return APP_INPUT;
}

static void log_warning(void *user, abut_log_level level, const char *line) {
    (void)user;
    if (level < ABUT_LOG_WARNING) return;
    app_end_line();
    fputs("abut: warning: ", stderr);
    say(line);
    fputc('\n', stderr);
}

int64_t app_bytes(int64_t megabytes) { return megabytes < INT64_C(1) << 30 ? megabytes << 20 : INT64_MAX; }

abut_context *app_context(int64_t threads) { return app_context_caching(threads, NULL, 0, NULL); }

abut_context *app_context_caching(int64_t threads, const char *cache, int64_t cache_limit, app_progress *progress) {
    abut_config config = abut_default_config();
    config.cache = cache;
    config.cache_limit = cache_limit;
    config.threads = (int)(threads < 4096 ? threads : 4096);
    config.log = log_warning;
    abut_context *cx = NULL;
    config.cancel = app_stop_asked;
    if (progress) config.setup = app_progress_setup, config.setup_user = progress;
    if (abut_context_create(&config, &cx) != ABUT_OK) app_fail(APP_FAILED, "out of memory");
    return cx;
}

int app_report(const abut_context *cx, abut_status status) {
    return app_fail(abut_status_exit_code(status), "%s", abut_message(cx));
}

// ------------------------------------------------------------------------------------------------- diagnostics

void app_print_diagnostic(const abut_diagnostic *diagnostic) {
    abut_context *cx = app_context(1);
    if (!cx) return;
    ab_text text = ab_text_start(cx);
    ab_diagnostic_format(&text, diagnostic);
    app_end_line();
    say(ab_text_string(&text));
    ab_text_free(&text);
    abut_context_destroy(cx);
}

void app_json_diagnostic(ab_text *to, const abut_diagnostic *d) {
    ab_text_format(to, "{\"code\": \"%s\", \"error\": %s, \"file\": ", d->code, d->error ? "true" : "false");
    ab_text_json_string(to, d->file);
    ab_text_format(to, ", \"line\": %" PRId64 ", \"column\": %" PRId64 ", \"message\": ", d->line, d->column);
    ab_text_json_string(to, d->message);
    ab_text_put(to, "}");
}

// ----------------------------------------------------------------------------------------------------- figures

int app_print_text(ab_text *text, abut_status status) {
    if (status == ABUT_OK) status = ab_text_status(text);
    int code = APP_OK;
    if (status == ABUT_OK)
        puts(ab_text_string(text));
    else
        code = app_report(text->cx, status);
    ab_text_free(text);
    return code;
}

void app_json_v3(ab_text *to, abut_v3 v) {
    ab_text_put(to, "[");
    ab_text_json_number(to, v.x);
    ab_text_put(to, ", ");
    ab_text_json_number(to, v.y);
    ab_text_put(to, ", ");
    ab_text_json_number(to, v.z);
    ab_text_put(to, "]");
}

void app_print_energy(const abut_energy *energy) {
    printf("energy, J\n");
    for (int i = 0; i < AB_LEDGER_TERMS; i++) {
        const double value = ab_ledger_value(energy, i);
        const bool always = i >= AB_LEDGER_TERMS - 2; // initial and residual
        if (value == 0 && !always) continue;
        fputs("    ", stdout);
        for (const char *c = ab_ledger_terms[i].name; *c; c++) putchar(*c == '_' ? ' ' : *c);
        printf("%*s%14.6g\n", (int)(24 - strlen(ab_ledger_terms[i].name)), "", value);
    }
}
