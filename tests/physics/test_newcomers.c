// Bodies that come to a running world, and those that others leave behind, feel their forces from the first moment on.
#include "parameters.h"
#include "worlds.h"

static const char *const ALL[] = {
    "verlet",          "rk4", "dopri5", "generalised_alpha", "discrete_gradient", "implicit_euler", "explicit_euler",
    "symplectic_euler"};
enum { INTEGRATORS = sizeof ALL / sizeof ALL[0] };

static test_world open_with(const char *integrator) {
    abut_world_def def = abut_world_default();
    def.integrator = integrator;
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e4);
    def.dt = 0x1p-12;
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

// A floor, with a ball that lies far away from all others.
static test_world open_running(const char *integrator, int steps) {
    test_world t = open_with(integrator);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.05, (abut_v3){5, 0, 0.05}, (abut_v3){0, 0, 0});
    run_steps(&t, steps);
    return t;
}

// Where a ball is that was there from the start, or came later, `steps` after it was there.
static abut_body_state after(const char *integrator, int before, double z, int steps, double *residual) {
    test_world t = open_running(integrator, before);
    const double at_rest = before > 0 ? abut_world_energy(t.w).residual : 0;
    const abut_body ball = add_ball(&t, 0.05, (abut_v3){0.1, 0.2, z}, (abut_v3){0.3, 0, 0});
    run_steps(&t, steps);
    *residual = abut_world_energy(t.w).residual - at_rest;
    const abut_body_state s = state_of(&t, ball);
    close_world(&t);
    return s;
}

// In the air, and pressed 1 mm into the floor.
TEST(a_newcomer_moves_as_if_it_had_been_there_from_the_start) {
    static const double Z[] = {1, 0.049};
    for (int k = 0; k < INTEGRATORS; k++)
        for (int i = 0; i < 2; i++)
            for (int steps = 1; steps <= 20; steps += 19) {
                double gained[2];
                const abut_body_state first = after(ALL[k], 0, Z[i], steps, &gained[0]),
                                      later = after(ALL[k], 37, Z[i], steps, &gained[1]);
                const double off = v3_norm(v3_sub(first.velocity, later.velocity));
                if (!(off <
                      1e-9)) // half a step of gravity is 1.2e-3 m/s; Newton's method and divided steps see both balls
                    fail_msg("%s at %g m, %d steps: off by %g m/s", ALL[k], Z[i], steps, off);
                CHECK_NEAR(first.position.z, later.position.z, 1e-12);
                CHECK_NEAR(gained[0], gained[1], 1e-3); // of 4 kg m/s: the other ball settles meanwhile
            }
}

// The upper of two balls falls with g from the moment that the lower one is gone.
TEST(what_rested_on_a_body_falls_when_it_is_gone) {
    for (int k = 0; k < INTEGRATORS; k++) {
        test_world t = open_with(ALL[k]);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        const abut_body lower = add_ball(&t, 0.05, (abut_v3){0, 0, 0.05}, (abut_v3){0, 0, 0});
        const abut_body upper = add_ball(&t, 0.05, (abut_v3){0, 0, 0.146}, (abut_v3){0, 0, 0});
        run_steps(&t, 20);
        const double speed = state_of(&t, upper).velocity.z;
        CHECK(abut_contact_count(t.w) == 2); // one on the other
        CHECK_OK(t.cx, abut_body_remove(t.w, lower));
        const double residual = abut_world_energy(t.w).residual;
        run_steps(&t, 8);
        CHECK_NEAR(state_of(&t, upper).velocity.z - speed, -9.81 * 8 * 0x1p-12, 1e-12);
        // first-order methods err by m g^2 dt/2 a second
        CHECK_NEAR(abut_world_energy(t.w).residual, residual, 8 * 0x1p-12 * 4.1 * 9.81 * 9.81 * 0x1p-12);
        close_world(&t);
    }
}

TEST(a_body_that_comes_and_goes_before_a_step_leaves_no_trace) {
    test_world t = open_running("generalised_alpha", 20), u = open_running("generalised_alpha", 20);
    const abut_body one = add_ball(&t, 0.05, (abut_v3){0, 0, 0.04}, (abut_v3){1, 0, 0});
    const abut_body two = add_ball(&t, 0.05, (abut_v3){0, 1, 0.04}, (abut_v3){1, 0, 0});
    CHECK_OK(t.cx, abut_body_remove(t.w, one));
    CHECK_OK(t.cx, abut_body_remove(t.w, two));
    run_steps(&t, 20);
    run_steps(&u, 20);
    CHECK(t.w->state.body.x[1].z == u.w->state.body.x[1].z && t.w->state.body.v[1].z == u.w->state.body.v[1].z);
    close_world(&t);
    close_world(&u);
}

CLAIMS(CLAIM(a_newcomer_moves_as_if_it_had_been_there_from_the_start),
       CLAIM(what_rested_on_a_body_falls_when_it_is_gone),
       CLAIM(a_body_that_comes_and_goes_before_a_step_leaves_no_trace))
