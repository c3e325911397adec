// Prints the figures of a bench, one line each or as JSON, and judges them by their goals.
#include "common/figure.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bench bench_open(int argc, char **argv) {
    bench b = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") != 0) {
            fprintf(stderr, "%s: unknown argument '%s'; the only one is --json\n", argv[0], argv[i]);
            exit(2);
        }
        b.json = true;
    }
    if (b.json) printf("[");
    return b;
}

int bench_close(bench *b) {
    if (b->json) printf("\n]\n");
    return b->missed > 0;
}

static bool reached(double value, goal wanted) {
    switch (wanted.kind) {
    case AT_LEAST:
        return value >= wanted.value;
    case AT_MOST:
        return value <= wanted.value;
    case NO_GOAL:
        break;
    }
    return true;
}

static void goal_text(goal wanted, char *text, size_t size) {
    if (wanted.kind == NO_GOAL)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%s%g", wanted.kind == AT_LEAST ? ">=" : "<=", wanted.value);
}

static void print(bench *b, const char *name, const char *plain, const char *json, const char *unit, goal wanted,
                  bool ok) {
    char text[40];
    goal_text(wanted, text, sizeof text);
    const char *verdict = ok ? "ok" : "short";
    if (b->json)
        printf("%s\n  {\"name\": \"%s\", \"value\": %s, \"unit\": \"%s\", \"goal\": \"%s\", \"verdict\": \"%s\"}",
               b->printed > 0 ? "," : "", name, json, unit, text, verdict);
    else
        printf("%-34s %12s %-14s %8s  %s\n", name, plain, unit, text, verdict);
    fflush(stdout);
    b->printed++;
    b->missed += !ok;
}

void figure(bench *b, const char *name, double value, const char *unit, goal wanted) {
    char plain[40], json[40];
    snprintf(plain, sizeof plain, "%.4g", value);
    snprintf(json, sizeof json, "%.17g", value);
    print(b, name, plain, isfinite(value) ? json : "null", unit, wanted, reached(value, wanted));
}

void figure_missing(bench *b, const char *name, const char *why, goal wanted) {
    char json[200];
    snprintf(json, sizeof json, "\"%s\"", why);
    print(b, name, why, json, "", wanted, false);
}

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double wall_seconds(void) { return read_clock(CLOCK_MONOTONIC); }
double cpu_seconds(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
double process_seconds(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

void go_first(bool first) {
    const struct sched_param priority = {.sched_priority = first ? sched_get_priority_min(SCHED_RR) : 0};
    (void)sched_setscheduler(0, first ? SCHED_RR : SCHED_OTHER, &priority); // who may not is measured among the others
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *value, int n) {
    qsort(value, (size_t)n, sizeof *value, by_value);
    return 0.5 * (value[(n - 1) / 2] + value[n / 2]);
}

double exponent(const double *x, const double *y, int n) {
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mx += log(x[i]) / n;
        my += log(y[i]) / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(y[i]) - my);
    }
    return xy / xx;
}
