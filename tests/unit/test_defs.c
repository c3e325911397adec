// Definitions start with their size: those of older headers are completed by defaults, those without a size or of a
// newer header are refused.
#include "worlds.h"

#include <string.h>

// What a program that was compiled with an older header passes: the first `size` bytes, then bytes that are not its own.
#define OLDER(type, def, length)                                                                                       \
    char older_##def[sizeof(type)];                                                                                    \
    memset(older_##def, 0xA5, sizeof older_##def);                                                                     \
    (def).size = (uint32_t)(length);                                                                                   \
    memcpy(older_##def, &(def), (length))

TEST(a_definition_of_an_older_header_keeps_the_defaults_of_what_it_lacks) {
    const abut_world_def world = abut_world_default();
    abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &world, &stone);
    stone.name = "old";
    stone.density = 1234;
    stone.friction = 0.75;
    OLDER(abut_material_def, stone, offsetof(abut_material_def, friction));
    int32_t material;
    CHECK_OK(t.cx, abut_material_add(t.w, (const abut_material_def *)older_stone, &material));
    abut_material_def read;
    CHECK_OK(t.cx, abut_material_get(t.w, material, &read));
    assert_string_equal("old", read.name);
    CHECK_NEAR(read.density, 1234, 0);
    CHECK_NEAR(read.friction, abut_material_default().friction, 0);

    abut_body_def ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball.shape));
    ball.position = (abut_v3){1, 2, 3};
    ball.mass = 7;
    OLDER(abut_body_def, ball, offsetof(abut_body_def, mass));
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, (const abut_body_def *)older_ball, &body));
    CHECK_NEAR(state_of(&t, body).position.y, 2, 0);
    CHECK_NEAR(state_of(&t, body).mass, 2500 * 4.0 / 3 * 3.14159265358979 * 1e-3, 1e-12); // by the density
    close_world(&t);
}

TEST(colliders_follow_each_other_at_the_size_they_were_compiled_with) {
    const abut_world_def world = abut_world_default();
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &world, &stone);
    int32_t sphere;
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &sphere));
    enum { OLD = offsetof(abut_collider_def, orientation) };
    char colliders[3 * sizeof(abut_collider_def)];
    for (int i = 0; i < 3; i++) {
        abut_collider_def c = abut_collider_default();
        c.size = OLD;
        c.shape = sphere;
        c.position = (abut_v3){i, 0, 0};
        memcpy(colliders + i * OLD, &c, OLD);
    }
    abut_body_def def = abut_body_default();
    def.colliders = (const abut_collider_def *)colliders;
    def.ncollider = 3;
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &body));
    CHECK_NEAR(state_of(&t, body).centre.x, 1, 1e-15); // the mean of 0, 1 and 2
    CHECK(abut_collider_count(t.w, body) == 3);
    close_world(&t);
}

TEST(a_definition_without_a_size_or_of_a_newer_header_is_refused_with_a_remedy) {
    const abut_world_def world = abut_world_default();
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &world, &stone);
    abut_world *other = NULL;
    abut_world_def w = world;
    abut_joint_def joint = abut_joint_default();
    abut_force_def force = abut_force_default();
    abut_control_def control = abut_control_default();
    abut_pair_def pair = abut_pair_default();
    abut_run_options run = abut_run_default();
    abut_recorder_def recorder = abut_recorder_default();
    abut_recorder *made = NULL;
    w.size = 0;
    joint.size = 4;
    force.size = sizeof force + 8;
    control.size = 0;
    pair.size = UINT32_MAX;
    run.size = 0;
    recorder.size = 0;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_create(t.cx, &w, &other));
    CHECK(other == NULL && strstr(abut_context_message(t.cx), "abut_world_default()") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_add(t.w, &joint, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_add(t.w, &force, NULL));
    CHECK(strstr(abut_context_message(t.cx), "older library") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(t.w, &control, NULL));
    CHECK(strstr(abut_context_message(t.cx), "abut_control_default()") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(t.cx, &run, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(t.w, &recorder, &made));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_add(t.w, NULL, NULL));
    CHECK(strstr(abut_context_message(t.cx), "no definition") != NULL);
    close_world(&t);
}

// A block on a slope of 30 degrees stays at friction 0.7, and slides with g (sin - mu cos) once it is 0.2.
TEST(friction_that_is_set_between_steps_holds_from_the_next_step_on) {
    abut_world_def world = abut_world_default();
    world.gravity = (abut_v3){9.81 * 0.5, 0, -9.81 * 0.8660254037844386};
    world.dt = 1e-4;
    abut_material_def stone = abut_material_default();
    stone.friction = 0.7;
    stone.restitution = 0;
    test_world t = open_world(1, &world, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def box = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.1, 0.05}, &box.shape));
    box.position = (abut_v3){0, 0, 0.025};
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &box, &body));
    run_steps(&t, 2000);
    CHECK(fabs(state_of(&t, body).velocity.x) < 1e-4);
    stone.friction = 0.2;
    CHECK_OK(t.cx, abut_material_set(t.w, t.material, &stone));
    const double began = state_of(&t, body).velocity.x;
    run_steps(&t, 2000);
    const double expected = 9.81 * (0.5 - 0.2 * 0.8660254037844386) * 0.2;
    CHECK_NEAR(state_of(&t, body).velocity.x - began, expected, 0.01 * expected); // the normal force still oscillates
    CHECK(fabs(abut_world_energy(t.w).residual) < 1e-3 * abut_world_watch(t.w).turnover);
    abut_material_def read;
    CHECK_OK(t.cx, abut_material_get(t.w, t.material, &read));
    CHECK_NEAR(read.friction, 0.2, 0);
    int32_t found = -1;
    CHECK_OK(t.cx, abut_material_find(t.w, "default", &found));
    CHECK(found == t.material && abut_material_count(t.w) == 1);
    stone.friction = -1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_set(t.w, t.material, &stone));
    stone.friction = 0.2;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_set(t.w, 1, &stone));
    stone.rolling_friction = 0.1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_set(t.w, t.material, &stone));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_find(t.w, "glass", &found));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_get(t.w, 1, &read));
    close_world(&t);
}

CLAIMS(CLAIM(a_definition_of_an_older_header_keeps_the_defaults_of_what_it_lacks),
       CLAIM(colliders_follow_each_other_at_the_size_they_were_compiled_with),
       CLAIM(a_definition_without_a_size_or_of_a_newer_header_is_refused_with_a_remedy),
       CLAIM(friction_that_is_set_between_steps_holds_from_the_next_step_on))
