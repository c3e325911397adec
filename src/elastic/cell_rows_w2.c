// Work on rows of cells with 32-byte registers.
#include "elastic/cell_rows.h"

extern const ab_cell_rows ab_cell_rows_32;
#ifdef __AVX2__
#define AB_CELL_ROWS ab_cell_rows_32
#include "elastic/cell_rows_lanes.h"
#else
const ab_cell_rows ab_cell_rows_32 = {0};
#endif
