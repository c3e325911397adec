// The page that shows a film in a browser, made from web/ when the library is built.
#ifndef AB_REPORT_PAGE_H
#define AB_REPORT_PAGE_H

#include <stdint.h>

// HTML with AB_PAGE_MARK where the film goes; size 0 when this library was built without npm.
typedef struct ab_page {
    const char *html;
    int64_t size;
} ab_page;

#define AB_PAGE_MARK "<!-- film -->"

ab_page ab_page_built_in(void);

#endif
