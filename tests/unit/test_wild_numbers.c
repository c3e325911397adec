// labels: threads
// Numbers that nobody meant, in what is drawn, recorded and probed: not a number, infinite, beyond every integer, below
// every normal one. Each claim is that the work ends, in memory that is its own (the sanitizers watch, also over casts
// to integers).
#include "recording.h"
#include "math/random.h"
#include "math/whole.h"
#include "render/camera.h"
#include "render/chart.h"
#include "output/export.h"
#include "report/recording.h"
#include "render/legend.h"
#include "render/canvas.h"
#include "render/replay.h"
#include "render/snapshot_image.h"
#include "scene_files.h"
#include "scratch.h"

static const double WILD[] = {NAN,  INFINITY, -INFINITY, 1e308,  -1e308, 1e200, -1e160, 1e50,
                              -3e9, 0,        -0.0,      1e-320, 1,      0.3,   2};
enum { WILDS = sizeof WILD / sizeof WILD[0] };

static double wild(ab_random *r) { return WILD[ab_random_u64(r) % WILDS]; }
static v3 wild_v3(ab_random *r) {
    const double x = wild(r), y = wild(r), z = wild(r);
    return v3_make(x, y, z);
}

TEST(a_whole_number_lies_between_its_bounds_whatever_it_is_made_of) {
    for (int i = 0; i < WILDS; i++) {
        CHECK(ab_whole(WILD[i], 3, 7) >= 3 && ab_whole(WILD[i], 3, 7) <= 7);
        CHECK(ab_whole(WILD[i], -1, -1) == -1);
    }
    assert_int_equal(3, ab_whole(NAN, 3, 7));
    assert_int_equal(3, ab_whole(-INFINITY, 3, 7));
    assert_int_equal(7, ab_whole(INFINITY, 3, 7));
    assert_int_equal(4, ab_whole(4.99, 3, 7));
    assert_int_equal(-2, ab_whole(-2.5, -7, 7));
}

// ------------------------------------------------------------------------------------------------------- pictures

enum { ITEMS = 4, W = 24, H = 16 };

static ab_triangle_item wild_triangle(ab_random *r) {
    return (ab_triangle_item){
        {wild_v3(r), wild_v3(r), wild_v3(r)}, {wild_v3(r), wild_v3(r), wild_v3(r)}, {wild(r), 0.5, 0.5}, 0};
}

static void draw_wild(ab_ctx *cx, ab_random *r, ab_image *image) {
    ab_sphere_item sphere[ITEMS];
    ab_triangle_item solid[ITEMS], glass[ITEMS], mark[ITEMS];
    ab_ball ball[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        sphere[i] = (ab_sphere_item){wild_v3(r), fabs(wild(r)), {0.5, wild(r), 0.5}, 0};
        solid[i] = wild_triangle(r);
        glass[i] = wild_triangle(r);
        mark[i] = wild_triangle(r);
        ball[i] = (ab_ball){sphere[i].centre, sphere[i].radius};
    }
    const ab_framing framing = {.ball = ball, .n = ITEMS, .bodies = 1 + (int64_t)(ab_random_u64(r) % 5)};
    ab_drawing d = {.spheres = sphere,
                    .nsphere = ITEMS,
                    .triangles = solid,
                    .ntriangle = ITEMS,
                    .glass = glass,
                    .nglass = ITEMS,
                    .marks = mark,
                    .nmark = ITEMS,
                    .ground = (ab_ground)(ab_random_u64(r) % 3),
                    .ground_point = wild_v3(r),
                    .up = {0, 0, 1}};
    ab_aim aim = ab_aim_usual;
    aim.follow = ab_random_u64(r) % 2 == 0;
    aim.target = wild_v3(r);
    ab_framing_aim(&framing, &aim, W, H, &d);
    if (ab_random_u64(r) % 2 == 0) d.camera = (ab_camera){{0, -3, 1}, {0, 1, 0}, 1.2};
    CHECK_OK(cx, ab_render(cx, &d, image));
}

TEST(any_numbers_can_be_drawn) {
    ab_ctx *cx = recording_context();
    ab_random r = ab_random_start(1, 1);
    ab_image image;
    CHECK_OK(cx, ab_image_alloc(cx, W, H, &image));
    for (int i = 0; i < 300; i++) draw_wild(cx, &r, &image);
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

TEST(a_ball_1e308_m_below_a_box_is_drawn) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    recording_set set;
    char path[SCRATCH_MAX];
    CHECK_OK(cx, recording_open(cx, &set));
    for (int i = 0; i < WILDS; i++) {
        set.scene.world->state.body.x[1] = v3_make(0, WILD[i] > 0 ? WILD[i] : 0, WILD[i]);
        CHECK_OK(cx, ab_snapshot_image_write(set.scene.world, scratch_path(&s, "still.png", path), 96, 60));
    }
    recording_close(&set);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(any_numbers_can_be_written_with_a_pen) {
    ab_ctx *cx = recording_context();
    ab_random r = ab_random_start(2, 1);
    ab_image image;
    ab_canvas canvas;
    CHECK_OK(cx, ab_image_alloc(cx, W, H, &image));
    CHECK_OK(cx, ab_canvas_open(cx, &image, &canvas));
    for (int i = 0; i < 2000; i++) {
        const v3 a = wild_v3(&r), b = wild_v3(&r);
        ab_canvas_line(&canvas, a.x, a.y, b.x, b.y, fabs(a.z));
        ab_canvas_paint(&canvas, (ab_rgb8){1, 2, 3});
        if (i % 100 == 0)
            ab_canvas_text(&canvas, &(ab_text_place){a.x, a.y, fabs(b.z), AB_MIDDLE, i % 200 == 0}, "x = 1");
    }
    ab_canvas_close(cx, &canvas);
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

static void chart_wild(ab_ctx *cx, ab_random *r) {
    enum { POINTS = 40 };
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = ab_random_u64(r) % 2 ? i : wild(r);
        y[i] = wild(r);
    }
    const ab_curve curve = {"curve", "m", x, y, POINTS, 1};
    const ab_chart chart = {"chart", "time", "s", wild(r), wild(r), 200, 50, &curve, 1};
    ab_text svg = ab_text_start(cx);
    ab_image image;
    ab_chart_svg(&svg, &chart);
    CHECK(ab_text_status(&svg) == ABUT_OK && svg.size < 100000); // no axis has endless ticks
    CHECK(!strstr(ab_text_string(&svg), "nan") && !strstr(ab_text_string(&svg), "inf"));
    CHECK_OK(cx, ab_chart_png(cx, &chart, &image));
    ab_image_free(cx, &image);
    ab_text_free(&svg);
}

TEST(any_numbers_can_be_plotted) {
    ab_ctx *cx = recording_context();
    ab_random r = ab_random_start(3, 1);
    for (int i = 0; i < 300; i++) chart_wild(cx, &r);
    abut_context_destroy(cx);
}

// --------------------------------------------------------------------------------------------------------- results

// Frames of bodies and contacts at wild places. What they hold is a journal that is whole: nothing of it is damaged.
static void record_wild(ab_ctx *cx, const char *folder, ab_random *r) {
    recording_set set;
    ab_recorder *recorder = NULL;
    CHECK_OK(cx, recording_open(cx, &set));
    ab_world *w = set.scene.world;
    CHECK_OK(cx, ab_recorder_open(cx, &set.scene, folder, NULL, &recorder));
    CHECK_OK(cx, recording_shoot(recorder, &set, &(recording){folder, 3, -1}, 0, 3));
    for (int frame = 0; frame < 4; frame++) {
        for (int64_t i = 0; i < w->state.body.n; i++) {
            w->state.body.x[i] = wild_v3(r);
            w->state.body.v[i] = wild_v3(r);
            w->state.body.q[i] = (quat){wild(r), wild(r), wild(r), wild(r)};
        }
        for (int64_t i = 0; i < w->state.contacts.n; i++) w->state.contacts.point[i] = wild_v3(r);
        CHECK_OK(cx, ab_recorder_frame(recorder, w));
        CHECK_OK(cx, ab_recorder_history(recorder, w));
    }
    CHECK_OK(cx, ab_recorder_finish(recorder, false));
    ab_recorder_destroy(recorder);
    recording_close(&set);
}

static void replay_all(ab_ctx *cx, const char *folder, ab_image *image) {
    ab_replay replay;
    ab_framing framing = {0};
    ab_look look = {.colouring = AB_BY_SPEED, .arrows = true, .walls = true, .aim = ab_aim_usual};
    CHECK_OK(cx, ab_replay_open(cx, folder, &replay));
    for (int64_t i = 0; i < replay.source.nframe; i++) {
        CHECK_OK(cx, ab_replay_load(&replay, i));
        look.max = ab_drawables_max(&replay.drawables, look.colouring);
        CHECK_OK(cx, ab_replay_fill(&replay, &look));
        CHECK_OK(cx, ab_drawables_frame(&replay.drawables, &framing));
        CHECK_OK(cx, ab_drawables_render(&replay.drawables, &look, &framing, image));
        CHECK_OK(cx, ab_legend_draw(cx, &look, WILD[i % WILDS], image));
    }
    ab_framing_free(cx, &framing);
    ab_replay_close(&replay);
}

static void recording_all(ab_ctx *cx, const char *path) {
    ab_journal journal;
    ab_recording reel = ab_recording_start(cx);
    CHECK_OK(cx, ab_journal_open(cx, path, &journal));
    CHECK_OK(cx, ab_recording_extend(&reel, &journal, 1, 0));
    CHECK(reel.nframe == journal.nframe);
    ab_recording_free(&reel);
    ab_journal_free(&journal);
}

TEST(a_journal_of_any_numbers_is_drawn_recorded_and_exported) {
    ab_ctx *cx = recording_context();
    ab_random r = ab_random_start(4, 1);
    ab_image image;
    CHECK_OK(cx, ab_image_alloc(cx, W, H, &image));
    for (int i = 0; i < 10; i++) {
        const scratch s = scratch_start();
        char path[SCRATCH_MAX];
        ab_export_summary summary;
        record_wild(cx, s.folder, &r);
        replay_all(cx, s.folder, &image);
        recording_all(cx, scratch_path(&s, "journal.abut", path));
        CHECK_OK(cx, ab_export_csv(cx, s.folder, scratch_path(&s, "frames.csv", path), &summary));
        CHECK_OK(cx, ab_export_pvd(cx, s.folder, scratch_path(&s, "pvd", path), &summary));
        scratch_end(&s);
    }
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------- scenes and probes

#define HEAD                                                                                                           \
    "abut: 1\ngravity: [0, 0, -9.81]\ntime: {end: 1 s, dt: 10 us}\ncontact: {law: linear, stiffness: 1000}\n"          \
    "materials: {glass: {density: 2500}}\n"

TEST(probes_of_bodies_at_any_place_stay_in_their_tables) {
    scene_files f;
    ab_random r = ab_random_start(5, 1);
    scene_text(&f, HEAD "generators:\n  - grid: {name: g, shape: {sphere: 5 mm}, material: glass, count: [3, 3, 3], "
                        "spacing: [9.98 mm, 9.98 mm, 9.98 mm]}\n"
                        "probes:\n  - {name: a, kind: repose, at: [0, 0, 0]}\n"
                        "  - {name: b, kind: surface, region: {low: [0, 0, 0], high: [1e-40, 1, 1]}}\n"
                        "  - {name: c, kind: mixing, groups: [g], region: {low: [0, 0, 0], high: [1e-40, 1, 1]}}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    CHECK_OK(f.cx, ab_step(w));
    CHECK(w->state.contacts.n > 0);
    for (int k = 0; k < 200; k++) {
        double value[AB_PROBE_COLUMNS];
        for (int64_t i = 0; i < w->state.body.n; i++) w->state.body.x[i] = wild_v3(&r);
        for (int64_t i = 0; i < f.scene->nprobe; i++)
            ab_probe_types[f.scene->probe[i].kind]->read(&f.scene->probe[i], w, value);
    }
    files_end(&f);
}

static void check_far(const char *position) {
    scene_files f;
    char text[512];
    snprintf(text, sizeof text,
             HEAD "bodies:\n  - {name: ball, shape: {sphere: 1 cm}, material: glass, position: %s}\n", position);
    scene_text(&f, text);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    assert_string_equal("E018", d.code);
    CHECK(strstr(d.message, "1e50 m") != NULL && d.line == 7);
    files_end(&f);
}

TEST(places_beyond_1e50_m_are_refused_in_scenes_and_by_the_library) {
    check_far("[0, 0, 1e308]");
    check_far("[-1e51, 0, 0]");
    check_far("[0, 1e49 km, 0]");
    ab_ctx *cx = recording_context();
    recording_set set;
    CHECK_OK(cx, recording_open(cx, &set));
    abut_body body;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, recording_add(set.scene.world, "far", -1, 1, v3_make(0, 2e50, 0), false, &body));
    CHECK(strstr(abut_context_message(cx), "1e50 m"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, recording_add(set.scene.world, "far", -1, 1, v3_make(0, NAN, 0), false, &body));
    CHECK_OK(cx, recording_add(set.scene.world, "far", -1, 1, v3_make(0, 1e50, 0), false, &body));
    recording_close(&set);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_whole_number_lies_between_its_bounds_whatever_it_is_made_of), CLAIM(any_numbers_can_be_drawn),
       CLAIM(a_ball_1e308_m_below_a_box_is_drawn), CLAIM(any_numbers_can_be_written_with_a_pen),
       CLAIM(any_numbers_can_be_plotted), CLAIM(a_journal_of_any_numbers_is_drawn_recorded_and_exported),
       CLAIM(probes_of_bodies_at_any_place_stay_in_their_tables),
       CLAIM(places_beyond_1e50_m_are_refused_in_scenes_and_by_the_library))
