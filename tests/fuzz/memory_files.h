// A few files in memory that can only be read, as the context's hooks for files: a search on a disk would be slow.
#ifndef ABUT_FUZZ_MEMORY_FILES_H
#define ABUT_FUZZ_MEMORY_FILES_H

#include "step_budget.h"
#include "abut/abut.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory_file {
    const char *name, *bytes;
    int64_t size;
} memory_file;

typedef struct memory_files {
    memory_file file[4]; // those without a name are none
} memory_files;

static int memory_find(const memory_files *f, const char *path) {
    for (int i = 0; i < 4; i++)
        if (f->file[i].name && strcmp(path, f->file[i].name) == 0) return i;
    return -ENOENT;
}

static int memory_open(void *user, const char *path, abut_open_mode mode) {
    return mode == ABUT_OPEN_READ ? memory_find(user, path) : -EROFS;
}

static int64_t memory_read(void *user, int file, void *bytes, int64_t count, int64_t offset) {
    const memory_file *f = &((const memory_files *)user)->file[file];
    const int64_t left = f->size - offset, n = count < left ? count : left;
    if (n > 0) memcpy(bytes, f->bytes + offset, (size_t)n);
    return n > 0 ? n : 0;
}

static int memory_close(void *user, int file) {
    (void)user;
    return file >= 0 ? 0 : -EBADF;
}

static int memory_kind(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    const memory_files *f = user;
    const int file = memory_find(f, path);
    *kind = file < 0 ? ABUT_FILE_NONE : ABUT_FILE_REGULAR;
    *size = file < 0 ? 0 : f->file[file].size;
    return 0;
}

// Large requests are honest but slow; running out of memory early keeps the search fast and tests that path too.
static void *memory_resize(void *user, void *p, size_t bytes) {
    (void)user;
    return bytes > (2u << 20) ? NULL : realloc(p, bytes);
}

static void memory_release(void *user, void *p) {
    (void)user;
    free(p);
}

// NULL if there was no memory. The files must outlive the context.
static inline abut_context *memory_context(memory_files *files) {
    abut_config config = abut_config_default();
    config.threads = 1;
    config.cancel = fuzz_spent;
    config.allocator = (abut_allocator){NULL, memory_resize, memory_release};
    config.io.user = files;
    config.io.open = memory_open;
    config.io.read = memory_read;
    config.io.close = memory_close;
    config.io.kind = memory_kind;
    abut_context *cx = NULL;
    return abut_context_create(&config, &cx) == ABUT_OK ? cx : NULL;
}

#endif
