// Probe of the contacts between two bodies, or between two materials.
#include "observe/probe.h"

enum { DEPTH };
static const ab_parameter PARAMETERS[] = {
    [DEPTH] = {"depth", "m", "Points deeper than this are counted apart.", AB_NOT_NEGATIVE},
};

// True if the collider is of the selected body, collider and material.
static bool is_meant(const ab_probe *p, const ab_world *w, int end, int64_t collider) {
    const abut_body meant = end == 0 ? p->a : p->b;
    const int64_t body = ab_body_row(w, meant);
    const bool is_body = meant.slot == 0 || ab_owner(w, collider) == body;
    const bool is_collider = p->collider[end] < 0 || collider - ab_first_collider(w, body) == p->collider[end];
    return is_body && is_collider && (p->material[end] < 0 || w->state.collider.material[collider] == p->material[end]);
}

static bool is_between(const ab_probe *p, const ab_world *w, int64_t i, int64_t j) {
    return is_meant(p, w, 0, i) && is_meant(p, w, 1, j);
}

static void read_contact(const ab_probe *p, const ab_world *w, double *value) {
    enum { POINTS, DEEP, DEEPEST, FORCE };
    const ab_contacts *c = &w->state.contacts;
    for (int k = 0; k < AB_PROBE_COLUMNS; k++) value[k] = 0;
    for (int64_t i = 0; i < c->n; i++) {
        if (!is_between(p, w, c->a[i], c->b[i]) && !is_between(p, w, c->b[i], c->a[i])) continue;
        value[POINTS] += 1;
        value[DEEP] += -c->gap[i] > p->value[DEPTH];
        value[DEEPEST] = fmax(value[DEEPEST], -c->gap[i]);
        value[FORCE] += c->normal_force[i];
    }
}

const ab_probe_type ab_probe_type_contact = {
    .name = "contact",
    .help = "points that touch, how many of them lie deeper than `depth`, the deepest, and the sum of "
            "their normal forces",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .looks_at = AB_PROBE_CONTACTS,
    .columns = 4,
    .column = {".points", ".deep", ".deepest [m]", ".normal_force [N]"},
    .read = read_contact,
};
