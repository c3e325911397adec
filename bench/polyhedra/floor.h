#ifndef ABUT_BENCH_FLOOR_H
#define ABUT_BENCH_FLOOR_H

#include "peers/polyhedra_peers.h"

double simd_peak(void);                               // flop/s of one core
double pair_flops(const polyhedra_pair *pair, int n); // that an overlap needs, mean

#endif
