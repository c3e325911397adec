// Runs FFTW and numpy on the same convolution and reads their times.
#include "peers/elastic_peers.h"
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>

static bool run(const char *command, const char *name, double *seconds, char *text) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return peer_fail(text, name, "cannot be run");
    const bool read = fscanf(pipe, "%lf", seconds) == 1;
    return (pclose(pipe) == 0 && read) || peer_fail(text, name, "failed");
}

bool fftw_convolution(int64_t n, double *seconds, char *text) {
    peer p;
    char command[200];
    if (!peer_open(&p, "elastic", "fftw", "-march=native", "-lfftw3", text)) return false;
    snprintf(command, sizeof command, "%s/fftw %lld", p.folder, (long long)n);
    const bool ok = run(command, "fftw", seconds, text);
    peer_close(&p);
    return ok;
}

bool numpy_convolution(int64_t n, double *seconds, char *text) {
    char command[1000];
    snprintf(command, sizeof command, "/usr/bin/python3 %s/peers/elastic/numpy_convolution.py %lld 2>/dev/null",
             BENCH_FOLDER, (long long)n);
    return run(command, "numpy", seconds, text);
}
