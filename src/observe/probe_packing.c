// Packing fraction: sum of the volumes of bodies inside the region over the volume of the region. Bodies on its
// boundary count as balls of equal volume (ab_region_ball_fraction).
#include "observe/probe.h"

static void read(const ab_probe *p, const ab_world *w, double *value) {
    double volume = 0, bodies = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!ab_probe_means(p, w, i)) continue;
        const ab_shape *shape = ab_body_shape(w, i);
        volume += shape->volume * ab_region_ball_fraction(&p->region, w->state.body.x[i], shape->equivalent);
        bodies += ab_region_holds(&p->region, w->state.body.x[i]);
    }
    value[0] = volume / ab_region_volume(&p->region);
    value[1] = volume;
    value[2] = bodies;
}

const ab_probe_type ab_probe_type_packing = {
    .name = "packing",
    .help = "share of the region that bodies fill, their volume in it, and how many have their centre in it",
    .looks_at = AB_PROBE_MANY,
    .needs_region = true,
    .columns = 3,
    .column = {".fraction", ".volume [m^3]", ".bodies"},
    .read = read,
};
