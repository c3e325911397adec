// Candidates: pairs of bodies whose boxes, fattened by a skin, overlap. The list is good until some body leaves its fat box, and
// which candidates there are never changes a result: only pairs that really touch make contacts.
#include "base/alloc.h"
#include "base/threads.h"
#include "step/forces.h"

#define SKIN 0.1 // of the body's bounding radius, on every side

static ab_box3 bounds_of(const ab_world *w, int64_t i) {
    const ab_shape *shape = &w->shapes[w->body.shape[i]];
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

typedef struct job {
    ab_world *w;
    bool *left; // some body of the range has left its box   (one per range of the loop: indexed by block)
} job;

enum { BLOCK = 2048 };

static void look_for_leavers(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t block = begin; block < end; block++) {
        const int64_t last = (block + 1) * BLOCK < j->w->body.n ? (block + 1) * BLOCK : j->w->body.n;
        j->left[block] = false;
        for (int64_t i = block * BLOCK; i < last && !j->left[block]; i++)
            if (ab_body_moves(j->w, i)) j->left[block] = !holds(j->w->fat[i], bounds_of(j->w, i));
    }
}

static abut_status someone_left(ab_world *w, bool *left) {
    const int64_t blocks = (w->body.n + BLOCK - 1) / BLOCK;
    job j = {w, NULL};
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.left, blocks));
    ab_parallel_for(w->cx, blocks, 1, look_for_leavers, &j);
    *left = false;
    for (int64_t block = 0; block < blocks; block++) *left = *left || j.left[block];
    return ABUT_OK;
}

static void fatten_rows(void *arg, int64_t begin, int64_t end) {
    ab_world *w = ((const job *)arg)->w;
    for (int64_t i = begin; i < end; i++) {
        const double radius = w->shapes[w->body.shape[i]].radius;
        w->fat[i] = fattened(bounds_of(w, i), isfinite(radius) ? SKIN * radius : 0);
    }
}

static bool skip_pair(const void *arg, int64_t i, int64_t j) {
    const ab_world *w = arg;
    if ((w->body.flags[i] | w->body.flags[j]) & AB_BODY_NO_CONTACT) return true;
    return !ab_body_moves(w, i) && !ab_body_moves(w, j);
}

abut_status ab_find_pairs(ab_world *w) {
    if (!w->pairs_stale) {
        bool left = false;
        AB_TRY(someone_left(w, &left));
        if (!left) return ABUT_OK;
    }
    AB_TRY(AB_GROW(w->cx, &w->fat, &w->fat_capacity, w->body.n));
    ab_parallel_for(w->cx, w->body.n, 2048, fatten_rows, &(job){w, NULL});
    AB_TRY(ab_broad_find(w->cx, &w->arena, w->fat, w->body.n, skip_pair, w, &w->pairs));
    w->pairs_stale = false;
    return ABUT_OK;
}
