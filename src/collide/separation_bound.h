// Separation bound of a pair of solids: once computed, it is valid until their relative displacement reaches it. Only
// pairs that certainly are not in contact are skipped, so results do not depend on it, and it need not be saved.
#ifndef AB_COLLIDE_SEPARATION_BOUND_H
#define AB_COLLIDE_SEPARATION_BOUND_H

#include "collide/contact_point.h"

typedef struct ab_separation_bound {
    ab_pose seen;       // pose of a in the frame of b when the bound was computed
    double clear;       // allowed displacement of any point relative to the other body, m; 0 = unknown
    int64_t leaf_cache; // two solids: index of their first leaf cache in the world's list; -1 = none
} ab_separation_bound;

static inline ab_pose ab_separation_bound_pose(const ab_placed *a, const ab_placed *b) {
    return (ab_pose){quat_unrotate(*b->q, v3_sub(*a->x, *b->x)), quat_mul(quat_conjugate(*b->q), *a->q)};
}

static inline void ab_separation_bound_set(ab_separation_bound *s, const ab_placed *a, const ab_placed *b,
                                           double clear) {
    s->clear = clear;
    if (clear > 0) s->seen = ab_separation_bound_pose(a, b);
}

// A rotation by an angle t moves a point at distance r by 2 sin(t/2) r <= 2 |q' - q| r.
// The gap is then more than `margin`.
static inline bool ab_separation_bound_holds(const ab_separation_bound *s, const ab_placed *a, const ab_placed *b,
                                             double margin) {
    if (!(s->clear > 0)) return false;
    const ab_pose now = ab_separation_bound_pose(a, b);
    const quat d = {now.q.w - s->seen.q.w, now.q.x - s->seen.q.x, now.q.y - s->seen.q.y, now.q.z - s->seen.q.z};
    const double arm =
        ab_lesser(a->shape->radius, b->shape->radius + v3_norm(s->seen.x)); // points of a seen from b, or of b from a
    const double moved = v3_norm(v3_sub(now.x, s->seen.x)) + 2 * sqrt(quat_norm2(d)) * arm;
    return moved + margin < (1 - 1e-9) * s->clear; // 1e-9 for rounding
}

#endif
