// The command-line program: one file per verb, one table of verbs in main.c. Names have the prefix app_.
//
// Figures and results go to stdout, messages and progress to stderr. Exit codes: see app_exit.
#ifndef ABUT_APP_H
#define ABUT_APP_H

#include "memory.h"

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
    const char *usage;                // text after the verb: "SCENE [options]"
    const char *details;              // paragraphs for --help, "" for none
    const char *example;              // one or more lines
    int min_arguments, max_arguments; // number of arguments that are not options
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
    const char *value; // name of the value in --help
    const char *help;
    void *target;
} app_option;

// Splits a verb's command line into options and arguments. False: exit with *code, since help was shown or an error was
// reported.
bool app_parse(const app_verb *verb, const app_option *options, int noption, int argc, char **argv, app_list *arguments,
               int *code);
void app_print_help(const app_verb *verb, const app_option *options, int noption);
// Reads three finite numbers, "1,2,3" or "1 2 3". False: the text is something else, or NULL.
bool app_read_vector(const char *text, double v[3]);

// ---------------------------------------------------------------------------------------------------- progress

typedef struct app_progress {
    bool quiet, terminal;
    double printed; // wall time of the last printed line
} app_progress;

void app_watch_signals(void); // from now on Ctrl-C and SIGTERM set a flag
bool app_was_stopped(void);
bool app_stop_asked(void *user); // the same as a callback for abut_config.cancel
app_progress app_progress_start(bool quiet);
bool app_progress_step(void *user, const abut_progress *progress); // callback for abut_run_options.progress
void app_progress_setup(void *user, const abut_setup *setup);      // callback for abut_config.setup
// Progress of other work: "doing 12 of 250, 3 s left"; `wall`: seconds since its start.
void app_progress_work(app_progress *progress, const char *doing, int64_t done, int64_t of, double wall);
void app_end_line(void); // ends an open progress line on a terminal before other output

// ---------------------------------------------------------------------------------------------------- printing

// Prints "abut: error: ..." on stderr; returns code.
int app_fail(int code, const char *format, ...) ABUT_PRINTF(2, 3);
// The same for an unknown word, with ", did you mean '...'?" if one of `words` is near.
int app_fail_word(const char *what, const char *word, const char *const *words, int count);

// A context that logs warnings on stderr; NULL after an error message.
abut_context *app_context(int64_t threads);
// The same with a cache folder for distance fields (NULL = none) of at most `cache_limit` bytes, and with progress of
// the set-up of a scene (NULL = none).
abut_context *app_context_caching(int64_t threads, const char *cache, int64_t cache_limit, app_progress *progress);
int64_t app_bytes(int64_t megabytes);
// Multiplies *scale by the factor from a unit of length (NULL = m) to metres; an exit code.
int app_take_unit(abut_context *cx, const char *unit, double *scale);
// Prints the message of the context's last failure and returns the exit code of `status`.
int app_report(const abut_context *cx, abut_status status);

void app_print_diagnostic(const abut_diagnostic *diagnostic); // on stderr, with the source line and a caret
// Prints a text and a newline on stdout, or the failure `status` of its construction; frees the text.
int app_print_text(abut_text *text, abut_status status);

void app_json_v3(abut_text *to, abut_v3 v);
// A member of an object with one member on each line, after the first.
void app_json_number(abut_text *to, const char *key, double value);
void app_json_vector(abut_text *to, const char *key, abut_v3 value);
void app_print_energy(const abut_energy *energy);

#endif
