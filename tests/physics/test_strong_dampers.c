// Contacts of small restitution have dampers that no explicit evaluation could resolve: under every integrator, and
// where a run begins in the middle of an impact, they take energy and never give any.
#include "parameters.h"
#include "worlds.h"

#include <string.h>

static const char *const LAWS[] = {"linear", "hertz"};
static const double RESTITUTION[] = {0, 0.01, 0.1};

static test_world open_on_floor(const char *integrator, const char *law, double restitution, abut_v3 gravity) {
    abut_world_def def = abut_world_default();
    def.normal_law = law;
    GIVE(def, "stiffness", 1e5);
    def.integrator = integrator;
    def.gravity = gravity;
    abut_material_def m = abut_material_default();
    m.young = 1e8;
    m.restitution = restitution;
    m.friction = 0.5;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    return t;
}

static double mechanical(const abut_energy *e) {
    return e->kinetic + e->potential + e->stored_normal + e->stored_tangential;
}

// Largest mechanical energy above that of the start, over the kinetic and stored energy of the start or `scale`.
static double largest_gain(test_world *t, double end, double scale) {
    CHECK_OK(t->cx, ab_step_start(t->w));
    const abut_energy start = abut_world_energy(t->w);
    double gain = 0;
    while (abut_world_time(t->w) < end) {
        run_steps(t, 1);
        const abut_energy e = abut_world_energy(t->w);
        gain = fmax(gain, mechanical(&e) - mechanical(&start));
    }
    return gain / fmax(scale, start.kinetic + start.stored_normal);
}

// Explicit Euler gains from springs, also without dampers; the elastic part of an impact of symplectic Euler oscillates
// by omega dt/2, 0.2 at the recommended step.
static double allowed(const char *integrator) {
    if (!strcmp(integrator, "explicit_euler")) return 0.5;
    return !strcmp(integrator, "symplectic_euler") ? 0.2 : 0.01;
}

TEST(a_ball_that_is_dropped_gains_no_energy_under_any_integrator) {
    int failed = 0;
    for (int k = 0; k < ab_integrator_count; k++)
        for (int law = 0; law < 2; law++)
            for (int r = 0; r < 3; r++) {
                const char *name = ab_integrators[k]->name;
                test_world t = open_on_floor(name, LAWS[law], RESTITUTION[r], (abut_v3){0, 0, -9.81});
                add_ball(&t, 0.05, (abut_v3){0, 0, 0.1}, (abut_v3){0.3, 0, 0});
                const double gain = largest_gain(&t, 0.5, 0.64); // J of the fall
                if (!(gain <= allowed(name))) print_message("%s %s %g: %g\n", name, LAWS[law], RESTITUTION[r], gain);
                failed += !(gain <= allowed(name));
                close_world(&t);
            }
    CHECK(failed == 0);
}

TEST(a_run_that_begins_within_an_impact_gains_no_energy) {
    int failed = 0;
    for (int k = 0; k < ab_integrator_count; k++)
        for (int law = 0; law < 2; law++)
            for (int r = 0; r < 3; r++)
                for (int deep = 0; deep < 2; deep++) {
                    const char *name = ab_integrators[k]->name;
                    test_world t = open_on_floor(name, LAWS[law], RESTITUTION[r], (abut_v3){0, 0, 0});
                    add_ball(&t, 0.05, (abut_v3){0, 0, deep ? 0.049 : 0.05 - 1e-6}, (abut_v3){0.3, 0, -1});
                    const double gain = largest_gain(&t, 0.02, 0);
                    if (!(gain <= allowed(name)))
                        print_message("%s %s %g %d: %g\n", name, LAWS[law], RESTITUTION[r], deep, gain);
                    failed += !(gain <= allowed(name));
                    close_world(&t);
                }
    CHECK(failed == 0);
}

// Three dampers act on one ball: each is limited by a third of it.
TEST(a_ball_between_three_others_gains_no_energy_under_any_integrator) {
    const double radius = 0.05, d = 2 * radius / sqrt(3), height = sqrt(4 * radius * radius - d * d);
    int failed = 0;
    for (int k = 0; k < ab_integrator_count; k++)
        for (int law = 0; law < 2; law++)
            for (int r = 0; r < 3; r++) {
                const char *name = ab_integrators[k]->name;
                test_world t = open_on_floor(name, LAWS[law], RESTITUTION[r], (abut_v3){0, 0, -9.81});
                for (int i = 0; i < 3; i++) {
                    abut_body_def def = abut_body_default();
                    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, radius, &def.shape));
                    def.material = t.material;
                    def.fixed = true;
                    def.position = (abut_v3){d * cos(2.0943951 * i), d * sin(2.0943951 * i), 1};
                    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
                }
                add_ball(&t, radius, (abut_v3){0, 0, 1 + height}, (abut_v3){0, 0, -1});
                const double gain = largest_gain(&t, 0.3, 0);
                if (!(gain <= allowed(name))) print_message("%s %s %g: %g\n", name, LAWS[law], RESTITUTION[r], gain);
                failed += !(gain <= allowed(name));
                close_world(&t);
            }
    CHECK(failed == 0);
}

CLAIMS(CLAIM(a_ball_that_is_dropped_gains_no_energy_under_any_integrator),
       CLAIM(a_run_that_begins_within_an_impact_gains_no_energy),
       CLAIM(a_ball_between_three_others_gains_no_energy_under_any_integrator))
