// Writes movies. ffmpeg is started without a shell and reads raw images from a pipe; its output file is named file:...,
// so that no name is taken for an option or a URL.
#include "movie.h"
#include "app.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// --------------------------------------------------------------------------------------------------------- plan

movie_wish movie_usual(void) { return (movie_wish){.fps = 25}; }

abut_status movie_make_plan(abut_context *cx, const movie_wish *w, double first, double last, movie_plan *plan) {
    if (w->fps < 1 || w->fps > 240) return abut_context_fail(cx, ABUT_ERR_INPUT, "--fps is 1 to 240");
    if (w->duration < 0 || w->duration > 3600)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--duration is at most 3600 s");
    const bool part = w->from < w->to;
    *plan = (movie_plan){.fps = w->fps, .from = part ? fmax(w->from, first) : first, .to = last};
    if (part) plan->to = fmin(w->to, last);
    if (plan->from > plan->to)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "the run has no frame from %.9g to %.9g s", w->from, w->to);
    const double length = w->duration > 0 ? w->duration : fmin(20, fmax(4, plan->to - plan->from));
    plan->frames = (int64_t)fmax(2, ceil(length * (double)w->fps));
    return ABUT_OK;
}

double movie_time(const movie_plan *plan, int64_t frame) {
    return plan->from + (plan->to - plan->from) * (double)frame / (double)(plan->frames - 1);
}

// ------------------------------------------------------------------------------------------------------- ffmpeg

static bool is_executable(const char *folder, size_t length) {
    char path[4096];
    struct stat info;
    const int n = snprintf(path, sizeof path, "%.*s/ffmpeg", (int)length, folder);
    return length > 0 && n < (int)sizeof path && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           access(path, X_OK) == 0;
}

static bool has_ffmpeg(void) {
    const char *at = getenv("PATH");
    for (; at && *at; at += at[strcspn(at, ":")] == ':' ? strcspn(at, ":") + 1 : strcspn(at, ":"))
        if (is_executable(at, strcspn(at, ":"))) return true;
    return false;
}

const char *movie_usual_name(void) { return has_ffmpeg() ? "movie.mp4" : "movie.png"; }

static bool ends_in(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static abut_status spawn(movie *m, char *const *argv) {
    int ends[2];
    if (pipe(ends) != 0) return abut_context_fail(m->cx, ABUT_ERR_IO, "no pipe to ffmpeg (error %d)", errno);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const int error = posix_spawnp(&m->child, "ffmpeg", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    m->pipe = ends[1];
    if (error == 0) return ABUT_OK;
    m->child = 0;
    close(ends[1]);
    return abut_context_fail(m->cx, ABUT_ERR_IO,
                             "ffmpeg did not start (error %d); a movie that ends in .png needs none", error);
}

// Most players require images of even width and height with chroma at half the resolution; a GIF has its own palette.
static abut_status start_ffmpeg(movie *m, const char *path, int64_t fps, int32_t width, int32_t height) {
    char size[32], rate[16];
    const char *words[] = {"ffmpeg",
                           "-nostdin",
                           "-loglevel",
                           "error",
                           "-y",
                           "-f",
                           "rawvideo",
                           "-pixel_format",
                           "rgb24",
                           "-video_size",
                           size,
                           "-framerate",
                           rate,
                           "-i",
                           "pipe:0",
                           "-vf",
                           ends_in(path, ".gif") ? "split[a][b];[a]palettegen[p];[b][p]paletteuse"
                                                 : "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",
                           NULL,
                           NULL};
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", (int)fps);
    const size_t length = strlen(path) + sizeof "file:";
    APP_TRY(APP_ALLOC(m->cx, &m->name, (int64_t)length));
    snprintf(m->name, length, "file:%s", path);
    words[sizeof words / sizeof words[0] - 2] = m->name;
    signal(SIGPIPE, SIG_IGN); // a child that died is then detected as a write error
    return spawn(m, (char *const *)words);
}

static abut_status feed(const movie *m, const uint8_t *bytes, int64_t count) {
    for (int64_t done = 0; done < count;) {
        const ssize_t n = write(m->pipe, bytes + done, (size_t)(count - done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            return abut_context_fail(m->cx, ABUT_ERR_IO,
                                     "ffmpeg stopped before the movie was done; see what it said above");
        done += n;
    }
    return ABUT_OK;
}

static abut_status await_ffmpeg(movie *m, abut_status status) {
    int result = 0;
    close(m->pipe);
    while (waitpid(m->child, &result, 0) < 0 && errno == EINTR) continue;
    if (status != ABUT_OK) return status;
    if (WIFEXITED(result) && WEXITSTATUS(result) == 0) return ABUT_OK;
    return abut_context_fail(m->cx, ABUT_ERR_IO, "ffmpeg failed (%s %d); see what it said above",
                             WIFEXITED(result) ? "exit code" : "signal",
                             WIFEXITED(result) ? WEXITSTATUS(result) : WTERMSIG(result));
}

// -------------------------------------------------------------------------------------------------- both formats

abut_status movie_open(abut_context *cx, const char *path, const movie_plan *plan, int32_t width, int32_t height,
                       movie *m) {
    *m = (movie){.cx = cx, .pipe = -1};
    if (ends_in(path, ".png") || ends_in(path, ".apng"))
        return abut_animation_open(cx, path, width, height, plan->frames, plan->fps, &m->png);
    if (!has_ffmpeg())
        return abut_context_fail(cx, ABUT_ERR_INPUT,
                                 "'%s' needs ffmpeg, which is not installed; a movie that ends in .png needs none",
                                 path);
    const abut_status status = start_ffmpeg(m, path, plan->fps, width, height);
    if (status != ABUT_OK) free(m->name);
    return status;
}

abut_status movie_add(movie *m, const abut_image *image) {
    if (m->child == 0) return abut_animation_add(m->png, image);
    return feed(m, image->rgb, 3 * (int64_t)image->width * image->height);
}

abut_status movie_close(movie *m, abut_status status) {
    if (m->child == 0) return abut_animation_close(m->png, status);
    const abut_status done = await_ffmpeg(m, status);
    free(m->name);
    return done;
}
