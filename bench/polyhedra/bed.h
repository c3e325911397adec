// Settled beds of 2000 bodies of volume 1 and mass 1 in a box, of cubes or of 32 hulls with 12 to 26 faces.
#ifndef ABUT_BENCH_BED_H
#define ABUT_BENCH_BED_H

#include "common/figure.h"

void bench_beds(bench *b);

#endif
