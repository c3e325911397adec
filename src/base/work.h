// Cancellation and progress of the set-up of a scene (`cancel` and `setup` of abut_config). Between ab_work_begin and
// ab_work_end every long loop calls one of these functions at least every few hundredths of a second; at other times
// the calls do nothing. Only the thread that called ab_work_begin may call them.
#ifndef AB_BASE_WORK_H
#define AB_BASE_WORK_H

#include "base/threads.h"

void ab_work_begin(ab_ctx *cx);
void ab_work_end(ab_ctx *cx);

// True if `cancel` requests the end, at any time.
bool ab_cancelled(const ab_ctx *cx);

// Name of the body or file that the next tasks belong to; "" = none.
void ab_work_name(ab_ctx *cx, const char *name);

// ABUT_INTERRUPTED if `cancel` requests the end of the set-up. Every allocation calls it too (base/alloc.h).
abut_status ab_heed(ab_ctx *cx);

// The same, and reports that `done` of `of` items of the task `doing` are finished, at most every 0.1 s.
abut_status ab_worked(ab_ctx *cx, const char *doing, int64_t done, int64_t of);

// The same for loops of short iterations: acts at every 4096th.
#define AB_WORKED(cx, doing, done, of) (((done)&4095) == 0 ? ab_worked((cx), (doing), (done), (of)) : ABUT_OK)

// As ab_parallel_for and ab_parallel_uneven, in slices of some milliseconds with ab_worked between them. After an
// interruption the rows of slices that did not run are unchanged.
abut_status ab_parallel_work(ab_ctx *cx, const char *doing, int64_t n, int64_t grain, ab_range_fn *body, void *arg);
abut_status ab_parallel_uneven_work(ab_ctx *cx, const char *doing, int64_t n, ab_range_fn *body, void *arg);

#endif
