// Frictional contact problems of FCLIB: `auto` against the fastest of Siconos' solvers on each, found by trying all.
#include "cones/cones_bench.h"
#include "cones/packing.h"
#include "peers/cones_peers.h"
#include "solve/cone_problem_object.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 200, MAX_PATH = 1000, SMALL = 100, COUNTED = 8 };
#define LIMIT 2.0 // CPU seconds for each of Siconos' solvers

typedef struct list {
    char path[MAX_FILES][MAX_PATH];
    int n;
} list;

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static list list_files(const char *folder) {
    static list l;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && l.n < MAX_FILES && (e = readdir(d));) {
        const size_t length = strlen(e->d_name);
        if (length > 5 && strcmp(e->d_name + length - 5, ".hdf5") == 0)
            snprintf(l.path[l.n++], MAX_PATH, "%s/%s", folder, e->d_name);
    }
    if (d) closedir(d);
    qsort(l.path, (size_t)l.n, MAX_PATH, by_name);
    return l;
}

typedef struct timing {
    double seconds; // median of several solutions
    bool solved;
    abut_cones_report report;
} timing;

static timing solve(abut_cones *cones, double tolerance, bool energy) {
    enum { MAX = 21 };
    abut_cones_options o = abut_cones_default();
    o.tolerance = tolerance;
    o.energy = energy;
    timing t = {0};
    double seconds[MAX], whole = 0;
    int n = 0;
    while (n < MAX && (n < 3 || whole < 0.2) && whole < 10) {
        double *r = calloc((size_t)(3 * abut_cones_count(cones)), sizeof *r);
        if (!r) exit(3);
        const double begin = cpu_seconds();
        t.solved = abut_cones_solve(cones, &o, r, NULL, &t.report) == ABUT_OK;
        whole += seconds[n++] = cpu_seconds() - begin;
        free(r);
    }
    t.seconds = median(seconds, n);
    return t;
}

typedef struct tally {
    int solved, accurate; // to natural 1e-8; n <= SMALL to energy 1e-10
    int small;
    double slowest, slowest_small; // s
    double logs[2];                // of our time over that of the fastest of Siconos, at 1e-4 and 1e-8
    double worst_ratio;
    int compared[2], beaten[2]; // beaten: Siconos has no solver that meets the tolerance in time
} tally;

static void compare(bench *b, const peer *siconos, const char *name, const char *file, int level, const timing *ours,
                    tally *t) {
    static const double TOLERANCE[] = {1e-4, 1e-8};
    const cones_job job = {file, TOLERANCE[level], true, LIMIT, NULL};
    char best[40], why[PEER_TEXT], what[120];
    double seconds;
    int solvers;
    if (!ours->solved) return;
    if (!siconos_best(siconos, &job, &seconds, best, &solvers, why)) {
        t->beaten[level]++;
        return;
    }
    const double ratio = ours->seconds / seconds;
    snprintf(what, sizeof what, "%.24s %g: over %s", name, TOLERANCE[level], best);
    figure(b, what, ratio, "", no_goal());
    t->logs[level] += log(ratio);
    t->compared[level]++;
    t->worst_ratio = fmax(t->worst_ratio, ratio);
}

static const char *name_of(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

static void put(bench *b, const char *name, const char *what, double value, const char *unit, goal wanted) {
    char text[120];
    snprintf(text, sizeof text, "%.24s: %s", name, what);
    figure(b, text, value, unit, wanted);
}

static void measure(bench *b, abut_cones *cones, const char *path, const peer *siconos, tally *t) {
    const char *name = name_of(path);
    const int64_t n = abut_cones_count(cones);
    const timing rough = solve(cones, 1e-4, false), fine = solve(cones, 1e-8, false);
    put(b, name, "to natural 1e-8", 1e3 * fine.seconds, "ms", no_goal());
    if (!fine.solved) put(b, name, "ends at natural", fine.report.natural, "", at_most(1e-6));
    t->solved += fine.solved;
    if (fine.solved) t->slowest = fmax(t->slowest, fine.seconds);
    if (n <= SMALL) {
        const timing accurate = solve(cones, 1e-10, true);
        t->small++;
        t->accurate += accurate.solved;
        t->slowest_small = fmax(t->slowest_small, accurate.seconds);
    }
    if (!siconos || n < COUNTED) return;
    char file[100];
    snprintf(file, sizeof file, "%s/problem", siconos->folder);
    if (!problem_write(n, &cones->w, cones->q, cones->mu, file)) return;
    compare(b, siconos, name, file, 0, &rough, t);
    compare(b, siconos, name, file, 1, &fine, t);
}

static void conclude(bench *b, const list *l, const peer *siconos, const char *why, const tally *t) {
    figure(b, "FCLIB: solved to natural 1e-8", t->solved, "problems", at_least(l->n - 1));
    figure(b, "FCLIB: the slowest of them", 1e3 * t->slowest, "ms", at_most(40));
    figure(b, "FCLIB: n <= 100 to energy 1e-10", t->accurate, "problems", at_least(t->small));
    figure(b, "FCLIB: the slowest of them", 1e3 * t->slowest_small, "ms", at_most(5));
    for (int k = 0; k < 2; k++) {
        const char *what = k == 0 ? "over Siconos' best, 1e-4, mean" : "over Siconos' best, 1e-8, mean";
        if (siconos)
            figure(b, what, exp(t->logs[k] / t->compared[k]), "", at_most(0.2));
        else
            figure_missing(b, what, why, at_most(0.2));
        if (siconos) figure(b, "problems that only we solve in time", t->beaten[k], "", no_goal());
    }
    if (siconos) figure(b, "over Siconos' best, worst", t->worst_ratio, "", at_most(1));
}

void bench_problems(bench *b, const char *folder) {
    const list l = list_files(folder);
    char why[PEER_TEXT];
    peer p;
    const peer *siconos = siconos_open(&p, why) ? &p : NULL;
    abut_context *cx;
    tally t = {0};
    if (abut_context_create(NULL, &cx) != ABUT_OK) exit(3);
    for (int i = 0; i < l.n; i++) {
        abut_cones *cones;
        if (abut_cones_load(cx, l.path[i], &cones) != ABUT_OK) {
            figure_missing(b, name_of(l.path[i]), abut_context_message(cx), no_goal());
            continue;
        }
        measure(b, cones, l.path[i], siconos, &t);
        abut_cones_destroy(cones);
    }
    conclude(b, &l, siconos, why, &t);
    if (siconos) peer_close(&p);
    abut_context_destroy(cx);
}
