// Interpolated distance and gradient at one point.
#include "geom/sdf/sdf_cell.h"

static double clamp(double x, double max) {
    const double low = x > 0 ? x : 0; // nan becomes 0
    return low < max ? low : max;
}

static ab_cell cell_of(const double d[8], double per_edge, v3 at) {
    return (ab_cell){d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], per_edge, at};
}

// q: position in cells from the origin, inside `cell`.
static ab_cell fine_cell(const ab_sdf *sdf, int32_t block, ab_cell3 cell, v3 q, double per_h) {
    const v3 at = {q.x - cell.x, q.y - cell.y, q.z - cell.z};
    const ab_cell3 s = {cell.x % AB_BRICK, cell.y % AB_BRICK, cell.z % AB_BRICK};
    const int64_t first = (int64_t)block * AB_SDF_BLOCK + ab_sample_index(s);
    if (!sdf->code) return ab_cell_make(sdf->sample, (int32_t)first, at, per_h);
    double d[8];
    for (int k = 0; k < 8; k++)
        d[k] = sdf->quantum * sdf->code[first + ab_sample_index((ab_cell3){k & 1, k >> 1 & 1, k >> 2})];
    return cell_of(d, per_h, at);
}

static ab_cell coarse_cell(const ab_sdf *sdf, ab_cell3 brick, v3 q, double per_h) {
    const v3 at = {q.x / AB_BRICK - brick.x, q.y / AB_BRICK - brick.y, q.z / AB_BRICK - brick.z};
    double d[8];
    for (int k = 0; k < 8; k++) {
        const ab_cell3 corner = {brick.x + (k & 1), brick.y + (k >> 1 & 1), brick.z + (k >> 2)};
        d[k] = (double)sdf->corner[ab_sdf_corner_index(&sdf->grid, corner)];
    }
    return cell_of(d, per_h / AB_BRICK, at);
}

// q is inside the grid.
static ab_cell find_cell(const ab_sdf *sdf, v3 q, double per_h) {
    const ab_cell3 n = sdf->grid.bricks;
    const ab_cell3 cell = {ab_cell_of(q.x, n.x), ab_cell_of(q.y, n.y), ab_cell_of(q.z, n.z)};
    const ab_cell3 brick = {cell.x / AB_BRICK, cell.y / AB_BRICK, cell.z / AB_BRICK};
    const int32_t block = sdf->block[ab_sdf_brick_index(&sdf->grid, brick)];
    return block >= 0 ? fine_cell(sdf, block, cell, q, per_h) : coarse_cell(sdf, brick, q, per_h);
}

// Adds the distance from the grid for a point outside of it. The nearest point of the grid moves only along the axes on
// which p is within the grid.
static double add_outside(double inside, v3 beyond, v3 *gradient) {
    const double more = v3_norm(beyond);
    if (gradient)
        *gradient =
            v3_make(beyond.x != 0 ? beyond.x / more : gradient->x, beyond.y != 0 ? beyond.y / more : gradient->y,
                    beyond.z != 0 ? beyond.z / more : gradient->z);
    return inside + more;
}

double ab_sdf_distance(const ab_sdf *sdf, v3 p, v3 *gradient) {
    return ab_sdf_distance_at(sdf, ab_sdf_cells(&sdf->grid, p), gradient);
}

double ab_sdf_distance_at(const ab_sdf *sdf, v3 raw, v3 *gradient) {
    const ab_sdf_grid *g = &sdf->grid;
    const double per_h = 1 / g->h;
    const v3 q = v3_make(clamp(raw.x, AB_BRICK * g->bricks.x), clamp(raw.y, AB_BRICK * g->bricks.y),
                         clamp(raw.z, AB_BRICK * g->bricks.z));
    const ab_cell c = find_cell(sdf, q, per_h);
    const double inside = ab_cell_distance(c);
    if (gradient) *gradient = ab_cell_gradient(c);
    if (raw.x == q.x && raw.y == q.y && raw.z == q.z) return inside;
    return add_outside(inside, v3_scale(g->h, v3_sub(raw, q)), gradient);
}

ab_closest ab_sdf_closest(const ab_sdf *sdf, v3 p) {
    ab_closest c = ab_bvh_closest(&sdf->bvh, p, INFINITY);
    if (ab_winding_number(&sdf->winding, p) > 0.5) c.distance = -c.distance;
    return c;
}
