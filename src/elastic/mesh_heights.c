// Heights of a mesh by one vertical ray for each cell.
#include "elastic/mesh_heights.h"

#include "base/work.h"
#include "geom/bvh/bvh.h"

#include <math.h>

typedef struct mesh_rays {
    const ab_bvh *bvh;
    const ab_grid *grid;
    double start, longest; // z of the origins; length of the rays, m
    double down;           // 1 = rays go down
    double *height;
} mesh_rays;

static void cast_rows(void *arg, int64_t begin, int64_t end) {
    const mesh_rays *r = arg;
    const ab_grid *g = r->grid;
    for (int64_t j = begin; j < end; j++)
        for (int64_t i = 0; i < g->nx; i++) {
            const v3 from = {((double)i + 0.5 - 0.5 * (double)g->nx) * g->dx,
                             ((double)j + 0.5 - 0.5 * (double)g->ny) * g->dy, r->start};
            const double t = ab_bvh_ray(r->bvh, from, v3_make(0, 0, -r->down), r->longest).t;
            r->height[j * g->nx + i] += r->down * r->start - t; // -infinity without a hit
        }
}

static abut_status cast_all(ab_ctx *cx, const ab_mesh *mesh, const ab_bvh *bvh, bool from_above, const ab_grid *grid,
                            double *height) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        low = fmin(low, mesh->vertex[i].z);
        high = fmax(high, mesh->vertex[i].z);
    }
    const double margin = 1e-3 * (high - low) + 1e-3 * grid->dx;
    mesh_rays r = {bvh,   grid, from_above ? high + margin : low - margin, high - low + 2 * margin, from_above ? 1 : -1,
                   height};
    AB_TRY(ab_parallel_uneven_work(cx, "heights of a mesh", grid->ny, cast_rows, &r));
    for (int64_t i = 0; i < ab_grid_cells(grid); i++)
        if (height[i] > -INFINITY) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "the mesh is nowhere above the grid: its origin stands in the middle of it");
}

abut_status ab_mesh_heights_add(ab_ctx *cx, const ab_mesh *mesh, bool from_above, const ab_grid *grid, double *height) {
    ab_bvh bvh = {0};
    AB_TRY(ab_bvh_build(cx, mesh, &bvh));
    const abut_status status = cast_all(cx, mesh, &bvh, from_above, grid, height);
    ab_bvh_free(cx, &bvh);
    return status;
}
