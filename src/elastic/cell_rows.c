// The work on rows by register width.
#include "elastic/cell_rows.h"

extern const ab_cell_rows ab_cell_rows_16, ab_cell_rows_32, ab_cell_rows_64;

const ab_cell_rows *ab_cell_rows_of(ab_width width) {
    static const ab_cell_rows *const BY_WIDTH[AB_WIDTHS] = {&ab_cell_rows_16, &ab_cell_rows_32, &ab_cell_rows_64};
    return BY_WIDTH[width];
}
