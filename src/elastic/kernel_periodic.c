// Half-space under a periodic pressure [johnson1985, section 13.2; westergaard1939]:
//   p = cos(q x)  gives  u = 2/(E* q) cos(q x)
// A uniform pressure moves the surface of a half-space infinitely far: u is measured from its mean.
#include "elastic/kernel.h"

static double wave(const ab_elastic_solid *solid, double q) { return 2 * ab_solid_compliance(solid) / q; }

static double uniform(const ab_elastic_solid *solid) {
    (void)solid;
    return 0;
}

const ab_kernel_type ab_kernel_periodic = {
    .name = "periodic",
    .help = "Half-space whose surface repeats: u^ = 2/(E* q) p^.",
    .periodic = true,
    .wave = wave,
    .uniform = uniform,
};
