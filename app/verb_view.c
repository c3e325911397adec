// abut view: serves the page of a run from a small server on this machine, during the run and after it.
//
// Access control: the server listens on 127.0.0.1 and ::1 only; every URL contains a random token; the Host of a
// request must be the server's own (against DNS rebinding), and so must its Origin if there is one; only the page, the
// recording and three commands are served, whatever the URL; and the page may run no script except the one that was
// built in.
#include "app.h"
#include "server.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/io.h"
#include "report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
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
    ab_bytes report;    // report.html of a finished run; empty during a run
    ab_page page;
    ab_text policy; // the page's Content-Security-Policy
    int journal;    // handle that keeps the journal readable after the run has removed it, -1 = none
    ab_file whole;  // recording of a finished run whose report is incomplete; closed if there is none
    ab_recording recording;
    bool live;
    double looked;           // wall time of the last read of the journal
    double began, histories; // wall time of the start, and of the next read of the histories
    int64_t frames;          // number of frames at the last read of the histories
} view;

static bool is_whole(const view *v) { return v->whole.cx != NULL; }

// ------------------------------------------------------------------------------------------------------ the run

// A running process has the lock of its folder.
static bool is_running(const view *v) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/.lock", v->folder) >= (int)sizeof path) return false;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool free = flock(file, LOCK_SH | LOCK_NB) == 0;
    close(file);
    return !free;
}

static bool open_journal(view *v) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/journal.abut", v->folder) >= (int)sizeof path) return false;
    v->journal = open(path, O_RDONLY | O_CLOEXEC);
    return v->journal >= 0;
}

// Appends the new frames of the journal to the recording.
static abut_status extend_recording(view *v) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", v->journal);
    ab_journal journal = {0};
    AB_TRY(ab_journal_open(v->cx, path, &journal));
    const abut_status status = ab_recording_extend(&v->recording, &journal, 1, 0);
    ab_journal_free(&journal);
    return status;
}

// Histories are transferred as a whole, so at increasing intervals, and once more when the run ends.
static abut_status extend_histories(view *v, bool running) {
    const double now = ab_wall_time();
    if (running && (now < v->histories || v->recording.nframe == v->frames)) return ABUT_OK;
    v->frames = v->recording.nframe;
    v->histories = now + 2 * fmax(1, now - v->began);
    return ab_report_histories(&v->recording, v->folder);
}

// Path of a file of the run, and whether it exists.
static abut_status find_file(const view *v, const char *name, char **path, bool *there) {
    *there = false;
    AB_TRY(ab_path_join(v->cx, v->folder, name, path));
    return ab_io_exists(v->cx, *path, there);
}

static abut_status read_report(view *v) {
    char *path = NULL;
    bool there;
    abut_status status = find_file(v, "report.html", &path, &there);
    if (status == ABUT_OK && there) status = ab_io_read_file(v->cx, path, LARGEST_PAGE, &v->report);
    ab_free(v->cx, path);
    return status;
}

static abut_status look(view *v) {
    if (v->journal < 0 || (!v->live && v->looked > 0) || ab_wall_time() - v->looked < LOOK_SECONDS) return ABUT_OK;
    const bool running = is_running(v);
    abut_status status = extend_recording(v);
    if (status == ABUT_OK) status = extend_histories(v, running);
    if (status == ABUT_OK && v->live && !running) status = read_report(v); // for page loads from now on
    v->live = running;
    v->looked = ab_wall_time();
    return status;
}

// --------------------------------------------------------------------------------------------------------- replies

static void say(server_reply *reply, int status, const char *text) {
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    ab_text_put(&reply->copy, text);
    ab_text_put(&reply->headers, "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
}

static void serve_page(view *v, const ab_http_request *request, server_reply *reply) {
    (void)request;
    reply->status = 200;
    reply->type = "text/html; charset=utf-8";
    reply->body = v->report.size > 0 ? v->report.data : v->page.html;
    reply->size = v->report.size > 0 ? v->report.size : v->page.size;
    ab_text_format(&reply->headers, "Content-Security-Policy: %s; frame-ancestors 'none'\r\n",
                   ab_text_string(&v->policy));
}

// Appends `count` bytes of the recording, from its file or from memory during a run.
static abut_status put_part(view *v, int64_t from, int64_t count, ab_text *to) {
    if (!is_whole(v)) {
        ab_text_bytes(to, v->recording.bytes.data + from, count);
        return ABUT_OK;
    }
    char *bytes = NULL;
    AB_TRY(AB_ALLOC(v->cx, &bytes, count));
    const abut_status status = ab_file_read(&v->whole, bytes, count, from);
    if (status == ABUT_OK) ab_text_bytes(to, bytes, count);
    ab_free(v->cx, bytes);
    return status;
}

static void serve_recording(view *v, const ab_http_request *request, server_reply *reply) {
    const bool none = v->journal < 0 && !is_whole(v);
    if (none || !request->ranged) {
        say(reply, none ? 404 : 400, "a film is given in ranges, while its run goes on\n");
        return;
    }
    if (look(v) != ABUT_OK) {
        say(reply, 500, abut_message(v->cx));
        return;
    }
    ab_text_format(&reply->headers, "X-Abut-Live: %d\r\nAccept-Ranges: bytes\r\n", v->live);
    const int64_t size = is_whole(v) ? v->whole.size : v->recording.bytes.size;
    if (request->from >= size) {
        ab_text_format(&reply->headers, "Content-Range: bytes */%" PRId64 "\r\n", size);
        reply->status = request->from == size ? 204 : 416; // a request at the present end is valid
        return;
    }
    int64_t last = request->to < size ? request->to : size - 1;
    if (last - request->from >= LARGEST_PART) last = request->from + LARGEST_PART - 1;
    if (put_part(v, request->from, last - request->from + 1, &reply->copy) != ABUT_OK) {
        say(reply, 500, abut_message(v->cx));
        return;
    }
    reply->status = 206;
    reply->type = "application/octet-stream";
    ab_text_format(&reply->headers, "Content-Range: bytes %" PRId64 "-%" PRId64 "/%" PRId64 "\r\n", request->from, last,
                   size);
    ab_text_put(&reply->headers, "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
}

// Writes a command to FOLDER/.control, which the run reads between two steps.
static void give_order(view *v, const char *order, server_reply *reply) {
    char *path = NULL;
    if (!is_running(v)) {
        say(reply, 409, "the run is over\n");
        return;
    }
    abut_status status = ab_path_join(v->cx, v->folder, ".control", &path);
    if (status == ABUT_OK && order[0])
        status = ab_io_replace_file(v->cx, path, order, (int64_t)strlen(order));
    else if (status == ABUT_OK)
        status = ab_io_remove(v->cx, path);
    ab_free(v->cx, path);
    if (status == ABUT_OK)
        reply->status = 204;
    else
        say(reply, 500, abut_message(v->cx));
}

static void pause_run(view *v, const ab_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "pause\n", reply);
}
static void resume_run(view *v, const ab_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "", reply);
}
static void stop_run(view *v, const ab_http_request *request, server_reply *reply) {
    (void)request, give_order(v, "stop\n", reply);
}

static const struct {
    const char *name; // path after the token
    bool order;       // requires POST with the Origin of the page
    void (*serve)(view *v, const ab_http_request *request, server_reply *reply);
} PLACES[] = {{"", false, serve_page},
              {"film", false, serve_recording},
              {"pause", true, pause_run},
              {"resume", true, resume_run},
              {"stop", true, stop_run}};

// --------------------------------------------------------------------------------------------------- access control

static int own_host(const view *v, ab_slice host) {
    for (int i = 0; i < 2; i++)
        if (ab_slice_is(host, v->host[i])) return i;
    return -1;
}

// Compares all characters even after a difference, so that the time does not reveal how many match.
static bool has_token(const view *v, ab_slice target) {
    const int64_t length = 2 * TOKEN_BYTES;
    if (target.size < length + 2 || target.at[length + 1] != '/') return false;
    unsigned differ = 0;
    for (int64_t i = 0; i < length; i++) differ |= (unsigned char)(target.at[1 + i] ^ v->token[i]);
    return differ == 0;
}

static void answer(void *user, const ab_http_request *request, server_reply *reply) {
    view *v = user;
    const int host = own_host(v, request->host);
    if (host < 0 || (request->origin.at && !ab_slice_is(request->origin, v->origin[host])) ||
        !has_token(v, request->target)) {
        say(reply, 403, "this address is not for you\n");
        reply->stranger = true;
        return;
    }
    const ab_slice name = {request->target.at + 2 * TOKEN_BYTES + 2, request->target.size - 2 * TOKEN_BYTES - 2};
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        if (!ab_slice_is(name, PLACES[i].name)) continue;
        if (PLACES[i].order != (request->method == AB_HTTP_POST))
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
        return ab_fail(v->cx, ABUT_ERR_IO, "the system has no random bytes (error %d)", errno);
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(v->token + 2 * i, 3, "%02x", bytes[i]);
    return ABUT_OK;
}

// Content-Security-Policy of the built-in page: only its own script and style, by their hashes.
static abut_status find_policy(view *v) {
    static const char MARK[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    v->page = ab_page_built_in();
    if (v->page.size == 0)
        return ab_fail(v->cx, ABUT_ERR_INPUT,
                       "this program was built without npm and has no page to show; use `abut render`");
    const char *from = strstr(v->page.html, MARK);
    const char *to = from ? strchr(from + sizeof MARK - 1, '"') : NULL;
    if (!to) return ab_fail(v->cx, ABUT_ERR_INPUT, "the page that was built in has no policy; build it anew");
    ab_text_bytes(&v->policy, from + sizeof MARK - 1, to - from - (int64_t)(sizeof MARK - 1));
    return ab_text_status(&v->policy);
}

static abut_status open_whole(view *v) {
    char *path = NULL;
    bool there;
    abut_status status = find_file(v, AB_RECORDING_FILE, &path, &there);
    if (status == ABUT_OK && there) status = ab_file_open(v->cx, path, ABUT_OPEN_READ, &v->whole);
    ab_free(v->cx, path);
    return status;
}

// A finished run has a report, and a recording file if the report is incomplete; a running or killed run has a journal.
static abut_status find_run(view *v) {
    v->recording = ab_recording_start(v->cx);
    v->live = is_running(v);
    v->began = ab_wall_time();
    if (open_journal(v)) return ABUT_OK;
    AB_TRY(open_whole(v));
    if (is_whole(v)) return ABUT_OK;
    AB_TRY(read_report(v));
    if (v->report.size > 0) return ABUT_OK;
    return ab_fail(v->cx, ABUT_ERR_INPUT, "'%s' holds neither journal.abut nor report.html; name the folder of a run",
                   v->folder);
}

static abut_status open_view(view *v, int port) {
    AB_TRY(find_policy(v));
    AB_TRY(find_run(v));
    AB_TRY(make_token(v));
    AB_TRY(server_open(v->cx, port, &v->server));
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
    ab_recording_free(&v->recording);
    ab_bytes_free(v->cx, &v->report);
    if (is_whole(v)) ab_file_abandon(&v->whole);
    ab_text_free(&v->policy);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    int64_t port = 0;
    const app_option options[] = {
        {"port", 0, APP_INTEGER, "N", "listen on this port (any that is free)", &port},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 1, argc, argv, &arguments, &code)) return code;
    if (port > 65535) return app_fail(APP_INPUT, "--port is at most 65535");
    view v = {.cx = app_context(0), .folder = arguments.item[0], .journal = -1};
    if (!v.cx) return APP_FAILED;
    v.policy = ab_text_start(v.cx);
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
    .summary = "show a run in a browser while it goes on",
    .usage = "FOLDER [--port N]",
    .details = "Prints an address for a browser on this machine. The page follows the run as it goes on and can pause "
               "and stop it,\n"
               "between two steps and without changing its results. Only this machine can reach the server, and only "
               "who knows the\n"
               "address, which is another one every time; for the same reason no browser is started, whose command "
               "line others could\n"
               "read. A run that is over shows its report.html, or every frame if the report had to leave some out.",
    .example = "    abut run scenes/marbles.yaml -o out/marbles &\n    abut view out/marbles",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};
