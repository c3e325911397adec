// Vectorised traversal of a point tree for one register width; each point_walk_w*.c includes this file once and names
// the kernel.
//
// Nodes are culled in floats, in cells of the target's grid; nodes nearer than the bound of round-off are kept. The
// points of the remaining leaves are tested in doubles, eight at a time.
//
// The run time is dominated by the latency of dependent loads. Nodes and leaves are therefore processed in batches,
// with one short loop per stage, so that the loads of different nodes overlap.
#include "geom/sdf/point_spline_lanes.h"

typedef struct point_walk_places {
    ab_vf x, y, z;
} point_walk_places;

// ------------------------------------------------------------------------------------------------ bounds, in cells

AB_SIMD_INLINE ab_vf square(ab_vf x, ab_vf y, ab_vf z) { return x * x + y * y + z * z; }

// Clamps a coordinate to the grid; nan becomes 0.
AB_SIMD_INLINE ab_vf hold(ab_vf x, float top) { return vf_lesser(vf_greater(x, vf_all(0)), vf_all(top)); }

AB_SIMD_INLINE point_walk_places hold_places(const ab_point_walk_field *f, point_walk_places p) {
    return (point_walk_places){hold(p.x, f->top[0]), hold(p.y, f->top[1]), hold(p.z, f->top[2])};
}

// The bound-grid node nearest to a position in the grid, and its index.
typedef struct surveyed {
    point_walk_places at;
    ab_vi number;
} surveyed;

AB_SIMD_INLINE surveyed find_surveyed(const ab_point_walk_field *f, point_walk_places p) {
    const float cells = AB_BOUND_GRID, per = 1 / cells;
    const ab_vi i = vi_of_floats(p.x * per + 0.5f), j = vi_of_floats(p.y * per + 0.5f),
                k = vi_of_floats(p.z * per + 0.5f);
    return (surveyed){{cells * vf_of_ints(i), cells * vf_of_ints(j), cells * vf_of_ints(k)},
                      (k * f->bound_grid_nodes.y + j) * f->bound_grid_nodes.x + i};
}

// Indices of the bound-grid nodes for the children of a node, and the lengths needed to turn their clearances into
// bounds.
typedef struct opened {
    ab_vf r;                   // in cells
    uint32_t near[AB_LANES];   // node nearest to the centre, clamped to the grid
    ab_vf to_near, outside2;   // distance to that node; squared distance of the centre from the grid
    uint32_t behind[AB_LANES]; // node behind the surface patch
    ab_vf to_behind;           // largest distance of the patch from it
} opened;

AB_SIMD_INLINE void place_spheres(const ab_point_walk_field *f, point_walk_places p, opened *o) {
    const point_walk_places held = hold_places(f, p);
    const surveyed s = find_surveyed(f, held);
    o->to_near = vf_sqrt(square(held.x - s.at.x, held.y - s.at.y, held.z - s.at.z));
    o->outside2 = square(p.x - held.x, p.y - held.y, p.z - held.z);
    vi_store((int32_t *)o->near, s.number);
}

// Lower bounds from the bounding spheres. Everything inside lies in the grid; from a centre outside, a point of the
// grid at the distance d of the clamped centre is at least sqrt(outside2 + d^2) away.
AB_SIMD_INLINE ab_vf sphere_bounds(const ab_point_walk_field *f, const opened *o) {
    const ab_vf way = vf_gather(f->bound_grid, o->near) - o->to_near, free = vf_greater(way, vf_all(0));
    const ab_vf far = vf_sqrt(o->outside2 + free * free);
    return vf_pick(vf_less(vf_all(0), far), far, way) - o->r;
}

AB_SIMD_INLINE point_walk_places turned(const float m[3][3], point_walk_places a) {
    return (point_walk_places){m[0][0] * a.x + m[0][1] * a.y + m[0][2] * a.z,
                               m[1][0] * a.x + m[1][1] * a.y + m[1][2] * a.z,
                               m[2][0] * a.x + m[2][1] * a.y + m[2][2] * a.z};
}

// Lower bounds for nearly flat surface patches: an offset u from the centre p has |u| <= r and |u.n| <= b. For a
// bound-grid node x behind the patch, where v = p - x is nearly parallel to n, the patch is hardly farther than p:
//     |v + u|^2 <= v^2 + 2 (r |v - (v.n) n| + b |v.n|) + r^2
// So patches that face the other body are culled at nearly their true distance, where the sphere bound is too small by
// r.
AB_SIMD_INLINE void place_slabs(const ab_point_walk *w, const ab_tree_node *node, point_walk_places p, opened *o) {
    const point_walk_places n =
        turned(w->rotate, (point_walk_places){vf_load(node->nx), vf_load(node->ny), vf_load(node->nz)});
    const ab_vf r = o->r, b = w->scale * vf_load(node->half), back = 1.5f + 1.5f * r;
    const surveyed s = find_surveyed(
        &w->field, hold_places(&w->field, (point_walk_places){p.x - back * n.x, p.y - back * n.y, p.z - back * n.z}));
    const point_walk_places v = {p.x - s.at.x, p.y - s.at.y, p.z - s.at.z};
    const ab_vf v2 = square(v.x, v.y, v.z), along = v.x * n.x + v.y * n.y + v.z * n.z;
    const ab_vf across = vf_sqrt(vf_greater(v2 - along * along, vf_all(0)));
    o->to_behind = vf_sqrt(v2 + 2 * (r * across + b * vf_greater(along, -along)) + r * r);
    vi_store((int32_t *)o->behind, s.number);
}

AB_SIMD_INLINE point_walk_places centres_of(const ab_point_walk *w, const ab_tree_node *node) {
    const point_walk_places c =
        turned(w->turn, (point_walk_places){vf_load(node->x), vf_load(node->y), vf_load(node->z)});
    return (point_walk_places){c.x + w->shift[0], c.y + w->shift[1], c.z + w->shift[2]};
}

// `small`: the children may be nearly flat, and slab bounds are computed too.
AB_SIMD_INLINE void place_children(const ab_point_walk *w, const ab_tree_node *node, bool small, opened *o) {
    const point_walk_places p = centres_of(w, node);
    o->r = w->scale * vf_load(node->r);
    place_spheres(&w->field, p, o);
    if (small) place_slabs(w, node, p, o);
}

AB_SIMD_INLINE ab_vf find_bounds(const ab_point_walk *w, const opened *o, bool small) {
    const ab_vf bound = sphere_bounds(&w->field, o);
    return small ? vf_greater(vf_gather(w->field.bound_grid, o->behind) - o->to_behind, bound) : bound;
}

AB_SIMD_INLINE ab_vf half_space_bounds(const ab_point_walk *w, const ab_tree_node *node) {
    const point_walk_places p = centres_of(w, node);
    return w->normal[0] * p.x + w->normal[1] * p.y + w->normal[2] * p.z - w->scale * vf_load(node->r);
}

// ----------------------------------------------------------------------------------------------------------- leaves

enum { GROUP = 8 }; // leaves

// Points of a leaf in cells of the target's grid.
typedef struct points {
    ab_vd x, y, z;
} points;

AB_SIMD_INLINE points turned_points(const ab_point_walk *w, int64_t first) {
    const ab_points *p = w->tree->points;
    const v3 *r = w->target->cell_turn.row, s = w->target->cell_shift;
    const ab_vd x = vd_load(p->x + first), y = vd_load(p->y + first), z = vd_load(p->z + first);
    return (points){r[0].x * x + r[0].y * y + r[0].z * z + s.x, r[1].x * x + r[1].y * y + r[1].z * z + s.y,
                    r[2].x * x + r[2].y * y + r[2].z * z + s.z};
}

// Grid cells of eight points, computed as in ab_sdf_distance_at.
typedef struct point_walk_eight {
    ab_vd at_x, at_y, at_z; // in the cell, 0 .. 1
    uint32_t brick[AB_LANES];
    ab_vi in_brick;            // index in the block of the sample at the cell's lower corner
    uint32_t sample[AB_LANES]; // index of that sample in the array of all samples
    ab_vi beginning;           // first sample of the block, or ab_brick_side
} point_walk_eight;

// A group of leaves and the results of their points.
typedef struct leaves {
    union {
        point_walk_eight of[GROUP];
        struct {
            splines spline[GROUP];
            float copy[GROUP * AB_LANES * STENCIL];
        };
    };
    int64_t first[GROUP];  // index of the first point of each leaf
    ab_vd outside[GROUP];  // distances of points that are outside, m; infinity in other lanes
    uint32_t which[GROUP]; // lanes that may be inside
    ab_inside_sample_lanes sample[GROUP];
    int nsample;
    ab_vd min_distance; // minimum of `outside` over all leaves, m
} leaves;

// Clamps a coordinate to the grid; returns the position within its cell.
AB_SIMD_INLINE ab_vd find_cell(const ab_point_walk_grid *g, ab_vd raw, int axis, ab_vi *cell) {
    const ab_vd q = vd_lesser(vd_greater(raw, vd_all(0)), vd_all(g->top[axis]));
    *cell = vi_lesser(vi_of_doubles(q), vi_all(g->last[axis]));
    return q - vd_of_ints(*cell);
}

AB_SIMD_INLINE void place_points(const ab_point_walk *w, int64_t first, point_walk_eight *e) {
    enum { IN = AB_BRICK - 1 };
    ab_vi i, j, k;
    const points p = turned_points(w, first);
    e->at_x = find_cell(&w->grid, p.x, 0, &i);
    e->at_y = find_cell(&w->grid, p.y, 1, &j);
    e->at_z = find_cell(&w->grid, p.z, 2, &k);
    find_bricks(w, i, j, k, e->brick);
    e->in_brick = (k & IN) * LAYER + (j & IN) * ROW + (i & IN);
}

AB_SIMD_INLINE void find_samples(const ab_point_walk *w, point_walk_eight *e) {
    e->beginning = vi_gather(w->field.beginning, e->brick);
    vi_store((int32_t *)e->sample, e->in_brick + vi_greater(e->beginning, vi_all(0)));
}

// Samples at the corners of the cells.
typedef struct corners {
    ab_vd_pair row[4];
} corners;

AB_SIMD_INLINE corners load_corners(const float *sample, const point_walk_eight *e) {
    return (corners){{vd_gather_pair(sample, e->sample), vd_gather_pair(sample + ROW, e->sample),
                      vd_gather_pair(sample + LAYER, e->sample), vd_gather_pair(sample + LAYER + ROW, e->sample)}};
}

AB_SIMD_INLINE ab_vd between(ab_vd a, ab_vd b, ab_vd t) { return a + t * (b - a); }

// ab_cell_distance for lanes; in bricks without samples the lower bound outside and -infinity inside the body.
AB_SIMD_INLINE ab_vd find_distances(const ab_point_walk *w, const point_walk_eight *e, const corners *c) {
    const ab_vd_pair *r = c->row;
    const ab_vd x00 = between(r[0].low, r[0].high, e->at_x), x10 = between(r[1].low, r[1].high, e->at_x);
    const ab_vd x01 = between(r[2].low, r[2].high, e->at_x), x11 = between(r[3].low, r[3].high, e->at_x);
    const ab_vd d = between(between(x00, x10, e->at_y), between(x01, x11, e->at_y), e->at_z);
    const ab_vm none = vi_less(e->beginning, vi_all(0)), inside = vi_less(e->beginning, vi_all(AB_BRICK_OUTSIDE));
    return vd_pick(none, vd_pick(inside, vd_all(-INFINITY), vd_all(w->grid.outside)), d);
}

// ab_cell_gradient for lanes.
AB_SIMD_INLINE void find_gradients(const point_walk_eight *e, const corners *c, double per_h, ab_vd g[3]) {
    const ab_vd_pair *r = c->row;
    const ab_vd x00 = between(r[0].low, r[0].high, e->at_x), x10 = between(r[1].low, r[1].high, e->at_x);
    const ab_vd x01 = between(r[2].low, r[2].high, e->at_x), x11 = between(r[3].low, r[3].high, e->at_x);
    const ab_vd along0 = between(r[0].high - r[0].low, r[1].high - r[1].low, e->at_y);
    const ab_vd along1 = between(r[2].high - r[2].low, r[3].high - r[3].low, e->at_y);
    g[0] = per_h * between(along0, along1, e->at_z);
    g[1] = per_h * between(x10 - x00, x11 - x01, e->at_z);
    g[2] = per_h * (between(x01, x11, e->at_y) - between(x00, x10, e->at_y));
}

// Scalar evaluation of lanes in bricks without samples inside the body.
static void ask_inside(const ab_point_walk *w, int64_t first, uint32_t lanes, ab_vd *distance, ab_vd g[3]) {
    for (; lanes; lanes &= lanes - 1) {
        const int k = __builtin_ctz(lanes);
        v3 gradient;
        (*distance)[k] = ab_target_distance(w->target, ab_points_at(w->tree->points, first + k), &gradient);
        g[0][k] = gradient.x;
        g[1][k] = gradient.y;
        g[2][k] = gradient.z;
    }
}

static void keep_samples(const ab_inside_sample_lanes *l, ab_inside_samples *out) {
    for (uint32_t left = l->which; left; left &= left - 1, out->n++) {
        const int k = __builtin_ctz(left);
        if (out->n < out->capacity)
            out->sample[out->n] = (ab_inside_sample){
                l->distance[k], {l->gradient[0][k], l->gradient[1][k], l->gradient[2][k]}, l->first + k};
    }
}

// Passes the inside samples to the callback, or stores them.
static void hand_out(const ab_point_walk *w, leaves *l) {
    ab_inside_samples *out = w->out;
    if (out->take) {
        out->take(out->arg, l->sample, l->nsample);
        for (int i = 0; i < l->nsample; i++) out->n += __builtin_popcount(l->sample[i].which);
    } else {
        for (int i = 0; i < l->nsample; i++) keep_samples(&l->sample[i], out);
    }
    l->nsample = 0;
}

AB_SIMD_INLINE void emit(ab_vd distance, const ab_vd g[3], uint32_t which, int64_t first, leaves *l) {
    ab_inside_sample_lanes *t = &l->sample[l->nsample++];
    vd_store(t->distance, distance);
    for (int i = 0; i < 3; i++) vd_store(t->gradient[i], g[i]);
    t->first = first;
    t->which = which;
}

static void test_one(ab_point_walk *w, int64_t point) {
    const double distance = ab_target_test(w->target, w->tree->points, point, w->out);
    w->min_distance = distance < w->min_distance ? distance : w->min_distance;
}

// Mask of the lanes that hold points: the last leaf may be partly filled.
static uint32_t lanes_of(const ab_point_walk *w, int64_t first) {
    const int64_t left = w->tree->points->n - first;
    return left < AB_LANES ? (UINT32_C(1) << left) - 1 : UINT32_MAX;
}

AB_SIMD_INLINE void emit_cells(const ab_point_walk *w, const point_walk_eight *e, const corners *c, ab_vd distance,
                               uint32_t which, int64_t first, leaves *l) {
    ab_vd g[3];
    find_gradients(e, c, w->grid.per_h, g);
    const uint32_t inside = vm_bits(vi_less(e->beginning, vi_all(AB_BRICK_OUTSIDE)));
    if (inside) {
        ask_inside(w, first, inside, &distance, g);
        which &= vm_bits(vd_less(distance, vd_all(w->limit)));
    }
    emit(distance, g, which, first, l);
}

// Returns distance - limit for points that are certainly outside, and infinity for the others, whose lanes are in
// *which.
AB_SIMD_INLINE ab_vd test_cells(ab_point_walk *w, const point_walk_eight *e, int64_t first, leaves *l,
                                uint32_t *which) {
    const corners c = load_corners(w->field.sample, e);
    const ab_vd distance = find_distances(w, e, &c), beyond = distance - w->limit;
    const ab_vm near = vd_less(beyond, vd_all(0));
    *which = vm_bits(near) & lanes_of(w, first);
    if (*which && w->target->exact)
        for (uint32_t rest = *which; rest; rest &= rest - 1) test_one(w, first + __builtin_ctz(rest));
    else if (*which)
        emit_cells(w, e, &c, distance, *which, first, l);
    return vd_pick(near, vd_all(INFINITY), beyond);
}

AB_SIMD_INLINE ab_vd test_splines(ab_point_walk *w, const splines *e, int64_t first, leaves *l, uint32_t *which) {
    ab_vd g[3], distance = find_spline(e, w->grid.per_h, g);
    if (e->inside) ask_inside(w, first, e->inside, &distance, g);
    const ab_vd beyond = distance - w->limit;
    const ab_vm near = vd_less(beyond, vd_all(0));
    *which = vm_bits(near) & lanes_of(w, first);
    if (*which) emit(distance, g, *which, first, l);
    return vd_pick(near, vd_all(INFINITY), beyond);
}

AB_SIMD_INLINE void measure_cells(ab_point_walk *w, int n, leaves *l) {
    for (int i = 0; i < n; i++) place_points(w, l->first[i], &l->of[i]);
    for (int i = 0; i < n; i++) find_samples(w, &l->of[i]);
    for (int i = 0; i < n; i++) l->outside[i] = test_cells(w, &l->of[i], l->first[i], l, &l->which[i]);
}

AB_SIMD_INLINE void measure_splines(ab_point_walk *w, int n, leaves *l) {
    float *copy = l->copy;
    for (int i = 0; i < n; i++) {
        const points p = turned_points(w, l->first[i]);
        place_splines(w, p.x, p.y, p.z, &l->spline[i]);
    }
    for (int i = 0; i < n; i++) copy = find_stencils(w, &l->spline[i], copy);
    for (int i = 0; i < n; i++) l->outside[i] = test_splines(w, &l->spline[i], l->first[i], l, &l->which[i]);
}

// Tests the points of n leaves; l->first is set.
AB_SIMD_INLINE void measure(ab_point_walk *w, int n, leaves *l) {
    if (w->target->smooth)
        measure_splines(w, n, l);
    else
        measure_cells(w, n, l);
    if (l->nsample) hand_out(w, l);
}

AB_SIMD_INLINE double min_lane(ab_vd v) {
    double min = v[0];
    for (int k = 1; k < AB_LANES; k++) min = v[k] < min ? v[k] : min;
    return min;
}

static void note_leaf(ab_leaf_cache *leaf_cache, int32_t leaf, float due) {
    if (leaf_cache->n < AB_LEAF_CACHE_MAX) {
        leaf_cache->leaf[leaf_cache->n] = leaf;
        leaf_cache->due[leaf_cache->n] = due;
    }
    leaf_cache->n++;
}

// Tests at most GROUP leaves and records them in the leaf cache.
AB_SIMD_INLINE void visit_group(ab_point_walk *w, const int32_t *leaf, int n, leaves *l) {
    for (int i = 0; i < n; i++) l->first[i] = (int64_t)AB_TREE_LEAF * leaf[i];
    measure(w, n, l);
    for (int i = 0; i < n; i++) {
        l->min_distance = vd_lesser(l->outside[i], l->min_distance);
        if (w->leaf_cache)
            note_leaf(w->leaf_cache, leaf[i], l->which[i] ? 0 : ab_point_walk_due(w, min_lane(l->outside[i])));
    }
}

// Leaves against a half-space.
static void visit_points(ab_point_walk *w, const int32_t *leaf, int n) {
    for (int i = 0; i < n; i++) {
        const int64_t first = (int64_t)AB_TREE_LEAF * leaf[i], end = first + AB_TREE_LEAF, all = w->tree->points->n;
        for (int64_t k = first; k < (end < all ? end : all); k++) test_one(w, k);
    }
}

AB_SIMD_INLINE void visit(ab_point_walk *w, const int32_t *leaf, int n, leaves *l) {
    if (!w->target->sdf) {
        visit_points(w, leaf, n);
        return;
    }
    for (int i = 0; i < n; i += GROUP) visit_group(w, leaf + i, n - i < GROUP ? n - i : GROUP, l);
}

// ------------------------------------------------------------------------------------------------------------ walk

static const ab_vi COUNT = {0, 1, 2, 3, 4, 5, 6, 7};

enum {
    BATCH = 8,                // nodes processed in one loop, so that their loads overlap
    QUEUE = BATCH * AB_LANES, // children of a batch
};

// Returns the lanes with a bound below the margin; *clear becomes the minimum bound of the culled ones.
AB_SIMD_INLINE uint32_t rule_out(const ab_point_walk *w, ab_vf bound, ab_vf *clear) {
    const ab_vm may = vf_less(bound, vf_all(w->margin));
    *clear = vf_lesser(vf_pick(may, vf_all(INFINITY), bound), *clear);
    return vm_bits(may);
}

// Writes the children that are not culled, in ascending order; branch-free.
AB_SIMD_INLINE int open_nodes(const ab_point_walk *w, int level, const int32_t *which, int nodes, int32_t *child,
                              ab_vf *clear) {
    const ab_tree_node *first = w->tree->node + w->tree->first[level];
    const bool small = level + 2 >= w->tree->levels, field = w->target->sdf != NULL;
    opened o[BATCH];
    for (int i = 0; field && i < nodes; i++) place_children(w, first + which[i], small, &o[i]);
    int n = 0;
    for (int i = 0; i < nodes; i++) {
        const ab_vf bound = field ? find_bounds(w, &o[i], small) : half_space_bounds(w, first + which[i]);
        const uint32_t may = rule_out(w, bound, clear);
        vi_compress(child + n, may, COUNT + AB_LANES * which[i]);
        n += __builtin_popcount(may);
    }
    return n;
}

// Queues all nodes of the level where the traversal begins.
static int start(const ab_point_tree *t, int32_t *queue) {
    const int n = t->top + 1 < t->levels ? t->first[t->top + 1] - t->first[t->top] : 1;
    for (int i = 0; i < n; i++) queue[i] = i;
    return n;
}

// Depth-first traversal in batches: the children of one batch are processed before the next batch of the same level.
static void run(ab_point_walk *w) {
    const int levels = w->tree->levels, top = w->tree->top;
    int32_t queue[AB_TREE_LEVELS + 1][QUEUE + AB_LANES]; // whole vectors are written beyond the end
    int count[AB_TREE_LEVELS + 1], done[AB_TREE_LEVELS + 1];
    leaves l;
    ab_vf clear = vf_all(INFINITY);
    l.nsample = 0;
    l.min_distance = vd_all(INFINITY);
    count[top] = start(w->tree, queue[top]);
    done[top] = 0;
    for (int level = top; level >= top;) {
        const int left = count[level] - done[level];
        const int32_t *which = queue[level] + done[level];
        if (left == 0 || level == levels) {
            visit(w, which, left, &l);
            level--;
            continue;
        }
        const int nodes = left < BATCH ? left : BATCH;
        done[level] += nodes;
        count[level + 1] = open_nodes(w, level, which, nodes, queue[level + 1], &clear);
        done[level + 1] = 0;
        level++;
    }
    for (int k = 0; k < AB_LANES; k++) {
        w->clear = clear[k] < w->clear ? clear[k] : w->clear;
        w->min_distance = l.min_distance[k] < w->min_distance ? l.min_distance[k] : w->min_distance;
    }
}

// Positions in the cache of the leaves that are due; rounding can only make them due earlier.
AB_SIMD_INLINE int find_due(const ab_leaf_cache *leaf_cache, int32_t *at) {
    const ab_vf moved = vf_all((float)(leaf_cache->moved * (1 + 0x1p-22)));
    int n = 0;
    for (int32_t i = 0; i < leaf_cache->n; i += AB_LANES) {
        const uint32_t later = vm_bits(vf_less(moved, vf_load(leaf_cache->due + i)));
        const uint32_t there =
            leaf_cache->n - i < AB_LANES ? (UINT32_C(1) << (leaf_cache->n - i)) - 1 : (UINT32_C(1) << AB_LANES) - 1;
        vi_compress(at + n, ~later & there, COUNT + i);
        n += __builtin_popcount(~later & there);
    }
    return n;
}

// Tests at most GROUP leaves, given by their positions in the cache.
AB_SIMD_INLINE void visit_again(ab_point_walk *w, const int32_t *at, int n, leaves *l) {
    ab_leaf_cache *leaf_cache = w->leaf_cache;
    for (int i = 0; i < n; i++) l->first[i] = (int64_t)AB_TREE_LEAF * leaf_cache->leaf[at[i]];
    measure(w, n, l);
    for (int i = 0; i < n; i++)
        leaf_cache->due[at[i]] = l->which[i] ? 0 : ab_point_walk_due(w, min_lane(l->outside[i]));
}

static void run_again(ab_point_walk *w) {
    int32_t at[AB_LEAF_CACHE_MAX + AB_LANES]; // whole vectors are written beyond the end
    const int n = find_due(w->leaf_cache, at);
    leaves l;
    l.nsample = 0;
    for (int i = 0; i < n; i += GROUP) visit_again(w, at + i, n - i < GROUP ? n - i : GROUP, &l);
}

const ab_point_walk_kernel AB_POINT_WALK_KERNEL = {run, run_again};
