// Mean contact stress [love1927, weber1966], over the bodies with their centre in the region:
//   sigma = -1/V sum over bodies, over their contacts, of the symmetric part of f (x) (point - centre),
//     V = volume of the region
// Compression is positive. The kinetic stress (momentum flux) is not included.
#include "observe/probe.h"

enum { XX, YY, ZZ, XY, XZ, YZ, PRESSURE, PARTS };

static void add(double *sum, v3 f, v3 arm) {
    sum[XX] -= f.x * arm.x;
    sum[YY] -= f.y * arm.y;
    sum[ZZ] -= f.z * arm.z;
    sum[XY] -= 0.5 * (f.x * arm.y + f.y * arm.x);
    sum[XZ] -= 0.5 * (f.x * arm.z + f.z * arm.x);
    sum[YZ] -= 0.5 * (f.y * arm.z + f.z * arm.y);
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_contacts *c = &w->state.contacts;
    const v3 *x = w->state.body.x;
    for (int k = 0; k < PARTS; k++) value[k] = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t a = ab_owner(w, c->a[i]), b = ab_owner(w, c->b[i]);
        if (ab_probe_holds(p, w, a)) add(value, c->force[i], v3_sub(c->point[i], x[a]));
        if (ab_probe_holds(p, w, b)) add(value, v3_neg(c->force[i]), v3_sub(c->point[i], x[b]));
    }
    for (int k = 0; k < PRESSURE; k++) value[k] /= ab_region_volume(&p->region);
    value[PRESSURE] = (value[XX] + value[YY] + value[ZZ]) / 3;
}

const ab_probe_type ab_probe_type_stress = {
    .name = "stress",
    .help = "mean stress of the contacts of the bodies in the region, compression positive, and the pressure",
    .looks_at = AB_PROBE_MANY,
    .needs_region = true,
    .columns = PARTS,
    .column = {".xx [Pa]", ".yy [Pa]", ".zz [Pa]", ".xy [Pa]", ".xz [Pa]", ".yz [Pa]", ".pressure [Pa]"},
    .read = read,
};
