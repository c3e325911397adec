// Worlds of rigid contacts for tests: enforcement by multipliers.
#ifndef ABUT_TESTS_RIGID_H
#define ABUT_TESTS_RIGID_H

#include "polyhedral.h"
#include "worlds.h"

static const double G = 9.81;
static const abut_v3 UP = {0, 0, 1}, NONE = {0, 0, 0};
static const abut_quat UPRIGHT = {1, 0, 0, 0};

static inline abut_world_def rigid_def(double dt) {
    abut_world_def def = abut_world_default();
    def.enforcement = "multiplier";
    def.contact_tolerance = 1e-10;
    def.dt = dt;
    return def;
}

static inline abut_material_def stone(double restitution, double friction) {
    abut_material_def m = abut_material_default();
    m.density = 1000;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

static inline test_world open_rigid(double dt, double restitution, double friction) {
    const abut_world_def def = rigid_def(dt);
    const abut_material_def m = stone(restitution, friction);
    return open_world(1, &def, &m);
}

// Sum of the normal forces of all contacts, N.
static inline double normal_force(test_world *t) {
    double sum = 0;
    for (int64_t i = 0; i < abut_contact_count(t->w); i++) sum += abut_contact_get(t->w, i).normal_force;
    return sum;
}

// Sum of the normal forces on the first body, N.
static inline double force_on_first(test_world *t) {
    double sum = 0;
    for (int64_t i = 0; i < abut_contact_count(t->w); i++) {
        const abut_contact c = abut_contact_get(t->w, i);
        const abut_body first = ab_body_id(t->w, 0);
        if (c.a.slot == first.slot || c.b.slot == first.slot) sum += c.normal_force;
    }
    return sum;
}

#endif
