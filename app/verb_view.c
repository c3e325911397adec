// abut view: serves the page of a run from a small server on this machine, during the run and after it.
//
// Access control: the server listens on 127.0.0.1 and ::1 only; every URL contains a random token; the Host of a
// request must be the server's own (against DNS rebinding), and so must its Origin if there is one; only the page, the
// recording and three commands are served, whatever the URL; and the page may run no script except the one that was
// built in.
#include "app.h"
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_PAGE (INT64_C(1) << 30)
#define LARGEST_PART (INT64_C(4) << 20) // maximum bytes of the recording in one reply
#define LOOK_SECONDS 0.3                // between two reads of the journal
enum { TOKEN_BYTES = 16 };

typedef struct view {
    abut_context *cx;
    const char *folder;
    server server;
    char token[2 * TOKEN_BYTES + 1];
    char host[2][32];   // 127.0.0.1:port and [::1]:port
    char origin[2][40]; // http://host
    abut_bytes report;  // report.html of a finished run; empty during a run
    const char *page;   // built in
    int64_t page_size;
    abut_text policy; // the page's Content-Security-Policy
    int journal;      // handle that keeps the journal readable after the run has removed it, -1 = none
    int whole;        // recording of a finished run whose report is incomplete, -1 = none
    int64_t whole_size;
    abut_recording *recording;
    bool live;
    double looked;           // wall time of the last read of the journal
    double began, histories; // wall time of the start, and of the next read of the histories
    int64_t frames;          // number of frames at the last read of the histories
} view;

static bool is_whole(const view *v) { return v->whole >= 0; }

// ------------------------------------------------------------------------------------------------------ the run

// Handle of a file of the run, -1 = there is none.
static int open_file(const view *v, const char *name) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", v->folder, name) >= (int)sizeof path) return -1;
    return open(path, O_RDONLY | O_CLOEXEC);
}

// A running process has the lock of its folder.
static bool is_running(const view *v) {
    const int file = open_file(v, ".lock");
    if (file < 0) return false;
    const bool free = flock(file, LOCK_SH | LOCK_NB) == 0;
    close(file);
    return !free;
}

static bool open_journal(view *v) {
    v->journal = open_file(v, "journal.abut");
    return v->journal >= 0;
}

// Appends the new frames of the journal to the recording.
static abut_status extend_recording(view *v) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", v->journal);
    return abut_recording_extend(v->recording, path);
}

// Histories are transferred as a whole, so at increasing intervals, and once more when the run ends.
static abut_status extend_histories(view *v, bool running) {
    const double now = app_wall_time();
    if (running && (now < v->histories || abut_recording_frame_count(v->recording) == v->frames)) return ABUT_OK;
    v->frames = abut_recording_frame_count(v->recording);
    v->histories = now + 2 * fmax(1, now - v->began);
    return abut_recording_histories(v->recording, v->folder);
}

// Path of a file of the run, and whether it exists.
static abut_status find_file(const view *v, const char *name, char **path, bool *there) {
    *there = false;
    APP_TRY(app_path_join(v->cx, v->folder, name, path));
    return app_exists(v->cx, *path, there);
}

static abut_status read_report(view *v) {
    char *path = NULL;
    bool there;
    abut_status status = find_file(v, "report.html", &path, &there);
    if (status == ABUT_OK && there) status = abut_file_read(v->cx, path, LARGEST_PAGE, &v->report);
    free(path);
    return status;
}

static abut_status look(view *v) {
    if (v->journal < 0 || (!v->live && v->looked > 0) || app_wall_time() - v->looked < LOOK_SECONDS) return ABUT_OK;
    const bool running = is_running(v);
    abut_status status = extend_recording(v);
    if (status == ABUT_OK) status = extend_histories(v, running);
    if (status == ABUT_OK && v->live && !running) status = read_report(v); // for page loads from now on
    v->live = running;
    v->looked = app_wall_time();
    return status;
}

// --------------------------------------------------------------------------------------------------------- replies

static void say(server_reply *reply, int status, const char *text) {
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    abut_text_put(&reply->copy, text);
    abut_text_put(&reply->headers, "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
}

static void serve_page(view *v, const app_http_request *request, server_reply *reply) {
    (void)request;
    reply->status = 200;
    reply->type = "text/html; charset=utf-8";
    reply->body = v->report.size > 0 ? v->report.data : v->page;
    reply->size = v->report.size > 0 ? v->report.size : v->page_size;
    abut_text_format(&reply->headers, "Content-Security-Policy: %s; frame-ancestors 'none'\r\n",
                     abut_text_string(&v->policy));
}

// Reads exactly `count` bytes of a file.
static bool read_at(int file, char *bytes, int64_t count, int64_t from) {
    for (int64_t done = 0; done < count;) {
        const ssize_t n = pread(file, bytes + done, (size_t)(count - done), from + done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += n;
    }
    return true;
}

// Appends `count` bytes of the recording, from its file or from memory during a run.
static abut_status put_part(view *v, int64_t from, int64_t count, abut_text *to) {
    if (!is_whole(v)) {
        abut_text_bytes(to, abut_recording_bytes(v->recording, NULL) + from, count);
        return ABUT_OK;
    }
    char *bytes = NULL;
    APP_TRY(APP_ALLOC(v->cx, &bytes, count));
    const bool done = read_at(v->whole, bytes, count, from);
    if (done) abut_text_bytes(to, bytes, count);
    free(bytes);
    return done ? ABUT_OK : abut_file_fail(v->cx, "read", ABUT_RECORDING_FILE, errno);
}

static int64_t recording_size(const view *v) {
    int64_t size = v->whole_size;
    if (!is_whole(v)) abut_recording_bytes(v->recording, &size);
    return size;
}

static void serve_recording(view *v, const app_http_request *request, server_reply *reply) {
    const bool none = v->journal < 0 && !is_whole(v);
    if (none || !request->ranged) {
        say(reply, none ? 404 : 400, "a recording is given in ranges, while its run goes on\n");
        return;
    }
    if (look(v) != ABUT_OK) {
        say(reply, 500, abut_context_message(v->cx));
        return;
    }
    abut_text_format(&reply->headers, "X-Abut-Live: %d\r\nAccept-Ranges: bytes\r\n", v->live);
    const int64_t size = recording_size(v);
    if (request->from >= size) {
        abut_text_format(&reply->headers, "Content-Range: bytes */%" PRId64 "\r\n", size);
        reply->status = request->from == size ? 204 : 416; // a request at the present end is valid
        return;
    }
    int64_t last = request->to < size ? request->to : size - 1;
    if (last - request->from >= LARGEST_PART) last = request->from + LARGEST_PART - 1;
    if (put_part(v, request->from, last - request->from + 1, &reply->copy) != ABUT_OK) {
        say(reply, 500, abut_context_message(v->cx));
        return;
    }
    reply->status = 206;
    reply->type = "application/octet-stream";
    abut_text_format(&reply->headers, "Content-Range: bytes %" PRId64 "-%" PRId64 "/%" PRId64 "\r\n", request->from,
                     last, size);
    abut_text_put(&reply->headers, "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
}

// Writes a command to FOLDER/.control, which the run reads between two steps.
static void give_order(view *v, const char *order, server_reply *reply) {
    char *path = NULL;
    if (!is_running(v)) {
        say(reply, 409, "the run is over\n");
        return;
    }
    abut_status status = app_path_join(v->cx, v->folder, ".control", &path);
    if (status == ABUT_OK && order[0])
        status = abut_file_replace(v->cx, path, order, (int64_t)strlen(order));
    else if (status == ABUT_OK)
        status = abut_file_remove(v->cx, path);
    free(path);
    if (status == ABUT_OK)
        reply->status = 204;
    else
        say(reply, 500, abut_context_message(v->cx));
}

static void pause_run(view *v, const app_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "pause\n", reply);
}
static void resume_run(view *v, const app_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "", reply);
}
static void stop_run(view *v, const app_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "stop\n", reply);
}

static const struct {
    const char *name; // path after the token
    bool order;       // requires POST with the Origin of the page
    void (*serve)(view *v, const app_http_request *request, server_reply *reply);
} PLACES[] = {{"", false, serve_page},
              {"recording", false, serve_recording},
              {"pause", true, pause_run},
              {"resume", true, resume_run},
              {"stop", true, stop_run}};

// --------------------------------------------------------------------------------------------------- access control

static int own_host(const view *v, app_slice host) {
    for (int i = 0; i < 2; i++)
        if (app_slice_is(host, v->host[i])) return i;
    return -1;
}

// Compares all characters even after a difference, so that the time does not reveal how many match.
static bool has_token(const view *v, app_slice target) {
    const int64_t length = 2 * TOKEN_BYTES;
    if (target.size < length + 2 || target.at[length + 1] != '/') return false;
    unsigned differ = 0;
    for (int64_t i = 0; i < length; i++) differ |= (unsigned char)(target.at[1 + i] ^ v->token[i]);
    return differ == 0;
}

static void answer(void *user, const app_http_request *request, server_reply *reply) {
    view *v = user;
    const int host = own_host(v, request->host);
    if (host < 0 || (request->origin.at && !app_slice_is(request->origin, v->origin[host])) ||
        !has_token(v, request->target)) {
        say(reply, 403, "this address is not for you\n");
        reply->stranger = true;
        return;
    }
    const app_slice name = {request->target.at + 2 * TOKEN_BYTES + 2, request->target.size - 2 * TOKEN_BYTES - 2};
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        if (!app_slice_is(name, PLACES[i].name)) continue;
        if (PLACES[i].order != (request->method == APP_HTTP_POST))
            say(reply, 405, "another method\n");
        else if (PLACES[i].order && !request->origin.at)
            say(reply, 403, "orders come from the page\n");
        else
            PLACES[i].serve(v, request, reply);
        return;
    }
    say(reply, 404, "nothing here\n");
}

// ---------------------------------------------------------------------------------------------------------- verb

static abut_status make_token(view *v) {
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return abut_context_fail(v->cx, ABUT_ERR_IO, "the system has no random bytes (error %d)", errno);
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(v->token + 2 * i, 3, "%02x", bytes[i]);
    return ABUT_OK;
}

// Content-Security-Policy of the built-in page: only its own script and style, by their hashes.
static abut_status find_policy(view *v) {
    static const char MARK[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    v->page = abut_page(&v->page_size);
    if (v->page_size == 0)
        return abut_context_fail(v->cx, ABUT_ERR_INPUT,
                                 "this program was built without npm and has no page to show; use `abut render`");
    const char *from = strstr(v->page, MARK);
    const char *to = from ? strchr(from + sizeof MARK - 1, '"') : NULL;
    if (!to) return abut_context_fail(v->cx, ABUT_ERR_INPUT, "the page that was built in has no policy; build it anew");
    abut_text_bytes(&v->policy, from + sizeof MARK - 1, to - from - (int64_t)(sizeof MARK - 1));
    return abut_text_status(&v->policy);
}

static bool open_whole(view *v) {
    v->whole = open_file(v, ABUT_RECORDING_FILE);
    struct stat info;
    if (v->whole < 0 || fstat(v->whole, &info) != 0 || !S_ISREG(info.st_mode)) return false;
    v->whole_size = info.st_size;
    return true;
}

// A finished run has a report, and a recording file if the report is incomplete; a running or killed run has a journal.
static abut_status find_run(view *v) {
    APP_TRY(abut_recording_create(v->cx, &v->recording));
    v->live = is_running(v);
    v->began = app_wall_time();
    if (open_journal(v)) return ABUT_OK;
    if (open_whole(v)) return ABUT_OK;
    APP_TRY(read_report(v));
    if (v->report.size > 0) return ABUT_OK;
    return abut_context_fail(v->cx, ABUT_ERR_INPUT,
                             "'%s' holds neither journal.abut nor report.html; name the folder of a run", v->folder);
}

static abut_status open_view(view *v, int port) {
    APP_TRY(find_policy(v));
    APP_TRY(find_run(v));
    APP_TRY(make_token(v));
    APP_TRY(server_open(v->cx, port, &v->server));
    v->server.answer = answer;
    v->server.user = v;
    snprintf(v->host[0], sizeof v->host[0], "127.0.0.1:%d", v->server.port);
    snprintf(v->host[1], sizeof v->host[1], "[::1]:%d", v->server.port);
    for (int i = 0; i < 2; i++) snprintf(v->origin[i], sizeof v->origin[i], "http://%s", v->host[i]);
    return ABUT_OK;
}

static void close_view(view *v) {
    if (v->server.connection) server_close(&v->server);
    if (v->journal >= 0) close(v->journal);
    abut_recording_destroy(v->recording);
    abut_bytes_free(v->cx, &v->report);
    if (is_whole(v)) close(v->whole);
    abut_text_free(&v->policy);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    int64_t port = 0;
    const app_option options[] = {
        {"port", 0, APP_INTEGER, "N", "port of the server (any free one)", &port},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 1, argc, argv, &arguments, &code)) return code;
    if (port > 65535) return app_fail(APP_INPUT, "--port is at most 65535");
    view v = {.cx = app_context(0), .folder = arguments.item[0], .journal = -1, .whole = -1};
    if (!v.cx) return APP_FAILED;
    v.policy = abut_text_start(v.cx);
    const abut_status status = open_view(&v, (int)port);
    if (status == ABUT_OK) {
        printf("http://%s/%s/\n", v.host[0], v.token);
        fflush(stdout);
        fprintf(stderr, "abut: open this address in a browser on this machine; Ctrl-C ends the server\n");
        server_run(&v.server, app_was_stopped);
    } else
        code = app_report(v.cx, status);
    close_view(&v);
    abut_context_destroy(v.cx);
    return code;
}

const app_verb app_verb_view = {
    .name = "view",
    .summary = "show a run in a browser, also while it is running",
    .usage = "FOLDER [--port N]",
    .details =
        "Prints an address for a browser on this machine. The page follows the run and can pause and stop it, between "
        "two\n"
        "steps and without changing its results. The server is reachable from this machine only, and only with the\n"
        "address, which contains a new random token each time; no browser is started, because other users could read\n"
        "the address on its command line. Of a finished run it shows report.html, or every frame if the report omits "
        "some.",
    .example = "    abut run scenes/marbles.yaml -o out/marbles &\n    abut view out/marbles",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};
