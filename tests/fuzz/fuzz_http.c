// Requests of HTTP: whatever the bytes, the answer is one of the known ones, slices lie in the buffer, and a request
// that is whole is so for every longer buffer and for no shorter one.
#include "accepted.h"
#include "http.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ROUTES[] = {"request", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static void need(int truth) {
    if (!truth) abort();
}

static void inside(app_slice slice, const char *bytes, int64_t size) {
    if (!slice.at) return;
    need(slice.at >= bytes && slice.size >= 0 && slice.at + slice.size <= bytes + size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *bytes = malloc(size > 0 ? size : 1); // exactly as long, so that the sanitizer sees every byte beyond
    if (!bytes) return 0;
    if (size > 0) memcpy(bytes, data, size);
    app_http_request request;
    fuzz_begin();
    const int status = app_http_read(bytes, (int64_t)size, &request);
    need(status == APP_HTTP_MORE || strcmp(app_http_reason(status), "Error") != 0);
    inside(request.target, bytes, (int64_t)size);
    inside(request.host, bytes, (int64_t)size);
    inside(request.origin, bytes, (int64_t)size);
    need(request.from >= 0);
    if (status == APP_HTTP_WHOLE) {
        fuzz_accept(0);
        need(request.host.at && request.target.size > 0 && request.target.at[0] == '/' && request.from <= request.to);
        app_http_request again;
        need(app_http_read(bytes, request.size, &again) == APP_HTTP_WHOLE);
        need(app_http_read(bytes, request.size - 1, &again) == APP_HTTP_MORE);
    }
    free(bytes);
    return 0;
}
