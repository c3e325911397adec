// Poured balls from scratch to an energy residual of 1e-4, against Siconos' NSGS.
#include "cones/cones_bench.h"
#include "cones/packing.h"
#include "peers/cones_peers.h"

#include <stdio.h>
#include <stdlib.h>

enum { REPEAT = 3, STEPS = 180, LAYERS = 22, SIDE = 22, LARGE_SIDE = 66 };
#define TOLERANCE 1e-4
#define GOAL      0.1  // of the time of NSGS
#define PATIENCE  30.0 // NSGS may take so many times as long as we do

static double solve(const packing *p, ab_cone_report *report) {
    ab_arena arena = {0};
    ab_cone_bodies *bodies;
    double *r = calloc((size_t)(3 * p->n), sizeof *r);
    if (!r) exit(3);
    const double begin = cpu_seconds();
    if (ab_cone_bodies_make(p->cx, &arena, &p->def, &bodies) != ABUT_OK) exit(3);
    const ab_cones c = {p->n, p->mu, p->q, r, &ab_cone_form_bodies, bodies, false};
    const ab_cone_options o = {
        .tolerance = TOLERANCE, .measure = AB_CONE_ENERGY, .max_iterations = 20000, .penalty = 100};
    if (ab_cone_solver_find("gauss_seidel")->solve(p->cx, &arena, &c, &o, report) != ABUT_OK) exit(3);
    const double seconds = cpu_seconds() - begin;
    ab_arena_free(p->cx, &arena);
    free(r);
    return seconds;
}

static void compare(bench *b, const packing *p, double seconds) {
    static const char *const NAME = "packing: over Siconos' NSGS";
    char why[PEER_TEXT], best[40];
    peer siconos;
    if (!siconos_open(&siconos, why)) {
        figure_missing(b, NAME, why, at_most(GOAL));
        return;
    }
    char path[100];
    snprintf(path, sizeof path, "%s/problem", siconos.folder);
    const cones_job job = {path, TOLERANCE, false, PATIENCE * seconds, "NSGS"};
    double nsgs;
    int solvers;
    if (packing_write(p, path) && siconos_best(&siconos, &job, &nsgs, best, &solvers, why))
        figure(b, NAME, seconds / nsgs, "", at_most(GOAL));
    else
        figure(b, "packing: NSGS gives up; at most", 1 / PATIENCE, "", at_most(GOAL));
    peer_close(&siconos);
}

static void measure(bench *b, const char *name, int side, double goal_seconds, bool peers) {
    packing p = pour(2, side, LAYERS, STEPS, false);
    ab_cone_report report = {0};
    char what[80];
    double seconds[REPEAT];
    for (int i = 0; i < REPEAT; i++) seconds[i] = solve(&p, &report);
    const double time = median(seconds, REPEAT);
    snprintf(what, sizeof what, "%s: contacts", name);
    figure(b, what, (double)p.n, "", no_goal());
    snprintf(what, sizeof what, "%s: sweeps to 1e-4", name);
    figure(b, what, (double)report.iterations, "", no_goal());
    snprintf(what, sizeof what, "%s: energy residual", name);
    figure(b, what, report.residual.energy, "", at_most(TOLERANCE));
    snprintf(what, sizeof what, "%s: cold start to 1e-4", name);
    figure(b, what, time, "s", goal_seconds > 0 ? at_most(goal_seconds) : no_goal());
    if (peers) compare(b, &p, time);
    packing_free(&p);
    abut_context_destroy(p.cx);
}

void bench_packing(bench *b, bool large) {
    measure(b, "packing", SIDE, 0, true);
    if (large) measure(b, "large packing", LARGE_SIDE, 20, false);
}
