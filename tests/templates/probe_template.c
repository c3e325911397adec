// Template of a probe with one parameter: the distance of two points less an offset. To make a probe of it: copy it to
// src/observe/probe_<name>.c, rename ab_probe_type_template, and add AB_PROBE(<name>) to src/observe/probes.def.
// tests/places builds the program with it and runs probe_template.yaml.
#include "observe/probe.h"

enum { OFFSET };
static const ab_parameter PARAMETERS[] = {
    [OFFSET] = {"offset", "m", "Length that is subtracted.", AB_ANY},
};

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_joint_frame a = ab_joint_frame_on(w, ab_body_row(w, p->a), p->frame_a),
                         b = ab_joint_frame_on(w, ab_body_row(w, p->b), p->frame_b);
    value[0] = v3_norm(v3_sub(b.p, a.p)) - p->value[OFFSET];
}

const ab_probe_type ab_probe_type_template = {
    .name = "template",
    .help = "distance of two points less an offset",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .looks_at = AB_PROBE_POINTS,
    .columns = 1,
    .column = {" [m]"},
    .read = read,
};
