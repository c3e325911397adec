// Signed-distance field of a mesh: exact distances at the nodes of a sparse grid.
//
// The nodes are at origin + h (i, j, k). A brick is 8 x 8 x 8 cells. Bricks within `band` cells of the surface have a
// block of 9 x 9 x 9 samples; the outer samples are shared with the neighbours, so that a query reads one block. Other
// bricks use the coarse grid of brick corners.
//
// Distances are computed with the bounding volume hierarchy, so they are bitwise independent of the number of threads
// and the order of triangles.
#ifndef AB_GEOM_SDF_SDF_H
#define AB_GEOM_SDF_SDF_H

#include "geom/bvh/bvh.h"
#include "geom/mesh/repair.h"
#include "geom/bvh/winding.h"

enum {
    AB_BRICK_BITS = 3,
    AB_BRICK = 1 << AB_BRICK_BITS,       // cells along an edge of a brick
    AB_SDF_BLOCK_EDGE = 9,               // samples along an edge of a block
    AB_SDF_BLOCK = 9 * 9 * 9,            // samples of a block, x fastest
    AB_SAMPLES_SPARE = AB_SDF_BLOCK + 1, // padding: one more block, and one float read beyond the last row
    AB_BOUND_GRID = 2,                   // cells between nodes of the bound grid
};

// A brick without block lies entirely on one side of the surface.
typedef enum ab_brick_side { AB_BRICK_OUTSIDE = -1, AB_BRICK_INSIDE = -2 } ab_brick_side;

typedef struct ab_cell3 {
    int32_t x, y, z;
} ab_cell3;

typedef struct ab_sdf_grid {
    v3 origin;       // m
    double h;        // m
    ab_cell3 bricks; // along the axes
} ab_sdf_grid;

typedef struct ab_sdf {
    ab_sdf_grid grid;
    int32_t band;    // cells; every point of a brick without block is farther from the surface; 0 = unknown
    int32_t *block;  // index of each brick's block, -1 = none  (bricks, x fastest)
    ab_cell3 *brick; // of each block  (nblock)
    int64_t nblock;
    float *sample;  // m; NULL if `code` is set  (nblock AB_SDF_BLOCK + AB_SAMPLES_SPARE)
    int16_t *code;  // samples in units of `quantum`, or NULL  (nblock AB_SDF_BLOCK)
    double quantum; // m
    float *corner;  // m, at the corners of the bricks  ((bricks + 1) along each axis, x fastest)
    // Only after ab_sdf_make_bound_grid, which also fills the padding behind the last block with the band, for bricks
    // outside without block:
    float *bound_grid;  // clearance in cells around every AB_BOUND_GRID-th node  (x fastest)
    int32_t *beginning; // index of the first sample of each brick's block, or ab_brick_side  (bricks)
    ab_mesh mesh;       // repaired
    ab_bvh bvh;
    ab_winding winding;
    abut_sdf_report report;
} ab_sdf;

static inline int64_t ab_sdf_bricks(const ab_sdf_grid *g) { return (int64_t)g->bricks.x * g->bricks.y * g->bricks.z; }
static inline int64_t ab_sdf_corners(const ab_sdf_grid *g) {
    return ((int64_t)g->bricks.x + 1) * (g->bricks.y + 1) * (g->bricks.z + 1);
}
static inline int64_t ab_sdf_brick_index(const ab_sdf_grid *g, ab_cell3 b) {
    return ((int64_t)b.z * g->bricks.y + b.y) * g->bricks.x + b.x;
}
static inline int64_t ab_sdf_corner_index(const ab_sdf_grid *g, ab_cell3 c) {
    return ((int64_t)c.z * (g->bricks.y + 1) + c.y) * (g->bricks.x + 1) + c.x;
}
static inline ab_cell3 ab_sdf_corner_at(const ab_sdf_grid *g, int64_t index) {
    const int64_t nx = g->bricks.x + 1, ny = g->bricks.y + 1;
    return (ab_cell3){(int32_t)(index % nx), (int32_t)(index / nx % ny), (int32_t)(index / nx / ny)};
}
// Index of the block of a brick; -1 for bricks without block or outside the grid.
static inline int32_t ab_sdf_block_of(const ab_sdf *sdf, ab_cell3 b) {
    const ab_cell3 n = sdf->grid.bricks;
    const bool inside = b.x >= 0 && b.x < n.x && b.y >= 0 && b.y < n.y && b.z >= 0 && b.z < n.z;
    return inside ? sdf->block[ab_sdf_brick_index(&sdf->grid, b)] : -1;
}
static inline int ab_sample_index(ab_cell3 s) { return (s.z * AB_SDF_BLOCK_EDGE + s.y) * AB_SDF_BLOCK_EDGE + s.x; }
static inline ab_cell3 ab_sample_at(int index) {
    return (ab_cell3){index % AB_SDF_BLOCK_EDGE, index / AB_SDF_BLOCK_EDGE % AB_SDF_BLOCK_EDGE,
                      index / (AB_SDF_BLOCK_EDGE * AB_SDF_BLOCK_EDGE)};
}
// Position of sample s of a brick.
static inline v3 ab_sdf_place(const ab_sdf_grid *g, ab_cell3 brick, ab_cell3 s) {
    return v3_make(g->origin.x + g->h * (AB_BRICK * brick.x + s.x), g->origin.y + g->h * (AB_BRICK * brick.y + s.y),
                   g->origin.z + g->h * (AB_BRICK * brick.z + s.z));
}

// Position in cells from the origin.
static inline v3 ab_sdf_cells(const ab_sdf_grid *g, v3 p) { return v3_scale(1 / g->h, v3_sub(p, g->origin)); }

// Distance in cells of a position in cells from the grid; 0 inside the grid.
static inline double ab_sdf_beyond(const ab_sdf_grid *g, v3 q) {
    const v3 high = {AB_BRICK * g->bricks.x, AB_BRICK * g->bricks.y, AB_BRICK * g->bricks.z};
    return v3_norm(v3_sub(q, v3_max(v3_zero(), v3_min(q, high))));
}

static inline ab_cell3 ab_bound_grid_nodes(const ab_sdf_grid *g) {
    const int32_t per_brick = AB_BRICK / AB_BOUND_GRID;
    return (ab_cell3){per_brick * g->bricks.x + 1, per_brick * g->bricks.y + 1, per_brick * g->bricks.z + 1};
}

// Clearance: radius around a node with distance f within which no interpolated distance is negative, all in cells; not
// positive if unknown. The interpolated distance at x is a weighted mean of the distances f_k at the cell corners x_k,
// and f_k >= f - |x_k - node|, so
//     mean >= f - sqrt(mean |x_k - node|^2) >= f - sqrt(|x - node|^2 + 3/4).
// In bricks without block it has the sign of the exact distance, which is at least f - |x - node|.
static inline float ab_sdf_clearance(float f) {
    const float left = f * f - 0.75f;
    const float clearance = sqrtf(left > 0 ? left : 0); // branch-free, for vectorised loops
    return f > 0 ? clearance : -1;
}

// The block that owns a sample: a sample with a coordinate of 8 belongs to the next brick along that axis, any other to
// `block` itself. Returns -1 if that brick has no block.
int32_t ab_sdf_owner(const ab_sdf *sdf, int64_t block, ab_cell3 s, int *index_there);

// Cell size that the options give for this mesh, m.
double ab_sdf_cell(const ab_mesh *mesh, const abut_sdf_options *options);

abut_status ab_sdf_build(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                         ab_sdf *sdf);
void ab_sdf_free(ab_ctx *cx, ab_sdf *sdf);

// The steps of ab_sdf_build: unsigned distances into sample and corner, their signs, the audit.
abut_status ab_sdf_sample(ab_ctx *cx, ab_sdf *sdf);
abut_status ab_sdf_sign(ab_ctx *cx, ab_sdf *sdf);
abut_status ab_sdf_audit(ab_ctx *cx, ab_sdf *sdf);
// Adds the bound grid to a field with float samples, for point trees.
abut_status ab_sdf_make_bound_grid(ab_ctx *cx, ab_sdf *sdf);
// Copies the repair counts into the report.
void ab_sdf_report_repair(abut_sdf_report *report, const ab_repair *done);

// The interpolated distance; see abut.h.
double ab_sdf_distance(const ab_sdf *sdf, v3 p, v3 *gradient);
// The C1 spline of the distances (sdf_smooth.c), for points in the grid or near it.
double ab_sdf_smooth_distance(const ab_sdf *sdf, v3 p, v3 *gradient);
// The same for positions in cells; distances and gradients are in metres.
double ab_sdf_distance_at(const ab_sdf *sdf, v3 q, v3 *gradient);
double ab_sdf_smooth_distance_at(const ab_sdf *sdf, v3 q, v3 *gradient);
// Distance from the triangles (sdf_exact.c), INFINITY if the surface is farther than `within`; with the nearest point
// and the outward unit direction, which passes through that point. For a point on the surface the direction is the
// normal, at an edge or corner the mean of the adjacent faces' normals.
double ab_sdf_exact_distance(const ab_sdf *sdf, v3 p, double within, v3 *gradient, ab_closest *nearest);
// Nearest point of the surface and the exact signed distance, negative inside; the sign is always from the winding
// number.
ab_closest ab_sdf_closest(const ab_sdf *sdf, v3 p);

#endif
