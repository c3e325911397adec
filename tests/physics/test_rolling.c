// Rolling resistance: slopes on which bodies stay, how far they roll, and that it creates no energy.
// labels: threads
#include "polyhedral.h"
#include "world/snapshot.h"

#define RADIUS  0.01
#define ROLLING 0.1

static abut_material_def rough(double restitution, double rolling) {
    return (abut_material_def){.size = sizeof(abut_material_def),
                               .name = "felt",
                               .density = 2500,
                               .young = 1e7,
                               .poisson = 0.25,
                               .restitution = restitution,
                               .friction = 0.8,
                               .sliding_friction = -1,
                               .rolling_friction = rolling};
}

static abut_world_def on_a_slope(abut_world_def def, double slope) {
    def.gravity = (abut_v3){9.81 * sin(slope), 0, -9.81 * cos(slope)};
    return def;
}

static test_world open_slope(double slope, double rolling) {
    abut_world_def def = on_a_slope(abut_world_default(), slope);
    def.dt = 2e-5;
    abut_material_def m = rough(0.3, rolling);
    m.young = 1e9; // the ball sinks in by 1e-4 of its radius
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    return t;
}

// Speed of a ball along the slope after half a second of rest or rolling, and after another half.
static void release(double slope, double speed[2]) {
    test_world t = open_slope(slope, ROLLING);
    const abut_body ball = add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS - 1e-6}, (abut_v3){0, 0, 0});
    for (int i = 0; i < 2; i++) {
        run_steps(&t, 25000);
        speed[i] = state_of(&t, ball).velocity.x;
    }
    close_world(&t);
}

TEST(a_ball_stays_below_the_rolling_angle_and_rolls_beyond) {
    double speed[2];
    release(atan(0.95 * ROLLING), speed);
    CHECK_NEAR(speed[1], 0, 1e-9);
    const double slope = atan(1.5 * ROLLING);
    release(slope, speed);
    const double expected = 5.0 / 7 * 9.81 * (sin(slope) - ROLLING * cos(slope));
    CHECK_NEAR((speed[1] - speed[0]) / 0.5, expected,
               3e-4 * expected); // the depth of the contact over the radius
}

// Rolling without slip it has 7/10 m v^2, of which mu_r m g is lost per length.
TEST(a_rolling_ball_stops_after_the_right_distance) {
    test_world t = open_slope(0, ROLLING);
    const double v = 0.5;
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, RADIUS, &def.shape));
    def.name = "ball";
    def.position = (abut_v3){0, 0, RADIUS - 1e-6};
    def.velocity = (abut_v3){v, 0, 0};
    def.angular_velocity = (abut_v3){0, v / RADIUS, 0};
    abut_body ball;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &ball));
    run_steps(&t, 60000);
    const double expected = 0.7 * v * v / (ROLLING * 9.81);
    CHECK_NEAR(state_of(&t, ball).position.x, expected,
               1e-3 * expected); // the springs give way a little at both ends
    CHECK_NEAR(v3_norm(state_of(&t, ball).velocity), 0, 1e-9);
    const abut_energy e = energy_of(&t);
    CHECK_NEAR(e.residual, 0, 1e-8 * e.initial);
    CHECK(e.lost_friction > 0.99 * 0.7 * 0.5 * 2500 * 4.0 / 3 * PI * 1e-6 * v * v);
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------------------- prisms

#define SIDES 12

// Its axis along y, a face below.
static int32_t add_prism(test_world *t) {
    abut_v3 corner[2 * SIDES];
    for (int k = 0; k < 2 * SIDES; k++) {
        const double angle = 2 * PI * (k / 2 + 0.5) / SIDES;
        corner[k] = (abut_v3){RADIUS * sin(angle), k % 2 ? RADIUS : -RADIUS, -RADIUS * cos(angle)};
    }
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_hull(t->w, corner, 2 * SIDES, &shape));
    return shape;
}

static double way_of_prism(double slope, double rolling) {
    const abut_world_def def = on_a_slope(volume_def(2e-6), slope);
    abut_material_def m = rough(0.1, rolling);
    m.young = 1e9;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body prism =
        add_shape(&t, add_prism(&t), (abut_v3){0, 0, RADIUS * cos(PI / SIDES)}, quat_identity(), (abut_v3){0, 0, 0});
    run_steps(&t, 60000);
    const double x = state_of(&t, prism).position.x;
    close_world(&t);
    return x;
}

#define AROUND 0.04 // rad: settling rocks it a little, and the contact is soft

// It tips over its edge beyond 180/n degrees, and with resistance where r sin(slope - pi/n) = mu_r R cos(slope), R that
// of the ball of equal volume.
TEST(a_prism_tips_over_at_the_angle_that_the_resistance_allows) {
    const double edge = PI / SIDES, volume = SIDES * sin(2 * PI / SIDES) * pow(RADIUS, 3);
    const double arm = ROLLING * cbrt(3 * volume / (4 * PI)) / RADIUS;
    const double tips = atan((sin(edge) + arm) / cos(edge));
    CHECK(way_of_prism(edge - AROUND, 0) < 0.1 * RADIUS);
    CHECK(way_of_prism(edge + AROUND, 0) > 0.2 * RADIUS);
    CHECK(way_of_prism(tips - AROUND, ROLLING) < 0.1 * RADIUS);
    CHECK(way_of_prism(tips + AROUND, ROLLING) > 0.2 * RADIUS);
}

TEST(rolling_resistance_creates_no_energy) {
    for (double angle = 0.2; angle < 1.6; angle += 0.45)
        for (double restitution = 0; restitution < 1; restitution += 0.4) {
            const abut_material_def m = rough(restitution, 0.3);
            throw_cube(&m, RADIUS, angle);
        }
}

// ------------------------------------------------------------------------------------------------------- the same bits

static test_world open_heap(int threads) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    const abut_material_def m = rough(0.3, ROLLING);
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, 8, 4);
    return t;
}

TEST(a_heap_that_resists_rolling_has_the_same_bits_with_threads_and_from_a_snapshot) {
    test_world a = open_heap(1), b = open_heap(3);
    run_steps(&a, 1500);
    ab_text bytes = ab_text_start(a.cx);
    CHECK_OK(a.cx, ab_snapshot_save(a.w, &bytes));
    CHECK_OK(b.cx, ab_snapshot_load(b.w, bytes.data, bytes.size));
    run_steps(&a, 200);
    run_steps(&b, 200);
    CHECK(abut_contact_count(a.w) > 100);
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    ab_text_free(&bytes);
    close_world(&a);
    close_world(&b);
}

CLAIMS(CLAIM(a_ball_stays_below_the_rolling_angle_and_rolls_beyond),
       CLAIM(a_rolling_ball_stops_after_the_right_distance),
       CLAIM(a_prism_tips_over_at_the_angle_that_the_resistance_allows), CLAIM(rolling_resistance_creates_no_energy),
       CLAIM(a_heap_that_resists_rolling_has_the_same_bits_with_threads_and_from_a_snapshot))
