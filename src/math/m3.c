// Eigenvalues and eigenvectors of symmetric 3 x 3 matrices by Jacobi rotations.
#include "math/m3.h"

static double get(const m3 *m, int i, int j) { return v3_at(m->row[i], j); }

static void set(m3 *m, int i, int j, double value) {
    if (j == 0) m->row[i].x = value;
    if (j == 1) m->row[i].y = value;
    if (j == 2) m->row[i].z = value;
}

// One Jacobi rotation in the (p, q) plane that makes a[p][q] zero.
static void rotate(m3 *a, m3 *vectors, int p, int q) {
    const double apq = get(a, p, q);
    if (apq == 0) return;
    const double theta = (get(a, q, q) - get(a, p, p)) / (2 * apq);
    const double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1);
    const double s = t * c;
    m3 r = m3_identity();
    set(&r, p, p, c);
    set(&r, q, q, c);
    set(&r, p, q, s);
    set(&r, q, p, -s);
    *a = m3_product(m3_transpose(r), m3_product(*a, r));
    set(a, p, q, 0);
    set(a, q, p, 0);
    *vectors = m3_product(*vectors, r);
}

static double off_diagonal(const m3 *a) { return fabs(get(a, 0, 1)) + fabs(get(a, 0, 2)) + fabs(get(a, 1, 2)); }

void ab_m3_eigen(m3 a, v3 *values, m3 *vectors) {
    enum { MAX_SWEEPS = 50 }; // convergence is quadratic; five or six are usual
    m3 v = m3_identity();
    for (int sweep = 0; sweep < MAX_SWEEPS && off_diagonal(&a) > 0; sweep++) {
        rotate(&a, &v, 0, 1);
        rotate(&a, &v, 0, 2);
        rotate(&a, &v, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && get(&a, order[j], order[j]) < get(&a, order[j - 1], order[j - 1]); j--) {
            const int swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    *values = v3_make(get(&a, order[0], order[0]), get(&a, order[1], order[1]), get(&a, order[2], order[2]));
    const v3 c0 = m3_column(v, order[0]);
    const v3 c1 = m3_column(v, order[1]);
    *vectors = m3_transpose(m3_rows(c0, c1, v3_cross(c0, c1)));
}
