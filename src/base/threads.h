// Parallel loops. The body for index i may write row i of its arrays and nothing else, so the result cannot depend on
// the number of threads. Sums over rows go through math/reduce.h.
#ifndef AB_BASE_THREADS_H
#define AB_BASE_THREADS_H

#include "base/ctx.h"

// The number of threads to use when `asked` were asked for (0 = all). Bounded by a multiple of the cores: the result is
// the same for any number, and the runtime would end the program when the system refuses a thread.
int ab_threads_choose(int asked);

// Calls body(arg, begin, end) for consecutive ranges that cover [0, n). Ranges hold at least `grain` indices, so that
// small loops stay on one thread.
typedef void ab_range_fn(void *arg, int64_t begin, int64_t end);
void ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg);

#endif
