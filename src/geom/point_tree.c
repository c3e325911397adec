// Finding the points of a tree that lie inside of a target.
//
// The walk through the nodes is in floats and in cells of the target's grid: it only rules out, and leaves alone what is nearer
// than round-off could be wrong. The points of the leaves that remain are measured in doubles, eight at a time.
#include "geom/point_tree.h"

#include "geom/sdf_cell.h"
#include "math/lane.h"

#include <string.h>

typedef struct places {
    ab_vf x, y, z;
} places;

// What the walk reads of a field.
typedef struct field {
    const float *sample, *survey;
    const int32_t *beginning;
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
    ab_near *near;   // where leaves are noted, or NULL
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
    } else if (target->smooth) {
        t.distance = ab_sdf_smooth_distance(target->sdf, t.at, &t.gradient);
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

AB_SIMD_PART ab_vf length(ab_vf x, ab_vf y, ab_vf z) { return vf_sqrt(x * x + y * y + z * z); }

// In the grid; nan becomes 0.
AB_SIMD_PART ab_vf hold(ab_vf x, float top) { return vf_lesser(vf_greater(x, vf_all(0)), vf_all(top)); }

AB_SIMD_PART places hold_places(const field *f, places p) {
    return (places){hold(p.x, f->top[0]), hold(p.y, f->top[1]), hold(p.z, f->top[2])};
}

// From the nearest node of the survey. Outside of the grid the surface is as far as the grid; held: in the grid.
AB_SIMD_PART ab_vf survey_bound(const field *f, places p, places held) {
    const float cells = AB_SURVEY, per = 1 / cells;
    const ab_vi i = vi_of_floats(held.x * per + 0.5f), j = vi_of_floats(held.y * per + 0.5f),
                k = vi_of_floats(held.z * per + 0.5f);
    const ab_vf way = vf_gather(f->survey, (k * f->survey_nodes.y + j) * f->survey_nodes.x + i);
    const ab_vf bound =
        way - length(p.x - cells * vf_of_ints(i), p.y - cells * vf_of_ints(j), p.z - cells * vf_of_ints(k));
    const ab_vf outside = length(p.x - held.x, p.y - held.y, p.z - held.z);
    return vf_pick((outside > 0) & (outside > bound), outside, bound);
}

// ab_sdf_free_way for lanes.
AB_SIMD_PART ab_vf free_ways(ab_vf f) {
    const ab_vf way = vf_sqrt(vf_greater(f * f - 0.75f, vf_all(0)));
    return vf_pick(f > 0, way, vf_all(-1));
}

// From the nearest sample; far below zero if there is none near.
AB_SIMD_PART ab_vf sample_bound(const field *f, places p, places held) {
    const ab_cell3 n = f->bricks;
    const ab_vi i = vi_of_floats(held.x + 0.5f), j = vi_of_floats(held.y + 0.5f), k = vi_of_floats(held.z + 0.5f);
    const ab_vi x = vi_lesser(i >> AB_BRICK_BITS, vi_all(n.x - 1)), y = vi_lesser(j >> AB_BRICK_BITS, vi_all(n.y - 1)),
                z = vi_lesser(k >> AB_BRICK_BITS, vi_all(n.z - 1));
    const ab_vi beginning = vi_gather(f->beginning, (z * n.y + y) * n.x + x);
    const ab_vi none = beginning < 0;
    const ab_vi within =
        ((k - AB_BRICK * z) * AB_BLOCK_EDGE + j - AB_BRICK * y) * AB_BLOCK_EDGE + i - AB_BRICK * x;
    const ab_vf distance = f->per_h * vf_gather(f->sample, within + (~none & beginning));
    const ab_vf away = length(p.x - vf_of_ints(i), p.y - vf_of_ints(j), p.z - vf_of_ints(k));
    return vf_pick(none, vf_all(-1e30f), free_ways(distance) - away);
}

AB_SIMD_PART places place_spheres(const walk *w, const ab_tree_node *node) {
    const ab_vf x = vf_load(node->x), y = vf_load(node->y), z = vf_load(node->z);
    return (places){w->turn[0][0] * x + w->turn[0][1] * y + w->turn[0][2] * z + w->shift[0],
                    w->turn[1][0] * x + w->turn[1][1] * y + w->turn[1][2] * z + w->shift[1],
                    w->turn[2][0] * x + w->turn[2][1] * y + w->turn[2][2] * z + w->shift[2]};
}

// Of the children of a node; `fine`: they are so small that the samples tell more than the survey.
AB_SIMD_PART ab_vf find_bounds(const walk *w, const ab_tree_node *node, bool fine) {
    const places p = place_spheres(w, node);
    const ab_vf r = w->scale * vf_load(node->r);
    if (!w->target->sdf) return w->normal[0] * p.x + w->normal[1] * p.y + w->normal[2] * p.z - r;
    const places held = hold_places(&w->field, p);
    const ab_vf bound = survey_bound(&w->field, p, held);
    return (fine ? vf_greater(bound, sample_bound(&w->field, p, held)) : bound) - r;
}

// How far a point may move whose interpolated distance is `least`, or more, before that is negative. It grows no faster than the way
// times sqrt(3) as long as it is continuous, which it is up to bricks without samples; and from and to those, where the distance
// itself is more than the band and less than minus the band, while it is at most sqrt(3)/2 cells where the interpolated one is
// negative, the way is longer than the difference. Nor is the way shorter than what the distance itself leaves free.
static double free_way(const ab_sdf *sdf, double least) {
    const double h = sdf->grid.h;
    const double near = ab_lesser(least / sqrt(3), (sdf->band - 0.867) * h),
                 far = h * (double)ab_sdf_free_way((float)(least / h - 0.867));
    return ab_greater(near, far);
}

// When a leaf must be looked at again whose points may move by `way`: somewhat earlier, by more than rounding could lose.
static float due_after(const ab_near *near, const ab_sdf *sdf, double way) {
    const double sure = way - 1e-9 * sdf->grid.h;
    return sure > 0 ? (float)((near->moved + sure) * (1 - 0x1p-22)) : 0;
}

static void note_near(ab_near *near, int32_t leaf, float due) {
    if (near->n < AB_NEAR_MOST) {
        near->leaf[near->n] = leaf;
        near->due[near->n] = due;
    }
    near->n++;
}

// ----------------------------------------------------------------------------------------------------------- leaves

// Eight points in the target's frame, and the cells that they lie in: the same as ab_sdf_distance does for one.
typedef struct eight {
    ab_vd x, y, z;
    ab_vd at_x, at_y, at_z; // in the cell, 0 .. 1
    ab_vi beginning;        // of the block, or ab_brick_side
    ab_vd_pair row[4];      // samples at the corners
    ab_vd distance;         // in bricks without samples the least there is, and -infinity inside
} eight;

AB_SIMD_PART void place_points(const walk *w, int64_t first, eight *e) {
    const ab_points *p = w->tree->points;
    const m3 t = w->target->turn;
    const v3 s = w->target->shift;
    const ab_vd x = vd_load(p->x + first), y = vd_load(p->y + first), z = vd_load(p->z + first);
    e->x = t.row[0].x * x + t.row[0].y * y + t.row[0].z * z + s.x;
    e->y = t.row[1].x * x + t.row[1].y * y + t.row[1].z * z + s.y;
    e->z = t.row[2].x * x + t.row[2].y * y + t.row[2].z * z + s.z;
}

// Cells from the origin, in the grid.
AB_SIMD_PART ab_vd find_cell(ab_vd x, double origin, double per_h, int32_t bricks, ab_vi *cell) {
    const ab_vd raw = per_h * (x - origin);
    const ab_vd q = vd_lesser(vd_greater(raw, vd_all(0)), vd_all(AB_BRICK * bricks));
    *cell = vi_lesser(vi_of_doubles(q), vi_all(AB_BRICK * bricks - 1));
    return q - vd_of_ints(*cell);
}

AB_SIMD_PART void find_cells(const ab_sdf *sdf, eight *e) {
    enum { Y = AB_BLOCK_EDGE, Z = AB_BLOCK_EDGE * AB_BLOCK_EDGE };
    const ab_sdf_grid *g = &sdf->grid;
    const ab_cell3 n = g->bricks;
    const double per_h = 1 / g->h;
    ab_vi x, y, z;
    e->at_x = find_cell(e->x, g->origin.x, per_h, n.x, &x);
    e->at_y = find_cell(e->y, g->origin.y, per_h, n.y, &y);
    e->at_z = find_cell(e->z, g->origin.z, per_h, n.z, &z);
    const ab_vi brick = ((z >> AB_BRICK_BITS) * n.y + (y >> AB_BRICK_BITS)) * n.x + (x >> AB_BRICK_BITS);
    e->beginning = vi_gather(sdf->beginning, brick);
    const ab_vi within = (z & (AB_BRICK - 1)) * Z + (y & (AB_BRICK - 1)) * Y + (x & (AB_BRICK - 1));
    const ab_vi sample = within + (e->beginning & ~(e->beginning < 0));
    e->row[0] = vd_gather_pair(sdf->sample, sample);
    e->row[1] = vd_gather_pair(sdf->sample + Y, sample);
    e->row[2] = vd_gather_pair(sdf->sample + Z, sample);
    e->row[3] = vd_gather_pair(sdf->sample + Z + Y, sample);
}

AB_SIMD_PART ab_vd between(ab_vd a, ab_vd b, ab_vd t) { return a + t * (b - a); }

// ab_cell_distance for lanes.
AB_SIMD_PART void find_distances(const ab_sdf *sdf, eight *e) {
    const ab_vd_pair *r = e->row;
    const ab_vd x00 = between(r[0].low, r[0].high, e->at_x), x10 = between(r[1].low, r[1].high, e->at_x);
    const ab_vd x01 = between(r[2].low, r[2].high, e->at_x), x11 = between(r[3].low, r[3].high, e->at_x);
    const ab_vd d = between(between(x00, x10, e->at_y), between(x01, x11, e->at_y), e->at_z);
    const ab_vl beginning = __builtin_convertvector(e->beginning, ab_vl);
    const ab_vd side =
        vd_pick(beginning == AB_BRICK_OUTSIDE, vd_all(sdf->band * sdf->grid.h), vd_all(-INFINITY));
    e->distance = vd_pick(beginning < 0, side, d);
}

// ab_cell_gradient for lanes.
AB_SIMD_PART void find_gradients(const eight *e, double per_h, double *gx, double *gy, double *gz) {
    const ab_vd_pair *r = e->row;
    const ab_vd x00 = between(r[0].low, r[0].high, e->at_x), x10 = between(r[1].low, r[1].high, e->at_x);
    const ab_vd x01 = between(r[2].low, r[2].high, e->at_x), x11 = between(r[3].low, r[3].high, e->at_x);
    const ab_vd along0 = between(r[0].high - r[0].low, r[1].high - r[1].low, e->at_y);
    const ab_vd along1 = between(r[2].high - r[2].low, r[3].high - r[3].low, e->at_y);
    vd_store(gx, per_h * between(along0, along1, e->at_z));
    vd_store(gy, per_h * between(x10 - x00, x11 - x01, e->at_z));
    vd_store(gz, per_h * (between(x01, x11, e->at_y) - between(x00, x10, e->at_y)));
}

AB_SIMD_PART void test_one(walk *w, int64_t point) {
    const double distance = ab_target_test(w->target, w->tree->points, point, w->out);
    w->least = distance < w->least ? distance : w->least;
}

// Points of the lanes in `which`, in order.
AB_SIMD_PART void emit_eight(const walk *w, const eight *e, uint32_t which, int64_t first) {
    double d[AB_LANES], gx[AB_LANES], gy[AB_LANES], gz[AB_LANES], x[AB_LANES], y[AB_LANES], z[AB_LANES];
    find_gradients(e, 1 / w->target->sdf->grid.h, gx, gy, gz);
    vd_store(d, e->distance);
    vd_store(x, e->x);
    vd_store(y, e->y);
    vd_store(z, e->z);
    for (uint32_t left = which; left; left &= left - 1) {
        const int k = __builtin_ctz(left);
        if (d[k] == -INFINITY) // which ab_target_test knows better
            ab_target_test(w->target, w->tree->points, first + k, w->out);
        else
            emit(w->out, (ab_touch){d[k], {gx[k], gy[k], gz[k]}, {x[k], y[k], z[k]}, (int32_t)(first + k)});
    }
}

// Points whose distance is beyond the limit are surely outside: that of the others is infinite in what is returned.
AB_SIMD_PART ab_vd test_eight(walk *w, int64_t first, uint32_t *which) {
    const int64_t left = w->tree->points->n - first;
    eight e;
    place_points(w, first, &e);
    find_cells(w->target->sdf, &e);
    find_distances(w->target->sdf, &e);
    const ab_vd beyond = e.distance - w->limit;
    const ab_vl near = beyond < 0;
    *which = vi_bits(__builtin_convertvector(near, ab_vi)) & (left < AB_LANES ? (UINT32_C(1) << left) - 1 : UINT32_MAX);
    if (*which && (w->target->exact || w->target->smooth))
        for (uint32_t rest = *which; rest; rest &= rest - 1) test_one(w, first + __builtin_ctz(rest));
    else if (*which)
        emit_eight(w, &e, *which, first);
    return vd_pick(near, vd_all(INFINITY), beyond);
}

AB_SIMD_PART double least_lane(ab_vd v) {
    double least = v[0];
    for (int k = 1; k < AB_LANES; k++) least = v[k] < least ? v[k] : least;
    return least;
}

// When a leaf must be looked at again whose points are as far outside.
AB_SIMD_PART float due_of(const walk *w, ab_vd outside) {
    return due_after(w->near, w->target->sdf, free_way(w->target->sdf, least_lane(outside)));
}

AB_SIMD_PART void visit_leaves(walk *w, const int32_t *leaf, int n) {
    ab_vd least = vd_all(w->least);
    for (int i = 0; i < n; i++) {
        uint32_t which;
        const ab_vd here = test_eight(w, (int64_t)AB_TREE_LEAF * leaf[i], &which);
        least = vd_lesser(here, least);
        if (w->near) note_near(w->near, leaf[i], which ? 0 : due_of(w, here));
    }
    w->least = least_lane(least);
}

// Of a half-space.
AB_SIMD_PART void visit_points(walk *w, const int32_t *leaf, int n) {
    for (int i = 0; i < n; i++) {
        const int64_t first = (int64_t)AB_TREE_LEAF * leaf[i], end = first + AB_TREE_LEAF, all = w->tree->points->n;
        for (int64_t k = first; k < (end < all ? end : all); k++) test_one(w, k);
    }
}

AB_SIMD_PART void visit(walk *w, const int32_t *leaf, int n) {
    if (w->target->sdf)
        visit_leaves(w, leaf, n);
    else
        visit_points(w, leaf, n);
}

// ------------------------------------------------------------------------------------------------------------ walk

enum {
    BATCH = 8,                  // nodes that are opened one after the other, so that their loads can overlap
    QUEUE = BATCH * AB_LANES,   // their children
};

// The children that may touch, in order; without branches that would have to be guessed.
AB_SIMD_PART int open_nodes(walk *w, int level, const int32_t *which, int nodes, int32_t *child) {
    const ab_tree_node *first = w->tree->node + w->tree->first[level];
    const bool fine = level + 1 == w->tree->levels;
    ab_vf clear = vf_all(w->clear);
    int n = 0;
    for (int i = 0; i < nodes; i++) {
        const ab_vf bound = find_bounds(w, first + which[i], fine);
        const ab_vi may = bound < w->margin;
        clear = vf_lesser(vf_pick(may, vf_all(INFINITY), bound), clear);
        const uint32_t bits = vi_bits(may);
        for (int k = 0; k < AB_LANES; k++) {
            child[n] = AB_LANES * which[i] + k;
            n += bits >> k & 1;
        }
    }
    for (int k = 0; k < AB_LANES; k++) w->clear = clear[k] < w->clear ? clear[k] : w->clear;
    return n;
}

// Depth first, but in batches: the children of one are worked off before the next of its level.
AB_SIMD static void run(walk *w) {
    const int levels = w->tree->levels;
    int32_t queue[AB_TREE_LEVELS + 1][QUEUE + 1] = {{0}}; // one more than there are is written
    int count[AB_TREE_LEVELS + 1] = {1}, done[AB_TREE_LEVELS + 1] = {0};
    for (int level = 0;;) {
        const int left = count[level] - done[level];
        const int32_t *which = queue[level] + done[level];
        if (left == 0 && level == 0) return;
        if (left == 0 || level == levels) {
            visit(w, which, left);
            level--;
            continue;
        }
        const int nodes = left < BATCH ? left : BATCH;
        done[level] += nodes;
        count[level + 1] = open_nodes(w, level, which, nodes, queue[level + 1]);
        done[level + 1] = 0;
        level++;
    }
}

static field field_of(const ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    return (field){sdf->sample,
                   sdf->survey,
                   sdf->beginning,
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
    // Along each axis the weights of the spline come from those of the cell by moving parts by h/4 altogether, at most.
    if (target->smooth) w.limit = 0.75 * sdf->grid.h;
    w.round_off = round_off_of(&w, tree->reach);
    w.margin = w.round_off + (float)(out->reach * scale);
    return w;
}

// Points that were left out, and those that were measured; exact distances grow no faster than the way.
static double clear_of(const walk *w) {
    const double out = (double)(w->clear - w->round_off) / (double)w->scale;
    if (!isfinite(w->least)) return ab_greater(out, 0);
    const bool interpolated = w->target->sdf && !w->target->exact;
    return ab_greater(ab_lesser(out, interpolated ? free_way(w->target->sdf, w->least) : w->least), 0);
}

void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_touches *out) {
    if (tree->levels == 0) return;
    walk w = start_walk(tree, target, out);
    run(&w);
    out->clear = ab_lesser(out->clear, clear_of(&w));
}

// --------------------------------------------------------------------------------------------------------- once more

// The farthest that a point can have moved since the last look. Of a difference of turns the Frobenius norm is sqrt(2) times what it
// stretches at most.
static double motion(const ab_near *near, const ab_target *t, double reach) {
    double turned2 = 0;
    for (int i = 0; i < 3; i++) turned2 += v3_norm2(v3_sub(t->turn.row[i], near->turn.row[i]));
    return (1 + 1e-9) * (v3_norm(v3_sub(t->shift, near->shift)) + sqrt(0.5 * turned2) * reach);
}

AB_SIMD static void run_again(walk *w) {
    ab_near *near = w->near;
    for (int32_t i = 0; i < near->n; i++) {
        if ((double)near->due[i] > near->moved) continue;
        uint32_t which;
        const ab_vd here = test_eight(w, (int64_t)AB_TREE_LEAF * near->leaf[i], &which);
        near->due[i] = which ? 0 : due_of(w, here);
    }
}

static double clear_of_near(const ab_near *near) {
    double due = near->good;
    for (int32_t i = 0; i < near->n; i++) due = ab_lesser(due, (double)near->due[i]);
    return ab_greater(due - near->moved, 0);
}

// Sees all, and lists the leaves for the looks to come.
static void list_near(const ab_point_tree *tree, const ab_target *target, ab_near *near, ab_touches *out) {
    const double asked = out->reach;
    out->reach = ab_greater(asked, 0.3 * target->sdf->grid.h);
    walk w = start_walk(tree, target, out);
    w.near = near;
    run(&w);
    near->good = near->n <= AB_NEAR_MOST ? out->reach : -out->reach;
    out->reach = asked;
    out->clear = ab_lesser(out->clear, clear_of(&w));
}

// A list is worth its while if it lasts for some looks.
void ab_point_tree_find_again(const ab_point_tree *tree, const ab_target *target, ab_near *near, ab_touches *out) {
    if (tree->levels == 0) return;
    const double step = motion(near, target, tree->reach);
    const bool slow = step < 0.03 * target->sdf->grid.h;
    near->moved += step;
    near->turn = target->turn;
    near->shift = target->shift;
    const bool lasts = near->moved < fabs(near->good);
    if (slow && lasts && near->good > 0) {
        walk w = start_walk(tree, target, out);
        w.near = near;
        run_again(&w);
        out->clear = ab_lesser(out->clear, clear_of_near(near));
        return;
    }
    if (!lasts) {
        near->n = 0;
        near->moved = near->good = 0;
    }
    if (slow && !lasts)
        list_near(tree, target, near, out);
    else
        ab_point_tree_find(tree, target, out);
}
