// Faces that turn on each other: friction has a couple about the normal, M <= mu F_n r with r = (2/3) sqrt(A/pi), and
// shares its limit with sliding.
// labels: threads
#include "parameters.h"
#include "polyhedral.h"
#include "world/spatial_order.h"
#include "world/snapshot.h"

#define EDGE     0.02
#define HEIGHT   0.0003 // flat: friction at the foot moves the middle of the pressure by mu HEIGHT/2
#define DENSITY  2500.0
#define FRICTION 0.4
#define GRAVITY  9.81

static abut_material_def stone(double friction, double restitution) {
    abut_material_def m = abut_material_default();
    m.density = DENSITY;
    m.young = 1e7;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

static test_world open_floor(const char *friction) {
    abut_world_def def = volume_def(5e-6);
    def.friction_law = friction;
    GIVE(def, "stick_speed", 1e-4);
    GIVE(def, "slide_speed", 2e-4);
    const abut_material_def m = stone(FRICTION, 0.1);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    return t;
}

static abut_body add_turning(test_world *t, int32_t shape, abut_v3 v, double spin, double couple) {
    abut_body_def def = abut_body_default();
    def.name = "body";
    def.shape = shape;
    def.material = t->material;
    def.position = (abut_v3){0, 0, 0.5 * HEIGHT};
    def.velocity = v;
    def.angular_velocity = (abut_v3){0, 0, spin};
    def.torque = (abut_v3){0, 0, couple};
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static int32_t add_slab(test_world *t) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){EDGE, EDGE, HEIGHT}, &shape));
    return shape;
}

// A prism with n sides, its axis along z, its corners at EDGE/2.
static int32_t add_prism(test_world *t, int n) {
    abut_v3 corner[64];
    for (int k = 0; k < 2 * n; k++) {
        const double angle = 2 * PI * (k / 2) / n;
        corner[k] = (abut_v3){0.5 * EDGE * cos(angle), 0.5 * EDGE * sin(angle), k % 2 ? 0.5 * HEIGHT : -0.5 * HEIGHT};
    }
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_hull(t->w, corner, 2 * n, &shape));
    return shape;
}

static double moment_of(const test_world *t) { return ab_moments_of(&t->w->state.body, t->w->state.body.n - 1).z; }
static double mass_of(const test_world *t) { return ab_mass_of(&t->w->state.body, t->w->state.body.n - 1); }
static double spin_of(test_world *t, abut_body body) { return state_of(t, body).angular_velocity.z; }
static double slab_lever(void) { return 2.0 / 3 * sqrt(EDGE * EDGE / PI); }

// ------------------------------------------------------------------------------------------------------- turning alone

// omega = omega_0 - mu m g r t/I until it stops, and then it stays.
static void spin_down(const char *friction, int sides, double area) {
    test_world t = open_floor(friction);
    const int32_t shape = sides == 4 ? add_slab(&t) : add_prism(&t, sides);
    const double start = 30;
    const abut_body body = add_turning(&t, shape, (abut_v3){0, 0, 0}, start, 0);
    const double slowing = FRICTION * mass_of(&t) * GRAVITY * ab_face_lever(area) / moment_of(&t);
    const double stop = start / slowing;
    while (abut_world_time(t.w) < 0.5 * stop) run_steps(&t, 1);
    CHECK_NEAR(spin_of(&t, body), start - slowing * abut_world_time(t.w), 1e-6 * start); // velocity friction: 2e-8
    while (abut_world_time(t.w) < 0.99 * stop) run_steps(&t, 1);
    CHECK(spin_of(&t, body) > 0);
    while (abut_world_time(t.w) < 1.05 * stop) run_steps(&t, 1);
    CHECK_NEAR(spin_of(&t, body), 0, 1e-9 * start);
    const abut_energy e = energy_of(&t);
    CHECK_NEAR(e.lost_friction, 0.5 * moment_of(&t) * start * start, 1e-9 * e.lost_friction);
    CHECK(t.w->ledger.watch.loss[ABUT_LOSS_FRICTION].given == 0);
    close_world(&t);
}

TEST(a_face_that_spins_stops_after_the_time_that_the_couple_takes) {
    spin_down("coulomb", 4, EDGE * EDGE);
    spin_down("coulomb", 24, 3 * EDGE * EDGE * sin(2 * PI / 24));
    spin_down("velocity", 4, EDGE * EDGE);
}

static double turn_by_load(double share) {
    test_world t = open_floor("coulomb");
    const int32_t shape = add_slab(&t);
    const double couple = share * FRICTION * DENSITY * EDGE * EDGE * HEIGHT * GRAVITY * slab_lever();
    const abut_body body = add_turning(&t, shape, (abut_v3){0, 0, 0}, 0, couple);
    run_steps(&t, 20000);
    const double before = spin_of(&t, body);
    run_steps(&t, 20000);
    const double change = spin_of(&t, body) - before, full = couple / share / moment_of(&t) * 0.1;
    close_world(&t);
    return change / full;
}

TEST(a_face_holds_a_couple_up_to_the_limit_and_turns_with_what_is_beyond) {
    CHECK_NEAR(turn_by_load(0.95), 0, 1e-9);
    CHECK_NEAR(turn_by_load(1.3), 0.3, 1e-6);
}

// ------------------------------------------------------------------------------------------------- turning and sliding

TEST(what_slides_straight_gets_no_couple) {
    test_world t = open_floor("coulomb");
    const double speed = 0.5;
    const abut_body body = add_turning(&t, add_slab(&t), (abut_v3){speed, 0, 0}, 0, 0);
    double max = 0;
    for (int i = 0; i < 30000; i++) {
        run_steps(&t, 1);
        max = fmax(max, fabs(spin_of(&t, body)));
    }
    CHECK_NEAR(max, 0, 1e-9 * speed / slab_lever()); // rounding, over 30000 steps
    const double way = speed * speed / (2 * FRICTION * GRAVITY);
    CHECK_NEAR(state_of(&t, body).position.x, way, 1e-6 * way);
    close_world(&t);
}

// v' = -mu g v/u, w' = -mu m g r^2 w/(I u), u^2 = v^2 + (r w)^2: so w goes with v^(m r^2/I), and both end together.
TEST(sliding_and_turning_share_the_limit) {
    test_world t = open_floor("coulomb");
    const double speed = 0.5, spin = 60, r = slab_lever();
    const abut_body body = add_turning(&t, add_slab(&t), (abut_v3){speed, 0, 0}, spin, 0);
    const double power = mass_of(&t) * r * r / moment_of(&t);
    double v = speed, w = spin;
    while (v > 0.2 * speed) {
        const double dt = abut_world_time(t.w);
        run_steps(&t, 1);
        const double u = sqrt(v * v + r * r * w * w), by = FRICTION * GRAVITY * (abut_world_time(t.w) - dt) / u;
        v -= by * v;
        w -= by * power * w;
    }
    const abut_body_state s = state_of(&t, body);
    const double off = FRICTION * HEIGHT / (2 * r); // where the pressure has its middle, 0.8 %
    CHECK_NEAR(s.velocity.x, v, off * speed);
    CHECK_NEAR(s.angular_velocity.z, w, off * spin);
    CHECK_NEAR(s.angular_velocity.z, spin * pow(s.velocity.x / speed, power), off * spin);
    run_steps(&t, 20000);
    CHECK_NEAR(v3_norm(state_of(&t, body).velocity), 0, 1e-6);
    CHECK_NEAR(spin_of(&t, body), 0, 1e-4);
    const abut_energy e = energy_of(&t);
    CHECK(t.w->ledger.watch.loss[ABUT_LOSS_FRICTION].given == 0);
    CHECK_NEAR(e.residual, 0, 1e-4 * e.initial);
    close_world(&t);
}

// ---------------------------------------------------------------------------------------------------------- two bodies

// Two blocks that meet in free flight, one of them spinning about the line between them: what it loses the other gets.
TEST(the_couple_on_one_body_is_against_that_on_the_other) {
    abut_world_def def = volume_def(2e-6);
    def.gravity = (abut_v3){0, 0, 0};
    const double friction = 0.02, fast = 400;
    const abut_material_def m = stone(friction, 0.5);
    test_world t = open_world(1, &def, &m);
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){EDGE, EDGE, EDGE}, &shape));
    abut_body_def d = abut_body_default();
    d.name = "block";
    d.shape = shape;
    d.material = t.material;
    abut_body block[2];
    for (int i = 0; i < 2; i++) {
        d.position = (abut_v3){0, 0, i ? 1.001 * EDGE : 0};
        d.velocity = (abut_v3){0, 0, i ? -0.2 : 0.2};
        d.angular_velocity = (abut_v3){0, 0, i ? fast : 0};
        CHECK_OK(t.cx, abut_body_add(t.w, &d, &block[i]));
    }
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double moment = moment_of(&t), before = energy_of(&t).kinetic;
    run_until_apart(&t, 20000);
    const double spin[2] = {spin_of(&t, block[0]), spin_of(&t, block[1])};
    // Slipping nearly all the time it passes on mu r of the momentum along the line, 1.5 m 0.2 m/s.
    const double passed = friction * slab_lever() * 1.5 * 0.2 * mass_of(&t) / moment;
    CHECK_NEAR(spin[0], passed, 0.02 * passed); // until the spring is wound up
    CHECK_NEAR(spin[0] + spin[1], fast, 1e-12 * fast);
    const abut_energy e = energy_of(&t);
    CHECK(e.kinetic < before && t.w->ledger.watch.loss[ABUT_LOSS_FRICTION].given == 0);
    CHECK_NEAR(e.residual, 0, 1e-4 * before);
    close_world(&t);
}

// Cubes thrown at a floor with a spin: sliding, turning, hopping.
TEST(turning_creates_no_energy_whatever_the_throw) {
    for (double angle = 0.2; angle < 1.6; angle += 0.45)
        for (double restitution = 0; restitution < 1; restitution += 0.4) {
            const abut_material_def m = stone(0.8, restitution);
            throw_cube(&m, 0.5 * EDGE, angle);
        }
}

// -------------------------------------------------------------------------------------------------------------- points

// Solids by points have friction at every point, which makes a couple of it: a square under even pressure has the mean
// lever a (sqrt 2 + asinh 1)/6.
TEST(a_box_by_points_stops_spinning_as_a_square_does) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e4);
    def.dt = 1e-5;
    def.resolution = 32;
    const abut_material_def m = stone(FRICTION, 0.1);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const double start = 30, lever = EDGE * (sqrt(2) + asinh(1)) / 6;
    const abut_body body = add_turning(&t, add_slab(&t), (abut_v3){0, 0, 0}, start, 0);
    const double slowing = FRICTION * mass_of(&t) * GRAVITY * lever / moment_of(&t);
    while (abut_world_time(t.w) < 0.5 * start / slowing) run_steps(&t, 1);
    CHECK_NEAR(spin_of(&t, body), 0.5 * start, 0.02 * start); // by the points of 32 cells
    while (abut_world_time(t.w) < 1.1 * start / slowing) run_steps(&t, 1);
    CHECK_NEAR(spin_of(&t, body), 0, 1e-4 * start); // its springs swing for a while
    while (abut_world_time(t.w) < 1.3 * start / slowing) run_steps(&t, 1);
    CHECK_NEAR(spin_of(&t, body), 0,
               1e-6 * start); // what the box rocks by, which the one damper of a patch hardly sees
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------------- the same bits

// Towers of slabs that turn on each other, every other the other way round.
static test_world open_towers(int threads) {
    abut_world_def def = volume_def(5e-6);
    const abut_material_def m = stone(FRICTION, 0.1);
    test_world t = open_world(threads, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const int32_t shape = add_prism(&t, 12);
    for (int k = 0; k < 100; k++) {
        abut_body_def d = abut_body_default();
        d.name = "slab";
        d.number = k;
        d.shape = shape;
        d.material = t.material;
        const int tower = k % 20, floor = k / 20;
        d.position = (abut_v3){1.5 * EDGE * (tower % 5), 1.5 * EDGE * (tower / 5), (floor + 0.5) * HEIGHT};
        d.angular_velocity = (abut_v3){0, 0, (k % 2 ? 10 : -10) + floor};
        CHECK_OK(t.cx, abut_body_add(t.w, &d, NULL));
    }
    return t;
}

TEST(towers_that_turn_have_the_same_bits_with_threads_and_from_a_snapshot) {
    test_world a = open_towers(1), b = open_towers(3);
    run_steps(&a, 300);
    ab_text bytes = ab_text_start(a.cx);
    CHECK_OK(a.cx, ab_snapshot_save(a.w, &bytes));
    CHECK_OK(b.cx, ab_snapshot_load(b.w, bytes.data, bytes.size));
    run_steps(&a, 100);
    run_steps(&b, 100);
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    ab_text_free(&bytes);
    close_world(&a);
    close_world(&b);
}

TEST(what_turning_remembers_stays_when_rows_are_ordered) {
    test_world a = open_towers(1), b = open_towers(1);
    run_steps(&a, 300);
    run_steps(&b, 300);
    CHECK_OK(b.cx, ab_order_rows(b.w));
    int64_t moved = 0, turning = 0;
    for (int64_t i = 0; i < a.w->state.body.n; i++) moved += ab_body_row(b.w, ab_body_id(a.w, i)) != i;
    for (int64_t i = 0; i < a.w->state.contacts.n; i++) turning += fabs(a.w->state.contacts.twist[i]) > 1e-6;
    CHECK(moved > 50 && turning > 50);
    run_steps(&a, 100);
    run_steps(&b, 100);
    for (int64_t i = 0; i < a.w->state.body.n; i++) {
        const abut_body id = ab_body_id(a.w, i);
        const v3 apart = v3_sub(state_of(&a, id).angular_velocity, state_of(&b, id).angular_velocity);
        CHECK_NEAR(v3_norm(apart), 0, 1e-9); // sums have another order; a couple that lost its sign makes 1e-2
    }
    close_world(&a);
    close_world(&b);
}

CLAIMS(CLAIM(a_face_that_spins_stops_after_the_time_that_the_couple_takes),
       CLAIM(a_face_holds_a_couple_up_to_the_limit_and_turns_with_what_is_beyond),
       CLAIM(what_slides_straight_gets_no_couple), CLAIM(sliding_and_turning_share_the_limit),
       CLAIM(the_couple_on_one_body_is_against_that_on_the_other), CLAIM(turning_creates_no_energy_whatever_the_throw),
       CLAIM(a_box_by_points_stops_spinning_as_a_square_does),
       CLAIM(towers_that_turn_have_the_same_bits_with_threads_and_from_a_snapshot),
       CLAIM(what_turning_remembers_stays_when_rows_are_ordered))
