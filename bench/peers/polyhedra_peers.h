// Programs that intersect convex polyhedra with other libraries; compiled when a bench asks for them.
#ifndef ABUT_BENCH_POLYHEDRA_PEERS_H
#define ABUT_BENCH_POLYHEDRA_PEERS_H

#include "geom/convex/overlap.h"

typedef struct polyhedra_pair {
    ab_polyhedron a, b;
    ab_pose pose; // of b's centre in the frame of a
    v3 inside;    // a point of the overlap, if there is one
} polyhedra_pair;

// Groups of pairs, and what a program says of each.
typedef struct polyhedra_job {
    const polyhedra_pair *pair; // (groups each)
    int groups, each;
    double *seconds; // a pair  (groups)
    double *result;  // what the program prints behind  (groups)
} polyhedra_job;

// Runs bench/peers/polyhedra/NAME.cpp, compiled with `flags`. False, with the reason in text[200], when it cannot be.
bool polyhedra_peer(const char *name, const char *flags, const polyhedra_job *job, char *text);

#endif
