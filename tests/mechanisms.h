// Mechanisms for tests, made through the public interface.
#ifndef ABUT_TESTS_MECHANISMS_H
#define ABUT_TESTS_MECHANISMS_H

#include "parameters.h"
#include "worlds.h"

#define GROUND ((abut_body){0, 0})

static inline test_world open_mechanism(double dt, abut_v3 gravity) {
    abut_world_def def = abut_world_default();
    def.integrator = "rk4";
    def.dt = dt;
    def.gravity = gravity;
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

// A body that touches nothing: its shape has no part in the motion.
static inline abut_body add_mass(test_world *t, const char *name, double mass, abut_v3 inertia, abut_v3 x,
                                 abut_quat q) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.1, &def.shape));
    def.name = name;
    def.material = t->material;
    def.no_contact = true;
    def.mass = mass;
    def.inertia = inertia;
    def.position = x;
    def.orientation = q;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

// A uniform rod of 1 m and 1 kg from a point along a direction of the xy plane; its own x axis is along it.
static inline abut_body add_rod(test_world *t, abut_v3 from, double angle) {
    const abut_v3 middle = {from.x + 0.5 * cos(angle), from.y + 0.5 * sin(angle), from.z};
    return add_mass(t, "rod", 1, (abut_v3){1e-3, 1.0 / 12, 1.0 / 12}, middle,
                    (abut_quat){cos(0.5 * angle), 0, 0, sin(0.5 * angle)});
}

// A joint at a point of the world as it is now.
static inline abut_joint_def joint_at(test_world *t, const char *kind, abut_body a, abut_body b, abut_v3 point,
                                      abut_v3 axis) {
    abut_joint_def def = abut_joint_default();
    def.name = kind;
    def.kind = kind;
    def.a = a;
    def.b = b;
    CHECK_OK(t->cx, abut_frame_at(t->w, a, point, axis, (abut_v3){0, 0, 0}, &def.frame_a));
    CHECK_OK(t->cx, abut_frame_at(t->w, b, point, axis, (abut_v3){0, 0, 0}, &def.frame_b));
    return def;
}

static inline void add_joint_at(test_world *t, const char *kind, abut_body a, abut_body b, abut_v3 point,
                                abut_v3 axis) {
    const abut_joint_def def = joint_at(t, kind, a, b, point, axis);
    CHECK_OK(t->cx, abut_joint_add(t->w, &def, NULL));
}

// A massless rod between the centres of two bodies, or from a point of the ground.
static inline void add_distance(test_world *t, abut_body a, abut_v3 ground, abut_body b) {
    abut_joint_def def = abut_joint_default();
    def.kind = "distance";
    def.a = a;
    def.b = b;
    if (a.slot == 0) def.frame_a.position = ground;
    CHECK_OK(t->cx, abut_joint_add(t->w, &def, NULL));
}

static inline abut_v3 tip_of(test_world *t, abut_body rod) {
    const abut_body_state s = state_of(t, rod);
    return v3_add(s.centre, quat_rotate(s.orientation, v3_make(0.5, 0, 0)));
}

static inline double distance_to(abut_v3 p, double x, double y, double z) {
    return v3_norm(v3_sub(p, v3_make(x, y, z)));
}

// Rods in a row along x from the origin, at rest, joined by hinges about z. Returns the rod whose number is `wanted`
// (from 1).
static inline abut_body add_chain(test_world *t, int rods, int wanted) {
    abut_body last = GROUND, found = GROUND;
    for (int i = 0; i < rods; i++) {
        const abut_body rod = add_rod(t, (abut_v3){i, 0, 0}, 0);
        add_joint_at(t, "revolute", last, rod, (abut_v3){i, 0, 0}, (abut_v3){0, 0, 1});
        last = rod;
        if (i + 1 == wanted) found = rod;
    }
    return found;
}

#endif
