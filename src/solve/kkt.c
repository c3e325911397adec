// Factorisation and solution of the system of kkt.h by blocks. With the diagonal block of node k stored as s A, s its
// sign, and the blocks B of its column:
//     A = L D L^T,    W = L^-1 B,    every later pair:  K_ij -= s W_i^T D^-1 W_j
// Bodies have s = 1, joints s = -1; M > 0 and E >= 0 keep every A positive in any order, so no pivoting is needed.
// Square roots are avoided, and the rows after a pivot are updated immediately, because the divisions of a chain of
// joints depend on each other.
//
// Blocks have 6 rows for a rigid body, 3 for a node and 1 to 6 for a joint. The loops are written once for any size;
// the pairs of rigid bodies with hinges, fixed and ball joints, the most frequent ones, are compiled with constant
// sizes.
#include "solve/kkt.h"
#include "math/simd.h"

#include <string.h>

#define PART AB_SIMD_INLINE

// ---------------------------------------------------------------------------------------------------- kernels

// to -= s from for a row of a block. The padding stays zero.
PART void take_row(double *restrict to, double s, const double *restrict from) {
#pragma omp simd
    for (int c = 0; c < AB_KKT_STRIDE; c++) to[c] -= s * from[c];
}

// Column j of A = L D L^T: L below the diagonal, 1/D on it; updates the rest of the lower triangle.
PART void eliminate_column(double *restrict a, int n, int j, double inverse) {
    double column[AB_KKT_BLOCK] = {0};
    for (int i = j + 1; i < n; i++) column[i] = a[AB_KKT_STRIDE * i + j];
    a[AB_KKT_STRIDE * j + j] = inverse;
    for (int i = j + 1; i < n; i++) {
        const double l = column[i] * inverse;
        a[AB_KKT_STRIDE * i + j] = l;
        for (int c = j + 1; c <= i; c++) a[AB_KKT_STRIDE * i + c] -= l * column[c];
    }
}

PART void factor_block(double *restrict a, int n) {
    for (int j = 0; j < n; j++) eliminate_column(a, n, j, 1 / a[AB_KKT_STRIDE * j + j]);
}

// The same for a joint that closes a loop, whose pivots are compared with `scale`: a redundant row gets 1/D = 0, so
// that it has no effect; a row whose pivot vanishes at a singular position is regularised (its pivot may be negative by
// round-off).
static void factor_closing(double *restrict a, int n, const double *scale, double *pivot, const uint8_t *redundant) {
    for (int j = 0; j < n; j++) {
        double d = a[AB_KKT_STRIDE * j + j];
        pivot[j] = d / scale[j];
        if (d < AB_REDUNDANT * scale[j]) d = (d > 0 ? d : 0) + AB_REGULAR * scale[j];
        eliminate_column(a, n, j, redundant[j] ? 0 : 1 / d);
    }
}

// B = L^-1 B, n x m.
PART void solve_lower(const double *restrict l, double *restrict b, int n, int m) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int c = 0; c < m; c++) b[AB_KKT_STRIDE * i + c] -= l[AB_KKT_STRIDE * i + k] * b[AB_KKT_STRIDE * k + c];
}

// A += f W^T D^-1 W, lower triangle; W is n x m, 1/D is the diagonal of L.
PART void add_square(double *restrict a, double f, const double *restrict l, const double *restrict w, int n, int m) {
    for (int k = 0; k < n; k++) {
        const double share = f * l[AB_KKT_STRIDE * k + k];
        for (int i = 0; i < m; i++) {
            const double v = share * w[AB_KKT_STRIDE * k + i];
            for (int j = 0; j <= i; j++) a[AB_KKT_STRIDE * i + j] += v * w[AB_KKT_STRIDE * k + j];
        }
    }
}

// A += f V^T D^-1 W; V is n x p, W is n x m.
static void add_product(double *restrict a, double f, const double *l, const double *v, const double *w, int n, int p,
                        int m) {
    for (int k = 0; k < n; k++) {
        const double share = f * l[AB_KKT_STRIDE * k + k];
        for (int i = 0; i < p; i++)
            for (int j = 0; j < m; j++)
                a[AB_KKT_STRIDE * i + j] += share * v[AB_KKT_STRIDE * k + i] * w[AB_KKT_STRIDE * k + j];
    }
}

PART void reduce(const double *l, double *b, double *a, double f, int n, int m) {
    solve_lower(l, b, n, m);
    add_square(a, f, l, b, n, m);
}

// One block of a column: W = L^-1 B, and the update of the diagonal block of its later node.
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

// Writes the lower triangle; the upper one is never read.
static void put_body(ab_kkt *k, int64_t body, const ab_inertia *in) {
    double *d = k->diagonal + AB_KKT_BLOCK_SIZE * k->body_node[body];
    for (int i = 0; i < 3; i++) {
        double *v = d + AB_KKT_STRIDE * i;
        for (int j = 0; j < i; j++) v[j] = 0;
        v[i] = in->mass;
    }
    for (int i = 0; i < 3 && k->block[body].kind == AB_DOF_RIGID; i++) {
        double *w = d + AB_KKT_STRIDE * (3 + i);
        for (int j = 0; j < 3; j++) w[j] = 0;
        for (int j = 0; j <= i; j++) w[3 + j] = v3_at(in->moment.row[i], j);
    }
}

// Rows of a joint for one of its bodies: as they are if the joint is eliminated first, transposed if the body is.
static void put_rows(double *block, bool joint_first, int32_t rows, const ab_row *row, bool side_a) {
    const int across = joint_first ? AB_KKT_STRIDE : 1, down = joint_first ? 1 : AB_KKT_STRIDE;
    for (int i = 0; i < rows; i++) {
        const v3 v = side_a ? row[i].va : row[i].vb, w = side_a ? row[i].wa : row[i].wb;
        double *to = block + across * i;
        to[0] = v.x, to[down] = v.y, to[2 * down] = v.z;
        to[3 * down] = w.x, to[4 * down] = w.y, to[5 * down] = w.z;
    }
}

static void put_joint(ab_kkt *k, int64_t i, const ab_row *row) {
    const ab_kkt_joint *l = &k->joint[i];
    const int64_t node = k->joint_node[i];
    memset(k->diagonal + AB_KKT_BLOCK_SIZE * node, 0, (size_t)l->rows * AB_KKT_STRIDE * sizeof *k->diagonal);
    for (int r = 0; r < l->rows; r++) k->scale[l->first + r] = 0;
    if (l->a >= 0)
        put_rows(k->column + AB_KKT_BLOCK_SIZE * k->block_a[i], node < k->body_node[l->a], l->rows, row + l->first,
                 true);
    if (l->b >= 0)
        put_rows(k->column + AB_KKT_BLOCK_SIZE * k->block_b[i], node < k->body_node[l->b], l->rows, row + l->first,
                 false);
}

// ---------------------------------------------------------------------------------------------------- factors

static void factor_body(ab_kkt *k, int64_t node) {
    double *d = k->diagonal + AB_KKT_BLOCK_SIZE * node;
    if (k->size[node] == 6)
        factor_block(d, 6);
    else
        factor_block(d, k->size[node]);
}

static void factor_joint(ab_kkt *k, int64_t node) {
    double *d = k->diagonal + AB_KKT_BLOCK_SIZE * node;
    const int64_t first = k->row_of[node];
    if (k->closing[node])
        factor_closing(d, k->size[node], k->scale + first, k->pivot + first, k->redundant + first);
    else if (k->size[node] == 5)
        factor_block(d, 5);
    else
        factor_block(d, k->size[node]);
}

// First row of a joint that depends on the previous ones, -1 = none; tested on a copy of the block.
static int find_redundant(const ab_kkt *k, int64_t node) {
    double copy[AB_KKT_BLOCK_SIZE], pivot[AB_KKT_BLOCK] = {0};
    const int64_t first = k->row_of[node];
    memcpy(copy, k->diagonal + AB_KKT_BLOCK_SIZE * node, sizeof copy);
    factor_closing(copy, k->size[node], k->scale + first, pivot, k->redundant + first);
    for (int i = 0; i < k->size[node]; i++)
        if (!k->redundant[first + i] && !(pivot[i] > AB_REDUNDANT)) return i;
    return -1;
}

static void mark_redundant(ab_kkt *k, int64_t node) {
    const int64_t first = k->row_of[node];
    for (int i = 0; i < k->size[node]; i++) k->redundant[first + i] = 0;
    for (int row = find_redundant(k, node); row >= 0; row = find_redundant(k, node)) k->redundant[first + row] = 1;
}

// Contributions of the bodies to the diagonal of J M^-1 J^T, before any elimination: the scale of a joint's pivots.
static void add_scale(double *scale, const double *l, const double *w, int n, int m) {
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            scale[i] += l[AB_KKT_STRIDE * k + k] * w[AB_KKT_STRIDE * k + i] * w[AB_KKT_STRIDE * k + i];
}

static void eliminate(ab_kkt *k, int64_t node) {
    const int n = k->size[node];
    const double *l = k->diagonal + AB_KKT_BLOCK_SIZE * node;
    const int64_t begin = k->first[node], end = k->first[node + 1];
    for (int64_t i = begin; i < end; i++) {
        const int64_t later = k->after[i];
        double *w = k->column + AB_KKT_BLOCK_SIZE * i;
        const double f = -k->sign[node] * k->sign[later];
        reduce_block(l, w, k->diagonal + AB_KKT_BLOCK_SIZE * later, f, n, k->size[later]);
        if (f > 0 && k->closing[later]) add_scale(k->scale + k->row_of[later], l, w, n, k->size[later]);
    }
    int64_t update = k->first_target[node];
    for (int64_t i = begin; i < end; i++)
        for (int64_t j = i + 1; j < end; j++)
            add_product(k->column + AB_KKT_BLOCK_SIZE * k->target[update++], -k->sign[node], l,
                        k->column + AB_KKT_BLOCK_SIZE * i, k->column + AB_KKT_BLOCK_SIZE * j, n, k->size[k->after[i]],
                        k->size[k->after[j]]);
}

static bool is_articulated(const ab_kkt *k, int64_t joint) {
    const int64_t node = k->joint_node[joint];
    return node > 0 && k->articulated_of[node - 1] >= 0;
}

// Eliminates a body with the hinge that follows it.
static void eliminate_articulated(ab_kkt *k, int64_t node, const ab_row *row) {
    ab_articulated *s = &k->articulated[k->articulated_of[node]];
    double *parent = s->parent < 0 ? NULL : k->diagonal + AB_KKT_BLOCK_SIZE * s->parent;
    ab_articulated_factor(s, row + k->joint[s->joint].first, k->diagonal + AB_KKT_BLOCK_SIZE * node, parent,
                          AB_KKT_STRIDE);
}

static void factor(ab_kkt *k, const ab_inertia *inertia, const ab_row *row, bool find) {
    if (k->ntarget > 0)
        memset(k->column, 0, (size_t)(k->nblock * AB_KKT_BLOCK_SIZE) * sizeof *k->column); // clears the fill-in
    for (int64_t i = 0; i < k->nbody; i++) put_body(k, i, &inertia[i]);
    for (int64_t i = 0; i < k->njoint; i++)
        if (!is_articulated(k, i)) put_joint(k, i, row);
    for (int64_t node = 0; node < k->nnode; node++) {
        if (k->articulated_of[node] >= 0) {
            eliminate_articulated(k, node++, row);
            continue;
        }
        if (k->sign[node] > 0) {
            factor_body(k, node);
        } else {
            if (find && k->closing[node]) mark_redundant(k, node);
            factor_joint(k, node);
        }
        eliminate(k, node);
    }
}

void ab_kkt_factor(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row) { factor(kkt, inertia, row, false); }

void ab_kkt_find_redundant(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row) {
    factor(kkt, inertia, row, true);
}

// ------------------------------------------------------------------------------------------------------ solve

PART void lower(const double *restrict l, double *restrict y, int n) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) y[i] -= l[AB_KKT_STRIDE * i + k] * y[k];
}

PART void upper(const double *restrict l, double *restrict x, int n) {
    for (int k = n - 1; k >= 0; k--)
        for (int i = 0; i < k; i++) x[i] -= l[AB_KKT_STRIDE * k + i] * x[k];
}

// to -= s W^T D^-1 y
PART void pass_on(const double *restrict l, const double *restrict w, const double *restrict y, double *restrict to,
                  double s, int n) {
    for (int i = 0; i < n; i++) { take_row(to, s * l[AB_KKT_STRIDE * i + i] * y[i], w + AB_KKT_STRIDE * i); }
}

// x -= W later
PART void take_back(const double *restrict w, const double *restrict later, double *restrict x, int n, int m) {
    for (int i = 0; i < n; i++) {
        double t = x[i];
        for (int j = 0; j < m; j++) t -= w[AB_KKT_STRIDE * i + j] * later[j];
        x[i] = t;
    }
}

// y = L^-1 b, and b_i -= s W_i^T D^-1 y for the later nodes.
PART void forward(const ab_kkt *k, int64_t node, int n) {
    const double *l = k->diagonal + AB_KKT_BLOCK_SIZE * node;
    double *y = k->work + AB_KKT_STRIDE * node;
    lower(l, y, n);
    for (int64_t b = k->first[node]; b < k->first[node + 1]; b++) {
        double *to = k->work + AB_KKT_STRIDE * k->after[b];
        pass_on(l, k->column + AB_KKT_BLOCK_SIZE * b, y, to, k->sign[node], n);
    }
}

// x = s L^-T D^-1 (y - sum of W_i x_i).
PART void backward(const ab_kkt *k, int64_t node, int n, int m) {
    double *x = k->work + AB_KKT_STRIDE * node;
    for (int64_t b = k->first[node]; b < k->first[node + 1]; b++) {
        const double *later = k->work + AB_KKT_STRIDE * k->after[b];
        take_back(k->column + AB_KKT_BLOCK_SIZE * b, later, x, n, m > 0 ? m : k->size[k->after[b]]);
    }
    const double *l = k->diagonal + AB_KKT_BLOCK_SIZE * node;
    for (int i = 0; i < n; i++) x[i] *= k->sign[node] * l[AB_KKT_STRIDE * i + i];
    upper(l, x, n);
}

// Size of the only later node of a column; 0 = there are several.
static int only_size(const ab_kkt *k, int64_t node) {
    return k->first[node + 1] - k->first[node] == 1 ? k->size[k->after[k->first[node]]] : 0;
}

PART void forward_node(const ab_kkt *k, int64_t node) {
    const int n = k->size[node];
    if (n == 6)
        forward(k, node, 6);
    else if (n == 5)
        forward(k, node, 5);
    else
        forward(k, node, n);
}

PART void backward_node(const ab_kkt *k, int64_t node) {
    const int n = k->size[node], m = only_size(k, node);
    if (n == 6 && m == 5)
        backward(k, node, 6, 5);
    else if (n == 5 && m == 6)
        backward(k, node, 5, 6);
    else
        backward(k, node, n, m);
}

static void articulated_forward(const ab_kkt *k, int64_t node) {
    const ab_articulated *s = &k->articulated[k->articulated_of[node]];
    double *body = k->work + AB_KKT_STRIDE * node;
    ab_articulated_forward(s, body, body + AB_KKT_STRIDE, s->parent < 0 ? NULL : k->work + AB_KKT_STRIDE * s->parent);
}

static void articulated_backward(const ab_kkt *k, int64_t node) {
    const ab_articulated *s = &k->articulated[k->articulated_of[node]];
    double *body = k->work + AB_KKT_STRIDE * node;
    ab_articulated_backward(s, body, body + AB_KKT_STRIDE, s->parent < 0 ? NULL : k->work + AB_KKT_STRIDE * s->parent);
}

static void copy_block(double *to, const double *from, int32_t size) {
    if (size == 6)
        memcpy(to, from, 6 * sizeof *to);
    else
        memcpy(to, from, (size_t)size * sizeof *to);
}

AB_SIMD void ab_kkt_solve(const ab_kkt *kkt, double *body, double *row) {
    for (int64_t i = 0; i < kkt->nbody; i++)
        copy_block(kkt->work + AB_KKT_STRIDE * kkt->body_node[i], body + kkt->block[i].first, kkt->block[i].size);
    for (int64_t i = 0; i < kkt->njoint; i++)
        memcpy(kkt->work + AB_KKT_STRIDE * kkt->joint_node[i], row + kkt->joint[i].first,
               (size_t)kkt->joint[i].rows * sizeof *row);
    for (int64_t node = 0; node < kkt->nnode; node++) {
        if (kkt->articulated_of[node] >= 0)
            articulated_forward(kkt, node++);
        else
            forward_node(kkt, node);
    }
    for (int64_t node = kkt->nnode - 1; node >= 0; node--) {
        if (node > 0 && kkt->articulated_of[node - 1] >= 0)
            articulated_backward(kkt, --node);
        else
            backward_node(kkt, node);
    }
    for (int64_t i = 0; i < kkt->nbody; i++)
        copy_block(body + kkt->block[i].first, kkt->work + AB_KKT_STRIDE * kkt->body_node[i], kkt->block[i].size);
    for (int64_t i = 0; i < kkt->njoint; i++)
        for (int r = 0; r < kkt->joint[i].rows; r++)
            row[kkt->joint[i].first + r] = -kkt->work[AB_KKT_STRIDE * kkt->joint_node[i] + r];
}

double ab_kkt_weakest(const ab_kkt *kkt) {
    double min = 1;
    for (int64_t i = 0; i < kkt->nrow; i++)
        if (!kkt->redundant[i] && !(kkt->pivot[i] >= min)) min = kkt->pivot[i];
    return min;
}
