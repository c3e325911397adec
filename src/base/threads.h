// Parallel loops. The body for index i may write row i of its arrays and nothing else, so the result does not depend on
// the number of threads. Sums over rows use math/reduce.h.
//
// The thread pool is abut's own (docs/decisions/0005): a loop is divided into parts, and every running thread takes the
// next free one. The calling thread takes parts too and never waits for a thread that has not begun, so on a busy
// machine a run slows down only in proportion to the cores it loses.
#ifndef AB_BASE_THREADS_H
#define AB_BASE_THREADS_H

#include "base/ctx.h"

// Number of threads for a request of `asked` (0 = all cores). Bounded by a multiple of the cores; results are the same
// for any number.
int ab_threads_choose(int asked);

// Calls body(arg, begin, end) for consecutive ranges that cover [0, n). A range has at least `grain` indices, so that
// small loops stay on one thread; a range should take some 20 microseconds. The body must not start a loop itself.
typedef void ab_range_fn(void *arg, int64_t begin, int64_t end);
void ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg);

// The same for indices that take at least some 20 microseconds each and differ widely in cost: many small ranges.
void ab_parallel_uneven(const ab_ctx *cx, int64_t n, ab_range_fn *body, void *arg);

// Starts and stops the context's threads. If the system refuses a thread, loops run on fewer threads or on the calling
// thread alone.
abut_status ab_pool_start(ab_ctx *cx);
void ab_pool_stop(ab_ctx *cx);

#endif
