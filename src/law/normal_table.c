// Force over depth by a curve of points (force_curve.h), as `abut press --law` writes it or as measured: F(d), W its
// integral. It is that of one pair of bodies: the radii of bodies that touch do not enter. Tangential stiffness:
// k_t = ratio dF/dd; Mindlin's for equal materials is 2 (1 - nu)/(2 - nu).
#include "law/force_curve.h"
#include "law/law_block.h"
#include "law/shared_parameters.h"

enum { RATIO };
static const ab_parameter PARAMETERS[] = {
    [RATIO] = AB_STIFFNESS_RATIO_PARAMETER,
};

static ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    (void)radius;
    const ab_force_curve_point p = ab_force_curve_at(in->curve, depth > 0 ? depth : 0);
    return (ab_elastic){p.force, p.energy, p.stiffness, in->normal_value[RATIO] * p.stiffness};
}

// One contact after the other: the search for a point of the curve is no work for lanes.
static void elastic_rows(ab_law_block *b) { ab_elastic_row_by_row(b, elastic); }

static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    (void)radius;
    return ab_force_curve_depth_of(in->curve, energy);
}

const ab_normal_law ab_normal_table = {
    .name = "table",
    .help = "F over d through the points of `curve`, a file of `abut press --law`",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .by_curve = true,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_DEPTH,
};
