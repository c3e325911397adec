// Long work of setting up a scene: it ends when it is asked to, and tells how far it is (`cancel` and `setup` of
// abut_config). Between ab_work_begin and ab_work_end whoever loops for long calls one of these at least every few
// hundredths of a second; elsewhere they cost nothing and ask nobody. Only the thread that began the work may call
// them.
#ifndef AB_BASE_WORK_H
#define AB_BASE_WORK_H

#include "base/threads.h"

void ab_work_begin(ab_ctx *cx);
void ab_work_end(ab_ctx *cx);

// The body or file that the work to come is for; "" = none in particular.
void ab_work_name(ab_ctx *cx, const char *name);

// ABUT_INTERRUPTED if the work is to end. Memory asks it too (base/alloc.h).
abut_status ab_heed(ab_ctx *cx);

// The same, and tells that `done` of `of` parts of `doing` are done, unless somebody was told a moment ago.
abut_status ab_worked(ab_ctx *cx, const char *doing, int64_t done, int64_t of);

// The same for loops of light rounds: asks and tells at every 4096th.
#define AB_WORKED(cx, doing, done, of) (((done)&4095) == 0 ? ab_worked((cx), (doing), (done), (of)) : ABUT_OK)

// As ab_parallel_for and ab_parallel_uneven, in slices of some thousandths of a second between which it asks and tells.
// When interrupted, rows that no slice came to are as they were.
abut_status ab_parallel_work(ab_ctx *cx, const char *doing, int64_t n, int64_t grain, ab_range_fn *body, void *arg);
abut_status ab_parallel_uneven_work(ab_ctx *cx, const char *doing, int64_t n, ab_range_fn *body, void *arg);

#endif
