// Dampers of several contacts on one body never create energy: each acts on its share of the body's mass.
#include "parameters.h"
#include "worlds.h"

#include "math/random.h"

static const char *const LAWS[] = {"linear", "hertz"};

static test_world open_damped(const char *law, double stiffness, double restitution, double friction) {
    abut_world_def def = abut_world_default();
    def.normal_law = law;
    GIVE(def, "stiffness", stiffness);
    abut_material_def m = abut_material_default();
    m.density = 3800;
    m.young = 1e8;
    m.restitution = restitution;
    m.friction = friction;
    return open_world(1, &def, &m);
}

// Steps; no entry of the ledger may fall, and no step gain energy by the work of dampers beyond rounding.
static void run_damped(test_world *t, double end) {
    abut_energy last = {0};
    while (abut_world_time(t->w) < end) {
        run_steps(t, 1);
        const abut_energy e = abut_world_energy(t->w);
        CHECK(e.lost_damping >= last.lost_damping && e.lost_friction >= last.lost_friction);
        last = e;
    }
    CHECK(abut_world_watch(t->w).loss[ABUT_LOSS_DAMPING].max_given <= 1e-12 * fabs(last.initial));
}

// A ball of 2 kg on three fixed ones, at rest and dropped, so that three contacts begin at once.
static void rest_on_three(const char *law, double restitution, double friction, double drop) {
    const double radius = 0.05, d = 2 * radius / sqrt(3), height = sqrt(4 * radius * radius - d * d);
    test_world t = open_damped(law, 1e6, restitution, friction);
    for (int i = 0; i < 3; i++) {
        abut_body_def def = abut_body_default();
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, radius, &def.shape));
        def.name = "fixed";
        def.number = i;
        def.material = t.material;
        def.fixed = true;
        def.position = (abut_v3){d * cos(2.0943951 * i), d * sin(2.0943951 * i), 0};
        CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    }
    const abut_body ball = add_ball(&t, radius, (abut_v3){0, 0, height + drop}, (abut_v3){0, 0, 0});
    run_damped(&t, 0.3);
    CHECK(abut_world_energy(t.w).kinetic < 1e-12);
    CHECK_NEAR(state_of(&t, ball).position.z, height, 2e-4); // its weight on three springs
    close_world(&t);
}

TEST(a_ball_comes_to_rest_on_three_others_whatever_the_restitution) {
    static const double RESTITUTION[] = {0, 0.01, 0.1, 0.5};
    for (int law = 0; law < 2; law++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 4; k++) rest_on_three(LAWS[law], RESTITUTION[i], k % 2 ? 0.5 : 0, k / 2 ? 0.01 : 0);
}

// A ball thrown into a ring of three to five others, fixed or not, centred or not, with steps from a tenth of the
// recommended one on.
static void throw_into_ring(ab_random *r, const char *law, double restitution, double dt) {
    abut_world_def def = abut_world_default();
    def.normal_law = law;
    GIVE(def, "stiffness", 1e6);
    def.dt = dt * ab_random_between(r, 0.1, 1);
    abut_material_def m = abut_material_default();
    m.density = 3800;
    m.young = 1e8;
    m.restitution = restitution;
    m.friction = ab_random_unit(r) < 0.5 ? 0 : ab_random_unit(r);
    test_world t = open_world(1, &def, &m);
    const int n = 3 + (int)(3 * ab_random_unit(r));
    const bool fixed = ab_random_unit(r) < 0.5;
    const double radius = 0.05, d = radius / sin(3.14159265 / n) * ab_random_between(r, 1, 1.1);
    add_floor(&t, (abut_v3){0, 0, -0.05}, (abut_v3){0, 0, 1});
    for (int i = 0; i < n; i++) {
        abut_body_def other = abut_body_default();
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, radius, &other.shape));
        other.name = "other";
        other.number = i;
        other.material = t.material;
        other.fixed = fixed;
        other.position = (abut_v3){d * cos(6.2831853 * i / n), d * sin(6.2831853 * i / n), 0};
        CHECK_OK(t.cx, abut_body_add(t.w, &other, NULL));
    }
    const double off = ab_random_unit(r) < 0.3 ? 0 : 0.01;
    const abut_v3 x = ab_random_in_box(r, v3_make(0, 0, 0.15), v3_make(off, off, 0.16));
    add_ball(&t, n == 5 ? 0.08 : radius, x, (abut_v3){0, 0, -ab_random_unit(r)});
    while (abut_world_time(t.w) < 0.3) run_steps(&t, 1);
    const abut_give_and_take *l = t.w->ledger.watch.loss;
    CHECK(l[ABUT_LOSS_DAMPING].given <=
          1e-4 * l[ABUT_LOSS_DAMPING].taken); // as the verdict; 1.3e-3 while dampers did not heed the whole mass
    if (restitution >= 0.1) CHECK(l[ABUT_LOSS_DAMPING].steps == 0);
    close_world(&t);
}

TEST(dampers_give_no_more_than_the_verdict_allows_where_several_contacts_begin_at_once) {
    static const double RESTITUTION[] = {0, 0.01, 0.1, 0.5};
    ab_random r = ab_random_start(3, 0);
    for (int k = 0; k < 160; k++) throw_into_ring(&r, LAWS[k % 2], RESTITUTION[k / 2 % 4], k % 2 ? 6e-5 : 4e-4);
}

TEST(a_heap_of_balls_only_loses_energy_and_comes_to_rest) {
    static const double RESTITUTION[] = {0, 0.05, 0.3};
    for (int law = 0; law < 2; law++)
        for (int i = 0; i < 3; i++) {
            test_world t = open_damped(LAWS[law], 1e4, RESTITUTION[i], i == 1 ? 0 : 0.5);
            fill_box(&t, 4, 5);
            run_damped(&t, 1);
            CHECK(abut_world_energy(t.w).kinetic < 1e-5 * abut_world_energy(t.w).initial);
            close_world(&t);
        }
}

CLAIMS(CLAIM(a_ball_comes_to_rest_on_three_others_whatever_the_restitution),
       CLAIM(dampers_give_no_more_than_the_verdict_allows_where_several_contacts_begin_at_once),
       CLAIM(a_heap_of_balls_only_loses_energy_and_comes_to_rest))
