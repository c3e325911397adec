// Elastic contact: convolutions against FFTW and numpy, the solver against Polonsky and Keer's, threads, memory
//
//     bench/run elastic [--quick] [--json]
// Self-affine surfaces of Hurst exponent 0.8 with 8 cells to the shortest wave, pressures over E* times the rms slope.
// CPU time but for threads. About five minutes; --quick leaves out the solutions on large grids.
#include "elastic/elastic_bench.h"

#include <string.h>

static bool take_quick(int *argc, char **argv) {
    bool quick = false;
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            quick = true;
        else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    return quick;
}

int main(int argc, char **argv) {
    const bool quick = take_quick(&argc, argv);
    bench b = bench_open(argc, argv);
    bench_convolutions(&b);
    bench_iterations(&b);
    if (!quick) bench_solutions(&b);
    return bench_close(&b);
}
