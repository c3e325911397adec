// Every entry of the multibody oracles through a scene file: what a user writes gives the oracle's numbers. The large
// ones are written here as text, the others are the scenes that users copy from. With the argument `all` also those
// that take long (`make soak`).
// labels: slow long
#include "claim.h"
#include "examples.h"
#include "scene_files.h"
#include "step/phases.h"

#include <stdio.h>

#define PI 3.14159265358979323846

// ---------------------------------------------------------------------------------------------------- running

// Up to time t; all joints fit to 1e-12 of the size after every step.
static void go_to(abut_context *cx, ab_world *w, double t) {
    const int64_t steps = llround(t / w->config.dt);
    while (w->state.step < steps) {
        CHECK_OK(cx, abut_world_step(w));
        if (!(w->mechanism.margin <= 1e-12))
            fail_msg("joints off by %.3g at step %d", w->mechanism.margin, (int)w->state.step);
    }
    CHECK_NEAR(w->state.time, t, 1e-12 * t);
}

static v3 point_of(const ab_world *w, int64_t row, v3 at) { return pose_apply(ab_body_user_pose(w, row), at); }

static double from(v3 p, double x, double y, double z) { return v3_norm(v3_sub(p, v3_make(x, y, z))); }

// A generated scene: text in, loaded scene out.
static bool all; // also what takes long
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
    example r = open_scene("pendulum.yaml", NULL, 0);
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(r.cx, r.w, AT[i][0]);
        CHECK(from(r.w->state.body.x[0], AT[i][1], AT[i][2], 0) < 1e-8); // recommended for order 4 at 1 ms
        CHECK(from(r.w->state.body.v[0], AT[i][3], AT[i][4], 0) < 1e-7); // the same times the frequency
        CHECK_NEAR(r.w->ledger.energy.kinetic + r.w->ledger.energy.potential, 0, 5e-5); // IFToMM's rule
    }
    close_scene(&r);
}

TEST(the_double_pendulum_of_points_reaches_the_oracle) {
    scene_files f;
    scene_text(&f, "abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 10, dt: 1 ms}\nmaterials: {lead: {}}\n"
                   "bodies:\n  - {name: one, " MASS ", position: [1, 0, 0]}\n  - {name: two, " MASS
                   ", position: [2, 0, 0]}\n"
                   "joints:\n  - {kind: distance, b: one, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n"
                   "  - {kind: distance, a: one, b: two, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n");
    CHECK_LOADED(&f);
    static const double AT[][3] = {{1, -1.444818849943475797, -1.321794461381464556},
                                   {2, -1.434124817464276637, -1.129870195647157978},
                                   {3, 1.876250850682071077, -0.2240384979128173879},
                                   {5, -1.550778469470442800, -1.075912734812652457},
                                   {10, -1.040765783246170486, -1.707347662469327447}};
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(f.cx, f.scene->world, AT[i][0]);
        CHECK(from(f.scene->world->state.body.x[1], AT[i][1], AT[i][2], 0) < 1e-8); // the oracle's for t = 10
    }
    files_end(&f);
}

// ---------------------------------------------------------------------------------------------------- linkages

typedef struct moment {
    double t, x, y; // of the first bar's end
} moment;

enum { MOMENTS = 5 };

// The largest error up to each of the first `count` moments.
static void four_bars(int loops, int count, const moment *at, double *error) {
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
    for (int i = 0; i < count; i++) {
        go_to(f.cx, f.scene->world, at[i].t);
        error[i] = from(point_of(f.scene->world, 0, v3_make(0.5, 0, 0)), at[i].x, at[i].y, 0);
        print_message("%d four-bars at %g s: error %.2e m\n", loops, at[i].t, error[i]);
    }
    int64_t redundant = 0;
    for (int64_t i = 0; i < f.scene->world->mechanism.kkt.nrow; i++)
        redundant += f.scene->world->mechanism.kkt.redundant[i];
    assert_int_equal(3 * loops, redundant); // out of the plane every loop is closed three times over
    files_end(&f);
}

static const moment ONE[MOMENTS] = {{1, -0.2607126751836503563, -0.9654164391590731679},
                                    {2, 0.07708547179286707673, 0.9970244881839518260},
                                    {5, -0.9449081860429538914, -0.3273354853189834608},
                                    {10, 0.4783850577609705590, 0.8781501787912093012},
                                    {20, 0.9590999596306679719, -0.2830676022374356190}};
static const moment TWO[MOMENTS] = {{1, -0.1950203019494350936, -0.9807992056621738326},
                                    {2, 0.05781579576801143185, 0.9983272678634554813},
                                    {5, -0.8113104610051074122, -0.5846155453489755477},
                                    {10, 0.3284581115408153787, 0.9445185381786009622},
                                    {20, 0.8397465743068435465, 0.5429785363528846616}};
static const moment TEN[MOMENTS] = {{1, -0.1293060150511277386, -0.9916047370155093842},
                                    {2, 0.03856766659715130094, 0.9992559907717596365},
                                    {5, -0.5955452554786289967, -0.8033217591207737969},
                                    {10, 0.2043535609897709855, 0.9788971458283040423},
                                    {20, 0.4778031958773461431, 0.8784669066102572277}};
static const moment FORTY[MOMENTS] = {{1, -0.1153568806321098981, -0.9933241113004501857},
                                      {2, 0.03446630730040716186, 0.9994058603295629565},
                                      {5, -0.5401900506755262741, -0.8415430524644430549},
                                      {10, 0.1805122266867283901, 0.9835727405823115749},
                                      {20, 0.4109011537629452221, 0.9116799009719806516}};

// Order 4 at 10 ms; errors grow with the angle, of which there are 10 turns in 20 s. LIM's rule is 1e-3 at all times.
static void check_four_bars(int loops, int count, const moment *at) {
    static const double MAX[MOMENTS] = {1e-6, 1e-6, 1e-5, 1e-5, 1e-4};
    double error[MOMENTS];
    four_bars(loops, count, at, error);
    for (int i = 0; i < count; i++) CHECK(error[i] < MAX[i]);
    if (loops >= 10) CHECK(error[3] < 5e-6); // after ten singular positions
}

TEST(A02_four_bars_in_a_row_pass_their_singular_positions) {
    check_four_bars(1, MOMENTS, ONE);
    check_four_bars(2, MOMENTS, TWO);
    check_four_bars(10, all ? MOMENTS : 4, TEN);
    check_four_bars(40, all ? MOMENTS : 4, FORTY);
}

TEST(A05_the_governor_stays_on_the_oracles_curve) {
    if (!all) skip(); // tests/physics/test_scenes.c has its first second
    static const double AT[][2] = {{0.5, 0.7432494247863298}, {1, 0.501420922379568},  {2, 0.5059092942966956},
                                   {3, 0.5132460783402066},   {5, 0.5355631037216118}, {7, 0.5659381577193499},
                                   {10, 0.6196229170612951}};
    example r = open_scene("governor.yaml", NULL, 0);
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(r.cx, r.w, AT[i][0]);
        const double error = r.w->state.body.x[1].z - AT[i][1];
        print_message("governor at %g s: %.2e m\n", r.w->state.time, error);
        CHECK_NEAR(error, 0, 1e-6); // the oracle's
    }
    close_scene(&r);
}

static double wrapped(double angle) { return angle - 2 * PI * floor(angle / (2 * PI) + 0.5); }

TEST(A03_andrews_squeezer_turns_as_the_oracle_says) {
    static const double Q[7] = {15.810771195153707, -15.756371058411839, 0.040822240119645805, -0.5347301163420796,
                                0.5244099658799541, 0.5347301163420796,  1.0480807410419379};
    static const double RATE[7] = {1139.9203022591061,  -1424.3792951775401, 11.032911910618594, 19.293374105032041,
                                   0.57356991482950245, -19.293374105032041, 0.32317914924913087};
    // angles of the bodies: beta, beta + Theta, gamma - 90 deg, Phi + delta - 90 deg, delta, Omega + epsilon, epsilon -
    // 90 deg
    const double turn[7] = {Q[0], Q[0] + Q[1], Q[2] - PI / 2, Q[3] + Q[4] - PI / 2, Q[4], Q[5] + Q[6], Q[6] - PI / 2};
    const double spin[7] = {RATE[0], RATE[0] + RATE[1], RATE[2], RATE[3] + RATE[4],
                            RATE[4], RATE[5] + RATE[6], RATE[6]};
    example r = open_scene("andrews.yaml", NULL, 0);
    go_to(r.cx, r.w, 0.03);
    for (int i = 0; i < 7; i++) {
        const quat q = ab_body_user_pose(r.w, i).q;
        CHECK_NEAR(wrapped(2 * atan2(q.z, q.w) - turn[i]), 0, 1e-8); // the oracle's tolerance
        CHECK_NEAR(r.w->state.body.w[i].z, spin[i], 1e-6 * fabs(RATE[0]));
    }
    close_scene(&r);
}

TEST(A04_bricards_point_follows_the_oracle_for_ten_seconds) {
    static const double P3[10][3] = {{0.2744813192646230412, -0.8867079387346720183, -0.4623300026873760381},
                                     {-0.7781353730332908887, -0.9803526834432565551, -0.1972526706171706174},
                                     {-0.7712813589686100286, -0.9792693298398002794, -0.2025625326537670593},
                                     {0.2835510790817429256, -0.8880228141230467152, -0.4597993927757895847},
                                     {0.9999327423021170763, -0.9999999977383531560, -0.00006725543608396145737},
                                     {0.2654007873586556041, -0.8854255620147382140, -0.4647812110347028359},
                                     {-0.7849130566000306876, -0.9814035822608985786, -0.1919557467893985111},
                                     {-0.7643526022336557158, -0.9781537944096710544, -0.2078825497293194436},
                                     {0.2926095861377195568, -0.8893691432776403286, -0.4571898150501562395},
                                     {0.9997309873038353465, -0.9999999638258172748, -0.0002689765122493045974}};
    example r = open_scene("bricard.yaml", NULL, 0);
    for (int i = 0; i < 10; i++) {
        go_to(r.cx, r.w, i + 1);
        CHECK(from(point_of(r.w, 1, v3_make(0, -0.5, 0)), P3[i][0], P3[i][1], P3[i][2]) < 1e-6); // recommended
    }
    close_scene(&r);
}

// ------------------------------------------------------------------------------------------------------ chains

static double chain_error(int rods, double t, double dt, double x, double y) {
    begin("chain", dt);
    for (int i = 0; i < rods; i++) put_rod("rod", i, i, 0, 0, 0, 0);
    put("joints:\n  - {kind: revolute, b: rod0, at: [0, 0, 0]}\n");
    for (int i = 1; i < rods; i++) put("  - {kind: revolute, a: rod%d, b: rod%d, at: [%d, 0, 0]}\n", i - 1, i, i);
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
        {1, -0.06488260953961032, 4.999589007806475, 0.03833950539008701, -0.8011321123660422, 0.001763428358897589,
         0.5984399440524097, 0.007339088423977186},
        {2, -1.161250059636035474, 4.863290891875099841, 0.6704977506809638670, 0.2816370478289593524,
         0.02727983332016909607, -0.9521821637797039680, -0.1152627908911339133},
        {3, -3.868141808328732, -3.168213842318622, 2.233287640030625, 0.1496784418988468, -0.6947416794506097,
         0.4009447476156200, 0.5780775659237491},
        {10, 0.01271487062946208, 4.999993833202685, 0.01097979864909428, 0.3810755983185598, -0.001106046250603009,
         -0.9245388029632574, -0.002857768904270742},
        {50, 0.02714402402938460541, 4.999936319790432310, 0.01767105015279519138, 0.9271722827175849285,
         -0.0003711011465757041140, 0.3746276807300089347, 0.002349739359219778388}};
    scene_files f;
    scene_text(&f, "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 50, dt: 1 ms, integrator: rk4}\nmaterials: {steel: {}}\n"
                   "bodies:\n  - {shape: {sphere: {radius: 1}}, material: steel, contact: false, mass: 1, inertia: [1, "
                   "2, 3], "
                   "angular_velocity: [0.01, 5, 0.01]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
        go_to(f.cx, w, AT[i][0]);
        const v3 spin = quat_unrotate(w->state.body.q[0], w->state.body.w[0]);
        CHECK(from(spin, AT[i][1], AT[i][2], AT[i][3]) < 1e-6); // the oracle's
        const quat q = w->state.body.q[0];
        CHECK_NEAR(fabs(q.w * AT[i][4] + q.x * AT[i][5] + q.y * AT[i][6] + q.z * AT[i][7]), 1,
                   1e-12);                                             // its square root
        CHECK(from(w->state.body.l[0], 0.01, 10, 0.03) <= 1e-12 * 10); // the oracle's
    }
    files_end(&f);
}

TEST(the_universal_joint_turns_unevenly_as_cardan_found) {
    const double bend = PI / 6, s2 = sin(bend) * sin(bend);
    example r = open_scene("universal_joint.yaml", NULL, 0);
    const v3 shaft = v3_make(cos(bend), sin(bend), 0);
    const quat start = r.w->state.body.q[1];
    for (int k = 1; k <= 40; k++) {
        go_to(r.cx, r.w, 0.05 * k);
        const double in = 10 * r.w->state.time, speed = 10 * cos(bend) / (1 - s2 * cos(in) * cos(in));
        CHECK_NEAR(v3_dot(r.w->state.body.w[1], shaft) / speed, 1, 1e-10); // the oracle's: a kinematic relation
        const quat turn = quat_mul(r.w->state.body.q[1], quat_conjugate(start));
        const double out = 2 * atan2(v3_dot(v3_make(turn.x, turn.y, turn.z), shaft), turn.w);
        CHECK_NEAR(wrapped(out - atan2(sin(in) / cos(bend), cos(in))), 0, 1e-10);
    }
    close_scene(&r);
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
    CHECK_NEAR(w->state.body.v[0].x, 1, 1e-12);
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
        CHECK_NEAR(v3_norm(w->state.body.v[0]), BODY[i].a, 1e-10); // the oracle's
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
    for (int64_t i = 0; i < f.scene->steps; i++) CHECK_OK(f.cx, abut_world_step(w));
    const double x = 3.120514260750171628 + 3.571428571428571429 * (w->state.time - 0.7281199941750400466);
    CHECK_NEAR(w->state.body.v[1].x, 3.571428571428571429, 3.6e-3); // the oracle's 1e-3 of a compliant contact
    CHECK_NEAR(w->state.body.x[1].x, x, 1e-3 * x);
    files_end(&f);
}

TEST(the_top_precesses_at_its_rate) {
    example r = open_scene("spinning_top.yaml", NULL, 0);
    for (int k = 1; k <= 4; k++) {
        go_to(r.cx, r.w, 0.5 * k);
        const double turn = 4 * r.w->state.time;
        const double error =
            from(v3_scale(10, r.w->state.body.x[0]), sin(0.5) * cos(turn), sin(0.5) * sin(turn), cos(0.5));
        print_message("top at %g s: %.2e\n", r.w->state.time, error);
        CHECK(error < 1e-7); // order 4
    }
    close_scene(&r);
}

TEST(the_disc_rolls_around_its_circle) {
    example r = open_scene("rolling_disc.yaml", NULL, 0);
    for (int k = 1; k <= 6; k++) {
        go_to(r.cx, r.w, 0.5 * k);
        const double turn = 2 * r.w->state.time, reach = 0.90230102345837168;
        CHECK(from(r.w->state.body.x[0], reach * cos(turn), reach * sin(turn), 0.5 * sin(PI / 3)) < 1e-8); // order 4
        const v3 axis = quat_rotate(r.w->state.body.q[0], v3_make(0, 0, 1));
        CHECK_NEAR(axis.z, 0.5, 1e-8); // it keeps its lean
    }
    CHECK_NEAR(r.w->ledger.energy.residual, 0, 1e-6);
    close_scene(&r);
}

// The first ball stops, the last leaves with its speed: two by two they meet, because they hang a little apart.
TEST(the_last_ball_of_the_cradle_takes_all_of_the_speed) {
    example r = open_scene("newtons_cradle.yaml", NULL, 0);
    double fastest = 0, last = 0, between = 0;
    while (r.w->state.time < 0.4) {
        CHECK_OK(r.cx, abut_world_step(r.w));
        fastest = fmax(fastest, v3_norm(r.w->state.body.v[0]));
        last = fmax(last, v3_norm(r.w->state.body.v[4]));
    }
    for (int i = 0; i < 4; i++) between = fmax(between, v3_norm(r.w->state.body.v[i]));
    print_message("cradle: %.6f in, %.6f out, %.6f left\n", fastest, last, between);
    CHECK_NEAR(last / fastest, 1, 0.02); // a contact lasts while the next one begins
    CHECK(between < 0.05 * fastest);
    CHECK(r.w->mechanism.margin <= 1e-12);
    CHECK_NEAR(r.w->ledger.energy.residual, 0, 1e-4 * fastest * fastest);
    close_scene(&r);
}

// ------------------------------------------------------------------------------------------------------- sliders

static double sliders_error(const char *dt, const char *law, const char *shape) {
    char set[3][80];
    snprintf(set[0], sizeof set[0], "time.dt=%s", dt);
    const bool linear = strcmp(law, "linear") == 0; // the stiffness of the scene belongs to it
    snprintf(set[1], sizeof set[1], linear ? "contact.law=%s" : "contact={law: %s}", law);
    snprintf(set[2], sizeof set[2], "bodies.*.shape=%s", shape);
    const char *const sets[] = {set[0], set[1], set[2], "contact.geometry=sdf"};
    example r = open_scene("sliders.yaml", sets, 4);
    double deepest = 0;
    while (r.w->state.time < 0.8) {
        CHECK_OK(r.cx, abut_world_step(r.w));
        deepest = fmax(deepest, r.w->ledger.deepest);
    }
    CHECK(deepest > 0); // they met
    const double error = fmax(fabs(r.w->state.body.v[0].x - 3), fabs(r.w->state.body.v[1].x + 2)) / 5;
    print_message("sliders, %s, %s: %.2e\n", law, dt, error);
    close_scene(&r);
    return error;
}

// The contact takes 2.8 ms (linear) or 1.3 ms (Hertz with the oracle's stiffness).
TEST(sliders_on_a_rail_part_as_the_oracle_says_at_any_step) {
    static const char *const DT[] = {"0.05 ms", "0.3 ms", "1 ms", "2.8 ms", "5 ms", "10 ms"};
    for (size_t i = 0; i < sizeof DT / sizeof DT[0]; i++) {
        CHECK(sliders_error(DT[i], "linear", "{sphere: {radius: 10 cm}}") <= 1e-12);
        CHECK(sliders_error(DT[i], "hertz", "{sphere: {radius: 10 cm}}") <= 1e-12);
    }
    CHECK(sliders_error("1 ms", "linear", "{box: {size: [20 cm, 20 cm, 20 cm]}}") <= 1e-12);
}

// ---------------------------------------------------------------------------------------------- drift and bounces

// A point on a rod of 1 m, released from the horizontal, as the oracle of Baumgarte's method has it: the same equations
// and Runge-Kutta steps give the same drift.
TEST(baumgartes_drift_is_that_of_the_oracle) {
    static const struct {
        double rate, phi, x, y, energy;
    } CASE[] = {
        {0, -0.00003588296465051898551, 0.2749927704746792679, -0.9614089713838535469, 0.0004744840234267929240},
        {5, 8.721087620967830523e-8, 0.2750919006332284496, -0.9614180259532012666, 0.000001106168135364477134},
        {20, 0.000001200649687650639070, 0.2751550670407859673, -0.9614011079571085460, 0.00007215392518720233796},
        {100, 0.00004668448359302497246, 0.2759941370936797782, -0.9612078886781470552, -0.0001627676580821724330}};
    for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++) {
        used = 0;
        put("abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 10, dt: 10 ms, integrator: rk4}\n"
            "constraints: {drift: %s, rate: %g}\nmaterials: {lead: {}}\n"
            "bodies:\n  - {name: P, " MASS ", position: [1, 0, 0]}\n"
            "joints:\n  - {kind: distance, b: P, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n",
            CASE[i].rate > 0 ? "baumgarte" : "none", CASE[i].rate);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        const ab_world *w = f.scene->world;
        for (int k = 0; k < 1000; k++) CHECK_OK(f.cx, abut_world_step(f.scene->world));
        const v3 x = w->state.body.x[0];
        const double phi = 0.5 * (v3_norm2(x) - 1), energy = w->ledger.energy.kinetic + w->ledger.energy.potential;
        CHECK(from(x, CASE[i].x, CASE[i].y, 0) < 1e-11); // rounding, a thousand steps of it
        CHECK_NEAR(phi, CASE[i].phi, 1e-11);
        CHECK_NEAR(energy, CASE[i].energy, 1e-10);
        files_end(&f);
    }
}

// The same pendulum: what the reactions do on the drift is in the ledger, as is the decay of an error of 1 cm/s.
TEST(what_drift_gives_or_takes_is_lost_to_the_constraint) {
    static const char *const CASE[] = {"none", "baumgarte, rate: 5", "baumgarte, rate: 20",
                                       "baumgarte, alpha: 30, beta: 10", "baumgarte, alpha: 0, beta: 10"};
    for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++) {
        used = 0;
        put("abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 10, dt: 0.2 ms, integrator: rk4}\n"
            "constraints: {drift: %s}\nmaterials: {lead: {}}\n"
            "bodies:\n  - {name: P, " MASS ", position: [1, 0, 0]}\n"
            "joints:\n  - {kind: distance, b: P, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n",
            CASE[i]);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        ab_world *w = f.scene->world;
        CHECK_OK(f.cx, abut_world_step(w));
        w->state.body.v[0].x += 0.01; // along the rod
        CHECK_OK(f.cx, ab_evaluate(w, 0, 0));
        CHECK_OK(f.cx, ab_account_energy(w, 0));
        w->ledger.energy.initial += w->ledger.energy.residual;
        for (int k = 0; k < 5000; k++) CHECK_OK(f.cx, abut_world_step(w));
        print_message("drift %s: lost %.3e, residual %.3e J\n", CASE[i], w->ledger.energy.lost_constraint,
                      w->ledger.energy.residual);
        CHECK(fabs(w->ledger.energy.lost_constraint) > 1e-5);
        CHECK(fabs(w->ledger.energy.residual) <
              1e-3 * fabs(w->ledger.energy.lost_constraint)); // the trapezoidal rule: O(dt^2)
        files_end(&f);
    }
}

// The error of a joint that baumgarte pulls together obeys phi'' + 2 alpha phi' + beta^2 phi = 0.
TEST(alpha_and_beta_are_the_damping_and_the_frequency_of_the_error) {
    static const double CASE[][2] = {{10, 10}, {0, 20}, {40, 10}, {3, 20}};
    for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++) {
        const double a = CASE[i][0], b = CASE[i][1], t = 0.05, v = 1e-4;
        used = 0;
        put("abut: 1\ngravity: [0, 0, 0]\ntime: {end: 10, dt: 0.1 ms, integrator: rk4}\n"
            "constraints: {drift: baumgarte, rate: 1, alpha: %g, beta: %g}\nmaterials: {lead: {}}\n"
            "bodies:\n  - {name: P, " MASS ", position: [1, 0, 0]}\n"
            "joints:\n  - {kind: distance, b: P, at_a: [0, 0, 0], at_b: [0, 0, 0]}\n",
            a, b);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        ab_world *w = f.scene->world;
        CHECK_OK(f.cx, ab_step_start(w));
        w->state.body.v[0].x = v;
        CHECK_OK(f.cx, ab_evaluate(w, 0, 0));
        for (int k = 0; k < 500; k++) CHECK_OK(f.cx, abut_world_step(w));
        const double d = b * b - a * a, root = sqrt(fabs(d));
        const double shape = d == 0 ? t : d > 0 ? sin(root * t) / root : sinh(root * t) / root;
        CHECK_NEAR(w->state.body.x[0].x - 1, v * exp(-a * t) * shape, 1e-9); // phi is quadratic in 5e-6 m
        files_end(&f);
    }
}

// A mass flies against a stop with 1 m/s, steps of z/omega: with which speed it comes out.
TEST(bounces_come_back_as_fast_as_each_method_makes_them) {
    static const struct {
        const char *integrator;
        double z, e;
        int steps;
    } CASE[] = {{"explicit_euler", 0.01, 1.015838873623308191, 315},
                {"symplectic_euler", 0.01, 1.000006650425381384, 315},
                {"implicit_euler", 0.01, 0.9844219572621166838, 315},
                {"explicit_euler", 0.1, 1.171239085877145112, 32},
                {"symplectic_euler", 0.1, 1.001205037758462302, 32},
                {"implicit_euler", 0.1, 0.8559222888717075601, 32},
                {"explicit_euler", 1, 4, 4},
                {"symplectic_euler", 1, 1, 3},
                {"implicit_euler", 1, 0.25, 4}};
    for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++) {
        used = 0;
        put("abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1000, dt: 1, integrator: %s, allow_large_dt: true}\n"
            "materials: {lead: {}}\nbodies:\n  - {name: P, " MASS ", velocity: [-1, 0, 0]}\n"
            "forces:\n  - {kind: stop, along: travel, b: P, axis: [1, 0, 0], low: 0, high: 1e9, stiffness: "
            "%.17g}\n",
            CASE[i].integrator, CASE[i].z * CASE[i].z);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        const ab_world *w = f.scene->world;
        int steps = 0;
        do {
            CHECK_OK(f.cx, abut_world_step(f.scene->world));
            steps++;
        } while (!(w->state.body.x[0].x >= -1e-12 && w->state.body.v[0].x > 0) && steps < 400);
        assert_int_equal(CASE[i].steps, steps);
        CHECK_NEAR(w->state.body.v[0].x / CASE[i].e, 1, 1e-10); // Newton's tolerance, 315 times
        files_end(&f);
    }
}

int main(int argc, char **argv) {
    all = argc > 1 && strcmp(argv[1], "all") == 0;
    const struct CMUnitTest claims[] = {
        CLAIM(A01_the_pendulum_follows_the_elliptic_functions),
        CLAIM(the_double_pendulum_of_points_reaches_the_oracle),
        CLAIM(A02_four_bars_in_a_row_pass_their_singular_positions),
        CLAIM(A03_andrews_squeezer_turns_as_the_oracle_says),
        CLAIM(A04_bricards_point_follows_the_oracle_for_ten_seconds),
        CLAIM(chains_fall_as_the_oracle_says),
        CLAIM(chain_converges_with_order_four),
        CLAIM(dzhanibekovs_body_turns_over_as_the_oracle_says),
        CLAIM(the_universal_joint_turns_unevenly_as_cardan_found),
        CLAIM(the_wheel_is_pulled_by_two_thirds_of_the_force),
        CLAIM(balls_cylinders_and_hoops_roll_down_as_their_inertia_says),
        CLAIM(a_sliding_ball_begins_to_roll_where_the_oracle_says),
        CLAIM(the_top_precesses_at_its_rate),
        CLAIM(the_disc_rolls_around_its_circle),
        CLAIM(the_last_ball_of_the_cradle_takes_all_of_the_speed),
        CLAIM(sliders_on_a_rail_part_as_the_oracle_says_at_any_step),
        CLAIM(baumgartes_drift_is_that_of_the_oracle),
        CLAIM(what_drift_gives_or_takes_is_lost_to_the_constraint),
        CLAIM(alpha_and_beta_are_the_damping_and_the_frequency_of_the_error),
        CLAIM(bounces_come_back_as_fast_as_each_method_makes_them),
        CLAIM(A05_the_governor_stays_on_the_oracles_curve),
    };
    return cmocka_run_group_tests(claims, NULL, NULL);
}
