// Problems of the bench, with the memory that they take.
#include "elastic/elastic_bench.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(const press_problem *p, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(p->cx));
    exit(3);
}

static void note(press_problem *p, int64_t change) {
    p->now += change;
    if (p->now > p->peak) p->peak = p->now;
}

static void *resize(void *user, void *old, size_t bytes) {
    const int64_t before = old ? (int64_t)malloc_usable_size(old) : 0;
    void *p = realloc(old, bytes);
    if (p) note(user, (int64_t)malloc_usable_size(p) - before);
    return p;
}

static void release(void *user, void *p) {
    if (p) note(user, -(int64_t)malloc_usable_size(p));
    free(p);
}

void open_problem(press_problem *p, int64_t n, bool periodic, int threads) {
    *p = (press_problem){0};
    abut_config config = abut_config_default();
    config.threads = threads;
    config.allocator = (abut_allocator){p, resize, release};
    if (abut_context_create(&config, &p->cx) != ABUT_OK) exit(3);
    ab_halfspace_def def = ab_halfspace_default();
    def.grid = (ab_grid){n, n, 1.0 / (double)n, 1.0 / (double)n, periodic};
    def.solid[0] = (ab_elastic_solid){1, 0, 0};
    def.solids = 1;
    must(p, ab_halfspace_make(p->cx, &def, &p->h));
}

// Waves of 1/2 to 8 cells, flat above 1/4.
void open_rough(press_problem *p, int64_t n, int threads) {
    open_problem(p, n, true, threads);
    const ab_surface_values rough = {{0.8, 0, SLOPE, 0.5, 0.25, 8.0 / (double)n, 7}, {{0}}};
    const int64_t peak = p->peak;
    double *f = p->h.cells.f;
    memset(f, 0, sizeof *f * (size_t)(n * n));
    must(p, ab_surface_add(p->cx, ab_surface_types[AB_SURFACE_rough], &rough, &p->h.def.grid, f));
    must(p, ab_surface_gap(p->cx, &p->h.def.grid, f));
    must(p, ab_halfspace_ready(&p->h));
    p->peak = peak; // of the solver, not of making the surface
}

void close_problem(press_problem *p) {
    ab_halfspace_free(&p->h);
    abut_context_destroy(p->cx);
}

ab_press_answer press_rough(press_problem *p, double load, double tolerance) {
    ab_press_answer a;
    p->h.def.tolerance = tolerance;
    memset(p->h.cells.p, 0, sizeof *p->h.cells.p * (size_t)ab_grid_array(&p->h.def.grid));
    must(p, ab_halfspace_solve(&p->h, AB_DRIVE_PRESSURE, load * SLOPE, &a));
    return a;
}
