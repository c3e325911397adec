// Comparison of runs, as of one scene by several methods: one page with their curves over each other, and a table.
#ifndef ABUT_COMPARE_H
#define ABUT_COMPARE_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_compared_run {
    const char *name;         // "time.dt=1ms", unique
    const char *const *value; // of each key: "1"  (key_count)
    const char *folder;       // of its results; NULL = it has none
    const char *state;        // in a few words: "finished"
    const char *reason;       // text that says why there are no results, or NULL
    const char *report;       // address of its own report, relative to the page, or NULL
    double cpu;               // processor time, s; NAN = unknown
} abut_compared_run;

typedef struct abut_comparison {
    uint32_t size; // bytes of this struct; set by the default function
    const char *title;
    const char *const *key; // what differs between the runs, with its unit: "time.dt [ms]"  (key_count)
    int32_t key_count;
    const abut_compared_run *run; // (run_count)
    int64_t run_count;
    int64_t reference;       // run from which distances are measured
    const char *const *body; // bodies whose motion is told; NULL = the first four that move  (body_count)
    int32_t body_count;
    int64_t page_bytes; // size limit of the page; histories of the last runs are left out to meet it
} abut_comparison;

ABUT_API abut_comparison abut_comparison_default(void);

// Writes compare.csv, a row for each run, and compare.html into a folder that exists. The distance between two runs is
// that of a body's places at the same time, by straight lines between the rows of bodies.csv; the table has its maximum
// over the times and all bodies that both histories tell of. *page is false if the library was built without the page;
// may be NULL. ABUT_ERR_INPUT: a folder has no run, the reference has no results or no such body; the message names it.
ABUT_API abut_status abut_comparison_write(abut_context *context, const abut_comparison *comparison, const char *folder,
                                           bool *page);

#ifdef __cplusplus
}
#endif

#endif
