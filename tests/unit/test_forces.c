// Every force element of the table: its power is what it stores, loses and puts in, and it leaves the momentum of the
// pair alone.
#include "claim.h"
#include "joint/force.h"
#include "math/random.h"

typedef struct motion { // of one body
    ab_pose pose;
    v3 v, w;
} motion;

typedef struct sample {
    ab_force force;
    motion a, b;
} sample;

static double pick(ab_random *r, double low, double high) { return ab_random_between(r, low, high); }
static v3 pick_v3(ab_random *r) { return ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1)); }
static v3 pick_positive(ab_random *r) { return ab_random_in_box(r, v3_make(1, 1, 1), v3_make(2, 2, 2)); }

static ab_pose pick_pose(ab_random *r) {
    const v3 x = pick_v3(r);
    return (ab_pose){x, ab_random_rotation(r)};
}

static motion pick_motion(ab_random *r) {
    motion m = {.pose = pick_pose(r)};
    m.v = pick_v3(r);
    m.w = pick_v3(r);
    return m;
}

enum { POINTS = 5 };
static const double KNOTS[POINTS] = {-1.3, -0.4, 0.2, 0.9, 2.1}, VALUES[POINTS] = {3, 1, -0.5, -2, 1.5};

// A^T A of a random A: symmetric, without negative eigenvalues.
static void pick_matrix(ab_random *r, double *k) {
    double a[36];
    for (int i = 0; i < 36; i++) a[i] = pick(r, -1, 1);
    for (int i = 0; i < 36; i++) {
        k[i] = 0;
        for (int j = 0; j < 6; j++) k[i] += a[6 * j + i / 6] * a[6 * j + i % 6];
    }
}

static sample pick_sample(ab_random *r, const ab_force_type *type, ab_coordinate along) {
    sample s = {.a = pick_motion(r), .b = pick_motion(r)};
    s.force = (ab_force){.type = type, .along = along};
    s.force.frame_a = pick_pose(r);
    s.force.frame_b = pick_pose(r);
    s.force.stiffness = pick(r, 1, 3);
    s.force.damping = pick(r, 0.1, 0.5);
    s.force.rest = pick(r, 0, 2);
    s.force.low = pick(r, -0.5, 0);
    s.force.high = pick(r, 0, 0.5);
    s.force.speed = pick(r, 0.2, 1);
    s.force.effort = pick(r, -1, 1);
    s.force.max = pick(r, 1, 2);
    s.force.stiff_shift = pick_positive(r);
    s.force.stiff_turn = pick_positive(r);
    s.force.damp_shift = pick_positive(r);
    s.force.damp_turn = pick_positive(r);
    s.force.argument = (ab_table_argument)(ab_random_u64(r) % AB_TABLE_ARGUMENTS);
    s.force.knot = KNOTS;
    s.force.value = VALUES;
    s.force.points = POINTS;
    pick_matrix(r, s.force.stiff_matrix);
    pick_matrix(r, s.force.damp_matrix);
    return s;
}

static motion moved(const motion *m, double t) {
    motion then = *m;
    then.pose.x = v3_add_scaled(m->pose.x, t, m->v);
    then.pose.q = quat_unit(quat_mul(quat_from_turn(v3_scale(t, m->w)), m->pose.q));
    return then;
}

static ab_force_action act_at(const sample *s, double t) {
    const motion a = moved(&s->a, t), b = moved(&s->b, t);
    const ab_joint_frame grip_a = ab_joint_frame_of(a.pose, a.v, a.w, s->force.frame_a);
    const ab_joint_frame grip_b = ab_joint_frame_of(b.pose, b.v, b.w, s->force.frame_b);
    return ab_force_act(&s->force, &grip_a, &grip_b, 0);
}

enum { SAMPLES = 200 };
#define H 1e-5 // s

static double speed_along(const sample *s, const ab_force_action *act) {
    const ab_row *r = &act->along;
    return v3_dot(r->va, s->a.v) + v3_dot(r->wa, s->a.w) + v3_dot(r->vb, s->b.v) + v3_dot(r->wb, s->b.w);
}

static void check_power(const sample *s) {
    const ab_force_action now = act_at(s, 0);
    const double power =
        v3_dot(now.va, s->a.v) + v3_dot(now.wa, s->a.w) + v3_dot(now.vb, s->b.v) + v3_dot(now.wb, s->b.w);
    const double storing = (act_at(s, H).effort.stored - act_at(s, -H).effort.stored) / (2 * H);
    const ab_effort *e = &now.effort;
    const double balance = power + storing + speed_along(s, &now) * (e->damping + e->friction - e->work);
    const double size = v3_norm(now.wa) + v3_norm(now.wb);
    CHECK_NEAR(balance, 0, 1e-7 * (1 + size)); // H^2 and 1e-16/H; a stop has a kink, where it is H
}

static void check_balance(const sample *s) {
    const ab_force_action now = act_at(s, 0);
    CHECK_NEAR(v3_norm(v3_add(now.va, now.vb)), 0, 1e-14);
    const v3 torque =
        v3_add(v3_add(now.wa, v3_cross(s->a.pose.x, now.va)), v3_add(now.wb, v3_cross(s->b.pose.x, now.vb)));
    CHECK_NEAR(v3_norm(torque), 0, 1e-12 * (1 + v3_norm(now.wa)));
    const double speed = speed_along(s, &now);
    CHECK(now.effort.damping * speed >= 0 && now.effort.friction * speed >= 0);
}

// Near a singularity of the angle its gradient is large, and central differences tell little.
static bool tame(const sample *s) { return v3_norm(act_at(s, 0).wa) < 30; }

static void check_all(void (*check)(const sample *)) {
    ab_random r = ab_random_start(11, 0);
    for (int k = 0; k < ab_force_type_count; k++)
        for (int c = 0; c < AB_COORDINATES; c++)
            for (int i = 0; i < SAMPLES; i++) {
                const sample s = pick_sample(&r, ab_force_types[k], (ab_coordinate)c);
                if (tame(&s)) check(&s);
            }
}

TEST(power_is_what_is_stored_lost_and_put_in) { check_all(check_power); }
TEST(forces_on_the_pair_cancel_and_nothing_is_won_from_damping) { check_all(check_balance); }

TEST(a_stop_is_silent_between_its_limits_and_never_pulls) {
    const ab_force_type *stop = ab_force_type_find("stop");
    const ab_force f = {.type = stop, .low = -1, .high = 2, .stiffness = 10, .damping = 5};
    for (int i = -40; i <= 40; i++)
        for (int j = -20; j <= 20; j++) {
            ab_effort e = {0};
            stop->act(&f, 0.1 * i, j, 0, &e);
            if (0.1 * i >= -1 && 0.1 * i <= 2) CHECK(e.effort == 0 && e.stored == 0);
            if (0.1 * i < -1) CHECK(e.effort >= 0);
            if (0.1 * i > 2) CHECK(e.effort <= 0);
        }
}

TEST(a_motor_never_gives_more_than_its_limit) {
    const ab_force_type *motor = ab_force_type_find("motor");
    const ab_force f = {.type = motor, .stiffness = 100, .damping = 10, .rest = 1, .speed = 2, .max = 3};
    for (int i = -100; i <= 100; i++) {
        ab_effort e = {0};
        motor->act(&f, 0.1 * i, 0.3 * i, 0.5, &e);
        CHECK(fabs(e.effort) <= 3);
    }
}

TEST(a_table_is_straight_between_its_points_and_constant_beyond) {
    const ab_force_type *table = ab_force_type_find("table");
    static const double AT[][2] = {{-5, 3}, {-1.3, 3}, {-0.85, 2}, {0.2, -0.5}, {0.55, -1.25}, {2.1, 1.5}, {9, 1.5}};
    for (int k = 0; k < AB_TABLE_ARGUMENTS; k++) {
        const ab_force f = {
            .type = table, .knot = KNOTS, .value = VALUES, .points = POINTS, .argument = (ab_table_argument)k};
        for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
            const double x = AT[i][0];
            ab_effort e = {0};
            table->act(&f, k == AB_TABLE_COORDINATE ? x : 77, k == AB_TABLE_SPEED ? x : 0, k == AB_TABLE_TIME ? x : 77,
                       &e);
            CHECK_NEAR(e.effort, AT[i][1], 1e-14);
        }
    }
}

// For small turns the matrix is that of the six springs: force and torque are -K u to first order.
TEST(a_matrix_bushing_couples_shifts_and_turns) {
    ab_random r = ab_random_start(12, 0);
    sample s = pick_sample(&r, ab_force_type_find("matrix_bushing"), AB_ALONG_DISTANCE);
    s.force.frame_a = s.force.frame_b = (ab_pose){{0, 0, 0}, {1, 0, 0, 0}};
    const double e = 1e-6, u[6] = {1, -2, 3, -1, 2, 0.5};
    s.a = (motion){.pose = {{0, 0, 0}, {1, 0, 0, 0}}};
    s.b = (motion){
        .pose = {v3_make(e * u[0], e * u[1], e * u[2]), quat_from_turn(v3_make(e * u[3], e * u[4], e * u[5]))}};
    const ab_force_action now = act_at(&s, 0);
    for (int i = 0; i < 6; i++) {
        double expected = 0;
        for (int j = 0; j < 6; j++) expected -= s.force.stiff_matrix[6 * i + j] * u[j];
        CHECK_NEAR((i < 3 ? v3_at(now.vb, i) : v3_at(now.wb, i - 3)) / e, expected, 1e-4); // O(e)
    }
}

TEST(impossible_numbers_are_refused_with_a_reason) {
    const ab_force bad[] = {
        {.type = ab_force_type_find("spring"), .rest = -1},
        {.type = ab_force_type_find("spring"), .stiffness = -1},
        {.type = ab_force_type_find("stop"), .low = 1, .high = 0, .stiffness = 1},
        {.type = ab_force_type_find("stop"), .high = 1},
        {.type = ab_force_type_find("motor")},
        {.type = ab_force_type_find("friction"), .max = 1},
        {.type = ab_force_type_find("bushing"), .stiff_turn = {-1, 0, 0}},
        {.type = ab_force_type_find("table"), .knot = KNOTS, .value = VALUES, .points = 1},
        {.type = ab_force_type_find("table"), .knot = VALUES, .value = KNOTS, .points = POINTS},
        {.type = ab_force_type_find("table"), .knot = KNOTS, .value = VALUES, .points = POINTS, .damping = -1},
        {.type = ab_force_type_find("matrix_bushing"), .stiff_matrix = {1, 2, 0, 0, 0, 0, 3}},
        {.type = ab_force_type_find("matrix_bushing"), .damp_matrix = {1, 2, 0, 0, 0, 0, 2, 1}},
        {.type = ab_force_type_find("matrix_bushing"), .stiff_matrix = {0, 2, 0, 0, 0, 0, 2, 1}},
        {.type = ab_force_type_find("matrix_bushing"), .stiff_matrix = {[0] = 1e9, [35] = -1e-6}}, // N/m, N m/rad
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) CHECK(bad[i].type->check(&bad[i]) != NULL);
}

CLAIMS(CLAIM(power_is_what_is_stored_lost_and_put_in), CLAIM(forces_on_the_pair_cancel_and_nothing_is_won_from_damping),
       CLAIM(a_stop_is_silent_between_its_limits_and_never_pulls), CLAIM(a_motor_never_gives_more_than_its_limit),
       CLAIM(a_table_is_straight_between_its_points_and_constant_beyond),
       CLAIM(a_matrix_bushing_couples_shifts_and_turns), CLAIM(impossible_numbers_are_refused_with_a_reason))
