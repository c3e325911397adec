// Work on rows of cells with 64-byte registers.
#include "elastic/cell_rows.h"

extern const ab_cell_rows ab_cell_rows_64;
#ifdef __AVX512F__
#define AB_CELL_ROWS ab_cell_rows_64
#include "elastic/cell_rows_lanes.h"
#else
const ab_cell_rows ab_cell_rows_64 = {0};
#endif
