// Consistency check of a field: a distance field is 1-Lipschitz, so |f_i - f_j| <= l for every pair of neighbouring
// nodes. Every wrong sign farther than l/2 from the surface violates this at some edge.
#include "base/alloc.h"
#include "base/work.h"
#include "geom/sdf/sdf.h"

// Tolerance for the rounding of two floats.
#define ALLOWED 1.0001

typedef struct sdf_audit_finding {
    int64_t edges, violations;
    double worst; // |f_i - f_j| / h
    v3 place;
} sdf_audit_finding;

typedef struct audit {
    const ab_sdf *sdf;
    sdf_audit_finding *block; // (nblock)
} audit;

static void look(sdf_audit_finding *f, double change, double length, double h, v3 place) {
    f->edges++;
    if (change <= ALLOWED * length) return;
    f->violations++;
    if (change / h <= f->worst) return;
    f->worst = change / h;
    f->place = place;
}

// Grid edges that start at a sample owned by the block, or at a sample that no block owns.
static void audit_blocks(void *arg, int64_t begin, int64_t end) {
    audit *a = arg;
    const double h = a->sdf->grid.h;
    const int step[3] = {1, AB_SDF_BLOCK_EDGE, AB_SDF_BLOCK_EDGE * AB_SDF_BLOCK_EDGE};
    for (int64_t b = begin; b < end; b++) {
        const float *f = a->sdf->sample + b * AB_SDF_BLOCK;
        for (int i = 0; i < AB_SDF_BLOCK; i++) {
            const ab_cell3 s = ab_sample_at(i);
            const int32_t at[3] = {s.x, s.y, s.z};
            int there;
            const int32_t owner = ab_sdf_owner(a->sdf, b, s, &there);
            if (owner >= 0 && owner != b) continue;
            for (int axis = 0; axis < 3; axis++)
                if (at[axis] < AB_BRICK)
                    look(&a->block[b], fabs((double)f[i + step[axis]] - (double)f[i]), h, h,
                         ab_sdf_place(&a->sdf->grid, a->sdf->brick[b], s));
        }
    }
}

static sdf_audit_finding audit_corners(const ab_sdf *sdf) {
    const ab_sdf_grid *g = &sdf->grid;
    const int64_t step[3] = {1, g->bricks.x + 1, (int64_t)(g->bricks.x + 1) * (g->bricks.y + 1)};
    sdf_audit_finding found = {0};
    for (int64_t i = 0; i < ab_sdf_corners(g); i++) {
        const ab_cell3 at = ab_sdf_corner_at(g, i);
        const bool more[3] = {at.x < g->bricks.x, at.y < g->bricks.y, at.z < g->bricks.z};
        for (int axis = 0; axis < 3; axis++)
            if (more[axis])
                look(&found, fabs((double)sdf->corner[i + step[axis]] - (double)sdf->corner[i]), AB_BRICK * g->h, g->h,
                     ab_sdf_place(g, at, (ab_cell3){0, 0, 0}));
    }
    return found;
}

static void add(abut_sdf_report *r, const sdf_audit_finding *f) {
    r->edges += f->edges;
    r->violations += f->violations;
    if (f->worst <= r->worst_violation) return;
    r->worst_violation = f->worst;
    r->worst_place = f->place;
}

abut_status ab_sdf_audit(ab_ctx *cx, ab_sdf *sdf) {
    audit a = {.sdf = sdf};
    AB_TRY(AB_ALLOC(cx, &a.block, sdf->nblock));
    const abut_status status = ab_parallel_uneven_work(cx, "audit", sdf->nblock, audit_blocks, &a);
    for (int64_t b = 0; b < sdf->nblock; b++) add(&sdf->report, &a.block[b]);
    const sdf_audit_finding corners = audit_corners(sdf);
    add(&sdf->report, &corners);
    ab_free(cx, a.block);
    return status;
}
