// Implicit integrators go on when motion dies down: their equations are solved at rest as they are in motion, whatever
// the stiffness over the step, the units, and what there is to move.
#include "parameters.h"
#include "world/contact_model.h"
#include "mechanisms.h"

static const abut_v3 NOWHERE = {0, 0, 0};
static const abut_quat UPRIGHT = {1, 0, 0, 0};
static const char *const IMPLICIT[] = {"implicit_euler", "generalised_alpha", "discrete_gradient"};
enum { IMPLICITS = 3 };

// Powers of two by which the units of length, mass and time are smaller.
typedef struct units {
    double length, mass, time;
} units;

static const units SI = {1, 1, 1};

static test_world open_with(const char *integrator, double dt, const units *u) {
    abut_world_def def = abut_world_default();
    def.integrator = integrator;
    def.dt = dt * u->time;
    def.gravity = (abut_v3){0, 0, -9.81 * u->length / (u->time * u->time)};
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e5 * u->mass / (u->time * u->time));
    abut_material_def m = abut_material_default();
    m.density *= u->mass / (u->length * u->length * u->length);
    m.young *= u->mass / (u->length * u->time * u->time);
    return open_world(1, &def, &m);
}

// Steps until one fails, and tells which; false then.
static bool goes_on(test_world *t, int64_t steps, const char *what, const char *integrator, double number) {
    for (int64_t i = 0; i < steps; i++) {
        if (abut_world_step(t->w) == ABUT_OK) continue;
        print_message("%s, %s, %g: step %lld: %s\n", what, integrator, number, (long long)i,
                      abut_context_message(t->cx));
        return false;
    }
    return true;
}

static double fastest(const test_world *t) {
    double max = 0;
    for (int64_t i = 0; i < t->w->state.body.n; i++)
        if (ab_body_moves(&t->w->state.body, i)) max = fmax(max, v3_norm(t->w->state.body.v[i]));
    return max;
}

// ------------------------------------------------------------------------------------------------------ springs

// A mass above the ground on a spring of length 1 m with this omega and damping ratio.
static void add_sprung_mass(test_world *t, double mass, double omega, double ratio, const units *u) {
    const double kg = mass * u->mass, inertia = 0.01 * kg * u->length * u->length;
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.1 * u->length, &def.shape));
    def.material = t->material;
    def.mass = kg;
    def.inertia = (abut_v3){inertia, inertia, inertia};
    def.position = (abut_v3){0, 0, u->length};
    abut_body ball;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &ball));
    abut_force_def spring = abut_force_default();
    spring.b = ball;
    GIVE(spring, "length", u->length);
    GIVE(spring, "stiffness", kg * omega * omega / (u->time * u->time));
    GIVE(spring, "damping", 2 * ratio * kg * omega / u->time);
    CHECK_OK(t->cx, abut_force_add(t->w, &spring, NULL));
}

static const double OMEGA_DT[] = {0.1, 0.5, 1, 2, 3.16, 4, 10, 20};
enum { STIFFNESSES = sizeof OMEGA_DT / sizeof OMEGA_DT[0] };

TEST(a_damped_spring_of_any_stiffness_comes_to_rest_and_stays_there) {
    static const double RATIO[] = {0.0791, 1};
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int i = 0; i < STIFFNESSES; i++)
            for (int r = 0; r < 2; r++) {
                test_world t = open_with(IMPLICIT[k], 0.01, &SI);
                add_sprung_mass(&t, 1, 100 * OMEGA_DT[i], RATIO[r], &SI);
                const double decay = RATIO[r] * fmin(OMEGA_DT[i], 1); // of the amplitude in a step, at least
                const bool on = goes_on(&t, (int64_t)fmax(500, 40 / decay), "spring", IMPLICIT[k], OMEGA_DT[i]);
                // the discrete gradient hardly damps what is faster than its steps; 4 roundings of 1 m in a step of 10
                // ms
                if (on && (k < 2 || OMEGA_DT[i] <= 1)) CHECK(fastest(&t) < 4 * 0x1p-52 / 0.01);
                failed += !on;
                close_world(&t);
            }
    CHECK(failed == 0);
}

TEST(masses_from_1e_minus_12_to_1e12_kg_come_to_rest) {
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int e = -12; e <= 12; e += 4) {
            test_world t = open_with(IMPLICIT[k], 0.01, &SI);
            add_sprung_mass(&t, pow(10, e), 200, 0.1, &SI);
            failed += !goes_on(&t, 1000, "mass", IMPLICIT[k], e);
            close_world(&t);
        }
    CHECK(failed == 0);
}

// Without gravity nothing but the spring is left, and its force goes to 0 with the motion.
TEST(a_world_without_forces_stays_solved) {
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int empty = 0; empty < 2; empty++) {
            test_world t = open_with(IMPLICIT[k], 0.01, &SI);
            t.w->config.gravity = NOWHERE;
            if (!empty) add_sprung_mass(&t, 1, 300, 0.2, &SI);
            if (empty) add_mass(&t, "free", 1, (abut_v3){1, 2, 2.5}, NOWHERE, UPRIGHT);
            if (!empty) t.w->state.body.v[0].z = 1; // along the spring
            failed += !goes_on(&t, 2000, "no gravity", IMPLICIT[k], empty);
            close_world(&t);
        }
    CHECK(failed == 0);
}

// A body on a tyre and a wheel on the road, far from the origin, each in its guide.
TEST(a_quarter_car_comes_to_rest_after_a_kerb) {
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int far = 0; far < 2; far++) {
            const double x = far ? 1000 : 0;
            test_world t = open_with(IMPLICIT[k], 0.005, &SI);
            const abut_body wheel = add_mass(&t, "wheel", 40, (abut_v3){1, 1, 1}, (abut_v3){x, 0, 0.35}, UPRIGHT);
            const abut_body car = add_mass(&t, "car", 300, (abut_v3){9, 9, 9}, (abut_v3){x, 0, 0.9}, UPRIGHT);
            add_joint_at(&t, "prismatic", GROUND, wheel, (abut_v3){x, 0, 0.35}, (abut_v3){0, 0, 1});
            add_joint_at(&t, "prismatic", GROUND, car, (abut_v3){x, 0, 0.9}, (abut_v3){0, 0, 1});
            abut_force_def spring = abut_force_default();
            spring.b = wheel;
            spring.frame_a.position = (abut_v3){x, 0, 0.05};
            GIVE(spring, "length", 0.3);
            GIVE(spring, "stiffness", 2e5);
            GIVE(spring, "damping", 100);
            CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
            spring = abut_force_default();
            spring.a = wheel;
            spring.b = car;
            GIVE(spring, "length", 0.7);
            GIVE(spring, "stiffness", 2e4);
            GIVE(spring, "damping", 1500);
            CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
            if (goes_on(&t, 4000, "quarter car", IMPLICIT[k], x))
                CHECK(fastest(&t) < 1e-9); // of a kerb that throws at 1 m/s, after 20 s
            else
                failed++;
            close_world(&t);
        }
    CHECK(failed == 0);
}

// The same of an integrator that measures errors: against speeds that go to 0 none is small enough.
TEST(divided_steps_come_to_rest_too) {
    static const double TOLERANCE[] = {1e-6, 1e-9, 1e-14};
    int failed = 0;
    for (int i = 0; i < 3; i++)
        for (int gravity = 0; gravity < 2; gravity++) {
            test_world t = open_with("dopri5", 0.01, &SI);
            if (!gravity) t.w->config.gravity = NOWHERE;
            t.w->config.tolerance = TOLERANCE[i];
            add_sprung_mass(&t, 1, 100, 0.2, &SI);
            t.w->state.body.v[0].z = 0.1;
            failed += !goes_on(&t, 400, "dopri5", gravity ? "with gravity" : "without", TOLERANCE[i]);
            close_world(&t);
        }
    CHECK(failed == 0);
}

// A body with three moments, turned and shifted, in springs and dampers on all sides; springs at the hinges of a chain.
TEST(turning_bodies_come_to_rest_too) {
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int scale = 1; scale <= 10; scale *= 10) {
            test_world t = open_with(IMPLICIT[k], 0.01 * scale, &SI);
            const abut_body body = add_mass(&t, "body", 1, (abut_v3){0.01, 0.02, 0.025}, (abut_v3){0.1, 0.3, 1},
                                            (abut_quat){0.8, 0.6, 0, 0});
            abut_force_def bushing = abut_force_default();
            bushing.kind = "bushing";
            bushing.b = body;
            bushing.frame_a.position = (abut_v3){0, 0.2, 0.9};
            static const double SHIFT[] = {1e4, 2e4, 1e4, 30, 30, 30}, TURN[] = {100, 50, 100, 0.3, 0.3, 0.3};
            const abut_list_parameter lists[] = {{"shift_stiffness", SHIFT, 3},
                                                 {"shift_damping", SHIFT + 3, 3},
                                                 {"turn_stiffness", TURN, 3},
                                                 {"turn_damping", TURN + 3, 3}};
            bushing.lists = lists;
            bushing.list_count = 4;
            CHECK_OK(t.cx, abut_force_add(t.w, &bushing, NULL));
            failed += !goes_on(&t, 1000, "bushing", IMPLICIT[k], scale);
            close_world(&t);
        }
    CHECK(failed == 0);
}

// ------------------------------------------------------------------------------------------------------ contacts

TEST(a_ball_on_a_floor_rests_under_every_implicit_integrator) {
    static const char *const LAW[] = {"linear", "hertz"};
    static const double DT[] = {1e-4, 1e-3, 4e-3};
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int law = 0; law < 2; law++)
            for (int d = 0; d < 3; d++) {
                test_world t = open_with(IMPLICIT[k], DT[d], &SI);
                ab_interaction_choose(&t.w->config.contact, AB_LAW_NORMAL, ab_law_find(AB_LAW_NORMAL, LAW[law]));
                CHECK_OK(t.cx, ab_apply_world_parameters(t.w, &t.w->config.contact));
                add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
                add_ball(&t, 0.05, (abut_v3){0.3, 0.1, 0.0501}, (abut_v3){0.2, 0, 0});
                failed += !goes_on(&t, 1500, LAW[law], IMPLICIT[k], DT[d]);
                close_world(&t);
            }
    CHECK(failed == 0);
}

// Where a damper sets in with a jump just at the end of a step, the step has no solution.
TEST(balls_that_fall_on_each_other_find_a_solution_in_every_step) {
    int failed = 0;
    for (int k = 0; k < IMPLICITS; k++)
        for (int friction = 0; friction < 2; friction++) {
            test_world t = open_with(IMPLICIT[k], 1e-3, &SI);
            t.w->config.materials[0].friction = 0.5 * friction;
            add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
            for (int i = 0; i < 3; i++) add_ball(&t, 0.05, (abut_v3){0.001 * i, 0, 0.05 + 0.1005 * i}, NOWHERE);
            failed += !goes_on(&t, 1500, "stack", IMPLICIT[k], 0.5 * friction);
            close_world(&t);
        }
    CHECK(failed == 0);
}

// --------------------------------------------------------------------------------------------------------- units

static v3 *states_of(const units *u, const char *integrator, bool ball, int steps, v3 *to) {
    test_world t = open_with(integrator, ball ? 1e-3 : 0.01, u);
    if (ball) {
        add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
        add_ball(&t, 0.05 * u->length, (abut_v3){0.3 * u->length, 0.1 * u->length, 0.06 * u->length},
                 (abut_v3){0.2 * u->length / u->time, 0, 0});
    } else
        add_sprung_mass(&t, 1.7, 150, 0.1, u);
    const int64_t row = t.w->state.body.n - 1;
    for (int i = 0; i < steps; i++) {
        run_steps(&t, 1);
        to[2 * i] = v3_scale(1 / u->length, t.w->state.body.x[row]);
        to[2 * i + 1] = v3_scale(u->time / u->length, t.w->state.body.v[row]);
    }
    close_world(&t);
    return to;
}

TEST(units_scaled_by_powers_of_two_scale_implicit_steps_exactly) {
    enum { STEPS = 400 };
    static v3 one[2 * STEPS], other[2 * STEPS];
    static const units OTHER[] = {
        {8, 1, 1}, {1, 0x1p-5, 1}, {1, 1, 0x1p6}, {0x1p-10, 0x1p-31, 0x1p-7}, {0x1p20, 0x1p61, 2}};
    for (int k = 0; k < IMPLICITS; k++)
        for (int ball = 0; ball < 2; ball++) {
            states_of(&SI, IMPLICIT[k], ball, STEPS, one);
            for (size_t i = 0; i < sizeof OTHER / sizeof OTHER[0]; i++) {
                states_of(&OTHER[i], IMPLICIT[k], ball, STEPS, other);
                for (int s = 0; s < 2 * STEPS; s++)
                    if (memcmp(&one[s], &other[s], sizeof one[s]) != 0)
                        fail_msg("%s, %s, units %zu differ at step %d", IMPLICIT[k], ball ? "ball" : "spring", i,
                                 s / 2);
            }
        }
}

// A body 10^12 m away, where a place has a grain of 0.1 mm, is pulled by an element on a body that hits the floor: no
// step has a solution. Every substep was divided and taken, a million of them.
TEST(a_step_without_a_solution_is_given_up_after_so_many_failed_substeps) {
    static const char TEXT[] =
        "abut: 1\n"
        "time: {end: 1 s, dt: 1 ms, integrator: generalised_alpha}\n"
        "contact: {resolution: 16, damping: hu_guo, friction_law: velocity}\n"
        "materials: {n: {restitution: 0, friction: 0, density: 2500}}\n"
        "bodies:\n"
        "  - {name: floor, shape: {plane: {}}, material: n}\n"
        "  - {name: a, material: n, shape: {sphere: 0.1}, position: [0.05, -0.1, -0.03], velocity: [-100, -1, 0.1]}\n"
        "  - {name: c, material: n, shape: {sphere: 0.01}, position: [0.01, 0.1, -0.1], mass: 0.1}\n"
        "  - {name: d, material: n, shape: {box: [0.02, 0.03, 0.05]}, position: [-1e12, 0.05, 0.02], velocity: [1, 0, "
        "0.1],\n"
        "     torque: [-100, 10, -100]}\n"
        "  - {name: e, material: n, shape: {sphere: 0.05}, position: [0.01, 0.01, 0.05], velocity: [10, 1, -1]}\n"
        "forces:\n"
        "  - {b: a, a: c, at: [0.1, 0.1, -0.03], kind: stop, stiffness: 1e4, damping: 0, low: -0.01, high: 0.01}\n"
        "  - {b: a, a: d, at: [0, 0.05, 0.3], axis: [1, 1, 1], along: travel, kind: table, at_times: [0, 1e-3, 1],\n"
        "     values: [0, 1, -1]}\n";
    abut_context *cx = NULL;
    abut_scene *scene = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    CHECK_OK(cx, abut_scene_parse(cx, "far.yaml", TEXT, (int64_t)strlen(TEXT), NULL, &scene));
    assert_int_equal(ABUT_ERR_STEP, abut_world_step(abut_scene_world(scene)));
    CHECK(strstr(abut_context_message(cx), "not solved"));
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_step_without_a_solution_is_given_up_after_so_many_failed_substeps),
       CLAIM(a_damped_spring_of_any_stiffness_comes_to_rest_and_stays_there),
       CLAIM(masses_from_1e_minus_12_to_1e12_kg_come_to_rest), CLAIM(a_world_without_forces_stays_solved),
       CLAIM(a_quarter_car_comes_to_rest_after_a_kerb), CLAIM(divided_steps_come_to_rest_too),
       CLAIM(turning_bodies_come_to_rest_too), CLAIM(balls_that_fall_on_each_other_find_a_solution_in_every_step),
       CLAIM(a_ball_on_a_floor_rests_under_every_implicit_integrator),
       CLAIM(units_scaled_by_powers_of_two_scale_implicit_steps_exactly))
