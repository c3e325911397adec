// Public functions that the program uses and no other test calls, against closed forms.
#include "worlds.h"

#include "scratch.h"

#include <stdio.h>

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

// Cubes about the origin, edges of 2 r each, facing outwards.
static abut_mesh *cubes(abut_context *cx, const double *r, int count) {
    static const int32_t CUBE[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    abut_v3 vertex[16];
    int32_t triangle[24][3];
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < 8; i++)
            vertex[8 * c + i] = (abut_v3){i & 1 ? r[c] : -r[c], i & 2 ? r[c] : -r[c], i & 4 ? r[c] : -r[c]};
        for (int t = 0; t < 12; t++)
            for (int k = 0; k < 3; k++) triangle[12 * c + t][k] = 8 * c + CUBE[t][k];
    }
    abut_mesh *mesh = NULL;
    CHECK_OK(cx, abut_mesh_create(cx, vertex, INT64_C(8) * count, triangle[0], INT64_C(12) * count, &mesh));
    return mesh;
}

TEST(a_cube_within_a_cube_counts_once_after_it_is_removed) {
    abut_context *cx = open_context();
    abut_mesh *mesh = cubes(cx, (const double[]){1, 0.5}, 2);
    int64_t removed = 0;
    CHECK_NEAR(abut_mesh_mass(mesh).volume, 8 + 1, 1e-12);
    CHECK_OK(cx, abut_mesh_remove_nested(mesh, &removed));
    assert_int_equal(1, removed);
    CHECK_NEAR(abut_mesh_mass(mesh).volume, 8, 1e-12);
    CHECK_OK(cx, abut_mesh_remove_nested(mesh, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_remove_nested(NULL, &removed));
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(a_field_of_a_cube_is_measured_and_written_as_an_image) {
    abut_context *cx = open_context();
    abut_mesh *mesh = cubes(cx, (const double[]){1}, 1);
    abut_sdf_options options = abut_sdf_default();
    options.cells = 32;
    abut_sdf *sdf = NULL;
    CHECK_OK(cx, abut_sdf_build(mesh, &options, &sdf));
    abut_sdf_errors errors;
    CHECK_OK(cx, abut_sdf_measure(sdf, 2, 2000, &errors));
    CHECK(errors.wrong_side == 0);
    CHECK(errors.mean > 0 && errors.mean < errors.largest);
    CHECK(errors.largest < 2.0 / 32); // a cell: the distance bends at edges only
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_sdf_measure(sdf, 0, 2000, &errors));
    char path[SCRATCH_MAX];
    scratch s = scratch_start();
    CHECK_OK(cx, abut_sdf_write_vti(sdf, scratch_path(&s, "cube.vti", path)));
    abut_bytes bytes;
    CHECK_OK(cx, abut_file_read(cx, path, INT64_C(1) << 30, &bytes));
    CHECK(bytes.size > 4 * 32 * 32 * 32); // floats at the nodes
    CHECK(strstr(bytes.data, "ImageData"));
    abut_bytes_free(cx, &bytes);
    scratch_end(&s);
    abut_search_timing timing[ABUT_SEARCH_CASES];
    CHECK_OK(cx, abut_mesh_time_search(mesh, 16, timing));
    for (int i = 0; i < ABUT_SEARCH_CASES; i++) CHECK(timing[i].name && timing[i].points > 0 && timing[i].tree >= 0);
    abut_sdf_destroy(sdf);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(projection_onto_a_cone_is_the_nearest_point_of_it) {
    double inside[3] = {1, 0.2, 0.3}, polar[3] = {-1, 0.3, 0}, beside[3] = {1, 2, 0};
    abut_cone_project(0.5, inside);
    abut_cone_project(0.5, polar);
    abut_cone_project(0.5, beside);
    CHECK(inside[0] == 1 && inside[1] == 0.2 && inside[2] == 0.3);
    CHECK(polar[0] == 0 && polar[1] == 0 && polar[2] == 0);
    CHECK_NEAR(beside[0], (1 + 0.5 * 2) / (1 + 0.25), 1e-15);
    CHECK_NEAR(beside[1], 0.5 * beside[0], 1e-15);
}

// A contact that is pushed against sideways: u_n = 0, and the tangential force is all that the cone leaves.
TEST(a_problem_of_one_contact_is_solved_in_closed_form) {
    abut_context *cx = open_context();
    abut_cones_def def = abut_cones_problem();
    assert_int_equal(sizeof def, def.size);
    def.contacts = 1;
    def.friction = (const double[]){0.5};
    def.velocity = (const double[]){-1, 2, 0};
    def.entries = 3;
    def.row = def.column = (const int32_t[]){0, 1, 2};
    def.value = (const double[]){1, 1, 1};
    abut_cones *cones = NULL;
    CHECK_OK(cx, abut_cones_create(cx, &def, &cones));
    double r[3] = {0}, u[3] = {0};
    const abut_cones_options options = abut_cones_default();
    CHECK_OK(cx, abut_cones_solve(cones, &options, r, u, NULL));
    CHECK_NEAR(r[0], 1, 1e-8);
    CHECK_NEAR(r[1], -0.5, 1e-8);
    CHECK_NEAR(u[1], 1.5, 1e-8);
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

TEST(the_index_of_a_body_is_where_it_is_found) {
    abut_world_def def = abut_world_default();
    const abut_material_def material = abut_material_default();
    test_world t = open_world(1, &def, &material);
    const abut_body one = add_ball(&t, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    const abut_body two = add_ball(&t, 1, (abut_v3){5, 0, 0}, (abut_v3){0, 0, 0});
    const abut_body at = abut_body_at(t.w, abut_body_index(t.w, two));
    CHECK(at.slot == two.slot && at.generation == two.generation);
    CHECK_OK(t.cx, abut_body_remove(t.w, one));
    assert_int_equal(-1, abut_body_index(t.w, one));
    assert_int_equal(0, abut_body_index(t.w, two));
    close_world(&t);
}

// A body falls freely: v = -g t over 1 s.
TEST(statistics_of_a_curve_are_those_of_free_fall_and_a_recording_has_bytes) {
    static const char SCENE[] =
        "abut: 1\ntime: {end: 1 s, dt: 1 ms}\nmaterials: {m: {}}\noutput: {frames: 100 ms, history: 10 ms}\n"
        "bodies: [{name: ball, shape: {sphere: 1 cm}, material: m}]\n";
    char path[SCRATCH_MAX], folder[SCRATCH_MAX];
    scratch s = scratch_start();
    abut_context *cx = open_context();
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "fall.yaml", path), SCENE, sizeof SCENE - 1));
    abut_run_options run = abut_run_default();
    run.scene = path;
    run.out = scratch_path(&s, "out", folder);
    CHECK_OK(cx, abut_run(cx, &run, NULL));
    abut_plot *plot = NULL;
    CHECK_OK(cx, abut_plot_open(cx, (const char *const[]){folder}, 1, &plot));
    CHECK_OK(cx, abut_plot_choose(plot, "ball.vz"));
    assert_int_equal(1, abut_plot_curve_count(plot));
    abut_plot_options options = abut_plot_default();
    abut_statistics of;
    CHECK_OK(cx, abut_plot_statistics(plot, &options, 0, &of));
    CHECK_NEAR(of.first, 0, 1e-12);
    CHECK_NEAR(of.last, -9.81, 1e-9);
    CHECK_NEAR(of.mean, -9.81 / 2, 1e-9);
    CHECK_NEAR(of.rms, 9.81 / sqrt(3), 1e-3); // 101 rows
    options.from = 0.5;
    CHECK_OK(cx, abut_plot_statistics(plot, &options, 0, &of));
    CHECK_NEAR(of.max, -9.81 / 2, 1e-9);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_plot_statistics(plot, &options, 7, &of));
    abut_plot_destroy(plot);
    abut_recording *recording = NULL;
    int64_t empty = 0, full = 0;
    CHECK_OK(cx, abut_recording_create(cx, &recording));
    CHECK(abut_recording_bytes(recording, &empty) || empty == 0);
    CHECK_OK(cx, abut_recording_histories(recording, folder));
    CHECK(abut_recording_bytes(recording, &full) != NULL);
    CHECK(full > empty);
    abut_recording_destroy(recording);
    abut_context_destroy(cx);
    scratch_end(&s);
}

CLAIMS(CLAIM(a_cube_within_a_cube_counts_once_after_it_is_removed),
       CLAIM(a_field_of_a_cube_is_measured_and_written_as_an_image),
       CLAIM(projection_onto_a_cone_is_the_nearest_point_of_it),
       CLAIM(a_problem_of_one_contact_is_solved_in_closed_form), CLAIM(the_index_of_a_body_is_where_it_is_found),
       CLAIM(statistics_of_a_curve_are_those_of_free_fall_and_a_recording_has_bytes))
