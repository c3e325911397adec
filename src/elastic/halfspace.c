// Memory of a contact problem, and what its answer amounts to.
#include "elastic/halfspace.h"

#include <math.h>

ab_halfspace_def ab_halfspace_default(void) {
    return (ab_halfspace_def){
        .hardness = INFINITY, .penalty = INFINITY, .tolerance = 1e-8, .iterations = 5000, .width = ab_widest()};
}

// ----------------------------------------------------------------------------------------------------------- memory

static abut_status check(ab_ctx *cx, const ab_halfspace_def *def) {
    const ab_grid *g = &def->grid;
    if (g->nx < 1 || g->ny < 1 || g->nx > AB_GRID_MAX || g->ny > AB_GRID_MAX)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a grid has 1 to %d cells along an axis", AB_GRID_MAX);
    if (!(g->dx > 0 && g->dy > 0 && isfinite(g->dx) && isfinite(g->dy)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the size of a cell must be positive and finite");
    if (!(def->hardness > 0)) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the hardness must be positive");
    if (!(def->tolerance > 0)) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the tolerance must be positive");
    if (def->augmented && !isfinite(def->penalty))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "augmented contact needs a finite penalty stiffness");
    return ABUT_OK;
}

// The rows from ny on, and all fields but f, start as nothing.
static void clear(ab_halfspace *h) {
    double *const field[] = {h->cells.p, h->cells.u, h->cells.z, h->cells.d, h->cells.r};
    const int64_t n = ab_grid_array(&h->def.grid);
    for (int k = 0; k < 5; k++) memset(field[k], 0, sizeof(double) * (size_t)n);
    for (int64_t i = 0; i < n; i++) h->cells.f[i] = AB_NEVER_TOUCHES;
}

static abut_status take(ab_ctx *cx, ab_halfspace *h) {
    const ab_halfspace_def *def = &h->def;
    AB_TRY(check(cx, def));
    AB_TRY(ab_kernel_set(cx, &def->grid, def->solid, def->solids, def->penalty, &h->kernel));
    AB_TRY(ab_convolver_make(cx, &def->grid, def->width, &h->convolver));
    AB_TRY(ab_kernel_table_make(&h->convolver, &h->table));
    AB_TRY(ab_kernel_table_make(&h->convolver, &h->inverse));
    AB_TRY(ab_kernel_make_table(&h->kernel, &h->convolver, h->table));
    ab_kernel_make_inverse(&h->kernel, &h->convolver, h->inverse);
    h->rows = ab_cell_rows_of(def->width);
    double **const field[] = {&h->cells.f, &h->cells.p, &h->cells.u, &h->cells.z, &h->cells.d, &h->cells.r};
    for (int k = 0; k < 6; k++) AB_TRY(ab_alloc_aligned(cx, field[k], ab_grid_array(&def->grid)));
    if (def->augmented) {
        AB_TRY(ab_alloc_aligned(cx, &h->shape, ab_grid_cells(&def->grid)));
        AB_TRY(ab_alloc_aligned(cx, &h->last, ab_grid_cells(&def->grid)));
    }
    h->cells.limit = def->hardness;
    clear(h);
    return ABUT_OK;
}

abut_status ab_halfspace_make(ab_ctx *cx, const ab_halfspace_def *def, ab_halfspace *h) {
    *h = (ab_halfspace){.cx = cx, .def = *def};
    const abut_status status = take(cx, h);
    if (status != ABUT_OK) ab_halfspace_free(h);
    return status;
}

void ab_halfspace_free(ab_halfspace *h) {
    if (!h->cx) return;
    double *const field[] = {h->cells.f, h->cells.p, h->cells.u, h->cells.z, h->cells.d,
                             h->cells.r, h->table,   h->inverse, h->shape,   h->last};
    for (size_t k = 0; k < sizeof field / sizeof *field; k++) ab_free_aligned(h->cx, field[k]);
    ab_convolver_free(&h->convolver);
    *h = (ab_halfspace){0};
}

// ---------------------------------------------------------------------------------------------------------- the gap

static double diagonal_of(const ab_halfspace *h) {
    const int64_t nx = h->convolver.lines.x.n, ny = h->convolver.lines.y.n;
    double sum = 0;
    for (int64_t ky = 0; ky <= ny / 2; ky++)
        for (int64_t kx = 0; kx <= nx / 2; kx++) {
            const int twice_x = kx > 0 && 2 * kx < nx ? 2 : 1, twice_y = ky > 0 && 2 * ky < ny ? 2 : 1;
            sum += twice_x * twice_y * ab_kernel_table_at(&h->convolver, h->table, kx, ky);
        }
    return sum;
}

static bool can_touch(double f) { return f < 0.5 * AB_NEVER_TOUCHES; }

static abut_status not_finite(const ab_halfspace *h, int64_t i) {
    return ab_fail(h->cx, ABUT_ERR_ARGUMENT, "the gap in row %lld, column %lld is not a number",
                   (long long)(i / h->def.grid.nx + 1), (long long)(i % h->def.grid.nx + 1));
}

abut_status ab_halfspace_ready(ab_halfspace *h) {
    const int64_t n = ab_grid_cells(&h->def.grid);
    double sum = 0, squares = 0;
    h->touchable = 0;
    h->min = INFINITY;
    for (int64_t i = 0; i < n; i++) {
        const double f = h->cells.f[i];
        if (!(f > -AB_NEVER_TOUCHES && f <= AB_NEVER_TOUCHES)) return not_finite(h, i);
        if (!can_touch(f)) continue;
        h->touchable++;
        h->min = fmin(h->min, f);
        sum += f;
    }
    if (h->touchable == 0) return ab_fail(h->cx, ABUT_ERR_ARGUMENT, "the indenter is nowhere above the grid");
    h->mean = sum / (double)h->touchable;
    for (int64_t i = 0; i < n; i++)
        if (can_touch(h->cells.f[i])) squares += (h->cells.f[i] - h->mean) * (h->cells.f[i] - h->mean);
    h->deviation = sqrt(squares / (double)h->touchable);
    if (h->deviation < 1e-14 * fabs(h->mean)) h->deviation = 0;
    h->diagonal = diagonal_of(h);
    if (h->shape) memcpy(h->shape, h->cells.f, sizeof(double) * (size_t)n);
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------- answer

// What u has beyond K p, over p.
static double spring(const ab_halfspace *h) { return isinf(h->def.penalty) ? 0 : 1 / h->def.penalty; }

void ab_halfspace_gap(ab_halfspace *h) {
    for (int64_t i = 0; i < ab_grid_array(&h->def.grid); i++)
        h->cells.z[i] = h->cells.f[i] + (h->cells.u[i] - spring(h) * h->cells.p[i]) - h->cells.approach;
}

// Edges between this cell and its neighbours to the right and above, if only one of the two is in contact.
static double edges(const ab_halfspace *h, int64_t i, int64_t j) {
    const ab_grid *g = &h->def.grid;
    const double *p = h->cells.p;
    const int64_t right = i + 1 < g->nx ? i + 1
                          : g->periodic ? 0
                                        : -1,
                  above = j + 1 < g->ny ? j + 1
                          : g->periodic ? 0
                                        : -1;
    const bool here = p[j * g->nx + i] > 0;
    double length = 0;
    if (right >= 0 ? here != (p[j * g->nx + right] > 0) : here) length += g->dy;
    if (above >= 0 ? here != (p[above * g->nx + i] > 0) : here) length += g->dx;
    if (!g->periodic && here) length += (i == 0 ? g->dy : 0) + (j == 0 ? g->dx : 0); // the border of the grid
    return length;
}

static void measure_cell(const ab_halfspace *h, int64_t i, double area, ab_press_answer *a) {
    const double p = h->cells.p[i], u = h->cells.u[i] - spring(h) * p, gap = h->cells.f[i] + u - h->cells.approach;
    a->force += p;
    a->energy += p * u;
    a->max_pressure = fmax(a->max_pressure, p);
    a->contacts += p > 0;
    a->limited += p >= h->def.hardness;
    a->mean_gap += gap;
    if (p < h->def.hardness) ab_signorini_see(gap, p * area, a->signorini);
}

void ab_halfspace_measure(const ab_halfspace *h, ab_press_answer *answer) {
    const ab_grid *g = &h->def.grid;
    const double area = ab_grid_area(g);
    for (int64_t j = 0; j < g->ny; j++)
        for (int64_t i = 0; i < g->nx; i++) {
            answer->perimeter += edges(h, i, j);
            if (can_touch(h->cells.f[j * g->nx + i])) measure_cell(h, j * g->nx + i, area, answer);
        }
    answer->approach = h->cells.approach;
    answer->force *= area;
    answer->energy *= 0.5 * area;
    answer->mean_gap /= (double)h->touchable;
    answer->area = (double)answer->contacts * area;
}
