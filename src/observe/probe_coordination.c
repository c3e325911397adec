// Coordination number: mean number of bodies in contact with a body, over the bodies with their centre in the region.
// Two bodies in contact at several points count as one pair.
#include "observe/probe.h"

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_contacts *c = &w->state.contacts;
    double bodies = 0, others = 0, walls = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) bodies += ab_probe_holds(p, w, i);
    for (int64_t i = 0; i < c->n; i = ab_pair_end(c, i)) {
        const int64_t a = ab_owner(w, c->a[i]), b = ab_owner(w, c->b[i]);
        const bool both = ab_probe_means(p, w, a) && ab_probe_means(p, w, b);
        const double here = ab_probe_holds(p, w, a) + ab_probe_holds(p, w, b);
        *(both ? &others : &walls) += here;
    }
    value[0] = bodies > 0 ? others / bodies : 0;
    value[1] = bodies > 0 ? walls / bodies : 0;
    value[2] = bodies;
}

const ab_probe_type ab_probe_type_coordination = {
    .name = "coordination",
    .help = "mean number of bodies of the groups that a body touches, of other bodies and walls, and how "
            "many bodies there are",
    .looks_at = AB_PROBE_MANY,
    .columns = 3,
    .column = {".mean", ".walls", ".bodies"},
    .read = read,
};
