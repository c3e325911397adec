// report.html of elastic contact: one page without scripts, which a browser opens from disk.
#ifndef AB_REPORT_PRESS_REPORT_H
#define AB_REPORT_PRESS_REPORT_H

#include "output/press_table.h"
#include "render/chart.h"

typedef struct ab_press_report {
    const char *title, *text; // of the case
    const abut_press_summary *summary;
    const ab_press_columns *columns;
    const abut_press_load *load; // (summary->loads)
    const ab_chart *profile;     // NULL = no pictures
    const char (*name)[48];      // of loads with pictures: "20 MPa"  (pictures)
    const ab_text (*map)[2];     // PNG files of pressure and gap      (pictures)
    int pictures;
} ab_press_report;

void ab_press_report_html(ab_text *to, const ab_press_report *report);

#endif
