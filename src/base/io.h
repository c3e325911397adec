// Files. All input and output of the library passes through the context's abut_io hook, in these functions only, so
// that one fault injector covers every byte. Errors name the file and the cause.
#ifndef AB_BASE_IO_H
#define AB_BASE_IO_H

#include "base/ctx.h"
#include "base/checksum.h"

abut_io ab_io_system(void); // the operating system's files

typedef abut_bytes ab_bytes;

// Reads a whole regular file of at most `limit` bytes. ABUT_ERR_INPUT: a directory, device or larger file; ABUT_ERR_IO:
// the read failed. Free with ab_bytes_free.
abut_status ab_io_read_file(ab_ctx *cx, const char *path, int64_t limit, ab_bytes *bytes);
void ab_bytes_free(ab_ctx *cx, ab_bytes *bytes);

// Replaces the file at `path` atomically: a kill or power loss at any moment leaves either the old file or the whole
// new one (temporary file, sync, rename, sync of the folder).
abut_status ab_io_replace_file(ab_ctx *cx, const char *path, const void *bytes, int64_t count);

// Creates a folder and its parents; existing ones are no error.
abut_status ab_io_make_directories(ab_ctx *cx, const char *path);
// Fails if the folder or one of its parents is a file; creates nothing.
abut_status ab_io_check_directories(ab_ctx *cx, const char *path);

abut_status ab_io_exists(ab_ctx *cx, const char *path, bool *exists);
// Calls `each` for every regular file of a folder, in any order.
abut_status ab_io_list(ab_ctx *cx, const char *path, abut_list_fn *each, void *arg);
abut_status ab_io_remove(ab_ctx *cx, const char *path); // an absent file is no error

// Locks `path`, an empty file created if missing, until ab_io_unlock or the end of the process. ABUT_ERR_INPUT: another
// process has the lock; the message names `what`. On file systems without locks a warning is logged and the call
// succeeds. *lock is -1 when there is no lock.
abut_status ab_io_lock(ab_ctx *cx, const char *path, const char *what, int *lock);
abut_status ab_io_unlock(ab_ctx *cx, const char *what, int *lock);

// Renames a file and syncs the folder of `to`.
abut_status ab_io_rename(ab_ctx *cx, const char *from, const char *to);

// Primitives for other writers of files. ab_io_fail reports the operation and the file of a negated errno.
abut_status ab_io_fail(ab_ctx *cx, const char *doing, const char *path, int64_t error);
abut_status ab_io_write_all(ab_ctx *cx, const char *path, int file, const void *bytes, int64_t count, int64_t offset);
// syncs the folder of `path`, so that its file names are on disk
abut_status ab_io_sync_parent(ab_ctx *cx, const char *path);

// A buffered append-only stream. `size` is the length of the file after a flush.
typedef struct ab_stream {
    ab_ctx *cx;
    char *path;
    int file; // handle, -1 = closed
    int64_t size;
    char *buffer;
    int64_t buffered;
    ab_checksum sum; // of all `size` bytes
} ab_stream;

// Starts an empty file.
abut_status ab_stream_open(ab_ctx *cx, const char *path, ab_stream *stream);
// Opens for appending after `keep` bytes with the checksum `sum`. A longer file is truncated to `keep`; a shorter one,
// or one with another checksum, gives ABUT_ERR_CORRUPT and stays unchanged.
abut_status ab_stream_resume(ab_ctx *cx, const char *path, int64_t keep, uint64_t sum, ab_stream *stream);
abut_status ab_stream_put(ab_stream *stream, const void *bytes, int64_t count);
abut_status ab_stream_flush(ab_stream *stream, bool to_disk); // to_disk: also sync
abut_status ab_stream_close(ab_stream *stream);               // flushes; safe on a closed stream
void ab_stream_abandon(ab_stream *stream);                    // closes without flushing, for error paths

// "dir/file" in new memory; an absolute `name` is copied unchanged.
abut_status ab_path_join(ab_ctx *cx, const char *directory, const char *name, char **path);

#endif
