// Filters before cutting; see meet.h.
#include "geom/meet.h"

#include "geom/gjk.h"

static const double MARGIN = 1e-9; // of the size

static bool surely_apart(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                         ab_witness *witness) {
    const double size = a->radius + b->radius;
    if (v3_norm2(b_in_a.x) > size * size) return true;
    if (!(v3_norm2(witness->axis) > 0)) return false;
    const ab_duo d = {&a->loops, &b->loops, quat_matrix(b_in_a.q), b_in_a.x};
    if (ab_axis_gap(&d, witness->axis) > MARGIN * size) return true;
    return ab_gjk_separate(&d, MARGIN * size, &witness->axis) == AB_GJK_APART;
}

ab_meeting ab_meet(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, ab_witness *witness,
                   ab_overlap_room *room, ab_overlap *out) {
    *out = (ab_overlap){0};
    if (surely_apart(a, b, b_in_a, witness)) return AB_APART;
    const ab_meeting m = ab_overlap_clip(a, b, b_in_a, room, out);
    witness->axis = m == AB_APART ? v3_unit(out->axis) : v3_zero();
    return m;
}
