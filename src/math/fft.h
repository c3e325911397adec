// Discrete Fourier transforms of rows and columns of a grid, for convolutions:
//   X_k = sum over j of x_j exp(-2 pi i jk/n),   x_j = sum over k of X_k exp(2 pi i jk/n)    (not divided by n)
// n is a product of 2, 3, 5 and 7. The transform is in place and leaves frequencies in the order of their digits
// (decimation in frequency); the transform back starts from that order (decimation in time), so that a convolution
// needs no permutation.
//
// A register holds the same place of several lines (lanes), so a transform has no operations within a register. Its
// width is a matter of speed alone: all widths give the same bits (math/wide.h).
#ifndef AB_MATH_FFT_H
#define AB_MATH_FFT_H

#include "base/ctx.h"
#include "math/wide.h"

#define AB_FFT_STAGES 32
#define AB_FFT_MAX    (INT64_C(1) << 24) // largest n

typedef struct ab_fft_stage {
    int32_t radix;
    const double *turns; // cos, sin of -2 pi jk/length: for each j < length/radix, for k = 1 ... radix - 1
} ab_fft_stage;

typedef struct ab_fft {
    int32_t n, stages;
    ab_fft_stage stage[AB_FFT_STAGES];
    int32_t *frequency; // (n) frequency at a place of the transform
    int32_t *place;     // (n) place of a frequency
    double *turns;      // of all stages
} ab_fft;

bool ab_fft_size(int64_t n);                   // n has no prime factor above 7, and 1 <= n <= AB_FFT_MAX
int64_t ab_fft_size_near(int64_t n, int step); // nearest such size from n on, upwards (step 1) or downwards (-1)
abut_status ab_fft_plan(ab_ctx *cx, int64_t n, ab_fft *fft); // ABUT_ERR_ARGUMENT names the next sizes
void ab_fft_free(ab_ctx *cx, ab_fft *fft);

// Transforms of groups of 16 rows, of which row 2k is the real part of lane k and row 2k + 1 its imaginary part, so
// that the result does not depend on the number of lanes in a register.
//
// The spectrum of real rows is kept for frequencies 0 ... n/2, in blocks of `lanes` columns:
//     spectrum[block][row][real part of each lane, imaginary part of each lane],   column = lanes block + lane
// The last block is filled up with columns of zeros.
#define AB_FFT_ROWS      16 // of a group
#define AB_FFT_LANES_MAX 8

typedef struct ab_fft_lines {
    ab_fft x, y;      // along rows and columns
    int64_t nx, ny;   // cells that are stored; x.n - nx and y.n - ny further ones are zeros
    int64_t rows;     // of the spectrum, a multiple of 16, >= ny
    double *spectrum; // aligned to a register, as `work` below
} ab_fft_lines;

// One for every register width. `work` of at least ab_fft_work(lines) doubles belongs to the calling thread.
typedef struct ab_fft_kernel {
    int lanes; // 0 = not compiled for this processor family
    // cells[16][nx] to rows `row` ... row + 15 of the spectrum, and back
    void (*rows_forward)(const ab_fft_lines *lines, const double *cells, int64_t row, double *work);
    void (*rows_back)(const ab_fft_lines *lines, double *cells, int64_t row, double *work);
    // Columns of a block: forward, times table[|frequency|][lane] and back.
    void (*columns)(const ab_fft_lines *lines, int64_t block, const double *table, double *work);
    void (*columns_back)(const ab_fft_lines *lines, int64_t block); // back alone; all of y.n rows are stored
    // table[|frequency|][lane] of columns whose rows 0 ... y.n/2 are the first half of an even sequence, times `scale`.
    void (*even_columns)(const ab_fft_lines *lines, int64_t block, double scale, double *table, double *work);
} ab_fft_kernel;

const ab_fft_kernel *ab_fft_kernel_of(ab_width width); // NULL if this processor cannot run it
int64_t ab_fft_blocks(const ab_fft_lines *lines, int lanes);
int64_t ab_fft_work(const ab_fft_lines *lines);

#endif
