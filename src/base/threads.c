#include "base/threads.h"

#include <omp.h>

#define MOST_PER_CORE 8

int ab_threads_choose(int asked) {
    const int wanted = asked > 0 ? asked : omp_get_max_threads();
    const int most = MOST_PER_CORE * omp_get_num_procs();
    return wanted < most ? wanted : most;
}

void ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    const int64_t useful = grain > 0 ? n / grain : n;
    const int64_t parts = useful < cx->threads ? useful : cx->threads;
    if (parts <= 1) {
        if (n > 0) body(arg, 0, n);
        return;
    }
#pragma omp parallel for schedule(static, 1) num_threads((int)parts)
    for (int64_t part = 0; part < parts; part++) body(arg, n * part / parts, n * (part + 1) / parts);
}
