// The distance as a spline: quadratic B-splines of the samples along each axis. With u in -1/2 .. 1/2 from the nearest node,
//
//     d = sum d_ijk X_i Y_j Z_k,   X = ((1/2 - u)^2/2, 3/4 - u^2, (1/2 + u)^2/2)      over 3 x 3 x 3 nodes
//
// Its gradient is continuous, where that of a cell's interpolation jumps from cell to cell, so forces along it have no jumps. Planes
// are met exactly; edges are rounded as by interpolation: the weights are positive and their variance is h^2/4 along each axis, the
// most that interpolation in a cell has. So ab_sdf_free_way holds for it too.
#include "geom/sdf.h"

static int32_t brick_of(int32_t node) { return node < 0 ? -1 : node / AB_BRICK; }

// What a node has is a function of the node alone, whichever place asks.
static double node_value(const ab_sdf *sdf, ab_cell3 n) {
    const ab_cell3 b = {brick_of(n.x), brick_of(n.y), brick_of(n.z)};
    const int32_t block = sdf->code ? -1 : ab_sdf_block_of(sdf, b);
    if (block < 0) return ab_sdf_distance(sdf, ab_sdf_place(&sdf->grid, (ab_cell3){0, 0, 0}, n), NULL);
    const ab_cell3 s = {n.x - AB_BRICK * b.x, n.y - AB_BRICK * b.y, n.z - AB_BRICK * b.z};
    return (double)sdf->sample[(int64_t)block * AB_BLOCK + ab_sample_index(s)];
}

// Weights of the three nodes along one axis, and their derivatives.
typedef struct axis {
    int32_t node; // the middle one
    double weight[3], slope[3];
} axis;

// q in cells. Far outside of the grid the place does not matter, and must not overflow.
static axis axis_at(double q, int32_t bricks) {
    const double last = AB_BRICK * (double)bricks + 2;
    const double held = q > -2 ? (q < last ? q : last) : -2; // nan becomes -2
    const double node = floor(held + 0.5), u = held - node;
    return (axis){(int32_t)node,
                  {0.5 * (0.5 - u) * (0.5 - u), 0.75 - u * u, 0.5 * (0.5 + u) * (0.5 + u)},
                  {u - 0.5, -2 * u, u + 0.5}};
}

static void load_nodes(const ab_sdf *sdf, ab_cell3 low, double value[27]) {
    for (int i = 0; i < 27; i++)
        value[i] = node_value(sdf, (ab_cell3){low.x + i % 3, low.y + i / 3 % 3, low.z + i / 9});
}

// The 27 values around a node, x fastest: most often all of one block.
static void load_values(const ab_sdf *sdf, ab_cell3 n, double value[27]) {
    enum { Y = AB_BLOCK_EDGE, Z = AB_BLOCK_EDGE * AB_BLOCK_EDGE };
    const ab_cell3 low = {n.x - 1, n.y - 1, n.z - 1}, b = {brick_of(low.x), brick_of(low.y), brick_of(low.z)};
    const ab_cell3 s = {low.x - AB_BRICK * b.x, low.y - AB_BRICK * b.y, low.z - AB_BRICK * b.z};
    const int32_t block = sdf->code ? -1 : ab_sdf_block_of(sdf, b);
    if (block < 0 || s.x + 2 >= AB_BLOCK_EDGE || s.y + 2 >= AB_BLOCK_EDGE || s.z + 2 >= AB_BLOCK_EDGE) {
        load_nodes(sdf, low, value);
        return;
    }
    const float *sample = sdf->sample + (int64_t)block * AB_BLOCK + ab_sample_index(s);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) value[9 * k + 3 * j + i] = (double)sample[Z * k + Y * j + i];
}

double ab_sdf_smooth_distance(const ab_sdf *sdf, v3 p, v3 *gradient) {
    const ab_sdf_grid *g = &sdf->grid;
    const v3 q = v3_scale(1 / g->h, v3_sub(p, g->origin));
    const axis x = axis_at(q.x, g->bricks.x), y = axis_at(q.y, g->bricks.y), z = axis_at(q.z, g->bricks.z);
    double value[27], distance = 0;
    v3 slope = v3_zero();
    load_values(sdf, (ab_cell3){x.node, y.node, z.node}, value);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) {
            const double *v = value + 9 * k + 3 * j;
            const double along = x.weight[0] * v[0] + x.weight[1] * v[1] + x.weight[2] * v[2];
            const double rise = x.slope[0] * v[0] + x.slope[1] * v[1] + x.slope[2] * v[2];
            distance += y.weight[j] * z.weight[k] * along;
            slope = v3_add(slope, v3_make(y.weight[j] * z.weight[k] * rise, y.slope[j] * z.weight[k] * along,
                                          y.weight[j] * z.slope[k] * along));
        }
    *gradient = v3_scale(1 / g->h, slope);
    return distance;
}
