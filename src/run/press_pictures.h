// Pictures of elastic contact: maps of pressure and gap, and profiles of both along a line for several loads.
#ifndef AB_RUN_PRESS_PICTURES_H
#define AB_RUN_PRESS_PICTURES_H

#include "elastic/load_sweep.h"
#include "render/chart.h"

#define AB_PRESS_PROFILES 6 // loads with a profile, evenly spaced, the last one among them

typedef struct ab_press_pictures {
    ab_ctx *cx; // NULL = none are drawn
    int32_t width;
    const char *title;
    const ab_sweep_def *def;
    int64_t row;                      // of the profiles: where the bodies touch first
    double *x, *pressure, *gap;       // in scaled units  (nx; nx AB_PRESS_PROFILES; the same)
    char name[AB_PRESS_PROFILES][48]; // "20 MPa"
    int profiles;
    ab_text map[AB_PRESS_PROFILES][2]; // pressure and gap of these loads as PNG files
    ab_curve curve[2 * AB_PRESS_PROFILES];
    char label[3][48]; // of the axes: pressure, gap, x
} ab_press_pictures;

// The strings and `def` must outlive the pictures.
abut_status ab_press_pictures_begin(ab_ctx *cx, const ab_sweep_def *def, const char *title, int32_t width,
                                    ab_press_pictures *p);
void ab_press_pictures_free(ab_press_pictures *p);
// Draws the load that the sweep has just solved, if it is one of those drawn.
abut_status ab_press_pictures_see(ab_press_pictures *p, const ab_sweep *s);
// Writes pressure.png and gap.png of the last load, and profile.png.
abut_status ab_press_pictures_write(ab_press_pictures *p, const char *folder);
// The profiles, after ab_press_pictures_write.
ab_chart ab_press_pictures_chart(const ab_press_pictures *p);

#endif
