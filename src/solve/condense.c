// Eliminates velocities and joint multipliers from a global frictional contact problem, by two Schur complements:
//   A = X^T M^-1 X,  a = X^T M^-1 f + (w, b),  X = [H G]           velocities:   (u, 0) = A (r, l) + a
//   W = A_hh - A_hg A_gg^-1 A_gh,  q = a_h - A_hg A_gg^-1 a_g      multipliers
// Each is computed column by column with the sparse factors of M or A_gg.
#include "solve/condense.h"

#include "base/alloc.h"
#include "base/work.h"
#include "solve/block_lu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Left^T K^-1 (Right, f): K is n x n, Left and Right have n rows.
typedef struct schur {
    const ab_entries *k, *left, *right;
    const double *f;
    int64_t *first, *order; // entries of Right by column
    double *x;              // a column of K^-1 Right   (n, rounded up to blocks)
    double *y;              // Left^T x   (columns of Left)
    ab_entries *out;        // Left^T K^-1 Right
    double *out_f;          // Left^T K^-1 f   (columns of Left)
    int64_t capacity;
} schur;

// --------------------------------------------------------------------------------------------------------------- lists

static abut_status append(ab_ctx *cx, ab_entries *to, int64_t *capacity, ab_entry entry) {
    AB_TRY(AB_GROW(cx, &to->entry, capacity, to->count + 1));
    to->entry[to->count++] = entry;
    return ABUT_OK;
}

// Entries of Right sorted by column, stable.
static abut_status sort_columns(ab_ctx *cx, schur *s) {
    const ab_entries *r = s->right;
    AB_TRY(AB_ALLOC(cx, &s->first, r->columns + 2));
    AB_TRY(AB_ALLOC(cx, &s->order, r->count));
    for (int64_t k = 0; k < r->count; k++) s->first[r->entry[k].column + 2]++;
    for (int64_t j = 1; j <= r->columns; j++) s->first[j + 1] += s->first[j];
    for (int64_t k = 0; k < r->count; k++) s->order[s->first[r->entry[k].column + 1]++] = k;
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------------- factor

#define SINGULAR 1e-13 // pivot block over the diagonal block of K: what is left is round-off

static double largest(const double *a) {
    double max = 0;
    for (int i = 0; i < 9; i++) max = fmax(max, fabs(a[i]));
    return max;
}

static bool is_regular(const ab_block_rows *k, const ab_block_lu *lu) {
    for (int64_t i = 0; i < k->n; i++)
        if (!(largest(lu->pivot + 9 * (int64_t)lu->place[i]) * largest(k->value + 9 * k->diagonal[i]) < 1 / SINGULAR))
            return false;
    return true;
}

// Factors K, with ones on the diagonal of the rows that complete the last block.
static abut_status factor(ab_ctx *cx, ab_arena *arena, const char *what, const ab_entries *k, ab_block_rows *rows,
                          ab_block_lu *lu) {
    const int64_t blocks = (k->rows + 2) / 3;
    ab_entries padded = {.rows = 3 * blocks, .columns = 3 * blocks};
    int64_t capacity = 0;
    abut_status status = AB_GROW(cx, &padded.entry, &capacity, k->count + 2);
    if (status == ABUT_OK) {
        if (k->count > 0) memcpy(padded.entry, k->entry, (size_t)k->count * sizeof *k->entry);
        padded.count = k->count;
        for (int64_t i = k->rows; i < 3 * blocks; i++)
            padded.entry[padded.count++] = (ab_entry){(int32_t)i, (int32_t)i, 1};
        status = ab_block_rows_make(cx, blocks, padded.entry, padded.count, rows);
    }
    ab_free(cx, padded.entry);
    AB_TRY(status);
    bool fits;
    AB_TRY(ab_block_lu_plan(cx, arena, rows, lu, &fits));
    if (!fits) return ab_fail(cx, ABUT_ERR_LIMIT, "%s: the factors are too large", what);
    if (!ab_block_lu_factor(lu, rows, rows->value) || !is_regular(rows, lu))
        return ab_fail(cx, ABUT_ERR_INPUT, "%s is singular", what);
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------------- schur

// y = Left^T K^-1 x
static void solve_and_project(schur *s, ab_block_lu *lu, double *y) {
    ab_block_lu_solve(lu, s->x);
    memset(y, 0, (size_t)s->left->columns * sizeof *y);
    for (int64_t k = 0; k < s->left->count; k++) {
        const ab_entry *e = &s->left->entry[k];
        y[e->column] += e->value * s->x[e->row];
    }
}

static abut_status fill_columns(ab_ctx *cx, schur *s, ab_block_lu *lu) {
    const int64_t size = 3 * lu->n;
    for (int64_t j = 0; j < s->right->columns; j++) {
        AB_TRY(ab_worked(cx, "condensing", j, s->right->columns));
        memset(s->x, 0, (size_t)size * sizeof *s->x);
        for (int64_t k = s->first[j]; k < s->first[j + 1]; k++) {
            const ab_entry *e = &s->right->entry[s->order[k]];
            s->x[e->row] += e->value;
        }
        solve_and_project(s, lu, s->y);
        for (int64_t i = 0; i < s->left->columns; i++)
            if (s->y[i] != 0) AB_TRY(append(cx, s->out, &s->capacity, (ab_entry){(int32_t)i, (int32_t)j, s->y[i]}));
    }
    memset(s->x, 0, (size_t)size * sizeof *s->x);
    if (s->k->rows > 0) memcpy(s->x, s->f, (size_t)s->k->rows * sizeof *s->x);
    solve_and_project(s, lu, s->out_f);
    return ABUT_OK;
}

static abut_status complement(ab_ctx *cx, const char *what, schur *s) {
    ab_arena arena = {0};
    ab_block_rows rows = {0};
    ab_block_lu lu;
    s->out->rows = s->left->columns;
    s->out->columns = s->right->columns;
    abut_status status = sort_columns(cx, s);
    if (status == ABUT_OK) status = factor(cx, &arena, what, s->k, &rows, &lu);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &s->x, 3 * lu.n);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &s->y, s->left->columns);
    if (status == ABUT_OK) status = fill_columns(cx, s, &lu);
    ab_free(cx, s->first);
    ab_free(cx, s->order);
    ab_free(cx, s->x);
    ab_free(cx, s->y);
    ab_block_rows_free(cx, &rows);
    ab_arena_free(cx, &arena);
    return status;
}

// ---------------------------------------------------------------------------------------------------------------- both

typedef struct condensing {
    ab_entries x, a;       // [H G], A
    ab_entries gg, gh, hg; // blocks of A; hg transposed
    ab_entries coupling;   // A_hg A_gg^-1 A_gh
    double *c, *shift;     // a, and A_hg A_gg^-1 a_g
} condensing;

static abut_status join(ab_ctx *cx, const ab_global_cones *p, ab_entries *x) {
    *x = (ab_entries){.rows = p->m.rows, .columns = p->h.columns + p->g.columns, .count = p->h.count + p->g.count};
    AB_TRY(AB_ALLOC(cx, &x->entry, x->count));
    for (int64_t k = 0; k < p->h.count; k++) x->entry[k] = p->h.entry[k];
    for (int64_t k = 0; k < p->g.count; k++) {
        const ab_entry e = p->g.entry[k];
        x->entry[p->h.count + k] = (ab_entry){e.row, e.column + (int32_t)p->h.columns, e.value};
    }
    return ABUT_OK;
}

// Distributes the entries of A; those of A_hh go to W.
static abut_status split(ab_ctx *cx, condensing *d, int32_t impulses, int64_t multipliers, ab_entries *w) {
    int64_t capacity[4] = {0};
    d->gg = (ab_entries){.rows = multipliers, .columns = multipliers};
    d->gh = d->hg = *w = (ab_entries){.rows = multipliers, .columns = impulses};
    w->rows = impulses;
    for (int64_t k = 0; k < d->a.count; k++) {
        const ab_entry e = d->a.entry[k];
        const int32_t row = e.row - impulses, column = e.column - impulses;
        if (row < 0 && column < 0)
            AB_TRY(append(cx, w, &capacity[0], e));
        else if (row >= 0 && column >= 0)
            AB_TRY(append(cx, &d->gg, &capacity[1], (ab_entry){row, column, e.value}));
        else if (row >= 0)
            AB_TRY(append(cx, &d->gh, &capacity[2], (ab_entry){row, e.column, e.value}));
        else
            AB_TRY(append(cx, &d->hg, &capacity[3], (ab_entry){column, e.row, e.value}));
    }
    return ABUT_OK;
}

static abut_status subtract(ab_ctx *cx, const ab_entries *from, ab_entries *w) {
    int64_t capacity = 0;
    ab_entry *entry = NULL;
    AB_TRY(AB_GROW(cx, &entry, &capacity, w->count + from->count + 1));
    if (w->count > 0) memcpy(entry, w->entry, (size_t)w->count * sizeof *entry);
    for (int64_t k = 0; k < from->count; k++) {
        const ab_entry e = from->entry[k];
        entry[w->count + k] = (ab_entry){e.row, e.column, -e.value};
    }
    ab_free(cx, w->entry);
    w->entry = entry;
    w->count += from->count;
    return ABUT_OK;
}

static abut_status condense(ab_ctx *cx, const char *name, const ab_global_cones *p, condensing *d, ab_entries *w,
                            double *q) {
    const int64_t impulses = p->h.columns, multipliers = p->g.columns;
    char what[512];
    AB_TRY(join(cx, p, &d->x));
    AB_TRY(AB_ALLOC(cx, &d->c, d->x.columns));
    AB_TRY(AB_ALLOC(cx, &d->shift, impulses));
    snprintf(what, sizeof what, "%.400s: the mass matrix M", name);
    AB_TRY(complement(cx, what,
                      &(schur){.k = &p->m, .left = &d->x, .right = &d->x, .f = p->f, .out = &d->a, .out_f = d->c}));
    for (int64_t i = 0; i < impulses; i++) d->c[i] += p->w[i];
    for (int64_t i = 0; i < multipliers; i++) d->c[impulses + i] += p->b[i];
    AB_TRY(split(cx, d, (int32_t)impulses, multipliers, w));
    for (int64_t i = 0; i < impulses; i++) q[i] = d->c[i];
    if (multipliers == 0) return ABUT_OK;
    snprintf(what, sizeof what, "%.400s: the matrix G^T M^-1 G of the joints", name);
    AB_TRY(complement(cx, what,
                      &(schur){.k = &d->gg,
                               .left = &d->hg,
                               .right = &d->gh,
                               .f = d->c + impulses,
                               .out = &d->coupling,
                               .out_f = d->shift}));
    for (int64_t i = 0; i < impulses; i++) q[i] -= d->shift[i];
    return subtract(cx, &d->coupling, w);
}

abut_status ab_condense(ab_ctx *cx, const char *name, const ab_global_cones *p, ab_entries *w, double *q) {
    condensing d = {0};
    *w = (ab_entries){0};
    const abut_status status = condense(cx, name, p, &d, w, q);
    ab_entries *const lists[] = {&d.x, &d.a, &d.gg, &d.gh, &d.hg, &d.coupling};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) ab_free(cx, lists[i]->entry);
    ab_free(cx, d.c);
    ab_free(cx, d.shift);
    if (status != ABUT_OK) {
        ab_free(cx, w->entry);
        *w = (ab_entries){0};
    }
    return status;
}
