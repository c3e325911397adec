// The HTML pages that play a recording, and compare runs, in a browser; built from web/ together with the library.
#ifndef AB_REPORT_PAGE_H
#define AB_REPORT_PAGE_H

#include <stdint.h>

// HTML with AB_PAGE_MARK in the place of its content; size 0 when the library was built without npm.
typedef struct ab_page {
    const char *html;
    int64_t size;
} ab_page;

#define AB_PAGE_MARK "<!-- recording -->"

ab_page ab_page_built_in(void);   // report.html
ab_page ab_page_comparison(void); // compare.html

#endif
