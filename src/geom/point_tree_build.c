// Building the tree of spheres: ranges of points are halved at the median of their longest side until there are eight, or until
// they fit a leaf. Spheres are shrunk towards the smallest by moving the centre to the farthest point in ever smaller steps
// [badoiu2003].
#include "geom/point_tree.h"

#include "base/alloc.h"

typedef struct range {
    int32_t first, count;
} range;

typedef struct builder {
    const ab_points *points;
    int32_t *order; // permutation of the points
    ab_point_tree *tree;
} builder;

static v3 place(const builder *b, int32_t i) { return ab_points_at(b->points, b->order[i]); }

static int longest_axis(const builder *b, range r) {
    v3 low = place(b, r.first), high = low;
    for (int32_t i = r.first; i < r.first + r.count; i++) {
        low = v3_min(low, place(b, i));
        high = v3_max(high, place(b, i));
    }
    const v3 size = v3_sub(high, low);
    const int most = size.y > size.x ? 1 : 0;
    return size.z > v3_at(size, most) ? 2 : most;
}

// Before each other along the axis; points of the same coordinate by their number, so that the order is one and only.
static bool before(const builder *b, int axis, int32_t i, int32_t j) {
    const double x = v3_at(ab_points_at(b->points, i), axis), y = v3_at(ab_points_at(b->points, j), axis);
    return x < y || (x == y && i < j);
}

static void swap(int32_t *a, int32_t *b) {
    const int32_t t = *a;
    *a = *b;
    *b = t;
}

// Hoare's selection: the points before place `middle` are those that come before along the axis.
static void select_median(const builder *b, range r, int axis, int32_t middle) {
    int32_t low = r.first, high = r.first + r.count - 1;
    while (low < high) {
        const int32_t pivot = b->order[low + (high - low) / 2];
        int32_t i = low, j = high;
        while (i <= j) {
            while (before(b, axis, b->order[i], pivot)) i++;
            while (before(b, axis, pivot, b->order[j])) j--;
            if (i <= j) swap(&b->order[i++], &b->order[j--]);
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

// Whole leaves in the first half, so that most are full.
static range split(const builder *b, range *r) {
    const int32_t leaves = (r->count + AB_TREE_LEAF - 1) / AB_TREE_LEAF;
    const int32_t left = leaves / 2 * AB_TREE_LEAF;
    select_median(b, *r, longest_axis(b, *r), r->first + left);
    const range right = {r->first + left, r->count - left};
    r->count = left;
    return right;
}

static int32_t farthest(const builder *b, range r, v3 from) {
    int32_t far = r.first;
    double most = -1;
    for (int32_t i = r.first; i < r.first + r.count; i++) {
        const double d = v3_norm2(v3_sub(place(b, i), from));
        if (d <= most) continue;
        most = d;
        far = i;
    }
    return far;
}

static void set_sphere(const builder *b, range r, ab_tree_node *node, int k) {
    enum { ROUNDS = 24 };
    v3 c = place(b, r.first);
    for (int i = 1; i <= ROUNDS; i++) {
        const v3 far = place(b, farthest(b, r, c));
        c = v3_add_scaled(c, 1.0 / (i + 1), v3_sub(far, c));
    }
    node->x[k] = (float)c.x;
    node->y[k] = (float)c.y;
    node->z[k] = (float)c.z;
    c = v3_make((double)node->x[k], (double)node->y[k], (double)node->z[k]);
    const double radius = v3_norm(v3_sub(place(b, farthest(b, r, c)), c));
    node->r[k] = (float)(radius * (1 + 0x1p-22)); // more than rounding could lose
}

// Up to eight parts in the order of their points.
static int cut(const builder *b, range whole, range part[AB_LANES]) {
    int n = 1;
    part[0] = whole;
    while (n < AB_LANES) {
        int largest = 0;
        for (int i = 1; i < n; i++)
            if (part[i].count > part[largest].count) largest = i;
        if (part[largest].count <= AB_TREE_LEAF) break;
        for (int i = n; i > largest + 1; i--) part[i] = part[i - 1];
        part[largest + 1] = split(b, &part[largest]);
        n++;
    }
    return n;
}

// Depth first, so that leaves have the order of their points; as deep as the logarithm of their number.
static int32_t build_node(const builder *b, range whole) {
    ab_point_tree *tree = b->tree;
    const int32_t at = (int32_t)tree->nnode++;
    range part[AB_LANES] = {{0, 0}};
    const int parts = cut(b, whole, part);
    for (int k = parts; k < AB_LANES; k++) tree->node[at].r[k] = -INFINITY;
    for (int k = 0; k < parts; k++) {
        set_sphere(b, part[k], &tree->node[at], k);
        if (part[k].count <= AB_TREE_LEAF) {
            tree->leaf[tree->nleaf] = (ab_tree_leaf){part[k].first, part[k].count};
            tree->node[at].child[k] = ~(int32_t)tree->nleaf++;
        } else {
            tree->node[at].child[k] = build_node(b, part[k]);
        }
    }
    return at;
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

static abut_status build(ab_ctx *cx, ab_points *points, int32_t *order, double *spare, ab_point_tree *tree) {
    const int64_t n = points->n, leaves = n / (AB_TREE_LEAF / 2) + 2;
    AB_TRY(AB_ALLOC(cx, &tree->leaf, leaves));
    AB_TRY(AB_ALLOC(cx, &tree->node, leaves));
    for (int64_t i = 0; i < n; i++) order[i] = (int32_t)i;
    build_node(&(builder){points, order, tree}, (range){0, (int32_t)n});
    reorder(points->x, order, n, spare);
    reorder(points->y, order, n, spare);
    reorder(points->z, order, n, spare);
    reorder(points->area, order, n, spare);
    tree->reach = reach_of(points);
    return ABUT_OK;
}

abut_status ab_point_tree_build(ab_ctx *cx, ab_points *points, ab_point_tree *tree) {
    *tree = (ab_point_tree){.points = points};
    if (points->n == 0) return ABUT_OK;
    int32_t *order = NULL;
    double *spare = NULL;
    abut_status status = AB_ALLOC(cx, &order, points->n);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &spare, points->n);
    if (status == ABUT_OK) status = build(cx, points, order, spare, tree);
    ab_free(cx, order);
    ab_free(cx, spare);
    if (status != ABUT_OK) ab_point_tree_free(cx, tree);
    return status;
}

void ab_point_tree_free(ab_ctx *cx, ab_point_tree *tree) {
    ab_free(cx, tree->node);
    ab_free(cx, tree->leaf);
    *tree = (ab_point_tree){0};
}
