// Construction and traversal of the octree.
#include "geom/sdf/octree.h"

#include "base/alloc.h"

#include <string.h>

typedef struct octree_builder {
    ab_ctx *cx;
    ab_octree *tree;
    int32_t *spare; // (points)
} octree_builder;

static v3 cube_centre(v3 centre, double half, int octant) {
    const double q = 0.5 * half;
    return v3_make(centre.x + (octant & 1 ? q : -q), centre.y + (octant & 2 ? q : -q),
                   centre.z + (octant & 4 ? q : -q));
}

static int octant_of(v3 p, v3 centre) { return (p.x > centre.x) | (p.y > centre.y) << 1 | (p.z > centre.z) << 2; }

// Sorts the points of a cell by octant; start[o] is the first point of octant o.
static void sort_octants(const octree_builder *b, const ab_octree_cell *cell, int32_t start[9]) {
    int32_t *order = b->tree->order + cell->first;
    int32_t count[8] = {0}, next[8];
    for (int32_t i = 0; i < cell->count; i++) count[octant_of(ab_points_at(b->tree->points, order[i]), cell->centre)]++;
    start[0] = 0;
    for (int o = 0; o < 8; o++) {
        next[o] = start[o];
        start[o + 1] = start[o] + count[o];
    }
    for (int32_t i = 0; i < cell->count; i++)
        b->spare[next[octant_of(ab_points_at(b->tree->points, order[i]), cell->centre)]++] = order[i];
    memcpy(order, b->spare, (size_t)cell->count * sizeof *order);
}

static abut_status add_cell(const octree_builder *b, v3 centre, double half, int32_t first, int32_t count,
                            int32_t *at) {
    ab_octree *t = b->tree;
    AB_TRY(AB_GROW(b->cx, &t->cell, &t->capacity, t->ncell + 1));
    *at = (int32_t)t->ncell++;
    t->cell[*at] = (ab_octree_cell){centre, half, {-1, -1, -1, -1, -1, -1, -1, -1}, first, count, true};
    return ABUT_OK;
}

static abut_status split_cell(const octree_builder *b, int32_t at, int depth) {
    const ab_octree_cell cell = b->tree->cell[at];
    if (depth == AB_OCTREE_DEPTH || cell.count <= 1) return ABUT_OK;
    int32_t start[9];
    sort_octants(b, &cell, start);
    b->tree->cell[at].leaf = false;
    for (int o = 0; o < 8; o++) {
        if (start[o + 1] == start[o]) continue;
        int32_t child = -1;
        AB_TRY(add_cell(b, cube_centre(cell.centre, cell.half, o), 0.5 * cell.half, cell.first + start[o],
                        start[o + 1] - start[o], &child));
        b->tree->cell[at].child[o] = child;
        AB_TRY(split_cell(b, child, depth + 1));
    }
    return ABUT_OK;
}

static abut_status build(const octree_builder *b) {
    const ab_points *p = b->tree->points;
    v3 low = ab_points_at(p, 0), high = low;
    for (int64_t i = 0; i < p->n; i++) {
        b->tree->order[i] = (int32_t)i;
        low = v3_min(low, ab_points_at(p, i));
        high = v3_max(high, ab_points_at(p, i));
    }
    const v3 size = v3_sub(high, low);
    const double half = 0.5 * ab_greater(ab_greater(size.x, size.y), size.z) * (1 + 1e-9);
    int32_t root = 0;
    AB_TRY(add_cell(b, v3_scale(0.5, v3_add(low, high)), half, 0, (int32_t)p->n, &root));
    return split_cell(b, root, 1);
}

abut_status ab_octree_build(ab_ctx *cx, const ab_points *points, ab_octree *tree) {
    *tree = (ab_octree){.points = points};
    if (points->n == 0) return ABUT_OK;
    octree_builder b = {cx, tree, NULL};
    abut_status status = AB_ALLOC(cx, &tree->order, points->n);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &b.spare, points->n);
    if (status == ABUT_OK) status = build(&b);
    ab_free(cx, b.spare);
    if (status != ABUT_OK) ab_octree_free(cx, tree);
    return status;
}

void ab_octree_free(ab_ctx *cx, ab_octree *tree) {
    ab_free(cx, tree->cell);
    ab_free(cx, tree->order);
    *tree = (ab_octree){0};
}

// ------------------------------------------------------------------------------------------------- separating axes

static double reach(v3 half, v3 along) {
    return half.x * fabs(along.x) + half.y * fabs(along.y) + half.z * fabs(along.z);
}

// Face normals and cross products of edges, all in the frame of a. A cross product of parallel edges is near zero and
// separates nothing: its round-off is less than the margin.
static bool boxes_overlap(v3 half_a, v3 half_b, m3 turn, v3 between) {
    const m3 back = m3_transpose(turn);
    const double margin = 1e-9 * (half_a.x + half_a.y + half_a.z + half_b.x + half_b.y + half_b.z);
    for (int i = 0; i < 3; i++) {
        if (fabs(v3_at(between, i)) > v3_at(half_a, i) + reach(half_b, turn.row[i]) + margin) return false;
        if (fabs(v3_dot(between, back.row[i])) > v3_at(half_b, i) + reach(half_a, back.row[i]) + margin) return false;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const v3 axis = v3_cross(v3_make(i == 0, i == 1, i == 2), back.row[j]);
            if (fabs(v3_dot(between, axis)) > reach(half_a, axis) + reach(half_b, m3_mul(back, axis)) + margin)
                return false;
        }
    return true;
}

// Gap along the cross product of axis i of a and axis j of b, which has the length sqrt(1 - r_ij^2); at most 0 if it
// does not separate the boxes. Nearly parallel axes are skipped as unreliable.
static double gap_across(const double r[3][3], const double half_a[3], const double half_b[3], const double t[3], int i,
                         int j) {
    const double NEARLY_PARALLEL2 = 1e-12;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double apart = fabs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - half_a[i1] * fabs(r[i2][j]) -
                         half_a[i2] * fabs(r[i1][j]) - half_b[j1] * fabs(r[i][j2]) - half_b[j2] * fabs(r[i][j1]);
    const double length2 = 1 - r[i][j] * r[i][j];
    return apart > 0 && length2 > NEARLY_PARALLEL2 ? apart / sqrt(length2) : ab_lesser(apart, 0);
}

double ab_obb_gap(const ab_obb *a, const ab_obb *b) {
    const m3 turn = quat_matrix(quat_mul(quat_conjugate(a->pose.q), b->pose.q)), back = m3_transpose(turn);
    const v3 between = pose_unapply(a->pose, b->pose.x);
    const double half_a[3] = {a->half.x, a->half.y, a->half.z}, half_b[3] = {b->half.x, b->half.y, b->half.z};
    const double t[3] = {between.x, between.y, between.z};
    double r[3][3], gap = -INFINITY;
    for (int i = 0; i < 3; i++) {
        gap = ab_greater(gap, fabs(t[i]) - half_a[i] - reach(b->half, turn.row[i]));
        gap = ab_greater(gap, fabs(v3_dot(between, back.row[i])) - half_b[i] - reach(a->half, back.row[i]));
        for (int j = 0; j < 3; j++) r[i][j] = v3_at(turn.row[i], j);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) gap = ab_greater(gap, gap_across(r, half_a, half_b, t, i, j));
    return gap;
}

// ------------------------------------------------------------------------------------------------------- traversal

typedef struct walk {
    const ab_octree *tree;
    const ab_target *target;
    v3 half; // half edges of the target's box
    m3 turn; // rotation from the points' frame to the box
    v3 shift;
    ab_inside_samples *out;
} walk;

static bool cube_overlaps_box(const walk *w, const ab_octree_cell *c) {
    return boxes_overlap(w->half, v3_make(c->half, c->half, c->half), w->turn,
                         v3_add(m3_mul(w->turn, c->centre), w->shift));
}

static void visit(const walk *w, int32_t at) {
    const ab_octree_cell *c = &w->tree->cell[at];
    if (!cube_overlaps_box(w, c)) return;
    if (c->leaf)
        for (int32_t i = 0; i < c->count; i++)
            ab_target_test(w->target, w->tree->points, w->tree->order[c->first + i], w->out);
    for (int o = 0; o < 8; o++)
        if (c->child[o] >= 0) visit(w, c->child[o]);
}

// Heap sort: moves sample i down until it is above its children in the heap of n.
static void sift(ab_inside_sample *t, int64_t i, int64_t n) {
    for (int64_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && t[child + 1].point > t[child].point) child++;
        if (t[i].point >= t[child].point) return;
        const ab_inside_sample swap = t[i];
        t[i] = t[child];
        t[child] = swap;
    }
}

static void sort_samples(ab_inside_sample *t, int64_t n) {
    for (int64_t i = n / 2 - 1; i >= 0; i--) sift(t, i, n);
    for (int64_t end = n - 1; end > 0; end--) {
        const ab_inside_sample last = t[end];
        t[end] = t[0];
        t[0] = last;
        sift(t, 0, end);
    }
}

void ab_octree_find(const ab_octree *tree, const ab_target *target, const ab_obb *box, ab_inside_samples *out) {
    if (tree->ncell == 0) return;
    const m3 back = m3_transpose(quat_matrix(box->pose.q));
    const walk w = {
        tree, target, box->half, m3_product(back, target->turn), m3_mul(back, v3_sub(target->shift, box->pose.x)), out};
    visit(&w, 0);
    sort_samples(out->sample, out->n < out->capacity ? out->n : out->capacity);
    out->clear = 0; // the distance of culled boxes is not computed
}
