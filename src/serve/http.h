// Requests of HTTP/1.1, read strictly: what is not plainly right is refused. Pure functions over a buffer: no socket,
// no memory.
#ifndef AB_SERVE_HTTP_H
#define AB_SERVE_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#define AB_HTTP_MAX 8192 // bytes of a request: line and headers

typedef struct ab_slice {
    const char *at; // into the buffer
    int64_t size;
} ab_slice;

typedef enum ab_http_method { AB_HTTP_GET, AB_HTTP_HEAD, AB_HTTP_POST } ab_http_method;

typedef struct ab_http_request {
    ab_http_method method;
    ab_slice target, host, origin; // origin: at NULL = none sent
    bool ranged;                   // bytes from..to were asked for
    int64_t from, to;              // to: the last one, INT64_MAX = to the end
    int64_t size;                  // bytes of the request
} ab_http_request;

enum { AB_HTTP_MORE = 0, AB_HTTP_WHOLE = 200 };

// AB_HTTP_WHOLE: `request` is filled. AB_HTTP_MORE: the request does not end yet. Anything else is the status to refuse
// it with: 400 malformed, 405 another method, 411 or 413 with a body, 414 a long target, 431 long headers, 505 another
// version. One Host is needed; Host, Origin, Range and Content-Length come once at most. A body is never taken.
int ab_http_read(const char *bytes, int64_t size, ab_http_request *request);

bool ab_slice_is(ab_slice slice, const char *text);
const char *ab_http_reason(int status); // "Not Found"

#endif
