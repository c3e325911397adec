// Momentum along an axis u,  p = sum m v.u,  and velocity p/M of the centre of mass, of body b or, without b, of all
// bodies.
#include "observe/probe.h"

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_bodies *b = &w->state.body;
    const v3 axis = ab_joint_frame_on(w, ab_body_row(w, p->a), p->frame_a).z;
    const int64_t only = ab_body_row(w, p->b);
    double mass = 0;
    value[0] = 0;
    for (int64_t i = 0; i < b->n; i++) {
        if (!ab_body_moves(b, i) || (p->b.slot != 0 && i != only)) continue;
        value[0] += ab_mass_of(b, i) * v3_dot(axis, b->v[i]);
        mass += ab_mass_of(b, i);
    }
    value[1] = mass > 0 ? value[0] / mass : 0;
}

const ab_probe_type ab_probe_type_momentum = {
    .name = "momentum",
    .help = "momentum of b along the axis, of all bodies together if there is no b, and the velocity of their "
            "centre of mass",
    .columns = 2,
    .column = {" [kg m/s]", ".velocity [m/s]"},
    .read = read,
};
