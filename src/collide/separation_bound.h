// How far a pair of solids is from touching: seen once, it is good until they have moved by as much against each other.
// Only pairs that surely do not touch are passed over, so results do not depend on it, and it need not be saved.
#ifndef AB_COLLIDE_SEPARATION_BOUND_H
#define AB_COLLIDE_SEPARATION_BOUND_H

#include "collide/contact_point.h"

typedef struct ab_separation_bound {
    ab_pose seen;       // a in the frame of b
    double clear;       // m, how far one point may move against the other body; 0 = unknown
    int64_t leaf_cache; // of two solids: its first in the world's list of what they remember of their looks; -1 = none
} ab_separation_bound;

static inline ab_pose ab_separation_bound_pose(const ab_placed *a, const ab_placed *b) {
    return (ab_pose){quat_unrotate(*b->q, v3_sub(*a->x, *b->x)), quat_mul(quat_conjugate(*b->q), *a->q)};
}

static inline void ab_separation_bound_set(ab_separation_bound *s, const ab_placed *a, const ab_placed *b,
                                           double clear) {
    s->clear = clear;
    if (clear > 0) s->seen = ab_separation_bound_pose(a, b);
}

// A turn by an angle t moves a point at distance r by 2 sin(t/2) r <= 2 |q' - q| r.
static inline bool ab_separation_bound_holds(const ab_separation_bound *s, const ab_placed *a, const ab_placed *b) {
    if (!(s->clear > 0)) return false;
    const ab_pose now = ab_separation_bound_pose(a, b);
    const quat d = {now.q.w - s->seen.q.w, now.q.x - s->seen.q.x, now.q.y - s->seen.q.y, now.q.z - s->seen.q.z};
    const double arm =
        ab_lesser(a->shape->radius, b->shape->radius + v3_norm(s->seen.x)); // a's points seen from b, or b's from a
    const double moved = v3_norm(v3_sub(now.x, s->seen.x)) + 2 * sqrt(quat_norm2(d)) * arm;
    return moved < (1 - 1e-9) * s->clear; // more than rounding could lose
}

#endif
