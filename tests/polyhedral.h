// Worlds of polyhedra that meet by the volume of their overlap.
#ifndef ABUT_TESTS_POLYHEDRAL_H
#define ABUT_TESTS_POLYHEDRAL_H

#include "worlds.h"

#include "math/random.h"

#define PI 3.14159265358979323846

static inline abut_world_def volume_def(double dt) {
    abut_world_def def = abut_world_default();
    def.normal_law = "volume";
    def.dt = dt;
    return def;
}

static inline abut_body add_shape(test_world *t, int32_t shape, abut_v3 x, abut_quat q, abut_v3 v) {
    abut_body_def def = abut_body_default();
    def.name = "body";
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    def.orientation = q;
    def.velocity = v;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static inline abut_body add_cube(test_world *t, double edge, abut_v3 x, abut_quat q, abut_v3 v) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){edge, edge, edge}, &shape));
    return add_shape(t, shape, x, q, v);
}

static inline abut_quat turn_about(abut_v3 axis, double angle) {
    return quat_from_turn(v3_scale(angle, v3_unit(axis)));
}

static inline abut_energy energy_of(test_world *t) { return abut_world_energy(t->w); }

// Steps until what touched touches no more; fails after `max`.
static inline void run_until_apart(test_world *t, int64_t max) {
    bool touched = false;
    for (int64_t i = 0; i < max; i++) {
        CHECK_OK(t->cx, abut_world_step(t->w));
        if (touched && abut_contact_count(t->w) == 0) return;
        touched = touched || abut_contact_count(t->w) > 0;
    }
    fail_msg("they do not part");
}

// How far a cube drifts on a slope with a coefficient of friction of 0.5, over its edge, in so many steps after it has
// settled. The step is nine tenths of the recommended one.
static inline double drift_of_resting_cube(double slope, int64_t steps) {
    const double edge = 0.01;
    const abut_material_def stone = {.size = sizeof(abut_material_def),
                                     .name = "stone",
                                     .density = 2500,
                                     .young = 1e7,
                                     .poisson = 0.25,
                                     .restitution = 0.5,
                                     .friction = 0.5,
                                     .sliding_friction = -1};
    abut_world_def def = volume_def(2e-6);
    def.gravity = (abut_v3){9.81 * sin(slope), 0, -9.81 * cos(slope)};
    test_world t = open_world(1, &def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body cube = add_cube(&t, edge, (abut_v3){0, 0, 0.5 * edge}, (quat){1, 0, 0, 0}, (abut_v3){0, 0, 0});
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    CHECK_NEAR(def.dt / advice.recommended, 0.9, 0.05);
    run_steps(&t, 20000);
    const abut_body_state start = state_of(&t, cube);
    run_steps(&t, steps);
    const abut_body_state end = state_of(&t, cube);
    CHECK_NEAR(quat_rotate(end.orientation, v3_make(0, 0, 1)).z, 1, 1e-9);
    close_world(&t);
    return v3_norm(v3_sub(end.position, start.position)) / edge;
}

// Thrown at a floor, spinning: all energy there is, with what the contacts store, never grows, and the ledger closes.
static inline void throw_cube(const abut_material_def *m, double edge, double angle) {
    const abut_world_def def = volume_def(2e-6);
    test_world t = open_world(1, &def, m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def body = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){edge, edge, edge}, &body.shape));
    body.name = "cube";
    body.position = (abut_v3){0, 0, 0.95 * edge};
    body.orientation = turn_about((abut_v3){3, 1, 2}, 1 + angle);
    body.velocity = (abut_v3){cos(angle), 0.1, -sin(angle)};
    body.angular_velocity = (abut_v3){20, -50, 30};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, NULL));
    CHECK_OK(t.cx, ab_step_start(t.w));
    const abut_energy start = energy_of(&t);
    double highest = 0;
    // Second order in the step, of which a dead stop takes only a few; with friction also what its springs do to the
    // end of steps in which contacts end.
    const double closes = m->restitution == 0 ? 2e-4 : m->friction > 0 ? 1.5e-5 : 1e-5;
    for (int i = 0; i < 4000; i++) {
        run_steps(&t, 1);
        const abut_energy e = energy_of(&t);
        highest = fmax(highest, e.kinetic + e.potential + e.stored_normal + e.stored_tangential - start.initial);
        CHECK_NEAR(e.residual, 0, closes * start.kinetic);
    }
    CHECK(energy_of(&t).lost_damping + energy_of(&t).lost_friction > -1e-6 * start.kinetic);
    const bool swings = m->friction == 0 &&
                        m->restitution == 1; // with nothing lost, the energy swings around its value while they touch
    CHECK_NEAR(highest, 0, (swings ? 1e-5 : 1e-12) * start.kinetic);
    close_world(&t);
}

#endif
