// Finding the points of a tree that lie inside of a target.
//
// The walk is in floats and in cells of the target's grid: it only rules out, and leaves alone what is nearer than round-off
// could be wrong. What remains goes through the one test for a point, in doubles.
#include "geom/point_tree.h"

// Spheres, or points with r = 0.
typedef struct places {
    float x[AB_TREE_LEAF], y[AB_TREE_LEAF], z[AB_TREE_LEAF], r[AB_TREE_LEAF];
} places;

// What the walk reads of a field.
typedef struct field {
    const float *sample, *survey;
    const int32_t *block;
    ab_cell3 bricks, survey_nodes;
    float top[3]; // upper end of the grid
    float per_h;  // 1/m
} field;

// A target as the walk needs it: one turn and shift from points to places, which are in cells, or metres for a half-space.
typedef struct walk {
    const ab_target *target;
    const ab_point_tree *tree;
    field field;
    float turn[3][3], shift[3];
    float normal[3]; // of a half-space
    float scale;     // from metres
    float margin;    // what is farther is surely clear
    float clear;     // of everything that was ruled out
    ab_touches *out;
} walk;

static void emit(ab_touches *out, ab_touch touch) {
    if (out->n < out->room) out->touch[out->n] = touch;
    out->n++;
}

bool ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_touches *out) {
    ab_touch t = {.at = ab_target_place(target, ab_points_at(points, point)), .point = (int32_t)point};
    if (target->sdf) {
        t.distance = ab_sdf_distance(target->sdf, t.at, &t.gradient);
    } else {
        t.distance = v3_dot(target->normal, t.at);
        t.gradient = target->normal;
    }
    if (t.distance < 0) emit(out, t);
    return t.distance < 0;
}

void ab_points_find(const ab_points *points, const ab_target *target, ab_touches *out) {
    for (int64_t i = 0; i < points->n; i++) ab_target_test(target, points, i, out);
    out->clear = 0; // not measured
}

// ------------------------------------------------------------------------------------------------ bounds, in cells

AB_SIMD_PART float hold(float x, float top) {
    const float low = x > 0 ? x : 0; // nan becomes 0
    return low < top ? low : top;
}

AB_SIMD_PART float length(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

// From the nearest node of the survey. Outside of the grid the surface is as far as the grid.
AB_SIMD_PART float survey_bound(const field *f, float x, float y, float z) {
    const float cells = AB_SURVEY;
    const float hx = hold(x, f->top[0]), hy = hold(y, f->top[1]), hz = hold(z, f->top[2]);
    const int32_t i = (int32_t)(hx / cells + 0.5f), j = (int32_t)(hy / cells + 0.5f),
                  k = (int32_t)(hz / cells + 0.5f);
    const float way = f->survey[(k * f->survey_nodes.y + j) * f->survey_nodes.x + i];
    const float bound = way - length(x - cells * (float)i, y - cells * (float)j, z - cells * (float)k);
    const float outside = length(x - hx, y - hy, z - hz);
    return outside > 0 && outside > bound ? outside : bound;
}

AB_SIMD_PART int32_t brick_of(int32_t i, int32_t bricks) {
    const int32_t brick = i / AB_BRICK;
    return brick < bricks ? brick : bricks - 1;
}

// Where a node, or the lower corner of a cell, is found among the samples; those of block 0 if the brick has none.
typedef struct sample_place {
    int32_t at;
    float unknown; // larger than any distance if the brick has none, else 0
} sample_place;

AB_SIMD_PART sample_place find_sample(const field *f, int32_t i, int32_t j, int32_t k) {
    const ab_cell3 n = f->bricks;
    const int32_t x = brick_of(i, n.x), y = brick_of(j, n.y), z = brick_of(k, n.z);
    const int32_t block = f->block[(z * n.y + y) * n.x + x];
    const int32_t within =
        ((k - AB_BRICK * z) * AB_BLOCK_EDGE + j - AB_BRICK * y) * AB_BLOCK_EDGE + i - AB_BRICK * x;
    return (sample_place){(block > 0 ? block : 0) * AB_BLOCK + within, block < 0 ? 1e30f : 0};
}

// From the nearest sample; below zero if there is none near.
AB_SIMD_PART float sample_bound(const field *f, float x, float y, float z) {
    const int32_t i = (int32_t)(hold(x, f->top[0]) + 0.5f), j = (int32_t)(hold(y, f->top[1]) + 0.5f),
                  k = (int32_t)(hold(z, f->top[2]) + 0.5f);
    const sample_place s = find_sample(f, i, j, k);
    const float bound =
        ab_sdf_free_way(f->sample[s.at] * f->per_h) - length(x - (float)i, y - (float)j, z - (float)k);
    return bound - s.unknown;
}

AB_SIMD_PART float between(float a, float b, float t) { return a + t * (b - a); }

// The cell along one axis that holds q; the upper end belongs to the last.
AB_SIMD_PART int32_t cell_of(float q, int32_t bricks) {
    const int32_t cell = (int32_t)q, last = AB_BRICK * bricks - 1;
    return cell < last ? cell : last;
}

// The interpolated distance; negative where there are no samples.
AB_SIMD_PART float interpolated(const field *f, float x, float y, float z) {
    enum { Y = AB_BLOCK_EDGE, Z = AB_BLOCK_EDGE * AB_BLOCK_EDGE };
    const float hx = hold(x, f->top[0]), hy = hold(y, f->top[1]), hz = hold(z, f->top[2]);
    const int32_t i = cell_of(hx, f->bricks.x), j = cell_of(hy, f->bricks.y), k = cell_of(hz, f->bricks.z);
    const float tx = hx - (float)i, ty = hy - (float)j, tz = hz - (float)k;
    const sample_place s = find_sample(f, i, j, k);
    const float *d = f->sample;
    const float x00 = between(d[s.at], d[s.at + 1], tx), x10 = between(d[s.at + Y], d[s.at + Y + 1], tx);
    const float x01 = between(d[s.at + Z], d[s.at + Z + 1], tx),
                x11 = between(d[s.at + Z + Y], d[s.at + Z + Y + 1], tx);
    return between(between(x00, x10, ty), between(x01, x11, ty), tz) * f->per_h - s.unknown;
}

// ------------------------------------------------------------------------------------------------------------ walk

AB_SIMD_PART void find_places(const walk *w, const float *x, const float *y, const float *z, int n,
                              places *p) {
#pragma omp simd
    for (int k = 0; k < n; k++) {
        p->x[k] = w->turn[0][0] * x[k] + w->turn[0][1] * y[k] + w->turn[0][2] * z[k] + w->shift[0];
        p->y[k] = w->turn[1][0] * x[k] + w->turn[1][1] * y[k] + w->turn[1][2] * z[k] + w->shift[1];
        p->z[k] = w->turn[2][0] * x[k] + w->turn[2][1] * y[k] + w->turn[2][2] * z[k] + w->shift[2];
    }
}

AB_SIMD_PART void heights(const walk *w, const places *p, int n, float *bound) {
#pragma omp simd
    for (int k = 0; k < n; k++)
        bound[k] = w->normal[0] * p->x[k] + w->normal[1] * p->y[k] + w->normal[2] * p->z[k] - p->r[k];
}

AB_SIMD_PART void survey_bounds(const field *f, const places *p, int n, float *bound) {
#pragma omp simd
    for (int k = 0; k < n; k++) bound[k] = survey_bound(f, p->x[k], p->y[k], p->z[k]) - p->r[k];
}

// Raises bounds to those from the nearest sample.
AB_SIMD_PART void sample_bounds(const field *f, const places *p, int n, float *bound) {
#pragma omp simd
    for (int k = 0; k < n; k++) {
        const float b = sample_bound(f, p->x[k], p->y[k], p->z[k]) - p->r[k];
        bound[k] = b > bound[k] ? b : bound[k];
    }
}

// Raises bounds that are less to a part of the interpolated distance: it grows no faster than the way times sqrt(3), and is
// continuous for as long as a tenth of a cell.
AB_SIMD_PART void distance_bounds(const field *f, const places *p, int n, float *bound) {
    const float most = 0.1f, slope = 1.7320508f;
#pragma omp simd
    for (int k = 0; k < n; k++) {
        const float d = interpolated(f, p->x[k], p->y[k], p->z[k]) / slope;
        const float b = d < most ? d : most;
        bound[k] = b > bound[k] ? b : bound[k];
    }
}

// Bit k is set if bound k lets something be inside.
AB_SIMD_PART uint32_t may_touch(const walk *w, const float *bound, int n) {
    uint32_t may = 0;
#pragma omp simd reduction(| : may)
    for (int k = 0; k < n; k++) may |= bound[k] < w->margin ? UINT32_C(1) << k : 0;
    return may;
}

// Notes the least bound of what cannot be inside.
AB_SIMD_PART void note_clear(walk *w, const float *bound, int n) {
    float clear = w->clear;
#pragma omp simd reduction(min : clear)
    for (int k = 0; k < n; k++) {
        const float sure = bound[k] < w->margin ? INFINITY : bound[k];
        clear = sure < clear ? sure : clear;
    }
    w->clear = clear;
}

AB_SIMD_PART void visit_leaf(walk *w, const ab_tree_leaf *leaf) {
    const ab_point_tree *tree = w->tree;
    places p;
    float bound[AB_TREE_LEAF];
    find_places(w, tree->x + leaf->first, tree->y + leaf->first, tree->z + leaf->first, AB_TREE_LEAF, &p);
    for (int k = 0; k < AB_TREE_LEAF; k++) p.r[k] = 0;
    if (w->target->sdf) {
        for (int k = 0; k < AB_TREE_LEAF; k++) bound[k] = -1;
        sample_bounds(&w->field, &p, AB_TREE_LEAF, bound);
        if (may_touch(w, bound, AB_TREE_LEAF)) distance_bounds(&w->field, &p, AB_TREE_LEAF, bound);
    } else {
        heights(w, &p, AB_TREE_LEAF, bound);
    }
    note_clear(w, bound, AB_TREE_LEAF);
    const uint32_t here = (UINT32_C(1) << leaf->count) - 1;
    for (uint32_t left = may_touch(w, bound, AB_TREE_LEAF) & here; left; left &= left - 1)
        if (!ab_target_test(w->target, tree->points, leaf->first + __builtin_ctz(left), w->out)) w->clear = 0;
}

// Children that may touch, last first: the stack gives them back in order.
AB_SIMD_PART int push_children(walk *w, const ab_tree_node *node, int32_t *stack) {
    places p;
    float bound[AB_LANES];
    find_places(w, node->x, node->y, node->z, AB_LANES, &p);
    for (int k = 0; k < AB_LANES; k++) p.r[k] = w->scale * node->r[k];
    if (w->target->sdf) {
        survey_bounds(&w->field, &p, AB_LANES, bound);
        if (may_touch(w, bound, AB_LANES)) sample_bounds(&w->field, &p, AB_LANES, bound);
    } else {
        heights(w, &p, AB_LANES, bound);
    }
    note_clear(w, bound, AB_LANES);
    int n = 0;
    for (uint32_t left = may_touch(w, bound, AB_LANES); left;) {
        const int k = 31 - __builtin_clz(left);
        stack[n++] = node->child[k];
        left &= ~(UINT32_C(1) << k);
    }
    return n;
}

// Every node halves its points at least: 31 levels hold all that an int32_t can count.
AB_SIMD static void run(walk *w) {
    const ab_point_tree *tree = w->tree;
    int32_t stack[31 * (AB_LANES - 1) + 1];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const int32_t at = stack[--waiting];
        if (at < 0)
            visit_leaf(w, &tree->leaf[~at]);
        else
            waiting += push_children(w, &tree->node[at], stack + waiting);
    }
}

static field field_of(const ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    return (field){sdf->sample,
                   sdf->survey,
                   sdf->block,
                   n,
                   ab_survey_nodes(&sdf->grid),
                   {(float)(AB_BRICK * n.x), (float)(AB_BRICK * n.y), (float)(AB_BRICK * n.z)},
                   (float)(1 / sdf->grid.h)};
}

// Round-off of a place, of a bound and of the points themselves is a few units of the last place of the largest number.
static float margin_of(const walk *w, double reach) {
    const double shift = fabs((double)w->shift[0]) + fabs((double)w->shift[1]) + fabs((double)w->shift[2]);
    const double grid = (double)w->field.top[0] + (double)w->field.top[1] + (double)w->field.top[2];
    return (float)(32 * 0x1p-24 * (reach * (double)w->scale + shift + grid));
}

static walk start_walk(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    const ab_sdf *sdf = target->sdf;
    walk w = {.target = target, .tree = tree, .scale = 1, .clear = INFINITY, .out = out};
    const double scale = sdf ? 1 / sdf->grid.h : 1;
    const v3 shift = v3_scale(scale, sdf ? v3_sub(target->shift, sdf->grid.origin) : target->shift);
    w.scale = (float)scale;
    if (sdf) w.field = field_of(sdf);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) w.turn[i][j] = (float)(scale * v3_at(target->turn.row[i], j));
        w.shift[i] = (float)v3_at(shift, i);
        w.normal[i] = (float)v3_at(target->normal, i);
    }
    w.margin = margin_of(&w, tree->reach);
    return w;
}

void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    if (tree->nnode == 0) return;
    walk w = start_walk(tree, target, out);
    run(&w);
    const double clear = (double)(w.clear - w.margin) / (double)w.scale;
    out->clear = ab_lesser(out->clear, ab_greater(clear, 0));
}
