// Work on the cells of a group of rows: the lines of the solver (solve.c), in the order of an iteration.
//   C = {0 < p < limit} are the free cells; outside of it p is 0 or the limit.
// Sums are taken in eight lanes, then lane by lane, so every register width gives the same bits.
#ifndef AB_ELASTIC_CELL_ROWS_H
#define AB_ELASTIC_CELL_ROWS_H

#include "elastic/convolve.h"

typedef struct ab_cells {
    double *f, *p, *u, *z, *d, *r; // gap of undeformed bodies, pressure, displacement, ...: solve.c
    double limit;                  // largest pressure, Pa; infinite = none
    double approach;               // delta, m
    double advance;                // u -= advance r before it is read, m
    double beta, mean_z, mean_d;   // d = z - mean_z + beta d - mean_d
    double tau, enter;             // step along d; pressure per overlap that a cell outside of C gets, Pa/m
    double scale, scale_limited;   // factors on the pressure of free cells and of those at the limit
} ab_cells;

// What the sums of each are.
enum { AB_GRADIENT_IN, AB_GRADIENT_OUT };                             // maxima: |g| in C; violation outside
enum { AB_SMOOTHED_Z, AB_SMOOTHED_ZR, AB_SMOOTHED_R, AB_SMOOTHED_D }; // sums over C of z, z r, r, d
enum { AB_PRODUCT_GD, AB_PRODUCT_RD, AB_PRODUCT_R };                  // g d, r d; r over C
enum {
    AB_PROJECT_CHANGES,
    AB_PROJECT_FREE,
    AB_PROJECT_LIMITED
};                                             // 0 if no cell changes class; sums of p free, at the limit
enum { AB_SCALE_FREE, AB_SCALE_LIMITED };      // sums of p
enum { AB_DISPLACED_SUM, AB_DISPLACED_COUNT }; // over C: u + f, 1

typedef struct ab_cell_rows {
    ab_rows_fn *gradient;  // u -= advance r; z = g in C, 0 outside
    ab_rows_fn *smoothed;  // reads z = Q z
    ab_rows_fn *direction; // d = z - mean_z + beta d - mean_d in C, 0 outside
    ab_rows_fn *product;   // reads r = K d
    ab_rows_fn *project;   // p = p - tau d in C, p - enter g outside, cut to [0, limit]
    ab_rows_fn *scale;     // p = scale p in C, scale_limited p at the limit; at most the limit
    ab_rows_fn *displaced; // reads u = K p
} ab_cell_rows;

// For a register width that ab_fft_kernel_of has.
const ab_cell_rows *ab_cell_rows_of(ab_width width);

#endif
