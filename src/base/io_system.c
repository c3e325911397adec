// The operating system's files behind the abut_io hook (POSIX). Only regular files are opened: a FIFO would block and a
// device might never end. Calls interrupted by a signal are repeated.
#include "base/io.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

static int open_retry(const char *path, int flags) {
    int file = -1;
    do file = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    while (file < 0 && errno == EINTR);
    return result(file);
}

// Zero for a regular file; ENODEV for devices, pipes and sockets.
static int check_regular(int file) {
    struct stat info;
    if (fstat(file, &info) != 0) return -errno;
    if (S_ISDIR(info.st_mode)) return -EISDIR;
    return S_ISREG(info.st_mode) ? 0 : -ENODEV;
}

// Zero if the path is absent or a regular file, which may be removed.
static int check_removable(const char *path) {
    struct stat info;
    if (lstat(path, &info) != 0) return errno == ENOENT ? 0 : -errno;
    if (S_ISLNK(info.st_mode)) return -ELOOP;
    if (S_ISDIR(info.st_mode)) return -EISDIR;
    return S_ISREG(info.st_mode) ? 0 : -ENODEV;
}

// Creates a new file. An existing one is unlinked, so that its other hard links and open handles keep the old contents.
static int create(const char *path) {
    const int file = open_retry(path, O_RDWR | O_CREAT | O_EXCL);
    if (file != -EEXIST) return file;
    const int refusal = check_removable(path);
    if (refusal != 0) return refusal;
    if (unlink(path) != 0 && errno != ENOENT) return -errno;
    return open_retry(path, O_RDWR | O_CREAT | O_EXCL);
}

// Files opened for writing must not be symbolic links: otherwise a link planted in a folder of results would redirect
// the write to another file.
static int system_open(void *user, const char *path, abut_open_mode mode) {
    (void)user;
    const int file = mode == ABUT_OPEN_READ     ? open_retry(path, O_RDONLY)
                     : mode == ABUT_OPEN_CREATE ? create(path)
                                                : open_retry(path, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (file < 0) return file;
    const int refusal = check_regular(file);
    if (refusal == 0) return file;
    close(file);
    return refusal;
}

static int64_t system_read(void *user, int file, void *bytes, int64_t count, int64_t offset) {
    (void)user;
    ssize_t done = 0;
    do done = pread(file, bytes, (size_t)count, (off_t)offset);
    while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}

static int64_t system_write(void *user, int file, const void *bytes, int64_t count, int64_t offset) {
    (void)user;
    ssize_t done = 0;
    do done = pwrite(file, bytes, (size_t)count, (off_t)offset);
    while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}

static int system_truncate(void *user, int file, int64_t size) {
    (void)user;
    int done = 0;
    do done = ftruncate(file, (off_t)size);
    while (done < 0 && errno == EINTR);
    return result(done);
}

static int system_sync(void *user, int file) {
    (void)user;
    int done = 0;
    do done = fsync(file);
    while (done < 0 && errno == EINTR);
    return result(done);
}

static int system_lock(void *user, int file) {
    (void)user;
    return result(flock(file, LOCK_EX | LOCK_NB));
}

// Linux closes the handle even when it reports EINTR; a second close could close another file.
static int system_close(void *user, int file) {
    (void)user;
    if (close(file) == 0 || errno == EINTR) return 0;
    return -errno;
}

static int system_kind(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    (void)user;
    struct stat info;
    *kind = ABUT_FILE_NONE;
    *size = 0;
    if (stat(path, &info) != 0) return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
    *kind = S_ISREG(info.st_mode) ? ABUT_FILE_REGULAR : S_ISDIR(info.st_mode) ? ABUT_FILE_DIRECTORY : ABUT_FILE_OTHER;
    *size = info.st_size;
    return 0;
}

static int system_rename(void *user, const char *from, const char *to) {
    (void)user;
    return result(rename(from, to));
}

static int system_remove(void *user, const char *path) {
    (void)user;
    return result(unlink(path));
}

static int system_make_directory(void *user, const char *path) {
    (void)user;
    return result(mkdir(path, 0777));
}

// Some file systems cannot sync a folder and return EINVAL; they secure file names by other means.
static int system_sync_directory(void *user, const char *path) {
    const int file = open_retry(path, O_RDONLY | O_DIRECTORY);
    if (file < 0) return file;
    const int synced = system_sync(user, file);
    close(file);
    return synced == -EINVAL ? 0 : synced;
}

static int system_list(void *user, const char *path, abut_list_fn *each, void *arg) {
    (void)user;
    DIR *folder = opendir(path);
    if (!folder) return -errno;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        struct stat info;
        if (fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
        each(arg, entry->d_name, info.st_size, (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec);
    }
    closedir(folder);
    return 0;
}

abut_io ab_io_system(void) {
    return (abut_io){
        .open = system_open,
        .read = system_read,
        .write = system_write,
        .truncate = system_truncate,
        .sync = system_sync,
        .lock = system_lock,
        .close = system_close,
        .kind = system_kind,
        .rename = system_rename,
        .remove = system_remove,
        .make_directory = system_make_directory,
        .sync_directory = system_sync_directory,
        .list = system_list,
    };
}
