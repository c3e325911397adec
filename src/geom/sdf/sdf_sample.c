// Unsigned distances of the samples. Each block computes the 8 x 8 x 8 samples it owns in packets of eight along a
// space-filling curve, so that the last nearest triangles are a good initial guess. Samples on the upper sides are then
// copied from the blocks that own them; samples without owner are computed by every block that has them, with the same
// result.
#include "base/alloc.h"
#include "base/work.h"
#include "geom/sdf/sdf.h"

// Collects positions until a packet of eight is full.
typedef struct queue {
    ab_packet packet;
    float *to[AB_LANES];
    int size;
} queue;

static void measure(const ab_sdf *sdf, queue *q) {
    if (q->size == 0) return;
    for (int k = q->size; k < AB_LANES; k++) {
        q->packet.x[k] = q->packet.x[0];
        q->packet.y[k] = q->packet.y[0];
        q->packet.z[k] = q->packet.z[0];
    }
    ab_bvh_closest8(&sdf->bvh, &q->packet);
    for (int k = 0; k < q->size; k++) *q->to[k] = (float)sqrt(q->packet.distance2[k]);
    q->size = 0;
}

static void add(const ab_sdf *sdf, queue *q, v3 place, float *to) {
    q->packet.x[q->size] = place.x;
    q->packet.y[q->size] = place.y;
    q->packet.z[q->size] = place.z;
    q->to[q->size++] = to;
    if (q->size == AB_LANES) measure(sdf, q);
}

// Every third bit of i, from `bit`: a coordinate of the i-th point of the Morton curve.
static int curve(int i, int bit) { return (i >> bit & 1) | (i >> (bit + 3) & 1) << 1 | (i >> (bit + 6) & 1) << 2; }

static void sample_own(void *arg, int64_t begin, int64_t end) {
    ab_sdf *sdf = arg;
    for (int64_t b = begin; b < end; b++) {
        queue q = {.packet.leaf = -1};
        float *sample = sdf->sample + b * AB_SDF_BLOCK;
        for (int i = 0; i < AB_BRICK * AB_BRICK * AB_BRICK; i++) {
            const ab_cell3 s = {curve(i, 0), curve(i, 1), curve(i, 2)};
            add(sdf, &q, ab_sdf_place(&sdf->grid, sdf->brick[b], s), &sample[ab_sample_index(s)]);
        }
    }
}

static void sample_upper(void *arg, int64_t begin, int64_t end) {
    ab_sdf *sdf = arg;
    for (int64_t b = begin; b < end; b++) {
        queue q = {.packet.leaf = -1};
        float *sample = sdf->sample + b * AB_SDF_BLOCK;
        for (int i = 0; i < AB_SDF_BLOCK; i++) {
            const ab_cell3 s = ab_sample_at(i);
            int there;
            const int32_t owner = ab_sdf_owner(sdf, b, s, &there);
            if (owner == b) continue;
            if (owner >= 0)
                sample[i] = sdf->sample[(int64_t)owner * AB_SDF_BLOCK + there];
            else
                add(sdf, &q, ab_sdf_place(&sdf->grid, sdf->brick[b], s), &sample[i]);
        }
        measure(sdf, &q);
    }
}

// The sample at a brick corner, NULL if none of the adjacent bricks has a block.
static const float *sample_at_corner(const ab_sdf *sdf, ab_cell3 corner) {
    for (int k = 0; k < 8; k++) {
        const ab_cell3 step = {k & 1, k >> 1 & 1, k >> 2};
        const int32_t block = ab_sdf_block_of(sdf, (ab_cell3){corner.x - step.x, corner.y - step.y, corner.z - step.z});
        const ab_cell3 s = {AB_BRICK * step.x, AB_BRICK * step.y, AB_BRICK * step.z};
        if (block >= 0) return &sdf->sample[(int64_t)block * AB_SDF_BLOCK + ab_sample_index(s)];
    }
    return NULL;
}

// Parallel loop over rows of corners.
static void sample_corners(void *arg, int64_t begin, int64_t end) {
    ab_sdf *sdf = arg;
    const int64_t length = sdf->grid.bricks.x + 1;
    for (int64_t row = begin; row < end; row++) {
        queue q = {.packet.leaf = -1};
        for (int64_t i = row * length; i < (row + 1) * length; i++) {
            const ab_cell3 at = ab_sdf_corner_at(&sdf->grid, i);
            const float *known = sample_at_corner(sdf, at);
            if (known)
                sdf->corner[i] = *known;
            else
                add(sdf, &q, ab_sdf_place(&sdf->grid, at, (ab_cell3){0, 0, 0}), &sdf->corner[i]);
        }
        measure(sdf, &q);
    }
}

abut_status ab_sdf_sample(ab_ctx *cx, ab_sdf *sdf) {
    const int64_t rows = (int64_t)(sdf->grid.bricks.y + 1) * (sdf->grid.bricks.z + 1);
    AB_TRY(ab_parallel_uneven_work(cx, "distances", sdf->nblock, sample_own, sdf));
    AB_TRY(ab_parallel_uneven_work(cx, "distances on borders", sdf->nblock, sample_upper, sdf));
    return ab_parallel_uneven_work(cx, "distances far away", rows, sample_corners, sdf);
}

// ------------------------------------------------------------------------------------------------------ bound grid

typedef struct bound_row {
    ab_cell3 node; // first node of the row
    int32_t nodes;
    float *value;
} bound_row;

static bound_row row_at(const ab_sdf *sdf, int64_t row) {
    const ab_cell3 n = ab_bound_grid_nodes(&sdf->grid);
    return (bound_row){{0, (int32_t)(row % n.y), (int32_t)(row / n.y)}, n.x, sdf->bound_grid + row * n.x};
}

static int32_t brick_along(int32_t node, int32_t bricks) {
    const int32_t brick = AB_BOUND_GRID * node / AB_BRICK;
    return brick < bricks ? brick : bricks - 1;
}

// The brick that contains a bound-grid node, and the index of its sample there.
static ab_cell3 bound_brick(const ab_sdf_grid *g, ab_cell3 node, ab_cell3 *s) {
    const ab_cell3 b = {brick_along(node.x, g->bricks.x), brick_along(node.y, g->bricks.y),
                        brick_along(node.z, g->bricks.z)};
    *s = (ab_cell3){AB_BOUND_GRID * node.x - AB_BRICK * b.x, AB_BOUND_GRID * node.y - AB_BRICK * b.y,
                    AB_BOUND_GRID * node.z - AB_BRICK * b.z};
    return b;
}

static void bound_distances(const ab_sdf *sdf, bound_row r) {
    queue q = {.packet.leaf = -1};
    for (ab_cell3 node = r.node; node.x < r.nodes; node.x++) {
        ab_cell3 s;
        const ab_cell3 brick = bound_brick(&sdf->grid, node, &s);
        const int32_t block = ab_sdf_block_of(sdf, brick);
        if (block >= 0)
            r.value[node.x] = sdf->sample[(int64_t)block * AB_SDF_BLOCK + ab_sample_index(s)];
        else
            add(sdf, &q, ab_sdf_place(&sdf->grid, brick, s), &r.value[node.x]);
    }
    measure(sdf, &q);
}

// The surface does not intersect a brick without block, so its corners give the sign of the whole brick.
static void bound_rows(void *arg, int64_t begin, int64_t end) {
    const ab_sdf *sdf = arg;
    for (int64_t row = begin; row < end; row++) {
        const bound_row r = row_at(sdf, row);
        bound_distances(sdf, r);
        for (ab_cell3 node = r.node; node.x < r.nodes; node.x++) {
            ab_cell3 s;
            const ab_cell3 brick = bound_brick(&sdf->grid, node, &s);
            const bool coarse = ab_sdf_block_of(sdf, brick) < 0;
            const float corner = sdf->corner[ab_sdf_corner_index(&sdf->grid, brick)];
            const float distance = coarse && corner < 0 ? -r.value[node.x] : r.value[node.x];
            r.value[node.x] = ab_sdf_clearance((float)((double)distance / sdf->grid.h));
        }
    }
}

static void find_beginnings(ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    ab_cell3 b;
    for (b.z = 0; b.z < n.z; b.z++)
        for (b.y = 0; b.y < n.y; b.y++)
            for (b.x = 0; b.x < n.x; b.x++) {
                const int64_t i = ab_sdf_brick_index(&sdf->grid, b);
                const bool inside = sdf->corner[ab_sdf_corner_index(&sdf->grid, b)] < 0;
                const int32_t none = inside ? AB_BRICK_INSIDE : AB_BRICK_OUTSIDE;
                sdf->beginning[i] = sdf->block[i] >= 0 ? AB_SDF_BLOCK * sdf->block[i] : none;
            }
}

static void fill_outside(ab_sdf *sdf) {
    float *spare = sdf->sample + sdf->nblock * AB_SDF_BLOCK;
    for (int i = 0; i < AB_SAMPLES_SPARE; i++) spare[i] = (float)(sdf->band * sdf->grid.h);
}

abut_status ab_sdf_make_bound_grid(ab_ctx *cx, ab_sdf *sdf) {
    const ab_cell3 n = ab_bound_grid_nodes(&sdf->grid);
    AB_TRY(AB_ALLOC(cx, &sdf->beginning, ab_sdf_bricks(&sdf->grid)));
    find_beginnings(sdf);
    fill_outside(sdf);
    AB_TRY(AB_ALLOC(cx, &sdf->bound_grid, (int64_t)n.x * n.y * n.z));
    return ab_parallel_uneven_work(cx, "bound grid", (int64_t)n.y * n.z, bound_rows, sdf);
}
