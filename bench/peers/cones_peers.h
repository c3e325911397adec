// Other programs on contact problems and on scenes with rigid contact; compiled when a bench asks for them.
#ifndef ABUT_BENCH_CONES_PEERS_H
#define ABUT_BENCH_CONES_PEERS_H

#include "peers/peer.h"

#include <stdint.h>

// A contact problem in the file that packing_write and problem_write make.
typedef struct cones_job {
    const char *path;
    double tolerance;
    bool natural;       // which residual
    double limit;       // CPU seconds for each solver
    const char *solver; // NULL = all
} cones_job;

bool siconos_open(peer *p, char *text);
// CPU seconds of the fastest of Siconos' solvers that meet the tolerance, and its name. *solvers: how many meet it.
bool siconos_best(const peer *p, const cones_job *job, double *seconds, char name[40], int *solvers, char *text);

// What an engine does in the scenes of bench/cones/scenes.c, in the order in which the program prints it.
typedef struct scene_answer {
    double microseconds; // CPU of a step, with detection
    double deepest;      // m; sum over contacts, mean over steps
    double error;        // of what has a closed form: see scenes.c
} scene_answer;

// Runs bench/peers/cones/NAME.cpp; answers of `count` scenes.
bool scene_peer(const char *name, const char *flags, const char *libraries, scene_answer *answer, int count,
                char *text);

#endif
