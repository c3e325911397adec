// Top-down construction of the tree: each range of triangles is split in two by the surface-area heuristic (minimum of
// n_1 A_1 + n_2 A_2 over 16 bins along the longest axis of the centroids), then three binary levels are merged into one
// of eight children. [wald2007]
//
// The binary subtree of a range of n triangles occupies 2 n - 1 consecutive slots, so threads can split ranges without
// a shared counter, and the tree does not depend on the number of threads.
#include "geom/bvh/bvh.h"

#include "base/alloc.h"
#include "base/work.h"
#include "geom/mesh/face.h"

#include <assert.h>
#include <float.h>

enum {
    BINS = 16,
    LEAF = AB_LANES,
    PATCH = 64,       // maximum number of triangles of a patch that may be nearly flat
    DEEPEST_SAH = 40, // beyond this depth ranges are halved: at most 31 more levels
    TASK = 4096,      // ranges of up to this many triangles are split to the end by one thread
    WIDE = 8 * TASK,  // ranges of more than this many triangles are binned by all threads
};

// Relative enlargement of boxes, many times the round-off.
#define MARGIN 0x1p-48

typedef struct item {
    v3 low, high;
    int32_t triangle;
} item;

typedef struct branch {
    v3 low, high;
    int64_t first, count; // range of items
    int64_t left, right;  // child branches; left < 0: a leaf
} branch;

typedef struct task {
    int64_t slot, first, count;
    int depth;
} task;

typedef struct bin {
    v3 low, high;
    int64_t count;
} bin;

// Bounding box of a range of items, and bounds of twice their centroids.
typedef struct extent {
    bin box;
    v3 low, high;
} extent;

// Axis of the largest spread of the centroids, its origin, and bins per length (0: all coincide).
typedef struct bvh_build_spread {
    int axis;
    double start, per_length;
} bvh_build_spread;

// Part of a wide range that one thread processes.
typedef struct bvh_build_piece {
    extent extent;
    bin bins[BINS];
} bvh_build_piece;

typedef struct build {
    item *item;     // (ntriangle)
    branch *branch; // (2 ntriangle - 1), with gaps
    task *tasks;    // ranges of one depth to be split, of which at most ntriangle / TASK are large  (max_tasks)
    task *next;     // two children of each task; empty: none  (2 max_tasks)
    int64_t ntasks;
    int64_t *leaf_branch;          // branch of each leaf  (leaves)
    int64_t (*children)[AB_LANES]; // child branches of each node  (leaves)
    task wide;                     // range that is processed in pieces of TASK items
    bvh_build_spread spread;       // of its centres
    bvh_build_piece *piece;        // (pieces of all items)
    ab_bvh *bvh;
} build;

static v3 everywhere(double x) { return v3_make(x, x, x); }
static bin empty_bin(void) { return (bin){everywhere(INFINITY), everywhere(-INFINITY), 0}; }

static bin join(bin a, bin b) { return (bin){v3_min(a.low, b.low), v3_max(a.high, b.high), a.count + b.count}; }

static double half_area(bin b) {
    const v3 size = v3_sub(b.high, b.low);
    return b.count > 0 ? size.x * size.y + size.y * size.z + size.z * size.x : 0;
}

static v3 twice_centre(const item *i) { return v3_add(i->low, i->high); }

static item make_item(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
    const v3 low = v3_min(v3_min(a, b), c);
    const v3 high = v3_max(v3_max(a, b), c);
    const v3 size = v3_sub(high, low);
    const v3 margin = everywhere(MARGIN * (size.x + size.y + size.z));
    return (item){v3_sub(low, margin), v3_add(high, margin), (int32_t)t};
}

static extent empty_extent(void) { return (extent){empty_bin(), everywhere(INFINITY), everywhere(-INFINITY)}; }

static extent join_extents(extent a, extent b) {
    return (extent){join(a.box, b.box), v3_min(a.low, b.low), v3_max(a.high, b.high)};
}

static extent find_extent(const item *items, int64_t count) {
    extent all = empty_extent();
    for (int64_t i = 0; i < count; i++) {
        const v3 centre = twice_centre(&items[i]);
        all = join_extents(all, (extent){{items[i].low, items[i].high, 1}, centre, centre});
    }
    return all;
}

static bvh_build_spread spread_of(const extent *e) {
    const v3 size = v3_sub(e->high, e->low);
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    const double length = v3_at(size, axis);
    const double per_length = length > 0 ? BINS * (1 - 0x1p-20) / length : 0;
    return (bvh_build_spread){axis, v3_at(e->low, axis), isfinite(per_length) ? per_length : 0};
}

static int bin_of(const bvh_build_spread *s, const item *i) {
    return (int)((v3_at(twice_centre(i), s->axis) - s->start) * s->per_length);
}

static void fill_bins(const item *items, int64_t count, const bvh_build_spread *s, bin bins[BINS]) {
    for (int b = 0; b < BINS; b++) bins[b] = empty_bin();
    for (int64_t i = 0; i < count; i++) {
        const int b = bin_of(s, &items[i]);
        bins[b] = join(bins[b], (bin){items[i].low, items[i].high, 1});
    }
}

// The bin after which to split; -1 if no split is possible.
static int best_split(const bin bins[BINS], int64_t count) {
    double behind[BINS];
    bin sum = empty_bin();
    for (int b = BINS - 1; b > 0; b--) {
        sum = join(sum, bins[b]);
        behind[b] = (double)sum.count * half_area(sum);
    }
    int best = -1;
    double min = INFINITY;
    sum = empty_bin();
    for (int b = 0; b < BINS - 1; b++) {
        sum = join(sum, bins[b]);
        const double work = (double)sum.count * half_area(sum) + behind[b + 1];
        if (sum.count == 0 || sum.count == count || !(work < min)) continue;
        min = work;
        best = b;
    }
    return best;
}

// Moves the items of bins up to `last` to the front and returns their number.
static int64_t partition(item *items, int64_t count, const bvh_build_spread *s, int last) {
    int64_t front = 0;
    for (int64_t i = 0; i < count; i++) {
        if (bin_of(s, &items[i]) > last) continue;
        const item moved = items[i];
        items[i] = items[front];
        items[front++] = moved;
    }
    return front;
}

static int64_t pieces_of(int64_t count) { return (count + TASK - 1) / TASK; }
static int64_t items_of_piece(const task *wide, int64_t i) {
    return i + 1 < pieces_of(wide->count) ? TASK : wide->count - i * TASK;
}

static void extend_pieces(void *arg, int64_t begin, int64_t end) {
    build *w = arg;
    for (int64_t i = begin; i < end; i++)
        w->piece[i].extent = find_extent(w->item + w->wide.first + i * TASK, items_of_piece(&w->wide, i));
}

static void fill_pieces(void *arg, int64_t begin, int64_t end) {
    build *w = arg;
    for (int64_t i = begin; i < end; i++)
        fill_bins(w->item + w->wide.first + i * TASK, items_of_piece(&w->wide, i), &w->spread, w->piece[i].bins);
}

// Parallel find_extent and fill_bins; cx = NULL for ranges that are not wide, which one thread processes.
static extent scan_extent(const ab_ctx *cx, build *w, task t) {
    if (!cx) return find_extent(w->item + t.first, t.count);
    extent all = empty_extent();
    w->wide = t;
    ab_parallel_uneven(cx, pieces_of(t.count), extend_pieces, w);
    for (int64_t i = 0; i < pieces_of(t.count); i++) all = join_extents(all, w->piece[i].extent);
    return all;
}

static void scan_bins(const ab_ctx *cx, build *w, task t, const bvh_build_spread *s, bin bins[BINS]) {
    if (!cx) {
        fill_bins(w->item + t.first, t.count, s, bins);
        return;
    }
    for (int b = 0; b < BINS; b++) bins[b] = empty_bin();
    w->spread = *s;
    ab_parallel_uneven(cx, pieces_of(t.count), fill_pieces, w);
    for (int64_t i = 0; i < pieces_of(t.count); i++)
        for (int b = 0; b < BINS; b++) bins[b] = join(bins[b], w->piece[i].bins[b]);
}

// Moves the items of the first child to the front and returns their number.
static int64_t split_items(const ab_ctx *cx, build *w, task t, const extent *e) {
    if (t.depth >= DEEPEST_SAH) return t.count / 2;
    const bvh_build_spread s = spread_of(e);
    if (s.per_length == 0) return t.count / 2;
    bin bins[BINS];
    scan_bins(cx, w, t, &s, bins);
    const int last = best_split(bins, t.count);
    return last < 0 ? t.count / 2 : partition(w->item + t.first, t.count, &s, last);
}

// Creates the branch of a range and its two child ranges; false: the branch is a leaf.
static bool split_once(const ab_ctx *cx, build *w, task t, task part[2]) {
    const extent e = scan_extent(cx, w, t);
    branch *b = &w->branch[t.slot];
    *b = (branch){.low = e.box.low, .high = e.box.high, .first = t.first, .count = t.count, .left = -1};
    if (t.count <= LEAF) return false;
    const int64_t front = split_items(cx, w, t, &e);
    b->left = t.slot + 1;
    b->right = t.slot + 2 * front;
    part[0] = (task){b->left, t.first, front, t.depth + 1};
    part[1] = (task){b->right, t.first + front, t.count - front, t.depth + 1};
    return true;
}

static void split_to_the_end(build *w, task t) {
    task part[2];
    if (!split_once(NULL, w, t, part)) return;
    split_to_the_end(w, part[0]);
    split_to_the_end(w, part[1]);
}

// Splits small ranges to the end and large ones once; wide ones were split before.
static void split_tasks(void *arg, int64_t begin, int64_t end) {
    build *w = arg;
    for (int64_t i = begin; i < end; i++) {
        task *part = &w->next[2 * i];
        if (w->tasks[i].count > WIDE) continue;
        part[0].count = part[1].count = 0;
        if (w->tasks[i].count > TASK)
            split_once(NULL, w, w->tasks[i], part);
        else
            split_to_the_end(w, w->tasks[i]);
    }
}

static int64_t max_tasks(int64_t n) { return 2 * (n / TASK) + 1; }

// Splits level by level until all ranges are small.
static abut_status split_all(ab_ctx *cx, build *w, int64_t n) {
    w->tasks[0] = (task){0, 0, n, 0};
    w->ntasks = 1;
    while (w->ntasks > 0) {
        for (int64_t i = 0; i < w->ntasks; i++)
            if (w->tasks[i].count > WIDE) {
                AB_TRY(ab_heed(cx));
                split_once(cx, w, w->tasks[i], &w->next[2 * i]);
            }
        AB_TRY(ab_parallel_uneven_work(cx, "tree of triangles", w->ntasks, split_tasks, w));
        const int64_t ranges = 2 * w->ntasks;
        w->ntasks = 0;
        for (int64_t i = 0; i < ranges; i++)
            if (w->next[i].count > 0) w->tasks[w->ntasks++] = w->next[i];
    }
    return ABUT_OK;
}

static void make_items(void *arg, int64_t begin, int64_t end) {
    build *w = arg;
    for (int64_t t = begin; t < end; t++) w->item[t] = make_item(w->bvh->mesh, t);
}

static double area_of(const branch *b) { return half_area((bin){b->low, b->high, 1}); }

// Replaces the largest inner child by its children until there are eight.
static int gather_children(const build *w, int64_t root, int64_t child[AB_LANES]) {
    int count = 1;
    child[0] = root;
    while (count < AB_LANES) {
        int largest = -1;
        double area = -1;
        for (int i = 0; i < count; i++) {
            const branch *b = &w->branch[child[i]];
            if (b->left < 0 || area_of(b) <= area) continue;
            area = area_of(b);
            largest = i;
        }
        if (largest < 0) break;
        const branch *open = &w->branch[child[largest]];
        child[largest] = open->left;
        child[count++] = open->right;
    }
    return count;
}

static void put3(double to[3][AB_LANES], int lane, v3 from) {
    to[0][lane] = from.x;
    to[1][lane] = from.y;
    to[2][lane] = from.z;
}

// Rounding to a float changes a number by less than 2^-24 of it, or near zero by less than the smallest normal number.
static void put_unit_box(const ab_bvh *bvh, ab_unit_boxes *to, int lane, v3 low, v3 high) {
    for (int axis = 0; axis < 3; axis++) {
        const float a = (float)(bvh->unit * v3_at(low, axis)), b = (float)(bvh->unit * v3_at(high, axis));
        to->low[axis][lane] = a - fabsf(a) * 0x1p-23f - FLT_MIN;
        to->high[axis][lane] = b + fabsf(b) * 0x1p-23f + FLT_MIN;
    }
}

static void put_no_box(ab_unit_boxes *to, int lane) {
    for (int axis = 0; axis < 3; axis++) {
        to->low[axis][lane] = INFINITY;
        to->high[axis][lane] = -INFINITY;
    }
}

static v3 put_floats(float to[3][AB_LANES], int lane, v3 from) {
    to[0][lane] = (float)from.x;
    to[1][lane] = (float)from.y;
    to[2][lane] = (float)from.z;
    return v3_make((double)to[0][lane], (double)to[1][lane], (double)to[2][lane]);
}

// Centre of the disc of one triangle: the midpoint of the longest edge if the triangle is obtuse, else the centroid.
static v3 middle_of(const ab_face *f) {
    const v3 bc = v3_sub(f->ac, f->ab);
    if (v3_dot(f->ab, f->ac) <= 0) return v3_add_scaled(v3_add(f->a, f->ab), 0.5, bc);
    if (v3_dot(f->ab, bc) >= 0) return v3_add_scaled(f->a, 0.5, f->ac);
    if (v3_dot(f->ac, bc) <= 0) return v3_add_scaled(f->a, 0.5, f->ab);
    return v3_add_scaled(v3_add_scaled(f->a, 1.0 / 3, f->ab), 1.0 / 3, f->ac);
}

static v3 area_vector(const ab_mesh *mesh, int32_t triangle) {
    const int32_t *v = mesh->triangle[triangle].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a));
}

// The disc around some triangles. Thickness and radius are computed from the rounded centre and normal, so that these
// need not be exact.
static void put_disc(const build *w, ab_unit_discs *to, int lane, v3 middle, const item *items, int64_t count) {
    const ab_mesh *mesh = w->bvh->mesh;
    v3 across = v3_zero();
    for (int64_t i = 0; i < count; i++) across = v3_add(across, area_vector(mesh, items[i].triangle));
    const double length = v3_norm(across);
    const v3 centre = put_floats(to->centre, lane, v3_scale(w->bvh->unit, middle));
    const v3 rounded = put_floats(to->normal, lane, length > 0 ? v3_scale(1 / length, across) : v3_make(1, 0, 0));
    const v3 normal = v3_unit(rounded);
    double thick = 0, radius2 = 0;
    for (int64_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const v3 arm = v3_sub(v3_scale(w->bvh->unit, mesh->vertex[mesh->triangle[items[i].triangle].v[k]]), centre);
            const double along = v3_dot(arm, normal);
            thick = ab_greater(thick, fabs(along));
            radius2 = ab_greater(radius2, v3_norm2(v3_add_scaled(arm, -along, normal)));
        }
    to->thick[lane] = (float)(thick * (1 + 0x1p-20)) + FLT_MIN;
    to->radius[lane] = (float)(sqrt(radius2) * (1 + 0x1p-20)) + FLT_MIN;
}

static void put_no_disc(ab_unit_discs *to, int lane) {
    put_floats(to->centre, lane, v3_zero());
    put_floats(to->normal, lane, v3_make(1, 0, 0));
    to->thick[lane] = to->radius[lane] = INFINITY;
}

static void fill_leaf(const build *w, const branch *b, ab_bvh_leaf *leaf) {
    leaf->count = (int32_t)b->count;
    for (int k = 0; k < AB_LANES; k++) {
        const item *i = &w->item[b->first + (k < b->count ? k : 0)];
        const int32_t triangle = i->triangle;
        const ab_face f = ab_face_of(w->bvh->mesh, triangle);
        put_unit_box(w->bvh, &leaf->unit, k, i->low, i->high);
        put_disc(w, &leaf->disc, k, middle_of(&f), i, 1);
        put3(leaf->a, k, f.a);
        put3(leaf->ab, k, f.ab);
        put3(leaf->ac, k, f.ac);
        leaf->per_ab2[k] = f.per_ab2;
        leaf->per_ac2[k] = f.per_ac2;
        leaf->per_bc2[k] = f.per_bc2;
        leaf->per_n2[k] = f.per_n2;
        leaf->triangle[k] = triangle;
    }
}

static void fill_leaves(void *arg, int64_t begin, int64_t end) {
    const build *w = arg;
    for (int64_t i = begin; i < end; i++) fill_leaf(w, &w->branch[w->leaf_branch[i]], &w->bvh->leaf[i]);
}

static void fill_nodes(void *arg, int64_t begin, int64_t end) {
    const build *w = arg;
    for (int64_t i = begin; i < end; i++) {
        ab_bvh_node *node = &w->bvh->node[i];
        for (int k = 0; k < AB_LANES; k++) {
            const branch *b = k < node->count ? &w->branch[w->children[i][k]] : NULL;
            const v3 low = b ? b->low : everywhere(INFINITY), high = b ? b->high : everywhere(-INFINITY);
            if (b && b->count <= PATCH)
                put_disc(w, &node->disc, k, v3_scale(0.5, v3_add(low, high)), w->item + b->first, b->count);
            else
                put_no_disc(&node->disc, k);
            put3(node->low, k, low);
            put3(node->high, k, high);
            if (b)
                put_unit_box(w->bvh, &node->unit, k, low, high);
            else
                put_no_box(&node->unit, k);
        }
    }
}

// Numbers nodes and leaves from the root; they are filled later.
static int32_t number_node(build *w, int64_t root) {
    const int64_t number = w->bvh->nnode++;
    ab_bvh_node *node = &w->bvh->node[number];
    node->count = gather_children(w, root, w->children[number]);
    for (int k = 0; k < node->count; k++) {
        const int64_t child = w->children[number][k];
        const bool leaf = w->branch[child].left < 0;
        if (leaf) w->leaf_branch[w->bvh->nleaf] = child;
        node->child[k] = leaf ? ~(int32_t)w->bvh->nleaf++ : number_node(w, child);
    }
    for (int k = node->count; k < AB_LANES; k++) node->child[k] = 0;
    return (int32_t)number;
}

// Every binary leaf becomes a leaf of the tree; every node has at least two children, except a root with one leaf.
static int64_t count_leaves(const build *w, int64_t slot) {
    const branch *b = &w->branch[slot];
    return b->left < 0 ? 1 : count_leaves(w, b->left) + count_leaves(w, b->right);
}

// A power of two that scales all coordinates to at most 1.
static double choose_unit(const branch *root) {
    const v3 max = v3_max(v3_neg(root->low), root->high);
    const v3 size = v3_max(max, v3_neg(max));
    int exponent;
    frexp(ab_greater(ab_greater(size.x, size.y), size.z), &exponent);
    return ldexp(1, -exponent);
}

static abut_status run(ab_ctx *cx, build *w, int64_t n) {
    enum { GRAIN = 64 };
    AB_TRY(AB_ALLOC_RAW(cx, &w->item, n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->branch, 2 * n - 1));
    AB_TRY(AB_ALLOC_RAW(cx, &w->tasks, max_tasks(n)));
    AB_TRY(AB_ALLOC_RAW(cx, &w->next, 2 * max_tasks(n)));
    AB_TRY(AB_ALLOC_RAW(cx, &w->piece, pieces_of(n)));
    ab_parallel_for(cx, n, TASK, make_items, w);
    AB_TRY(split_all(cx, w, n));
    const int64_t leaves = count_leaves(w, 0);
    AB_TRY(AB_ALLOC_RAW(cx, &w->bvh->leaf, leaves));
    AB_TRY(AB_ALLOC_RAW(cx, &w->bvh->node, leaves));
    AB_TRY(AB_ALLOC_RAW(cx, &w->leaf_branch, leaves));
    AB_TRY(AB_ALLOC_RAW(cx, &w->children, leaves));
    w->bvh->unit = choose_unit(&w->branch[0]);
    number_node(w, 0);
    assert(w->bvh->nleaf == leaves && w->bvh->nnode <= leaves);
    AB_TRY(ab_parallel_work(cx, "nodes of triangles", w->bvh->nnode, GRAIN, fill_nodes, w));
    return ab_parallel_work(cx, "leaves of triangles", leaves, GRAIN, fill_leaves, w);
}

abut_status ab_bvh_build(ab_ctx *cx, const ab_mesh *mesh, ab_bvh *bvh) {
    *bvh = (ab_bvh){.mesh = mesh};
    if (mesh->ntriangle == 0) return ab_fail(cx, ABUT_ERR_ARGUMENT, "a tree of boxes needs at least one triangle");
    build w = {.bvh = bvh};
    const abut_status status = run(cx, &w, mesh->ntriangle);
    ab_free(cx, w.item);
    ab_free(cx, w.branch);
    ab_free(cx, w.tasks);
    ab_free(cx, w.next);
    ab_free(cx, w.piece);
    ab_free(cx, w.leaf_branch);
    ab_free(cx, w.children);
    if (status != ABUT_OK) ab_bvh_free(cx, bvh);
    return status;
}

void ab_bvh_free(ab_ctx *cx, ab_bvh *bvh) {
    ab_free(cx, bvh->node);
    ab_free(cx, bvh->leaf);
    *bvh = (ab_bvh){0};
}
