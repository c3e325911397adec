// Finds the points of a tree inside a target.
#include "geom/sdf/point_walk.h"

// NULL: not compiled in, or not supported by the processor.
static const ab_point_walk_kernel *kernel_of(ab_width width) {
    static const ab_point_walk_kernel *const BY_WIDTH[AB_WIDTHS] = {&ab_point_walk_kernel_16, &ab_point_walk_kernel_32,
                                                                    &ab_point_walk_kernel_64};
    return width <= ab_widest() && BY_WIDTH[width]->run ? BY_WIDTH[width] : NULL;
}

static const ab_point_walk_kernel *widest_kernel(void) {
    const ab_point_walk_kernel *k = kernel_of(ab_widest());
    return k ? k : &ab_point_walk_kernel_16;
}

static void emit(ab_inside_samples *out, ab_inside_sample sample) {
    if (out->n < out->capacity) out->sample[out->n] = sample;
    out->n++;
}

static inline double distance_of(const ab_target *target, v3 point, v3 *gradient) {
    if (target->exact) {
        ab_closest nearest;
        return ab_sdf_exact_distance(target->sdf, ab_target_place(target, point), INFINITY, gradient, &nearest);
    }
    if (!target->sdf) {
        *gradient = target->normal;
        return v3_dot(target->normal, ab_target_place(target, point));
    }
    const v3 q = v3_add(m3_mul(target->cell_turn, point), target->cell_shift);
    return target->smooth ? ab_sdf_smooth_distance_at(target->sdf, q, gradient)
                          : ab_sdf_distance_at(target->sdf, q, gradient);
}

double ab_target_distance(const ab_target *target, v3 point, v3 *gradient) {
    return distance_of(target, point, gradient);
}

double ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_inside_samples *out) {
    ab_inside_sample t = {.point = point};
    t.distance = distance_of(target, ab_points_at(points, point), &t.gradient);
    if (t.distance < out->margin) emit(out, t);
    return t.distance;
}

void ab_points_find(const ab_points *points, const ab_target *target, ab_inside_samples *out) {
    for (int64_t i = 0; i < points->n; i++) ab_target_test(target, points, i, out);
    out->clear = 0; // not computed
}

// -------------------------------------------------------------------------------------------------------- clearance

// Clearance in cells: displacement of a point with an interpolated distance of at least `min` before that distance can
// become negative. The interpolated distance has the Lipschitz constant sqrt(3) where it is continuous, that is, up to
// bricks without samples. In those the exact distance is above band or below -band, while it is at most sqrt(3)/2 where
// the interpolated one is negative, so the path between such points is longer than the difference. The clearance of the
// exact distance is a lower bound too.
//
// The spline is continuous everywhere (sdf_smooth.c); where all its nodes have samples, each partial derivative is a
// mean of differences of neighbours, which are at most 1. If a node k without sample, outside, is in the stencil
// somewhere on the path, then at its end, where d = 0,
//     0 >= band - sqrt(|x - x_k|^2 + 3/4),     so |x - x_k| >= sqrt(band^2 - 3/4),
// and the path from the point where k is in the stencil, at most sqrt(27)/2 from x_k, is at least the difference long.
// No such node inside occurs before d = 0. For the exact distance: `min` exceeds it by at most sqrt(3)/2, also where
// nodes without samples read the band, and from a point beyond the grid the path is longer than from its clamped
// position.
static double clearance_cells(const ab_target *target, double min) {
    const double band = target->sdf->band;
    const double steady = target->smooth ? sqrt(band * band - 0.75) - sqrt(6.75) : band - 0.867;
    const double near = ab_lesser(min / sqrt(3), steady), far = (double)ab_sdf_clearance((float)(min - 0.867));
    return ab_greater(near, far);
}

static double clearance_at(const ab_target *target, double min) {
    const double h = target->sdf->grid.h;
    return h * clearance_cells(target, min / h);
}

// Displacement at which a leaf with this clearance must be tested again, reduced by more than the round-off.
static float due_after(const ab_leaf_cache *leaf_cache, const ab_sdf *sdf, double clearance) {
    const double sure = clearance - 1e-9 * sdf->grid.h;
    return sure > 0 ? (float)((leaf_cache->moved + sure) * (1 - 0x1p-22)) : 0;
}

float ab_point_walk_due(const ab_point_walk *w, double outside) {
    return due_after(w->leaf_cache, w->target->sdf, clearance_at(w->target, outside));
}

// -------------------------------------------------------------------------------------------------------- traversal

static ab_point_walk_field field_of(const ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    return (ab_point_walk_field){sdf->sample,
                                 sdf->bound_grid,
                                 sdf->beginning,
                                 n,
                                 ab_bound_grid_nodes(&sdf->grid),
                                 {(float)(AB_BRICK * n.x), (float)(AB_BRICK * n.y), (float)(AB_BRICK * n.z)},
                                 (int32_t)(sdf->nblock * AB_SDF_BLOCK)};
}

static ab_point_walk_grid grid_of(const ab_sdf *sdf) {
    const ab_sdf_grid *g = &sdf->grid;
    const int32_t cells[3] = {AB_BRICK * g->bricks.x, AB_BRICK * g->bricks.y, AB_BRICK * g->bricks.z};
    return (ab_point_walk_grid){
        {cells[0], cells[1], cells[2]}, {cells[0] - 1, cells[1] - 1, cells[2] - 1}, 1 / g->h, sdf->band * g->h};
}

// Bound of the round-off of positions, bounds and points: a few units in the last place of the largest number.
static float round_off_of(const ab_point_walk *w, double grid, double reach) {
    const double shift = fabs((double)w->shift[0]) + fabs((double)w->shift[1]) + fabs((double)w->shift[2]);
    return (float)(32 * 0x1p-24 * (reach * (double)w->scale + shift + grid));
}

#define INTERPOLATION 0.867 // |interpolated - exact distance| <= sqrt(3)/2, in cells

// Interpolated distance beyond which a point is outside, m.
static double limit_of(const ab_target *target, double margin) {
    return target->exact ? INTERPOLATION * target->sdf->grid.h + margin : margin;
}

// Bound of a node beyond which it has no sample, m. Bounds are those of samples inside; within a margin, interpolated
// distances may be less than exact ones.
static double cull_beyond(const ab_target *target, const ab_inside_samples *out) {
    const bool interpolated = out->margin > 0 && target->sdf;
    return out->reach + out->margin + (interpolated ? INTERPOLATION * target->sdf->grid.h : 0);
}

// Sets every member, those of a field only if there is one: clearing the struct would take as long as processing a
// node.
static void start_walk(const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out, ab_point_walk *w) {
    const ab_sdf *sdf = target->sdf;
    const double scale = sdf ? 1 / sdf->grid.h : 1;
    const m3 *turn = sdf ? &target->cell_turn : &target->turn;
    const v3 shift = sdf ? target->cell_shift : target->shift;
    w->target = target;
    w->tree = tree;
    w->out = out;
    w->leaf_cache = NULL;
    w->clear = INFINITY;
    w->min_distance = INFINITY;
    w->limit = limit_of(target, out->margin);
    w->scale = (float)scale;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            w->rotate[i][j] = (float)v3_at(target->turn.row[i], j);
            w->turn[i][j] = (float)v3_at(turn->row[i], j);
        }
        w->shift[i] = (float)v3_at(shift, i);
        w->normal[i] = (float)v3_at(target->normal, i);
    }
    double grid = 0;
    if (sdf) {
        w->field = field_of(sdf);
        w->grid = grid_of(sdf);
        grid = w->grid.top[0] + w->grid.top[1] + w->grid.top[2];
    }
    w->round_off = round_off_of(w, grid, tree->reach);
    w->margin = w->round_off + (float)(cull_beyond(target, out) * scale);
}

// Clearance of the culled and of the tested points, with a margin a lower bound of it; exact distances are 1-Lipschitz.
static double clear_of(const ab_point_walk *w) {
    const double out = (double)(w->clear - w->round_off) / (double)w->scale;
    if (!isfinite(w->min_distance)) return ab_greater(out, 0);
    const bool interpolated = w->target->sdf && !w->target->exact;
    return ab_greater(ab_lesser(out, interpolated ? clearance_at(w->target, w->min_distance) : w->min_distance), 0);
}

static void find(const ab_point_walk_kernel *k, const ab_point_tree *tree, const ab_target *target,
                 ab_inside_samples *out) {
    if (tree->levels == 0) return;
    ab_point_walk w;
    start_walk(tree, target, out, &w);
    k->run(&w);
    out->clear = ab_lesser(out->clear, clear_of(&w));
}

void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out) {
    find(widest_kernel(), tree, target, out);
}

bool ab_point_tree_find_in(ab_width width, const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out) {
    const ab_point_walk_kernel *k = kernel_of(width);
    if (k) find(k, tree, target, out);
    return k != NULL;
}

// ------------------------------------------------------------------------------------------------ temporal coherence

// Bound of the displacement of the points since the last query. The Frobenius norm of a difference of rotations is
// sqrt(2) times its spectral norm.
static double motion(const ab_leaf_cache *leaf_cache, const ab_target *t, double reach) {
    double turned2 = 0;
    for (int i = 0; i < 3; i++) turned2 += v3_norm2(v3_sub(t->turn.row[i], leaf_cache->turn.row[i]));
    return (1 + 1e-9) * (v3_norm(v3_sub(t->shift, leaf_cache->shift)) + sqrt(0.5 * turned2) * reach);
}

static double clearance_of_cache(const ab_leaf_cache *leaf_cache) {
    double due = leaf_cache->good;
    for (int32_t i = 0; i < leaf_cache->n; i++) due = ab_lesser(due, (double)leaf_cache->due[i]);
    return ab_greater(due - leaf_cache->moved, 0);
}

// Traverses the whole tree and fills the leaf cache.
static void list_leaves(const ab_point_tree *tree, const ab_target *target, ab_leaf_cache *leaf_cache,
                        ab_inside_samples *out) {
    const double asked = out->reach;
    out->reach = ab_greater(asked, 0.6 * target->sdf->grid.h);
    ab_point_walk w;
    start_walk(tree, target, out, &w);
    w.leaf_cache = leaf_cache;
    widest_kernel()->run(&w);
    leaf_cache->good = leaf_cache->n <= AB_LEAF_CACHE_MAX ? out->reach : -out->reach;
    out->reach = asked;
    out->clear = ab_lesser(out->clear, clear_of(&w));
}

// Builds a new list only if it is likely to serve several queries.
void ab_point_tree_find_again(const ab_point_tree *tree, const ab_target *target, ab_leaf_cache *leaf_cache,
                              ab_inside_samples *out) {
    if (tree->levels == 0) return;
    const double step = motion(leaf_cache, target, tree->reach);
    const bool slow = step < 0.03 * target->sdf->grid.h;
    leaf_cache->moved += step;
    leaf_cache->turn = target->turn;
    leaf_cache->shift = target->shift;
    const bool lasts = leaf_cache->moved < fabs(leaf_cache->good);
    if (slow && lasts && leaf_cache->good > 0) {
        ab_point_walk w;
        start_walk(tree, target, out, &w);
        w.leaf_cache = leaf_cache;
        widest_kernel()->run_again(&w);
        out->clear = out->n > 0 ? 0 : ab_lesser(out->clear, clearance_of_cache(leaf_cache));
        return;
    }
    if (!lasts) {
        leaf_cache->n = 0;
        leaf_cache->moved = leaf_cache->good = 0;
    }
    if (slow && !lasts)
        list_leaves(tree, target, leaf_cache, out);
    else
        ab_point_tree_find(tree, target, out);
}
