// Programs that compute distances of the nodes of a grid with other libraries; compiled when a bench asks for them.
#ifndef ABUT_BENCH_SDF_PEERS_H
#define ABUT_BENCH_SDF_PEERS_H

#include "geom/sdf/sdf_dense.h"

typedef struct sdf_job {
    const ab_mesh *mesh;
    v3 origin;
    double h;
    int32_t nodes, step; // along an edge of the cube; only every step-th layer is asked for
} sdf_job;

typedef struct sdf_answer {
    double build, query; // seconds of CPU
    float *distance;     // m, layer after layer; free()
    int64_t count;
} sdf_answer;

// Runs bench/peers/sdf/NAME.cpp, linked with `libraries`. False, with the reason in text[200], when it cannot be.
bool sdf_peer(const char *name, const char *libraries, const sdf_job *job, sdf_answer *answer, char *text);

#endif
