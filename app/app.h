// The program: one file per verb, one table of verbs in main.c. Names here have the prefix app_.
//
// Figures and results go to stdout, messages and progress to stderr. Exit codes: see app_exit.
#ifndef ABUT_APP_H
#define ABUT_APP_H

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>

enum app_exit {
    APP_OK = 0,     // done; also a run that was stopped on request and can be resumed
    APP_INPUT = 2,  // a file, an option or the scene is wrong
    APP_FAILED = 3, // the simulation failed
    APP_IO = 4,     // a file could not be read or written
};

typedef struct app_verb {
    const char *name;
    const char *summary;              // one line
    const char *usage;                // what follows the name: "SCENE [options]"
    const char *details;              // paragraphs for --help, "" for none
    const char *example;              // one or more lines
    int min_arguments, max_arguments; // arguments that are no options
    int (*run)(const struct app_verb *verb, int argc, char **argv);
} app_verb;

#define APP_VERB(name) extern const app_verb app_verb_##name;
#include "verbs.def"
#undef APP_VERB

extern const app_verb *const app_verbs[];
extern const int app_verb_count;
const app_verb *app_verb_find(const char *name);
void app_print_overview(FILE *to);

// ----------------------------------------------------------------------------------------------------- options

#define APP_MAX_ITEMS 256

typedef struct app_list {
    const char *item[APP_MAX_ITEMS];
    int count;
} app_list;

typedef enum app_kind {
    APP_FLAG,    // bool
    APP_TEXT,    // const char *
    APP_NUMBER,  // double, finite
    APP_INTEGER, // int64_t, >= 0
    APP_ITEMS    // app_list; may be repeated
} app_kind;

typedef struct app_option {
    const char *name; // without the dashes
    char letter;      // -o, or 0
    app_kind kind;
    const char *value; // how --help calls its value
    const char *help;
    void *target;
} app_option;

// Splits a verb's command line into options and other arguments. True: go on; false: end with *code (help was shown, or
// the line is wrong and this was said).
bool app_parse(const app_verb *verb, const app_option *options, int noption, int argc, char **argv, app_list *arguments,
               int *code);
void app_print_help(const app_verb *verb, const app_option *options, int noption);

// ---------------------------------------------------------------------------------------------------- progress

typedef struct app_progress {
    bool quiet, terminal;
    double printed; // wall time of the last line
} app_progress;

void app_watch_signals(void); // from here on Ctrl-C and SIGTERM set a flag
bool app_was_stopped(void);
bool app_stop_asked(void *user); // the same, for abut_config.cancel
app_progress app_progress_start(bool quiet);
bool app_progress_step(void *user, const abut_progress *progress); // abut_run_options.progress
void app_progress_setup(void *user, const abut_setup *setup);      // abut_config.setup
// The same for other work: "doing 12 of 250, 3 s left"; `wall`: seconds since it began.
void app_progress_work(app_progress *progress, const char *doing, int64_t done, int64_t of, double wall);
void app_end_line(void); // of progress on a terminal, before anything else is written there

// ---------------------------------------------------------------------------------------------------- printing

// "abut: error: ..." on stderr; returns code.
int app_fail(int code, const char *format, ...) AB_PRINTF(2, 3);
// The same with ", did you mean '...'?" when one of the words is near.
int app_fail_word(const char *what, const char *word, const char *const *words, int count);

// A context that logs warnings on stderr; NULL after saying why.
abut_context *app_context(int64_t threads);
// The same, and the fields of solids are kept in a folder (NULL = nowhere) of at most so many bytes, and setting up a
// scene shows its progress (NULL = does not).
abut_context *app_context_caching(int64_t threads, const char *cache, int64_t cache_limit, app_progress *progress);
int64_t app_bytes(int64_t megabytes);
// Says what the context's last failure was and returns the exit code of `status`.
int app_report(const abut_context *cx, abut_status status);

void app_print_diagnostic(const abut_diagnostic *diagnostic); // on stderr, with the source line and a caret
void app_json_diagnostic(ab_text *to, const abut_diagnostic *diagnostic);
// Prints a text that was made with `status`, and a newline, on stdout, or says why there is none; frees it.
int app_print_text(ab_text *text, abut_status status);

void app_json_v3(ab_text *to, abut_v3 v);
void app_print_energy(const abut_energy *energy);

#endif
