// Requests of HTTP: what is right is read, what is not is refused with the status that says why.
#include "claim.h"
#include "http.h"

#include <string.h>

static int read_text(const char *text, app_http_request *request) {
    return app_http_read(text, (int64_t)strlen(text), request);
}

TEST(a_request_is_read_from_any_number_of_pieces) {
    const char text[] =
        "GET /token/recording HTTP/1.1\r\nHost: 127.0.0.1:80\r\nRANGE:\t bytes=5-\t\r\nOrigin: null\r\nX: "
        "\xc3\xa4\r\n\r\nnext";
    const int64_t whole = (int64_t)(strstr(text, "next") - text);
    app_http_request r;
    for (int64_t size = 0; size < whole; size++) assert_int_equal(APP_HTTP_MORE, app_http_read(text, size, &r));
    assert_int_equal(APP_HTTP_WHOLE, app_http_read(text, whole, &r));
    assert_int_equal(APP_HTTP_WHOLE, read_text(text, &r));
    assert_int_equal(whole, r.size);
    assert_int_equal(APP_HTTP_GET, r.method);
    CHECK(app_slice_is(r.target, "/token/recording") && app_slice_is(r.host, "127.0.0.1:80") &&
          app_slice_is(r.origin, "null"));
    CHECK(r.ranged && r.from == 5 && r.to == INT64_MAX);
    assert_int_equal(APP_HTTP_WHOLE,
                     read_text("POST / HTTP/1.1\r\nhost:a\r\nContent-Length: 0\r\nRange: bytes=0-0\r\n\r\n", &r));
    CHECK(r.method == APP_HTTP_POST && !r.origin.at && r.from == 0 && r.to == 0);
    assert_int_equal(APP_HTTP_WHOLE, read_text("HEAD / HTTP/1.1\r\nHost: a\tb\r\nX-9_z~: \r\nhosu: c\r\n\r\n", &r));
    CHECK(app_slice_is(r.host, "a\tb") && !app_slice_is(r.host, "a\tc") && !app_slice_is(r.origin, ""));
    CHECK(r.method == APP_HTTP_HEAD && !r.ranged);
}

TEST(what_is_wrong_is_refused_with_its_status) {
    static const struct {
        int status;
        const char *text;
    } WRONG[] = {
        {400, "\r\n"},
        {400, "GET / HTTP/1.1\n\n"},
        {400, "GET / HTTP/1.1\r\n\r\n"}, // no Host
        {400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"},
        {400, "GET a HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/11\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=1\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=2-1\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=+1-2\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"},
        {400, "GET / HTTP/1.1\rHost: a\r\n\r\n"}, // a CR alone
        {400, "GET\r\nHost: a\r\n\r\n"},
        {400, "GET /\r\nHost: a\r\n\r\n"},
        {400, " / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET  HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "G[T / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "G{T / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "G/T / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "G:T / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET / http/1.1\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/x.1\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP//.1\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1,1\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1.x\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1./\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: byte=1-2\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: b\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=-2\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=1+2\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=1-2,3-4\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=1-2\r\nRange: bytes=1-2\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nOrigin:\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0 0\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nodd\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n"},
        {405, "PUT / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {411, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"},
        {505, "GET / HTTP/1.0\r\nHost: a\r\n\r\n"},
    };
    app_http_request r;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const int status = read_text(WRONG[i].text, &r);
        if (status != WRONG[i].status) fail_msg("%d, not %d: %s", status, WRONG[i].status, WRONG[i].text);
        CHECK(strcmp(app_http_reason(status), "Error") != 0);
    }
    assert_string_equal("Error", app_http_reason(299));
}

TEST(what_is_too_long_is_refused_before_it_ends) {
    static char text[2 * APP_HTTP_MAX];
    app_http_request r;
    memset(text, 'a', sizeof text);
    assert_int_equal(APP_HTTP_MORE, app_http_read(text, APP_HTTP_MAX - 1, &r));
    assert_int_equal(431, app_http_read(text, APP_HTTP_MAX, &r));
    assert_int_equal(431, app_http_read(text, sizeof text, &r));
    memcpy(text, "GET /", 5);
    memcpy(text + 1100, " HTTP/1.1\r\nHost: a\r\n\r\n", 22);
    assert_int_equal(414, app_http_read(text, 1122, &r));
    int64_t size = (int64_t)strlen(strcpy(text, "GET / HTTP/1.1\r\nHost: a\r\n"));
    for (int i = 0; i < 64; i++) size += (int64_t)strlen(strcpy(text + size, "a: b\r\n"));
    strcpy(text + size, "\r\n");
    assert_int_equal(431, app_http_read(text, size + 2, &r));
}

CLAIMS(CLAIM(a_request_is_read_from_any_number_of_pieces), CLAIM(what_is_wrong_is_refused_with_its_status),
       CLAIM(what_is_too_long_is_refused_before_it_ends))
