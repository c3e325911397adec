// Files through the hook of the context (abut_io), for programs around the library: all bytes then pass one door.
#ifndef ABUT_FILE_H
#define ABUT_FILE_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_bytes {
    char *data; // `size` bytes and a final 0 that is not counted
    int64_t size;
} abut_bytes;

// Reads a whole regular file of at most `limit` bytes. ABUT_ERR_INPUT: no such file, a folder, a device or a larger
// file. ABUT_ERR_IO: the read failed. Free the bytes with abut_bytes_free.
ABUT_API abut_status abut_file_read(abut_context *context, const char *path, int64_t limit, abut_bytes *bytes);
ABUT_API void abut_bytes_free(abut_context *context, abut_bytes *bytes);

// Replaces the file atomically: a kill or power loss at any moment leaves the old file or the whole new one.
ABUT_API abut_status abut_file_replace(abut_context *context, const char *path, const void *bytes, int64_t count);
ABUT_API abut_status abut_file_remove(abut_context *context, const char *path); // an absent file is no error

// Kind of the file at `path`; ABUT_FILE_NONE if there is none.
ABUT_API abut_status abut_file_find(abut_context *context, const char *path, abut_file_kind *kind);

// Records the failure of a system call on a file and returns ABUT_ERR_IO: "could not read 'path': ...". `doing` is a
// verb such as "read"; `error` an errno.
ABUT_API abut_status abut_file_fail(abut_context *context, const char *doing, const char *path, int error);

#ifdef __cplusplus
}
#endif

#endif
