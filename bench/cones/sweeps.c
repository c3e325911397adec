// What a contact costs in a Gauss-Seidel sweep: balls and boxes, one thread and two.
#include "cones/cones_bench.h"
#include "cones/packing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 12, SWEEPS = 20, BALLS = 16, BOXES = 12, STEPS = 100 }; // along an edge of the pile

typedef struct sweeper {
    abut_context *cx;
    ab_arena arena;
    ab_cones problem;
    double *r, *slip;
} sweeper;

static sweeper open_sweeper(const packing *p, int threads) {
    sweeper s = {0};
    ab_cone_bodies *b;
    abut_config config = abut_config_default();
    config.threads = threads;
    s.r = malloc((size_t)(3 * p->n) * sizeof *s.r);
    s.slip = malloc((size_t)p->n * sizeof *s.slip);
    if (!s.r || !s.slip || abut_context_create(&config, &s.cx) != ABUT_OK ||
        ab_cone_bodies_make(s.cx, &s.arena, &p->def, &b) != ABUT_OK)
        exit(3);
    s.problem = (ab_cones){p->n, p->mu, p->q, s.r, &ab_cone_form_bodies, b, false};
    memcpy(s.r, p->warm, (size_t)(3 * p->n) * sizeof *s.r);
    for (int64_t i = 0; i < p->n; i++) s.slip[i] = -1;
    s.problem.form->start(&s.problem, s.r);
    return s;
}

static void close_sweeper(sweeper *s) {
    ab_arena_free(s->cx, &s->arena);
    abut_context_destroy(s->cx);
    free(s->r);
    free(s->slip);
}

// Seconds of a sweep, the best of several turns.
static double time_sweeps(sweeper *s, double (*seconds)(void)) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double begin = seconds();
        for (int k = 0; k < SWEEPS; k++) s->problem.form->sweep(&s->problem, s->r, s->slip);
        best = fmin(best, (seconds() - begin) / SWEEPS);
    }
    return best;
}

static void put(bench *b, const char *what, const char *of, double value, const char *unit, goal wanted) {
    char name[80];
    snprintf(name, sizeof name, "%s: %s", of, what);
    figure(b, name, value, unit, wanted);
}

static void measure(bench *b, const char *of, bool boxes, double goal_ns) {
    const int side = boxes ? BOXES : BALLS;
    packing p = pour(2, side, side, STEPS, boxes);
    double wall[2];
    for (int threads = 1; threads <= 2; threads++) {
        go_first(true); // also for the threads of the context
        sweeper s = open_sweeper(&p, threads);
        if (threads == 1) {
            put(b, "contacts", of, (double)p.n, "", no_goal());
            put(b, "contact and sweep", of, 1e9 * time_sweeps(&s, cpu_seconds) / (double)p.n, "ns", at_most(goal_ns));
        }
        wall[threads - 1] = time_sweeps(&s, wall_seconds);
        go_first(false);
        close_sweeper(&s);
    }
    put(b, "two threads", of, wall[0] / wall[1], "times one", at_least(1.6));
    packing_free(&p);
    abut_context_destroy(p.cx);
}

void bench_sweeps(bench *b) {
    measure(b, "sweep, balls", false, 25);
    measure(b, "sweep, boxes", true, 35);
}
