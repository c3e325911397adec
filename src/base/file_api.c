// Public interface of files: abut/file.h.
#include "base/io.h"

static abut_status check(ab_ctx *cx, bool complete, const char *function) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!complete) return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s needs all its arguments; one is NULL", function);
    return ABUT_OK;
}

abut_status abut_file_read(abut_context *cx, const char *path, int64_t limit, abut_bytes *bytes) {
    AB_TRY(check(cx, path && bytes, "abut_file_read"));
    return ab_io_read_file(cx, path, limit, bytes);
}

void abut_bytes_free(abut_context *cx, abut_bytes *bytes) {
    if (cx && bytes) ab_bytes_free(cx, bytes);
}

abut_status abut_file_replace(abut_context *cx, const char *path, const void *bytes, int64_t count) {
    AB_TRY(check(cx, path && (bytes || count == 0) && count >= 0, "abut_file_replace"));
    return ab_io_replace_file(cx, path, bytes, count);
}

abut_status abut_file_remove(abut_context *cx, const char *path) {
    AB_TRY(check(cx, path, "abut_file_remove"));
    return ab_io_remove(cx, path);
}

abut_status abut_file_find(abut_context *cx, const char *path, abut_file_kind *kind) {
    AB_TRY(check(cx, path && kind, "abut_file_find"));
    int64_t size = 0;
    *kind = ABUT_FILE_NONE;
    const int done = cx->io.kind(cx->io.user, path, kind, &size);
    return done < 0 ? ab_io_fail(cx, "look at", path, done) : ABUT_OK;
}

abut_status abut_file_fail(abut_context *cx, const char *doing, const char *path, int error) {
    AB_TRY(check(cx, doing && path, "abut_file_fail"));
    return ab_io_fail(cx, doing, path, -(int64_t)error);
}
