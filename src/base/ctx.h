// The context: state that the whole library needs and must not keep in globals: memory, files, log, threads and the
// message of the last failure.
//
// Rules: a function that can fail takes `ab_ctx *cx` first and returns abut_status; on failure it has set the message
// with ab_fail exactly once, where the cause is known. Worker threads never access the context; they write a code into
// their own row and the caller reports it.
#ifndef AB_BASE_CTX_H
#define AB_BASE_CTX_H

#include "abut/abut.h"

#define AB_MESSAGE_MAX 2048
#define AB_NAME_MAX    64 // bytes of the name of a body, material, joint, ... with the final zero

// Progress of the set-up of a scene, used by base/work.c.
typedef struct ab_work {
    bool under_way;
    char name[AB_NAME_MAX + 64]; // of the body or file; longer names are truncated
    const char *doing;
    int64_t done, since_done;  // finished items of the task: now, and when the task began
    double began, since, told; // wall time: start of the set-up, start of the task, last progress report
} ab_work;

typedef struct abut_context {
    abut_allocator allocator;
    abut_io io;
    abut_log_fn *log;
    void *log_user;
    char *cache;                // folder of distance fields; NULL = none
    int64_t cache_limit;        // bytes
    bool (*cancel)(void *user); // as in abut_config
    void *cancel_user;
    void (*setup)(void *user, const abut_setup *setup); // as in abut_config
    void *setup_user;
    ab_work work;                                // set-up of a scene
    void *units;                                 // tables of scene/units.h, made when the first unit is read
    void (*units_free)(struct abut_context *cx); // frees them
    int threads;                                 // >= 1
    struct ab_pool *pool; // thread pool of base/threads.c; NULL = loops run on the calling thread
    int64_t allocations;  // calls of the memory hook so far, without frees
    abut_status status;   // of the last failure
    char message[AB_MESSAGE_MAX];
} ab_ctx;

#define AB_PRINTF(text, first) __attribute__((format(printf, text, first)))

// Records a failure and returns its status, for use as `return ab_fail(cx, ...)`. Truncates long messages.
abut_status ab_fail(ab_ctx *cx, abut_status status, const char *format, ...) AB_PRINTF(3, 4);
#ifdef __clang_analyzer__
// The macro shows a static analyser, which sees one file at a time, that the result is `status` and not ABUT_OK.
#define ab_fail(cx, status, ...) ((ab_fail)(cx, status, __VA_ARGS__), (status))
#endif

void ab_log(ab_ctx *cx, abut_log_level level, const char *format, ...) AB_PRINTF(3, 4);

// Returns from the calling function when an inner call failed; that call has set the message.
#define AB_TRY(call)                                                                                                   \
    do {                                                                                                               \
        const abut_status ab_try_status = (call);                                                                      \
        if (ab_try_status != ABUT_OK) return ab_try_status;                                                            \
    } while (0)

#endif
