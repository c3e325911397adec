// Prints messages, diagnostics and figures.
#include "app.h"

#include <stdarg.h>
#include <string.h>

// File names and file contents are untrusted: their control characters must not reach the terminal.
static void say(const char *text) {
    const int64_t size = (int64_t)strlen(text);
    for (int64_t at = 0, n; at < size; at += n) {
        bool plain;
        n = abut_text_character(text + at, size - at, &plain);
        if (plain || text[at] == '\n' || text[at] == '\t')
            fwrite(text + at, 1, (size_t)n, stderr);
        else
            fputs("\xEF\xBF\xBD", stderr); // the replacement character
    }
}

int app_fail(int code, const char *format, ...) {
    char text[4096]; // more than a message of a context
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
    const char *near = abut_word_nearest(word, words, count);
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
    abut_config config = abut_config_default();
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
    return app_fail(abut_status_exit_code(status), "%s", abut_context_message(cx));
}

int app_take_unit(abut_context *cx, const char *unit, double *scale) {
    double factor = 1;
    const abut_status status = unit ? abut_unit_factor(cx, unit, "m", &factor) : ABUT_OK;
    *scale *= factor;
    return status == ABUT_OK ? APP_OK : app_report(cx, status);
}

// ------------------------------------------------------------------------------------------------- diagnostics

void app_print_diagnostic(const abut_diagnostic *diagnostic) {
    abut_context *cx = app_context(1);
    if (!cx) return;
    abut_text text = abut_text_start(cx);
    abut_diagnostic_text(diagnostic, &text);
    app_end_line();
    say(abut_text_string(&text));
    abut_text_free(&text);
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------- figures

int app_print_text(abut_text *text, abut_status status) {
    if (status == ABUT_OK) status = abut_text_status(text);
    int code = APP_OK;
    if (status == ABUT_OK)
        puts(abut_text_string(text));
    else
        code = app_report(text->cx, status);
    abut_text_free(text);
    return code;
}

void app_json_v3(abut_text *to, abut_v3 v) {
    abut_text_put(to, "[");
    abut_text_json_number(to, v.x);
    abut_text_put(to, ", ");
    abut_text_json_number(to, v.y);
    abut_text_put(to, ", ");
    abut_text_json_number(to, v.z);
    abut_text_put(to, "]");
}

void app_json_number(abut_text *to, const char *key, double value) {
    abut_text_format(to, ",\n  \"%s\": ", key);
    abut_text_json_number(to, value);
}

void app_json_vector(abut_text *to, const char *key, abut_v3 value) {
    abut_text_format(to, ",\n  \"%s\": ", key);
    app_json_v3(to, value);
}

void app_print_energy(const abut_energy *energy) {
    printf("energy, J\n");
    const int64_t count = abut_energy_term_count();
    for (int64_t i = 0; i < count; i++) {
        const abut_energy_term term = abut_energy_term_get(energy, i);
        const bool always = i >= count - 2; // initial and residual
        if (term.value == 0 && !always) continue;
        fputs("    ", stdout);
        for (const char *c = term.name; *c; c++) putchar(*c == '_' ? ' ' : *c);
        printf("%*s%14.6g\n", (int)(24 - strlen(term.name)), "", term.value);
    }
}
