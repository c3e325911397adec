// Contact problems
#include "common/figure.h"
#include "cones/packing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    const int side = atoi(argv[1]), layers = atoi(argv[2]), steps = atoi(argv[3]); const bool boxes = atoi(argv[4]);
    double t = process_seconds();
    packing p = pour(1, side, layers, steps, boxes);
    printf("poured %d: %lld contacts %.2f s\n", side * side * layers, (long long)p.n, process_seconds() - t);
    for (int i = 5; i + 1 < argc; i += 2)
    for (int warm = 0; warm < 2; warm++) {
        ab_arena arena = {0};
        ab_cone_bodies *b;
        t = cpu_seconds();
        ab_cone_bodies_make(p.cx, &arena, &p.def, &b);
        double t1 = cpu_seconds() - t;
        double *r = calloc((size_t)(3 * p.n), sizeof *r);
        if (warm) memcpy(r, p.warm, (size_t)(3 * p.n) * sizeof *r);
        const ab_cones c = {p.n, p.mu, p.q, r, &ab_cone_form_bodies, b, false};
        const ab_cone_options o = {atof(argv[i + 1]), true, 3000, 100};
        ab_cone_report rep = {0};
        t = cpu_seconds();
        ab_cone_solver_find(argv[i])->solve(p.cx, &arena, &c, &o, &rep);
        t = cpu_seconds() - t;
        printf("%s %s tol %s: make %.4f s, %.3f s, %lld it, %.2f ns per contact and iteration, energy %.3e by %s\n", argv[i], warm ? "warm" : "cold", argv[i + 1], t1, t, (long long)rep.iterations, 1e9 * t / (double)rep.iterations / (double)p.n, rep.residual.energy, rep.solver);
        free(r); ab_arena_free(p.cx, &arena);
    }
    (void)argc;
}
