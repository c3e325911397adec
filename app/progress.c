// Progress of a run on stderr: one line that is overwritten on a terminal, plain lines every few seconds in a log,
// nothing when quiet. Also the signals that stop a run.
#include "app.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LOG_INTERVAL 2.0 // s between the lines of a log

static volatile sig_atomic_t stop_asked;
static bool line_open; // a line that ends in \r needs a newline

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    stop_asked = 1;
}

// SA_RESETHAND: a second Ctrl-C ends the program at once (the run can still be resumed). A signal that the parent
// process ignores (nohup, background job of a script) stays ignored.
static void watch(int signal_number) {
    struct sigaction before, action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ask_to_stop;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    sigaction(signal_number, &action, NULL);
}

void app_watch_signals(void) {
    watch(SIGINT);
    watch(SIGTERM);
}

bool app_was_stopped(void) { return stop_asked != 0; }

bool app_stop_asked(void *user) {
    (void)user;
    return app_was_stopped();
}

app_progress app_progress_start(bool quiet) {
    return (app_progress){.quiet = quiet, .terminal = isatty(STDERR_FILENO) == 1, .printed = app_wall_time()};
}

// "4 s", "3 min 20 s", "2 h 5 min"
static void format_duration(char *text, size_t size, double seconds) {
    if (!isfinite(seconds) || seconds > 1e9)
        snprintf(text, size, "?");
    else if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, size, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(text, size, "%d h %02d min", (int)(seconds / 3600), (int)(seconds / 60) % 60);
}

static void format_line(char *text, size_t size, const abut_progress *p) {
    char left[32];
    const double share = p->steps > 0 ? 100 * (double)p->step / (double)p->steps : 100;
    format_duration(left, sizeof left, (double)(p->steps - p->step) / p->steps_per_second);
    snprintf(text, size, "t = %.6g s  %5.1f %%  %.3g steps/s  %lld contacts  deepest %.3g m  %s left", p->time, share,
             p->steps_per_second, (long long)p->contacts, p->deepest, left);
}

// Terminal width, to which lines are truncated, since a wrapped line cannot be overwritten.
static int terminal_width(void) {
    struct winsize window;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col - 1 : INT_MAX;
}

static void show_line(app_progress *state, const char *line) {
    const double now = app_wall_time();
    if (!state->quiet && state->terminal) {
        fprintf(stderr, "\r%.*s\033[K", terminal_width(), line);
        line_open = true;
    } else if (!state->quiet && now - state->printed >= LOG_INTERVAL) {
        fprintf(stderr, "%s\n", line);
        state->printed = now;
    }
}

bool app_progress_step(void *user, const abut_progress *progress) {
    app_progress *state = user;
    char line[256];
    format_line(line, sizeof line, progress);
    show_line(state, line);
    return !app_was_stopped();
}

// Replaces characters of a name that are unsafe on a terminal.
static void tame(const char *name, char *text, size_t size) {
    const int64_t length = (int64_t)strlen(name);
    size_t end = 0;
    for (int64_t at = 0, n; at < length; at += n) {
        bool plain;
        n = abut_text_character(name + at, length - at, &plain);
        const size_t width = plain ? (size_t)n : 1;
        if (end + width >= size) break;
        memcpy(text + end, plain ? name + at : "?", width);
        end += width;
    }
    text[end] = 0;
}

void app_progress_setup(void *user, const abut_setup *setup) {
    char line[256], left[32], name[128];
    tame(setup->name, name, sizeof name);
    const double share = setup->of > 0 ? 100 * (double)setup->done / (double)setup->of : 100;
    format_duration(left, sizeof left, setup->left);
    snprintf(line, sizeof line, "setting up%s%s: %s  %5.1f %%  %s left", name[0] ? " " : "", name, setup->doing, share,
             left);
    show_line(user, line);
}

void app_progress_work(app_progress *state, const char *doing, int64_t done, int64_t of, double wall) {
    char left[32], line[128];
    format_duration(left, sizeof left, wall / (double)done * (double)(of - done));
    snprintf(line, sizeof line, "%s %lld of %lld, %s left", doing, (long long)done, (long long)of, left);
    show_line(state, line);
}

void app_end_line(void) {
    if (line_open) fputc('\n', stderr);
    line_open = false;
}
