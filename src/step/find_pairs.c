// Broad phase: candidate pairs of colliders that can touch before some body has moved by its skin (Verlet list). The
// list is valid until then and does not affect results: only pairs that touch make contacts.
//
// Boxes alone would give all 26 neighbours in a cubic lattice of spheres; bounding spheres and the distance from a
// fixed plane reduce them to the near ones.
#include "base/alloc.h"
#include "base/threads.h"
#include "geom/convex/gjk.h"
#include "collide/separation_bound.h"
#include "step/phases.h"

#include <string.h>

#define SEARCH        1.01 // margin of the bounding boxes, in skins: 1 % is more than its round-off
#define REACH_OF_SKIN 0.5  // of the reach of a collider when the list is made: its skin lasts some steps

// The oriented box of an SDF collider avoids a loop over all vertices.
static ab_box3 bounds_at(const ab_world *w, int64_t i, ab_pose pose) {
    const ab_shape *shape = ab_collider_shape(w, i);
    if (shape->sdf_collider) {
        const ab_obb *box = &shape->sdf_collider->box;
        const ab_shape around = {.kind = AB_SHAPE_box, .half = box->half};
        // cppcheck-suppress returnDanglingLifetime  // a box of numbers points at nothing
        return ab_shape_types[AB_SHAPE_box]->bounds(&around, pose_mul(pose, box->pose));
    }
    return ab_shape_types[shape->kind]->bounds(shape, pose);
}

ab_box3 ab_collider_bounds(const ab_world *w, int64_t i) { return bounds_at(w, i, ab_collider_pose(w, i)); }

static ab_box3 fattened(ab_box3 box, double by) {
    const v3 margin = v3_make(by, by, by);
    return (ab_box3){v3_sub(box.low, margin), v3_add(box.high, margin)};
}

static bool holds(ab_box3 outer, ab_box3 inner) {
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
           outer.high.x >= inner.high.x && outer.high.y >= inner.high.y && outer.high.z >= inner.high.z;
}

// Displacement of a collider that invalidates the pair list, m.
static double skin_of(const ab_world *w, int64_t i) {
    return w->collision.pair_list_skin ? w->collision.pair_list_skin[i] : AB_SKIN * ab_collider_shape(w, i)->radius;
}

// Pose when the pair list was built, to 1e-7 of the size (single-precision quaternion).
static ab_pose pair_list_pose(const ab_world *w, int64_t i) {
    const float *q = w->collision.pair_list_q + 4 * i;
    return (ab_pose){w->collision.pair_list_x[i], {(double)q[0], (double)q[1], (double)q[2], (double)q[3]}};
}

// Bound of the displacement of any point since the pair list was built (collide/separation_bound.h). Rotation of a
// sphere does not count.
static double displacement_bound_of(const ab_world *w, int64_t i) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const ab_pose then = pair_list_pose(w, i);
    const quat q = *ab_collider_q(w, i), d = {q.w - then.q.w, q.x - then.q.x, q.y - then.q.y, q.z - then.q.z};
    const double turned = shape->kind == AB_SHAPE_sphere ? 0 : 2 * shape->radius * sqrt(quat_norm2(d));
    return (1 + 1e-6) * (v3_norm(v3_sub(*ab_collider_x(w, i), then.x)) + turned) + 1e-6 * shape->radius;
}

// True if a point of the collider has moved by the skin, or may after a further motion by `reach`. Without a
// displacement bound the test uses the centre, and the box against the enlarged box at the pair-list pose; a sphere
// needs only the centre.
static bool has_left(const ab_world *w, int64_t i, double reach) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const double skin = skin_of(w, i) - reach;
    if (w->collision.displacement_bound) return !((double)w->collision.displacement_bound[i] <= skin);
    if (!(skin >= 0 && v3_norm2(v3_sub(*ab_collider_x(w, i), w->collision.pair_list_x[i])) <= skin * skin)) return true;
    if (shape->kind == AB_SHAPE_sphere) return false;
    const ab_box3 then = fattened(bounds_at(w, i, pair_list_pose(w, i)), skin_of(w, i));
    return !holds(then, fattened(ab_collider_bounds(w, i), reach));
}

typedef struct find_pairs_job {
    ab_world *w;
    const double *reach; // further motion of each collider, m; NULL = 0   (colliders)
    bool *left;          // some collider of a block has moved by its skin   (blocks)
} find_pairs_job;

enum { BLOCK = 2048 };

// Colliders whose motion can invalidate the list: those that move and can touch.
static bool touches(const ab_world *w, int64_t i) {
    return ab_collider_moves(w, i) && !(w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT);
}

static void look_for_leavers(void *arg, int64_t begin, int64_t end) {
    const find_pairs_job *j = arg;
    for (int64_t block = begin; block < end; block++) {
        const int64_t last =
            (block + 1) * BLOCK < j->w->state.collider.n ? (block + 1) * BLOCK : j->w->state.collider.n;
        bool left = false;
        for (int64_t i = block * BLOCK; i < last; i++) {
            if (j->w->collision.displacement_bound)
                j->w->collision.displacement_bound[i] =
                    (float)(ab_collider_moves(j->w, i) ? displacement_bound_of(j->w, i) : 0);
            left = left || (touches(j->w, i) && has_left(j->w, i, j->reach ? j->reach[i] : 0));
        }
        j->left[block] = left;
    }
}

static abut_status someone_left(ab_world *w, const double *reach, bool *left) {
    const int64_t blocks = (w->state.collider.n + BLOCK - 1) / BLOCK;
    find_pairs_job j = {w, reach, NULL};
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.left, blocks));
    ab_parallel_for(w->cx, blocks, 1, look_for_leavers, &j);
    *left = false;
    for (int64_t block = 0; block < blocks; block++) *left = *left || j.left[block];
    return ABUT_OK;
}

static void set_pair_list_pose(ab_world *w, int64_t i) {
    const quat q = *ab_collider_q(w, i);
    float *to = w->collision.pair_list_q + 4 * i;
    to[0] = (float)q.w;
    to[1] = (float)q.x;
    to[2] = (float)q.y;
    to[3] = (float)q.z;
    w->collision.pair_list_x[i] = *ab_collider_x(w, i);
    if (w->collision.displacement_bound)
        w->collision.displacement_bound[i] = (float)(ab_collider_moves(w, i) ? displacement_bound_of(w, i) : 0);
}

// Bounding box relative to the collider's origin, m.
typedef struct around {
    float low[3], high[3];
} around;

typedef struct find_pairs_search {
    ab_world *w;
    around *box; // enlarged boxes   (colliders)
} find_pairs_search;

static void fatten_rows(void *arg, int64_t begin, int64_t end) {
    const find_pairs_search *s = arg;
    for (int64_t i = begin; i < end; i++) {
        const double skin = skin_of(s->w, i);
        const ab_box3 fat = fattened(ab_collider_bounds(s->w, i), isfinite(skin) ? SEARCH * skin : 0);
        const v3 low = v3_sub(fat.low, *ab_collider_x(s->w, i)), high = v3_sub(fat.high, *ab_collider_x(s->w, i));
        s->box[i] = (around){{(float)low.x, (float)low.y, (float)low.z}, {(float)high.x, (float)high.y, (float)high.z}};
        set_pair_list_pose(s->w, i);
    }
}

static ab_box3 box_of(const void *arg, int64_t i) {
    const find_pairs_search *s = arg;
    const around *b = &s->box[i];
    const v3 low = v3_make((double)b->low[0], (double)b->low[1], (double)b->low[2]),
             high = v3_make((double)b->high[0], (double)b->high[1], (double)b->high[2]);
    return (ab_box3){v3_add(*ab_collider_x(s->w, i), low), v3_add(*ab_collider_x(s->w, i), high)};
}

// Only for fixed planes: the list does not track the motion of a plane.
static bool far_from_plane(const ab_world *w, int64_t plane, int64_t i) {
    if (ab_collider_moves(w, plane)) return false;
    const v3 n = quat_rotate(*ab_collider_q(w, plane), ab_collider_shape(w, plane)->half);
    return v3_dot(n, v3_sub(*ab_collider_x(w, i), *ab_collider_x(w, plane))) >
           ab_collider_shape(w, i)->radius + SEARCH * skin_of(w, i);
}

// True if the gap along the line of centres exceeds the possible approach `nearer`.
static bool polyhedra_far_apart(const ab_world *w, int64_t i, int64_t j, double nearer) {
    const ab_polyhedron *a = ab_collider_shape(w, i)->convex, *b = ab_collider_shape(w, j)->convex;
    const ab_pose b_in_a = ab_overlap_pose(a, ab_collider_pose(w, i), b, ab_collider_pose(w, j));
    const double distance = v3_norm(b_in_a.x);
    if (!(distance > nearer)) return false;
    const ab_convex_pair d = {&a->loops, &b->loops, quat_matrix(b_in_a.q), b_in_a.x};
    return ab_axis_gap(&d, v3_scale(-1 / distance, b_in_a.x)) > nearer;
}

static bool far_apart(const ab_world *w, int64_t i, int64_t j) {
    const ab_shape *a = ab_collider_shape(w, i), *b = ab_collider_shape(w, j);
    if (a->kind == AB_SHAPE_plane) return far_from_plane(w, i, j);
    if (b->kind == AB_SHAPE_plane) return far_from_plane(w, j, i);
    const double skins = SEARCH * (skin_of(w, i) + skin_of(w, j)), reach = a->radius + b->radius + skins;
    if (v3_norm2(v3_sub(*ab_collider_x(w, i), *ab_collider_x(w, j))) > reach * reach) return true;
    return w->collision.displacement_bound && a->convex && b->convex && polyhedra_far_apart(w, i, j, skins);
}

static bool kept_from_touching(const ab_world *w, int64_t i, int64_t j) {
    if ((w->state.collider.flags[i] | w->state.collider.flags[j]) & AB_COLLIDER_NO_CONTACT) return true;
    if (!ab_collider_moves(w, i) && !ab_collider_moves(w, j)) return true;
    return ab_collider_interaction(w, i, j)->apart;
}

bool ab_never_touch(const ab_world *w, int64_t i, int64_t j) {
    return kept_from_touching(w, i, j) || ab_kept_apart(w, i, j);
}

static bool skip_pair(const void *arg, int64_t i, int64_t j) {
    const ab_world *w = ((const find_pairs_search *)arg)->w;
    return kept_from_touching(w, i, j) || far_apart(w, i, j) || ab_kept_apart(w, i, j);
}

static bool has_sdf_collider(const ab_world *w, uint32_t row) {
    return ab_collider_shape(w, row)->sdf_collider != NULL;
}

// Resets the separation bounds and leaf caches for a new pair list.
static abut_status clear_leaf_caches(ab_world *w) {
    int64_t near = 0;
    uint32_t row = 0;
    for (int64_t p = 0; p < w->collision.pairs.n; p++) {
        const ab_pair pair = ab_pairs_walk(&w->collision.pairs, p, &row);
        const bool both = has_sdf_collider(w, pair.a) && has_sdf_collider(w, pair.b);
        w->collision.separation[p] = (ab_separation_bound){.leaf_cache = both ? near : -1};
        near += both ? 2 : 0;
    }
    AB_TRY(AB_GROW(w->cx, &w->collision.leaf_cache, &w->collision.leaf_cache_capacity, near));
    for (int64_t i = 0; i < near; i++) ab_leaf_cache_clear(&w->collision.leaf_cache[i]);
    return ABUT_OK;
}

static abut_status forget_pairs(ab_world *w) {
    bool solids = false, polyhedra = false;
    for (int64_t i = 0; i < w->config.nshape; i++) {
        solids = solids || w->config.shapes[i].sdf_collider || w->config.shapes[i].wall;
        polyhedra = polyhedra || w->config.shapes[i].convex;
    }
    const int64_t n = w->collision.pairs.n;
    if (solids && n > 0) {
        AB_TRY(AB_GROW(w->cx, &w->collision.separation, &w->collision.separation_capacity, n));
        AB_TRY(clear_leaf_caches(w));
    }
    if (polyhedra && n > 0) {
        AB_TRY(AB_GROW(w->cx, &w->collision.axis_cache, &w->collision.axis_cache_capacity, n));
        memset(w->collision.axis_cache, 0, (size_t)n * sizeof *w->collision.axis_cache);
    }
    return ABUT_OK;
}

// Sorts pairs of colliders by their two bodies.
static abut_status sort_together(ab_world *w) {
    const int64_t n = w->collision.pairs.n;
    ab_keyed *spare = NULL;
    if (!w->state.collider.compound || w->collision.clip_workspaces.n == 0 || n == 0) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &w->collision.together, &w->collision.together_capacity, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, n));
    uint32_t row = 0;
    for (int64_t p = 0; p < n; p++) {
        const ab_pair pair = ab_pairs_walk(&w->collision.pairs, p, &row);
        const uint64_t a = (uint64_t)ab_owner(w, pair.a), b = (uint64_t)ab_owner(w, pair.b);
        w->collision.together[p] = (ab_keyed){(a < b ? a : b) << 32 | (a < b ? b : a), p};
    }
    ab_sort_keyed(w->collision.together, spare, n);
    return ABUT_OK;
}

static abut_status seek(ab_world *w) {
    find_pairs_search s = {w, NULL};
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.box, w->state.collider.n));
    ab_parallel_for(w->cx, w->state.collider.n, 2048, fatten_rows, &s);
    AB_TRY(ab_broad_phase_find(w->cx, &w->arena, w->state.collider.n, box_of, skip_pair, &s, &w->collision.pairs));
    AB_TRY(forget_pairs(w));
    return sort_together(w);
}

// A fast collider has a wider skin: it holds twice its reach.
static abut_status choose_skins(ab_world *w, const double *reach) {
    const int64_t n = w->state.collider.n;
    if (!reach && !w->collision.pair_list_skin) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &w->collision.pair_list_skin, &w->collision.pair_list_skin_capacity, n));
    for (int64_t i = 0; i < n; i++)
        w->collision.pair_list_skin[i] =
            ab_greater(AB_SKIN * ab_collider_shape(w, i)->radius, reach ? reach[i] / REACH_OF_SKIN : 0);
    return ABUT_OK;
}

abut_status ab_find_pairs(ab_world *w) { return ab_find_pairs_within(w, NULL); }

abut_status ab_find_pairs_within(ab_world *w, const double *reach) {
    if (w->collision.pairs_stale) {
        int64_t culprit;
        AB_TRY(ab_world_prepare_shapes(w, &culprit));
    } else {
        bool left = false;
        AB_TRY(someone_left(w, reach, &left));
        if (!left) return ABUT_OK;
    }
    AB_TRY(AB_GROW(w->cx, &w->collision.pair_list_x, &w->collision.pair_list_x_capacity, w->state.collider.n));
    AB_TRY(AB_GROW(w->cx, &w->collision.pair_list_q, &w->collision.pair_list_q_capacity, 4 * w->state.collider.n));
    if (w->collision.clip_workspaces.n > 0)
        AB_TRY(AB_GROW(w->cx, &w->collision.displacement_bound, &w->collision.displacement_bound_capacity,
                       w->state.collider.n));
    AB_TRY(choose_skins(w, reach));
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    AB_TRY(seek(w));
    ab_arena_rewind(&w->arena, mark);
    w->collision.pairs_stale = false;
    return ABUT_OK;
}
