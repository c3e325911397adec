// report.html: a run in one file that opens in any browser, from disk, without a network.
#ifndef AB_REPORT_REPORT_H
#define AB_REPORT_REPORT_H

#include "report/recording.h"
#include "report/page.h"

typedef struct ab_report {
    ab_page page;
    const char *folder;    // of the run: its journal and CSV files, and where report.html goes
    const ab_scene *scene; // with its world at the end
    const abut_run_summary *summary;
    const char *const *set; // overrides of the scene  (nset)
    int64_t nset;
    const char *failure; // why the run ended early, or NULL
    int64_t limit;       // bytes of the file
} ab_report;

#define AB_RECORDING_FILE "film.abut" // every frame of a run whose report has not all

// Frames are left out evenly until the file keeps its limit, the page says so, and AB_RECORDING_FILE has all of them.
// When even the first and the last are too much, or there is no page, *written is false, which is no failure.
abut_status ab_report_write(ab_ctx *cx, const ab_report *report, bool *written);

// What the page needs to know of a run besides its frames: CSV files and a JSON object; part of the above.
abut_status ab_report_histories(ab_recording *recording, const char *folder);
abut_status ab_report_metadata(ab_recording *recording, const ab_report *report, int64_t frames);

// The film in HTML, in the place of the page's mark.
abut_status ab_report_html(const ab_recording *recording, ab_page page, ab_text *html);

#endif
