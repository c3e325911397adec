// Kinetic energies  1/2 m v.v  and  1/2 w.l,  mass-weighted mean velocity u, and granular temperature, the mean of
// (v - u)^2/3.
#include "observe/probe.h"

static void read(const ab_probe *p, const ab_world *w, double *value) {
    const ab_bodies *b = &w->state.body;
    double mass = 0, turning = 0, square = 0;
    v3 momentum = v3_zero();
    for (int64_t i = 0; i < b->n; i++) {
        if (!ab_probe_holds(p, w, i)) continue;
        mass += ab_mass_of(b, i);
        turning += 0.5 * v3_dot(b->w[i], b->l[i]);
        square += ab_mass_of(b, i) * v3_norm2(b->v[i]);
        momentum = v3_add_scaled(momentum, ab_mass_of(b, i), b->v[i]);
    }
    const v3 mean = mass > 0 ? v3_scale(1 / mass, momentum) : v3_zero();
    value[0] = 0.5 * square;
    value[1] = turning;
    value[2] = mass > 0 ? ab_greater(0, square / mass - v3_norm2(mean)) / 3 : 0;
    value[3] = mean.x;
    value[4] = mean.y;
    value[5] = mean.z;
    value[6] = mass;
}

const ab_probe_type ab_probe_type_kinetic = {
    .name = "kinetic",
    .help = "kinetic energy of translation and of rotation, granular temperature, mean velocity and mass",
    .looks_at = AB_PROBE_MANY,
    .columns = 7,
    .column = {".translation [J]", ".rotation [J]", ".temperature [m2/s2]", ".vx [m/s]", ".vy [m/s]", ".vz [m/s]",
               ".mass [kg]"},
    .read = read,
};
