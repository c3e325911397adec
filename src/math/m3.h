// 3 x 3 matrices stored by rows and passed by value.
#ifndef AB_MATH_M3_H
#define AB_MATH_M3_H

#include "math/v3.h"

typedef struct m3 {
    v3 row[3];
} m3;

static inline m3 m3_rows(v3 a, v3 b, v3 c) { return (m3){{a, b, c}}; }
static inline m3 m3_diagonal(v3 d) { return m3_rows(v3_make(d.x, 0, 0), v3_make(0, d.y, 0), v3_make(0, 0, d.z)); }
static inline m3 m3_identity(void) { return m3_diagonal(v3_make(1, 1, 1)); }
static inline v3 m3_mul(m3 m, v3 a) { return (v3){v3_dot(m.row[0], a), v3_dot(m.row[1], a), v3_dot(m.row[2], a)}; }
static inline m3 m3_transpose(m3 m) {
    return m3_rows(v3_make(m.row[0].x, m.row[1].x, m.row[2].x), v3_make(m.row[0].y, m.row[1].y, m.row[2].y),
                   v3_make(m.row[0].z, m.row[1].z, m.row[2].z));
}
static inline m3 m3_product(m3 a, m3 b) {
    const m3 t = m3_transpose(b);
    return m3_rows(m3_mul(t, a.row[0]), m3_mul(t, a.row[1]), m3_mul(t, a.row[2]));
}
static inline m3 m3_add(m3 a, m3 b) {
    return m3_rows(v3_add(a.row[0], b.row[0]), v3_add(a.row[1], b.row[1]), v3_add(a.row[2], b.row[2]));
}
static inline m3 m3_scale(double s, m3 a) {
    return m3_rows(v3_scale(s, a.row[0]), v3_scale(s, a.row[1]), v3_scale(s, a.row[2]));
}
static inline double m3_determinant(m3 m) { return v3_dot(m.row[0], v3_cross(m.row[1], m.row[2])); }
static inline v3 m3_column(m3 m, int j) { return (v3){v3_at(m.row[0], j), v3_at(m.row[1], j), v3_at(m.row[2], j)}; }

// Eigenvalues (ascending) and a right-handed set of orthonormal eigenvectors (columns) of a symmetric matrix, by Jacobi
// rotations: A = V diag(values) V^T. A diagonal matrix gives a permutation exactly.
void ab_m3_eigen(m3 a, v3 *values, m3 *vectors);

#endif
