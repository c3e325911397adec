// Whole files, folders and paths over the abut_io hook. base/stream.c implements the append-only stream.
#include "base/io.h"
#include "base/alloc.h"

#include <errno.h>
#include <string.h>

abut_status ab_io_fail(ab_ctx *cx, const char *doing, const char *path, int64_t error) {
    const int code = (int)-error;
    if (code == ENOSPC || code == EDQUOT)
        return ab_fail(cx, ABUT_ERR_IO, "could not %s '%s': disk full: free space and continue with `--resume`", doing,
                       path);
    if (code == EISDIR) return ab_fail(cx, ABUT_ERR_IO, "could not %s '%s': it is a folder, not a file", doing, path);
    if (code == ELOOP)
        return ab_fail(cx, ABUT_ERR_IO,
                       "could not %s '%s': it is a symbolic link, and nothing is written through one; remove it", doing,
                       path);
    if (code == EFBIG)
        return ab_fail(cx, ABUT_ERR_IO,
                       "could not %s '%s': it would be larger than a file may be here; raise the limit (`ulimit -f`) "
                       "or take another disk, "
                       "and continue with `--resume`",
                       doing, path);
    if (code == ENODEV)
        return ab_fail(cx, ABUT_ERR_IO, "could not %s '%s': it is a device, pipe or socket, not a file", doing, path);
    char reason[128] = "";
    if (strerror_r(code, reason, sizeof reason) != 0) reason[0] = 0;
    return ab_fail(cx, ABUT_ERR_IO, "could not %s '%s': %s (error %d); check the path, its permissions and the disk",
                   doing, path, reason, code);
}

// ------------------------------------------------------------------------------------------------------ paths

abut_status ab_path_join(ab_ctx *cx, const char *directory, const char *name, char **path) {
    const bool alone = name[0] == '/' || directory[0] == 0;
    const size_t front = alone ? 0 : strlen(directory);
    const bool slash = !alone && directory[front - 1] != '/';
    const size_t back = strlen(name);
    AB_TRY(AB_ALLOC(cx, path, (int64_t)(front + slash + back + 1)));
    memcpy(*path, directory, front);
    if (slash) (*path)[front] = '/';
    memcpy(*path + front + slash, name, back);
    return ABUT_OK;
}

// The path with `suffix` appended.
static abut_status path_with(ab_ctx *cx, const char *path, const char *suffix, char **joined) {
    const size_t front = strlen(path);
    const size_t back = strlen(suffix);
    AB_TRY(AB_ALLOC(cx, joined, (int64_t)(front + back + 1)));
    memcpy(*joined, path, front);
    memcpy(*joined + front, suffix, back);
    return ABUT_OK;
}

// The length of the folder part of a path without its final slash; 0 when the path is a bare name, 1 for
// "/name".
static size_t parent_length(const char *path) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    while (n > 0 && path[n - 1] != '/') n--;
    while (n > 1 && path[n - 1] == '/') n--;
    return n;
}

abut_status ab_io_sync_parent(ab_ctx *cx, const char *path) {
    const size_t length = parent_length(path);
    char *parent = NULL;
    AB_TRY(AB_ALLOC(cx, &parent, (int64_t)length + 2));
    if (length == 0) parent[0] = '.';
    memcpy(parent, path, length);
    const int done = cx->io.sync_directory(cx->io.user, parent);
    const abut_status status = done < 0 ? ab_io_fail(cx, "save the folder", parent, done) : ABUT_OK;
    ab_free(cx, parent);
    return status;
}

// ---------------------------------------------------------------------------------------------------- reading

static abut_status too_large(ab_ctx *cx, const char *path, int64_t limit) {
    return ab_fail(cx, ABUT_ERR_INPUT,
                   "'%s' is larger than the %lld bytes that are read from such a file; use a smaller one", path,
                   (long long)limit);
}

static abut_status check_readable(ab_ctx *cx, const char *path, int64_t limit, int64_t *size) {
    abut_file_kind kind = ABUT_FILE_NONE;
    const int done = cx->io.kind(cx->io.user, path, &kind, size);
    if (done == -ENAMETOOLONG)
        return ab_fail(cx, ABUT_ERR_INPUT, "'%.60s...' is too long for the name of a file; use a shorter one", path);
    if (done < 0) return ab_io_fail(cx, "look at", path, done);
    if (kind == ABUT_FILE_NONE)
        return ab_fail(cx, ABUT_ERR_INPUT, "there is no file '%s'; check its name and folder", path);
    if (kind == ABUT_FILE_DIRECTORY)
        return ab_fail(cx, ABUT_ERR_INPUT, "'%s' is a folder; name a file inside it", path);
    if (kind == ABUT_FILE_OTHER)
        return ab_fail(cx, ABUT_ERR_INPUT, "'%s' is a device, pipe or socket; only regular files are read", path);
    if (*size > limit) return too_large(cx, path, limit);
    return ABUT_OK;
}

// Reads to the end of the file, whatever its announced size, since it may grow or shrink meanwhile. The first read
// requests one byte more than announced, so that a file of that size is complete in one buffer.
static abut_status read_all(ab_ctx *cx, const char *path, int file, int64_t announced, int64_t limit, ab_bytes *bytes) {
    int64_t capacity = 0;
    AB_TRY(AB_GROW(cx, &bytes->data, &capacity, announced + 2));
    for (;;) {
        const int64_t room = capacity - 1 - bytes->size;
        const int64_t got = cx->io.read(cx->io.user, file, bytes->data + bytes->size, room, bytes->size);
        if (got < 0) return ab_io_fail(cx, "read", path, got);
        if (got == 0) break;
        bytes->size += got;
        if (bytes->size > limit) return too_large(cx, path, limit);
        AB_TRY(AB_GROW(cx, &bytes->data, &capacity, bytes->size + 2));
    }
    bytes->data[bytes->size] = 0;
    return ABUT_OK;
}

abut_status ab_io_read_file(ab_ctx *cx, const char *path, int64_t limit, ab_bytes *bytes) {
    *bytes = (ab_bytes){0};
    int64_t size = 0;
    AB_TRY(check_readable(cx, path, limit, &size));
    const int file = cx->io.open(cx->io.user, path, ABUT_OPEN_READ);
    if (file < 0) return ab_io_fail(cx, "open", path, file);
    abut_status status = read_all(cx, path, file, size, limit, bytes);
    const int closed = cx->io.close(cx->io.user, file);
    if (status == ABUT_OK && closed < 0) status = ab_io_fail(cx, "close", path, closed);
    if (status != ABUT_OK) ab_bytes_free(cx, bytes);
    return status;
}

void ab_bytes_free(ab_ctx *cx, ab_bytes *bytes) {
    ab_free(cx, bytes->data);
    *bytes = (ab_bytes){0};
}

// ---------------------------------------------------------------------------------------------------- writing

abut_status ab_io_write_all(ab_ctx *cx, const char *path, int file, const void *bytes, int64_t count, int64_t offset) {
    const char *from = bytes;
    for (int64_t done = 0; done < count;) {
        const int64_t step = cx->io.write(cx->io.user, file, from + done, count - done, offset + done);
        if (step <= 0) return ab_io_fail(cx, "write", path, step < 0 ? step : -EIO);
        done += step;
    }
    return ABUT_OK;
}

static abut_status write_and_sync(ab_ctx *cx, const char *path, int file, const void *bytes, int64_t count) {
    AB_TRY(ab_io_write_all(cx, path, file, bytes, count, 0));
    const int synced = cx->io.sync(cx->io.user, file);
    return synced < 0 ? ab_io_fail(cx, "save", path, synced) : ABUT_OK;
}

static abut_status write_new(ab_ctx *cx, const char *path, const void *bytes, int64_t count) {
    const int file = cx->io.open(cx->io.user, path, ABUT_OPEN_CREATE);
    if (file < 0) return ab_io_fail(cx, "create", path, file);
    const abut_status status = write_and_sync(cx, path, file, bytes, count);
    const int closed = cx->io.close(cx->io.user, file);
    if (status == ABUT_OK && closed < 0) return ab_io_fail(cx, "close", path, closed);
    return status;
}

static abut_status rename_only(ab_ctx *cx, const char *from, const char *to) {
    const int done = cx->io.rename(cx->io.user, from, to);
    return done < 0 ? ab_io_fail(cx, "put a new file in the place of", to, done) : ABUT_OK;
}

abut_status ab_io_replace_file(ab_ctx *cx, const char *path, const void *bytes, int64_t count) {
    char *temporary = NULL;
    AB_TRY(path_with(cx, path, ".tmp", &temporary));
    abut_status status = write_new(cx, temporary, bytes, count);
    if (status == ABUT_OK) status = rename_only(cx, temporary, path);
    if (status == ABUT_OK)
        status = ab_io_sync_parent(cx, path);
    else
        cx->io.remove(cx->io.user, temporary); // the failure is reported; the temporary file is of no use
    ab_free(cx, temporary);
    return status;
}

abut_status ab_io_rename(ab_ctx *cx, const char *from, const char *to) {
    AB_TRY(rename_only(cx, from, to));
    return ab_io_sync_parent(cx, to);
}

abut_status ab_io_list(ab_ctx *cx, const char *path, abut_list_fn *each, void *arg) {
    const int done = cx->io.list(cx->io.user, path, each, arg);
    return done < 0 ? ab_io_fail(cx, "list", path, done) : ABUT_OK;
}

// A failure is reported and not returned as "absent": a folder that is unreadable for a moment must not pass as empty.
abut_status ab_io_exists(ab_ctx *cx, const char *path, bool *exists) {
    abut_file_kind kind = ABUT_FILE_NONE;
    int64_t size = 0;
    const int done = cx->io.kind(cx->io.user, path, &kind, &size);
    *exists = done >= 0 && kind != ABUT_FILE_NONE;
    return done < 0 ? ab_io_fail(cx, "look at", path, done) : ABUT_OK;
}

abut_status ab_io_remove(ab_ctx *cx, const char *path) {
    const int done = cx->io.remove(cx->io.user, path);
    return done < 0 && done != -ENOENT ? ab_io_fail(cx, "remove", path, done) : ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- folders

static abut_status find_folder(ab_ctx *cx, const char *path, bool *exists) {
    abut_file_kind kind = ABUT_FILE_NONE;
    int64_t size = 0;
    const int done = cx->io.kind(cx->io.user, path, &kind, &size);
    *exists = kind == ABUT_FILE_DIRECTORY;
    if (done < 0) return ab_io_fail(cx, "look at", path, done);
    if (*exists || kind == ABUT_FILE_NONE) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_IO, "'%s' is a file where a folder is needed; move it away or choose another name",
                   path);
}

static abut_status check_one(ab_ctx *cx, const char *path) {
    bool exists;
    return find_folder(cx, path, &exists);
}

static abut_status make_one(ab_ctx *cx, const char *path) {
    bool exists;
    AB_TRY(find_folder(cx, path, &exists));
    if (exists) return ABUT_OK;
    const int done = cx->io.make_directory(cx->io.user, path);
    if (done < 0 && done != -EEXIST)
        return ab_io_fail(cx, "create the folder", path, done); // EEXIST: another process created it first
    return ab_io_sync_parent(cx, path);
}

// Calls `one` for every folder of a path, beginning with the first.
static abut_status for_each_folder(ab_ctx *cx, const char *path, abut_status (*one)(ab_ctx *cx, const char *path)) {
    char *part = NULL;
    AB_TRY(path_with(cx, path, "", &part));
    abut_status status = ABUT_OK;
    for (size_t i = 1; path[0] && path[i] && status == ABUT_OK; i++) {
        if (path[i] != '/' || path[i - 1] == '/') continue;
        part[i] = 0;
        status = one(cx, part);
        part[i] = '/';
    }
    if (status == ABUT_OK) status = one(cx, part);
    ab_free(cx, part);
    return status;
}

abut_status ab_io_make_directories(ab_ctx *cx, const char *path) { return for_each_folder(cx, path, make_one); }
abut_status ab_io_check_directories(ab_ctx *cx, const char *path) { return for_each_folder(cx, path, check_one); }

abut_status ab_io_lock(ab_ctx *cx, const char *path, const char *what, int *lock) {
    *lock = cx->io.open(cx->io.user, path, ABUT_OPEN_UPDATE);
    if (*lock < 0) {
        const int error = *lock;
        *lock = -1;
        return ab_io_fail(cx, "lock", path, error);
    }
    const int done = cx->io.lock(cx->io.user, *lock);
    if (done == 0) return ABUT_OK;
    AB_TRY(ab_io_unlock(cx, what, lock));
    if (done == -EWOULDBLOCK)
        return ab_fail(cx, ABUT_ERR_INPUT, "%s is in use by another run; wait for it or take another folder", what);
    if (done != -ENOLCK && done != -EOPNOTSUPP) return ab_io_fail(cx, "lock", path, done);
    ab_log(cx, ABUT_LOG_WARNING, "%s lies on a file system without locks; let only one run write there", what);
    return ABUT_OK;
}

abut_status ab_io_unlock(ab_ctx *cx, const char *what, int *lock) {
    if (*lock < 0) return ABUT_OK;
    const int done = cx->io.close(cx->io.user, *lock);
    *lock = -1;
    return done < 0 ? ab_io_fail(cx, "unlock", what, done) : ABUT_OK;
}
