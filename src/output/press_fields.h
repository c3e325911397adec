// results.vtkhdf of elastic contact: pressure, gap and displacement over the grid, one time per load.
#ifndef AB_OUTPUT_PRESS_FIELDS_H
#define AB_OUTPUT_PRESS_FIELDS_H

#include "base/h5.h"
#include "elastic/grid.h"

// What is written of a load: arrays of cells of the grid; NULL = not part of the file.
enum { AB_PRESS_PRESSURE, AB_PRESS_GAP, AB_PRESS_DISPLACEMENT, AB_PRESS_TRACTION, AB_PRESS_FIELDS };
typedef struct ab_press_values {
    const double *field[AB_PRESS_FIELDS];
} ab_press_values;

typedef struct ab_press_file {
    ab_ctx *cx;           // NULL = not open
    char *path, *writing; // at the end, and until then
    ab_grid grid;
    int64_t loads;
    bool has[AB_PRESS_FIELDS];
    ab_h5 h5;
    ab_h5_planes set[AB_PRESS_FIELDS];
    double *twice; // the only row of a grid, twice: readers take a row of points for a line  (2 nx); NULL
} ab_press_file;

// The file must not move while it is open. traction: there is one.
abut_status ab_press_file_open(ab_ctx *cx, const char *path, const ab_grid *grid, int64_t loads, bool traction,
                               ab_press_file *file);
void ab_press_file_put(ab_press_file *file, const ab_press_values *values); // the next load
// Completes the file after `loads` loads; otherwise removes it. Returns the first failure.
abut_status ab_press_file_close(ab_press_file *file, abut_status status);

#endif
