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

// Append the CSV files and the JSON metadata that the page shows besides the frames; called by ab_report_write.
abut_status ab_report_histories(ab_recording *recording, const char *folder);
abut_status ab_report_metadata(ab_recording *recording, const ab_report *report, int64_t frames);

// The page with the recording in the place of AB_PAGE_MARK.
abut_status ab_report_html(const ab_recording *recording, ab_page page, ab_text *html);

// Appends bytes as base64.
void ab_report_base64(ab_text *to, const unsigned char *bytes, int64_t count);

#endif
