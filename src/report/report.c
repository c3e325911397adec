// Writes the report: the page with the recording embedded. The recording is first made with every frame; if it is too
// large, it is made again with fewer, and the complete recording is written to a separate file, from which `abut view`
// serves what the page requests.
#include "report/report.h"
#include "base/alloc.h"
#include "base/io.h"

#include <string.h>

#define WRITTEN_AT_ONCE (8 << 20) // bytes

static const char *const HISTORIES[] = {"energy.csv", "bodies.csv", "joints.csv",   "forces.csv",
                                        "probes.csv", "flows.csv",  "residuals.csv"};

abut_status ab_report_histories(ab_recording *recording, const char *folder, int64_t max) {
    for (size_t i = 0; i < sizeof HISTORIES / sizeof HISTORIES[0]; i++) {
        char *path = NULL;
        bool there = false;
        AB_TRY(ab_path_join(recording->cx, folder, HISTORIES[i], &path));
        abut_status status = ab_io_exists(recording->cx, path, &there);
        if (status == ABUT_OK && there) status = ab_recording_history(recording, path, HISTORIES[i], max);
        ab_free(recording->cx, path);
        AB_TRY(status);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- HTML

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void ab_report_base64(ab_text *to, const unsigned char *bytes, int64_t count) {
    char line[4096];
    int used = 0;
    for (int64_t i = 0; i < count; i += 3) {
        const int64_t left = count - i;
        const uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++) line[used++] = k <= left ? DIGITS[three >> (18 - 6 * k) & 63] : '=';
        if (used + 4 > (int)sizeof line) {
            ab_text_bytes(to, line, used);
            used = 0;
        }
    }
    ab_text_bytes(to, line, used);
}

// One script element per block, so that the page can decode first what it shows first.
void ab_report_blocks(ab_text *to, const ab_recording *recording, int64_t run) {
    const unsigned char *bytes = (const unsigned char *)recording->bytes.data;
    for (int64_t at = 16; at < recording->bytes.size;) {
        uint32_t head[4];
        memcpy(head, bytes + at, sizeof head);
        const int64_t size = (int64_t)sizeof head + head[3];
        ab_text_put(to, "<script type=\"application/x-abut-recording\"");
        if (run >= 0) ab_text_format(to, " data-run=\"%lld\"", (long long)run);
        ab_text_put(to, ">");
        ab_report_base64(to, bytes + at, size);
        ab_text_put(to, "</script>\n");
        at += size;
    }
}

static const char *find(const char *text, int64_t size, const char *mark) {
    const int64_t length = (int64_t)strlen(mark);
    for (int64_t i = 0; i + length <= size; i++)
        if (memcmp(text + i, mark, (size_t)length) == 0) return text + i;
    return NULL;
}

abut_status ab_page_fill(ab_ctx *cx, ab_page page, const ab_text *content, ab_text *html) {
    const char *mark = find(page.html, page.size, AB_PAGE_MARK);
    if (!mark) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the page has no place for a recording: it lacks " AB_PAGE_MARK);
    const char *rest = mark + strlen(AB_PAGE_MARK);
    AB_TRY(ab_text_status(content));
    ab_text_bytes(html, page.html, mark - page.html);
    ab_text_bytes(html, ab_text_string(content), content->size);
    ab_text_bytes(html, rest, page.html + page.size - rest);
    return ab_text_status(html);
}

abut_status ab_report_html(const ab_recording *recording, ab_page page, ab_text *html) {
    ab_text blocks = ab_text_start(recording->cx);
    ab_report_blocks(&blocks, recording, -1);
    const abut_status status = ab_page_fill(recording->cx, page, &blocks, html);
    ab_text_free(&blocks);
    return status;
}

// --------------------------------------------------------------------------------------------------- the limit

// Bytes of a recording that fit into the file; base64 turns three of them into four.
static int64_t space_for_recording(const ab_report *r) { return (r->limit - r->page.size) / 4 * 3 - (1 << 16); }

static abut_status shoot(ab_recording *recording, const ab_report *r, ab_journal *journal, int64_t stride) {
    AB_TRY(ab_report_histories(recording, r->folder, AB_REPORT_HISTORY_NUMBERS));
    AB_TRY(ab_recording_extend(recording, journal, stride, space_for_recording(r)));
    return ab_report_metadata(recording, r, journal->nframe);
}

// Smallest stride worth trying: frames are never compressed to less than a fortieth.
static int64_t first_stride(const ab_report *r, const ab_journal *journal) {
    int64_t bytes = 0;
    for (int64_t i = 0; i < journal->nframe; i++) bytes += journal->frame[i].length;
    const int64_t room = space_for_recording(r) > 1 ? space_for_recording(r) : 1;
    return bytes / 40 / room + 1;
}

// Makes a recording that fits, or an empty one (recording->bytes.size 0).
static abut_status fit(ab_ctx *cx, const ab_report *r, ab_journal *journal, ab_recording *recording) {
    for (int64_t stride = first_stride(r, journal);;) {
        AB_TRY(shoot(recording, r, journal, stride));
        if (recording->nframe == journal->nframe && recording->bytes.size <= space_for_recording(r)) return ABUT_OK;
        const double share = (double)recording->nframe / (double)journal->nframe;
        const bool fewest = stride >= journal->nframe - 1;
        ab_recording_free(recording);
        *recording = ab_recording_start(cx);
        if (fewest) return ABUT_OK;
        const double next = 1 + 1.1 * (double)stride / (share > 0.01 ? share : 0.01);
        stride = next < (double)journal->nframe ? (int64_t)next : journal->nframe;
    }
}

// Writes every frame into ABUT_RECORDING_FILE, some megabytes at a time.
static abut_status write_whole(ab_recording *recording, const ab_report *r, ab_journal *journal, ab_stream *stream) {
    AB_TRY(ab_report_histories(recording, r->folder, AB_REPORT_HISTORY_NUMBERS));
    do {
        AB_TRY(ab_recording_extend(recording, journal, 1, WRITTEN_AT_ONCE));
        if (recording->nframe == journal->nframe) AB_TRY(ab_report_metadata(recording, r, journal->nframe));
        AB_TRY(ab_stream_put(stream, recording->bytes.data, recording->bytes.size));
        recording->bytes.size = 0;
    } while (recording->nframe < journal->nframe);
    return ABUT_OK;
}

static abut_status write_beside(ab_ctx *cx, const ab_report *r, ab_journal *journal) {
    char *path = NULL;
    ab_stream stream = {0};
    ab_recording recording = ab_recording_start(cx);
    abut_status status = ab_path_join(cx, r->folder, ABUT_RECORDING_FILE, &path);
    if (status == ABUT_OK) status = ab_stream_open(cx, path, &stream);
    if (status == ABUT_OK) status = write_whole(&recording, r, journal, &stream);
    if (status == ABUT_OK)
        status = ab_stream_close(&stream);
    else
        ab_stream_abandon(&stream);
    ab_recording_free(&recording);
    ab_free(cx, path);
    return status;
}

static abut_status write_html(ab_ctx *cx, const ab_report *r, const ab_recording *recording, const char *path) {
    ab_text html = ab_text_start(cx);
    abut_status status = ab_report_html(recording, r->page, &html);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, html.data, html.size);
    ab_text_free(&html);
    return status;
}

static abut_status write_recording(ab_ctx *cx, const ab_report *r, ab_journal *journal, bool *written) {
    ab_recording recording = ab_recording_start(cx);
    char *path = NULL;
    abut_status status = fit(cx, r, journal, &recording);
    if (status == ABUT_OK) status = ab_path_join(cx, r->folder, "report.html", &path);
    if (status == ABUT_OK && recording.bytes.size > 0) {
        status = write_html(cx, r, &recording, path);
        *written = status == ABUT_OK;
    } else if (status == ABUT_OK) {
        ab_log(cx, ABUT_LOG_WARNING,
               "no report.html: even two frames of this run are more than its limit of %lld bytes",
               (long long)r->limit);
    }
    const bool thinned = recording.shown < journal->nframe;
    ab_free(cx, path);
    ab_recording_free(&recording);
    return status == ABUT_OK && thinned ? write_beside(cx, r, journal) : status;
}

abut_status ab_report_write(ab_ctx *cx, const ab_report *report, bool *written) {
    *written = false;
    if (report->page.size == 0) return ABUT_OK;
    char *path = NULL;
    ab_journal journal = {0};
    AB_TRY(ab_path_join(cx, report->folder, "journal.abut", &path));
    abut_status status = ab_journal_open(cx, path, &journal);
    if (status == ABUT_OK) status = write_recording(cx, report, &journal, written);
    ab_journal_free(&journal);
    ab_free(cx, path);
    return status;
}
