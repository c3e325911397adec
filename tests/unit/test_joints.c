// Every joint of the table: its values, rows and acceleration terms against finite differences along random motions.
#include "claim.h"
#include "joint/joint.h"
#include "math/random.h"

typedef struct motion { // of one body: position, velocity and acceleration at time 0
    ab_pose pose;
    v3 v, w, a, turn;
} motion;

static double pick(ab_random *r) { return 2 * ab_random_unit(r) - 1; }
static v3 pick_v3(ab_random *r) { return ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1)); }

static motion pick_motion(ab_random *r) {
    return (motion){{pick_v3(r), ab_random_rotation(r)}, pick_v3(r), pick_v3(r), pick_v3(r), pick_v3(r)};
}

// The body at time t, exact to second order in t.
static motion moved(const motion *m, double t) {
    motion then = *m;
    then.pose.x = v3_add_scaled(v3_add_scaled(m->pose.x, t, m->v), 0.5 * t * t, m->a);
    const v3 turn = v3_add_scaled(v3_scale(t, m->w), 0.5 * t * t, m->turn);
    then.pose.q = quat_unit(quat_mul(quat_from_turn(turn), m->pose.q));
    then.v = v3_add_scaled(m->v, t, m->a);
    then.w = v3_add_scaled(m->w, t, m->turn);
    return then;
}

typedef struct sample {
    ab_joint joint;
    motion a, b;
} sample;

static void write_at(const sample *s, double t, ab_row *row) {
    const motion a = moved(&s->a, t), b = moved(&s->b, t);
    const ab_joint_frame grip_a = ab_joint_frame_of(a.pose, a.v, a.w, s->joint.frame_a);
    const ab_joint_frame grip_b = ab_joint_frame_of(b.pose, b.v, b.w, s->joint.frame_b);
    s->joint.type->write(&s->joint, &grip_a, &grip_b, t, row);
}

static double times(const ab_row *row, v3 va, v3 wa, v3 vb, v3 wb) {
    return v3_dot(row->va, va) + v3_dot(row->wa, wa) + v3_dot(row->vb, vb) + v3_dot(row->wb, wb);
}

static double speed_at(const sample *s, const ab_row *row, double t) {
    const motion a = moved(&s->a, t), b = moved(&s->b, t);
    return times(row, a.v, a.w, b.v, b.w) + row->rate;
}

static sample pick_sample(ab_random *r, const ab_joint_type *type) {
    sample s = {.a = pick_motion(r), .b = pick_motion(r)};
    s.joint = (ab_joint){.type = type,
                         .frame_a = {pick_v3(r), ab_random_rotation(r)},
                         .frame_b = {pick_v3(r), ab_random_rotation(r)},
                         .start = pick(r),
                         .rest_a = ab_random_rotation(r),
                         .rest_b = ab_random_rotation(r)};
    for (int i = 0; i < type->parameters.count; i++)
        s.joint.value[i] = type->parameters.item[i].low < 0 ? pick(r) : 1.5 + pick(r);
    return s;
}

enum { SAMPLES = 200 };
#define H 1e-4 // s: central differences err by H^2 times a third derivative, round-off by 1e-16/H

// Near a singularity of the angle or of the disc's lowest point the third derivatives are large: such samples say
// nothing.
static bool tame(const ab_row *row, int n) {
    for (int i = 0; i < n; i++)
        if (!(v3_norm(row[i].wa) < 10 && v3_norm(row[i].wb) < 10 && fabs(row[i].gamma) < 50)) return false;
    return true;
}

static void check_sample(const sample *s) {
    ab_row before[AB_JOINT_ROWS], now[AB_JOINT_ROWS], after[AB_JOINT_ROWS];
    write_at(s, 0, now);
    if (!tame(now, s->joint.type->rows)) return;
    write_at(s, -H, before);
    write_at(s, H, after);
    for (int i = 0; i < s->joint.type->rows; i++) {
        const double slope = (after[i].value - before[i].value) / (2 * H);
        if (!(s->joint.type->rolling >> i & 1)) CHECK_NEAR(speed_at(s, &now[i], 0), slope, 1e-5);
        const double second = (speed_at(s, &after[i], H) - speed_at(s, &before[i], -H)) / (2 * H);
        const double expected = times(&now[i], s->a.a, s->a.turn, s->b.a, s->b.turn) - now[i].gamma;
        CHECK_NEAR(expected, second, 1e-4);
    }
}

TEST(rows_and_accelerations_of_every_joint_are_derivatives_of_its_values) {
    ab_random r = ab_random_start(4, 0);
    for (int k = 0; k < ab_joint_type_count; k++)
        for (int i = 0; i < SAMPLES; i++) {
            const sample s = pick_sample(&r, ab_joint_types[k]);
            check_sample(&s);
        }
}

// What a joint does to the two bodies together is nothing: a rigid motion of both leaves all its rows at rest. (Where
// the points are apart, the rows of a common point turn with the distance; they are joined here.)
TEST(no_joint_but_gears_and_drives_resists_a_rigid_motion_of_both_bodies) {
    ab_random r = ab_random_start(5, 0);
    for (int k = 0; k < ab_joint_type_count; k++) {
        const char *name = ab_joint_types[k]->name;
        if (strcmp(name, "gear") == 0 || strncmp(name, "prescribed", 10) == 0)
            continue; // count against the ground, move alone
        for (int i = 0; i < SAMPLES; i++) {
            sample s = pick_sample(&r, ab_joint_types[k]);
            const v3 joined = pose_apply(s.a.pose, s.joint.frame_a.x);
            s.b.pose.x = v3_sub(joined, quat_rotate(s.b.pose.q, s.joint.frame_b.x));
            s.a.w = s.b.w = pick_v3(&r);
            s.a.v = v3_cross(s.a.w, s.a.pose.x);
            s.b.v = v3_cross(s.b.w, s.b.pose.x);
            ab_row row[AB_JOINT_ROWS];
            write_at(&s, 0, row);
            if (!tame(row, s.joint.type->rows)) continue;
            for (int j = 0; j < s.joint.type->rows; j++) CHECK_NEAR(speed_at(&s, &row[j], 0), 0, 1e-12); // round-off
        }
    }
}

TEST(frames_that_coincide_satisfy_every_joint_that_joins_frames) {
    static const char *const NAMES[] = {"fixed",  "revolute", "prismatic", "cylindrical", "spherical",
                                        "planar", "inline",   "screw",     "universal"};
    ab_random r = ab_random_start(6, 0);
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0]; k++) {
        const sample s = pick_sample(&r, ab_joint_type_find(NAMES[k]));
        ab_row row[AB_JOINT_ROWS];
        const ab_joint_frame frame = ab_joint_frame_of(s.a.pose, s.a.v, s.a.w, s.joint.frame_a);
        s.joint.type->write(&s.joint, &frame, &frame, 0, row);
        for (int j = 0; j < s.joint.type->rows; j++) CHECK_NEAR(row[j].value, 0, 1e-15);
    }
}

TEST(angles_are_counted_beyond_a_turn) {
    const ab_joint_frame ground = ab_joint_frame_of(pose_identity(), v3_zero(), v3_zero(), pose_identity());
    double angle = 0;
    for (int i = 1; i <= 100; i++) {
        const ab_pose turned = {{0, 0, 0}, quat_from_turn(v3_make(0, 0, 0.3 * i))};
        const ab_joint_frame b = ab_joint_frame_of(turned, v3_zero(), v3_zero(), pose_identity());
        angle = ab_angle_near(&ground, &b, angle);
        CHECK_NEAR(angle, 0.3 * i, 1e-13);
    }
}

// How b's frame lies in a's, and moves there: what a joint with these coordinates allows.
typedef struct relative {
    ab_pose pose;
    v3 v, w; // in the axes of a's frame
} relative;

static relative about_z(const double *q, const double *rate) { // angle
    return (relative){{v3_zero(), quat_from_turn(v3_make(0, 0, q[0]))}, v3_zero(), v3_make(0, 0, rate[0])};
}
static relative along_z(const double *q, const double *rate) { // travel
    return (relative){{v3_make(0, 0, q[0]), quat_identity()}, v3_make(0, 0, rate[0]), v3_zero()};
}
static relative screwed(const double *q, const double *rate) { // angle, travel
    return (relative){
        {v3_make(0, 0, q[1]), quat_from_turn(v3_make(0, 0, q[0]))}, v3_make(0, 0, rate[1]), v3_make(0, 0, rate[0])};
}
static relative in_plane(const double *q, const double *rate) { // x, y, angle
    return (relative){{v3_make(q[0], q[1], 0), quat_from_turn(v3_make(0, 0, q[2]))},
                      v3_make(rate[0], rate[1], 0),
                      v3_make(0, 0, rate[2])};
}
static relative crossed(const double *q, const double *rate) { // angles about a's x axis, then b's y axis
    const quat first = quat_from_turn(v3_make(q[0], 0, 0)), second = quat_from_turn(v3_make(0, q[1], 0));
    return (relative){{v3_zero(), quat_mul(first, second)},
                      v3_zero(),
                      v3_add(v3_make(rate[0], 0, 0), v3_scale(rate[1], quat_rotate(first, v3_make(0, 1, 0))))};
}

static const struct {
    const char *kind;
    int count;
    relative (*place)(const double *q, const double *rate);
} COORDINATES[] = {{"revolute", 1, about_z},  {"prescribed_angle", 1, about_z},
                   {"prismatic", 1, along_z}, {"prescribed_travel", 1, along_z},
                   {"inline", 1, along_z},    {"cylindrical", 2, screwed},
                   {"screw", 2, screwed},     {"planar", 3, in_plane},
                   {"universal", 2, crossed}};

TEST(joints_measure_the_coordinates_by_which_a_frame_was_moved) {
    ab_random r = ab_random_start(7, 0);
    for (size_t k = 0; k < sizeof COORDINATES / sizeof COORDINATES[0]; k++)
        for (int i = 0; i < SAMPLES; i++) {
            const ab_joint joint = {.type = ab_joint_type_find(COORDINATES[k].kind)};
            const double q[3] = {pick(&r), pick(&r), pick(&r)}, rate[3] = {pick(&r), pick(&r), pick(&r)};
            const motion m = pick_motion(&r);
            const ab_joint_frame a = ab_joint_frame_of(m.pose, m.v, m.w, pose_identity());
            const relative there = COORDINATES[k].place(q, rate);
            const ab_pose pose = pose_mul(m.pose, there.pose);
            const v3 carried = v3_add(m.v, v3_cross(m.w, v3_sub(pose.x, m.pose.x)));
            const ab_joint_frame b = ab_joint_frame_of(pose, v3_add(carried, quat_rotate(m.pose.q, there.v)),
                                                       v3_add(m.w, quat_rotate(m.pose.q, there.w)), pose_identity());
            ab_joint_coordinate c[AB_JOINT_COORDINATES];
            assert_int_equal(COORDINATES[k].count, joint.type->coordinates->count);
            joint.type->coordinates->measure(&joint, &a, &b, c);
            for (int j = 0; j < COORDINATES[k].count; j++) {
                CHECK_NEAR(c[j].value, q[j], 1e-14); // a dozen roundings of numbers of 1
                CHECK_NEAR(c[j].rate, rate[j], 1e-14);
            }
        }
}

TEST(no_joint_has_the_name_of_another_or_too_many_rows) {
    for (int k = 0; k < ab_joint_type_count; k++) {
        CHECK(ab_joint_type_find(ab_joint_types[k]->name) == ab_joint_types[k]);
        CHECK(ab_joint_types[k]->rows >= 1 && ab_joint_types[k]->rows <= AB_JOINT_ROWS);
    }
    CHECK(ab_joint_type_find("glue") == NULL);
}

CLAIMS(CLAIM(rows_and_accelerations_of_every_joint_are_derivatives_of_its_values),
       CLAIM(no_joint_but_gears_and_drives_resists_a_rigid_motion_of_both_bodies),
       CLAIM(frames_that_coincide_satisfy_every_joint_that_joins_frames), CLAIM(angles_are_counted_beyond_a_turn),
       CLAIM(joints_measure_the_coordinates_by_which_a_frame_was_moved),
       CLAIM(no_joint_has_the_name_of_another_or_too_many_rows))
