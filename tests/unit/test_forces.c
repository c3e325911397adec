// Every force element of the table: its power is what it stores, loses and puts in, and it leaves the momentum of the
// pair alone.
#include "worlds.h"

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

static const char *const POINT_LISTS[2][3] = {{"at_lengths", "at_speeds", "at_times"},
                                              {"at_angles", "at_speeds", "at_times"}};
static double vectors[4][3], matrices[2][36]; // of the present sample

// Sets a parameter if the type has it.
static void set(ab_force *f, const char *name, double value) {
    const int i = ab_parameter_find(ab_force_parameters(f->type, f->along), name);
    if (i >= 0) f->value[i] = value;
}

static void set_list(ab_force *f, const char *name, const double *item, int64_t n) {
    const int i = ab_parameter_find(ab_force_parameters(f->type, f->along), name);
    if (i >= 0) f->list[i] = (ab_numbers){item, n};
}

static sample pick_sample(ab_random *r, const ab_force_type *type, ab_coordinate along) {
    sample s = {.a = pick_motion(r), .b = pick_motion(r)};
    s.force = (ab_force){.type = type, .along = along};
    s.force.frame_a = pick_pose(r);
    s.force.frame_b = pick_pose(r);
    set(&s.force, "stiffness", pick(r, 1, 3));
    set(&s.force, "damping", pick(r, 0.1, 0.5));
    set(&s.force, along == AB_ALONG_ANGLE ? "angle" : "length", pick(r, 0, 2));
    set(&s.force, "low", pick(r, -0.5, 0));
    set(&s.force, "high", pick(r, 0, 0.5));
    set(&s.force, "speed", pick(r, 0.2, 1));
    set(&s.force, along == AB_ALONG_ANGLE ? "torque" : "force", pick(r, -1, 1));
    set(&s.force, along == AB_ALONG_ANGLE ? "max_torque" : "max_force", pick(r, 1, 2));
    set_list(&s.force, POINT_LISTS[along == AB_ALONG_ANGLE][ab_random_u64(r) % 3], KNOTS, POINTS);
    set_list(&s.force, "values", VALUES, POINTS);
    static const char *const VECTORS[] = {"shift_stiffness", "shift_damping", "turn_stiffness", "turn_damping"};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) vectors[i][k] = pick(r, 1, 2);
        set_list(&s.force, VECTORS[i], vectors[i], 3);
    }
    pick_matrix(r, matrices[0]);
    pick_matrix(r, matrices[1]);
    set_list(&s.force, "stiffness_matrix", matrices[0], 36);
    set_list(&s.force, "damping_matrix", matrices[1], 36);
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
    ab_force f = {.type = stop};
    set(&f, "low", -1);
    set(&f, "high", 2);
    set(&f, "stiffness", 10);
    set(&f, "damping", 5);
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
    ab_force f = {.type = motor};
    set(&f, "stiffness", 100);
    set(&f, "damping", 10);
    set(&f, "length", 1);
    set(&f, "speed", 2);
    set(&f, "max_force", 3);
    for (int i = -100; i <= 100; i++) {
        ab_effort e = {0};
        motor->act(&f, 0.1 * i, 0.3 * i, 0.5, &e);
        CHECK(fabs(e.effort) <= 3);
    }
}

TEST(a_table_is_straight_between_its_points_and_constant_beyond) {
    const ab_force_type *table = ab_force_type_find("table");
    static const double AT[][2] = {{-5, 3}, {-1.3, 3}, {-0.85, 2}, {0.2, -0.5}, {0.55, -1.25}, {2.1, 1.5}, {9, 1.5}};
    for (int k = 0; k < 3; k++) {
        ab_force f = {.type = table};
        set_list(&f, POINT_LISTS[0][k], KNOTS, POINTS);
        set_list(&f, "values", VALUES, POINTS);
        for (size_t i = 0; i < sizeof AT / sizeof AT[0]; i++) {
            const double x = AT[i][0];
            ab_effort e = {0};
            table->act(&f, k == 0 ? x : 77, k == 1 ? x : 0, k == 2 ? x : 77, &e);
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
        for (int j = 0; j < 6; j++) expected -= matrices[0][6 * i + j] * u[j];
        CHECK_NEAR((i < 3 ? v3_at(now.vb, i) : v3_at(now.wb, i - 3)) / e, expected, 1e-4); // O(e)
    }
}

// Adds an element of the kind between the ground and a ball; returns the message of the refusal.
static const char *refuse(test_world *t, const char *kind, const abut_parameter *p, int32_t count,
                          const abut_list_parameter *lists, int32_t list_count) {
    abut_force_def def = abut_force_default();
    def.kind = kind;
    def.b = add_ball(t, 0.1, (abut_v3){1, 0, 0}, (abut_v3){0, 0, 0});
    def.parameters = p;
    def.parameter_count = count;
    def.lists = lists;
    def.list_count = list_count;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_add(t->w, &def, NULL));
    return abut_context_message(t->cx);
}

TEST(impossible_numbers_are_refused_with_a_reason) {
    static const struct {
        const char *kind;
        abut_parameter p[3];
        const char *reason;
    } BAD[] = {
        {"spring", {{"length", -1}}, "negative"},
        {"spring", {{"stiffness", -1}}, "'stiffness' must be at least 0 N/m, not -1"},
        {"spring", {{"stiffness", NAN}}, "'stiffness' must be at least 0 N/m, not nan"},
        {"spring", {{"pitch", 1}}, "it has stiffness, damping, length, force"},
        {"spring", {{"angle", 1}}, "it has stiffness, damping, length, force"}, // it acts along a length
        {"stop", {{"low", 1}, {"high", 0}, {"stiffness", 1}}, "lower stop"},
        {"stop", {{"high", 1}}, "needs 'stiffness'"},
        {"motor", {{"speed", 1}}, "needs 'max_force'"},
        {"friction", {{"max_force", 1}}, "needs 'speed'"},
        {"table", {{"damping", -1}}, "'damping' must be at least 0 N s/m, not -1"},
        {"table", {{"values", 1}}, "list of numbers"},
    };
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        int32_t n = 0;
        while (n < 3 && BAD[i].p[n].name) n++;
        const char *message = refuse(&t, BAD[i].kind, BAD[i].p, n, NULL, 0);
        if (!strstr(message, BAD[i].reason)) fail_msg("'%s' lacks '%s'", message, BAD[i].reason);
    }
    close_world(&t);
}

TEST(impossible_lists_are_refused_with_a_reason) {
    static const double DOWN[3] = {-1, 0, 0}, SKEW[36] = {1, 2, 0, 0, 0, 0, 3}, SMALL[36] = {1, 2, 0, 0, 0, 0, 2, 1},
                        HOLLOW[36] = {0, 2, 0, 0, 0, 0, 2, 1}, NEGATIVE[36] = {[0] = 1e9, [35] = -1e-6}; // N/m, N m/rad
    static const struct {
        const char *kind;
        abut_list_parameter list[2];
        const char *reason;
    } BAD[] = {
        {"bushing", {{"turn_stiffness", DOWN, 3}}, "'turn_stiffness' must be at least 0 N m/rad, not -1"},
        {"bushing", {{"turn_stiffness", KNOTS, 2}}, "wrong number of values"},
        {"bushing", {{"stiffness_matrix", SMALL, 36}}, "has no parameter 'stiffness_matrix'"},
        {"spring", {{"stiffness", KNOTS, 1}}, "stiffness is one number"},
        {"table", {{"at_lengths", KNOTS, 1}, {"values", VALUES, 1}}, "two points"},
        {"table", {{"at_lengths", KNOTS, 3}, {"values", VALUES, 2}}, "a value for each"},
        {"table", {{"at_lengths", VALUES, POINTS}, {"values", KNOTS, POINTS}}, "ascend"},
        {"matrix_bushing", {{"stiffness_matrix", SKEW, 36}}, "symmetric"},
        {"matrix_bushing", {{"damping_matrix", SMALL, 36}}, "eigenvalues"},
        {"matrix_bushing", {{"stiffness_matrix", HOLLOW, 36}}, "eigenvalues"},
        {"matrix_bushing", {{"stiffness_matrix", NEGATIVE, 36}}, "eigenvalues"},
    };
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const char *message = refuse(&t, BAD[i].kind, NULL, 0, BAD[i].list, BAD[i].list[1].name ? 2 : 1);
        if (!strstr(message, BAD[i].reason)) fail_msg("'%s' lacks '%s'", message, BAD[i].reason);
    }
    close_world(&t);
}

CLAIMS(CLAIM(power_is_what_is_stored_lost_and_put_in), CLAIM(forces_on_the_pair_cancel_and_nothing_is_won_from_damping),
       CLAIM(a_stop_is_silent_between_its_limits_and_never_pulls), CLAIM(a_motor_never_gives_more_than_its_limit),
       CLAIM(a_table_is_straight_between_its_points_and_constant_beyond),
       CLAIM(a_matrix_bushing_couples_shifts_and_turns), CLAIM(impossible_numbers_are_refused_with_a_reason),
       CLAIM(impossible_lists_are_refused_with_a_reason))
