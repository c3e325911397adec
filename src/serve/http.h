// Strict parser of HTTP/1.1 requests: every doubtful request is refused. Pure functions over a buffer, without sockets
// or allocation.
#ifndef AB_SERVE_HTTP_H
#define AB_SERVE_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#define AB_HTTP_MAX 8192 // maximum bytes of a request: request line and headers

typedef struct ab_slice {
    const char *at; // into the buffer
    int64_t size;
} ab_slice;

typedef enum ab_http_method { AB_HTTP_GET, AB_HTTP_HEAD, AB_HTTP_POST } ab_http_method;

typedef struct ab_http_request {
    ab_http_method method;
    ab_slice target, host, origin; // origin.at is NULL if there is no Origin header
    bool ranged;                   // the request has a range of bytes, from..to
    int64_t from, to;              // to: the last byte, INT64_MAX = to the end
    int64_t size;                  // bytes of the request
} ab_http_request;

enum { AB_HTTP_MORE = 0, AB_HTTP_WHOLE = 200 };

// Parses a request. AB_HTTP_WHOLE: `request` is filled. AB_HTTP_MORE: the request is incomplete. Any other value is the
// HTTP status of the refusal: 400 malformed, 405 unknown method, 411 or 413 with a body, 414 target too long, 431
// headers too long, 505 other version. Exactly one Host is required; Origin, Range and Content-Length occur at most
// once. A request with a body is refused.
int ab_http_read(const char *bytes, int64_t size, ab_http_request *request);

bool ab_slice_is(ab_slice slice, const char *text);
const char *ab_http_reason(int status); // "Not Found"

#endif
