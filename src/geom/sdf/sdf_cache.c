// Cache folder of fields. The file name is the key of the field, so no index and no lock is needed: a file either
// exists, complete and with the right key and checksum, or is rebuilt. Files are written under a unique temporary name
// and then renamed, so that concurrent processes do not write into the same file.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/io.h"
#include "geom/sdf/sdf_error.h"
#include "geom/sdf/sdf_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX   "sdf-"
#define ENDING   ".field"
#define FILE_MAX (INT64_C(1) << 34)
#define HOUR     INT64_C(3600000000000) // ns

static abut_status file_path(ab_ctx *cx, const char *folder, ab_sdf_key key, const char *ending, char **path) {
    ab_text name = ab_text_start(cx);
    ab_text_format(&name, PREFIX "%016llx%016llx%s", (unsigned long long)key.word[0], (unsigned long long)key.word[1],
                   ending);
    abut_status status = ab_text_status(&name);
    if (status == ABUT_OK) status = ab_path_join(cx, folder, ab_text_string(&name), path);
    ab_text_free(&name);
    return status;
}

static abut_status read_field(ab_ctx *cx, const char *path, ab_sdf_key wanted, const ab_mesh *mesh, ab_sdf *sdf) {
    ab_bytes bytes;
    ab_sdf_key key;
    AB_TRY(ab_io_read_file(cx, path, FILE_MAX, &bytes));
    abut_status status = ab_sdf_parse(cx, path, bytes.data, bytes.size, sdf, &key);
    ab_bytes_free(cx, &bytes);
    AB_TRY(status);
    if (memcmp(&key, &wanted, sizeof key) != 0)
        status = ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' holds the field of another mesh, or for other options", path);
    else
        status = ab_sdf_verify(cx, path, mesh, sdf);
    if (status != ABUT_OK) ab_sdf_free(cx, sdf);
    return status;
}

// Any failure counts as a cache miss; *found stays false.
static void try_read(ab_ctx *cx, const char *path, ab_sdf_key wanted, const ab_mesh *mesh, ab_sdf *sdf, bool *found) {
    bool exists = false;
    if (ab_io_exists(cx, path, &exists) == ABUT_OK && !exists) return;
    *found = read_field(cx, path, wanted, mesh, sdf) == ABUT_OK;
    if (!*found) ab_log(cx, ABUT_LOG_WARNING, "the field is built again: %s", abut_context_message(cx));
}

typedef struct old_file {
    char name[64];
    int64_t size, modified;
} old_file;

typedef struct sdf_cache_listing {
    ab_ctx *cx;
    old_file *file;
    int64_t count, capacity;
    int64_t bytes;  // total size of all files
    int64_t newest; // time of the latest write, ns
    abut_status status;
} sdf_cache_listing;

static void list_file(void *arg, const char *name, int64_t size, int64_t modified) {
    sdf_cache_listing *l = arg;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) >= sizeof l->file->name || l->status != ABUT_OK)
        return;
    l->status = AB_GROW(l->cx, &l->file, &l->capacity, l->count + 1);
    if (l->status != ABUT_OK) return;
    old_file *to = &l->file[l->count++];
    *to = (old_file){.size = size, .modified = modified};
    memcpy(to->name, name, strlen(name));
    l->bytes += size;
    if (modified > l->newest) l->newest = modified;
}

// A temporary file that another process is writing; one left by a killed process is older.
static bool in_work(const sdf_cache_listing *l, const old_file *file) {
    const size_t length = strlen(file->name), ending = strlen(ENDING);
    const bool whole = length > ending && strcmp(file->name + length - ending, ENDING) == 0;
    return !whole && l->newest - file->modified < HOUR;
}

static int oldest_first(const void *a, const void *b) {
    const old_file *p = a, *q = b;
    if (p->modified != q->modified) return p->modified < q->modified ? -1 : 1;
    return strcmp(p->name, q->name);
}

static abut_status remove_oldest(ab_ctx *cx, const char *folder, sdf_cache_listing *l, int64_t limit) {
    if (l->count > 1) qsort(l->file, (size_t)l->count, sizeof *l->file, oldest_first);
    for (int64_t i = 0; i < l->count && l->bytes > limit; i++) {
        char *path = NULL;
        if (in_work(l, &l->file[i])) continue;
        AB_TRY(ab_path_join(cx, folder, l->file[i].name, &path));
        const abut_status status = ab_io_remove(cx, path); // another process may have removed it already
        ab_free(cx, path);
        AB_TRY(status);
        l->bytes -= l->file[i].size;
    }
    return ABUT_OK;
}

// Removes the oldest files until `more` bytes fit within the limit.
static abut_status make_room(ab_ctx *cx, const char *folder, int64_t limit, int64_t more) {
    sdf_cache_listing l = {.cx = cx};
    abut_status status = ab_io_list(cx, folder, list_file, &l);
    if (status == ABUT_OK) status = l.status;
    if (status == ABUT_OK) status = remove_oldest(cx, folder, &l, limit - more);
    ab_free(cx, l.file);
    return status;
}

static abut_status write_file(ab_ctx *cx, const char *folder, int64_t limit, ab_sdf_key key, const char *path,
                              const ab_text *bytes) {
    char *own = NULL;
    char ending[32] = ".";
    // No two concurrent writers have the same process id and context address.
    uint64_t unique = ab_hash_u64(ab_hash_u64(AB_HASH_START, (uint64_t)getpid()), (uint64_t)(uintptr_t)cx);
    for (int i = 1; i < 17; i++, unique >>= 4) ending[i] = "0123456789abcdef"[unique & 15];
    AB_TRY(ab_io_make_directories(cx, folder));
    AB_TRY(make_room(cx, folder, limit, bytes->size));
    AB_TRY(file_path(cx, folder, key, ending, &own));
    abut_status status = ab_io_replace_file(cx, own, bytes->data, bytes->size);
    if (status == ABUT_OK) status = ab_io_rename(cx, own, path);
    ab_free(cx, own);
    return status;
}

static void try_write(ab_ctx *cx, const char *folder, int64_t limit, ab_sdf_key key, const char *path,
                      const ab_sdf *sdf) {
    ab_text bytes = ab_text_start(cx);
    ab_sdf_pack(&bytes, sdf, key);
    abut_status status = ab_text_status(&bytes);
    if (status == ABUT_OK && bytes.size > limit)
        status = ab_fail(cx, ABUT_ERR_LIMIT, "it takes %lld bytes and the limit is %lld", (long long)bytes.size,
                         (long long)limit);
    if (status == ABUT_OK) status = write_file(cx, folder, limit, key, path, &bytes);
    if (status != ABUT_OK)
        ab_log(cx, ABUT_LOG_WARNING, "the field is not kept in '%s': %s", folder, abut_context_message(cx));
    ab_text_free(&bytes);
}

abut_status ab_sdf_build_cached(ab_ctx *cx, const char *folder, int64_t limit, const char *name, const ab_mesh *mesh,
                                const abut_sdf_options *options, ab_sdf *sdf, bool *found) {
    const ab_sdf_key key = ab_sdf_key_of(mesh, options);
    char *path = NULL;
    *sdf = (ab_sdf){0};
    *found = false;
    AB_TRY(file_path(cx, folder, key, ENDING, &path));
    try_read(cx, path, key, mesh, sdf, found);
    if (*found) sdf->band = options->band; // the band is part of the key, not of the file
    abut_status status = ABUT_OK;
    if (!*found) {
        status = ab_sdf_build_as_asked(cx, name, mesh, options, sdf);
        if (status == ABUT_OK) try_write(cx, folder, limit, key, path, sdf);
    }
    ab_free(cx, path);
    return status;
}
