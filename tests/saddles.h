// Random mechanisms as saddle-point systems, and their answer by dense elimination with pivoting.
#ifndef ABUT_TESTS_SADDLES_H
#define ABUT_TESTS_SADDLES_H

#include "claim.h"
#include "math/random.h"
#include "solve/kkt.h"

#include <stdlib.h>

enum { MAX_BODIES = 40, MAX_LINKS = 60, MAX_UNKNOWNS = 6 * MAX_BODIES + 6 * MAX_LINKS };

typedef struct mechanism {
    int64_t nbody, nlink, nrow;
    ab_kkt_joint joint[MAX_LINKS];
    const ab_dof_block *block; // NULL: rigid bodies
    ab_inertia inertia[MAX_BODIES];
    ab_row row[6 * MAX_LINKS];
} mechanism;

static inline v3 pick_v3(ab_random *r) { return ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1)); }

static inline ab_inertia pick_inertia(ab_random *r) {
    const double scale = ab_random_between(r, 0.5, 2);
    const m3 turn = quat_matrix(ab_random_rotation(r));
    const m3 moment = m3_product(turn, m3_product(m3_diagonal(v3_make(1, 1.5, 2)), m3_transpose(turn)));
    return (ab_inertia){scale, m3_scale(0.3 * scale, moment)};
}

static inline void add_link(mechanism *m, ab_random *r, int32_t a, int32_t b, int32_t rows) {
    m->joint[m->nlink++] = (ab_kkt_joint){a, b, rows, m->nrow, false};
    for (int i = 0; i < rows; i++) {
        ab_row *row = &m->row[m->nrow++];
        row->va = pick_v3(r);
        row->wa = pick_v3(r);
        row->vb = pick_v3(r);
        row->wb = pick_v3(r);
    }
}

// A random tree, its first body on the ground or afloat, and some loops as far as there is freedom left.
static inline mechanism pick_mechanism(ab_random *r, int64_t nbody, bool grounded, int loops) {
    mechanism m = {.nbody = nbody};
    for (int64_t i = 0; i < nbody; i++) m.inertia[i] = pick_inertia(r);
    if (grounded) add_link(&m, r, -1, 0, 5);
    for (int32_t i = 1; i < nbody; i++) {
        const int32_t parent = (int32_t)(ab_random_u64(r) % (uint64_t)i);
        const int32_t rows = 1 + (int32_t)(ab_random_u64(r) % 5);
        if (ab_random_u64(r) % 2)
            add_link(&m, r, parent, i, rows);
        else
            add_link(&m, r, i, parent, rows);
    }
    for (int i = 0; i < loops && m.nrow + 2 < 6 * nbody - 6; i++) {
        const int32_t a = (int32_t)(ab_random_u64(r) % (uint64_t)nbody);
        const int32_t b = (int32_t)(ab_random_u64(r) % (uint64_t)nbody);
        add_link(&m, r, a, a == b ? -1 : b, 1 + (int32_t)(ab_random_u64(r) % 2));
    }
    return m;
}

static inline double entry(const ab_row *row, bool side_a, int j) {
    const v3 v = side_a ? row->va : row->vb, w = side_a ? row->wa : row->wb;
    return j < 3 ? v3_at(v, j) : v3_at(w, j - 3);
}

static inline void add_entries(const mechanism *m, double *k, int64_t n, int64_t link, bool side_a) {
    const ab_kkt_joint *l = &m->joint[link];
    const int32_t body = side_a ? l->a : l->b;
    if (body < 0) return;
    for (int i = 0; i < l->rows; i++)
        for (int j = 0; j < 6; j++) {
            const int64_t x = 6 * m->nbody + l->first + i, y = 6 * body + j;
            k[x * n + y] = k[y * n + x] = entry(&m->row[l->first + i], side_a, j);
        }
}

// Gauss with the largest pivot of the column; x holds the right-hand side, then the solution.
static inline void dense_solve(double *k, double *x, int64_t n) {
    for (int64_t c = 0; c < n; c++) {
        int64_t best = c;
        for (int64_t i = c + 1; i < n; i++)
            if (fabs(k[i * n + c]) > fabs(k[best * n + c])) best = i;
        for (int64_t j = 0; j < n; j++) {
            const double swap = k[c * n + j];
            k[c * n + j] = k[best * n + j];
            k[best * n + j] = swap;
        }
        const double swap = x[c];
        x[c] = x[best];
        x[best] = swap;
        for (int64_t i = c + 1; i < n; i++) {
            const double f = k[i * n + c] / k[c * n + c];
            for (int64_t j = c; j < n && f != 0; j++) k[i * n + j] -= f * k[c * n + j];
            x[i] -= f * x[c];
        }
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        for (int64_t j = i + 1; j < n; j++) x[i] -= k[i * n + j] * x[j];
        x[i] /= k[i * n + i];
    }
}

static inline void dense_answer(const mechanism *m, double *x) {
    const int64_t n = 6 * m->nbody + m->nrow;
    double *k = calloc((size_t)(n * n), sizeof *k);
    assert_non_null(k);
    for (int64_t i = 0; i < m->nbody; i++)
        for (int j = 0; j < 6; j++) {
            if (j < 3) k[(6 * i + j) * n + 6 * i + j] = m->inertia[i].mass;
            for (int c = 3; j >= 3 && c < 6; c++)
                k[(6 * i + j) * n + 6 * i + c] = v3_at(m->inertia[i].moment.row[j - 3], c - 3);
        }
    for (int64_t i = 0; i < m->nlink; i++) {
        add_entries(m, k, n, i, true);
        add_entries(m, k, n, i, false);
    }
    dense_solve(k, x, n);
    free(k);
}

#endif
