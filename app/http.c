// Parser of HTTP requests [RFC 9112, RFC 9110 section 14], stricter than these: lines end in CR LF only, no folded
// lines, no blanks before a colon, no control bytes, the target must be a path, a single range of bytes.
#include "http.h"
#include "abut/text.h"

#include <stddef.h>
#include <string.h>

enum { BAD = 400, METHOD = 405, UNSIZED = 411, BODY = 413, LONG_TARGET = 414, LONG = 431, VERSION = 505 };
enum { MAX_TARGET = 1024, MAX_HEADERS = 64 };

typedef struct http_reader {
    const char *at, *end; // rest of the request, without the final empty line
    app_http_request *request;
    bool sized;
} http_reader;

bool app_slice_is(app_slice slice, const char *text) {
    return slice.at && slice.size == (int64_t)strlen(text) && memcmp(slice.at, text, (size_t)slice.size) == 0;
}

const char *app_http_reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } REASONS[] = {{200, "OK"},
                   {204, "No Content"},
                   {206, "Partial Content"},
                   {400, "Bad Request"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {411, "Length Required"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {416, "Range Not Satisfiable"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++)
        if (REASONS[i].status == status) return REASONS[i].reason;
    return "Error";
}

// ---------------------------------------------------------------------------------------------------- characters

static bool is_token(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_name(app_slice slice, const char *name) {
    if (slice.size != (int64_t)strlen(name)) return false;
    for (int64_t i = 0; i < slice.size; i++)
        if (lower(slice.at[i]) != name[i]) return false;
    return true;
}

// Splits off the characters before `stop` and skips it; false if `stop` is absent.
static bool take_until(app_slice *line, char stop, app_slice *part) {
    const char *found = memchr(line->at, stop, (size_t)line->size);
    if (!found) return false;
    *part = (app_slice){line->at, found - line->at};
    line->size -= part->size + 1;
    line->at = found + 1;
    return true;
}

// The next line without its CR LF; false at the end.
static bool next_line(http_reader *r, app_slice *line) {
    if (r->at >= r->end) return false;
    *line = (app_slice){r->at, 0};
    while (r->at[line->size] != '\r') line->size++; // a CR exists: find_end has found the end before
    r->at += line->size + 2;
    return true;
}

// -------------------------------------------------------------------------------------------------- request line

static int read_method(app_slice word, app_http_method *method) {
    static const char *const NAMES[] = {[APP_HTTP_GET] = "GET", [APP_HTTP_HEAD] = "HEAD", [APP_HTTP_POST] = "POST"};
    if (word.size == 0) return BAD;
    for (int64_t i = 0; i < word.size; i++)
        if (!is_token(word.at[i])) return BAD;
    for (int i = 0; i < 3; i++)
        if (app_slice_is(word, NAMES[i])) {
            *method = (app_http_method)i;
            return 0;
        }
    return METHOD;
}

static int read_target(app_slice word) {
    if (word.size > MAX_TARGET) return LONG_TARGET;
    if (word.size == 0 || word.at[0] != '/') return BAD;
    for (int64_t i = 0; i < word.size; i++)
        if (!is_printable(word.at[i])) return BAD;
    return 0;
}

static bool is_version(app_slice word) {
    return word.size == 8 && memcmp(word.at, "HTTP/", 5) == 0 && word.at[5] >= '0' && word.at[5] <= '9' &&
           word.at[6] == '.' && word.at[7] >= '0' && word.at[7] <= '9';
}

static int read_request_line(http_reader *r) {
    app_slice line, word;
    if (!next_line(r, &line) || !take_until(&line, ' ', &word)) return BAD;
    int status = read_method(word, &r->request->method);
    if (status == BAD) return BAD;
    if (!take_until(&line, ' ', &word) || !is_version(line)) return BAD;
    const int target = read_target(word);
    if (status == 0) status = target;
    r->request->target = word;
    if (status == 0 && !app_slice_is(line, "HTTP/1.1")) return VERSION;
    return status;
}

// ------------------------------------------------------------------------------------------------------- headers

static int64_t take_number(app_slice *text, bool *found) {
    int64_t value = 0;
    const bool digit = text->size > 0 && text->at[0] >= '0' && text->at[0] <= '9';
    const int64_t used = digit ? abut_integer_read(text->at, text->size, &value) : 0;
    *found = used > 0;
    text->at += used;
    text->size -= used;
    return value;
}

// "bytes=5-9" or "bytes=5-".
static int read_range(app_http_request *request, app_slice value) {
    static const char UNIT[] = "bytes=";
    const int64_t unit = (int64_t)sizeof UNIT - 1;
    if (request->ranged || value.size < unit || memcmp(value.at, UNIT, (size_t)unit) != 0) return BAD;
    value.at += unit;
    value.size -= unit;
    bool found = false;
    request->from = take_number(&value, &found);
    if (!found || value.size == 0 || value.at[0] != '-') return BAD;
    value.at++;
    value.size--;
    request->to = take_number(&value, &found);
    if (!found) request->to = INT64_MAX;
    request->ranged = true;
    return value.size == 0 && request->from <= request->to ? 0 : BAD;
}

// Requests must have no body, so the length must be 0.
static int read_length(http_reader *r, app_slice value) {
    bool found = false;
    const int64_t length = take_number(&value, &found);
    if (r->sized || value.size > 0 || !found) return BAD;
    r->sized = true;
    return length == 0 ? 0 : BODY;
}

static int keep_once(app_slice *kept, app_slice value) {
    if (kept->at || value.size == 0) return BAD;
    *kept = value;
    return 0;
}

static int read_header(http_reader *r, app_slice line) {
    app_slice name;
    if (!take_until(&line, ':', &name) || name.size == 0) return BAD;
    for (int64_t i = 0; i < name.size; i++)
        if (!is_token(name.at[i])) return BAD;
    while (line.size > 0 && (line.at[0] == ' ' || line.at[0] == '\t')) line = (app_slice){line.at + 1, line.size - 1};
    while (line.size > 0 && (line.at[line.size - 1] == ' ' || line.at[line.size - 1] == '\t')) line.size--;
    for (int64_t i = 0; i < line.size; i++)
        if (line.at[i] == 0x7f || ((unsigned char)line.at[i] < 0x20 && line.at[i] != '\t')) return BAD;
    if (is_name(name, "host")) return keep_once(&r->request->host, line);
    if (is_name(name, "origin")) return keep_once(&r->request->origin, line);
    if (is_name(name, "range")) return read_range(r->request, line);
    if (is_name(name, "content-length")) return read_length(r, line);
    return is_name(name, "transfer-encoding") ? UNSIZED : 0;
}

static int read_headers(http_reader *r) {
    app_slice line;
    for (int n = 0; next_line(r, &line); n++) {
        if (n == MAX_HEADERS) return LONG;
        const int status = read_header(r, line);
        if (status != 0) return status;
    }
    return r->request->host.at ? 0 : BAD;
}

// ------------------------------------------------------------------------------------------------- whole request

// Position after the empty line; 0 if it has not arrived yet; -1 for a CR or LF that is not part of a CR LF pair.
static int64_t find_end(const char *bytes, int64_t size) {
    for (int64_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') return -1;
        if (bytes[i] != '\r') continue;
        if (i + 1 == size) return 0;
        if (bytes[i + 1] != '\n') return -1;
        if (i == 0 || (i >= 2 && bytes[i - 1] == '\n')) return i + 2;
        i++;
    }
    return 0;
}

int app_http_read(const char *bytes, int64_t size, app_http_request *request) {
    *request = (app_http_request){.to = INT64_MAX};
    const int64_t seen = size < APP_HTTP_MAX ? size : APP_HTTP_MAX;
    const int64_t end = find_end(bytes, seen);
    if (end < 0) return BAD;
    if (end == 0) return size >= APP_HTTP_MAX ? LONG : APP_HTTP_MORE;
    request->size = end;
    http_reader r = {bytes, bytes + end - 2, request, false};
    int status = read_request_line(&r);
    if (status == 0) status = read_headers(&r);
    return status == 0 ? APP_HTTP_WHOLE : status;
}
