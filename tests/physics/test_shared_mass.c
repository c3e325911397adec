// Dampers of several contacts on one body never create energy: each acts on its share of the body's mass.
#include "worlds.h"

static const char *const LAWS[] = {"linear", "hertz"};

static test_world open_damped(const char *law, double stiffness, double restitution, double friction) {
    abut_world_def def = abut_default_world();
    def.normal_law = law;
    def.stiffness = stiffness;
    abut_material_def m = abut_default_material();
    m.density = 3800;
    m.young = 1e8;
    m.restitution = restitution;
    m.friction = friction;
    return open_world(1, &def, &m);
}

// Steps; no entry of the ledger may fall, and no step gain energy by the work of dampers. `slack`: where contacts begin together the dampers know
// the others' forces of the step before only, and the power of one that turns round may be wrong by the square of that.
static void run_damped(test_world *t, double end, double slack) {
    abut_energy last = {0};
    while (abut_time(t->w) < end) {
        run_steps(t, 1);
        const abut_energy e = abut_get_energy(t->w);
        CHECK(e.lost_damping >= last.lost_damping && e.lost_friction >= last.lost_friction);
        last = e;
    }
    CHECK(abut_get_watch(t->w).loss[ABUT_LOSS_DAMPING].most <= slack * fabs(last.initial));
}

// A ball of 2 kg on three fixed ones, at rest and dropped, so that three contacts begin at once.
static void rest_on_three(const char *law, double restitution, double friction, double drop) {
    const double radius = 0.05, d = 2 * radius / sqrt(3), height = sqrt(4 * radius * radius - d * d);
    test_world t = open_damped(law, 1e6, restitution, friction);
    for (int i = 0; i < 3; i++) {
        abut_body_def def = abut_default_body();
        CHECK_OK(t.cx, abut_add_sphere(t.w, radius, &def.shape));
        def.name = "fixed";
        def.number = i;
        def.material = t.material;
        def.fixed = true;
        def.position = (abut_v3){d * cos(2.0943951 * i), d * sin(2.0943951 * i), 0};
        CHECK_OK(t.cx, abut_add_body(t.w, &def, NULL));
    }
    const abut_body ball = add_ball(&t, radius, (abut_v3){0, 0, height + drop}, (abut_v3){0, 0, 0});
    run_damped(&t, 0.3, 1e-7);
    CHECK(abut_get_energy(t.w).kinetic < 1e-12);
    CHECK_NEAR(state_of(&t, ball).position.z, height, 2e-4); // its weight on three springs
    close_world(&t);
}

TEST(a_ball_comes_to_rest_on_three_others_whatever_the_restitution) {
    static const double RESTITUTION[] = {0, 0.01, 0.1, 0.5};
    for (int law = 0; law < 2; law++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 4; k++) rest_on_three(LAWS[law], RESTITUTION[i], k % 2 ? 0.5 : 0, k / 2 ? 0.01 : 0);
}

TEST(a_heap_of_balls_only_loses_energy_and_comes_to_rest) {
    static const double RESTITUTION[] = {0, 0.05, 0.3};
    for (int law = 0; law < 2; law++)
        for (int i = 0; i < 3; i++) {
            test_world t = open_damped(LAWS[law], 1e4, RESTITUTION[i], i == 1 ? 0 : 0.5);
            fill_box(&t, 4, 5);
            run_damped(&t, 1, 1e-12);
            CHECK(abut_get_energy(t.w).kinetic < 1e-5 * abut_get_energy(t.w).initial);
            close_world(&t);
        }
}

CLAIMS(CLAIM(a_ball_comes_to_rest_on_three_others_whatever_the_restitution), CLAIM(a_heap_of_balls_only_loses_energy_and_comes_to_rest))
