// The append-only stream. Bytes are buffered and written at their own offset in the file, so a write that failed
// part-way can be repeated.
#include "base/io.h"
#include "base/alloc.h"

#include <string.h>

#define BUFFER_SIZE (64 * 1024)

static bool is_open(const ab_stream *stream) { return stream->cx && stream->file >= 0; }

static abut_status check_kept(ab_ctx *cx, const char *path, int64_t keep) {
    abut_file_kind kind = ABUT_FILE_NONE;
    int64_t size = 0;
    const int done = cx->io.kind(cx->io.user, path, &kind, &size);
    if (done < 0) return ab_io_fail(cx, "look at", path, done);
    if (kind != ABUT_FILE_REGULAR || size < keep)
        return ab_fail(cx, ABUT_ERR_CORRUPT,
                       "'%s' should hold at least %lld bytes but has %lld; it was cut or removed: start the run anew",
                       path, (long long)keep, (long long)size);
    return ABUT_OK;
}

// Checksum of the first `keep` bytes, read through the buffer.
static abut_status sum_kept(ab_stream *stream, int64_t keep) {
    ab_ctx *cx = stream->cx;
    while (stream->sum.count < keep) {
        const int64_t left = keep - stream->sum.count, room = left < BUFFER_SIZE ? left : BUFFER_SIZE;
        const int64_t got = cx->io.read(cx->io.user, stream->file, stream->buffer, room, stream->sum.count);
        if (got < 0) return ab_io_fail(cx, "read", stream->path, got);
        if (got == 0)
            return ab_fail(cx, ABUT_ERR_CORRUPT,
                           "'%s' ends at byte %lld, before what it should hold; start the run anew", stream->path,
                           (long long)stream->sum.count);
        ab_checksum_add(&stream->sum, stream->buffer, got);
    }
    return ABUT_OK;
}

static abut_status check_sum(ab_stream *stream, int64_t keep, uint64_t sum) {
    AB_TRY(sum_kept(stream, keep));
    if (ab_checksum_value(&stream->sum) == sum) return ABUT_OK;
    return ab_fail(stream->cx, ABUT_ERR_CORRUPT,
                   "'%s' is not as it was written: the checksum of its first %lld bytes is wrong; restore it, or start "
                   "the run anew",
                   stream->path, (long long)keep);
}

static abut_status cut(ab_stream *stream, int64_t keep) {
    ab_ctx *cx = stream->cx;
    const int done = cx->io.truncate(cx->io.user, stream->file, keep);
    return done < 0 ? ab_io_fail(cx, "shorten", stream->path, done) : ABUT_OK;
}

static abut_status open_file(ab_stream *stream, const char *path, abut_open_mode mode) {
    ab_ctx *cx = stream->cx;
    AB_TRY(AB_ALLOC(cx, &stream->path, (int64_t)strlen(path) + 1));
    memcpy(stream->path, path, strlen(path));
    AB_TRY(AB_ALLOC(cx, &stream->buffer, BUFFER_SIZE));
    stream->file = cx->io.open(cx->io.user, path, mode);
    return stream->file < 0 ? ab_io_fail(cx, mode == ABUT_OPEN_UPDATE ? "open" : "create", path, stream->file)
                            : ABUT_OK;
}

abut_status ab_stream_open(ab_ctx *cx, const char *path, ab_stream *stream) {
    *stream = (ab_stream){.cx = cx, .file = -1};
    abut_status status = open_file(stream, path, ABUT_OPEN_CREATE);
    if (status == ABUT_OK)
        status = ab_io_sync_parent(cx, path); // a new file name survives a power loss only after its folder is synced
    if (status != ABUT_OK) ab_stream_abandon(stream);
    return status;
}

abut_status ab_stream_resume(ab_ctx *cx, const char *path, int64_t keep, uint64_t sum, ab_stream *stream) {
    *stream = (ab_stream){.cx = cx, .file = -1, .size = keep};
    abut_status status = check_kept(cx, path, keep);
    if (status == ABUT_OK) status = open_file(stream, path, ABUT_OPEN_UPDATE);
    if (status == ABUT_OK) status = check_sum(stream, keep, sum);
    if (status == ABUT_OK) status = cut(stream, keep);
    if (status != ABUT_OK) ab_stream_abandon(stream);
    return status;
}

static abut_status write_out(ab_stream *stream) {
    const int64_t offset = stream->size - stream->buffered;
    AB_TRY(ab_io_write_all(stream->cx, stream->path, stream->file, stream->buffer, stream->buffered, offset));
    stream->buffered = 0;
    return ABUT_OK;
}

abut_status ab_stream_put(ab_stream *stream, const void *bytes, int64_t count) {
    if (count > BUFFER_SIZE - stream->buffered) AB_TRY(write_out(stream));
    if (count > BUFFER_SIZE) {
        AB_TRY(ab_io_write_all(stream->cx, stream->path, stream->file, bytes, count, stream->size));
    } else if (count > 0) {
        memcpy(stream->buffer + stream->buffered, bytes, (size_t)count);
        stream->buffered += count;
    }
    stream->size += count;
    ab_checksum_add(&stream->sum, bytes, count);
    return ABUT_OK;
}

abut_status ab_stream_flush(ab_stream *stream, bool to_disk) {
    AB_TRY(write_out(stream));
    if (!to_disk) return ABUT_OK;
    ab_ctx *cx = stream->cx;
    const int done = cx->io.sync(cx->io.user, stream->file);
    return done < 0 ? ab_io_fail(cx, "save", stream->path, done) : ABUT_OK;
}

// Frees everything; returns the result of closing the file, 0 or a negated errno.
static int release(ab_stream *stream) {
    ab_ctx *cx = stream->cx;
    const int closed = is_open(stream) ? cx->io.close(cx->io.user, stream->file) : 0;
    stream->file = -1;
    ab_free(cx, stream->buffer);
    stream->buffer = NULL;
    stream->buffered = 0;
    return closed;
}

static void forget(ab_stream *stream) {
    ab_free(stream->cx, stream->path);
    *stream = (ab_stream){.file = -1};
}

abut_status ab_stream_close(ab_stream *stream) {
    if (!is_open(stream)) return ABUT_OK;
    abut_status status = write_out(stream);
    const int closed = release(stream);
    if (status == ABUT_OK && closed < 0) status = ab_io_fail(stream->cx, "close", stream->path, closed);
    forget(stream);
    return status;
}

void ab_stream_abandon(ab_stream *stream) {
    if (!stream->cx) return;
    release(stream);
    forget(stream);
}
