// Linear systems with W = H B H^T in the space of the bodies.
//
// With B = L L^T and T = H L, the system (E + C W) x = f has the solution x = E^-1 (f - C T z), where z solves
//     (1 + T^T E^-1 C T) z = T^T E^-1 f
// a sparse matrix in 3 x 3 blocks, two for every body. It couples bodies that touch or that a mechanism connects. A
// small E loses digits; iterative refinement with the residual of the original system recovers them.
#include "base/sort.h"
#include "solve/block_lu.h"
#include "solve/cone_bodies_data.h"

#include <math.h>
#include <string.h>

enum { REFINEMENTS = 2 };

typedef struct body_factors {
    // Blocks of T: of contact k [first[k], first[k + 1]), each with its column of 3 unknowns.
    int64_t *first;
    int32_t *column;
    double *t;
    double **root;         // L of the mechanisms, lower triangular  (nmechanism)
    ab_block_rows pattern; // of the matrix
    double *value;
    ab_block_lu lu;
    double *e, *inverse, *cc, *product; // E, E^-1, C, E^-1 C  (9 n)
    double *x, *f, *u, *z;              // (3 n), z: (6 nbody)
} body_factors;

// ------------------------------------------------------------------------------------------------------- T of contacts

// Cholesky factor of a semidefinite matrix: columns without a pivot are zero.
static void find_root(const double *b, int64_t n, double *l) {
    memset(l, 0, (size_t)(n * n) * sizeof *l);
    for (int64_t j = 0; j < n; j++) {
        double pivot = b[j * n + j];
        for (int64_t k = 0; k < j; k++) pivot -= l[j * n + k] * l[j * n + k];
        if (!(pivot > 1e-14 * b[j * n + j])) continue;
        l[j * n + j] = sqrt(pivot);
        for (int64_t i = j + 1; i < n; i++) {
            double sum = b[i * n + j];
            for (int64_t k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = sum / l[j * n + j];
        }
    }
}

// The block of T in a column; a new one is zero.
static double *block_at(body_factors *f, int64_t contact, int32_t column) {
    int64_t *end = &f->first[contact + 1];
    for (int64_t k = f->first[contact]; k < *end; k++)
        if (f->column[k] == column) return f->t + 9 * k;
    f->column[*end] = column;
    memset(f->t + 9 * *end, 0, 9 * sizeof *f->t);
    return f->t + 9 * (*end)++;
}

// Adds F^T (V - arm x W) to a block, with V and W three columns of L: velocities and spins of a body.
static void add_columns(double *t, const ab_cone_contact *c, double sign, v3 arm, const v3 v[3], const v3 w[3]) {
    const v3 second = v3_cross(c->normal, c->tangent);
    for (int k = 0; k < 3; k++) {
        const v3 at = v3_add(v[k], v3_cross(w[k], arm));
        t[k] += sign * v3_dot(c->normal, at);
        t[3 + k] += sign * v3_dot(c->tangent, at);
        t[6 + k] += sign * v3_dot(second, at);
    }
}

static void add_free(body_factors *f, const ab_cone_bodies *b, int64_t contact, int32_t i, double sign, v3 arm) {
    const ab_cone_contact *c = &b->def.contact[contact];
    const double m = sqrt(b->def.body[i].inverse_mass);
    const v3 move[3] = {{m, 0, 0}, {0, m, 0}, {0, 0, m}}, none[3] = {{0, 0, 0}};
    double inertia[9], l[9];
    for (int k = 0; k < 9; k++) inertia[k] = v3_at(b->def.body[i].inverse_inertia.row[k / 3], k % 3);
    find_root(inertia, 3, l);
    const v3 turn[3] = {{l[0], l[3], l[6]}, {l[1], l[4], l[7]}, {l[2], l[5], l[8]}};
    add_columns(block_at(f, contact, 2 * i), c, sign, arm, move, none);
    add_columns(block_at(f, contact, 2 * i + 1), c, sign, arm, none, turn);
}

static void add_member(body_factors *f, const ab_cone_bodies *b, int64_t contact, int32_t i, double sign, v3 arm) {
    const ab_cone_mechanism *m = &b->def.mechanism[b->mechanism_of[i]];
    const int64_t size = 6 * m->n;
    for (int64_t j = 0; j < 2 * (b->member[i] + 1); j++) {
        const double *l = f->root[b->mechanism_of[i]] + 6 * b->member[i] * size + 3 * j;
        v3 move[3], turn[3];
        for (int k = 0; k < 3; k++) {
            move[k] = v3_make(l[k], l[size + k], l[2 * size + k]);
            turn[k] = v3_make(l[3 * size + k], l[4 * size + k], l[5 * size + k]);
        }
        add_columns(block_at(f, contact, 2 * m->body[j / 2] + (int32_t)(j % 2)), &b->def.contact[contact], sign, arm,
                    move, turn);
    }
}

static void add_body(body_factors *f, const ab_cone_bodies *b, int64_t contact, int32_t i, double sign, v3 arm) {
    if (i < 0) return;
    if (b->mechanism_of[i] < 0)
        add_free(f, b, contact, i, sign, arm);
    else
        add_member(f, b, contact, i, sign, arm);
}

static int64_t columns_of(const ab_cone_bodies *b, int32_t i) {
    return i < 0 ? 0 : b->mechanism_of[i] < 0 ? 2 : 2 * (b->member[i] + 1);
}

static abut_status find_t(ab_ctx *cx, ab_arena *arena, const ab_cone_bodies *b, body_factors *f) {
    int64_t max = 0;
    for (int64_t k = 0; k < b->def.ncontact; k++)
        max += columns_of(b, b->def.contact[k].a) + columns_of(b, b->def.contact[k].b);
    AB_TRY(AB_TAKE(cx, arena, &f->first, b->def.ncontact + 1));
    AB_TRY(AB_TAKE(cx, arena, &f->column, max));
    AB_TRY(AB_TAKE(cx, arena, &f->t, 9 * max));
    AB_TRY(AB_TAKE(cx, arena, &f->root, b->def.nmechanism));
    for (int64_t k = 0; k < b->def.nmechanism; k++) {
        const int64_t size = 6 * b->def.mechanism[k].n;
        AB_TRY(AB_TAKE(cx, arena, &f->root[k], size * size));
        find_root(b->def.mechanism[k].mobility, size, f->root[k]);
    }
    f->first[0] = 0;
    for (int64_t k = 0; k < b->def.ncontact; k++) {
        f->first[k + 1] = f->first[k];
        add_body(f, b, k, b->def.contact[k].a, 1, b->def.contact[k].arm_a);
        add_body(f, b, k, b->def.contact[k].b, -1, b->def.contact[k].arm_b);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------- pattern

static uint64_t key_of(int32_t i, int32_t j) { return (uint64_t)i << 32 | (uint64_t)j; }

static int64_t list_blocks(const body_factors *f, int64_t n, int64_t columns, ab_keyed *row) {
    int64_t count = 0;
    for (int32_t i = 0; i < columns; i++) row[count++] = (ab_keyed){key_of(i, i), 0};
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = f->first[k]; i < f->first[k + 1]; i++)
            for (int64_t j = f->first[k]; j < f->first[k + 1]; j++)
                row[count++] = (ab_keyed){key_of(f->column[i], f->column[j]), 0};
    return count;
}

static abut_status find_pattern(ab_ctx *cx, ab_arena *arena, const ab_cone_bodies *b, body_factors *f) {
    const int64_t n = b->def.ncontact, columns = 2 * b->def.nbody;
    int64_t max = columns, *first;
    for (int64_t k = 0; k < n; k++) max += (f->first[k + 1] - f->first[k]) * (f->first[k + 1] - f->first[k]);
    ab_keyed *row;
    int32_t *column;
    AB_TRY(AB_TAKE(cx, arena, &row, 2 * max));
    const int64_t count = list_blocks(f, n, columns, row);
    ab_sort_keyed(row, row + count, count);
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++)
        if (kept == 0 || row[k].key != row[kept - 1].key) row[kept++] = row[k];
    AB_TRY(AB_TAKE(cx, arena, &first, columns + 1));
    AB_TRY(AB_TAKE(cx, arena, &column, kept));
    AB_TRY(AB_TAKE(cx, arena, &f->value, 9 * kept));
    AB_TRY(AB_TAKE(cx, arena, &f->pattern.diagonal, columns));
    first[0] = 0;
    for (int64_t k = 0; k < kept; k++) {
        const int64_t i = (int64_t)(row[k].key >> 32);
        column[k] = (int32_t)(row[k].key & UINT32_MAX);
        first[i + 1] = k + 1;
        if (column[k] == i) f->pattern.diagonal[i] = k;
    }
    f->pattern.n = columns;
    f->pattern.first = first;
    f->pattern.column = column;
    f->pattern.value = f->value;
    return ABUT_OK;
}

abut_status ab_cone_bodies_plan(ab_ctx *cx, ab_arena *arena, const ab_cones *c, void **factors, bool *fits) {
    const ab_cone_bodies *b = c->with;
    body_factors *f;
    AB_TRY(AB_TAKE(cx, arena, &f, 1));
    *factors = f;
    double **const blocks[] = {&f->e, &f->inverse, &f->cc, &f->product}, **const vectors[] = {&f->x, &f->f, &f->u};
    for (int i = 0; i < 4; i++) AB_TRY(AB_TAKE(cx, arena, blocks[i], 9 * c->n));
    for (int i = 0; i < 3; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &f->z, 6 * b->def.nbody));
    AB_TRY(find_t(cx, arena, b, f));
    AB_TRY(find_pattern(cx, arena, b, f));
    return ab_block_lu_plan(cx, arena, &f->pattern, &f->lu, fits);
}

// ------------------------------------------------------------------------------------------------------------- factors

// p = a b
static inline void put_product(const double *restrict a, const double *restrict b, double *restrict p) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) p[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

// p += a^T b
static inline void add_transposed(const double *restrict a, const double *restrict b, double *restrict p) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) p[3 * i + j] += a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}

// y += a x, or y += a^T x
static inline void add_product(const double *a, const double *x, double *y) {
    for (int i = 0; i < 3; i++) y[i] += a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}
static inline void add_product_transposed(const double *a, const double *x, double *y) {
    for (int i = 0; i < 3; i++) y[i] += a[i] * x[0] + a[3 + i] * x[1] + a[6 + i] * x[2];
}

static int64_t find_block(const ab_block_rows *w, int32_t i, int32_t j) {
    int64_t low = w->first[i], high = w->first[i + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (w->column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_zero(const double *a) {
    for (int i = 0; i < 9; i++)
        if (a[i] != 0) return false;
    return true;
}

// Adds T^T E^-1 C T of one contact.
static void add_contact(body_factors *f, int64_t k) {
    if (is_zero(f->product + 9 * k)) return;
    for (int64_t j = f->first[k]; j < f->first[k + 1]; j++) {
        double right[9];
        put_product(f->product + 9 * k, f->t + 9 * j, right);
        for (int64_t i = f->first[k]; i < f->first[k + 1]; i++)
            add_transposed(f->t + 9 * i, right, f->value + 9 * find_block(&f->pattern, f->column[i], f->column[j]));
    }
}

bool ab_cone_bodies_factor(const ab_cones *c, void *factors, const double *e, const double *cc) {
    body_factors *f = factors;
    memcpy(f->e, e, (size_t)(9 * c->n) * sizeof *e);
    memcpy(f->cc, cc, (size_t)(9 * c->n) * sizeof *cc);
    memcpy(f->inverse, e, (size_t)(9 * c->n) * sizeof *e);
    memset(f->value, 0, (size_t)(9 * f->pattern.first[f->pattern.n]) * sizeof *f->value);
    for (int64_t i = 0; i < f->pattern.n; i++)
        for (int a = 0; a < 3; a++) f->value[9 * f->pattern.diagonal[i] + 4 * a] = 1;
    for (int64_t k = 0; k < c->n; k++) {
        if (!ab_block_invert(f->inverse + 9 * k)) return false;
        put_product(f->inverse + 9 * k, cc + 9 * k, f->product + 9 * k);
        add_contact(f, k);
    }
    return ab_block_lu_factor(&f->lu, &f->pattern, f->value);
}

// ------------------------------------------------------------------------------------------------------------ solution

// x += (E + C W)^-1 f
static void add_solution(const ab_cones *c, body_factors *f, const double *side, double *x) {
    memset(f->z, 0, (size_t)(3 * f->pattern.n) * sizeof *f->z);
    memset(f->u, 0, (size_t)(3 * c->n) * sizeof *f->u);
    for (int64_t k = 0; k < c->n; k++) {
        add_product(f->inverse + 9 * k, side + 3 * k, f->u + 3 * k);
        for (int64_t i = f->first[k]; i < f->first[k + 1]; i++)
            add_product_transposed(f->t + 9 * i, f->u + 3 * k, f->z + 3 * (int64_t)f->column[i]);
    }
    ab_block_lu_solve(&f->lu, f->z);
    for (int64_t k = 0; k < c->n; k++) {
        double u[3] = {0}, back[3] = {0};
        for (int64_t i = f->first[k]; i < f->first[k + 1]; i++)
            add_product(f->t + 9 * i, f->z + 3 * (int64_t)f->column[i], u);
        add_product(f->product + 9 * k, u, back);
        for (int a = 0; a < 3; a++) x[3 * k + a] += f->u[3 * k + a] - back[a];
    }
}

// side -= (E + C W) x
static void take_product(const ab_cones *c, body_factors *f, const double *x, double *side) {
    c->form->multiply(c, x, f->u);
    for (int64_t k = 0; k < c->n; k++) {
        double y[3] = {0};
        add_product(f->e + 9 * k, x + 3 * k, y);
        add_product(f->cc + 9 * k, f->u + 3 * k, y);
        for (int a = 0; a < 3; a++) side[3 * k + a] -= y[a];
    }
}

void ab_cone_bodies_solve(const ab_cones *c, void *factors, double *x) {
    body_factors *f = factors;
    const size_t size = (size_t)(3 * c->n) * sizeof *x;
    memcpy(f->f, x, size);
    memset(f->x, 0, size);
    add_solution(c, f, f->f, f->x);
    for (int i = 0; i < REFINEMENTS; i++) {
        memcpy(f->f, x, size);
        take_product(c, f, f->x, f->f);
        add_solution(c, f, f->f, f->x);
    }
    memcpy(x, f->x, size);
}
