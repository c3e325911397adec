// Opens, reads, writes and closes files with random access.
#include "base/file.h"
#include "base/alloc.h"

#include <string.h>

static abut_status look(ab_ctx *cx, const char *path, int64_t *size) {
    abut_file_kind kind = ABUT_FILE_NONE;
    const int done = cx->io.kind(cx->io.user, path, &kind, size);
    if (done < 0) return ab_io_fail(cx, "look at", path, done);
    if (kind == ABUT_FILE_NONE)
        return ab_fail(cx, ABUT_ERR_INPUT, "there is no file '%s'; check its name and folder", path);
    if (kind != ABUT_FILE_REGULAR) return ab_fail(cx, ABUT_ERR_INPUT, "'%s' is not a regular file; name one", path);
    return ABUT_OK;
}

static abut_status open_file(ab_file *file, const char *path, abut_open_mode mode) {
    ab_ctx *cx = file->cx;
    if (mode != ABUT_OPEN_CREATE) AB_TRY(look(cx, path, &file->size));
    AB_TRY(AB_ALLOC(cx, &file->path, (int64_t)strlen(path) + 1));
    memcpy(file->path, path, strlen(path));
    file->handle = cx->io.open(cx->io.user, path, mode);
    return file->handle < 0 ? ab_io_fail(cx, mode == ABUT_OPEN_CREATE ? "create" : "open", path, file->handle)
                            : ABUT_OK;
}

abut_status ab_file_open(ab_ctx *cx, const char *path, abut_open_mode mode, ab_file *file) {
    *file = (ab_file){.cx = cx, .handle = -1};
    const abut_status status = open_file(file, path, mode);
    if (status != ABUT_OK) ab_file_abandon(file);
    return status;
}

abut_status ab_file_read(ab_file *file, void *bytes, int64_t count, int64_t offset) {
    ab_ctx *cx = file->cx;
    for (int64_t done = 0; done < count;) {
        const int64_t got = cx->io.read(cx->io.user, file->handle, (char *)bytes + done, count - done, offset + done);
        if (got < 0) return ab_io_fail(cx, "read", file->path, got);
        if (got == 0)
            return ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' ends at byte %lld, before what it should hold; it was cut",
                           file->path, (long long)(offset + done));
        done += got;
    }
    return ABUT_OK;
}

abut_status ab_file_write(ab_file *file, const void *bytes, int64_t count, int64_t offset) {
    AB_TRY(ab_io_write_all(file->cx, file->path, file->handle, bytes, count, offset));
    if (offset + count > file->size) file->size = offset + count;
    return ABUT_OK;
}

abut_status ab_file_truncate(ab_file *file, int64_t size) {
    const int done = file->cx->io.truncate(file->cx->io.user, file->handle, size);
    if (done < 0) return ab_io_fail(file->cx, "set the size of", file->path, done);
    file->size = size;
    return ABUT_OK;
}

abut_status ab_file_sync(ab_file *file) {
    const int done = file->cx->io.sync(file->cx->io.user, file->handle);
    return done < 0 ? ab_io_fail(file->cx, "save", file->path, done) : ABUT_OK;
}

abut_status ab_file_close(ab_file *file) {
    if (!file->cx) return ABUT_OK;
    ab_ctx *cx = file->cx;
    const int closed = file->handle >= 0 ? cx->io.close(cx->io.user, file->handle) : 0;
    file->handle = -1;
    const abut_status status = closed < 0 ? ab_io_fail(cx, "close", file->path, closed) : ABUT_OK;
    ab_free(cx, file->path);
    *file = (ab_file){.handle = -1};
    return status;
}

void ab_file_abandon(ab_file *file) {
    if (!file->cx) return;
    if (file->handle >= 0) file->cx->io.close(file->cx->io.user, file->handle);
    ab_free(file->cx, file->path);
    *file = (ab_file){.handle = -1};
}
