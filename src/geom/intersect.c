// Self-intersections of a mesh by a tree of boxes over its triangles.
//
// The triangles are sorted along a Morton curve through their centres, and the tree halves that order, so it is balanced
// whatever the mesh. The tree is then laid against itself.
#include "geom/intersect.h"

#include "base/alloc.h"
#include "base/sort.h"

enum { LEAF = 4 };

typedef struct box {
    v3 low, high;
} box;

typedef struct search {
    const ab_mesh *mesh;
    ab_keyed *row;     // triangles in Morton order, value = triangle  (ntriangle)
    ab_keyed *spare;   // (ntriangle)
    box *triangle_box; // in Morton order  (ntriangle)
    box *node_box;     // children of node i are 2 i + 1 and 2 i + 2
    int64_t left;      // of the budget
    int64_t pairs;     // found
} search;

static void corners_of(const ab_mesh *mesh, int64_t t, v3 corner[3]) {
    for (int k = 0; k < 3; k++) corner[k] = mesh->vertex[mesh->triangle[t].v[k]];
}

static box box_of(const v3 corner[3]) {
    return (box){v3_min(v3_min(corner[0], corner[1]), corner[2]),
                 v3_max(v3_max(corner[0], corner[1]), corner[2])};
}

static box join(box a, box b) { return (box){v3_min(a.low, b.low), v3_max(a.high, b.high)}; }

static bool overlap(const box *a, const box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

// Every third bit from the 21 bits of x.
static uint64_t spread(uint64_t x) {
    uint64_t bits = 0;
    for (int i = 0; i < 21; i++) bits |= (x >> i & 1) << 3 * i;
    return bits;
}

static uint64_t morton(v3 p, const box *all) {
    uint64_t code = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double low = v3_at(all->low, axis);
        const double size = v3_at(all->high, axis) - low;
        const double part = size > 0 ? (v3_at(p, axis) - low) / size : 0;
        code |= spread((uint64_t)(part * 2097151)) << axis; // 2^21 - 1
    }
    return code;
}

static void sort_triangles(search *s) {
    const int64_t n = s->mesh->ntriangle;
    v3 corner[3];
    corners_of(s->mesh, 0, corner);
    box all = box_of(corner);
    for (int64_t t = 1; t < n; t++) {
        corners_of(s->mesh, t, corner);
        all = join(all, box_of(corner));
    }
    for (int64_t t = 0; t < n; t++) {
        corners_of(s->mesh, t, corner);
        const box own = box_of(corner);
        const v3 centre = v3_add(v3_scale(0.5, own.low), v3_scale(0.5, own.high));
        s->row[t] = (ab_keyed){morton(centre, &all), t};
    }
    ab_sort_keyed(s->row, s->spare, n);
    for (int64_t i = 0; i < n; i++) {
        corners_of(s->mesh, s->row[i].value, corner);
        s->triangle_box[i] = box_of(corner);
    }
}

// A node of the tree and the triangles begin .. begin + n - 1 of the Morton order that it holds.
typedef struct node {
    int64_t index, begin, n;
} node;

static node left_of(node a) { return (node){2 * a.index + 1, a.begin, a.n / 2}; }
static node right_of(node a) { return (node){2 * a.index + 2, a.begin + a.n / 2, a.n - a.n / 2}; }

// The number of nodes of a full tree whose leaves hold at most LEAF of n triangles.
static int64_t tree_size(int64_t n) {
    int64_t nodes = 1;
    for (; n > LEAF; n -= n / 2) nodes = 2 * nodes + 1;
    return nodes;
}

static box build_boxes(search *s, node a) {
    box all = s->triangle_box[a.begin];
    if (a.n > LEAF)
        all = join(build_boxes(s, left_of(a)), build_boxes(s, right_of(a)));
    else
        for (int64_t i = 1; i < a.n; i++) all = join(all, s->triangle_box[a.begin + i]);
    s->node_box[a.index] = all;
    return all;
}

static bool share_vertex(const ab_triangle *a, const ab_triangle *b) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a->v[i] == b->v[j]) return true;
    return false;
}

static void test_pair(search *s, int64_t i, int64_t j) {
    if (!overlap(&s->triangle_box[i], &s->triangle_box[j])) return;
    const int64_t a = s->row[i].value;
    const int64_t b = s->row[j].value;
    if (share_vertex(&s->mesh->triangle[a], &s->mesh->triangle[b])) return;
    v3 first[3], second[3];
    corners_of(s->mesh, a, first);
    corners_of(s->mesh, b, second);
    s->left--;
    s->pairs += ab_triangles_meet(first, second);
}

static void test_leaves(search *s, node a, node b) {
    for (int64_t i = a.begin; i < a.begin + a.n; i++)
        for (int64_t j = b.index == a.index ? i + 1 : b.begin; j < b.begin + b.n; j++) test_pair(s, i, j);
}

// Pairs with one triangle in each of two different nodes.
static void search_between(search *s, node a, node b) {
    if (s->left-- <= 0 || !overlap(&s->node_box[a.index], &s->node_box[b.index])) return;
    if (a.n <= LEAF && b.n <= LEAF) {
        test_leaves(s, a, b);
        return;
    }
    const bool split_a = a.n >= b.n;
    const node larger = split_a ? a : b;
    const node other = split_a ? b : a;
    search_between(s, left_of(larger), other);
    search_between(s, right_of(larger), other);
}

static void search_within(search *s, node a) {
    if (a.n <= LEAF) {
        test_leaves(s, a, a);
        return;
    }
    search_within(s, left_of(a));
    search_within(s, right_of(a));
    search_between(s, left_of(a), right_of(a));
}

static abut_status allocate(ab_ctx *cx, search *s) {
    const int64_t n = s->mesh->ntriangle;
    AB_TRY(AB_ALLOC(cx, &s->row, n));
    AB_TRY(AB_ALLOC(cx, &s->spare, n));
    AB_TRY(AB_ALLOC(cx, &s->triangle_box, n));
    return AB_ALLOC(cx, &s->node_box, tree_size(n));
}

abut_status ab_mesh_self_intersections(ab_ctx *cx, const ab_mesh *mesh, int64_t *pairs, bool *complete) {
    *pairs = 0;
    *complete = true;
    if (mesh->ntriangle == 0) return ABUT_OK;
    search s = {.mesh = mesh, .left = AB_INTERSECT_BUDGET + 50 * mesh->ntriangle};
    const abut_status status = allocate(cx, &s);
    if (status == ABUT_OK) {
        const node root = {0, 0, mesh->ntriangle};
        sort_triangles(&s);
        build_boxes(&s, root);
        search_within(&s, root);
        *pairs = s.pairs;
        *complete = s.left > 0;
    }
    ab_free(cx, s.row);
    ab_free(cx, s.spare);
    ab_free(cx, s.triangle_box);
    ab_free(cx, s.node_box);
    return status;
}
