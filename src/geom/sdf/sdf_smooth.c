// C1 distance: tensor product of quadratic B-splines of the samples. With u in -1/2 .. 1/2 from the nearest node,
//
//     d = sum d_ijk X_i Y_j Z_k,   X = ((1/2 - u)^2/2, 3/4 - u^2, (1/2 + u)^2/2)      over 3 x 3 x 3 nodes
//
// The gradient is continuous, unlike that of trilinear interpolation, so forces along it have no jumps. Planes are
// reproduced exactly; edges are rounded as by trilinear interpolation: the weights are positive and their variance
// along each axis is h^2/4, the maximum of trilinear interpolation. So ab_sdf_clearance holds for the spline too if all
// nodes have samples.
//
// A node without sample is farther than the band from the surface, and so is the value interpolated there from the
// brick corners. If such a node k is outside, the others have at least band - |x_j - x_k|; with |x - x_k| <= sqrt(27)/2
// for all x whose stencil contains k,
//
//     d(x) >= band - sqrt(|x - x_k|^2 + 3/4) >= 3 - sqrt(7.5) > 0.26,   in cells, with a band of 3
//
// and inside at most -0.26: d has the sign of the exact distance, whatever the values of those nodes. Nodes beyond the
// grid, which has a margin of band + 1, are equally far outside.
//
// point_spline_lanes.h is the vectorised form, with the same bits where d is negative.
#include "geom/sdf/sdf.h"

static int32_t brick_of(int32_t node) { return node < 0 ? -1 : node / AB_BRICK; }

// The sample at a node from any block that has it, or NULL. A node on a brick boundary may also be in the lower brick.
static const float *find_sample(const ab_sdf *sdf, ab_cell3 n) {
    const int lower = (n.x % AB_BRICK == 0) | (n.y % AB_BRICK == 0) << 1 | (n.z % AB_BRICK == 0) << 2;
    for (int k = 0; k < 8; k++) {
        if (k & ~lower) continue;
        const ab_cell3 b = {brick_of(n.x) - (k & 1), brick_of(n.y) - (k >> 1 & 1), brick_of(n.z) - (k >> 2)};
        const int32_t block = ab_sdf_block_of(sdf, b);
        const ab_cell3 s = {n.x - AB_BRICK * b.x, n.y - AB_BRICK * b.y, n.z - AB_BRICK * b.z};
        if (block >= 0) return sdf->sample + (int64_t)block * AB_SDF_BLOCK + ab_sample_index(s);
    }
    return NULL;
}

// Value at a node; independent of the position at which the spline is evaluated.
static double node_value(const ab_sdf *sdf, ab_cell3 n) {
    const float *sample = sdf->code ? NULL : find_sample(sdf, n);
    return sample ? (double)*sample : ab_sdf_distance(sdf, ab_sdf_place(&sdf->grid, (ab_cell3){0, 0, 0}, n), NULL);
}

static void load_nodes(const ab_sdf *sdf, ab_cell3 low, double value[27]) {
    for (int i = 0; i < 27; i++)
        value[i] = node_value(sdf, (ab_cell3){low.x + i % 3, low.y + i / 3 % 3, low.z + i / 9});
}

// The 27 values around a node, x fastest; usually all in one block.
static void load_values(const ab_sdf *sdf, ab_cell3 n, double value[27]) {
    enum { Y = AB_SDF_BLOCK_EDGE, Z = AB_SDF_BLOCK_EDGE * AB_SDF_BLOCK_EDGE };
    const ab_cell3 low = {n.x - 1, n.y - 1, n.z - 1}, b = {brick_of(low.x), brick_of(low.y), brick_of(low.z)};
    const ab_cell3 s = {low.x - AB_BRICK * b.x, low.y - AB_BRICK * b.y, low.z - AB_BRICK * b.z};
    const int32_t block = sdf->code ? -1 : ab_sdf_block_of(sdf, b);
    if (block < 0 || s.x + 2 >= AB_SDF_BLOCK_EDGE || s.y + 2 >= AB_SDF_BLOCK_EDGE || s.z + 2 >= AB_SDF_BLOCK_EDGE) {
        load_nodes(sdf, low, value);
        return;
    }
    const float *sample = sdf->sample + (int64_t)block * AB_SDF_BLOCK + ab_sample_index(s);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) value[9 * k + 3 * j + i] = (double)sample[Z * k + Y * j + i];
}

// Stencil along one axis: offsets from the midpoints between the three nodes, and the weights of the outer two.
typedef struct axis {
    int32_t node; // middle node
    double left, right, first, last;
} axis;

// q in cells, clamped so that positions far outside the grid do not overflow.
static axis axis_at(double q, int32_t bricks) {
    const double end = AB_BRICK * (double)bricks + 2;
    const double held = q > -2 ? (q < end ? q : end) : -2; // nan becomes -2
    const double node = floor(held + 0.5), u = held - node, left = 0.5 - u, right = 0.5 + u;
    return (axis){(int32_t)node, left, right, 0.5 * left * left, 0.5 * right * right};
}

// Spline and its derivative along one axis, from differences of neighbours: the weights add up to 1.
static double mean(const axis *a, double x, double y, double z) { return y + (a->last * (z - y) - a->first * (y - x)); }
static double slope(const axis *a, double x, double y, double z) { return a->left * (y - x) + a->right * (z - y); }

double ab_sdf_smooth_distance(const ab_sdf *sdf, v3 p, v3 *gradient) {
    return ab_sdf_smooth_distance_at(sdf, ab_sdf_cells(&sdf->grid, p), gradient);
}

double ab_sdf_smooth_distance_at(const ab_sdf *sdf, v3 q, v3 *gradient) {
    const ab_sdf_grid *g = &sdf->grid;
    const double per_h = 1 / g->h;
    const axis x = axis_at(q.x, g->bricks.x), y = axis_at(q.y, g->bricks.y), z = axis_at(q.z, g->bricks.z);
    double value[27], row[9], row_x[9], layer[3], layer_x[3], layer_y[3];
    load_values(sdf, (ab_cell3){x.node, y.node, z.node}, value);
    for (int i = 0; i < 9; i++) {
        const double *v = value + 3 * i;
        row[i] = mean(&x, v[0], v[1], v[2]);
        row_x[i] = slope(&x, v[0], v[1], v[2]);
    }
    for (int i = 0; i < 3; i++) {
        const double *r = row + 3 * i, *r_x = row_x + 3 * i;
        layer[i] = mean(&y, r[0], r[1], r[2]);
        layer_y[i] = slope(&y, r[0], r[1], r[2]);
        layer_x[i] = mean(&y, r_x[0], r_x[1], r_x[2]);
    }
    *gradient =
        v3_make(per_h * mean(&z, layer_x[0], layer_x[1], layer_x[2]),
                per_h * mean(&z, layer_y[0], layer_y[1], layer_y[2]), per_h * slope(&z, layer[0], layer[1], layer[2]));
    return mean(&z, layer[0], layer[1], layer[2]);
}
