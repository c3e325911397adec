// Parallel loops. The body for index i may write row i of its arrays and nothing else, so the result cannot depend on
// the number of threads. Sums over rows go through math/reduce.h.
//
// The threads are our own (docs/decisions/0005): a loop is cut into parts, and whoever is awake takes the next one. The
// calling thread takes parts too and never waits for a thread that has not begun, so a busy machine slows a run down by
// its share and no more.
#ifndef AB_BASE_THREADS_H
#define AB_BASE_THREADS_H

#include "base/ctx.h"

// The number of threads to use when `asked` were asked for (0 = all cores). Bounded by a multiple of the cores: the
// result is the same for any number.
int ab_threads_choose(int asked);

// Calls body(arg, begin, end) for consecutive ranges that cover [0, n). Ranges hold at least `grain` indices, so that
// small loops stay on one thread: choose it so that a range takes some 20 microseconds. The body must not start a loop
// itself.
typedef void ab_range_fn(void *arg, int64_t begin, int64_t end);
void ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg);

// The same for indices that each take at least some 20 microseconds, and some much more than others: many small ranges.
void ab_parallel_uneven(const ab_ctx *cx, int64_t n, ab_range_fn *body, void *arg);

// Starts and ends the context's threads. When the system refuses a thread there are fewer, or none: loops run all the
// same.
abut_status ab_pool_start(ab_ctx *cx);
void ab_pool_stop(ab_ctx *cx);

#endif
