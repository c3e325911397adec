// report.html: a run as one self-contained HTML file that a browser opens from disk, without a network.
#ifndef AB_REPORT_REPORT_H
#define AB_REPORT_REPORT_H

#include "report/recording.h"
#include "report/page.h"

typedef struct ab_report {
    ab_page page;
    const char *folder;    // of the run: contains journal and CSV files; report.html is written here
    const ab_scene *scene; // with the world at the end of the run
    const abut_run_summary *summary;
    const char *const *set; // overrides of the scene  (nset)
    int64_t nset;
    const char *failure; // why the run ended early, or NULL
    int64_t limit;       // max size of the file, bytes
} ab_report;

// If the file would exceed its limit, frames are omitted at even spacing, the page says so, and ABUT_RECORDING_FILE
// holds all frames. If even the first and the last frame are too large, or there is no page, *written is false and the
// status is ABUT_OK.
abut_status ab_report_write(ab_ctx *cx, const ab_report *report, bool *written);

#define AB_REPORT_HISTORY_NUMBERS 1500000
// Append the CSV files, each of at most `max` numbers, and the JSON metadata that the page shows besides the frames.
abut_status ab_report_histories(ab_recording *recording, const char *folder, int64_t max);
abut_status ab_report_metadata(ab_recording *recording, const ab_report *report, int64_t frames);

// The page with the recording in the place of AB_PAGE_MARK.
abut_status ab_report_html(const ab_recording *recording, ab_page page, ab_text *html);

// The recording as elements of a page of several runs; run -1: of one.
void ab_report_blocks(ab_text *to, const ab_recording *recording, int64_t run);
// A page with `content` in the place of AB_PAGE_MARK.
abut_status ab_page_fill(ab_ctx *cx, ab_page page, const ab_text *content, ab_text *html);

// Appends bytes as base64.
void ab_report_base64(ab_text *to, const unsigned char *bytes, int64_t count);

#endif
