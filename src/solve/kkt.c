// Factors and solves the system of kkt.h by blocks. With the diagonal block of node k kept as s A, s its sign, and the blocks B of
// its column:
//     A = L L^T,    W = L^-1 B,    every later pair:  K_ij -= s W_i^T W_j
// Bodies have s = 1, joints s = -1; M > 0 and E >= 0 keep every A positive in any order, so Cholesky needs no pivoting.
//
// Sizes are 6 for a body and 1 to 6 for a joint. The loops are written once, for any size; the pairs of bodies with hinges and
// fixed joints, which are most of all mechanisms, are compiled with the sizes known.
#include "solve/kkt.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// ---------------------------------------------------------------------------------------------------- kernels

// A = L L^T in the lower triangle; the diagonal of L inverted. The rows of a joint are judged by their `scale`: one that is
// dropped gets 1/L = 0, so that it takes no part; one whose pivot is nothing at a singular position is regularised (and what
// round-off leaves of nothing may be negative).
INLINE void cholesky(double *restrict a, int n, const double *scale, double *pivot, const uint8_t *dropped) {
    for (int j = 0; j < n; j++) {
        double s = a[AB_BLOCK * j + j];
        for (int k = 0; k < j; k++) s -= a[AB_BLOCK * j + k] * a[AB_BLOCK * j + k];
        if (scale) {
            pivot[j] = s / scale[j];
            if (s < AB_REDUNDANT * scale[j]) s = (s > 0 ? s : 0) + AB_REGULAR * scale[j];
        }
        const double inverse = dropped && dropped[j] ? 0 : 1 / sqrt(s);
        a[AB_BLOCK * j + j] = inverse;
        for (int i = j + 1; i < n; i++) {
            double t = a[AB_BLOCK * i + j];
            for (int k = 0; k < j; k++) t -= a[AB_BLOCK * i + k] * a[AB_BLOCK * j + k];
            a[AB_BLOCK * i + j] = t * inverse;
        }
    }
}

// B = L^-1 B, n rows of m numbers.
INLINE void solve_lower(const double *restrict l, double *restrict b, int n, int m) {
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++) {
            double t = b[AB_BLOCK * i + c];
            for (int k = 0; k < i; k++) t -= l[AB_BLOCK * i + k] * b[AB_BLOCK * k + c];
            b[AB_BLOCK * i + c] = t * l[AB_BLOCK * i + i];
        }
}

// A += f W^T W, lower triangle; W has n rows of m numbers.
INLINE void add_square(double *restrict a, double f, const double *restrict w, int n, int m) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            double t = 0;
            for (int k = 0; k < n; k++) t += w[AB_BLOCK * k + i] * w[AB_BLOCK * k + j];
            a[AB_BLOCK * i + j] += f * t;
        }
}

// A += f V^T W; V has n rows of p, W n rows of m numbers.
static void add_product(double *restrict a, double f, const double *v, const double *w, int n, int p, int m) {
    for (int i = 0; i < p; i++)
        for (int j = 0; j < m; j++) {
            double t = 0;
            for (int k = 0; k < n; k++) t += v[AB_BLOCK * k + i] * w[AB_BLOCK * k + j];
            a[AB_BLOCK * i + j] += f * t;
        }
}

INLINE void reduce(const double *l, double *b, double *a, double f, int n, int m) {
    solve_lower(l, b, n, m);
    add_square(a, f, b, n, m);
}

// One block of a column: W = L^-1 B, and what it does to the diagonal of its later node.
static void reduce_block(const double *l, double *b, double *a, double f, int n, int m) {
    if (n == 6 && m == 5)
        reduce(l, b, a, f, 6, 5);
    else if (n == 5 && m == 6)
        reduce(l, b, a, f, 5, 6);
    else if (n == 6 && m == 6)
        reduce(l, b, a, f, 6, 6);
    else if (n == 5 && m == 5)
        reduce(l, b, a, f, 5, 5);
    else if (n == 6 && m == 3)
        reduce(l, b, a, f, 6, 3);
    else if (n == 3 && m == 6)
        reduce(l, b, a, f, 3, 6);
    else
        reduce(l, b, a, f, n, m);
}

// -------------------------------------------------------------------------------------------------- assembly

static void put_body(ab_kkt *k, int64_t body, const ab_inertia *in) {
    double *d = k->diagonal + AB_BLOCK_SIZE * k->body_node[body];
    memset(d, 0, AB_BLOCK_SIZE * sizeof *d);
    for (int i = 0; i < 3; i++) {
        d[AB_BLOCK * i + i] = in->mass;
        for (int j = 0; j <= i; j++) d[AB_BLOCK * (3 + i) + 3 + j] = v3_at(in->moment.row[i], j);
    }
}

// Rows of a joint for one of its bodies: as they are when the joint goes first, turned when the body does.
static void put_rows(double *block, bool joint_first, int32_t rows, const ab_row *row, bool side_a) {
    const int across = joint_first ? AB_BLOCK : 1, down = joint_first ? 1 : AB_BLOCK;
    for (int i = 0; i < rows; i++) {
        const v3 v = side_a ? row[i].va : row[i].vb, w = side_a ? row[i].wa : row[i].wb;
        double *to = block + across * i;
        to[0] = v.x, to[down] = v.y, to[2 * down] = v.z;
        to[3 * down] = w.x, to[4 * down] = w.y, to[5 * down] = w.z;
    }
}

static void put_link(ab_kkt *k, int64_t i, const ab_row *row) {
    const ab_link *l = &k->link[i];
    const int64_t node = k->link_node[i];
    memset(k->diagonal + AB_BLOCK_SIZE * node, 0, AB_BLOCK_SIZE * sizeof *k->diagonal);
    for (int r = 0; r < l->rows; r++) k->scale[l->first + r] = 0;
    if (l->a >= 0)
        put_rows(k->column + AB_BLOCK_SIZE * k->block_a[i], node < k->body_node[l->a], l->rows,
                 row + l->first, true);
    if (l->b >= 0)
        put_rows(k->column + AB_BLOCK_SIZE * k->block_b[i], node < k->body_node[l->b], l->rows,
                 row + l->first, false);
}

// ---------------------------------------------------------------------------------------------------- factors

static void factor_joint(ab_kkt *k, int64_t node) {
    double *d = k->diagonal + AB_BLOCK_SIZE * node;
    const int64_t first = k->row_of[node];
    if (k->size[node] == 5)
        cholesky(d, 5, k->scale + first, k->pivot + first, k->dropped + first);
    else
        cholesky(d, k->size[node], k->scale + first, k->pivot + first, k->dropped + first);
}

// The first row of a joint that follows from those before it, -1 = none; tried on a copy of the block.
static int find_redundant(const ab_kkt *k, int64_t node) {
    double copy[AB_BLOCK_SIZE], pivot[AB_BLOCK] = {0};
    const int64_t first = k->row_of[node];
    memcpy(copy, k->diagonal + AB_BLOCK_SIZE * node, sizeof copy);
    cholesky(copy, k->size[node], k->scale + first, pivot, k->dropped + first);
    for (int i = 0; i < k->size[node]; i++)
        if (!k->dropped[first + i] && !(pivot[i] > AB_REDUNDANT)) return i;
    return -1;
}

static void drop_redundant(ab_kkt *k, int64_t node) {
    const int64_t first = k->row_of[node];
    for (int i = 0; i < k->size[node]; i++) k->dropped[first + i] = 0;
    for (int row = find_redundant(k, node); row >= 0; row = find_redundant(k, node))
        k->dropped[first + row] = 1;
}

// What bodies give a joint before anything is taken away: the diagonal of J M^-1 J^T, by which its pivots are judged.
static void add_scale(double *scale, const double *w, int n, int m) {
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++) scale[i] += w[AB_BLOCK * k + i] * w[AB_BLOCK * k + i];
}

static void eliminate(ab_kkt *k, int64_t node) {
    const int n = k->size[node];
    const double *l = k->diagonal + AB_BLOCK_SIZE * node;
    const int64_t begin = k->first[node], end = k->first[node + 1];
    for (int64_t i = begin; i < end; i++) {
        const int64_t later = k->after[i];
        double *w = k->column + AB_BLOCK_SIZE * i;
        const double f = -k->sign[node] * k->sign[later];
        reduce_block(l, w, k->diagonal + AB_BLOCK_SIZE * later, f, n, k->size[later]);
        if (f > 0 && k->sign[later] < 0) add_scale(k->scale + k->row_of[later], w, n, k->size[later]);
    }
    const int64_t *target = k->target + k->first_target[node];
    for (int64_t i = begin; i < end; i++)
        for (int64_t j = i + 1; j < end; j++)
            add_product(k->column + AB_BLOCK_SIZE * *target++, -k->sign[node], k->column + AB_BLOCK_SIZE * i,
                        k->column + AB_BLOCK_SIZE * j, n, k->size[k->after[i]], k->size[k->after[j]]);
}

static void factor(ab_kkt *k, const ab_inertia *inertia, const ab_row *row, bool find) {
    memset(k->column, 0, (size_t)(k->nblock * AB_BLOCK_SIZE) * sizeof *k->column);
    for (int64_t i = 0; i < k->nbody; i++) put_body(k, i, &inertia[i]);
    for (int64_t i = 0; i < k->nlink; i++) put_link(k, i, row);
    for (int64_t node = 0; node < k->nnode; node++) {
        if (k->sign[node] > 0) {
            cholesky(k->diagonal + AB_BLOCK_SIZE * node, AB_BLOCK, NULL, NULL, NULL);
        } else {
            if (find) drop_redundant(k, node);
            factor_joint(k, node);
        }
        eliminate(k, node);
    }
}

void ab_kkt_factor(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row) {
    factor(kkt, inertia, row, false);
}

void ab_kkt_find_redundant(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row) {
    factor(kkt, inertia, row, true);
}

// ------------------------------------------------------------------------------------------------------ solve

// y = L^-1 b, and b_i -= s W_i^T y for the later nodes.
static void forward(const ab_kkt *k, int64_t node) {
    const int n = k->size[node];
    const double *l = k->diagonal + AB_BLOCK_SIZE * node;
    double *y = k->work + AB_BLOCK * node;
    for (int i = 0; i < n; i++) {
        double t = y[i];
        for (int j = 0; j < i; j++) t -= l[AB_BLOCK * i + j] * y[j];
        y[i] = t * l[AB_BLOCK * i + i];
    }
    for (int64_t b = k->first[node]; b < k->first[node + 1]; b++) {
        const double *w = k->column + AB_BLOCK_SIZE * b;
        double *to = k->work + AB_BLOCK * k->after[b];
        const int m = k->size[k->after[b]];
        for (int j = 0; j < m; j++) {
            double t = 0;
            for (int i = 0; i < n; i++) t += w[AB_BLOCK * i + j] * y[i];
            to[j] -= k->sign[node] * t;
        }
    }
}

// x = L^-T (s y - sum of W_i x_i)  with the sign of A taken in: x = s L^-T (y - sum W_i x_i).
static void backward(const ab_kkt *k, int64_t node) {
    const int n = k->size[node];
    const double *l = k->diagonal + AB_BLOCK_SIZE * node;
    double *x = k->work + AB_BLOCK * node;
    for (int64_t b = k->first[node]; b < k->first[node + 1]; b++) {
        const double *w = k->column + AB_BLOCK_SIZE * b, *later = k->work + AB_BLOCK * k->after[b];
        const int m = k->size[k->after[b]];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) x[i] -= w[AB_BLOCK * i + j] * later[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        double t = x[i];
        for (int j = i + 1; j < n; j++) t -= l[AB_BLOCK * j + i] * x[j];
        x[i] = t * l[AB_BLOCK * i + i];
    }
    if (k->sign[node] > 0) return;
    for (int i = 0; i < n; i++) x[i] = -x[i];
}

void ab_kkt_solve(const ab_kkt *kkt, double *body, double *row) {
    for (int64_t i = 0; i < kkt->nbody; i++)
        memcpy(kkt->work + AB_BLOCK * kkt->body_node[i], body + AB_BLOCK * i, AB_BLOCK * sizeof *body);
    for (int64_t i = 0; i < kkt->nlink; i++)
        memcpy(kkt->work + AB_BLOCK * kkt->link_node[i], row + kkt->link[i].first,
               (size_t)kkt->link[i].rows * sizeof *row);
    for (int64_t node = 0; node < kkt->nnode; node++) forward(kkt, node);
    for (int64_t node = kkt->nnode - 1; node >= 0; node--) backward(kkt, node);
    for (int64_t i = 0; i < kkt->nbody; i++)
        memcpy(body + AB_BLOCK * i, kkt->work + AB_BLOCK * kkt->body_node[i], AB_BLOCK * sizeof *body);
    for (int64_t i = 0; i < kkt->nlink; i++)
        for (int r = 0; r < kkt->link[i].rows; r++)
            row[kkt->link[i].first + r] = -kkt->work[AB_BLOCK * kkt->link_node[i] + r];
}

double ab_kkt_weakest(const ab_kkt *kkt) {
    double least = 1;
    for (int64_t i = 0; i < kkt->nrow; i++)
        if (!kkt->dropped[i] && !(kkt->pivot[i] >= least)) least = kkt->pivot[i];
    return least;
}
