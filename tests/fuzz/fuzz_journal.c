// Any bytes as a journal, and records behind heads that fit: all frames are read, and a recording is made of them.
#include "accepted.h"
#include "journal_seed.h"
#include "memory_files.h"
#include "report/recording.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RECORDING_ROUTE = JOURNAL_KINDS };
static const char *const ROUTES[] = {"file", "records", "recording", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static void read_frames(ab_ctx *cx, ab_journal *journal) {
    ab_frame frame = {0};
    for (int64_t i = 0; i < journal->nframe; i++)
        if (ab_journal_frame(journal, i, &frame) != ABUT_OK && abut_context_message(cx)[0] == 0) abort();
    ab_frame_free(cx, &frame);
}

static void make_recording(ab_ctx *cx, ab_journal *journal) {
    ab_recording recording = ab_recording_start(cx);
    if (ab_recording_extend(&recording, journal, 1, 0) == ABUT_OK && recording.shown > 0) fuzz_accept(RECORDING_ROUTE);
    ab_recording_free(&recording);
}

static void read_journal(ab_ctx *cx, int route) {
    ab_journal journal;
    if (ab_journal_open(cx, "journal.abut", &journal) != ABUT_OK) {
        if (abut_context_message(cx)[0] == 0) abort();
        return;
    }
    fuzz_accept(route);
    read_frames(cx, &journal);
    make_recording(cx, &journal);
    ab_journal_free(&journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"journal.abut", NULL, 0}}};
    abut_context *cx = memory_context(&files);
    if (!cx || size == 0) {
        abut_context_destroy(cx);
        return 0;
    }
    fuzz_begin();
    ab_text file = ab_text_start(cx);
    journal_expand(&file, (const char *)data, (int64_t)size);
    if (ab_text_status(&file) == ABUT_OK) {
        files.file[0] = (memory_file){"journal.abut", file.data, file.size};
        read_journal(cx, data[0] % JOURNAL_KINDS);
    }
    ab_text_free(&file);
    abut_context_destroy(cx);
    return 0;
}
