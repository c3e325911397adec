// Cancellation and progress of long set-up work, and parallel loops in slices. The length of a slice depends on the
// clock; its results do not.
#include "base/work.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>

#define TELL_INTERVAL 0.1   // s
#define SHORT_SLICE   0.002 // s: the next one is twice as long
#define LONG_SLICE    0.008 // s: the next one is half as long

void ab_work_begin(ab_ctx *cx) { cx->work = (ab_work){.under_way = true, .doing = "", .began = ab_wall_time()}; }

void ab_work_end(ab_ctx *cx) { cx->work.under_way = false; }

void ab_work_name(ab_ctx *cx, const char *name) { snprintf(cx->work.name, sizeof cx->work.name, "%s", name); }

bool ab_cancelled(const ab_ctx *cx) { return cx->cancel && cx->cancel(cx->cancel_user); }

abut_status ab_heed(ab_ctx *cx) {
    if (!cx->work.under_way || !ab_cancelled(cx)) return ABUT_OK;
    return ab_fail(cx, ABUT_INTERRUPTED, "stopped on request while the scene was set up; nothing was run");
}

// Starts a new time estimate when the task changes or begins again.
static void follow(ab_work *work, const char *doing, int64_t done, double now) {
    if (work->doing == doing && done >= work->done) {
        work->done = done;
        return;
    }
    work->doing = doing;
    work->done = work->since_done = done;
    work->since = now;
}

static double time_left(const ab_work *work, int64_t of, double now) {
    const double done = (double)(work->done - work->since_done);
    return done > 0 ? (now - work->since) / done * (double)(of - work->done) : INFINITY;
}

static void tell(ab_ctx *cx, const char *doing, int64_t done, int64_t of) {
    ab_work *work = &cx->work;
    const double now = ab_wall_time();
    follow(work, doing, done, now);
    if (now - work->told < TELL_INTERVAL) return;
    work->told = now;
    const abut_setup at = {work->name, doing, done, of, now - work->began, time_left(work, of, now)};
    cx->setup(cx->setup_user, &at);
}

abut_status ab_worked(ab_ctx *cx, const char *doing, int64_t done, int64_t of) {
    if (cx->work.under_way && cx->setup) tell(cx, doing, done, of);
    return ab_heed(cx);
}

// --------------------------------------------------------------------------------------------------------- loops

typedef struct slice {
    ab_range_fn *body;
    void *arg;
    int64_t first;
} slice;

static void run_slice(void *arg, int64_t begin, int64_t end) {
    const slice *s = arg;
    s->body(s->arg, s->first + begin, s->first + end);
}

// grain 0: iterations of different cost, as in ab_parallel_uneven.
static void loop(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    if (grain > 0)
        ab_parallel_for(cx, n, grain, body, arg);
    else
        ab_parallel_uneven(cx, n, body, arg);
}

static abut_status work_off(ab_ctx *cx, const char *doing, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    if (!cx->work.under_way || (!cx->cancel && !cx->setup)) {
        loop(cx, n, grain, body, arg);
        return ABUT_OK;
    }
    int64_t length = cx->threads * (grain > 0 ? grain : 1);
    for (int64_t first = 0, last; first < n; first = last) {
        AB_TRY(ab_worked(cx, doing, first, n));
        last = length < n - first ? first + length : n;
        const double began = ab_wall_time();
        loop(cx, last - first, grain, run_slice, &(slice){body, arg, first});
        const double took = ab_wall_time() - began;
        if (took < SHORT_SLICE && length < n) length *= 2;
        if (took > LONG_SLICE && length > 1) length /= 2;
    }
    return ab_worked(cx, doing, n, n);
}

abut_status ab_parallel_work(ab_ctx *cx, const char *doing, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    return work_off(cx, doing, n, grain > 0 ? grain : 1, body, arg);
}

abut_status ab_parallel_uneven_work(ab_ctx *cx, const char *doing, int64_t n, ab_range_fn *body, void *arg) {
    return work_off(cx, doing, n, 0, body, arg);
}
