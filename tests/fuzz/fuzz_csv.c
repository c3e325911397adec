// Any bytes as the history of a run, read back as columns, and as a block of a recording.
#include "accepted.h"
#include "memory_files.h"
#include "report/recording.h"
#include "output/history.h"

#include <math.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HISTORY_ROUTE, RECORDING_ROUTE };
static const char *const ROUTES[] = {"history", "recording", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

// Columns with names, and so many numbers as rows and columns say.
static void check(const ab_history *h) {
    if (h->ncolumn < 1 || h->nrow < 0 || h->value_capacity < h->nrow * h->ncolumn) abort();
    for (int64_t i = 0; i < h->ncolumn; i++)
        if (!h->column[i].name[0] || !h->column[i].unit) abort();
    for (int64_t i = 0; i < h->nrow * h->ncolumn; i++)
        if (isinf(h->value[i])) abort();
}

static void read_history(ab_ctx *cx) {
    ab_history history;
    if (ab_history_read(cx, "energy.csv", &history) != ABUT_OK) {
        if (abut_context_message(cx)[0] == 0 || history.column) abort();
        return;
    }
    fuzz_accept(HISTORY_ROUTE);
    check(&history);
    ab_history_free(cx, &history);
    ab_recording recording = ab_recording_start(cx);
    if (ab_recording_history(&recording, "energy.csv", "energy", 20) == ABUT_OK) fuzz_accept(RECORDING_ROUTE);
    ab_recording_free(&recording);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"energy.csv", (const char *)data, (int64_t)size}}};
    abut_context *cx = memory_context(&files);
    fuzz_begin();
    if (cx) read_history(cx);
    abut_context_destroy(cx);
    return 0;
}
