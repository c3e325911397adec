// abut VERB ...: finds the verb and calls it.
#include "app.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const app_verb *const app_verbs[] = {
#define APP_VERB(name) &app_verb_##name,
#include "verbs.def"
#undef APP_VERB
};
const int app_verb_count = sizeof app_verbs / sizeof app_verbs[0];

const app_verb *app_verb_find(const char *name) {
    for (int i = 0; i < app_verb_count; i++)
        if (strcmp(app_verbs[i]->name, name) == 0) return app_verbs[i];
    return NULL;
}

void app_print_overview(FILE *to) {
    fprintf(to, "abut %s: simulates things that touch\n\n    abut VERB ...\n\n", abut_version());
    for (int i = 0; i < app_verb_count; i++) fprintf(to, "    %-9s %s\n", app_verbs[i]->name, app_verbs[i]->summary);
    fprintf(to, "\n`abut VERB --help` has options and examples. To begin:\n"
                "    abut new first.yaml\n"
                "    abut run first.yaml\n\n"
                "Exit codes: 0 done, 2 bad input, 3 the simulation failed, 4 a file could not be read or written\n");
}

// --help, -h and --version are aliases of verbs.
static const char *verb_name(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return "version";
    return word;
}

static bool is_scene(const char *word) {
    const char *dot = strrchr(word, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

// If one of the three standard files is closed, the next opened file would take its number and receive messages to the
// user. /dev/null is opened in their place, in the wrong mode, so that using them still fails.
static void hold_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

int main(int argc, char **argv) {
    hold_standard_files();
    signal(SIGXFSZ, SIG_IGN); // exceeding the file size limit then fails as a write error
    if (argc < 2) {
        app_print_overview(stderr);
        return APP_INPUT;
    }
    const app_verb *verb = app_verb_find(verb_name(argv[1]));
    if (!verb && is_scene(argv[1]))
        return app_fail(APP_INPUT, "'%s' is no verb; to run this scene: abut run %s", argv[1], argv[1]);
    if (!verb) {
        const char *names[sizeof app_verbs / sizeof app_verbs[0]];
        for (int i = 0; i < app_verb_count; i++) names[i] = app_verbs[i]->name;
        return app_fail_word("verb", argv[1], names, app_verb_count);
    }
    const int code = verb->run(verb, argc - 2, argv + 2);
    // earlier write errors are no longer in the buffer but still in ferror
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == APP_OK)
        return app_fail(APP_IO, "could not write to the standard output");
    return code;
}
