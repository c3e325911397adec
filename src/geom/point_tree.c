// Finding the points of a tree that lie inside of a target.
//
// The walk through the nodes is in floats and in cells of the target's grid: it only rules out, and leaves alone what is nearer
// than round-off could be wrong. The points of the leaves that remain are measured in doubles, eight at a time.
#include "geom/point_tree.h"

#include "geom/sdf_cell.h"

#include <string.h>

// Spheres.
typedef struct places {
    float x[AB_LANES], y[AB_LANES], z[AB_LANES], r[AB_LANES];
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
    float round_off; // of a bound, at most
    float margin;    // what is farther is left out
    float clear;     // of everything that was ruled out
    double least;    // distance of a point that was measured, m
    double limit;    // points whose interpolated distance is not less are outside, m
    ab_touches *out;
} walk;

static void emit(ab_touches *out, ab_touch touch) {
    if (out->n < out->room) out->touch[out->n] = touch;
    out->n++;
}

static v3 face_normal(const ab_mesh *mesh, int32_t triangle) {
    const int32_t *v = mesh->triangle[triangle].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_unit(v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a)));
}

// The face and the field tell it where they agree; the winding number, which takes longer, where not: beside sharp edges and where
// the mesh cuts itself.
static bool is_inside(const ab_sdf *sdf, v3 p, v3 nearest, v3 normal) {
    const bool behind = v3_dot(normal, v3_sub(p, nearest)) < 0;
    if (behind == (ab_sdf_distance(sdf, p, NULL) < 0)) return behind;
    return ab_winding_number(&sdf->winding, p) > 0.5;
}

// The distance from the triangles, and the way out: through the nearest point from inside, along the face's normal on the surface.
static double exact_distance(const ab_sdf *sdf, v3 p, v3 *gradient) {
    const ab_closest c = ab_bvh_closest(&sdf->bvh, p, INFINITY);
    const v3 normal = face_normal(&sdf->mesh, c.triangle), way = v3_sub(p, c.point);
    const double sign = is_inside(sdf, p, c.point, normal) ? -1 : 1;
    *gradient = v3_norm2(way) > 0 ? v3_scale(sign, v3_unit(way)) : normal;
    return sign * c.distance;
}

double ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_touches *out) {
    ab_touch t = {.at = ab_target_place(target, ab_points_at(points, point)), .point = (int32_t)point};
    if (target->exact) {
        t.distance = exact_distance(target->sdf, t.at, &t.gradient);
    } else if (target->sdf) {
        t.distance = ab_sdf_distance(target->sdf, t.at, &t.gradient);
    } else {
        t.distance = v3_dot(target->normal, t.at);
        t.gradient = target->normal;
    }
    if (t.distance < 0) emit(out, t);
    return t.distance;
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

// --------------------------------------------------------------------------------------------------------- bounds of lanes

AB_SIMD_PART void find_places(const walk *w, const ab_tree_node *node, places *p) {
    const float *x = node->x, *y = node->y, *z = node->z;
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        p->x[k] = w->turn[0][0] * x[k] + w->turn[0][1] * y[k] + w->turn[0][2] * z[k] + w->shift[0];
        p->y[k] = w->turn[1][0] * x[k] + w->turn[1][1] * y[k] + w->turn[1][2] * z[k] + w->shift[1];
        p->z[k] = w->turn[2][0] * x[k] + w->turn[2][1] * y[k] + w->turn[2][2] * z[k] + w->shift[2];
        p->r[k] = w->scale * node->r[k];
    }
}

AB_SIMD_PART void heights(const walk *w, const places *p, float *bound) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++)
        bound[k] = w->normal[0] * p->x[k] + w->normal[1] * p->y[k] + w->normal[2] * p->z[k] - p->r[k];
}

AB_SIMD_PART void survey_bounds(const field *f, const places *p, float *bound) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) bound[k] = survey_bound(f, p->x[k], p->y[k], p->z[k]) - p->r[k];
}

// Raises bounds to those from the nearest sample.
AB_SIMD_PART void sample_bounds(const field *f, const places *p, float *bound) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const float b = sample_bound(f, p->x[k], p->y[k], p->z[k]) - p->r[k];
        bound[k] = b > bound[k] ? b : bound[k];
    }
}

// Bit k is set if bound k lets something be inside.
AB_SIMD_PART uint32_t may_touch(const walk *w, const float *bound) {
    uint32_t may = 0;
#pragma omp simd reduction(| : may)
    for (int k = 0; k < AB_LANES; k++) may |= bound[k] < w->margin ? UINT32_C(1) << k : 0;
    return may;
}

// Notes the least bound of what cannot be inside.
AB_SIMD_PART void note_clear(walk *w, const float *bound) {
    float clear = w->clear;
#pragma omp simd reduction(min : clear)
    for (int k = 0; k < AB_LANES; k++) {
        const float sure = bound[k] < w->margin ? INFINITY : bound[k];
        clear = sure < clear ? sure : clear;
    }
    w->clear = clear;
}

// ----------------------------------------------------------------------------------------------------------- leaves

// Samples side by side along x.
typedef struct pair {
    float low, high;
} pair;

// Points of a leaf in the target's frame, the cells they lie in, their distances and gradients, in doubles.
typedef struct eight {
    double x[AB_LANES], y[AB_LANES], z[AB_LANES];
    double at_x[AB_LANES], at_y[AB_LANES], at_z[AB_LANES];       // in the cell, 0 .. 1
    int32_t brick[AB_LANES], corner[AB_LANES], sample[AB_LANES]; // of the cell, the last in its block
    pair row[4][AB_LANES];                                       // corners of the cell
    double distance[AB_LANES], slope_x[AB_LANES], slope_y[AB_LANES], slope_z[AB_LANES];
    uint32_t deep; // bit k: inside, in a brick without samples, and not measured
} eight;

AB_SIMD_PART void place_eight(const ab_target *t, const ab_points *p, int64_t first, eight *e) {
    const double *x = p->x + first, *y = p->y + first, *z = p->z + first;
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const v3 at = ab_target_place(t, v3_make(x[k], y[k], z[k]));
        e->x[k] = at.x;
        e->y[k] = at.y;
        e->z[k] = at.z;
    }
}

AB_SIMD_PART double clamp(double x, double top) {
    const double low = x > 0 ? x : 0;
    return low < top ? low : top;
}

AB_SIMD_PART void find_cells(const ab_sdf_grid *grid, eight *e) {
    const ab_sdf_grid g = *grid;
    const double per_h = 1 / g.h;
    const v3 top = {AB_BRICK * g.bricks.x, AB_BRICK * g.bricks.y, AB_BRICK * g.bricks.z};
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const v3 raw = v3_scale(per_h, v3_sub(v3_make(e->x[k], e->y[k], e->z[k]), g.origin));
        const v3 q = {clamp(raw.x, top.x), clamp(raw.y, top.y), clamp(raw.z, top.z)};
        const int32_t x = ab_cell_of(q.x, g.bricks.x), y = ab_cell_of(q.y, g.bricks.y),
                      z = ab_cell_of(q.z, g.bricks.z);
        const int32_t bx = x / AB_BRICK, by = y / AB_BRICK, bz = z / AB_BRICK;
        e->at_x[k] = q.x - x;
        e->at_y[k] = q.y - y;
        e->at_z[k] = q.z - z;
        e->brick[k] = (bz * g.bricks.y + by) * g.bricks.x + bx;
        e->corner[k] = (bz * (g.bricks.y + 1) + by) * (g.bricks.x + 1) + bx;
        e->sample[k] =
            ((z - AB_BRICK * bz) * AB_BLOCK_EDGE + y - AB_BRICK * by) * AB_BLOCK_EDGE + x - AB_BRICK * bx;
    }
}

// One lane after the other: four loads for each. In bricks without samples, which are all outside or all inside, and beyond the
// grid only the sign will be right.
AB_SIMD_PART void load_cells(const ab_sdf *sdf, eight *e) {
    enum { Y = AB_BLOCK_EDGE, Z = AB_BLOCK_EDGE * AB_BLOCK_EDGE };
    static const int32_t STEP[4] = {0, Y, Z, Z + Y};
    e->deep = 0;
    for (int k = 0; k < AB_LANES; k++) {
        const int32_t block = sdf->block[e->brick[k]];
        if (block >= 0) {
            const float *d = sdf->sample + (int64_t)block * AB_BLOCK + e->sample[k];
            for (int r = 0; r < 4; r++) memcpy(&e->row[r][k], d + STEP[r], sizeof e->row[r][k]);
        } else {
            const float corner = sdf->corner[e->corner[k]];
            for (int r = 0; r < 4; r++) e->row[r][k] = (pair){corner, corner};
            e->deep |= corner < 0 ? UINT32_C(1) << k : 0;
        }
    }
}

AB_SIMD_PART ab_cell cell_of(const eight *e, int k, double per_h) {
    return (ab_cell){(double)e->row[0][k].low,
                     (double)e->row[0][k].high,
                     (double)e->row[1][k].low,
                     (double)e->row[1][k].high,
                     (double)e->row[2][k].low,
                     (double)e->row[2][k].high,
                     (double)e->row[3][k].low,
                     (double)e->row[3][k].high,
                     per_h,
                     {e->at_x[k], e->at_y[k], e->at_z[k]}};
}

AB_SIMD_PART void find_distances(eight *e) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) e->distance[k] = ab_cell_distance(cell_of(e, k, 1));
}

AB_SIMD_PART void find_gradients(double per_h, eight *e) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const v3 gradient = ab_cell_gradient(cell_of(e, k, per_h));
        e->slope_x[k] = gradient.x;
        e->slope_y[k] = gradient.y;
        e->slope_z[k] = gradient.z;
    }
}

AB_SIMD_PART void emit_eight(const eight *e, int k, int64_t point, ab_touches *out) {
    emit(out, (ab_touch){e->distance[k],
                         {e->slope_x[k], e->slope_y[k], e->slope_z[k]},
                         {e->x[k], e->y[k], e->z[k]},
                         (int32_t)point});
}

AB_SIMD_PART void test_one(walk *w, int64_t point) {
    const double distance = ab_target_test(w->target, w->tree->points, point, w->out);
    w->least = distance < w->least ? distance : w->least;
}

// Bit k is set if point k may be inside; the least distance of the others beyond the limit is noted.
AB_SIMD_PART uint32_t inside(walk *w, const eight *e) {
    const double limit = w->limit;
    uint32_t which = 0;
    double least = w->least;
#pragma omp simd reduction(| : which) reduction(min : least)
    for (int k = 0; k < AB_LANES; k++) {
        const double beyond = e->distance[k] - limit;
        const double free = beyond < 0 ? INFINITY : beyond;
        which |= beyond < 0 ? UINT32_C(1) << k : 0;
        least = free < least ? free : least;
    }
    w->least = least;
    return which;
}

AB_SIMD_PART void test_eight(walk *w, int64_t first, int count) {
    const ab_sdf *sdf = w->target->sdf;
    eight e;
    place_eight(w->target, w->tree->points, first, &e);
    find_cells(&sdf->grid, &e);
    load_cells(sdf, &e);
    find_distances(&e);
    const uint32_t which = inside(w, &e) & ((UINT32_C(1) << count) - 1);
    if (which == 0) return;
    find_gradients(1 / sdf->grid.h, &e);
    for (uint32_t left = which; left; left &= left - 1) {
        const int k = __builtin_ctz(left);
        if ((e.deep >> k & 1) || w->target->exact)
            test_one(w, first + k);
        else
            emit_eight(&e, k, first + k, w->out);
    }
}

AB_SIMD_PART void visit_leaf(walk *w, const ab_tree_leaf *leaf) {
    if (w->target->sdf)
        test_eight(w, leaf->first, leaf->count);
    else
        for (int k = 0; k < leaf->count; k++) test_one(w, leaf->first + k);
}

// ------------------------------------------------------------------------------------------------------------ walk

// Children that may touch, last first: the stack gives them back in order.
AB_SIMD_PART int push_children(walk *w, const ab_tree_node *node, int32_t *stack) {
    places p;
    float bound[AB_LANES];
    find_places(w, node, &p);
    if (w->target->sdf) {
        survey_bounds(&w->field, &p, bound);
        if (may_touch(w, bound)) sample_bounds(&w->field, &p, bound);
    } else {
        heights(w, &p, bound);
    }
    note_clear(w, bound);
    int n = 0;
    for (uint32_t left = may_touch(w, bound); left;) {
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
static float round_off_of(const walk *w, double reach) {
    const double shift = fabs((double)w->shift[0]) + fabs((double)w->shift[1]) + fabs((double)w->shift[2]);
    const double grid = (double)w->field.top[0] + (double)w->field.top[1] + (double)w->field.top[2];
    return (float)(32 * 0x1p-24 * (reach * (double)w->scale + shift + grid));
}

static walk start_walk(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    const ab_sdf *sdf = target->sdf;
    walk w = {.target = target, .tree = tree, .scale = 1, .clear = INFINITY, .least = INFINITY, .out = out};
    const double scale = sdf ? 1 / sdf->grid.h : 1;
    const v3 shift = v3_scale(scale, sdf ? v3_sub(target->shift, sdf->grid.origin) : target->shift);
    w.scale = (float)scale;
    if (sdf) w.field = field_of(sdf);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) w.turn[i][j] = (float)(scale * v3_at(target->turn.row[i], j));
        w.shift[i] = (float)v3_at(shift, i);
        w.normal[i] = (float)v3_at(target->normal, i);
    }
    if (target->exact) w.limit = 0.867 * sdf->grid.h; // |interpolated - exact| <= sqrt(3)/2 h
    w.round_off = round_off_of(&w, tree->reach);
    w.margin = w.round_off + (float)(out->reach * scale);
    return w;
}

// How far a point may move whose interpolated distance is `least`: that grows no faster than the way times sqrt(3) and is continuous
// for as long as a tenth of a cell; and the distance itself is at most sqrt(3)/2 cells less.
static double free_way(const ab_sdf *sdf, double least) {
    const double h = sdf->grid.h;
    const double near = ab_lesser(least / sqrt(3), 0.1 * h),
                 far = h * (double)ab_sdf_free_way((float)(least / h - 0.867));
    return ab_greater(near, far);
}

// Points that were left out, and those that were measured; exact distances grow no faster than the way.
static double clear_of(const walk *w) {
    const double out = (double)(w->clear - w->round_off) / (double)w->scale;
    if (!isfinite(w->least)) return ab_greater(out, 0);
    const bool interpolated = w->target->sdf && !w->target->exact;
    return ab_greater(ab_lesser(out, interpolated ? free_way(w->target->sdf, w->least) : w->least), 0);
}

void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    if (tree->nnode == 0) return;
    walk w = start_walk(tree, target, out);
    run(&w);
    out->clear = ab_lesser(out->clear, clear_of(&w));
}
