// Hertz: two smooth elastic bodies with effective radius R and modulus E*.
//   F = 4/3 E* sqrt(R d) d,   W = 2/5 F d,   dF/dd = 2 E* sqrt(R d)
//   Mindlin, no slip: k_t = 8 G* sqrt(R d)
// sqrt(R d) is the contact radius a: a length, so scaling the units by a power of two scales every result exactly.
// Valid for a << R, smooth elastic surfaces.                                   [johnson1985, eq. 4.22-4.24, 7.43]
//
// Overlaps of polyhedra, with the compression u (geom/convex/overlap_depth.h):
//   W = K E* u,   K = 1.88
// A flat punch on a half-space has W = E* sqrt(A/pi) d^2, which is 1.954 E* u, a cone 1.855 E* u, a sphere 1.805 E* u
// (docs/decisions/0011-compression-of-an-overlap.md).
#include "law/law_block.h"

AB_SIMD_INLINE ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    const double a = sqrt(radius * depth);
    const double force = 4.0 / 3.0 * in->young * a * depth;
    return (ab_elastic){force, 0.4 * force * depth, 2 * in->young * a, 8 * in->shear * a};
}

AB_ELASTIC_ROWS(elastic)

// W = 8/15 E* sqrt(R) d^(5/2)
static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    return pow(energy / (8.0 / 15.0 * in->young * sqrt(radius)), 0.4);
}

static ab_elastic compression(const ab_interaction *in, double u) {
    const double pressure = 1.88 * in->young;
    return (ab_elastic){.force = pressure, .energy = pressure * u};
}

const ab_normal_law ab_normal_hertz = {
    .name = "hertz",
    .help = "F = 4/3 E* sqrt(R) d^1.5, stiffness from the materials' Young's modulus and Poisson's ratio",
    .by_radius = 0.2,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_COMPRESSION,
    .compression = compression,
};
