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

// True if the collider is of the selected group, or body and collider, and of the selected material.
static bool is_meant(const ab_probe *p, const ab_world *w, int end, int64_t collider) {
    const bool is_material = p->material[end] < 0 || w->state.collider.material[collider] == p->material[end];
    if (p->set[end] >= 0) return is_material && ab_in_name_set(w, ab_owner(w, collider), p->set[end]);
    const abut_body meant = end == 0 ? p->a : p->b;
    const int64_t body = ab_body_row(w, meant);
    const bool is_body = meant.slot == 0 || ab_owner(w, collider) == body;
    const bool is_collider = p->collider[end] < 0 || collider - ab_first_collider(w, body) == p->collider[end];
    return is_body && is_collider && is_material;
}

static bool is_between(const ab_probe *p, const ab_world *w, int64_t i, int64_t j) {
    return is_meant(p, w, 0, i) && is_meant(p, w, 1, j);
}

int ab_probe_touches(const ab_probe *p, const ab_world *w, int64_t contact) {
    const ab_contacts *c = &w->state.contacts;
    const bool forward = is_between(p, w, c->a[contact], c->b[contact]);
    const bool backward = is_between(p, w, c->b[contact], c->a[contact]);
    if (forward && backward) return 2;
    return forward - backward;
}

ab_upward ab_probe_up(const ab_world *w) {
    const v3 up = v3_neg(w->config.gravity), size = {fabs(up.x), fabs(up.y), fabs(up.z)};
    if (size.x > size.y && size.x > size.z) return (ab_upward){1, 2, 0, up.x < 0 ? -1 : 1};
    if (size.y > size.z) return (ab_upward){2, 0, 1, up.y < 0 ? -1 : 1};
    return (ab_upward){0, 1, 2, up.z < 0 ? -1 : 1};
}
