// Trilinear interpolation in a cell. With values d_ijk at its corners and (x, y, z) in 0 .. 1,
//
//     d = sum d_ijk X_i Y_j Z_k,   X_0 = 1 - x, X_1 = x, ...      [zhang2024, eq. 5]
//
// and the gradient is the exact gradient of this polynomial, not normalised: a force along it is conservative. The same
// functions serve single points and vectorised loops, so both give identical bits.
#ifndef AB_GEOM_SDF_SDF_CELL_H
#define AB_GEOM_SDF_SDF_CELL_H

#include "geom/sdf/sdf.h"

typedef struct ab_cell {
    double d000, d100, d010, d110, d001, d101, d011, d111; // at the corners, m
    double per_edge;                                       // 1/m
    v3 at;                                                 // position in the cell, 0 .. 1
} ab_cell;

AB_SIMD_INLINE double ab_between(double a, double b, double t) { return a + t * (b - a); }

// Cells are passed by value, so that the compiler can keep them in vector registers.
AB_SIMD_INLINE double ab_cell_distance(ab_cell c) {
    const double x00 = ab_between(c.d000, c.d100, c.at.x), x10 = ab_between(c.d010, c.d110, c.at.x);
    const double x01 = ab_between(c.d001, c.d101, c.at.x), x11 = ab_between(c.d011, c.d111, c.at.x);
    return ab_between(ab_between(x00, x10, c.at.y), ab_between(x01, x11, c.at.y), c.at.z);
}

AB_SIMD_INLINE v3 ab_cell_gradient(ab_cell c) {
    const double x00 = ab_between(c.d000, c.d100, c.at.x), x10 = ab_between(c.d010, c.d110, c.at.x);
    const double x01 = ab_between(c.d001, c.d101, c.at.x), x11 = ab_between(c.d011, c.d111, c.at.x);
    const double along0 = ab_between(c.d100 - c.d000, c.d110 - c.d010, c.at.y);
    const double along1 = ab_between(c.d101 - c.d001, c.d111 - c.d011, c.at.y);
    const v3 change = v3_make(ab_between(along0, along1, c.at.z), ab_between(x10 - x00, x11 - x01, c.at.z),
                              ab_between(x01, x11, c.at.y) - ab_between(x00, x10, c.at.y));
    return v3_scale(c.per_edge, change);
}

// Index along one axis of the cell that contains the coordinate q >= 0; the upper end of the grid belongs to the last
// cell.
AB_SIMD_INLINE int32_t ab_cell_of(double q, int32_t bricks) {
    const int32_t cell = (int32_t)q, last = AB_BRICK * bricks - 1;
    return cell < last ? cell : last;
}

// The cell with lower corner at index `i` of the float samples.
AB_SIMD_INLINE ab_cell ab_cell_make(const float *sample, int32_t i, v3 at, double per_h) {
    enum { Y = AB_SDF_BLOCK_EDGE, Z = AB_SDF_BLOCK_EDGE * AB_SDF_BLOCK_EDGE };
    return (ab_cell){(double)sample[i],
                     (double)sample[i + 1],
                     (double)sample[i + Y],
                     (double)sample[i + Y + 1],
                     (double)sample[i + Z],
                     (double)sample[i + Z + 1],
                     (double)sample[i + Z + Y],
                     (double)sample[i + Z + Y + 1],
                     per_h,
                     at};
}

#endif
