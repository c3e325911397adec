// Heights of surfaces over a grid, and the gap between two bodies.
#include "elastic/surface.h"

#include "base/threads.h"

#define AB_SURFACE(name) extern const ab_surface_type ab_surface_##name;
#include "elastic/surfaces.def"
#undef AB_SURFACE

const ab_surface_type *const ab_surface_types[] = {
#define AB_SURFACE(name) &ab_surface_##name,
#include "elastic/surfaces.def"
#undef AB_SURFACE
};

typedef struct surface_rows {
    const ab_surface_type *type;
    const ab_surface_values *value;
    const ab_grid *grid;
    double *height;
} surface_rows;

// x from the position of the surface; on a periodic grid from the nearest of its images.
static double place(const surface_rows *r, int axis, int64_t i, int64_t n, double cell) {
    const ab_numbers *position = &r->value->list[r->type->position];
    const double at = r->type->position > 0 && position->n == 2 ? position->item[axis] : 0, size = (double)n * cell;
    const int64_t middle = n / 2; // a cell
    const double x = (r->type->on_cell ? (double)(i - middle) : (double)i + 0.5 - 0.5 * (double)n) * cell - at;
    return r->grid->periodic ? x - size * floor(x / size + 0.5) : x;
}

static void add_rows(void *arg, int64_t begin, int64_t end) {
    const surface_rows *r = arg;
    const ab_grid *g = r->grid;
    for (int64_t j = begin; j < end; j++)
        for (int64_t i = 0; i < g->nx; i++) {
            const double x = place(r, 0, i, g->nx, g->dx), y = place(r, 1, j, g->ny, g->dy);
            r->height[j * g->nx + i] += r->type->height(r->value, x, y);
        }
}

abut_status ab_surface_add(ab_ctx *cx, const ab_surface_type *type, const ab_surface_values *value, const ab_grid *grid,
                           double *height) {
    if (type->check) AB_TRY(type->check(cx, value, grid));
    if (type->add) return type->add(cx, value, grid, height);
    surface_rows r = {type, value, grid, height};
    ab_parallel_for(cx, grid->ny, 16, add_rows, &r);
    return ABUT_OK;
}

abut_status ab_surface_gap(ab_ctx *cx, const ab_grid *grid, double *height) {
    double highest = -INFINITY;
    for (int64_t i = 0; i < ab_grid_cells(grid); i++) {
        if (height[i] > highest) highest = height[i];
        if (isnan(height[i]) || height[i] == INFINITY)
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "the surface in row %lld, column %lld is not a number",
                           (long long)(i / grid->nx + 1), (long long)(i % grid->nx + 1));
    }
    if (highest == -INFINITY) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the indenter is nowhere above the grid");
    for (int64_t i = 0; i < ab_grid_cells(grid); i++)
        height[i] = height[i] == -INFINITY ? AB_NEVER_TOUCHES : highest - height[i];
    return ABUT_OK;
}
