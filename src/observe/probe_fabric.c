// Fabric tensor  F = mean of n (x) n  over the pairs in contact in the region, n the unit vector along the sum of their
// normal forces. Its trace is 1; an isotropic fabric is a third of the unit matrix.
#include "observe/probe.h"

static v3 normal_of(const ab_contacts *c, int64_t first, int64_t end) {
    v3 sum = v3_zero();
    for (int64_t i = first; i < end; i++) sum = v3_add_scaled(sum, c->normal_force[i], c->normal[i]);
    return v3_norm2(sum) > 0 ? v3_unit(sum) : c->normal[first];
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    enum { XX, YY, ZZ, XY, XZ, YZ, PAIRS };
    const ab_contacts *c = &w->state.contacts;
    for (int k = 0; k <= PAIRS; k++) value[k] = 0;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        if (!ab_probe_within(p, c->point[i]) || !ab_probe_means(p, w, ab_owner(w, c->a[i])) ||
            !ab_probe_means(p, w, ab_owner(w, c->b[i])))
            continue;
        const v3 n = normal_of(c, i, end);
        const double part[] = {n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z, 1};
        for (int k = 0; k <= PAIRS; k++) value[k] += part[k];
    }
    for (int k = 0; k < PAIRS && value[PAIRS] > 0; k++) value[k] /= value[PAIRS];
}

const ab_probe_type ab_probe_type_fabric = {
    .name = "fabric",
    .help = "fabric tensor of the contacts between bodies of the groups, and how many pairs touch",
    .looks_at = AB_PROBE_MANY,
    .columns = 7,
    .column = {".xx", ".yy", ".zz", ".xy", ".xz", ".yz", ".pairs"},
    .read = read,
};
