// Bodies that are faster than a wall is thick in a step, and bodies that are in one place.
// labels: threads
#include "scene_files.h"
#include "worlds.h"

#include "world/snapshot.h"

// ---------------------------------------------------------------------------------------------------- in scenes

typedef struct flight {
    double immersion, jumps; // greatest of all steps
    double x, v;             // of the second body, in the end
    int64_t steps;
} flight;

static flight fly(const char *text) {
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    ab_world *w = abut_scene_world(f.scene);
    flight out = {.steps = f.scene->steps};
    while (w->state.step < f.scene->steps) {
        CHECK_OK(f.cx, ab_step(w));
        out.immersion = fmax(out.immersion, w->ledger.residual.immersion);
        out.jumps = fmax(out.jumps, w->ledger.residual.jumps);
    }
    out.x = w->state.body.x[1].x;
    out.v = w->state.body.v[1].x;
    files_end(&f);
    return out;
}

#define WALL "gravity: [0, 0, 0]\nbodies:\n  - {name: wall, shape: {box: [1 cm, 1 m, 1 m]}, material: m, fixed: true}\n"

TEST(a_ball_that_no_contact_can_stop_is_told_of) {
    const flight f =
        fly("abut: 1\ntime: {end: 5 ms, dt: 1 ms}\ncontact: {law: linear, stiffness: 1000 N/m}\nmaterials: {m: "
            "{density: 1000}}\n" WALL
            "  - {name: ball, shape: {sphere: 2 cm}, material: m, position: [-25 cm, 0, 0], velocity: [100, 0, 0]}\n");
    CHECK(f.x > 0 && f.immersion > AB_MAX_IMMERSION);
}

// 10 thicknesses of the wall in a step, and 4 of the ball.
TEST(a_stiff_wall_throws_back_what_would_jump_over_it) {
    const flight f =
        fly("abut: 1\ntime: {end: 5 ms, dt: 1 ms, allow_large_dt: true}\ncontact: {law: linear, stiffness: 1e7 N/m}\n"
            "materials: {m: {density: 1000, restitution: 0.5}}\n" WALL
            "  - {name: ball, shape: {sphere: 2 cm}, material: m, position: [-25 cm, 0, 0], velocity: [100, 0, 0]}\n");
    CHECK(f.x < 0 && f.immersion <= AB_MAX_IMMERSION && f.jumps == 0);
    CHECK_NEAR(f.v, -50, 0.5); // restitution to 1 % of the recommended step
}

TEST(a_fast_box_is_thrown_back_too) {
    const flight f = fly("abut: 1\ntime: {end: 5 ms, dt: 1 ms, allow_large_dt: true}\ncontact: {law: linear, "
                         "stiffness: 1e9 N/m, resolution: 24}\n"
                         "materials: {m: {density: 1000, restitution: 0.5}}\n" WALL
                         "  - {name: box, shape: {box: [4 cm, 4 cm, 4 cm]}, material: m, position: [-25 cm, 0, 0], "
                         "velocity: [100, 0, 0]}\n");
    CHECK(f.x < 0 && f.v < -40 && f.immersion <= AB_MAX_IMMERSION);
}

// Nothing that a step can be divided for: 10 km of balls in a step.
TEST(a_jump_that_no_division_can_follow_is_counted) {
    const flight f = fly("abut: 1\ngravity: [0, 0, 0]\ntime: {end: 3 s, dt: 1 s, allow_large_dt: true}\nmaterials: {m: "
                         "{density: 1000}}\n"
                         "bodies:\n  - {name: target, shape: {sphere: 1 cm}, material: m, fixed: true}\n"
                         "  - {name: bullet, shape: {sphere: 1 mm}, material: m, position: [-15 km, 0, 0], velocity: "
                         "[10 km/s, 0, 0]}\n");
    CHECK(f.jumps == 1);
}

// ------------------------------------------------------------------------------------------------- long steps

typedef struct asker {
    bool set_up;         // the scene is set up
    int64_t asked, last; // times `cancel` was called since, and the one that is answered by yes
} asker;

static bool ask(void *user) {
    asker *a = user;
    return a->set_up && ++a->asked >= a->last;
}

// Two balls of 1 mm approach each other with 200 m/s: a step of 50 ms, as long as their way, has 40,000 quarters of
// their thickness. MAX_SUBSTEPS of them are made.
static abut_status take_long_step(asker *a, double dt, char message[256]) {
    static const char TEXT[] =
        "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1 s, dt: %g s, allow_large_dt: true}\n"
        "materials: {m: {density: 1000}}\nbodies:\n"
        "  - {shape: {sphere: 1 mm}, material: m, position: [-5 m, 0, 0], velocity: [100, 0, 0]}\n"
        "  - {shape: {sphere: 1 mm}, material: m, position: [5 m, 0, 0], velocity: [-100, 0, 0]}\n";
    char text[sizeof TEXT + 32];
    snprintf(text, sizeof text, TEXT, dt);
    abut_config config = abut_config_default();
    config.threads = 1;
    config.cancel = ask;
    config.cancel_user = a;
    abut_context *cx = NULL;
    abut_scene *scene = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    CHECK_OK(cx, abut_scene_parse(cx, "long.yaml", text, (int64_t)strlen(text), NULL, &scene));
    a->set_up = true;
    const abut_status status = abut_world_step(abut_scene_world(scene));
    snprintf(message, 256, "%s", abut_context_message(cx));
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
    return status;
}

TEST(a_step_of_many_substeps_ends_when_it_is_told_to) {
    char message[256];
    asker never = {.last = INT64_MAX}, third = {.last = 3};
    CHECK_STATUS(ABUT_OK, take_long_step(&never, 0.05, message));
    CHECK(never.asked > 100);
    CHECK_STATUS(ABUT_INTERRUPTED, take_long_step(&third, 0.05, message));
    CHECK(third.asked == 3 && strstr(message, "within step 1, after 192 substeps"));
}

TEST(a_step_of_few_substeps_is_completed) {
    char message[256];
    asker first = {.last = 1};
    CHECK_STATUS(ABUT_OK, take_long_step(&first, 1e-5, message));
    CHECK(first.asked == 0);
}

// ------------------------------------------------------------------------------------------------- the same bits

static test_world shooting(int threads) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = 1e-3;
    def.allow_large_dt = true;
    abut_material_def m = abut_material_default();
    m.young = 1e8;
    test_world t = open_world(threads, &def, &m);
    for (int side = -1; side <= 1; side += 2) {
        add_floor(&t, (abut_v3){0.3 * side, 0, 0}, (abut_v3){-side, 0, 0});
        add_floor(&t, (abut_v3){0, 0.3 * side, 0}, (abut_v3){0, -side, 0});
        add_floor(&t, (abut_v3){0, 0, 0.3 * side}, (abut_v3){0, 0, -side});
    }
    for (int i = 0; i < 60; i++)
        add_ball(&t, 0.01, (abut_v3){0.05 * (i % 10) - 0.25, 0.05 * (i / 10) - 0.1, 0.1 * (i % 3) - 0.1},
                 (abut_v3){50.0 * (i % 3 - 1), 40.0 * (i % 5 - 2), 3 * i - 90.0});
    return t;
}

TEST(divided_steps_have_the_same_bits_for_any_threads_and_after_a_resume) {
    uint64_t hash[3];
    for (int k = 0; k < 3; k++) {
        test_world t = shooting(k == 1 ? 4 : 1);
        run_steps(&t, 10);
        if (k == 2) {
            ab_text bytes = ab_text_start(t.cx);
            CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
            test_world again = shooting(1);
            CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
            ab_text_free(&bytes);
            close_world(&t);
            t = again;
        }
        run_steps(&t, 10);
        CHECK(t.w->collision.swept.n > 0); // it was of some use
        hash[k] = abut_world_hash(t.w);
        close_world(&t);
    }
    CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
}

// ---------------------------------------------------------------------------------------------------- in one place

static bool loads(const char *law, const char *other) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "abut: 1\ntime: {end: 1 ms}\ncontact: {law: %s, resolution: 24}\nmaterials: {m: {density: 1000, young: 1e7}}\n"
        "bodies:\n  - {name: first, shape: {box: [10 cm, 10 cm, 10 cm]}, material: m}\n  - {name: second, material: m, "
        "%s}\n",
        law, other);
    scene_files f;
    scene_text(&f, text);
    const bool refused = f.status == ABUT_ERR_INPUT && has_code(&f, "E046") &&
                         strstr(abut_context_message(f.cx), "'first' and 'second'");
    CHECK(refused || f.status == ABUT_OK);
    files_end(&f);
    return !refused;
}

#define BOX "shape: {box: [10 cm, 10 cm, 10 cm]}, "

TEST(solids_in_one_place_are_refused_by_name) {
    CHECK(!loads("hertz", BOX "position: [0, 0, 0]"));
    CHECK(!loads("hertz", BOX "position: [0.1 mm, 0, 0]"));
    CHECK(!loads("hertz", BOX "orientation: {axis: [0, 0, 1], angle: 45 deg}"));
    CHECK(!loads("hertz", "shape: {box: [40 cm, 2 cm, 2 cm]}")); // right through it
    CHECK(!loads("hertz", "shape: {ellipsoid: [6 cm, 6 cm, 5 cm]}"));
    CHECK(!loads("volume", BOX "position: [0, 0, 0]"));
    CHECK(!loads("volume", BOX "position: [0.1 mm, 0, 0]"));
}

TEST(solids_that_overlap_a_little_are_not) {
    CHECK(loads("hertz", BOX "position: [9.5 cm, 0, 0]"));
    CHECK(loads("volume", BOX "position: [9.5 cm, 1 cm, 1 cm]"));
    CHECK(loads("hertz", "shape: {sphere: 3 cm}, position: [4 cm, 0, 0]")); // a ball knows the way out
}

CLAIMS(CLAIM(a_step_of_many_substeps_ends_when_it_is_told_to), CLAIM(a_step_of_few_substeps_is_completed),
       CLAIM(a_ball_that_no_contact_can_stop_is_told_of), CLAIM(a_stiff_wall_throws_back_what_would_jump_over_it),
       CLAIM(a_fast_box_is_thrown_back_too), CLAIM(a_jump_that_no_division_can_follow_is_counted),
       CLAIM(divided_steps_have_the_same_bits_for_any_threads_and_after_a_resume),
       CLAIM(solids_in_one_place_are_refused_by_name), CLAIM(solids_that_overlap_a_little_are_not))
