// The context: what every part of the library needs and no part may keep in a global: memory, files, log, threads, and
// the message of the last failure.
//
// Rules: functions that can fail take `ab_ctx *cx` first, return abut_status, and on failure have set the message with
// ab_fail exactly once, where the cause is known. Worker threads never touch the context; they write a code into
// their own row and the caller reports it.
#ifndef AB_BASE_CTX_H
#define AB_BASE_CTX_H

#include "abut/abut.h"

#define AB_MESSAGE_MAX 2048
#define AB_NAME_MAX    64 // of a body, material, joint, ... with the zero at its end

// What is being done, and since when; for base/work.c.
typedef struct ab_work {
    bool under_way;
    char name[AB_NAME_MAX + 64]; // of the body or file; what is longer is cut
    const char *doing;
    int64_t done, since_done;  // parts of it: by now, and when it began
    double began, since, told; // wall time: of all work, of this, and of the last time that somebody was told
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
    ab_work work;         // of setting up a scene
    int threads;          // >= 1
    struct ab_pool *pool; // of base/threads.c; NULL = loops run on the calling thread
    int64_t allocations;  // calls of the memory hook so far, frees not counted
    abut_status status;   // of the last failure
    char message[AB_MESSAGE_MAX];
} ab_ctx;

#define AB_PRINTF(text, first) __attribute__((format(printf, text, first)))

// Records a failure and returns its status, so that `return ab_fail(cx, ...)` reads well. Truncates long messages.
abut_status ab_fail(ab_ctx *cx, abut_status status, const char *format, ...) AB_PRINTF(3, 4);
#ifdef __clang_analyzer__
// The analyser sees one file at a time and must not wonder whether a failure might return ABUT_OK.
#define ab_fail(cx, status, ...) ((ab_fail)(cx, status, __VA_ARGS__), (status))
#endif

void ab_log(ab_ctx *cx, abut_log_level level, const char *format, ...) AB_PRINTF(3, 4);

// Returns from the calling function when an inner call failed; the message is set already.
#define AB_TRY(call)                                                                                                   \
    do {                                                                                                               \
        const abut_status ab_try_status = (call);                                                                      \
        if (ab_try_status != ABUT_OK) return ab_try_status;                                                            \
    } while (0)

#endif
