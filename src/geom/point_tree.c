// Finding the points of a tree that lie inside of a target.
#include "geom/point_tree.h"

#define SURE 0.867 // |interpolated - exact| <= sqrt(3)/2 h

// Places of up to AB_TREE_LEAF points, in cells from the origin of the grid; in metres for a half-space.
typedef struct places {
    double x[AB_TREE_LEAF], y[AB_TREE_LEAF], z[AB_TREE_LEAF];
} places;

// A target as the walk needs it: one turn and shift from points to places.
typedef struct walk {
    const ab_target *target;
    m3 turn;
    v3 shift;
    const ab_points *points;
    ab_touches *out;
} walk;

static void emit(ab_touches *out, ab_touch touch) {
    if (out->n < out->room) out->touch[out->n] = touch;
    out->n++;
}

void ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_touches *out) {
    ab_touch t = {.at = ab_target_place(target, ab_points_at(points, point)), .point = (int32_t)point};
    if (target->sdf) {
        t.distance = ab_sdf_distance(target->sdf, t.at, &t.gradient);
    } else {
        t.distance = v3_dot(target->normal, t.at);
        t.gradient = target->normal;
    }
    if (t.distance < 0)
        emit(out, t);
    else
        out->clear = ab_lesser(out->clear, t.distance);
}

void ab_points_find(const ab_points *points, const ab_target *target, ab_touches *out) {
    for (int64_t i = 0; i < points->n; i++) ab_target_test(target, points, i, out);
}

// ----------------------------------------------------------------------------------------------------- lower bounds

static int32_t nearest_node(double q, int32_t cells) {
    const double held = q < 0 ? 0 : q > cells ? cells : q;
    return (int32_t)(held + 0.5);
}

static double fine_value(const ab_sdf *sdf, int32_t block, ab_cell3 s) {
    const int64_t i = (int64_t)block * AB_BLOCK + ab_sample_index(s);
    return sdf->code ? sdf->quantum * sdf->code[i] : (double)sdf->sample[i];
}

static double way(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

// From the nearest corner of a brick without samples. It is farther than a cell from the surface, so one corner tells the side.
static double coarse_bound(const ab_sdf *sdf, double x, double y, double z, ab_cell3 node) {
    const ab_cell3 c = {(node.x + AB_BRICK / 2) / AB_BRICK, (node.y + AB_BRICK / 2) / AB_BRICK,
                        (node.z + AB_BRICK / 2) / AB_BRICK};
    const double h = sdf->grid.h;
    const double f = (double)sdf->corner[ab_sdf_corner_index(&sdf->grid, c)];
    const double bound = f - h * way(x - AB_BRICK * c.x, y - AB_BRICK * c.y, z - AB_BRICK * c.z);
    return f > 0 ? ab_greater(bound, h) : bound;
}

// The exact distance at a place in cells is at least this. Outside of the grid the surface is as far as the grid.
static double field_bound(const ab_sdf *sdf, double x, double y, double z) {
    const ab_cell3 n = sdf->grid.bricks;
    const ab_cell3 node = {nearest_node(x, AB_BRICK * n.x), nearest_node(y, AB_BRICK * n.y),
                           nearest_node(z, AB_BRICK * n.z)};
    const double off = sdf->grid.h * way(x - node.x, y - node.y, z - node.z);
    const ab_cell3 brick = {node.x / AB_BRICK < n.x ? node.x / AB_BRICK : n.x - 1,
                            node.y / AB_BRICK < n.y ? node.y / AB_BRICK : n.y - 1,
                            node.z / AB_BRICK < n.z ? node.z / AB_BRICK : n.z - 1};
    const int32_t block = sdf->block[ab_sdf_brick_index(&sdf->grid, brick)];
    const bool outside = off > sdf->grid.h; // farther than half the diagonal of a cell
    if (block < 0 && !outside) return coarse_bound(sdf, x, y, z, node);
    const ab_cell3 s = {node.x - AB_BRICK * brick.x, node.y - AB_BRICK * brick.y,
                        node.z - AB_BRICK * brick.z};
    const double near = outside ? off : -INFINITY;
    return block < 0 ? near : ab_greater(near, fine_value(sdf, block, s) - off);
}

static double bound_at(const walk *w, const places *p, int k) {
    const ab_sdf *sdf = w->target->sdf;
    if (sdf) return field_bound(sdf, p->x[k], p->y[k], p->z[k]) - SURE * sdf->grid.h;
    return v3_dot(w->target->normal, v3_make(p->x[k], p->y[k], p->z[k]));
}

// ------------------------------------------------------------------------------------------------------------ walk

AB_SIMD static void find_places(const walk *w, const double *x, const double *y, const double *z, int n,
                                places *p) {
    const m3 r = w->turn;
    const v3 t = w->shift;
#pragma omp simd
    for (int k = 0; k < n; k++) {
        p->x[k] = r.row[0].x * x[k] + r.row[0].y * y[k] + r.row[0].z * z[k] + t.x;
        p->y[k] = r.row[1].x * x[k] + r.row[1].y * y[k] + r.row[1].z * z[k] + t.y;
        p->z[k] = r.row[2].x * x[k] + r.row[2].y * y[k] + r.row[2].z * z[k] + t.z;
    }
}

// True if the bound lets something be inside; else the clearance is noted.
static bool may_touch(const walk *w, double bound) {
    if (bound < 0) return true;
    w->out->clear = ab_lesser(w->out->clear, bound);
    return false;
}

static void visit_leaf(const walk *w, const ab_tree_leaf *leaf) {
    const ab_points *points = w->points;
    places p;
    find_places(w, points->x + leaf->first, points->y + leaf->first, points->z + leaf->first, leaf->count, &p);
    for (int k = 0; k < leaf->count; k++)
        if (may_touch(w, bound_at(w, &p, k))) ab_target_test(w->target, points, leaf->first + k, w->out);
}

// Children that may touch, last first: the stack gives them back in order.
static int push_children(const walk *w, const ab_tree_node *node, int32_t *stack) {
    places p;
    find_places(w, node->x, node->y, node->z, AB_LANES, &p);
    int n = 0;
    for (int k = node->count - 1; k >= 0; k--)
        if (may_touch(w, bound_at(w, &p, k) - node->r[k])) stack[n++] = node->child[k];
    return n;
}

static walk start_walk(const ab_points *points, const ab_target *target, ab_touches *out) {
    walk w = {target, target->turn, target->shift, points, out};
    if (target->sdf) {
        const ab_sdf_grid *g = &target->sdf->grid;
        w.turn = m3_scale(1 / g->h, target->turn);
        w.shift = v3_scale(1 / g->h, v3_sub(target->shift, g->origin));
    }
    return w;
}

// Every node halves its points at least: 31 levels hold all that an int32_t can count.
void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    if (tree->nnode == 0) return;
    const walk w = start_walk(tree->points, target, out);
    int32_t stack[31 * (AB_LANES - 1) + 1];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const int32_t at = stack[--waiting];
        if (at < 0)
            visit_leaf(&w, &tree->leaf[~at]);
        else
            waiting += push_children(&w, &tree->node[at], stack + waiting);
    }
}
