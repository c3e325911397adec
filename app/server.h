// A small HTTP server for one user on this machine: listens on 127.0.0.1 and ::1 only, one request per connection, few
// connections at a time, each with bounded memory and time. When all slots are in use, the oldest unauthenticated
// connection is closed, so that idle connections cannot lock out the user.
#ifndef ABUT_APP_SERVER_H
#define ABUT_APP_SERVER_H

#include "http.h"
#include "memory.h"

#include <signal.h>

enum { SERVER_CONNECTIONS = 16 };

typedef struct server_reply {
    int status;
    const char *type; // content type of the body, NULL = no body
    const char *body; // outlives the server, or NULL: see `copy`
    int64_t size;
    abut_text copy;    // the body; ownership passes to the server
    abut_text headers; // additional headers, each with its CR LF
    bool stranger;     // the request was not authenticated
} server_reply;

typedef struct server {
    abut_context *cx;
    void (*answer)(void *user, const app_http_request *request, server_reply *reply);
    void *user;
    int listener[2]; // 127.0.0.1 and ::1; -1 = none
    int port;
    double head_seconds, body_seconds;    // time limits of receiving a request and of sending its reply, s
    double deaf_until;                    // wall time before which no connection is accepted
    int64_t callers;                      // connections accepted so far
    struct server_connection *connection; // (SERVER_CONNECTIONS)
} server;

// port 0: any free port.
abut_status server_open(abut_context *cx, int port, server *s);
void server_run(server *s, bool (*stop)(void)); // until stop() returns true
void server_close(server *s);

#endif
