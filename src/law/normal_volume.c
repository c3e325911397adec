// Potential of the overlap volume V, for convex polyhedra and walls [feng2021]: the pressure W'(V) acts on the whole
// intersection surface, so that force and couple are the gradient of W for any shapes (docs/theory/polyhedra.md).
//   W = 3/4 K [(V^2 + V0^2)^(2/3) - V0^(4/3)],   W' = K V (V^2 + V0^2)^(-1/3)
//   K = E_a/R_a + E_b/R_b, R = radius of the sphere of equal volume
// With c = (V^2 + V0^2)^(1/3) and c0 = V0^(2/3), forms without cancellation are
//   W = 3/4 K V^2 (c + c0)/(c^2 + c c0 + c0^2),   W'' = K (V^2/3 + V0^2)/c^4
// V0 = 0 is F = K |S| V^(1/3); its stiffness is infinite at first contact of faces.
// Balls have no faces: their contacts, which have a depth, follow Hertz' law of the same materials.
#include "law/law_block.h"

enum { SOFT_VOLUME };
static const ab_parameter PARAMETERS[] = {
    [SOFT_VOLUME] = {"soft_volume", "m^3",
                     "V0: overlaps far below it are linear springs; auto: as large as the time step needs it.",
                     AB_NOT_NEGATIVE, .word = "auto", .word_value = -1, .fallback = -1, .note = "auto"},
};

static void derive(ab_interaction *in) { in->soft_volume = in->normal_value[SOFT_VOLUME]; }

static ab_elastic pressure(const ab_overlap_input *in) {
    const double v2 = in->volume * in->volume, c0 = in->soft;
    const double v02 = c0 * c0 * c0;
    const double c = cbrt(v2 + v02);
    return (ab_elastic){
        .force = in->modulus * in->volume / c,
        .energy = 0.75 * in->modulus * v2 * (c + c0) / (c * c + c * c0 + c0 * c0),
        .stiffness = in->modulus * (v2 / 3 + v02) / (c * c * c * c),
    };
}

static ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    return ab_normal_hertz.elastic(in, depth, radius);
}

static void elastic_rows(ab_law_block *block) { ab_normal_hertz.elastic_rows(block); }

static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    return ab_normal_hertz.depth_for_energy(in, energy, radius);
}

const ab_normal_law ab_normal_volume = {
    .name = "volume",
    .help = "potential of the overlap's volume, of convex polyhedra and walls: conserves energy for any shape",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .derive = derive,
    .by_radius = 0.2,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_VOLUME,
    .pressure = pressure,
};
