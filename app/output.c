// Output files named by the user: regular files are replaced atomically, devices and pipes are written to, "-" is
// stdout.
#include "output.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

// ------------------------------------------------------------------------------------------------- path resolution

static bool is_standard(const char *name) {
    struct stat file, standard;
    if (strcmp(name, "-") == 0) return true;
    return stat(name, &file) == 0 && fstat(STDOUT_FILENO, &standard) == 0 && file.st_dev == standard.st_dev &&
           file.st_ino == standard.st_ino;
}

static bool is_special(const char *name) {
    struct stat file;
    return stat(name, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode);
}

// Replaces *path by the target of the link, relative to the link's folder; *more is false if it is not a link.
static abut_status follow(abut_context *cx, char **path, bool *more) {
    char target[4096];
    const ssize_t length = readlink(*path, target, sizeof target - 1);
    *more = length >= 0;
    if (!*more) return ABUT_OK; // not a link, or absent: opening it reports errors
    target[length] = 0;
    char *slash = strrchr(*path, '/'), *next = NULL;
    if (slash) slash[1] = 0;
    APP_TRY(app_path_join(cx, slash ? *path : "", target, &next));
    free(*path);
    *path = next;
    return ABUT_OK;
}

static abut_status resolve(app_output *out) {
    APP_TRY(app_path_join(out->cx, "", out->name, &out->path));
    bool more = true;
    for (int i = 0; more; i++) {
        if (i == MAX_LINKS)
            return abut_context_fail(out->cx, ABUT_ERR_IO, "'%s' is a link that leads nowhere; remove it", out->name);
        APP_TRY(follow(out->cx, &out->path, &more));
    }
    return ABUT_OK;
}

// Chooses a temporary file, whose contents are copied to the destination.
static abut_status make_own(app_output *out, const char *ending) {
    const char *base = getenv("TMPDIR"), *slash = strrchr(out->name, '/');
    const char *dot = strrchr(slash ? slash : out->name, '.');
    APP_TRY(app_path_join(out->cx, base && base[0] ? base : "/tmp", "abut-XXXXXX", &out->folder));
    if (!mkdtemp(out->folder)) return abut_file_fail(out->cx, "make the folder", out->folder, errno);
    char name[64];
    snprintf(name, sizeof name, "output%.40s", dot ? dot : ending);
    return app_path_join(out->cx, out->folder, name, &out->path);
}

static void forget(app_output *out) {
    if (out->folder && out->path) unlink(out->path);
    if (out->folder) rmdir(out->folder);
    free(out->path);
    free(out->folder);
    out->path = out->folder = NULL;
}

abut_status app_output_open(abut_context *cx, const char *name, const char *ending, app_output *out) {
    *out = (app_output){.cx = cx, .name = name, .standard = is_standard(name)};
    const abut_status status = out->standard || is_special(name) ? make_own(out, ending) : resolve(out);
    if (status != ABUT_OK) forget(out);
    return status;
}

FILE *app_output_notes(const app_output *out) { return out->standard ? stderr : stdout; }

// -------------------------------------------------------------------------------------------------------- copying

static int write_out(int to, const char *bytes, ssize_t count) {
    for (ssize_t done = 0; done < count;) {
        const ssize_t n = write(to, bytes + done, (size_t)(count - done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -errno;
        done += n;
    }
    return 0;
}

static int copy(int from, int to) {
    char piece[65536];
    for (;;) {
        const ssize_t n = read(from, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? -errno : 0;
        const int done = write_out(to, piece, n);
        if (done < 0) return done;
    }
}

static abut_status deliver(const app_output *out) {
    signal(SIGPIPE, SIG_IGN); // a closed pipe is then reported as a write error
    fflush(stdout);
    const int from = open(out->path, O_RDONLY | O_CLOEXEC);
    if (from < 0) return abut_file_fail(out->cx, "read", out->path, errno);
    const int to = out->standard ? STDOUT_FILENO : open(out->name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int done = to < 0 ? -errno : copy(from, to);
    close(from);
    if (!out->standard && to >= 0 && close(to) != 0 && done == 0) done = -errno;
    return done < 0 ? abut_file_fail(out->cx, "write to", out->standard ? "the standard output" : out->name, -done)
                    : ABUT_OK;
}

abut_status app_output_close(app_output *out, abut_status status) {
    if (status == ABUT_OK && out->folder) status = deliver(out);
    forget(out);
    return status;
}

void app_default_folder(const char *scene, char *folder, size_t size) {
    const char *slash = strrchr(scene, '/');
    const char *name = slash ? slash + 1 : scene;
    const char *dot = strrchr(name, '.');
    const int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    snprintf(folder, size, "out/%.*s", length, name);
}
