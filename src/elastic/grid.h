// The grid of a contact problem: nx x ny cells of dx x dy, row after row, x fastest. The centre of cell (i, j) is at
// ((i + 1/2) dx, (j + 1/2) dy). Arrays of cells have whole groups of 16 rows: cells of rows from ny on never touch and
// have no pressure.
#ifndef AB_ELASTIC_GRID_H
#define AB_ELASTIC_GRID_H

#include "math/fft.h"

#define AB_GRID_MAX      16384 // cells along an axis
#define AB_NEVER_TOUCHES 1e200 // gap of a cell that cannot touch

typedef struct ab_grid {
    int64_t nx, ny;
    double dx, dy; // m
    bool periodic; // else a half-space that is free outside of the grid
} ab_grid;

static inline int64_t ab_grid_rows(const ab_grid *g) { return (g->ny + AB_FFT_ROWS - 1) / AB_FFT_ROWS * AB_FFT_ROWS; }
static inline int64_t ab_grid_cells(const ab_grid *g) { return g->nx * g->ny; }
static inline int64_t ab_grid_array(const ab_grid *g) { return g->nx * ab_grid_rows(g); } // with the rows from ny on
static inline double ab_grid_area(const ab_grid *g) { return g->dx * g->dy; }             // of a cell, m^2

#endif
