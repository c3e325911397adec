// A spring that slips: what sliding, turning on a face and rolling have in common.
//
// Of a face the couple about its normal, M, is part of the same spring, with a lever r that makes a force of it and a
// way of the angle:
//   F = F_t + (M/r) n,   slip = slip_t + r angle n,   |F| <= most
// It has the stiffness k_t r^2, the damper c_t r^2, and shares the limit: |F_t|^2 + (M/r)^2 <= most^2. All that is
// shown of slip and force is so of these; r may change from step to step, for only F and slip are remembered.
#ifndef AB_LAW_SPRING_SLIDER_H
#define AB_LAW_SPRING_SLIDER_H

#include "law/law_block.h"
#include "math/turn.h"

AB_SIMD_INLINE v3 ab_slider_pick(bool first, v3 a, v3 b) {
    return v3_make(first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z);
}

// Turns f as the shortest rotation turns the unit vector `from` to `to`.
AB_SIMD_INLINE v3 ab_slider_turn_with(v3 from, v3 to, v3 f) {
    const v3 axis = v3_cross(from, to);
    const double c = v3_dot(from, to);
    const bool stays = v3_norm2(axis) == 0 || c <= -0.999; // unturned, or flipped over: nothing sensible to turn to
    return ab_slider_pick(stays, f,
                          v3_add(v3_add(v3_scale(c, f), v3_cross(axis, f)), v3_scale(v3_dot(axis, f) / (1 + c), axis)));
}

AB_SIMD_INLINE v3 ab_slider_turn_about(v3 n, ab_turn turn, v3 f) {
    return v3_add(v3_scale(turn.c, f), v3_scale(turn.s, v3_cross(n, f)));
}

// What a vector of this length is multiplied with so that it is no longer than `max`.
AB_SIMD_INLINE double ab_slider_cut(double length2, double max) {
    return length2 > max * max ? max / sqrt(length2) : 1;
}

// What a step takes from a spring that held `held` and the force `before`, J: where it softens, where it is cut back
// from `trial` to `now`, each against the mean of the force before and now; ease = 1/(2 k). Where the slip turns round
// while the limit falls, that mean may point along the slip: then it loses nothing.
AB_SIMD_INLINE double ab_slider_loss(double held, double ease, v3 before, v3 kept, v3 trial, v3 now, v3 slip) {
    const double softened = held - ease * v3_norm2(kept) + 0.5 * v3_dot(v3_sub(kept, before), slip);
    return ab_greater(0, softened + ease * v3_dot(v3_add(kept, now), v3_sub(trial, now)));
}

// What is across the normal turns with it and by `turn` about it.
AB_SIMD_INLINE v3 ab_slider_turned(const ab_friction_in *in, ab_turn turn, v3 f) {
    return ab_slider_turn_about(in->normal, turn, ab_slider_turn_with(in->last_normal, in->normal, f));
}
// What is along it stays so.
AB_SIMD_INLINE v3 ab_slider_turned_face(const ab_friction_in *in, ab_turn turn, v3 f) {
    const v3 across = ab_slider_turned(in, turn, v3_across(in->last_normal, f));
    return v3_add_scaled(across, v3_dot(in->last_normal, f), in->normal);
}

// Without branches, so that rows are worked on together. `turn`: by in->twist; `face`: there may be a part along the
// normal.
AB_SIMD_INLINE ab_friction_out ab_slide(const ab_friction_in *in, ab_turn turn, bool face, double max,
                                        ab_friction_memory *memory) {
    const double k = in->tangent_stiffness;
    const v3 old = memory->spring;
    const v3 turned = face ? ab_slider_turned_face(in, turn, old) : ab_slider_turned(in, turn, old);
    const v3 kept = v3_scale(k < memory->stiffness ? k / memory->stiffness : 1, turned);
    const v3 trial = v3_add_scaled(kept, -k, in->slip);
    const v3 spring = face ? trial : v3_across(in->normal, trial);
    const bool at_odds = in->step > 0 && v3_dot(in->slip, in->velocity) < 0;
    const v3 force = v3_add_scaled(spring, at_odds ? 0 : -in->damping, in->velocity);
    const double size2 = v3_norm2(force);
    const double stored = size2 > max * max ? ab_slider_cut(v3_norm2(spring), max) : 1;
    const v3 now = v3_scale(stored, spring);
    const double ease = k > 0 ? 0.5 / k : 0, held = ab_friction_stored(memory);
    const double lost = ab_slider_loss(held, ease, turned, kept, spring, now, in->slip);
    *memory = (ab_friction_memory){now, k};
    return (ab_friction_out){v3_scale(ab_slider_cut(size2, max), force), ease * v3_norm2(now) - held + lost};
}

// Rows that turn by more are rare, and ask the C library.
static inline bool ab_turns_are_small(const ab_law_block *b) {
    double max = 0;
    for (int k = 0; k < b->n; k++) max = ab_greater(max, fabs(b->twist[k]));
    return max * max <= AB_SMALL_ANGLE2;
}

#endif
