// Convolution by Fourier transforms:   out = F^-1 (K^ F in)
// Three parallel loops: groups of 16 rows forward, blocks of columns forward, times K^ and back, groups of rows back.
#include "elastic/convolve.h"

#include "base/threads.h"

#include <string.h>

static int64_t groups_of(const ab_convolver *c) { return c->lines.rows / AB_FFT_ROWS; }
static int64_t blocks_of(const ab_convolver *c) { return ab_fft_blocks(&c->lines, c->kernel->lanes); }
static int64_t block_table(const ab_convolver *c) { return c->kernel->lanes * (c->lines.y.n / 2 + 1); }
static double *work_of(const ab_convolver *c, int32_t slot) { return c->work + slot * ab_fft_work(&c->lines); }

// -------------------------------------------------------------------------------------------------------- parts

// One more group of rows than the grid has if it is padded: transforms of kernels need row ny.
static int64_t spectrum_rows(const ab_convolver *c) {
    return ab_grid_rows(&c->grid) + (c->grid.periodic ? 0 : AB_FFT_ROWS);
}

static abut_status take(ab_ctx *cx, ab_convolver *c) {
    const int64_t pad = c->grid.periodic ? 1 : 2;
    c->lines.nx = c->grid.nx;
    c->lines.ny = c->grid.ny;
    c->lines.rows = spectrum_rows(c);
    AB_TRY(ab_fft_plan(cx, pad * c->grid.nx, &c->lines.x));
    AB_TRY(ab_fft_plan(cx, pad * c->grid.ny, &c->lines.y));
    AB_TRY(ab_alloc_aligned(cx, &c->lines.spectrum, 2 * c->kernel->lanes * blocks_of(c) * c->lines.rows));
    AB_TRY(AB_ALLOC(cx, &c->sums, groups_of(c)));
    AB_TRY(ab_slots_make(cx, &c->slots));
    return ab_alloc_aligned(cx, &c->work, c->slots.n * ab_fft_work(&c->lines));
}

abut_status ab_convolver_make(ab_ctx *cx, const ab_grid *grid, ab_width width, ab_convolver *convolver) {
    *convolver = (ab_convolver){.cx = cx, .grid = *grid, .kernel = ab_fft_kernel_of(width)};
    if (!convolver->kernel) return ab_fail(cx, ABUT_ERR_ARGUMENT, "this processor has no registers of that width");
    const abut_status status = take(cx, convolver);
    if (status != ABUT_OK) ab_convolver_free(convolver);
    return status;
}

void ab_convolver_free(ab_convolver *convolver) {
    if (!convolver->cx) return;
    ab_fft_free(convolver->cx, &convolver->lines.x);
    ab_fft_free(convolver->cx, &convolver->lines.y);
    ab_slots_free(convolver->cx, &convolver->slots);
    ab_free_aligned(convolver->cx, convolver->lines.spectrum);
    ab_free_aligned(convolver->cx, convolver->work);
    ab_free(convolver->cx, convolver->sums);
    *convolver = (ab_convolver){0};
}

// ---------------------------------------------------------------------------------------------------- convolution

typedef struct convolution {
    ab_convolver *c;
    const double *table, *in;
    double *out;
    ab_rows_fn *rows;
    void *arg;
} convolution;

static void work_on_group(const convolution *v, int64_t group) {
    ab_row_sums *sums = &v->c->sums[group];
    const int64_t begin = group * AB_FFT_ROWS * v->c->grid.nx, end = begin + AB_FFT_ROWS * v->c->grid.nx;
    *sums = (ab_row_sums){0};
    if (v->rows) v->rows(v->arg, begin, end, sums);
}

static void forward_rows(void *arg, int64_t begin, int64_t end) {
    const convolution *v = arg;
    const int32_t slot = ab_slots_take(&v->c->slots);
    for (int64_t group = begin; group < end; group++) {
        const int64_t row = group * AB_FFT_ROWS;
        work_on_group(v, group);
        v->c->kernel->rows_forward(&v->c->lines, v->in + row * v->c->grid.nx, row, work_of(v->c, slot));
    }
    ab_slots_give(&v->c->slots, slot);
}

static void back_rows(void *arg, int64_t begin, int64_t end) {
    const convolution *v = arg;
    const int32_t slot = ab_slots_take(&v->c->slots);
    for (int64_t group = begin; group < end; group++) {
        const int64_t row = group * AB_FFT_ROWS;
        v->c->kernel->rows_back(&v->c->lines, v->out + row * v->c->grid.nx, row, work_of(v->c, slot));
        work_on_group(v, group);
    }
    ab_slots_give(&v->c->slots, slot);
}

static void work_alone(void *arg, int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; group++) work_on_group(arg, group);
}

static void columns(void *arg, int64_t begin, int64_t end) {
    const convolution *v = arg;
    const int32_t slot = ab_slots_take(&v->c->slots);
    for (int64_t block = begin; block < end; block++)
        v->c->kernel->columns(&v->c->lines, block, v->table + block * block_table(v->c), work_of(v->c, slot));
    ab_slots_give(&v->c->slots, slot);
}

static ab_row_sums total(const ab_convolver *c, int64_t groups) {
    ab_row_sums all = {{0}, {0}};
    for (int64_t g = 0; g < groups; g++) {
        for (int k = 0; k < AB_ROW_SUMS; k++) all.add[k] += c->sums[g].add[k];
        for (int k = 0; k < AB_ROW_MAXIMA; k++)
            if (!(c->sums[g].max[k] <= all.max[k])) all.max[k] = c->sums[g].max[k];
    }
    return all;
}

static int64_t grid_groups(const ab_convolver *c) { return ab_grid_rows(&c->grid) / AB_FFT_ROWS; }

void ab_convolve(ab_convolver *convolver, const double *table, const double *in, double *out, ab_row_work *work) {
    const int64_t groups = grid_groups(convolver);
    ab_row_work none = {0};
    if (!work) work = &none;
    convolution v = {convolver, table, in, out, work->before, work->arg};
    ab_parallel_for(convolver->cx, groups, 1, forward_rows, &v);
    if (work->before) work->total_before = total(convolver, groups);
    ab_parallel_for(convolver->cx, blocks_of(convolver), 1, columns, &v);
    v.rows = work->after;
    ab_parallel_for(convolver->cx, groups, 1, back_rows, &v);
    if (work->after) work->total_after = total(convolver, groups);
    convolver->count++;
}

void ab_spectrum_to_cells(ab_convolver *convolver, double *cells) {
    convolution v = {.c = convolver, .out = cells};
    ab_parallel_for(convolver->cx, grid_groups(convolver), 1, back_rows, &v);
}

void ab_work_on_rows(ab_convolver *convolver, ab_row_work *work) {
    convolution v = {.c = convolver, .rows = work->before, .arg = work->arg};
    ab_parallel_for(convolver->cx, grid_groups(convolver), 1, work_alone, &v);
    work->total_before = total(convolver, grid_groups(convolver));
}

// --------------------------------------------------------------------------------------------------------- tables

abut_status ab_kernel_table_make(const ab_convolver *convolver, double **table) {
    return ab_alloc_aligned(convolver->cx, table, blocks_of(convolver) * block_table(convolver));
}

typedef struct table_work {
    ab_convolver *c;
    ab_kernel_value_fn *value;
    const void *arg;
    double *table;
} table_work;

static void fill_blocks(void *arg, int64_t begin, int64_t end) {
    const table_work *t = arg;
    const int64_t lanes = t->c->kernel->lanes, half = t->c->lines.x.n / 2;
    const double scale = 1 / ((double)t->c->lines.x.n * (double)t->c->lines.y.n);
    for (int64_t i = begin * block_table(t->c); i < end * block_table(t->c); i++) {
        const int64_t kx = i / block_table(t->c) * lanes + i % lanes, ky = i % block_table(t->c) / lanes;
        t->table[i] = kx <= half ? scale * t->value(t->arg, kx, ky) : 0;
    }
}

void ab_kernel_table_fill(ab_convolver *convolver, ab_kernel_value_fn *value, const void *arg, double *table) {
    table_work t = {convolver, value, arg, table};
    ab_parallel_for(convolver->cx, blocks_of(convolver), 1, fill_blocks, &t);
}

// Rows of the kernel to the spectrum; they are as long as the transform.
typedef struct kernel_rows {
    table_work t;
    ab_fft_lines lines;
    double *cells; // of every thread
} kernel_rows;

static void transform_rows(void *arg, int64_t begin, int64_t end) {
    const kernel_rows *k = arg;
    const ab_convolver *c = k->t.c;
    const int32_t slot = ab_slots_take(&c->slots);
    double *cells = k->cells + slot * AB_FFT_ROWS * c->lines.x.n;
    for (int64_t group = begin; group < end; group++) {
        for (int64_t r = 0; r < AB_FFT_ROWS; r++)
            for (int64_t i = 0; i < c->lines.x.n; i++)
                cells[r * c->lines.x.n + i] =
                    k->t.value(k->t.arg, i <= c->lines.x.n / 2 ? i : c->lines.x.n - i, group * AB_FFT_ROWS + r);
        c->kernel->rows_forward(&k->lines, cells, group * AB_FFT_ROWS, work_of(c, slot));
    }
    ab_slots_give(&c->slots, slot);
}

static void transform_columns(void *arg, int64_t begin, int64_t end) {
    const kernel_rows *k = arg;
    const ab_convolver *c = k->t.c;
    const int32_t slot = ab_slots_take(&c->slots);
    const double scale = 1 / ((double)c->lines.x.n * (double)c->lines.y.n);
    for (int64_t block = begin; block < end; block++)
        c->kernel->even_columns(&k->lines, block, scale, k->t.table + block * block_table(c), work_of(c, slot));
    ab_slots_give(&c->slots, slot);
}

abut_status ab_kernel_table_transform(ab_convolver *convolver, ab_kernel_value_fn *value, const void *arg,
                                      double *table) {
    kernel_rows k = {{convolver, value, arg, table}, convolver->lines, NULL};
    k.lines.nx = convolver->lines.x.n;
    AB_TRY(ab_alloc_aligned(convolver->cx, &k.cells, convolver->slots.n * AB_FFT_ROWS * convolver->lines.x.n));
    ab_parallel_for(convolver->cx, groups_of(convolver), 1, transform_rows, &k);
    ab_parallel_for(convolver->cx, blocks_of(convolver), 1, transform_columns, &k);
    ab_free_aligned(convolver->cx, k.cells);
    return ABUT_OK;
}

double ab_kernel_table_at(const ab_convolver *convolver, const double *table, int64_t kx, int64_t ky) {
    const int64_t lanes = convolver->kernel->lanes;
    return table[kx / lanes * block_table(convolver) + ky * lanes + kx % lanes];
}
