// The helpers of the public interface: text, numbers, words, files, images, tables, reports and results; wrong arguments
// are refused with a status and a message.
#include "faults.h"
#include "recording.h"
#include "scene_files.h"
#include "scratch.h"

#include <string.h>

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

TEST(text_grows_and_quotes) {
    abut_context *cx = open_context();
    abut_text text = abut_text_start(cx);
    abut_text_put(&text, "a");
    abut_text_bytes(&text, "bcd", 2);
    abut_text_format(&text, " %d ", 7);
    abut_text_number(&text, 0.1);
    abut_text_json_string(&text, "x\"\n");
    abut_text_json_number(&text, INFINITY);
    assert_string_equal("abc 7 0.1\"x\\\"\\n\"null", abut_text_string(&text));
    CHECK_OK(cx, abut_text_status(&text));
    abut_text_free(&text);
    assert_string_equal("", abut_text_string(&text));
    abut_text_put(NULL, "a");
    abut_text_put(&text, NULL);
    abut_text_free(NULL);
    assert_string_equal("", abut_text_string(NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_text_status(NULL));
    abut_context_destroy(cx);
}

TEST(numbers_and_words_are_read) {
    double x = 0;
    int64_t n = 0;
    char digits[ABUT_NUMBER_BYTES];
    assert_int_equal(5, abut_number_read("1e-3 m", 6, &x) + 1);
    CHECK_NEAR(x, 1e-3, 0);
    assert_int_equal(0, abut_number_read("m", 1, &x));
    assert_int_equal(0, abut_number_read(NULL, 1, &x));
    assert_int_equal(3, abut_integer_read("-42", 3, &n));
    assert_int_equal(-42, n);
    assert_int_equal(0, abut_integer_read("42", 2, NULL));
    assert_int_equal(3, abut_number_write(digits, 0.1));
    assert_string_equal("0.1", digits);
    const char *const words[] = {"hertz", "linear"};
    assert_string_equal("linear", abut_word_nearest("liner", words, 2));
    CHECK(abut_word_nearest("volume", words, 2) == NULL && abut_word_nearest(NULL, words, 2) == NULL);
    CHECK(abut_word_matches("b*l", "ball") && !abut_word_matches("b*l", "box") && !abut_word_matches(NULL, "x"));
    bool plain = true;
    assert_int_equal(1, abut_text_character("\x1b[", 2, &plain));
    CHECK(!plain);
    assert_int_equal(0, abut_text_character("", 0, NULL));
}

TEST(a_failure_of_the_caller_is_the_message_of_the_context) {
    abut_context *cx = open_context();
    CHECK_STATUS(ABUT_ERR_LIMIT, abut_context_fail(cx, ABUT_ERR_LIMIT, "only %d", 3));
    assert_string_equal("only 3", abut_context_message(cx));
    CHECK_STATUS(ABUT_ERR_LIMIT, abut_context_fail(NULL, ABUT_ERR_LIMIT, "x"));
    abut_context_destroy(cx);
}

TEST(files_are_replaced_read_and_removed) {
    abut_context *cx = open_context();
    char path[SCRATCH_MAX];
    scratch s = scratch_start();
    scratch_path(&s, "a.txt", path);
    abut_bytes bytes = {0};
    abut_file_kind kind;
    CHECK_OK(cx, abut_file_replace(cx, path, "hello", 5));
    CHECK_OK(cx, abut_file_find(cx, path, &kind));
    assert_int_equal(ABUT_FILE_REGULAR, kind);
    CHECK_STATUS(ABUT_ERR_INPUT, abut_file_read(cx, path, 4, &bytes));
    CHECK_OK(cx, abut_file_read(cx, path, 5, &bytes));
    assert_string_equal("hello", bytes.data);
    abut_bytes_free(cx, &bytes);
    CHECK_OK(cx, abut_file_remove(cx, path));
    CHECK_OK(cx, abut_file_remove(cx, path));
    CHECK_OK(cx, abut_file_find(cx, path, &kind));
    assert_int_equal(ABUT_FILE_NONE, kind);
    CHECK_STATUS(ABUT_ERR_IO, abut_file_fail(cx, "read", "x", EACCES));
    CHECK(strstr(abut_context_message(cx), "could not read 'x'") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_file_read(cx, NULL, 4, &bytes));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_file_replace(cx, path, NULL, 1));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_file_remove(NULL, path));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_file_find(cx, path, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_file_fail(cx, NULL, "x", 1));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(images_and_animations_are_written) {
    abut_context *cx = open_context();
    char path[SCRATCH_MAX];
    scratch s = scratch_start();
    scratch_path(&s, "a.png", path);
    abut_image image;
    abut_animation *movie = NULL;
    CHECK_OK(cx, abut_image_alloc(cx, 8, 4, &image));
    CHECK_OK(cx, abut_image_write_png(cx, &image, path));
    CHECK_OK(cx, abut_animation_open(cx, path, 8, 4, 2, 25, &movie));
    for (int i = 0; i < 2; i++) CHECK_OK(cx, abut_animation_add(movie, &image));
    const abut_image wide = {9, 4, image.rgb};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_animation_add(movie, &wide));
    CHECK_OK(cx, abut_animation_close(movie, ABUT_OK));
    abut_bytes bytes;
    CHECK_OK(cx, abut_file_read(cx, path, 1 << 20, &bytes));
    CHECK(memcmp(bytes.data, "\x89PNG", 4) == 0);
    abut_bytes_free(cx, &bytes);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_image_write_png(cx, NULL, path));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_animation_open(cx, path, 0, 4, 2, 25, &movie));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_animation_add(NULL, &image));
    CHECK_STATUS(ABUT_ERR_IO, abut_animation_close(NULL, ABUT_ERR_IO));
    abut_image_free(cx, &image);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_image_alloc(cx, 0, 4, &image));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(every_table_has_rows_with_a_name_and_help) {
    for (int t = 0; t < ABUT_TABLES; t++) {
        CHECK(abut_table_name((abut_table)t)[0] != 0);
        const int64_t n = abut_table_count((abut_table)t);
        CHECK(n > 0);
        for (int64_t i = 0; i < n; i++) {
            const abut_entry row = abut_table_get((abut_table)t, i);
            CHECK(row.name && row.name[0] && row.help && row.help[0]);
        }
        CHECK(abut_table_get((abut_table)t, n).name == NULL && abut_table_get((abut_table)t, -1).name == NULL);
    }
    CHECK(abut_table_count(ABUT_TABLES) == 0 && abut_table_name(ABUT_TABLES) == NULL);
    CHECK(abut_energy_term_count() == 12 && abut_energy_term_get(NULL, 0).name == NULL);
    const abut_energy e = {.residual = 3};
    assert_string_equal("residual", abut_energy_term_get(&e, 11).name);
    CHECK_NEAR(abut_energy_term_get(&e, 11).value, 3, 0);
}

TEST(a_scene_is_reported_as_text_and_json_with_and_without_errors) {
    scene_files f;
    scene_text(&f,
               "abut: 1\ntime: {end: 1, dt: 1 us}\nmaterials: {m: {}}\nbodies: [{name: ball, shape: {sphere: 1 cm}, "
               "material: m}]\n");
    CHECK_LOADED(&f);
    abut_text text = abut_text_start(f.cx);
    CHECK_OK(f.cx, abut_scene_report(f.scene, ABUT_REPORT_TEXT, &text));
    CHECK(strstr(abut_text_string(&text), "1 bodies, 1 of them moving") != NULL);
    abut_text_free(&text);
    CHECK_OK(f.cx, abut_scene_report(f.scene, ABUT_REPORT_JSON, &text));
    CHECK(strstr(abut_text_string(&text), "\"ok\": true") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_report(NULL, ABUT_REPORT_JSON, &text));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_report(f.scene, ABUT_REPORT_JSON, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_schema(NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_help(NULL, NULL));
    CHECK(abut_scene_explain(NULL) == NULL && abut_scene_explanation(-1) == NULL);
    abut_text_free(&text);
    files_end(&f);
}

TEST(results_that_are_not_there_are_refused) {
    abut_context *cx = open_context();
    abut_plot *plot = NULL;
    abut_render *render = NULL;
    abut_recording *grown = NULL;
    abut_run_info info;
    const char *const folder[] = {"/no such folder"};
    CHECK_STATUS(ABUT_ERR_INPUT, abut_plot_open(cx, folder, 1, &plot));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_plot_open(cx, folder, 0, &plot));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_plot_choose(NULL, "energy"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_plot_list(NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_plot_write(NULL, NULL, "x"));
    assert_int_equal(0, abut_plot_curve_count(NULL));
    CHECK(abut_render_open(cx, folder[0], NULL, &render) != ABUT_OK && !render);
    abut_render_options wrong = abut_render_default();
    wrong.zoom = 0;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_render_open(cx, folder[0], &wrong, &render));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_render_consider(NULL, 0));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_render_draw(NULL, 0, NULL));
    CHECK(isnan(abut_render_frame_time(NULL, 0)));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run_info_read(cx, folder[0], &info));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run_info_read(cx, NULL, &info));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run_export(cx, NULL, ABUT_EXPORT_CSV, NULL));
    CHECK(abut_run_export(cx, folder[0], ABUT_EXPORT_CSV, NULL) != ABUT_OK);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run_summary_json(NULL, true, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recording_create(cx, NULL));
    CHECK_OK(cx, abut_recording_create(cx, &grown));
    CHECK(abut_recording_extend(grown, folder[0]) != ABUT_OK);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recording_extend(grown, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recording_histories(grown, NULL));
    assert_int_equal(0, abut_recording_frame_count(grown));
    abut_recording_destroy(grown);
    abut_recording_destroy(NULL);
    abut_plot_destroy(NULL);
    abut_render_destroy(NULL);
    abut_context_destroy(cx);
}

TEST(indices_beyond_the_last_give_nothing) {
    scene_files f;
    scene_text(&f,
               "abut: 1\ntime: {end: 1, dt: 1 us}\nmaterials: {m: {}}\nbodies: [{name: ball, shape: {sphere: 1 cm}, "
               "material: m}]\n");
    CHECK_LOADED(&f);
    const abut_world *w = abut_scene_world(f.scene);
    CHECK(abut_contact_get(w, 0).a.slot == 0 && abut_contact_get(w, -1).gap == 0);
    CHECK(abut_joint_get(w, 0).force.x == 0 && abut_force_get(w, 0).effort == 0);
    CHECK(abut_scene_probe_get(f.scene, 0).columns == 0 && abut_body_at(w, 1).slot == 0);
    abut_scene *scene = NULL;
    abut_world *world = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_load(f.cx, NULL, NULL, &scene));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_create(f.cx, NULL, &world));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_create(NULL, NULL, &world));
    files_end(&f);
}

// Everything that is made from the folder of a run, once.
static abut_status use_results(abut_context *cx, void *arg) {
    const scratch *s = arg;
    const char *const folder[] = {s->folder};
    char path[SCRATCH_MAX], journal[SCRATCH_MAX];
    scratch_path(s, "picture", path);
    scratch_path(s, "journal.abut", journal);
    abut_plot *plot = NULL;
    abut_render *render = NULL;
    abut_recording *grown = NULL;
    const abut_image *image = NULL;
    abut_text text = abut_text_start(cx);
    abut_render_options small = abut_render_default();
    small.width = small.height = 16;
    abut_status status = abut_plot_open(cx, folder, 1, &plot);
    if (status == ABUT_OK) status = abut_plot_choose(plot, "velocity:ball");
    if (status == ABUT_OK) status = abut_plot_list(plot, &text);
    if (status == ABUT_OK) status = abut_plot_write(plot, NULL, path);
    if (status == ABUT_OK) status = abut_render_open(cx, s->folder, &small, &render);
    if (status == ABUT_OK) status = abut_render_consider(render, 0);
    if (status == ABUT_OK) status = abut_render_draw(render, 0, &image);
    if (status == ABUT_OK) status = abut_image_write_png(cx, image, path);
    if (status == ABUT_OK) status = abut_recording_create(cx, &grown);
    if (status == ABUT_OK) status = abut_recording_extend(grown, journal);
    if (status == ABUT_OK) status = abut_recording_histories(grown, s->folder);
    abut_recording_destroy(grown);
    abut_render_destroy(render);
    abut_plot_destroy(plot);
    abut_text_free(&text);
    return status;
}

TEST(results_are_drawn_and_recorded) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 3, -1}, false));
    abut_plot *plot = NULL;
    const char *const folder[] = {s.folder};
    CHECK_OK(cx, abut_plot_open(cx, folder, 1, &plot));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_plot_choose(plot, "ball.vq"));
    CHECK(strstr(abut_context_message(cx), "did you mean 'ball.v") != NULL);
    CHECK_OK(cx, abut_plot_choose(plot, "velocity:ball"));
    assert_int_equal(3, abut_plot_curve_count(plot));
    abut_plot_destroy(plot);
    abut_render *render = NULL;
    const abut_image *image = NULL;
    CHECK_OK(cx, abut_render_open(cx, s.folder, NULL, &render));
    assert_int_equal(3, abut_render_frame_count(render));
    assert_int_equal(2, abut_render_frame_at(render, 1e9));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_render_consider(render, 3));
    CHECK_OK(cx, abut_render_consider(render, 0));
    CHECK_OK(cx, abut_render_draw(render, 2, &image));
    assert_int_equal(960, image->width);
    abut_render_destroy(render);
    abut_render_options nobody = abut_render_default();
    nobody.look_at = "nobody";
    CHECK_STATUS(ABUT_ERR_INPUT, abut_render_open(cx, s.folder, &nobody, &render));
    CHECK_OK(cx, use_results(cx, (void *)(uintptr_t)&s));
    abut_export_summary exported;
    CHECK_OK(cx, abut_run_export(cx, s.folder, ABUT_EXPORT_CSV, &exported));
    assert_int_equal(3, exported.frames);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(without_memory_results_are_refused_and_nothing_leaks) {
    ab_ctx *cx = recording_context();
    scratch s = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 2, -1}, false));
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, use_results, &s);
    CHECK(r.fired > 100 && r.survived == 0);
    scratch_end(&s);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(text_grows_and_quotes), CLAIM(numbers_and_words_are_read),
       CLAIM(a_failure_of_the_caller_is_the_message_of_the_context), CLAIM(files_are_replaced_read_and_removed),
       CLAIM(images_and_animations_are_written), CLAIM(every_table_has_rows_with_a_name_and_help),
       CLAIM(a_scene_is_reported_as_text_and_json_with_and_without_errors),
       CLAIM(results_that_are_not_there_are_refused), CLAIM(indices_beyond_the_last_give_nothing),
       CLAIM(results_are_drawn_and_recorded), CLAIM(without_memory_results_are_refused_and_nothing_leaks))
