// Every entry of the multibody oracles through a scene file: what a user writes gives the oracle's numbers. The large ones are
// written here as text, the others are the scenes that users copy from.
#include "claim.h"
#include "scene/scene.h"
#include "scene_files.h"

#include <stdio.h>

#define PI     3.14159265358979323846
#define SCENES TEST_DATA "/../../scenes/"

// ---------------------------------------------------------------------------------------------------- running

typedef struct run {
    abut_context *cx;
    abut_scene *scene;
    ab_world *w;
} run;

static run open_run(const char *name, const char *const *set, int count) {
    char path[1024];
    snprintf(path, sizeof path, SCENES "%s", name);
    const abut_config config = {.threads = 1};
    run r;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &r.cx));
    const abut_scene_options options = {set, count, false};
    CHECK_OK(r.cx, abut_scene_load(r.cx, path, &options, &r.scene));
    r.w = r.scene->world;
    return r;
}

static void close_run(run *r) {
    abut_scene_destroy(r->scene);
    abut_context_destroy(r->cx);
}

// Up to time t; all joints fit to 1e-12 of the size after every step.
static void go_to(abut_context *cx, ab_world *w, double t) {
    const int64_t steps = llround(t / w->dt);
    while (w->step < steps) {
        CHECK_OK(cx, abut_step(w));
        if (!(w->mechanism.margin <= 1e-12))
            fail_msg("joints off by %.3g at step %d", w->mechanism.margin, (int)w->step);
    }
    CHECK_NEAR(w->time, t, 1e-12 * t);
}

static v3 point_of(const ab_world *w, int64_t row, v3 at) {
    return pose_apply(ab_body_user_pose(w, row), at);
}

static double from(v3 p, double x, double y, double z) { return v3_norm(v3_sub(p, v3_make(x, y, z))); }

// A generated scene: text in, loaded scene out.
static char text[1 << 20];
static int64_t used;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
    va_list args;
    va_start(args, format);
    used += vsnprintf(text + used, sizeof text - (size_t)used, format, args);
    va_end(args);
    assert_in_range(used, 0, sizeof text - 1);
}

static void begin(const char *title, double dt) {
    used = 0;
    put("abut: 1\ntitle: %s\ngravity: [0, -9.81, 0]\ntime: {end: 20, dt: %g}\nmaterials: {wood: "
        "{}}\nbodies:\n",
        title, dt);
}

// A rod of 1 m and 1 kg from (x, y), at an angle of the xy plane.
static void put_rod(const char *name, int i, double x, double y, double angle, double speed, double spin) {
    put("  - {name: %s%d, shape: {box: {size: [1, 0.01, 0.01]}}, material: wood, contact: false, mass: 1, "
        "inertia: [1e-3, 0.083333333333333333, 0.083333333333333333], position: [%.17g, %.17g, 0], "
        "orientation: {axis: [0, 0, 1], angle: %.17g}, velocity: [%.17g, 0, 0], angular_velocity: [0, 0, "
        "%g]}\n",
        name, i, x + 0.5 * cos(angle), y + 0.5 * sin(angle), angle, speed, spin);
}

// ------------------------------------------------------------------------------------------------- point masses

#define MASS "shape: {sphere: {radius: 5 cm}}, material: lead, contact: false, mass: 1, inertia: [1, 1, 1]"

TEST(A01_the_pendulum_follows_the_elliptic_functions) {
    static const double AT[][5] = {
        {1, 0.9862917511318753, -0.1650108531255412, 0.2969055159163158, 1.774643641112656},
        {2, -0.7935661953433217, -0.6084839304437915, -2.102437874436126, 2.741935393010509},
        {3, 0.1766517899228382, -0.9842734097378926, 4.325368674538742, 0.7762925533433998},
        {5, -0.9423054350437573, -0.3347543384140006, 0.8579042568859491, -2.414928654370489},
        {10, -0.2750874625761169, -0.9614192050991251, 4.175598100951729, -1.194749054560475}};
    scene_files f;
    scene_text(&f, "abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 10, dt: 1 ms}\nmaterials: {lead: {}}\n"
                   "bodies:\n  - {name: P1, " MASS ", position: [-1, 0, 0]}\n"
                   "joints:\n  - {kind: distance, b: P1, at_a: [0, 0, 0], at_b: [0, 0, 0], length: 1}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(f.cx, w, AT[i][0]);
        CHECK(from(w->body.x[0], AT[i][1], AT[i][2], 0) < 1e-8);      // recommended for order 4 at 1 ms
        CHECK(from(w->body.v[0], AT[i][3], AT[i][4], 0) < 1e-7);      // the same times the frequency
        CHECK_NEAR(w->energy.kinetic + w->energy.potential, 0, 5e-5); // IFToMM's rule
    }
    files_end(&f);
}

TEST(the_double_pendulum_of_points_reaches_the_oracle) {
    scene_files f;
    scene_text(&f, "abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 10, dt: 1 ms}\nmaterials: {lead: {}}\n"
                   "bodies:\n  - {name: one, " MASS ", position: [1, 0, 0]}\n  - {name: two, " MASS
                   ", position: [2, 0, 0]}\n"
                   "joints:\n  - {kind: distance, b: one, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n"
                   "  - {kind: distance, a: one, b: two, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    go_to(f.cx, w, 1);
    CHECK(from(w->body.x[1], -1.444818849943475797, -1.321794461381464556, 0) < 1e-6);
    go_to(f.cx, w, 3);
    CHECK(from(w->body.x[1], 1.876250850682071077, -0.2240384979128173879, 0) <
          1e-6); // the oracle's, at t = 3
    files_end(&f);
}

// ---------------------------------------------------------------------------------------------------- linkages

static double four_bars_error(int loops, double t, double x, double y) {
    begin("four-bars", 1e-2);
    for (int i = 0; i <= loops; i++) put_rod("crank", i, i, 0, PI / 2, 0.5, -1);
    for (int i = 0; i < loops; i++) put_rod("bar", i, i, 1, 0, 1, 0);
    put("joints:\n");
    for (int i = 0; i <= loops; i++) put("  - {kind: revolute, b: crank%d, at: [%d, 0, 0]}\n", i, i);
    for (int i = 0; i < loops; i++) {
        put("  - {kind: revolute, a: crank%d, b: bar%d, at: [%d, 1, 0]}\n", i, i, i);
        put("  - {kind: revolute, a: bar%d, b: crank%d, at: [%d, 1, 0]}\n", i, i + 1, i + 1);
    }
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    go_to(f.cx, f.scene->world, t);
    const double error = from(point_of(f.scene->world, 0, v3_make(0.5, 0, 0)), x, y, 0);
    int64_t redundant = 0;
    for (int64_t i = 0; i < f.scene->world->mechanism.kkt.nrow; i++)
        redundant += f.scene->world->mechanism.kkt.dropped[i];
    assert_int_equal(3 * loops, redundant); // out of the plane every loop is closed three times over
    print_message("%d four-bars at %g s: error %.2e m\n", loops, t, error);
    files_end(&f);
    return error;
}

TEST(A02_four_bars_in_a_row_pass_their_singular_positions) {
    CHECK(four_bars_error(1, 10, 0.4783850577609705590, 0.8781501787912093011) < 1e-5); // order 4 at 10 ms
    CHECK(four_bars_error(2, 20, 0.8397465743068435465, 0.5429785363528846616) <
          1e-4); // twice as long; LIM's rule is 1e-3
    CHECK(four_bars_error(10, 10, 0.2043535609897709855, 0.9788971458283040423) < 5e-6);
    CHECK(four_bars_error(40, 10, 0.1805122266867283901, 0.9835727405823115749) < 5e-6);
}

static double wrapped(double angle) { return angle - 2 * PI * floor(angle / (2 * PI) + 0.5); }

TEST(A03_andrews_squeezer_turns_as_the_oracle_says) {
    static const double Q[7] = {15.810771195153707,  -15.756371058411839, 0.040822240119645805,
                                -0.5347301163420796, 0.5244099658799541,  0.5347301163420796,
                                1.0480807410419379};
    static const double RATE[7] = {1139.9203022591061, -1424.3792951775401, 11.032911910618594,
                                   19.293374105032041, 0.57356991482950245, -19.293374105032041,
                                   0.32317914924913087};
    // angles of the bodies: beta, beta + Theta, gamma - 90 deg, Phi + delta - 90 deg, delta, Omega + epsilon, epsilon - 90 deg
    const double turn[7] = {Q[0], Q[0] + Q[1], Q[2] - PI / 2, Q[3] + Q[4] - PI / 2,
                            Q[4], Q[5] + Q[6], Q[6] - PI / 2};
    const double spin[7] = {RATE[0], RATE[0] + RATE[1], RATE[2], RATE[3] + RATE[4],
                            RATE[4], RATE[5] + RATE[6], RATE[6]};
    run r = open_run("andrews.yaml", NULL, 0);
    go_to(r.cx, r.w, 0.03);
    for (int i = 0; i < 7; i++) {
        const quat q = ab_body_user_pose(r.w, i).q;
        CHECK_NEAR(wrapped(2 * atan2(q.z, q.w) - turn[i]), 0, 1e-8); // the oracle's tolerance
        CHECK_NEAR(r.w->body.w[i].z, spin[i], 1e-6 * fabs(RATE[0]));
    }
    close_run(&r);
}

TEST(A04_bricards_point_follows_the_oracle_for_ten_seconds) {
    static const double P3[10][3] = {
        {0.2744813192646230412, -0.8867079387346720183, -0.4623300026873760381},
        {-0.7781353730332908887, -0.9803526834432565551, -0.1972526706171706174},
        {-0.7712813589686100286, -0.9792693298398002794, -0.2025625326537670593},
        {0.2835510790817429256, -0.8880228141230467152, -0.4597993927757895847},
        {0.9999327423021170763, -0.9999999977383531560, -0.00006725543608396145737},
        {0.2654007873586556041, -0.8854255620147382140, -0.4647812110347028359},
        {-0.7849130566000306876, -0.9814035822608985786, -0.1919557467893985111},
        {-0.7643526022336557158, -0.9781537944096710544, -0.2078825497293194436},
        {0.2926095861377195568, -0.8893691432776403286, -0.4571898150501562395},
        {0.9997309873038353465, -0.9999999638258172748, -0.0002689765122493045974}};
    run r = open_run("bricard.yaml", NULL, 0);
    for (int i = 0; i < 10; i++) {
        go_to(r.cx, r.w, i + 1);
        CHECK(from(point_of(r.w, 1, v3_make(0, -0.5, 0)), P3[i][0], P3[i][1], P3[i][2]) <
              1e-6); // recommended
    }
    close_run(&r);
}

// ------------------------------------------------------------------------------------------------------ chains

static double chain_error(int rods, double t, double dt, double x, double y) {
    begin("chain", dt);
    for (int i = 0; i < rods; i++) put_rod("rod", i, i, 0, 0, 0, 0);
    put("joints:\n  - {kind: revolute, b: rod0, at: [0, 0, 0]}\n");
    for (int i = 1; i < rods; i++)
        put("  - {kind: revolute, a: rod%d, b: rod%d, at: [%d, 0, 0]}\n", i - 1, i, i);
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    go_to(f.cx, f.scene->world, t);
    const double error = from(point_of(f.scene->world, 9, v3_make(0.5, 0, 0)), x, y, 0);
    print_message("chain of %d at %g s: error %.2e m\n", rods, t, error);
    files_end(&f);
    return error;
}

TEST(chains_fall_as_the_oracle_says) {
    CHECK(chain_error(10, 1, 5e-3, 7.527229015560355707, -4.906262319715003726) < 1e-6);
    CHECK(chain_error(10, 2, 1e-3, -7.600055108419614817, -5.956157140633648676) < 1e-6);
    CHECK(chain_error(100, 1, 1e-2, 9.128828800046863316, -4.024500504999714498) < 3e-5);
    CHECK(chain_error(1000, 1, 1e-2, 9.755793299316377876, -2.191588771211722265) < 3e-5);
}

TEST(chain_converges_with_order_four) {
    const double coarse = chain_error(10, 1, 1e-2, 7.527229015560355707, -4.906262319715003726);
    const double fine = chain_error(10, 1, 5e-3, 7.527229015560355707, -4.906262319715003726);
    CHECK(coarse / fine > 12); // 16 in the limit
}

// ------------------------------------------------------------------------------------------- turning and rolling

TEST(dzhanibekovs_body_turns_over_as_the_oracle_says) {
    static const double AT[][8] = {
        {1, -0.06488260953961032, 4.999589007806475, 0.03833950539008701, -0.8011321123660422,
         0.001763428358897589, 0.5984399440524097, 0.007339088423977186},
        {3, -3.868141808328732, -3.168213842318622, 2.233287640030625, 0.1496784418988468,
         -0.6947416794506097, 0.4009447476156200, 0.5780775659237491},
        {10, 0.01271487062946208, 4.999993833202685, 0.01097979864909428, 0.3810755983185598,
         -0.001106046250603009, -0.9245388029632574, -0.002857768904270742}};
    scene_files f;
    scene_text(
        &f,
        "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 10, dt: 1 ms, integrator: rk4}\nmaterials: {steel: {}}\n"
        "bodies:\n  - {shape: {sphere: {radius: 1}}, material: steel, contact: false, mass: 1, inertia: [1, "
        "2, 3], "
        "angular_velocity: [0.01, 5, 0.01]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(f.cx, w, AT[i][0]);
        const v3 spin = quat_unrotate(w->body.q[0], w->body.w[0]);
        CHECK(from(spin, AT[i][1], AT[i][2], AT[i][3]) < 1e-6); // the oracle's
        const quat q = w->body.q[0];
        CHECK_NEAR(fabs(q.w * AT[i][4] + q.x * AT[i][5] + q.y * AT[i][6] + q.z * AT[i][7]), 1,
                   1e-12); // its square root
        CHECK_NEAR(v3_norm2(w->body.l[0]), 100.001, 1e-10);
    }
    files_end(&f);
}

TEST(the_universal_joint_turns_unevenly_as_cardan_found) {
    const double bend = PI / 6, s2 = sin(bend) * sin(bend);
    run r = open_run("universal_joint.yaml", NULL, 0);
    const v3 shaft = v3_make(cos(bend), sin(bend), 0);
    const quat start = r.w->body.q[1];
    for (int k = 1; k <= 40; k++) {
        go_to(r.cx, r.w, 0.05 * k);
        const double in = 10 * r.w->time, speed = 10 * cos(bend) / (1 - s2 * cos(in) * cos(in));
        CHECK_NEAR(v3_dot(r.w->body.w[1], shaft) / speed, 1, 1e-10); // the oracle's: a kinematic relation
        const quat turn = quat_mul(r.w->body.q[1], quat_conjugate(start));
        const double out = 2 * atan2(v3_dot(v3_make(turn.x, turn.y, turn.z), shaft), turn.w);
        CHECK_NEAR(wrapped(out - atan2(sin(in) / cos(bend), cos(in))), 0, 1e-10);
    }
    close_run(&r);
}

TEST(the_wheel_is_pulled_by_two_thirds_of_the_force) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 1, dt: 1 ms}\nmaterials: {rubber: {}}\n"
                   "bodies:\n  - {name: wheel, shape: {cylinder: {radius: 0.5, length: 0.1}}, material: "
                   "rubber, contact: false, "
                   "mass: 2, inertia: [0.125, 0.125, 0.25], position: [0, 0, 0.5], orientation: {axis: [1, "
                   "0, 0], angle: 90 deg}, "
                   "force: [3, 0, 0]}\n"
                   "joints:\n  - {kind: rolling_disc, b: wheel, radius: 0.5, at_a: [0, 0, 0], at_b: [0, 0, "
                   "0], axis_b: [0, 0, 1]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    go_to(f.cx, w, 1);
    CHECK_NEAR(w->body.v[0].x, 1, 1e-12);
    const v3 floor = w->mechanism.joint[0].force;
    CHECK_NEAR(floor.x, -1, 1e-12);
    CHECK_NEAR(-floor.x / floor.z, 0.05096839959225280326, 1e-12); // the friction that is needed
    files_end(&f);
}

TEST(balls_cylinders_and_hoops_roll_down_as_their_inertia_says) {
    static const struct {
        const char *joint;
        double share, a, mu;
    } BODY[] = {{"rolling_ball", 0.4, 2.396584004303435908, 0.1039914955046292461},
                {"rolling_disc", 0.5, 2.236811737349873514, 0.1213234114220674538},
                {"rolling_disc", 1, 1.677608803012405136, 0.1819851171331011807}};
    for (int i = 0; i < 3; i++) {
        const double along = BODY[i].share * 0.09, across = 0.5 * along + 1e-3;
        used = 0;
        put("abut: 1\ntime: {end: 1, dt: 10 ms}\nmaterials: {rubber: {}}\n"
            "bodies:\n  - {name: body, shape: {sphere: {radius: 0.3}}, material: rubber, contact: false, "
            "mass: 1, inertia: "
            "[%.17g, %.17g, %.17g], position: [%.17g, 0, %.17g], orientation: {axis: [1, 0, 0], angle: 90 "
            "deg}}\n"
            "joints:\n  - {kind: %s, b: body, radius: 0.3, at_a: [0, 0, 0], at_b: [0, 0, 0], axis_a: [%.17g, "
            "0, %.17g], axis_b: "
            "[0, 0, 1]}\n",
            i == 0 ? along : across, i == 0 ? along : across, along, 0.3 * sin(PI / 9), 0.3 * cos(PI / 9),
            BODY[i].joint, sin(PI / 9), cos(PI / 9));
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        ab_world *w = f.scene->world;
        go_to(f.cx, w, 1);
        CHECK_NEAR(v3_norm(w->body.v[0]), BODY[i].a, 1e-10); // the oracle's
        const v3 up = v3_make(sin(PI / 9), 0, cos(PI / 9)), force = w->mechanism.joint[0].force;
        const double normal = v3_dot(force, up);
        CHECK_NEAR(v3_norm(v3_add_scaled(force, -normal, up)) / normal, BODY[i].mu, 1e-10);
        files_end(&f);
    }
}

TEST(a_sliding_ball_begins_to_roll_where_the_oracle_says) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 1}\ncontact: {law: linear, stiffness: 2e6 N/m}\n"
                   "materials: {rubber: {density: 1000, friction: 0.2, restitution: 0}}\n"
                   "bodies:\n  - {shape: {plane: {}}, material: rubber}\n"
                   "  - {name: ball, shape: {sphere: {radius: 0.1}}, material: rubber, position: [0, 0, "
                   "0.1], velocity: [5, 0, 0]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (int64_t i = 0; i < f.scene->steps; i++) CHECK_OK(f.cx, abut_step(w));
    const double x = 3.120514260750171628 + 3.571428571428571429 * (w->time - 0.7281199941750400466);
    CHECK_NEAR(w->body.v[1].x, 3.571428571428571429, 3.6e-3); // the oracle's 1e-3 of a compliant contact
    CHECK_NEAR(w->body.x[1].x, x, 1e-3 * x);
    files_end(&f);
}

TEST(the_top_precesses_at_its_rate) {
    run r = open_run("spinning_top.yaml", NULL, 0);
    for (int k = 1; k <= 4; k++) {
        go_to(r.cx, r.w, 0.5 * k);
        const double turn = 4 * r.w->time;
        const double error =
            from(v3_scale(10, r.w->body.x[0]), sin(0.5) * cos(turn), sin(0.5) * sin(turn), cos(0.5));
        print_message("top at %g s: %.2e\n", r.w->time, error);
        CHECK(error < 1e-7); // order 4
    }
    close_run(&r);
}

TEST(the_disc_rolls_around_its_circle) {
    run r = open_run("rolling_disc.yaml", NULL, 0);
    for (int k = 1; k <= 6; k++) {
        go_to(r.cx, r.w, 0.5 * k);
        const double turn = 2 * r.w->time, reach = 0.90230102345837168;
        CHECK(from(r.w->body.x[0], reach * cos(turn), reach * sin(turn), 0.5 * sin(PI / 3)) <
              1e-8); // order 4
        const v3 axis = quat_rotate(r.w->body.q[0], v3_make(0, 0, 1));
        CHECK_NEAR(axis.z, 0.5, 1e-8); // it keeps its lean
    }
    CHECK_NEAR(r.w->energy.residual, 0, 1e-6);
    close_run(&r);
}

// The first ball stops, the last leaves with its speed: two by two they meet, because they hang a little apart.
TEST(the_last_ball_of_the_cradle_takes_all_of_the_speed) {
    run r = open_run("newtons_cradle.yaml", NULL, 0);
    double fastest = 0, last = 0, between = 0;
    while (r.w->time < 0.4) {
        CHECK_OK(r.cx, abut_step(r.w));
        fastest = fmax(fastest, v3_norm(r.w->body.v[0]));
        last = fmax(last, v3_norm(r.w->body.v[4]));
    }
    for (int i = 0; i < 4; i++) between = fmax(between, v3_norm(r.w->body.v[i]));
    print_message("cradle: %.6f in, %.6f out, %.6f left\n", fastest, last, between);
    CHECK_NEAR(last / fastest, 1, 0.02); // a contact lasts while the next one begins
    CHECK(between < 0.05 * fastest);
    CHECK(r.w->mechanism.margin <= 1e-12);
    CHECK_NEAR(r.w->energy.residual, 0, 1e-4 * fastest * fastest);
    close_run(&r);
}

CLAIMS(CLAIM(A01_the_pendulum_follows_the_elliptic_functions),
       CLAIM(the_double_pendulum_of_points_reaches_the_oracle),
       CLAIM(A02_four_bars_in_a_row_pass_their_singular_positions),
       CLAIM(A03_andrews_squeezer_turns_as_the_oracle_says),
       CLAIM(A04_bricards_point_follows_the_oracle_for_ten_seconds), CLAIM(chains_fall_as_the_oracle_says),
       CLAIM(chain_converges_with_order_four), CLAIM(dzhanibekovs_body_turns_over_as_the_oracle_says),
       CLAIM(the_universal_joint_turns_unevenly_as_cardan_found),
       CLAIM(the_wheel_is_pulled_by_two_thirds_of_the_force),
       CLAIM(balls_cylinders_and_hoops_roll_down_as_their_inertia_says),
       CLAIM(a_sliding_ball_begins_to_roll_where_the_oracle_says), CLAIM(the_top_precesses_at_its_rate),
       CLAIM(the_disc_rolls_around_its_circle), CLAIM(the_last_ball_of_the_cradle_takes_all_of_the_speed))
