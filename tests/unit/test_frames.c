// Frames of a run as arrays, from its file and while it is recorded; meshes from arrays; distances at many points.
#include "faults.h"
#include "scratch.h"
#include "worlds.h"

#include <string.h>

static const abut_frame_array *named(const abut_frame_array *arrays, int32_t count, const char *name) {
    for (int32_t i = 0; i < count; i++)
        if (strcmp(arrays[i].name, name) == 0) return &arrays[i];
    fail_msg("no array %s", name);
    return NULL;
}

static double number_at(const abut_frame_array *a, int64_t row, int column) {
    const char *at = (const char *)a->array.data + row * a->array.stride;
    if (a->type == ABUT_SCALAR_DOUBLE) return ((const double *)(const void *)at)[column];
    if (a->type == ABUT_SCALAR_INT) return ((const int32_t *)(const void *)at)[column];
    return ((const unsigned char *)at)[column];
}

static test_world fall(void) {
    abut_world_def w = abut_world_default();
    w.dt = 1e-4;
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &w, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.01, (abut_v3){0.5, 0, 0.0099}, (abut_v3){0, 1, 0});
    return t;
}

static void check_frames(test_world *t, const char *folder, int64_t expected) {
    abut_frames *frames = NULL;
    abut_frame_array arrays[ABUT_FRAME_ARRAYS];
    int32_t count = 0;
    CHECK_OK(t->cx, abut_frames_open(t->cx, folder, &frames));
    assert_int_equal(expected, abut_frames_count(frames));
    CHECK_NEAR(abut_frames_time(frames, 1), 0.01, 1e-12);
    CHECK(isnan(abut_frames_time(frames, expected)) && isnan(abut_frames_time(frames, -1)));
    assert_int_equal(2, abut_frames_label_count(frames));
    assert_string_equal("ball", abut_frames_label(frames, 1));
    CHECK(abut_frames_label(frames, 2) == NULL);
    CHECK_OK(t->cx, abut_frames_read(frames, 0, ABUT_FRAME_BODIES, arrays, &count));
    const abut_frame_array *x = named(arrays, count, "position"), *id = named(arrays, count, "body");
    CHECK(x->array.count == 2 && x->columns == 3 && strcmp(x->unit, "m") == 0 && number_at(id, 1, 0) == 1);
    CHECK_NEAR(number_at(x, 1, 0), 0.5, 0);
    CHECK_NEAR(number_at(named(arrays, count, "velocity"), 1, 1), 1, 0);
    CHECK_OK(t->cx, abut_frames_read(frames, 0, ABUT_FRAME_CONTACTS, arrays, &count));
    CHECK(named(arrays, count, "gap")->array.count == 1);
    CHECK_NEAR(number_at(named(arrays, count, "gap"), 0, 0), -1e-4, 1e-15);
    CHECK_OK(t->cx, abut_frames_read(frames, 0, ABUT_FRAME_SURFACES, arrays, &count));
    CHECK(named(arrays, count, "Points")->array.count > 20);
    CHECK_OK(t->cx, abut_frames_read(frames, 0, ABUT_FRAME_LINES, arrays, &count));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_frames_read(frames, expected, ABUT_FRAME_BODIES, arrays, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_frames_read(frames, 0, ABUT_FRAME_PARTS, arrays, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_frames_read(frames, 0, ABUT_FRAME_BODIES, NULL, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_frames_read(NULL, 0, ABUT_FRAME_BODIES, arrays, &count));
    abut_frames_destroy(frames);
}

TEST(frames_are_read_while_a_world_is_recorded_and_when_it_is_done) {
    scratch s = scratch_start();
    char out[SCRATCH_MAX];
    test_world t = fall();
    abut_recorder_def def = abut_recorder_default();
    def.out = scratch_path(&s, "out", out);
    def.frame_interval = 0.01;
    def.report_bytes = 0;
    abut_recorder *recorder = NULL;
    CHECK_OK(t.cx, abut_recorder_create(t.w, &def, &recorder));
    for (int i = 0; i < 400; i++) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        CHECK_OK(t.cx, abut_recorder_step(recorder));
    }
    CHECK_OK(t.cx, abut_recorder_finish(recorder, NULL));
    abut_recorder_destroy(recorder);
    check_frames(&t, out, 5);
    abut_frames *frames = NULL;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_frames_open(t.cx, s.folder, &frames));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_frames_open(t.cx, NULL, &frames));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_frames_open(NULL, out, &frames));
    abut_frames_destroy(NULL);
    CHECK(abut_frames_count(NULL) == 0 && abut_frames_label_count(NULL) == 0);
    close_world(&t);
    scratch_end(&s);
}

static const abut_v3 CORNERS[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int32_t FACES[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};

TEST(a_mesh_of_arrays_is_that_of_a_file_and_its_field_is_asked_at_many_points) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    abut_mesh *mesh = NULL;
    CHECK_OK(cx, abut_mesh_create(cx, CORNERS, 4, FACES, 4, &mesh));
    CHECK_NEAR(abut_mesh_mass(mesh).volume, 1.0 / 6, 1e-15);
    abut_sdf *sdf = NULL;
    abut_sdf_options options = abut_sdf_default();
    options.cells = 48;
    CHECK_OK(cx, abut_sdf_build(mesh, &options, &sdf));
    const abut_v3 points[3] = {{0.1, 0.2, 0.05}, {2, 0, 0}, {NAN, 0, 0}};
    double distance[3];
    abut_v3 gradient[3];
    CHECK_OK(cx, abut_sdf_distances(sdf, points, 3, distance, gradient));
    for (int i = 0; i < 2; i++) {
        abut_v3 g;
        CHECK_NEAR(distance[i], abut_sdf_distance(sdf, points[i], &g), 0);
        CHECK(memcmp(&g, &gradient[i], sizeof g) == 0);
    }
    CHECK(isnan(distance[2]));
    CHECK_OK(cx, abut_sdf_distances(sdf, points, 2, distance, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_sdf_distances(sdf, NULL, 2, distance, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_sdf_distances(NULL, points, 2, distance, NULL));
    abut_sdf_destroy(sdf);
    abut_mesh_destroy(mesh);

    int32_t wrong[12];
    memcpy(wrong, FACES, sizeof wrong);
    wrong[7] = 4;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_create(cx, CORNERS, 4, wrong, 4, &mesh));
    wrong[7] = -1;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_create(cx, CORNERS, 4, wrong, 4, &mesh));
    abut_v3 far[4];
    memcpy(far, CORNERS, sizeof far);
    far[2].y = INFINITY;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_create(cx, far, 4, FACES, 4, &mesh));
    CHECK(mesh == NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_create(cx, CORNERS, 2, FACES, 4, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_create(NULL, CORNERS, 4, FACES, 4, &mesh));
    abut_context_destroy(cx);
}

static abut_status make_mesh(abut_context *cx, void *arg) {
    (void)arg;
    abut_mesh *mesh = NULL;
    const abut_status status = abut_mesh_create(cx, CORNERS, 4, FACES, 4, &mesh);
    abut_mesh_destroy(mesh);
    return status;
}

TEST(every_failing_allocation_ends_with_out_of_memory_and_no_leak) {
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, make_mesh, NULL).fired > 3);
}

CLAIMS(CLAIM(frames_are_read_while_a_world_is_recorded_and_when_it_is_done),
       CLAIM(a_mesh_of_arrays_is_that_of_a_file_and_its_field_is_asked_at_many_points),
       CLAIM(every_failing_allocation_ends_with_out_of_memory_and_no_leak))
