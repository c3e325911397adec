// A small HTTP server for one person on this machine: it listens on 127.0.0.1 and ::1 only, one request on a
// connection, a few connections at a time, each with little memory and little time. When there are too many, those go
// first that have not yet shown that they may ask, the oldest of them first: nobody is shut out by connections that say
// nothing.
#ifndef ABUT_APP_SERVER_H
#define ABUT_APP_SERVER_H

#include "serve/http.h"
#include "base/text.h"

#include <signal.h>

enum { SERVER_CONNECTIONS = 16 };

typedef struct server_reply {
    int status;
    const char *type; // of the body, NULL = none
    const char *body; // outlives the server, or NULL:
    int64_t size;
    ab_text copy;    // the body, given away
    ab_text headers; // further ones, each with its CR LF
    bool stranger;   // whoever asked did not show that he may
} server_reply;

typedef struct server {
    ab_ctx *cx;
    void (*answer)(void *user, const ab_http_request *request, server_reply *reply);
    void *user;
    int listener[2]; // 127.0.0.1 and ::1; -1 = none
    int port;
    double head_seconds, body_seconds;    // a request must have come, and its reply gone, within these
    double deaf_until;                    // wall time: no caller is taken before it
    int64_t callers;                      // taken so far
    struct server_connection *connection; // (SERVER_CONNECTIONS)
} server;

// port 0: any that is free.
abut_status server_open(ab_ctx *cx, int port, server *s);
void server_run(server *s, bool (*stop)(void)); // until stop() says so
void server_close(server *s);

#endif
