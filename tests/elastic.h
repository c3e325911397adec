// Elastic contact problems for tests.
#ifndef ABUT_TESTS_ELASTIC_H
#define ABUT_TESTS_ELASTIC_H

#include "claim.h"
#include "elastic/halfspace.h"
#include "elastic/surface.h"
#include "math/elementary.h"
#include "math/random.h"

#include <stdio.h>

typedef struct elastic {
    abut_context *cx;
    ab_halfspace h;
} elastic;

static inline abut_context *elastic_context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

// A half-space of modulus E* on nx x ny cells over lx x ly.
static inline ab_halfspace_def elastic_def(int64_t nx, int64_t ny, double lx, double ly, bool periodic,
                                           double modulus) {
    ab_halfspace_def def = ab_halfspace_default();
    def.grid = (ab_grid){nx, ny, lx / (double)nx, ly / (double)ny, periodic};
    def.solid[0] = (ab_elastic_solid){modulus, 0, 0};
    def.solids = 1;
    return def;
}

static inline elastic open_elastic(const ab_halfspace_def *def, int threads) {
    elastic e = {.cx = elastic_context(threads)};
    CHECK_OK(e.cx, ab_halfspace_make(e.cx, def, &e.h));
    return e;
}

static inline void close_elastic(elastic *e) {
    ab_halfspace_free(&e->h);
    abut_context_destroy(e->cx);
}

// Fills the gap by a function of the distances from the middle of the grid.
typedef double elastic_gap(double x, double y, const double *arg);
static inline void set_gap(elastic *e, elastic_gap *gap, const double *arg) {
    const ab_grid *g = &e->h.def.grid;
    for (int64_t j = 0; j < g->ny; j++)
        for (int64_t i = 0; i < g->nx; i++)
            e->h.cells.f[j * g->nx + i] = gap(((double)i + 0.5 - 0.5 * (double)g->nx) * g->dx,
                                              ((double)j + 0.5 - 0.5 * (double)g->ny) * g->dy, arg);
    CHECK_OK(e->cx, ab_halfspace_ready(&e->h));
}

// Fills the gap by the surface of a type, and returns whether that was possible.
static inline abut_status set_surface(elastic *e, int type, const ab_surface_values *value) {
    const ab_grid *g = &e->h.def.grid;
    for (int64_t i = 0; i < ab_grid_cells(g); i++) e->h.cells.f[i] = 0;
    AB_TRY(ab_surface_add(e->cx, ab_surface_types[type], value, g, e->h.cells.f));
    AB_TRY(ab_surface_gap(e->cx, g, e->h.cells.f));
    return ab_halfspace_ready(&e->h);
}

static inline ab_press_answer press(elastic *e, ab_drive drive, double value) {
    ab_press_answer a;
    CHECK_OK(e->cx, ab_halfspace_solve(&e->h, drive, value, &a));
    return a;
}

// sqrt(sum (p - exact)^2 / sum exact^2) for a pressure by place.
static inline double pressure_error(const elastic *e, elastic_gap *exact, const double *arg) {
    const ab_grid *g = &e->h.def.grid;
    double error = 0, all = 0;
    for (int64_t j = 0; j < g->ny; j++)
        for (int64_t i = 0; i < g->nx; i++) {
            const double p = exact(((double)i + 0.5 - 0.5 * (double)g->nx) * g->dx,
                                   ((double)j + 0.5 - 0.5 * (double)g->ny) * g->dy, arg);
            const double d = e->h.cells.p[j * g->nx + i] - p;
            error += d * d;
            all += p * p;
        }
    return sqrt(error / all);
}

// Closed forms: arg of each.
enum { BALL_RADIUS, BALL_CONTACT, BALL_PEAK };
static inline double ball_gap(double x, double y, const double *arg) {
    return (x * x + y * y) / (2 * arg[BALL_RADIUS]);
}
static inline double ball_pressure(double x, double y, const double *arg) {
    const double a = arg[BALL_CONTACT], q = 1 - (x * x + y * y) / (a * a);
    return q > 0 ? arg[BALL_PEAK] * sqrt(q) : 0;
}

enum { WAVE_LENGTH, WAVE_AMPLITUDE, WAVE_LOAD, WAVE_FULL }; // s = pbar/p*; p* = pi E* amplitude/length
static inline double wave_pressure(double x, double y, const double *arg) {
    (void)y;
    const double s = sin(AB_PI * x / arg[WAVE_LENGTH]), c = cos(AB_PI * x / arg[WAVE_LENGTH]),
                 q = arg[WAVE_LOAD] - s * s;
    return q > 0 ? 2 * arg[WAVE_FULL] * fabs(c) * sqrt(q) : 0;
}

#endif
