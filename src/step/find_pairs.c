// Candidates: pairs of bodies that may come to touch before some body has moved by its skin. The list is good until then, and
// which candidates there are never changes a result: only pairs that really touch make contacts.
//
// Boxes alone would make all 26 neighbours in a cubic lattice of balls candidates; bounding spheres, and the distance from a
// fixed plane, leave those that are near.
#include "base/alloc.h"
#include "base/threads.h"
#include "pair/slack.h"
#include "step/forces.h"

#include <string.h>

#define SEARCH (1.01 * AB_SKIN) // how far around a body candidates are sought: more than the skin by what rounding could lose

// A solid's box saves the look at all of its vertices.
static ab_box3 bounds_of(const ab_world *w, int64_t i) {
    const ab_shape *shape = &w->shapes[w->body.shape[i]];
    if (shape->solid) {
        const ab_obb *box = &shape->solid->box;
        const ab_shape around = {.kind = AB_SHAPE_box, .half = box->half};
        // cppcheck-suppress returnDanglingLifetime  // a box of numbers points at nothing
        return ab_shape_types[AB_SHAPE_box]->bounds(&around, pose_mul(ab_body_pose(w, i), box->pose));
    }
    return ab_shape_types[shape->kind]->bounds(shape, ab_body_pose(w, i));
}

static ab_box3 fattened(ab_box3 box, double by) {
    const v3 margin = v3_make(by, by, by);
    return (ab_box3){v3_sub(box.low, margin), v3_add(box.high, margin)};
}

static bool holds(ab_box3 outer, ab_box3 inner) {
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
           outer.high.x >= inner.high.x && outer.high.y >= inner.high.y && outer.high.z >= inner.high.z;
}

// How far some point of the body may be from where it was when candidates were sought: see pair/slack.h. Floats are off by 1e-7.
static double stray(const ab_world *w, int64_t i) {
    const double radius = w->shapes[w->body.shape[i]].radius;
    const float *then = w->anchor_q + 4 * i;
    const quat q = w->body.q[i];
    const quat d = {q.w - (double)then[0], q.x - (double)then[1], q.y - (double)then[2], q.z - (double)then[3]};
    const double far = v3_norm(v3_sub(w->body.x[i], w->anchor[i])) + 2 * radius * sqrt(quat_norm2(d));
    return (1 + 1e-6) * far + 1e-6 * radius;
}

// It has, or may when it moves by `reach`. Nothing of it has if no point has moved by the skin; the box of a ball cannot leave before its
// centre has.
static bool has_left(const ab_world *w, int64_t i, double reach) {
    const ab_shape *shape = &w->shapes[w->body.shape[i]];
    const double skin = AB_SKIN * shape->radius - reach;
    if (w->strayed && (double)w->strayed[i] <= skin) return false;
    if (!(skin >= 0 && v3_norm2(v3_sub(w->body.x[i], w->anchor[i])) <= skin * skin)) return true;
    return shape->kind != AB_SHAPE_sphere && !holds(w->fat[i], fattened(bounds_of(w, i), reach));
}

typedef struct job {
    ab_world *w;
    const double *reach; // how far each body is about to move; NULL = it stays   (bodies)
    bool *left;          // some body of a block has left   (blocks)
} job;

enum { BLOCK = 2048 };

// Bodies that touch nothing may go where they like.
static bool touches(const ab_world *w, int64_t i) { return ab_body_moves(w, i) && !(w->body.flags[i] & AB_BODY_NO_CONTACT); }

static void look_for_leavers(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t block = begin; block < end; block++) {
        const int64_t last = (block + 1) * BLOCK < j->w->body.n ? (block + 1) * BLOCK : j->w->body.n;
        bool left = false;
        for (int64_t i = block * BLOCK; i < last; i++) {
            if (j->w->strayed) j->w->strayed[i] = (float)(ab_body_moves(j->w, i) ? stray(j->w, i) : 0);
            left = left || (touches(j->w, i) && has_left(j->w, i, j->reach ? j->reach[i] : 0));
        }
        j->left[block] = left;
    }
}

static abut_status someone_left(ab_world *w, const double *reach, bool *left) {
    const int64_t blocks = (w->body.n + BLOCK - 1) / BLOCK;
    job j = {w, reach, NULL};
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.left, blocks));
    ab_parallel_for(w->cx, blocks, 1, look_for_leavers, &j);
    *left = false;
    for (int64_t block = 0; block < blocks; block++) *left = *left || j.left[block];
    return ABUT_OK;
}

static void drop_anchor(ab_world *w, int64_t i) {
    const quat q = w->body.q[i];
    float *to = w->anchor_q + 4 * i;
    to[0] = (float)q.w;
    to[1] = (float)q.x;
    to[2] = (float)q.y;
    to[3] = (float)q.z;
    w->strayed[i] = (float)(ab_body_moves(w, i) ? stray(w, i) : 0);
}

static void fatten_rows(void *arg, int64_t begin, int64_t end) {
    ab_world *w = ((const job *)arg)->w;
    for (int64_t i = begin; i < end; i++) {
        const double radius = w->shapes[w->body.shape[i]].radius;
        w->fat[i] = fattened(bounds_of(w, i), isfinite(radius) ? SEARCH * radius : 0);
        w->anchor[i] = w->body.x[i];
        if (w->strayed) drop_anchor(w, i);
    }
}

// Only for a plane that stays where it is: the list would not notice one that moves.
static bool far_from_plane(const ab_world *w, int64_t plane, int64_t i) {
    if (ab_body_moves(w, plane)) return false;
    const v3 n = quat_rotate(w->body.q[plane], w->shapes[w->body.shape[plane]].half);
    return v3_dot(n, v3_sub(w->body.x[i], w->body.x[plane])) > (1 + SEARCH) * w->shapes[w->body.shape[i]].radius;
}

static bool far_apart(const ab_world *w, int64_t i, int64_t j) {
    const ab_shape *a = &w->shapes[w->body.shape[i]], *b = &w->shapes[w->body.shape[j]];
    if (a->kind == AB_SHAPE_plane) return far_from_plane(w, i, j);
    if (b->kind == AB_SHAPE_plane) return far_from_plane(w, j, i);
    const double reach = (1 + SEARCH) * (a->radius + b->radius);
    return v3_norm2(v3_sub(w->body.x[i], w->body.x[j])) > reach * reach;
}

static bool skip_pair(const void *arg, int64_t i, int64_t j) {
    const ab_world *w = arg;
    if ((w->body.flags[i] | w->body.flags[j]) & AB_BODY_NO_CONTACT) return true;
    if (!ab_body_moves(w, i) && !ab_body_moves(w, j)) return true;
    if (ab_world_interaction(w, w->body.material[i], w->body.material[j])->apart) return true;
    return far_apart(w, i, j) || ab_kept_apart(w, i, j);
}

static bool is_solid(const ab_world *w, uint32_t row) { return w->shapes[w->body.shape[row]].solid != NULL; }

// Of new pairs nothing is known.
static abut_status forget_near(ab_world *w) {
    int64_t near = 0;
    for (int64_t p = 0; p < w->pairs.n; p++) {
        const bool both = is_solid(w, w->pairs.pair[p].a) && is_solid(w, w->pairs.pair[p].b);
        w->slack[p] = (ab_slack){.near = both ? near : -1};
        near += both ? 2 : 0;
    }
    AB_TRY(AB_GROW(w->cx, &w->near, &w->near_capacity, near));
    for (int64_t i = 0; i < near; i++) ab_near_forget(&w->near[i]);
    return ABUT_OK;
}

static abut_status forget_pairs(ab_world *w) {
    bool solids = false, polyhedra = false;
    for (int64_t i = 0; i < w->nshape; i++) {
        solids = solids || w->shapes[i].solid || w->shapes[i].wall; // what may stay apart for long
        polyhedra = polyhedra || w->shapes[i].convex;
    }
    const int64_t n = w->pairs.n;
    if (solids && n > 0) {
        AB_TRY(AB_GROW(w->cx, &w->slack, &w->slack_capacity, n));
        AB_TRY(forget_near(w));
    }
    if (polyhedra && n > 0) {
        AB_TRY(AB_GROW(w->cx, &w->witness, &w->witness_capacity, n));
        memset(w->witness, 0, (size_t)n * sizeof *w->witness);
    }
    return ABUT_OK;
}

// Pairs of the same two bodies, whichever parts of them, next to each other.
static abut_status sort_together(ab_world *w) {
    const int64_t n = w->pairs.n;
    ab_keyed *spare = NULL;
    if (w->ncarried == 0 || w->cutting.n == 0 || n == 0) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &w->together, &w->together_capacity, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, n));
    for (int64_t p = 0; p < n; p++) {
        const uint64_t a = (uint64_t)ab_part_carrier(w, w->pairs.pair[p].a), b = (uint64_t)ab_part_carrier(w, w->pairs.pair[p].b);
        w->together[p] = (ab_keyed){(a < b ? a : b) << 32 | (a < b ? b : a), p};
    }
    ab_sort_keyed(w->together, spare, n);
    return ABUT_OK;
}

abut_status ab_find_pairs(ab_world *w) { return ab_find_pairs_within(w, NULL); }

abut_status ab_find_pairs_within(ab_world *w, const double *reach) {
    if (w->pairs_stale) {
        int64_t culprit;
        AB_TRY(ab_world_make_solids(w, &culprit));
    } else {
        bool left = false;
        AB_TRY(someone_left(w, reach, &left));
        if (!left) return ABUT_OK;
    }
    AB_TRY(AB_GROW(w->cx, &w->fat, &w->fat_capacity, w->body.n));
    AB_TRY(AB_GROW(w->cx, &w->anchor, &w->anchor_capacity, w->body.n));
    if (w->cutting.n > 0) {
        AB_TRY(AB_GROW(w->cx, &w->anchor_q, &w->anchor_q_capacity, 4 * w->body.n));
        AB_TRY(AB_GROW(w->cx, &w->strayed, &w->strayed_capacity, w->body.n));
    }
    ab_parallel_for(w->cx, w->body.n, 2048, fatten_rows, &(job){w, NULL, NULL});
    AB_TRY(ab_broad_find(w->cx, &w->arena, w->fat, w->body.n, skip_pair, w, &w->pairs));
    AB_TRY(forget_pairs(w));
    AB_TRY(sort_together(w));
    w->pairs_stale = false;
    return ABUT_OK;
}
