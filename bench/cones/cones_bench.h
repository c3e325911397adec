// The parts of bench/cones.c.
#ifndef ABUT_BENCH_CONES_CONES_BENCH_H
#define ABUT_BENCH_CONES_CONES_BENCH_H

#include "common/figure.h"

void bench_sweeps(bench *b);                       // time of a contact in a sweep, threads
void bench_packing(bench *b, bool large);          // poured balls, against Siconos; large: 3e5 contacts
void bench_problems(bench *b, const char *folder); // FCLIB files, against Siconos
void bench_scenes(bench *b);                       // steps of small scenes, against Bullet, ODE and MuJoCo

#endif
