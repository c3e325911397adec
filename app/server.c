// The HTTP server of `abut view`: poll loop, limits on connections, time and memory, and the token check.
#include "server.h"
#include "app.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TICK          200 // ms between checks of deadlines
#define DRAIN_SECONDS 1.0
#define DEAF_SECONDS  0.5 // pause of accept after it failed for lack of resources
#define BACKLOG       128

typedef enum server_state { FREE, READING, WRITING, DRAINING } server_state;

typedef struct server_connection {
    server_state state;
    int socket;
    bool stranger;   // has not yet sent a valid token
    int64_t number;  // sequence number of the connection
    double deadline; // wall time
    char in[APP_HTTP_MAX];
    int64_t got;
    abut_text head, copy;
    const char *body;
    int64_t size, sent; // size: bytes of the body; sent: bytes of head and body
} server_connection;

// ----------------------------------------------------------------------------------------------------- listening

static bool set_flags(int file) {
    return fcntl(file, F_SETFL, O_NONBLOCK) == 0 && fcntl(file, F_SETFD, FD_CLOEXEC) == 0;
}

static int listen_on(const struct sockaddr *address, socklen_t size) {
    const int file = socket(address->sa_family, SOCK_STREAM, 0), yes = 1;
    if (file < 0) return -1;
    if (address->sa_family == AF_INET6) setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (set_flags(file) && bind(file, address, size) == 0 && listen(file, BACKLOG) == 0) return file;
    close(file);
    return -1;
}

static int port_of(int file) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    return getsockname(file, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin_port) : 0;
}

abut_status server_open(abut_context *cx, int port, server *s) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *s = (server){.cx = cx, .listener = {-1, -1}, .head_seconds = 3, .body_seconds = 60};
    APP_TRY(APP_ALLOC(cx, &s->connection, SERVER_CONNECTIONS));
    s->listener[0] = listen_on((const struct sockaddr *)&four, sizeof four);
    if (s->listener[0] < 0) {
        const int error = errno;
        server_close(s);
        return abut_context_fail(cx, ABUT_ERR_INPUT, "cannot listen on port %d (error %d); choose another with --port",
                                 port, error);
    }
    s->port = port_of(s->listener[0]);
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)s->port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    s->listener[1] = listen_on((const struct sockaddr *)&six, sizeof six); // may fail: IPv6 may be absent
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------- connections

static void hang_up(server_connection *c) {
    if (c->state == FREE) return;
    close(c->socket);
    abut_text_free(&c->head);
    abut_text_free(&c->copy);
    c->state = FREE;
}

// The oldest unauthenticated connection, NULL = none.
static server_connection *oldest_stranger(const server *s) {
    server_connection *oldest = NULL;
    for (int i = 0; i < SERVER_CONNECTIONS; i++) {
        server_connection *c = &s->connection[i];
        if (c->state != FREE && c->stranger && (!oldest || c->number < oldest->number)) oldest = c;
    }
    return oldest;
}

static server_connection *find_slot(const server *s) {
    for (int i = 0; i < SERVER_CONNECTIONS; i++)
        if (s->connection[i].state == FREE) return &s->connection[i];
    server_connection *oldest = oldest_stranger(s);
    if (oldest) hang_up(oldest);
    return oldest;
}

// accept failed for lack of file descriptors; the connection stays in the queue and poll would report it continuously.
// Closes the oldest unauthenticated connection, or pauses accepting for a moment.
static void recover(server *s) {
    server_connection *oldest = oldest_stranger(s);
    if (oldest)
        hang_up(oldest);
    else
        s->deaf_until = app_wall_time() + DEAF_SECONDS;
}

static void take_caller(server *s, int listener) {
    const int file = accept(listener, NULL, NULL);
    if (file < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) recover(s);
        return;
    }
    server_connection *c = set_flags(file) ? find_slot(s) : NULL;
    if (!c) {
        close(file); // all slots have authenticated connections
        return;
    }
    c->state = READING;
    c->stranger = true;
    c->number = s->callers++;
    c->socket = file;
    c->got = c->sent = c->size = 0;
    c->deadline = app_wall_time() + s->head_seconds;
    c->head = c->copy = abut_text_start(s->cx);
}

// Headers forbid caching, framing, content sniffing and access from other origins.
static void write_head(server_connection *c, const server_reply *reply) {
    abut_text_format(&c->head, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %lld\r\n", reply->status,
                     app_http_reason(reply->status), (long long)c->size);
    if (reply->type) abut_text_format(&c->head, "Content-Type: %s\r\n", reply->type);
    abut_text_put(&c->head, "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
                            "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                            "Cross-Origin-Opener-Policy: same-origin\r\n");
    abut_text_put(&c->head, abut_text_string(&reply->headers));
    abut_text_put(&c->head, "\r\n");
}

static void begin_reply(const server *s, server_connection *c, int status, const app_http_request *request) {
    server_reply reply = {.status = status, .copy = abut_text_start(s->cx), .headers = abut_text_start(s->cx)};
    if (status == APP_HTTP_WHOLE) {
        s->answer(s->user, request, &reply);
        c->stranger = reply.stranger;
    }
    if (abut_text_status(&reply.copy) != ABUT_OK || abut_text_status(&reply.headers) != ABUT_OK) reply.status = 500;
    c->copy = reply.copy;
    c->body = reply.body ? reply.body : abut_text_string(&c->copy);
    c->size = reply.body ? reply.size : c->copy.size;
    write_head(c, &reply);
    abut_text_free(&reply.headers);
    if (status == APP_HTTP_WHOLE && request->method == APP_HTTP_HEAD) c->size = 0;
    c->state = WRITING;
    c->deadline = app_wall_time() + s->body_seconds;
    if (abut_text_status(&c->head) != ABUT_OK) hang_up(c);
}

static void read_some(const server *s, server_connection *c) {
    const ssize_t n = recv(c->socket, c->in + c->got, (size_t)(APP_HTTP_MAX - c->got), 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        hang_up(c);
        return;
    }
    c->got += n;
    app_http_request request;
    const int status = app_http_read(c->in, c->got, &request);
    if (status != APP_HTTP_MORE) begin_reply(s, c, status, &request);
}

static void write_some(server_connection *c) {
    const bool head = c->sent < c->head.size;
    const char *from = head ? c->head.data + c->sent : c->body + (c->sent - c->head.size);
    const int64_t left = head ? c->head.size - c->sent : c->head.size + c->size - c->sent;
    const ssize_t n = send(c->socket, from, (size_t)left, MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        hang_up(c);
        return;
    }
    if (n > 0) c->sent += n;
    if (c->sent < c->head.size + c->size) return;
    shutdown(c->socket, SHUT_WR); // lets the client read to the end before the connection is closed
    c->state = DRAINING;
    c->deadline = app_wall_time() + DRAIN_SECONDS;
}

static void drain(server_connection *c) {
    char nothing[4096];
    const ssize_t n = recv(c->socket, nothing, sizeof nothing, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) hang_up(c);
}

static void serve(const server *s, server_connection *c, short events) {
    if (c->state == READING && (events & (POLLIN | POLLHUP | POLLERR)))
        read_some(s, c);
    else if (c->state == WRITING && (events & (POLLOUT | POLLHUP | POLLERR)))
        write_some(c);
    else if (c->state == DRAINING && (events & (POLLIN | POLLHUP | POLLERR)))
        drain(c);
}

// At its deadline an incomplete request gets a 408 reply; a client that does not read its reply is disconnected.
static void watch_clock(const server *s, server_connection *c) {
    if (c->state == FREE || app_wall_time() < c->deadline) return;
    if (c->state == READING)
        begin_reply(s, c, 408, NULL);
    else
        hang_up(c);
}

// Files that poll waits for; only open ones, since poll refuses lists longer than the limit of open files.
typedef struct watched {
    struct pollfd file[2 + SERVER_CONNECTIONS];
    server_connection *of[2 + SERVER_CONNECTIONS]; // NULL = a listener
    int n;
} watched;

static void watch(watched *w, int file, short events, server_connection *of) {
    if (file < 0) return;
    w->file[w->n] = (struct pollfd){file, events, 0};
    w->of[w->n++] = of;
}

static void list_open(const server *s, watched *w) {
    w->n = 0;
    for (int i = 0; i < 2 && app_wall_time() >= s->deaf_until; i++) watch(w, s->listener[i], POLLIN, NULL);
    for (int i = 0; i < SERVER_CONNECTIONS; i++) {
        server_connection *c = &s->connection[i];
        if (c->state != FREE) watch(w, c->socket, c->state == WRITING ? POLLOUT : POLLIN, c);
    }
}

void server_run(server *s, bool (*stop)(void)) {
    watched w;
    while (!stop()) {
        list_open(s, &w);
        if (poll(w.file, (nfds_t)w.n, TICK) < 0) { // interrupted, or temporarily out of resources
            poll(NULL, 0, TICK);
            continue;
        }
        for (int i = 0; i < w.n; i++)
            if (w.of[i] && w.file[i].revents) serve(s, w.of[i], w.file[i].revents);
        for (int i = 0; i < SERVER_CONNECTIONS; i++) watch_clock(s, &s->connection[i]);
        for (int i = 0; i < w.n; i++)
            if (!w.of[i] && (w.file[i].revents & POLLIN)) take_caller(s, w.file[i].fd);
    }
}

void server_close(server *s) {
    for (int i = 0; s->connection && i < SERVER_CONNECTIONS; i++) hang_up(&s->connection[i]);
    for (int i = 0; i < 2; i++)
        if (s->listener[i] >= 0) close(s->listener[i]);
    free(s->connection);
    *s = (server){.listener = {-1, -1}};
}
