// One impact: a rough body in space by Stronge's law, against an adaptive Runge-Kutta method; several contacts at once
//
// Random mobilities and velocities, friction up to 2, as in the tests (tests/unit/test_impact_process.c). The method of
// the tests integrates to 1e-12 a step. CPU time, the best of some turns.
#include "common/figure.h"
#include "impact_ode.h"
#include "law/impact.h"
#include "math/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBLEMS 2000
#define TURNS    5
#define LINKS    3 // contacts of a cradle of four balls

typedef struct one_problem {
    double w[9], v[3], mu, e;
} one_problem;

// W = L L^T with diagonal elements of L in [0.3, 1.5], the others in [-1.5, 1.5].
static one_problem random_problem(ab_random *r) {
    one_problem q = {.mu = ab_random_between(r, 0, 2), .e = ab_random_between(r, 0, 1)};
    double l[9] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            l[3 * i + j] = i == j ? ab_random_between(r, 0.3, 1.5) : ab_random_between(r, -1.5, 1.5);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) q.w[3 * i + j] += l[3 * i + k] * l[3 * j + k];
    q.v[0] = -1;
    for (int k = 1; k < 3; k++) q.v[k] = ab_random_between(r, -3, 3);
    return q;
}

static double turn_of_series(const one_problem *q) {
    const ab_impact_law *law = ab_impact_law_find("stronge");
    double sum = 0;
    const double began = cpu_seconds();
    for (int i = 0; i < PROBLEMS; i++) {
        const ab_impact_contact contact = {q[i].mu, q[i].e, law, 1};
        ab_impact_outcome out;
        ab_impact_one(q[i].w, q[i].v, &contact, &out, NULL, NULL);
        sum += out.end.v[0];
    }
    const double taken = cpu_seconds() - began;
    return isfinite(sum) ? taken / PROBLEMS : NAN;
}

static double turn_of_ode(const one_problem *q) {
    enum { FEW = PROBLEMS / 10 };
    double sum = 0;
    const double began = cpu_seconds();
    for (int i = 0; i < FEW; i++) {
        ode_impact ode = {.w = q[i].w, .mu = q[i].mu, .e = q[i].e, .law = ODE_STRONGE};
        double x[8];
        ode_solve(&ode, q[i].v, 1e-12, x);
        sum += x[0];
    }
    const double taken = cpu_seconds() - began;
    return isfinite(sum) ? taken / FEW : NAN;
}

static double turn_of_cradle(ab_ctx *cx, ab_arena *arena) {
    enum { SIZE = 3 * LINKS, TIMES = 200 };
    double w[SIZE * SIZE] = {0}, v[SIZE] = {-1};
    ab_impact_contact contact[LINKS];
    ab_impact_outcome out[LINKS];
    ab_impact_status status = AB_IMPACT_DONE;
    for (int i = 0; i < LINKS; i++) {
        contact[i] = (ab_impact_contact){0, 0.9, ab_impact_law_find("stronge"), 1};
        for (int j = 0; j < LINKS; j++) w[3 * i * SIZE + 3 * j] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0;
        for (int k = 1; k < 3; k++) w[(3 * i + k) * (SIZE + 1)] = 1;
    }
    const ab_impact_problem problem = {.n = LINKS, .w = w, .v = v, .contact = contact};
    const double began = cpu_seconds();
    for (int i = 0; i < TIMES && status == AB_IMPACT_DONE; i++)
        if (ab_arena_reset(cx, arena) != ABUT_OK || ab_impact_process(cx, arena, &problem, out, &status) != ABUT_OK)
            return NAN;
    return (cpu_seconds() - began) / TIMES;
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    abut_context *cx;
    static one_problem q[PROBLEMS];
    double series = INFINITY, ode = INFINITY, cradle = INFINITY;
    ab_arena arena = {0};
    ab_random r = ab_random_start(1, 0);
    if (abut_context_create(NULL, &cx) != ABUT_OK) return 3;
    for (int i = 0; i < PROBLEMS; i++) q[i] = random_problem(&r);
    for (int i = 0; i < TURNS; i++) {
        series = fmin(series, turn_of_series(q));
        ode = fmin(ode, turn_of_ode(q));
        cradle = fmin(cradle, turn_of_cradle(cx, &arena));
    }
    figure(&b, "one contact in space, stronge", 1e6 * series, "us", at_most(10));
    figure(&b, "the same by Runge-Kutta, 1e-12", 1e6 * ode, "us", no_goal());
    figure(&b, "Runge-Kutta over ours", ode / series, "1", at_least(9));
    figure(&b, "cradle of four balls", 1e6 * cradle, "us", no_goal());
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
    return bench_close(&b);
}
