// Builds and interpolates the dense reference field. Distances are computed layer by layer; nodes not separated by the
// surface form a set, and the winding number of one node gives the sign of the set.
#include "geom/sdf/sdf_dense.h"

#include "base/alloc.h"
#include "base/work.h"
#include "base/union_find.h"
#include "math/whole.h"

typedef struct sdf_dense_work {
    ab_dense *dense;
    const ab_bvh *bvh;
    const ab_winding *winding;
    int32_t *parent; // union-find of nodes on the same side of the surface  (nodes)
    int32_t *chosen; // at a root: the node that decides the sign of the set, the root itself or a deeper one  (nodes)
} sdf_dense_work;

static int64_t node_count(const ab_dense *d) { return (int64_t)d->nodes.x * d->nodes.y * d->nodes.z; }

static v3 node_place(const ab_dense *d, int64_t i) {
    const int64_t x = i % d->nodes.x, y = i / d->nodes.x % d->nodes.y, z = i / d->nodes.x / d->nodes.y;
    return v3_make(d->origin.x + d->h * (double)x, d->origin.y + d->h * (double)y, d->origin.z + d->h * (double)z);
}

// Node k of the 2 x 2 x 2 that begin at (x, y, z), clamped to the grid.
static int64_t packet_node(const ab_dense *d, int64_t x, int64_t y, int64_t z, int k) {
    const int64_t i = x + (k & 1) < d->nodes.x ? x + (k & 1) : x;
    const int64_t j = y + (k >> 1 & 1) < d->nodes.y ? y + (k >> 1 & 1) : y;
    const int64_t l = z + (k >> 2) < d->nodes.z ? z + (k >> 2) : z;
    return (l * d->nodes.y + j) * d->nodes.x + i;
}

static void measure(sdf_dense_work *w, ab_packet *packet, int64_t x, int64_t y, int64_t z) {
    int64_t node[AB_LANES];
    for (int k = 0; k < AB_LANES; k++) {
        node[k] = packet_node(w->dense, x, y, z, k);
        const v3 place = node_place(w->dense, node[k]);
        packet->x[k] = place.x;
        packet->y[k] = place.y;
        packet->z[k] = place.z;
    }
    ab_bvh_closest8(w->bvh, packet);
    for (int k = 0; k < AB_LANES; k++) w->dense->value[node[k]] = (float)sqrt(packet->distance2[k]);
}

// Pairs of layers, rows in alternating direction, so that the last nearest triangle stays a good initial guess.
static void measure_layers(void *arg, int64_t begin, int64_t end) {
    sdf_dense_work *w = arg;
    const int64_t across = (w->dense->nodes.x + 1) / 2;
    for (int64_t layer = begin; layer < end; layer++) {
        ab_packet packet = {.leaf = -1};
        for (int64_t y = 0; y < w->dense->nodes.y; y += 2)
            for (int64_t i = 0; i < across; i++)
                measure(w, &packet, 2 * (y % 4 == 0 ? i : across - 1 - i), y, 2 * layer);
    }
}

// Joins neighbours with d_i + d_j > h: the surface cannot pass between them.
static void join(sdf_dense_work *w) {
    const ab_dense *d = w->dense;
    const int64_t step[3] = {1, d->nodes.x, (int64_t)d->nodes.x * d->nodes.y};
    const float apart = (float)(1.00001 * d->h);
    ab_union_find_start(w->parent, node_count(d));
    for (int64_t i = 0; i < node_count(d); i++) {
        const bool more[3] = {i % d->nodes.x + 1 < d->nodes.x, i / d->nodes.x % d->nodes.y + 1 < d->nodes.y,
                              i + step[2] < node_count(d)};
        for (int axis = 0; axis < 3; axis++)
            if (more[axis] && d->value[i] + d->value[i + step[axis]] > apart)
                ab_union_find_join(w->parent, (int32_t)i, (int32_t)(i + step[axis]));
    }
}

static void choose(sdf_dense_work *w) {
    for (int64_t i = 0; i < node_count(w->dense); i++) {
        const int32_t root = ab_union_find_root(w->parent, (int32_t)i);
        if (root == i) w->chosen[i] = root;
        if (w->dense->value[i] > w->dense->value[w->chosen[root]]) w->chosen[root] = (int32_t)i;
    }
}

// Sets `chosen` of a root to 1 inside and 0 outside.
static void decide(void *arg, int64_t begin, int64_t end) {
    sdf_dense_work *w = arg;
    for (int64_t i = begin; i < end; i++)
        if (w->parent[i] == i) w->chosen[i] = ab_winding_number(w->winding, node_place(w->dense, w->chosen[i])) > 0.5;
}

static void set_signs(void *arg, int64_t begin, int64_t end) {
    sdf_dense_work *w = arg;
    for (int64_t i = begin; i < end; i++)
        if (w->chosen[ab_union_find_root_shared(w->parent, (int32_t)i)]) w->dense->value[i] = -w->dense->value[i];
}

static abut_status build(ab_ctx *cx, sdf_dense_work *w) {
    const int64_t n = node_count(w->dense);
    AB_TRY(AB_ALLOC(cx, &w->dense->value, n));
    AB_TRY(AB_ALLOC(cx, &w->parent, n));
    AB_TRY(AB_ALLOC(cx, &w->chosen, n));
    AB_TRY(ab_parallel_uneven_work(cx, "distances", (w->dense->nodes.z + 1) / 2, measure_layers, w));
    join(w);
    choose(w);
    AB_TRY(ab_parallel_work(cx, "sides", n, 4096, decide, w));
    return ab_parallel_work(cx, "signs", n, 4096, set_signs, w);
}

abut_status ab_dense_build(ab_ctx *cx, const ab_bvh *bvh, const ab_winding *winding, v3 origin, double h,
                           ab_cell3 nodes, ab_dense *dense) {
    *dense = (ab_dense){origin, h, nodes, NULL};
    if (nodes.x < 2 || nodes.y < 2 || nodes.z < 2 || (double)nodes.x * nodes.y * nodes.z > INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "a dense field has 2 nodes along each axis and 2^31 - 1 in all at most");
    sdf_dense_work w = {.dense = dense, .bvh = bvh, .winding = winding};
    const abut_status status = build(cx, &w);
    ab_free(cx, w.parent);
    ab_free(cx, w.chosen);
    if (status != ABUT_OK) ab_dense_free(cx, dense);
    return status;
}

void ab_dense_free(ab_ctx *cx, ab_dense *dense) {
    ab_free(cx, dense->value);
    *dense = (ab_dense){0};
}

// Cell index along one axis and the position within the cell: eq. 3 and 4.
static int32_t find_cell(double x, double low, double h, int32_t nodes, double *within) {
    const double whole = floor((x - low) / h);
    const int32_t i = (int32_t)ab_whole(whole, 0, nodes - 2);
    *within = (x - (low + h * i)) / h;
    return i;
}

// Eq. 5; the gradient replaces one of the three weights by its derivative and is normalised by eq. 6.
double ab_dense_distance(const ab_dense *d, v3 p, v3 *normal) {
    v3 at;
    const int64_t x = find_cell(p.x, d->origin.x, d->h, d->nodes.x, &at.x);
    const int64_t y = find_cell(p.y, d->origin.y, d->h, d->nodes.y, &at.y);
    const int64_t z = find_cell(p.z, d->origin.z, d->h, d->nodes.z, &at.z);
    double distance = 0;
    v3 gradient = v3_zero();
    for (int n = 0; n < 8; n++) {
        const int i = n & 1, j = n >> 1 & 1, k = n >> 2;
        const double value = (double)d->value[((z + k) * d->nodes.y + y + j) * d->nodes.x + x + i];
        const v3 weight = v3_make(i ? at.x : 1 - at.x, j ? at.y : 1 - at.y, k ? at.z : 1 - at.z);
        distance += value * weight.x * weight.y * weight.z;
        const v3 slope = v3_make((i ? 1 : -1) * weight.y * weight.z, weight.x * (j ? 1 : -1) * weight.z,
                                 weight.x * weight.y * (k ? 1 : -1));
        gradient = v3_add_scaled(gradient, value / d->h, slope);
    }
    *normal = v3_unit(gradient);
    return distance;
}
