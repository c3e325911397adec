// labels: threads
// Pictures of recorded runs: the same bytes for any number of threads, everything in the picture, smooth where it is
// curved.
#include "recording.h"
#include "scratch.h"
#include "base/alloc.h"
#include "render/apng.h"
#include "faults.h"
#include "render/legend.h"
#include "render/canvas.h"
#include "render/replay.h"
#include "render/view.h"

#include <string.h>

enum { W = 96, H = 64 };

static abut_status draw_last(ab_ctx *cx, const char *folder, const ab_look *look, ab_image *image) {
    ab_replay r;
    ab_framing framing = {0};
    ab_look mine = *look;
    AB_TRY(ab_replay_open(cx, folder, &r));
    abut_status status = ab_replay_load(&r, r.source.nframe - 1);
    if (status == ABUT_OK) {
        mine.max = ab_drawables_max(&r.drawables, mine.colouring);
        ab_replay_glaze(&r, (const char *const[]){"wed*"}, 1);
        status = ab_replay_fill(&r, &mine);
    }
    if (status == ABUT_OK) status = ab_drawables_frame(&r.drawables, &framing);
    if (status == ABUT_OK) status = ab_drawables_render(&r.drawables, &mine, &framing, image);
    if (status == ABUT_OK) status = ab_legend_draw(cx, &mine, 0.25, image);
    ab_framing_free(cx, &framing);
    ab_replay_close(&r);
    return status;
}

static void draw_with(int threads, const char *folder, const ab_look *look, uint8_t bytes[3 * W * H]) {
    abut_context *cx = NULL;
    abut_config def = abut_config_default();
    def.threads = threads;
    CHECK_STATUS(ABUT_OK, abut_context_create(&def, &cx));
    ab_image image;
    CHECK_OK(cx, ab_image_alloc(cx, W, H, &image));
    CHECK_OK(cx, draw_last(cx, folder, look, &image));
    memcpy(bytes, image.rgb, 3 * W * H);
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

TEST(pictures_are_the_same_for_1_2_and_5_threads_and_from_journal_and_results) {
    const scratch s = scratch_start();
    ab_ctx *cx = recording_context();
    static uint8_t one[3 * W * H], other[3 * W * H];
    const ab_look look = {.colouring = AB_BY_SPEED, .arrows = true, .walls = true, .aim = ab_aim_usual};
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 5, 3}, false)); // leaves the journal
    draw_with(1, s.folder, &look, one);
    draw_with(2, s.folder, &look, other);
    assert_memory_equal(one, other, sizeof one);
    draw_with(5, s.folder, &look, other);
    assert_memory_equal(one, other, sizeof one);
    char path[SCRATCH_MAX];
    CHECK_OK(cx, ab_io_remove(cx, scratch_path(&s, "journal.abut", path)));
    draw_with(1, s.folder, &look, other);
    assert_memory_equal(one, other, sizeof one);
    abut_context_destroy(cx);
    scratch_end(&s);
}

static abut_status draw_small(abut_context *cx, void *arg) {
    const ab_look look = {.colouring = AB_BY_FORCE, .arrows = true, .walls = true, .aim = ab_aim_usual};
    ab_image image = {0};
    abut_status status = ab_image_alloc(cx, 16, 16, &image);
    if (status == ABUT_OK) status = draw_last(cx, arg, &look, &image);
    ab_image_free(cx, &image);
    return status;
}

TEST(a_picture_of_results_that_runs_out_of_memory_says_so_and_leaks_nothing) {
    scratch s = scratch_start();
    ab_ctx *cx = recording_context();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 2, -1}, false));
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, draw_small, s.folder).fired > 40);
    abut_context_destroy(cx);
    scratch_end(&s);
}

// The normals of a tessellated sphere point away from its centre, those of a box along its axes.
TEST(curved_surfaces_are_smooth_and_edges_sharp) {
    ab_ctx *cx = recording_context();
    ab_shape ball, box;
    ab_mesh mesh;
    v3 *normal = NULL;
    CHECK_OK(cx, ab_shape_sphere(cx, 2, &ball));
    CHECK_OK(cx, ab_shape_types[ball.kind]->surface(cx, &ball, 2, &mesh));
    CHECK_OK(cx, AB_ALLOC(cx, &normal, 3 * mesh.ntriangle));
    CHECK_OK(cx, ab_smooth_normals(cx, &mesh, normal));
    for (int64_t i = 0; i < 3 * mesh.ntriangle; i++) {
        const v3 out = v3_unit(mesh.vertex[mesh.triangle[i / 3].v[i % 3]]);
        CHECK(v3_dot(out, normal[i]) >
              cos(0.02)); // areas round a vertex differ by some per cent over its angle of 0.15
    }
    ab_free(cx, normal);
    ab_mesh_free(cx, &mesh);
    CHECK_OK(cx, ab_shape_box(cx, v3_make(1, 2, 3), &box));
    CHECK_OK(cx, ab_shape_types[box.kind]->surface(cx, &box, 2, &mesh));
    CHECK_OK(cx, AB_ALLOC(cx, &normal, 3 * mesh.ntriangle));
    CHECK_OK(cx, ab_smooth_normals(cx, &mesh, normal));
    for (int64_t i = 0; i < 3 * mesh.ntriangle; i++)
        CHECK_NEAR(fmax(fabs(normal[i].x), fmax(fabs(normal[i].y), fabs(normal[i].z))), 1, 1e-12); // rounding
    ab_free(cx, normal);
    ab_mesh_free(cx, &mesh);
    ab_shape_free(cx, &ball);
    ab_shape_free(cx, &box);
    abut_context_destroy(cx);
}

// Balls in a row, one far away: the others fill 82 % of the picture in one direction and are inside in the other.
TEST(the_camera_sees_everything_but_what_flew_away) {
    ab_ctx *cx = recording_context();
    ab_primitives primitives = {0};
    ab_framing framing = {0};
    for (int32_t i = 0; i < 12; i++)
        CHECK_OK(cx,
                 ab_primitives_sphere(cx, &primitives,
                                      &(ab_sphere_item){{i < 11 ? i : 5000, 0.3 * i * i, 0.1 * i}, 0.5, {1, 1, 1}, i}));
    CHECK_OK(cx, ab_framing_add(cx, &framing, &primitives, 12));
    assert_int_equal(11, framing.n);
    ab_drawing d = {.up = {0, 0, 1}, .ground = AB_GROUND_GRID};
    ab_framing_aim(&framing, &ab_aim_usual, 400, 300, &d);
    ab_view v = ab_view_towards(d.camera.eye, d.camera.towards, d.up);
    v.perspective = true;
    v.width = 400;
    v.height = 300;
    v.scale = 300 * d.camera.focus;
    double left = 400, right = 0, top = 300, bottom = 0;
    for (int64_t i = 0; i < framing.n; i++) {
        const v3 p = ab_view_project(&v, framing.ball[i].centre);
        const double r = v.scale * 0.5 / p.z;
        left = fmin(left, p.x - r);
        right = fmax(right, p.x + r);
        top = fmin(top, p.y - r);
        bottom = fmax(bottom, p.y + r);
    }
    CHECK(left > 0 && top > 0 && right < 400 && bottom < 300);
    CHECK_NEAR(fmax((right - left) / 400, (bottom - top) / 300), 0.82, 1e-9); // the last fit is exact
    CHECK_NEAR(left + right, 400, 4); // the middle converges by some 1/10 in each of four rounds
    ab_framing_free(cx, &framing);
    ab_primitives_free(cx, &primitives);
    abut_context_destroy(cx);
}

// Black ink on white: what is missing of the white is length times width.
TEST(a_line_covers_its_length_times_its_width) {
    ab_ctx *cx = recording_context();
    ab_image image;
    ab_canvas canvas;
    CHECK_OK(cx, ab_image_alloc(cx, 200, 200, &image));
    CHECK_OK(cx, ab_canvas_open(cx, &image, &canvas));
    ab_canvas_fill(&canvas, 0, 0, 200, 200, (ab_rgb8){255, 255, 255});
    ab_canvas_line(&canvas, 20.3, 30.1, 170.2, 120.7, 3);
    ab_canvas_line(&canvas, 20.3, 30.1, 170.2, 120.7, 3); // twice is as once
    ab_canvas_paint(&canvas, (ab_rgb8){0, 0, 0});
    double missing = 0;
    for (int i = 0; i < 200 * 200; i++) missing += (255 - image.rgb[3 * i]) / 255.0;
    const double length = hypot(170.2 - 20.3, 120.7 - 30.1);
    CHECK_NEAR(missing, 3 * length + 9 * 0.7854, 0.02 * 3 * length); // two round ends; slanted pixels and bytes: 2 %
    ab_canvas_close(cx, &canvas);
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

TEST(writing_is_as_wide_as_it_says_and_what_has_no_letter_is_a_box) {
    ab_ctx *cx = recording_context();
    ab_image image;
    ab_canvas canvas;
    CHECK_OK(cx, ab_image_alloc(cx, 300, 60, &image));
    CHECK_OK(cx, ab_canvas_open(cx, &image, &canvas));
    const char *text = "Hpg 3.25 N/mm \xc2\xb5\xff";
    ab_canvas_text(&canvas, &(ab_text_place){290, 40, 20, AB_END, false}, text);
    const double width = ab_canvas_text_width(20, text);
    CHECK_NEAR(canvas.left, 290 - width, 3); // half of a stroke and the rim of a pixel
    CHECK_NEAR(canvas.right, 290, 4);
    CHECK(canvas.top >= 40 - 14 && canvas.bottom <= 40 + 8); // capitals 7/12 of a line, tails 2/12, half of a stroke
    CHECK_NEAR(ab_canvas_text_width(20, "\xc2\xb5"), ab_canvas_text_width(20, "\xff"), 1e-12);
    for (int c = 33; c < 127; c++) {
        const char one[2] = {(char)c, 0};
        ab_canvas_paint(&canvas, (ab_rgb8){255, 255, 255});
        ab_canvas_text(&canvas, &(ab_text_place){20, 40, 24, AB_START, c % 2 == 0}, one);
        CHECK(canvas.left < canvas.right && canvas.top < canvas.bottom);
    }
    ab_canvas_close(cx, &canvas);
    ab_image_free(cx, &image);
    abut_context_destroy(cx);
}

static abut_status write_movie(abut_context *cx, void *arg) {
    ab_apng file;
    ab_image image;
    AB_TRY(ab_image_alloc(cx, 20, 10, &image));
    abut_status status = ab_apng_open(cx, arg, 20, 10, 3, 25, &file);
    if (status == ABUT_OK) {
        for (int k = 0; k < 3 && status == ABUT_OK; k++) {
            image.rgb[3 * (10 * k + 45)] = 200;
            status = ab_apng_add(&file, &image);
        }
        status = ab_apng_close(&file, status);
    }
    ab_image_free(cx, &image);
    return status;
}

TEST(an_animated_picture_that_cannot_be_written_says_why_and_leaks_nothing) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "x.png", path);
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, write_movie, path).fired > 10);
    CHECK(faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, write_movie, path).fired > 2);
    scratch_end(&s);
}

CLAIMS(CLAIM(pictures_are_the_same_for_1_2_and_5_threads_and_from_journal_and_results),
       CLAIM(a_picture_of_results_that_runs_out_of_memory_says_so_and_leaks_nothing),
       CLAIM(curved_surfaces_are_smooth_and_edges_sharp), CLAIM(the_camera_sees_everything_but_what_flew_away),
       CLAIM(a_line_covers_its_length_times_its_width),
       CLAIM(writing_is_as_wide_as_it_says_and_what_has_no_letter_is_a_box),
       CLAIM(an_animated_picture_that_cannot_be_written_says_why_and_leaks_nothing))
