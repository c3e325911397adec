// Construction of the sphere tree: the points of a node are split recursively at the median of their longest extent
// until there is one part per child. Bounding spheres approach the smallest one by moving the centre towards the
// farthest point in decreasing steps [badoiu2003].
#include "geom/sdf/point_tree.h"

#include "base/alloc.h"
#include "base/work.h"

#define HEAVY 4096 // points: processing that many takes some ten microseconds

typedef struct point_tree_build_range {
    int32_t first, count;
} point_tree_build_range;

typedef struct point_tree_build_builder {
    ab_ctx *cx;
    const ab_points *points;
    int32_t *order; // permutation of the points
    v3 *at;         // positions in this order, for locality
    const ab_sdf *own;
    ab_point_tree *tree;
} point_tree_build_builder;

static v3 place(const point_tree_build_builder *b, int32_t i) { return b->at[i]; }

static int longest_axis(const point_tree_build_builder *b, point_tree_build_range r) {
    v3 low = place(b, r.first), high = low;
    for (int32_t i = r.first; i < r.first + r.count; i++) {
        low = v3_min(low, place(b, i));
        high = v3_max(high, place(b, i));
    }
    const v3 size = v3_sub(high, low);
    const int max = size.y > size.x ? 1 : 0;
    return size.z > v3_at(size, max) ? 2 : max;
}

typedef struct point_tree_build_member {
    double x; // coordinate along the axis
    int32_t number;
} point_tree_build_member;

static point_tree_build_member member_at(const point_tree_build_builder *b, int axis, int32_t i) {
    return (point_tree_build_member){v3_at(b->at[i], axis), b->order[i]};
}

// Strict order along the axis; ties are broken by the index, so that the order is unique.
static bool before(point_tree_build_member a, point_tree_build_member b) {
    return a.x < b.x || (a.x == b.x && a.number < b.number);
}

static void swap(const point_tree_build_builder *b, int32_t i, int32_t j) {
    const int32_t number = b->order[i];
    const v3 at = b->at[i];
    b->order[i] = b->order[j];
    b->at[i] = b->at[j];
    b->order[j] = number;
    b->at[j] = at;
}

// Hoare's selection: afterwards the points before `middle` precede the others along the axis.
static void select_median(const point_tree_build_builder *b, point_tree_build_range r, int axis, int32_t middle) {
    int32_t low = r.first, high = r.first + r.count - 1;
    while (low < high) {
        const point_tree_build_member pivot = member_at(b, axis, low + (high - low) / 2);
        int32_t i = low, j = high;
        while (i <= j) {
            while (before(member_at(b, axis, i), pivot)) i++;
            while (before(pivot, member_at(b, axis, j))) j--;
            if (i <= j) swap(b, i++, j--);
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

// Splits off the points of half of the parts, which have `size` points each; r keeps the others.
static point_tree_build_range split(const point_tree_build_builder *b, point_tree_build_range *r, int parts,
                                    int32_t size) {
    const int32_t middle = parts / 2 * size;
    select_median(b, *r, longest_axis(b, *r), r->first + middle);
    const point_tree_build_range left = {r->first, middle};
    *r = (point_tree_build_range){r->first + middle, r->count - middle};
    return left;
}

static int32_t farthest(const point_tree_build_builder *b, point_tree_build_range r, v3 from) {
    int32_t far = r.first;
    double max = -1;
    for (int32_t i = r.first; i < r.first + r.count; i++) {
        const double d = v3_norm2(v3_sub(place(b, i), from));
        if (d <= max) continue;
        max = d;
        far = i;
    }
    return far;
}

static v3 mean_normal(const point_tree_build_builder *b, point_tree_build_range r) {
    v3 sum = v3_zero(), gradient;
    for (int32_t i = r.first; i < r.first + r.count; i++) {
        ab_sdf_distance(b->own, place(b, i), &gradient);
        sum = v3_add(sum, gradient);
    }
    return v3_norm2(sum) > 0 ? v3_unit(sum) : v3_make(0, 0, 1);
}

// Any direction is valid; the surface normal makes the slab thin.
static void set_slab(const point_tree_build_builder *b, point_tree_build_range r, v3 c, ab_tree_node *node, int k) {
    const v3 n = mean_normal(b, r);
    node->nx[k] = (float)n.x;
    node->ny[k] = (float)n.y;
    node->nz[k] = (float)n.z;
    double half = 0;
    for (int32_t i = r.first; i < r.first + r.count; i++)
        half = ab_greater(half, fabs(v3_dot(n, v3_sub(place(b, i), c))));
    node->half[k] = (float)(half + 0x1p-21 * (double)node->r[k]); // enlarged, because n was rounded
}

static abut_status set_sphere(const point_tree_build_builder *b, point_tree_build_range r, ab_tree_node *node, int k) {
    enum { ROUNDS = 24 };
    v3 c = place(b, r.first);
    for (int i = 1; i <= ROUNDS; i++) {
        if (r.count > HEAVY) AB_TRY(ab_worked(b->cx, "tree of points", r.first, b->points->n));
        const v3 far = place(b, farthest(b, r, c));
        c = v3_add_scaled(c, 1.0 / (i + 1), v3_sub(far, c));
    }
    node->x[k] = (float)c.x;
    node->y[k] = (float)c.y;
    node->z[k] = (float)c.z;
    c = v3_make((double)node->x[k], (double)node->y[k], (double)node->z[k]);
    const double radius = v3_norm(v3_sub(place(b, farthest(b, r, c)), c));
    node->r[k] = (float)(radius * (1 + 0x1p-22)); // enlarged by more than the round-off
    set_slab(b, r, c, node, k);
    return ABUT_OK;
}

static abut_status build_node(const point_tree_build_builder *b, point_tree_build_range r, int level, int32_t at,
                              int32_t size);

// Spheres of the parts of a node from child k on, and their subtrees.
static abut_status build_parts(const point_tree_build_builder *b, point_tree_build_range r, int level, int32_t at,
                               int k, int parts, int32_t size) {
    if (parts > 1) {
        const point_tree_build_range left = split(b, &r, parts, size);
        AB_TRY(build_parts(b, left, level, at, k, parts / 2, size));
        return build_parts(b, r, level, at, k + parts / 2, parts - parts / 2, size);
    }
    AB_TRY(set_sphere(b, r, &b->tree->node[b->tree->first[level] + at], k));
    return level + 1 < b->tree->levels ? build_node(b, r, level + 1, AB_LANES * at + k, size / AB_LANES) : ABUT_OK;
}

// Builds node `at` of a level; its children have up to `size` points.
static abut_status build_node(const point_tree_build_builder *b, point_tree_build_range r, int level, int32_t at,
                              int32_t size) {
    const int parts = (r.count + size - 1) / size;
    ab_tree_node *node = &b->tree->node[b->tree->first[level] + at];
    for (int k = parts; k < AB_LANES; k++) node->r[k] = -INFINITY;
    return build_parts(b, r, level, at, 0, parts, size);
}

static void reorder(double *values, const int32_t *order, int64_t n, double *spare) {
    for (int64_t i = 0; i < n; i++) spare[i] = values[order[i]];
    for (int64_t i = 0; i < n; i++) values[i] = spare[i];
}

static double reach_of(const ab_points *points) {
    double reach2 = 0;
    for (int64_t i = 0; i < points->n; i++) reach2 = ab_greater(reach2, v3_norm2(ab_points_at(points, i)));
    return sqrt(reach2);
}

// Sets the levels and returns the total number of nodes; size: maximum number of points per child of the root.
static int64_t lay_levels(int64_t points, ab_point_tree *tree, int32_t *size) {
    int64_t max = AB_TREE_LEAF;
    for (tree->levels = 1; AB_LANES * max < points; tree->levels++) max *= AB_LANES;
    *size = (int32_t)max;
    int64_t nodes = 0;
    for (int level = 0; level < tree->levels; level++, max /= AB_LANES) {
        tree->first[level] = (int32_t)nodes;
        const int64_t here = (points + AB_LANES * max - 1) / (AB_LANES * max);
        if (here <= AB_TREE_TOP && level + 1 < tree->levels) tree->top = level;
        nodes += here;
    }
    return nodes;
}

static abut_status build(ab_ctx *cx, ab_points *points, const ab_sdf *own, int32_t *order, v3 *at, double *spare,
                         ab_point_tree *tree) {
    const int64_t n = points->n;
    int32_t size;
    AB_TRY(AB_ALLOC(cx, &tree->node, lay_levels(n, tree, &size)));
    for (int64_t i = 0; i < n; i++) {
        order[i] = (int32_t)i;
        at[i] = ab_points_at(points, i);
    }
    AB_TRY(build_node(&(point_tree_build_builder){cx, points, order, at, own, tree},
                      (point_tree_build_range){0, (int32_t)n}, 0, 0, size));
    reorder(points->x, order, n, spare);
    reorder(points->y, order, n, spare);
    reorder(points->z, order, n, spare);
    reorder(points->area, order, n, spare);
    tree->reach = reach_of(points);
    return ABUT_OK;
}

abut_status ab_point_tree_build(ab_ctx *cx, ab_points *points, const ab_sdf *own, ab_point_tree *tree) {
    *tree = (ab_point_tree){.points = points};
    if (points->n == 0) return ABUT_OK;
    int32_t *order = NULL;
    v3 *at = NULL;
    double *spare = NULL;
    abut_status status = AB_ALLOC(cx, &order, points->n);
    if (status == ABUT_OK) status = AB_ALLOC_RAW(cx, &at, points->n);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &spare, points->n);
    if (status == ABUT_OK) status = build(cx, points, own, order, at, spare, tree);
    ab_free(cx, order);
    ab_free(cx, at);
    ab_free(cx, spare);
    if (status != ABUT_OK) ab_point_tree_free(cx, tree);
    return status;
}

void ab_point_tree_free(ab_ctx *cx, ab_point_tree *tree) {
    ab_free(cx, tree->node);
    *tree = (ab_point_tree){0};
}
