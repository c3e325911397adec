// The table of probe types, and the selection of bodies by group and region.
#include "observe/probe.h"

#define AB_PROBE(name) extern const ab_probe_type ab_probe_type_##name;
#include "observe/probes.def"
#undef AB_PROBE

const ab_probe_type *const ab_probe_types[] = {
#define AB_PROBE(name) &ab_probe_type_##name,
#include "observe/probes.def"
#undef AB_PROBE
};
const int ab_probe_type_count = sizeof ab_probe_types / sizeof ab_probe_types[0];

bool ab_probe_means(const ab_probe *p, const ab_world *w, int64_t row) {
    if (!ab_body_moves(&w->state.body, row)) return false;
    if (p->ngroup == 0) return w->state.body.number[row] >= 0;
    for (int i = 0; i < p->ngroup; i++)
        if (ab_in_name_set(w, row, p->group[i])) return true;
    return false;
}

ab_upward ab_probe_up(const ab_world *w) {
    const v3 up = v3_neg(w->config.gravity), size = {fabs(up.x), fabs(up.y), fabs(up.z)};
    if (size.x > size.y && size.x > size.z) return (ab_upward){1, 2, 0, up.x < 0 ? -1 : 1};
    if (size.y > size.z) return (ab_upward){2, 0, 1, up.y < 0 ? -1 : 1};
    return (ab_upward){0, 1, 2, up.z < 0 ? -1 : 1};
}
