// Convolution of the cells of a grid with a kernel given by its transform, with work on each group of 16 rows while it
// is in the cache.
#ifndef AB_ELASTIC_CONVOLVE_H
#define AB_ELASTIC_CONVOLVE_H

#include "base/aligned.h"
#include "base/slots.h"
#include "elastic/grid.h"

// Sums and maxima over cells. Those of a group of rows are added up in the order of groups, so they have the same bits
// for any number of threads.
#define AB_ROW_SUMS   6
#define AB_ROW_MAXIMA 2
typedef struct ab_row_sums {
    double add[AB_ROW_SUMS], max[AB_ROW_MAXIMA]; // maxima of values >= 0
} ab_row_sums;

// Work on the cells [begin, end) of a group of 16 rows.
typedef void ab_rows_fn(void *arg, int64_t begin, int64_t end, ab_row_sums *sums);

typedef struct ab_row_work {
    ab_rows_fn *before, *after; // before the rows are read, after they are written; NULL = nothing
    void *arg;
    ab_row_sums total_before, total_after; // of the grid
} ab_row_work;

typedef struct ab_convolver {
    ab_ctx *cx;
    ab_grid grid;
    ab_fft_lines lines;
    const ab_fft_kernel *kernel;
    ab_slots slots;
    double *work;      // of every thread
    ab_row_sums *sums; // of every group
    int64_t count;     // of convolutions so far
} ab_convolver;

// A grid that is not periodic is transformed with as many zeros again along each axis, which are not stored.
abut_status ab_convolver_make(ab_ctx *cx, const ab_grid *grid, ab_width width, ab_convolver *convolver);
void ab_convolver_free(ab_convolver *convolver);

// The transform of a kernel, real and even, over the number of cells: table[block][|ky|][lane].
typedef double ab_kernel_value_fn(const void *arg, int64_t kx, int64_t ky);      // 0 <= kx <= x.n/2, 0 <= ky <= y.n/2
abut_status ab_kernel_table_make(const ab_convolver *convolver, double **table); // free with ab_free_aligned
void ab_kernel_table_fill(ab_convolver *convolver, ab_kernel_value_fn *value, const void *arg, double *table);
// The same from the kernel itself, value(arg, i, j) at a distance of i and j cells.
abut_status ab_kernel_table_transform(ab_convolver *convolver, ab_kernel_value_fn *value, const void *arg,
                                      double *table);
double ab_kernel_table_at(const ab_convolver *convolver, const double *table, int64_t kx, int64_t ky);

// out = kernel * in; in may be out.
void ab_convolve(ab_convolver *convolver, const double *table, const double *in, double *out, ab_row_work *work);
// Cells of a spectrum whose columns were transformed back; ab_grid_array(grid) numbers.
void ab_spectrum_to_cells(ab_convolver *convolver, double *cells);
// Work on all groups of rows without a convolution: `before` alone.
void ab_work_on_rows(ab_convolver *convolver, ab_row_work *work);

#endif
