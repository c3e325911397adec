// Queries. In a cell of edge l with values d_ijk at its corners and (x, y, z) in 0 .. 1 within it,
//
//     d = sum d_ijk X_i Y_j Z_k,   X_0 = 1 - x, X_1 = x, ...      [zhang2024, eq. 5]
//
// and the gradient is the exact one of this polynomial, not a unit vector: a force along it is conservative.
#include "geom/sdf.h"

typedef struct cell {
    double d[8];     // at the corners, x fastest, m
    double per_edge; // 1/m
    v3 at;           // in the cell, 0 .. 1
} cell;

static double between(double a, double b, double t) { return a + t * (b - a); }

static double interpolate(const cell *c, v3 *gradient) {
    const double *d = c->d;
    const double x00 = between(d[0], d[1], c->at.x), x10 = between(d[2], d[3], c->at.x);
    const double x01 = between(d[4], d[5], c->at.x), x11 = between(d[6], d[7], c->at.x);
    const double y0 = between(x00, x10, c->at.y), y1 = between(x01, x11, c->at.y);
    if (gradient) {
        const double along0 = between(d[1] - d[0], d[3] - d[2], c->at.y);
        const double along1 = between(d[5] - d[4], d[7] - d[6], c->at.y);
        const v3 change =
            v3_make(between(along0, along1, c->at.z), between(x10 - x00, x11 - x01, c->at.z), y1 - y0);
        *gradient = v3_scale(c->per_edge, change);
    }
    return between(y0, y1, c->at.z);
}

static double clamp(double x, double most) {
    const double low = x > 0 ? x : 0; // nan becomes 0
    return low < most ? low : most;
}

// The cell along one axis that holds q >= 0, of n, and the place in it; the upper end belongs to the last.
static int32_t split(double q, int32_t n, double *within) {
    const int32_t whole = (int32_t)q < n ? (int32_t)q : n - 1;
    *within = q - whole;
    return whole;
}

// Corner k of a cell, x fastest, counted from the first in a block.
static int corner_step(int k) { return ab_sample_index((ab_cell3){k & 1, k >> 1 & 1, k >> 2}); }

// q: place in cells from the origin.
static cell fine_cell(const ab_sdf *sdf, int32_t block, ab_cell3 brick, v3 q, double per_h) {
    cell c = {.per_edge = per_h};
    const ab_cell3 s = {split(q.x - AB_BRICK * brick.x, AB_BRICK, &c.at.x),
                        split(q.y - AB_BRICK * brick.y, AB_BRICK, &c.at.y),
                        split(q.z - AB_BRICK * brick.z, AB_BRICK, &c.at.z)};
    const int64_t first = (int64_t)block * AB_BLOCK + ab_sample_index(s);
    if (sdf->code)
        for (int k = 0; k < 8; k++) c.d[k] = sdf->quantum * sdf->code[first + corner_step(k)];
    else
        for (int k = 0; k < 8; k++) c.d[k] = (double)sdf->sample[first + corner_step(k)];
    return c;
}

static cell coarse_cell(const ab_sdf *sdf, ab_cell3 brick, v3 at, double per_h) {
    cell c = {.per_edge = per_h / AB_BRICK, .at = at};
    for (int k = 0; k < 8; k++) {
        const ab_cell3 corner = {brick.x + (k & 1), brick.y + (k >> 1 & 1), brick.z + (k >> 2)};
        c.d[k] = (double)sdf->corner[ab_sdf_corner_index(&sdf->grid, corner)];
    }
    return c;
}

// q lies in the grid.
static cell find_cell(const ab_sdf *sdf, v3 q, double per_h) {
    const ab_cell3 n = sdf->grid.bricks;
    v3 at;
    const ab_cell3 brick = {split(q.x / AB_BRICK, n.x, &at.x), split(q.y / AB_BRICK, n.y, &at.y),
                            split(q.z / AB_BRICK, n.z, &at.z)};
    const int32_t block = sdf->block[ab_sdf_brick_index(&sdf->grid, brick)];
    return block >= 0 ? fine_cell(sdf, block, brick, q, per_h) : coarse_cell(sdf, brick, at, per_h);
}

// The nearest point of the grid moves only along the axes on which p is not outside.
static double add_outside(double inside, v3 beyond, v3 *gradient) {
    const double more = v3_norm(beyond);
    if (gradient)
        *gradient = v3_make(beyond.x != 0 ? beyond.x / more : gradient->x,
                            beyond.y != 0 ? beyond.y / more : gradient->y,
                            beyond.z != 0 ? beyond.z / more : gradient->z);
    return inside + more;
}

double ab_sdf_distance(const ab_sdf *sdf, v3 p, v3 *gradient) {
    const ab_sdf_grid *g = &sdf->grid;
    const double per_h = 1 / g->h;
    const v3 raw = v3_scale(per_h, v3_sub(p, g->origin));
    const v3 q = v3_make(clamp(raw.x, AB_BRICK * g->bricks.x), clamp(raw.y, AB_BRICK * g->bricks.y),
                         clamp(raw.z, AB_BRICK * g->bricks.z));
    const cell c = find_cell(sdf, q, per_h);
    const double inside = interpolate(&c, gradient);
    if (raw.x == q.x && raw.y == q.y && raw.z == q.z) return inside;
    return add_outside(inside, v3_scale(g->h, v3_sub(raw, q)), gradient);
}

ab_closest ab_sdf_closest(const ab_sdf *sdf, v3 p) {
    ab_closest c = ab_bvh_closest(&sdf->bvh, p, INFINITY);
    if (ab_winding_number(&sdf->winding, p) > 0.5) c.distance = -c.distance;
    return c;
}
