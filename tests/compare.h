// Files of a test held against each other.
#ifndef ABUT_TESTS_COMPARE_H
#define ABUT_TESTS_COMPARE_H

#include "base/io.h"
#include "claim.h"
#include "scratch.h"

static inline ab_bytes read_named(ab_ctx *cx, const char *folder, const char *name) {
    char path[2 * SCRATCH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ab_bytes bytes;
    CHECK_OK(cx, ab_io_read_file(cx, path, 1 << 28, &bytes));
    return bytes;
}

// folder a/name and folder b/name hold the same bytes.
static inline void check_same_file(ab_ctx *cx, const char *a, const char *b, const char *name) {
    ab_bytes x = read_named(cx, a, name), y = read_named(cx, b, name);
    if (x.size != y.size || memcmp(x.data, y.data, (size_t)x.size) != 0) fail_msg("%s differs", name);
    ab_bytes_free(cx, &x);
    ab_bytes_free(cx, &y);
}

#endif
