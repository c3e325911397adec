// Cohesion: attraction with the pressure p over the contact area. It has a potential of the overlap alone, so that
// separation requires the work that was released on contact.
//   overlaps of volume V:   U = -p V,             F = -p |S|         faces of area A separate at p A
//   balls at depth d:       U = -p pi R d^2/2,    F = -p pi R d
//     with Hertz' F_e = k d^(3/2) they separate at 4 (pi R p)^3/(27 k^2)
// Between faces the attraction jumps to its full value at first contact. A force evaluated once per step represents the
// half steps before and after it; the first and the last evaluation of such a contact also represent the part of a step
// that no other evaluation covers. The work then equals U except for the change of speed in that step: the error is of
// second order.
#include "law/law_block.h"

static double steps_seen(double volume, double rate, double step, bool fresh) {
    const double change = fabs(rate) * step; // change of the volume in a step
    const double there = change > volume ? volume / change : 1;
    if (fresh && step > 0) return 0.5 + there;
    return rate < 0 && change > volume ? 0.5 + there : 1;
}

AB_SIMD_INLINE ab_cohesion of_depth(const ab_interaction *in, double depth, double radius) {
    const double slope = in->cohesion * 3.14159265358979323846 * radius;
    return (ab_cohesion){slope * depth, 0.5 * slope * depth * depth};
}

AB_COHESION_ROWS(of_depth)

static ab_cohesion of_volume(const ab_interaction *in, double volume, double rate, double step, bool fresh) {
    const double p = in->cohesion;
    return p > 0 ? (ab_cohesion){p * steps_seen(volume, rate, step, fresh), p * volume} : (ab_cohesion){0};
}

const ab_cohesion_law ab_cohesion_area = {
    .name = "area",
    .help = "attraction by a constant pressure over the contact area: material.cohesion",
    .of_depth = of_depth,
    .of_depth_rows = of_depth_rows,
    .of_volume = of_volume,
};
