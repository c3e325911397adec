// Files. Everything the library reads or writes passes through the context's abut_io hook, here and nowhere else, so
// one fault injector sees every byte. Errors name the file and the cause.
#ifndef AB_BASE_IO_H
#define AB_BASE_IO_H

#include "base/ctx.h"
#include "base/checksum.h"

abut_io ab_io_system(void); // the operating system's files

typedef struct ab_bytes {
    char *data; // size bytes and one 0 behind them (not counted)
    int64_t size;
} ab_bytes;

// The whole of a regular file of at most `limit` bytes; a directory, device or larger file is ABUT_ERR_INPUT, a failing
// read ABUT_ERR_IO. Free with ab_bytes_free.
abut_status ab_io_read_file(ab_ctx *cx, const char *path, int64_t limit, ab_bytes *bytes);
void ab_bytes_free(ab_ctx *cx, ab_bytes *bytes);

// Puts bytes at `path` so that a kill or power loss at any moment leaves either the old file or the whole new one:
// temporary file, sync, rename, sync of the folder.
abut_status ab_io_replace_file(ab_ctx *cx, const char *path, const void *bytes, int64_t count);

// Creates a folder (and its parents); existing ones are fine.
abut_status ab_io_make_directories(ab_ctx *cx, const char *path);

abut_status ab_io_exists(ab_ctx *cx, const char *path, bool *exists);
// The regular files of a folder, in any order.
abut_status ab_io_list(ab_ctx *cx, const char *path, abut_list_fn *each, void *arg);
abut_status ab_io_remove(ab_ctx *cx, const char *path); // absent is fine

// Takes a lock that this process holds until ab_io_unlock or its end, however it ends: an empty file at `path`, made if
// missing. ABUT_ERR_INPUT when another process has it; `what` names what is locked in the message. File systems without
// locks are warned about and trusted. *lock is -1 when nothing is held.
abut_status ab_io_lock(ab_ctx *cx, const char *path, const char *what, int *lock);
abut_status ab_io_unlock(ab_ctx *cx, const char *what, int *lock);

// Renames and syncs the folder of `to`.
abut_status ab_io_rename(ab_ctx *cx, const char *from, const char *to);

// Steps that other writers of files need. ab_io_fail says what could not be done to which file, from a negated errno.
abut_status ab_io_fail(ab_ctx *cx, const char *doing, const char *path, int64_t error);
abut_status ab_io_write_all(ab_ctx *cx, const char *path, int file, const void *bytes, int64_t count, int64_t offset);
abut_status ab_io_sync_parent(ab_ctx *cx, const char *path); // puts the names in the folder of `path` on disk

// An append-only stream with a buffer. `size` is what the stream will hold once flushed.
typedef struct ab_stream {
    ab_ctx *cx;
    char *path;
    int file; // handle, -1 = closed
    int64_t size;
    char *buffer;
    int64_t buffered;
    ab_checksum sum; // of all `size` bytes
} ab_stream;

// Starts anew.
abut_status ab_stream_open(ab_ctx *cx, const char *path, ab_stream *stream);
// Opens for appending after `keep` bytes, whose checksum is `sum`: a longer file is cut to that; a shorter one, and one
// that holds other bytes, is ABUT_ERR_CORRUPT and left as it is.
abut_status ab_stream_resume(ab_ctx *cx, const char *path, int64_t keep, uint64_t sum, ab_stream *stream);
abut_status ab_stream_put(ab_stream *stream, const void *bytes, int64_t count);
abut_status ab_stream_flush(ab_stream *stream, bool to_disk); // to_disk: also sync
abut_status ab_stream_close(ab_stream *stream);               // flushes; safe on a closed stream
void ab_stream_abandon(ab_stream *stream);                    // closes without flushing, for error paths

// "dir/file" in fresh memory; an absolute `name` stays as it is.
abut_status ab_path_join(ab_ctx *cx, const char *directory, const char *name, char **path);

#endif
