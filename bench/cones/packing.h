// Contact problems of poured balls, taken out of a step of abut.
#ifndef ABUT_BENCH_CONES_PACKING_H
#define ABUT_BENCH_CONES_PACKING_H

#include "abut/abut.h"
#include "solve/cone_bodies.h"

#include <stdio.h>

typedef struct packing {
    abut_context *cx;
    ab_cone_bodies_def def;
    double *mu, *q;
    double *warm; // impulses of the step before  (3 n)
    int64_t n;    // contacts
} packing;

// About side x side x layers balls of 8 to 10 mm, R uniform, poured into a box for `steps` of 2 ms. With `boxes` cubes
// instead of balls.
packing pour(int threads, int side, int layers, int steps, bool boxes);
void packing_free(packing *p);
// A file for programs that need W assembled: "FC3D0001", contacts, blocks, block rows of W, q, mu. False: no file.
bool problem_write(int64_t n, const ab_block_rows *w, const double *q, const double *mu, const char *path);
bool packing_write(const packing *p, const char *path);

#endif
