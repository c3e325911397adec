// Long steps while nothing can touch: they miss no contact, change nothing else, and are the same however a run is
// interrupted.
#include "parameters.h"
#include "mechanisms.h"

#include "scratch.h"
#include "base/io.h"
#include "world/snapshot.h"

#define TICKS 16

// Balls, boxes and an ellipsoid thrown into a corner of three planes.
static test_world throw_things(int threads, double free_dt) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 2e4);
    def.dt = 1e-4;
    def.free_dt = free_dt;
    def.resolution = 16;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(threads, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_floor(&t, (abut_v3){-0.5, 0, 0}, (abut_v3){1, 0, 0});
    add_floor(&t, (abut_v3){0, -0.5, 0}, (abut_v3){0, 1, 0.2});
    int32_t shape[3];
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.06, &shape[0]));
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.06, 0.14}, &shape[1]));
    CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){0.04, 0.09, 0.05}, &shape[2]));
    for (int i = 0; i < 6; i++) {
        abut_body_def body = abut_body_default();
        body.name = "thing";
        body.number = i;
        body.shape = shape[i % 3];
        body.material = t.material;
        body.position = (abut_v3){0.25 * (i % 2), 0.22 * (i / 2), 0.4 + 0.2 * (i % 2)};
        body.velocity = (abut_v3){-1 + 0.4 * i, -2 + 0.3 * i, 0.5 - 0.3 * i};
        body.angular_velocity = (abut_v3){3.0 - i, 0.5 * i, 2};
        CHECK_OK(t.cx, abut_body_add(t.w, &body, NULL));
    }
    return t;
}

TEST(nothing_touches_before_the_forecast) {
    test_world t = throw_things(1, 0);
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double apart = ab_time_apart(t.w, 0.6);
    while (t.w->state.contacts.n == 0) run_steps(&t, 1);
    CHECK(apart > 0 && apart <= t.w->state.time); // much less: bodies may go any way
    CHECK(ab_time_apart(t.w, 0.6) == 0);
    close_world(&t);
}

// Falling by h takes sqrt(2 h/g); 5/4 of the way are reckoned with, sqrt(4/5) of the time.
TEST(the_forecast_of_a_falling_ball_is_its_fall_but_for_the_reserve) {
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.02, (abut_v3){0, 0, 0.52}, (abut_v3){0, 0, 0});
    add_ball(&t, 0.02, (abut_v3){0, 0.1, 0.52}, (abut_v3){0, 0, 0}); // falls along
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double fall = sqrt(2 * 0.5 / v3_norm(t.w->config.gravity));
    CHECK_NEAR(ab_time_apart(t.w, 1), sqrt(0.8) * fall, 1.0 / 2048); // twelve halvings
    close_world(&t);
}

TEST(a_long_step_never_ends_in_a_contact) {
    test_world t = throw_things(1, TICKS * 1e-4);
    int64_t steps = 0, long_steps = 0, contacts = 0;
    while (t.w->state.step < 6000) {
        run_steps(&t, 1);
        steps++;
        CHECK(t.w->state.base_steps == 1 || t.w->state.base_steps == TICKS);
        CHECK_NEAR(t.w->state.time, (double)t.w->state.step * 1e-4, 0);
        long_steps += t.w->state.base_steps > 1;
        contacts += t.w->state.contacts.n > 0;
        if (t.w->state.base_steps > 1) {
            CHECK(t.w->state.contacts.n == 0);
            CHECK(t.w->state.step % TICKS == 0);
        }
    }
    CHECK(long_steps > 20 && contacts > 100); // there was something to be missed
    CHECK(steps < 6000 - 10 * long_steps);
    close_world(&t);
}

// A body that falls freely is where the parabola is, whatever the steps; the slack reaches closer to the floor than the
// sphere around the box.
TEST(long_steps_keep_the_parabola_and_end_just_above_the_floor) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    def.dt = 1e-4;
    def.free_dt = 1e-3;
    def.resolution = 16;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def body = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.5, 0.5, 0.02}, &body.shape));
    body.name = "plate";
    body.material = t.material;
    body.position = (abut_v3){0, 0, 0.3};
    abut_body plate;
    CHECK_OK(t.cx, abut_body_add(t.w, &body, &plate));
    double lowest = 1;
    while (t.w->state.contacts.n == 0) {
        run_steps(&t, 1);
        const double z = state_of(&t, plate).position.z;
        if (t.w->state.contacts.n == 0) CHECK_NEAR(z, 0.3 - 0.5 * 9.81 * t.w->state.time * t.w->state.time, 1e-13);
        if (t.w->state.base_steps > 1) lowest = z;
    }
    // 2.4 m/s and 1 ms: 3 mm of reach above the half height of 1 cm, and up to a step more
    CHECK(lowest < 0.01 + 0.0062);
    close_world(&t);
}

static uint64_t hash_at(int threads, int64_t save_at) {
    test_world t = throw_things(threads, TICKS * 1e-4);
    while (t.w->state.step < 2500) {
        run_steps(&t, 1);
        if (save_at <= 0 || t.w->state.step < save_at) continue;
        ab_text bytes = ab_text_start(t.cx);
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        test_world again = throw_things(threads, TICKS * 1e-4);
        CHECK_OK(again.cx, ab_step_start(again.w));
        CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
        ab_text_free(&bytes);
        close_world(&t);
        t = again;
        save_at = save_at + 700 < 2500 ? save_at + 700 : 0;
    }
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(the_steps_are_the_same_through_saving_and_for_any_threads) {
    const uint64_t hash = hash_at(1, 0);
    CHECK(hash == hash_at(1, 37));
    CHECK(hash == hash_at(1, 500));
    CHECK(hash == hash_at(3, 0));
}

static uint64_t hash_of_run(const scratch *s, abut_context *cx, const char *history) {
    char scene[SCRATCH_MAX], out[SCRATCH_MAX], set[64];
    snprintf(set, sizeof set, "history=%s", history);
    const char *const sets[] = {set};
    abut_run_options run = abut_run_default();
    run.picture_width = 0;
    run.scene = scratch_path(s, "scene.yaml", scene);
    run.out = scratch_path(s, history, out);
    run.scene_options = (abut_scene_options){sets, 1, false};
    abut_run_summary summary;
    CHECK_OK(cx, abut_run(cx, &run, &summary));
    return summary.hash;
}

TEST(how_often_results_are_written_changes_no_step) {
    static const char SCENE[] =
        "abut: 1\ntime: {end: 0.2503, dt: 1e-4, free_dt: 0.0016}\ncontact: {law: linear, stiffness: 2000}\n"
        "materials: {m: }\noutput: {frames: 0}\nbodies:\n  - {shape: {plane: {}}, material: m}\n"
        "  - {name: ball, shape: {sphere: 0.02}, material: m, position: [0, 0, 0.2]}\n";
    const scratch s = scratch_start();
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    char path[SCRATCH_MAX];
    CHECK_OK(cx, ab_io_replace_file(cx, scratch_path(&s, "scene.yaml", path), SCENE, (int64_t)strlen(SCENE)));
    const uint64_t hash = hash_of_run(&s, cx, "0");
    CHECK(hash == hash_of_run(&s, cx, "0.0007"));
    CHECK(hash == hash_of_run(&s, cx, "0.05"));
    ab_bytes rows; // of every step: the length of each is in the third column
    CHECK_OK(cx, ab_io_read_file(cx, scratch_path(&s, "0/energy.csv", path), 1 << 24, &rows));
    CHECK(strstr(rows.data, "\n0.0016,16,0.0016,") && strstr(rows.data, ",2503,0.0001,"));
    ab_bytes_free(cx, &rows);
    abut_context_destroy(cx);
    scratch_end(&s);
}

// A weight falls on a damped stop and comes to rest there: long steps before and after, short ones in between.
TEST(a_stop_is_met_with_short_steps) {
    abut_world_def def = abut_world_default();
    def.integrator = "verlet";
    def.dt = 1e-5;
    def.free_dt = 1e-4;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    const abut_body weight =
        add_mass(&t, "weight", 1, (abut_v3){1, 1, 1}, (abut_v3){0, 0, 0.05}, (abut_quat){1, 0, 0, 0});
    abut_force_def stop = abut_force_default();
    stop.kind = "stop";
    stop.along = "travel";
    stop.b = weight;
    // omega dt = 0.02, and 0.2 in a long step
    GIVE(stop, "high", 1);
    GIVE(stop, "stiffness", 4e6);
    GIVE(stop, "damping", 2e3);
    CHECK_OK(t.cx, abut_force_add(t.w, &stop, NULL));
    int64_t before = 0, meanwhile = 0;
    double last = 0.05;
    while (t.w->state.time < 0.3) {
        run_steps(&t, 1);
        const double z = t.w->state.body.x[0].z;
        const bool met = (last < 0) != (z < 0); // set in or let go
        if (t.w->state.base_steps > 1) CHECK(!met);
        before += t.w->state.time < 0.1 && t.w->state.base_steps > 1;
        meanwhile += met;
        last = z;
    }
    CHECK(before > 900 && meanwhile > 0); // 0.101 s of fall
    CHECK(t.w->state.base_steps > 1);     // it rests
    CHECK_NEAR(last, -9.81 / 4e6, 1e-3 * 9.81 / 4e6);
    CHECK_NEAR(t.w->ledger.energy.residual, 0,
               0.5 * 4e6 * 1e-10); // what the spring stores on the way of a short step, 1 m/s
    close_world(&t);
}

CLAIMS(CLAIM(nothing_touches_before_the_forecast),
       CLAIM(the_forecast_of_a_falling_ball_is_its_fall_but_for_the_reserve),
       CLAIM(a_long_step_never_ends_in_a_contact), CLAIM(long_steps_keep_the_parabola_and_end_just_above_the_floor),
       CLAIM(the_steps_are_the_same_through_saving_and_for_any_threads),
       CLAIM(how_often_results_are_written_changes_no_step), CLAIM(a_stop_is_met_with_short_steps))
