// Force elements and contact laws that are functions of the program.
#include "worlds.h"

// --------------------------------------------------------------------------------------------------- force elements

typedef struct spring {
    double stiffness, damping, rest;
    int64_t calls;
} spring;

static void act_as_spring(void *user, double s, double rate, double time, abut_effort *effort) {
    (void)time;
    spring *p = user;
    const double stretch = s - p->rest;
    p->calls++;
    effort->elastic = -p->stiffness * stretch;
    effort->damping = -p->damping * rate;
    effort->stored = 0.5 * p->stiffness * stretch * stretch;
}

static const abut_parameter RATES[] = {{"stiffness", 200}, {"damping", 0.3}};
static const abut_parameter SPRING[] = {{"stiffness", 200}, {"damping", 0.3}, {"length", 0.4}};

// A ball on a spring from the ground, pushed sideways; user: the program's spring, NULL = the engine's.
static test_world swinging(double dt, const char *integrator, spring *user) {
    abut_world_def def = abut_world_default();
    def.dt = dt;
    def.integrator = integrator;
    const abut_material_def material = abut_material_default();
    test_world t = open_world(1, &def, &material);
    abut_force_def f = abut_force_default();
    f.b = add_ball(&t, 0.03, (abut_v3){0, 0, -0.4}, (abut_v3){0.7, 0.1, 0});
    f.kind = user ? "left aside" : "spring";
    f.parameters = user ? RATES : SPRING;
    f.parameter_count = user ? 2 : 3;
    f.act = user ? act_as_spring : NULL;
    f.act_user = user;
    CHECK_OK(t.cx, abut_force_add(t.w, &f, NULL));
    return t;
}

TEST(a_spring_by_the_program_has_the_bits_of_the_spring_of_the_engine) {
    static const char *const INTEGRATORS[] = {"verlet", "rk4", "dopri5", "generalised_alpha", "discrete_gradient"};
    for (size_t i = 0; i < sizeof INTEGRATORS / sizeof INTEGRATORS[0]; i++) {
        spring own = {200, 0.3, 0.4, 0};
        test_world a = swinging(1e-3, INTEGRATORS[i], &own), b = swinging(1e-3, INTEGRATORS[i], NULL);
        run_steps(&a, 500);
        run_steps(&b, 500);
        assert_true(abut_world_hash(a.w) == abut_world_hash(b.w));
        CHECK(own.calls >= 500);
        const abut_energy e = abut_world_energy(a.w);
        CHECK(e.lost_damping > 0 && e.stored_springs > 0 && e.work_external == 0);
        close_world(&a);
        close_world(&b);
    }
}

TEST(an_automatic_step_heeds_the_stiffness_that_the_program_tells) {
    spring own = {200, 0.3, 0.4, 0};
    test_world a = swinging(0, NULL, &own), b = swinging(0, NULL, NULL);
    run_steps(&a, 1);
    run_steps(&b, 1);
    CHECK_NEAR(abut_world_dt(a.w), abut_world_dt(b.w), 1e-15);
    close_world(&a);
    close_world(&b);
}

static void push(void *user, double s, double rate, double time, abut_effort *effort) {
    (void)user, (void)s;
    effort->work = 2 * time;
    effort->friction = rate > 0 ? -0.05 : 0;
}

// It rests until 2 t exceeds the friction f at t0 = f/2; then m v' = 2 t - f: m v = (t - t0)^2. Verlet is of second
// order, and the moment of departure is known to a step.
TEST(a_drive_with_friction_by_the_program_is_booked_as_work_and_friction) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = 1e-4;
    const abut_material_def material = abut_material_default();
    test_world t = open_world(1, &def, &material);
    abut_force_def f = abut_force_default();
    f.along = "travel";
    f.b = add_ball(&t, 0.03, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1e-9});
    f.act = push;
    CHECK_OK(t.cx, abut_force_add(t.w, &f, NULL));
    run_steps(&t, 10000);
    const abut_body_state s = state_of(&t, f.b);
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(s.velocity.z * s.mass, 0.975 * 0.975, 2e-5);
    CHECK_NEAR(e.lost_friction, 0.05 * s.position.z, 1e-4 * e.kinetic);
    CHECK_NEAR(e.work_external, e.kinetic + e.lost_friction, 1e-6 * e.kinetic); // O(dt^2)
    close_world(&t);
}

// -------------------------------------------------------------------------------------------------------- contacts

static void linear(void *user, double depth, double radius, abut_elastic *elastic) {
    (void)radius;
    const double k = *(const double *)user, force = k * depth;
    *elastic = (abut_elastic){force, 0.5 * force * depth, k, 2.0 / 7 * k};
}

// Nine balls and a box on a floor; user: stiffness of the program's law, NULL = the engine's linear law.
static test_world heap(int threads, double dt, const double *user) {
    static const abut_parameter PARAMETERS[] = {{"stiffness", 2e4}};
    abut_world_def def = abut_world_default();
    def.dt = dt;
    def.normal_law = user ? "hertz" : "linear";
    def.parameters = user ? NULL : PARAMETERS;
    def.parameter_count = user ? 0 : 1;
    const abut_material_def material = abut_material_default();
    test_world t = open_world(threads, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    for (int i = 0; i < 9; i++)
        add_ball(&t, 0.01, (abut_v3){0.012 * (i % 3), 0.013 * (i / 3 % 3), 0.0105 + 0.02 * i}, (abut_v3){0.1, 0, 0});
    abut_body_def box = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.03, 0.02, 0.02}, &box.shape));
    box.material = t.material;
    box.position = (abut_v3){0.1, 0, 0.02};
    box.angular_velocity = (abut_v3){1, 2, 3};
    CHECK_OK(t.cx, abut_body_add(t.w, &box, NULL));
    abut_pair_def pair = abut_pair_default();
    pair.a = pair.b = t.material;
    pair.elastic = user ? linear : NULL;
    pair.elastic_user = (void *)(uintptr_t)user;
    if (user) CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    return t;
}

TEST(a_linear_law_by_the_program_has_the_bits_of_that_of_the_engine_for_any_number_of_threads) {
    const double k = 2e4;
    test_world engine = heap(1, 5e-5, NULL);
    run_steps(&engine, 4000);
    CHECK(abut_contact_count(engine.w) > 2);
    for (int threads = 1; threads <= 4; threads *= 2) {
        test_world own = heap(threads, 5e-5, &k);
        run_steps(&own, 4000);
        assert_true(abut_world_hash(own.w) == abut_world_hash(engine.w));
        close_world(&own);
    }
    close_world(&engine);
}

TEST(an_automatic_step_heeds_a_contact_law_of_the_program) {
    const double k = 2e4;
    test_world own = heap(1, 0, &k), engine = heap(1, 0, NULL);
    run_steps(&own, 1);
    run_steps(&engine, 1);
    CHECK_NEAR(abut_world_dt(own.w) / abut_world_dt(engine.w), 1, 1e-9); // depths by bisection
    close_world(&own);
    close_world(&engine);
}

typedef struct stiffening {
    double force, length;
} stiffening;

// F = F0 (exp(d/L) - 1)
static void exponential(void *user, double depth, double radius, abut_elastic *elastic) {
    (void)radius;
    const stiffening *p = user;
    elastic->force = p->force * expm1(depth / p->length);
    elastic->energy = p->force * (p->length * expm1(depth / p->length) - depth);
    elastic->stiffness = p->force / p->length * exp(depth / p->length);
    elastic->tangent_stiffness = 0.3 * elastic->stiffness;
}

static test_world bouncing(double restitution, double dt, double speed, stiffening *law, abut_body *ball) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = dt;
    abut_material_def material = abut_material_default();
    material.restitution = restitution;
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    *ball = add_ball(&t, 0.02, (abut_v3){0, 0, 0.02}, (abut_v3){0, 0, -speed});
    abut_pair_def pair = abut_pair_default();
    pair.a = pair.b = t.material;
    pair.elastic = exponential;
    pair.elastic_user = law;
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    return t;
}

TEST(a_ball_on_a_law_of_the_program_stops_where_its_energy_is_stored_and_returns_at_its_speed) {
    stiffening law = {3, 1e-4};
    abut_body ball;
    test_world t = bouncing(1, 1e-6, 0.8, &law, &ball);
    double low = 1;
    for (int i = 0; i < 6000; i++) {
        run_steps(&t, 1);
        low = fmin(low, state_of(&t, ball).position.z);
    }
    abut_elastic deepest = {0};
    exponential(&law, 0.02 - low, 0.02, &deepest);
    const abut_body_state end = state_of(&t, ball);
    const double kinetic = 0.5 * end.mass * 0.8 * 0.8;
    CHECK_NEAR(deepest.energy, kinetic, 1e-4 * kinetic); // O((omega dt)^2), omega dt = 0.01
    CHECK_NEAR(end.velocity.z, 0.8, 1e-5 * 0.8);
    CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-4 * kinetic);
    close_world(&t);
}

TEST(restitution_holds_with_a_law_of_the_program) {
    stiffening law = {3, 1e-4};
    for (double e = 0.3; e < 1; e += 0.3) {
        abut_body ball;
        test_world t = bouncing(e, 2e-6, 0.8, &law, &ball);
        run_steps(&t, 6000);
        // the coefficient of restitution of the damper is exact for forces that are powers of the depth: exponents
        // between 1 and 10 here
        CHECK_NEAR(state_of(&t, ball).velocity.z, 0.8 * e, 0.1 * 0.8 * e);
        close_world(&t);
    }
}

// ---------------------------------------------------------------------------------------------------------- errors

TEST(a_pair_has_one_elastic_law_and_contacts_by_impulses_have_none) {
    stiffening law = {3, 1e-4};
    abut_body ball;
    test_world t = bouncing(1, 1e-6, 0.8, &law, &ball);
    abut_pair_def pair = abut_pair_default();
    pair.elastic = exponential;
    pair.elastic_user = &law;
    pair.normal_law = "linear";
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK(strstr(abut_context_message(t.cx), "'linear'"));
    close_world(&t);
    abut_world_def def = abut_world_default();
    def.enforcement = "multiplier";
    const abut_material_def material = abut_material_default();
    t = open_world(1, &def, &material);
    pair.normal_law = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK(strstr(abut_context_message(t.cx), "impulses"));
    close_world(&t);
}

// A box slides without friction, then with it.
TEST(a_pair_that_is_set_between_two_steps_holds_from_then_on) {
    abut_world_def def = abut_world_default();
    def.dt = 1e-4;
    const abut_material_def material = abut_material_default();
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def box = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.2, 0.2, 0.1}, &box.shape));
    box.material = t.material;
    box.position = (abut_v3){0, 0, 0.05};
    box.velocity = (abut_v3){1, 0, 0};
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &box, &body));
    abut_pair_def pair = abut_pair_default();
    pair.a = pair.b = t.material;
    pair.friction = 0;
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    run_steps(&t, 1000);
    CHECK_NEAR(state_of(&t, body).velocity.x, 1, 1e-12);
    pair.friction = 0.5;
    for (int i = 0; i < 3; i++) CHECK_OK(t.cx, abut_pair_set(t.w, &pair)); // replaces itself
    run_steps(&t, 1000);
    CHECK_NEAR(state_of(&t, body).velocity.x, 1 - 0.5 * 9.81 * 0.1, 0.01); // it starts to stick to its springs
    CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-3 * abut_world_watch(t.w).turnover);
    pair.apart = true;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    pair.apart = false;
    pair.geometry = "sdf";
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK(strstr(abut_context_message(t.cx), "keeps its contact geometry"));
    close_world(&t);
}

static void broken(void *user, double depth, double radius, abut_elastic *elastic) {
    (void)user, (void)depth, (void)radius;
    elastic->force = NAN;
}

TEST(a_law_that_is_not_finite_stops_the_world) {
    stiffening law = {3, 1e-4};
    abut_body ball;
    test_world t = bouncing(1, 1e-6, 0.8, &law, &ball);
    abut_pair_def pair = abut_pair_default();
    pair.elastic = broken;
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < 100; i++) status = abut_world_step(t.w);
    CHECK_STATUS(ABUT_ERR_NUMERIC, status);
    CHECK(strstr(abut_context_message(t.cx), "no longer finite"));
    CHECK(strstr(abut_context_message(t.cx), "function of the program"));
    close_world(&t);
}

static void no_number(void *user, double s, double rate, double time, abut_effort *effort) {
    (void)user, (void)s, (void)rate;
    effort->work = time > 0.003 ? NAN : 0;
}

// Rows of bodies and of colliders differ behind a body of three colliders.
TEST(an_effort_that_is_not_finite_stops_the_world_and_names_the_body) {
    abut_world_def def = abut_world_default();
    def.dt = 1e-3;
    const abut_material_def material = abut_material_default();
    test_world t = open_world(1, &def, &material);
    abut_collider_def parts[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = abut_collider_default();
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.01, &parts[i].shape));
        parts[i].material = t.material;
        parts[i].position.x = 0.02 * i;
    }
    abut_body_def compound = abut_body_default();
    compound.name = "compound";
    compound.position = (abut_v3){0, 0, 1};
    compound.colliders = parts;
    compound.ncollider = 3;
    CHECK_OK(t.cx, abut_body_add(t.w, &compound, NULL));
    abut_force_def f = abut_force_default();
    f.b = add_ball(&t, 0.01, (abut_v3){1, 0, 0}, (abut_v3){0, 0, 0});
    f.act = no_number;
    CHECK_OK(t.cx, abut_force_add(t.w, &f, NULL));
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < 10; i++) status = abut_world_step(t.w);
    CHECK_STATUS(ABUT_ERR_NUMERIC, status);
    if (!strstr(abut_context_message(t.cx), "'ball'")) fail_msg("%s", abut_context_message(t.cx));
    close_world(&t);
}

CLAIMS(CLAIM(a_spring_by_the_program_has_the_bits_of_the_spring_of_the_engine),
       CLAIM(an_automatic_step_heeds_the_stiffness_that_the_program_tells),
       CLAIM(a_drive_with_friction_by_the_program_is_booked_as_work_and_friction),
       CLAIM(a_linear_law_by_the_program_has_the_bits_of_that_of_the_engine_for_any_number_of_threads),
       CLAIM(an_automatic_step_heeds_a_contact_law_of_the_program),
       CLAIM(a_ball_on_a_law_of_the_program_stops_where_its_energy_is_stored_and_returns_at_its_speed),
       CLAIM(restitution_holds_with_a_law_of_the_program),
       CLAIM(a_pair_has_one_elastic_law_and_contacts_by_impulses_have_none),
       CLAIM(a_pair_that_is_set_between_two_steps_holds_from_then_on), CLAIM(a_law_that_is_not_finite_stops_the_world),
       CLAIM(an_effort_that_is_not_finite_stops_the_world_and_names_the_body))
