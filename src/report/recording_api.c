// The recording of a run that may still go on, and the page that plays it: abut_recording_*, abut_page of
// abut/results.h.
#include "base/alloc.h"
#include "report/report.h"

struct abut_recording {
    ab_recording recording;
};

const char *abut_page(int64_t *size) {
    const ab_page page = ab_page_built_in();
    if (size) *size = page.size;
    return page.html;
}

abut_status abut_recording_create(abut_context *cx, abut_recording **recording) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!recording) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_recording_create needs a place for the recording");
    *recording = NULL;
    abut_recording *made = NULL;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->recording = ab_recording_start(cx);
    *recording = made;
    return ABUT_OK;
}

void abut_recording_destroy(abut_recording *r) {
    if (!r) return;
    ab_ctx *cx = r->recording.cx;
    ab_recording_free(&r->recording);
    ab_free(cx, r);
}

abut_status abut_recording_extend(abut_recording *r, const char *path) {
    if (!r) return ABUT_ERR_ARGUMENT;
    if (!path) return ab_fail(r->recording.cx, ABUT_ERR_ARGUMENT, "abut_recording_extend needs the path of a journal");
    ab_journal journal = {0};
    AB_TRY(ab_journal_open(r->recording.cx, path, &journal));
    const abut_status status = ab_recording_extend(&r->recording, &journal, 1, 0);
    ab_journal_free(&journal);
    return status;
}

abut_status abut_recording_histories(abut_recording *r, const char *folder) {
    if (!r) return ABUT_ERR_ARGUMENT;
    if (!folder) return ab_fail(r->recording.cx, ABUT_ERR_ARGUMENT, "abut_recording_histories needs a folder");
    return ab_report_histories(&r->recording, folder, AB_REPORT_HISTORY_NUMBERS);
}

int64_t abut_recording_frame_count(const abut_recording *r) { return r ? r->recording.nframe : 0; }

const char *abut_recording_bytes(const abut_recording *r, int64_t *size) {
    if (size) *size = r ? r->recording.bytes.size : 0;
    return r ? ab_text_string(&r->recording.bytes) : "";
}
