// Spring-slider: the common part of sliding friction, torsion of face contacts and rolling resistance.
//
// In a face contact the couple M about the normal is a component of the same spring. The lever r converts it to a force
// and its angle to a displacement:
//   F = F_t + (M/r) n,   slip = slip_t + r angle n,   |F| <= max
// Torsion has the stiffness k_t r^2 and the damping c_t r^2 and shares the limit: |F_t|^2 + (M/r)^2 <= max^2.
// Properties shown for slip and force hold for these combined vectors; r may change from step to step, because only F
// and slip are stored.
#ifndef AB_LAW_SPRING_SLIDER_H
#define AB_LAW_SPRING_SLIDER_H

#include "law/law_block.h"
#include "math/turn.h"

AB_SIMD_INLINE v3 ab_slider_pick(bool first, v3 a, v3 b) {
    return v3_make(first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z);
}

// Rotates f by the shortest rotation from the unit vector `from` to `to`.
AB_SIMD_INLINE v3 ab_slider_turn_with(v3 from, v3 to, v3 f) {
    const v3 axis = v3_cross(from, to);
    const double c = v3_dot(from, to);
    const bool stays = v3_norm2(axis) == 0 || c <= -0.999; // no rotation, or reversed normal: undefined rotation
    return ab_slider_pick(stays, f,
                          v3_add(v3_add(v3_scale(c, f), v3_cross(axis, f)), v3_scale(v3_dot(axis, f) / (1 + c), axis)));
}

AB_SIMD_INLINE v3 ab_slider_turn_about(v3 n, ab_turn turn, v3 f) {
    return v3_add(v3_scale(turn.c, f), v3_scale(turn.s, v3_cross(n, f)));
}

// Factor that limits a vector of this squared length to the length `max`.
AB_SIMD_INLINE double ab_slider_cut(double length2, double max) {
    return length2 > max * max ? max / sqrt(length2) : 1;
}

// Energy that a spring with the stored energy `held` and the force `before` dissipates in a step, J: by softening, and
// by slipping from `trial` back to `now`, each against the mean of the forces before and now; ease = 1/(2 k). If the
// slip reverses while the limit falls, that mean may point along the slip; the loss is then zero.
AB_SIMD_INLINE double ab_slider_loss(double held, double ease, v3 before, v3 kept, v3 trial, v3 now, v3 slip) {
    const double softened = held - ease * v3_norm2(kept) + 0.5 * v3_dot(v3_sub(kept, before), slip);
    return ab_greater(0, softened + ease * v3_dot(v3_add(kept, now), v3_sub(trial, now)));
}

// Rotates a tangential vector with the normal and by `turn` about it.
AB_SIMD_INLINE v3 ab_slider_turned(const ab_friction_in *in, ab_turn turn, v3 f) {
    return ab_slider_turn_about(in->normal, turn, ab_slider_turn_with(in->last_normal, in->normal, f));
}
// The same for a vector with a normal component, which follows the normal.
AB_SIMD_INLINE v3 ab_slider_turned_face(const ab_friction_in *in, ab_turn turn, v3 f) {
    const v3 across = ab_slider_turned(in, turn, v3_across(in->last_normal, f));
    return v3_add_scaled(across, v3_dot(in->last_normal, f), in->normal);
}

// One step of the spring-slider, free of branches so that loops over rows vectorise. `turn`: rotation by in->twist;
// `face`: forces may have a component along the normal.
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

// True if all twists are small enough for ab_turn_small; larger ones are rare and need the C library.
static inline bool ab_turns_are_small(const ab_law_block *b) {
    double max = 0;
    for (int k = 0; k < b->n; k++) max = ab_greater(max, fabs(b->twist[k]));
    return max * max <= AB_SMALL_ANGLE2;
}

#endif
