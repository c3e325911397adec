// A file read or written at any offset, over the abut_io hook. (Append-only streams: base/io.h.)
#ifndef AB_BASE_FILE_H
#define AB_BASE_FILE_H

#include "base/io.h"

typedef struct ab_file {
    ab_ctx *cx;
    char *path;
    int handle;   // -1 = closed
    int64_t size; // bytes; grows with writes
} ab_file;

// Opening for reading requires an existing regular file (ABUT_ERR_INPUT otherwise); ABUT_OPEN_CREATE starts an empty
// one.
abut_status ab_file_open(ab_ctx *cx, const char *path, abut_open_mode mode, ab_file *file);
// Reads exactly `count` bytes; ABUT_ERR_CORRUPT if the file ends before.
abut_status ab_file_read(ab_file *file, void *bytes, int64_t count, int64_t offset);
abut_status ab_file_write(ab_file *file, const void *bytes, int64_t count, int64_t offset);
abut_status ab_file_truncate(ab_file *file, int64_t size);
abut_status ab_file_sync(ab_file *file);
abut_status ab_file_close(ab_file *file); // safe on a closed or zeroed file
void ab_file_abandon(ab_file *file);      // closes without a message, for error paths

#endif
