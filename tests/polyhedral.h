// Worlds of polyhedra that meet by the volume of their overlap.
#ifndef ABUT_TESTS_POLYHEDRAL_H
#define ABUT_TESTS_POLYHEDRAL_H

#include "worlds.h"

#include "math/random.h"

#define PI 3.14159265358979323846

static inline abut_world_def volume_def(double dt) {
    abut_world_def def = abut_default_world();
    def.normal_law = "volume";
    def.dt = dt;
    return def;
}

static inline abut_body add_shape(test_world *t, int32_t shape, abut_v3 x, abut_quat q, abut_v3 v) {
    abut_body_def def = abut_default_body();
    def.name = "body";
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    def.orientation = q;
    def.velocity = v;
    abut_body body;
    CHECK_OK(t->cx, abut_add_body(t->w, &def, &body));
    return body;
}

static inline abut_body add_cube(test_world *t, double edge, abut_v3 x, abut_quat q, abut_v3 v) {
    int32_t shape;
    CHECK_OK(t->cx, abut_add_box(t->w, (abut_v3){edge, edge, edge}, &shape));
    return add_shape(t, shape, x, q, v);
}

static inline abut_quat turn_about(abut_v3 axis, double angle) {
    return quat_from_turn(v3_scale(angle, v3_unit(axis)));
}

static inline abut_energy energy_of(test_world *t) { return abut_get_energy(t->w); }

// Steps until what touched touches no more; fails after `most`.
static inline void run_until_apart(test_world *t, int64_t most) {
    bool touched = false;
    for (int64_t i = 0; i < most; i++) {
        CHECK_OK(t->cx, abut_step(t->w));
        if (touched && abut_contact_count(t->w) == 0) return;
        touched = touched || abut_contact_count(t->w) > 0;
    }
    fail_msg("they do not part");
}

#endif
