// Work on rows of cells with 16-byte registers, or any width the compiler chooses for the lanes.
#include "elastic/cell_rows.h"

extern const ab_cell_rows ab_cell_rows_16;
#define AB_CELL_ROWS ab_cell_rows_16
#include "elastic/cell_rows_lanes.h"
