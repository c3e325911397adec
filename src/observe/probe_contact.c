// Probe of the contacts between two bodies, or between two materials.
#include "observe/probe.h"

enum { DEPTH };
static const ab_parameter PARAMETERS[] = {
    [DEPTH] = {"depth", "m", "Points deeper than this are counted apart.", AB_NOT_NEGATIVE},
};

static void read_contact(const ab_probe *p, const ab_world *w, double *value) {
    enum { POINTS, DEEP, DEEPEST, FORCE };
    const ab_contacts *c = &w->state.contacts;
    for (int k = 0; k < AB_PROBE_COLUMNS; k++) value[k] = 0;
    for (int64_t i = 0; i < c->n; i++) {
        if (ab_probe_touches(p, w, i) == 0) continue;
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
