// Strict parser of HTTP/1.1 requests: every doubtful request is refused. Pure functions over a buffer, without sockets
// or allocation.
#ifndef ABUT_APP_HTTP_H
#define ABUT_APP_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#define APP_HTTP_MAX 8192 // maximum bytes of a request: request line and headers

typedef struct app_slice {
    const char *at; // into the buffer
    int64_t size;
} app_slice;

typedef enum app_http_method { APP_HTTP_GET, APP_HTTP_HEAD, APP_HTTP_POST } app_http_method;

typedef struct app_http_request {
    app_http_method method;
    app_slice target, host, origin; // origin.at is NULL if there is no Origin header
    bool ranged;                    // the request has a range of bytes, from..to
    int64_t from, to;               // to: the last byte, INT64_MAX = to the end
    int64_t size;                   // bytes of the request
} app_http_request;

enum { APP_HTTP_MORE = 0, APP_HTTP_WHOLE = 200 };

// Parses a request. APP_HTTP_WHOLE: `request` is filled. APP_HTTP_MORE: the request is incomplete. Any other value is
// the HTTP status of the refusal: 400 malformed, 405 unknown method, 411 or 413 with a body, 414 target too long, 431
// headers too long, 505 other version. Exactly one Host is required; Origin, Range and Content-Length occur at most
// once. A request with a body is refused.
int app_http_read(const char *bytes, int64_t size, app_http_request *request);

bool app_slice_is(app_slice slice, const char *text);
const char *app_http_reason(int status); // "Not Found"

#endif
