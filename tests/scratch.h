// A folder of its own for a test that writes files.
#ifndef ABUT_TESTS_SCRATCH_H
#define ABUT_TESTS_SCRATCH_H

#include "claim.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCRATCH_MAX 1024

typedef struct scratch {
    char folder[SCRATCH_MAX];
} scratch;

static inline scratch scratch_start(void) {
    scratch s;
    const char *base = getenv("TMPDIR");
    snprintf(s.folder, sizeof s.folder, "%s/abut_test_XXXXXX", base && base[0] ? base : "/tmp");
    if (!mkdtemp(s.folder)) fail_msg("could not make the scratch folder %s", s.folder);
    return s;
}

// "folder/name" in the caller's array.
static inline char *scratch_path(const scratch *s, const char *name, char path[SCRATCH_MAX]) {
    const int length = snprintf(path, SCRATCH_MAX, "%s/%s", s->folder, name);
    assert_in_range(length, 1, SCRATCH_MAX - 1);
    return path;
}

static inline bool scratch_has(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

static inline void scratch_remove_tree(const char *path) {
    struct stat info;
    if (lstat(path, &info) != 0) return;
    if (!S_ISDIR(info.st_mode)) {
        unlink(path);
        return;
    }
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char inside[2 * SCRATCH_MAX];
        const int length = snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (length < (int)sizeof inside) scratch_remove_tree(inside);
    }
    if (folder) closedir(folder);
    rmdir(path);
}

static inline void scratch_end(const scratch *s) { scratch_remove_tree(s->folder); }

#endif
