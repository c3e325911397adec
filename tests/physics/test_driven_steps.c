// The automatic time step knows what drives a scene, and what it does when it was wrong.
#include "scene_files.h"
#include "step/step.h"

#define STEEL "materials: {steel: {density: 7850, young: 1e9, restitution: 0.3, friction: 0.05}}\n"
#define WHEELS                                                                                                         \
    STEEL "gravity: [0, 0, 0]\ncontact: {resolution: 48}\nbodies:\n"                                                   \
          "  - {name: pinion, shape: {gear: {teeth: 14, module: 4 mm, width: 10 mm}}, material: steel}\n"              \
          "  - {name: wheel, shape: {gear: {teeth: 21, module: 4 mm, width: 10 mm}}, material: steel, position: "      \
          "[70.2 mm, 0, 0]}\n"                                                                                         \
          "joints:\n"                                                                                                  \
          "  - {name: front, kind: revolute, b: pinion, at: [0, 0, 0]}\n"                                              \
          "  - {name: back, kind: revolute, b: wheel, at: [70.2 mm, 0, 0]}\n"

static double speed_of(const char *text) {
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    const double speed = f.scene->advice.speed;
    CHECK(isfinite(f.scene->advice.limit) && abut_scene_world(f.scene)->config.dt < f.scene->advice.limit);
    files_end(&f);
    return speed;
}

// 60 rpm, at the tips of the pinion of 28 mm + 4 mm.
TEST(a_motor_at_rest_counts_with_the_speed_that_it_can_reach) {
    const double tips = 2 * 3.14159265358979 * 0.032;
    const double speed =
        speed_of("abut: 1\ntime: {end: 50 ms}\n" WHEELS
                 "torques:\n  - {name: drive, at: [0, 0, 0], kind: motor, b: pinion, speed: 60 rpm, damping: 0.005 N m "
                 "s/rad, max_torque: 0.5 N m}\n");
    CHECK_NEAR(speed, tips, 0.05 * tips); // the corners of the teeth
}

TEST(a_motor_that_cannot_get_there_counts_with_less) {
    const double speed = speed_of(
        "abut: 1\ntime: {end: 50 ms}\n" WHEELS
        "torques:\n  - {name: drive, at: [0, 0, 0], kind: motor, b: pinion, speed: 6000 rpm, damping: 0.005 N m "
        "s/rad, max_torque: 1e-3 N m}\n");
    CHECK(speed > 0.01 && speed < 0.5 * 6000 / 60 * 6.283 * 0.032);
}

TEST(prescribed_motion_and_loads_count) {
    CHECK_NEAR(speed_of("abut: 1\ntime: {end: 50 ms}\n" WHEELS
                        "  - {name: turn, kind: prescribed_angle, b: pinion, at: [0, 0, 0], spin: 20 rad/s}\n"),
               20 * 0.032, 0.05);
    // 10 N on 1 kg over 2.2 m: the scene from the ball's lower end to the upper one of the other
    CHECK_NEAR(speed_of("abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1 s}\n" STEEL
                        "bodies:\n  - {shape: {sphere: 10 cm}, mass: 1, force: [0, 0, 10], material: steel}\n"
                        "  - {shape: {sphere: 10 cm}, material: steel, fixed: true, position: [0, 0, 2]}\n"),
               sqrt(2 * 10 * 2.23), 0.05);
}

static const char *integrator_of(const char *text) {
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    const char *name = abut_scene_world(f.scene)->config.integrator->name;
    files_end(&f);
    return name;
}

TEST(one_joint_among_many_balls_does_not_choose_the_integrator) {
    static const char drum[] =
        "abut: 1\ntime: {end: 50 ms}\n" STEEL "generators:\n  - grid: {name: ball, shape: {sphere: 5 mm}, material: "
        "steel, count: [5, 5, 2], spacing: [11 mm, 11 mm, 11 mm], "
        "origin: [0, 0, 5 cm]}\n"
        "bodies:\n  - {name: paddle, shape: {box: [10 cm, 1 cm, 1 cm]}, material: steel}\n"
        "joints:\n  - {name: axle, kind: revolute, b: paddle, at: [0, 0, 0]}\n";
    assert_string_equal(integrator_of(drum), "verlet");
    assert_string_equal(integrator_of("abut: 1\ntime: {end: 50 ms}\n" WHEELS), "rk4");
}

// A ball that a table of force pushes faster than was expected: steps are divided, and it arrives.
TEST(a_step_that_proves_too_large_is_divided_instead_of_refused) {
    scene_files f;
    scene_text(&f, "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1 s}\n" STEEL
                   "bodies:\n  - {name: ball, shape: {sphere: 1 cm}, material: steel, velocity: [0, 0, -1 mm/s]}\n"
                   "  - {name: floor, shape: {plane: [0, 0, 1]}, material: steel, position: [0, 0, -10.01 mm]}\n");
    CHECK_LOADED(&f);
    ab_world *w = abut_scene_world(f.scene);
    const double dt = w->config.dt;
    w->state.body.v[0].z = -100; // as if something had thrown it
    while (w->state.step < 40) CHECK_OK(f.cx, ab_step(w));
    CHECK(w->state.substeps > 1 && w->config.dt == dt);
    CHECK(w->state.body.v[0].z > 20 && w->state.body.v[0].z < 40); // restitution 0.3
    files_end(&f);
}

// 5 mm at 4.4 m/s, of which half in a step.
TEST(thin_bodies_limit_the_automatic_step_by_their_speed) {
    scene_files f;
    scene_text(
        &f, "abut: 1\ntime: {end: 1 s}\ncontact: {law: linear, stiffness: 1 N/m}\nmaterials: {soft: {density: 1000}}\n"
            "bodies:\n  - {shape: {sphere: 5 mm}, material: soft, position: [0, 0, 1]}\n"
            "  - {shape: {plane: [0, 0, 1]}, material: soft}\n");
    CHECK_LOADED(&f);
    CHECK(abut_scene_world(f.scene)->config.dt <= AB_TRAVEL_PER_SUBSTEP * 0.005 / sqrt(2 * 9.81) &&
          abut_scene_world(f.scene)->config.dt > 0.8 * AB_TRAVEL_PER_SUBSTEP * 0.005 / sqrt(2 * 9.81));
    files_end(&f);
}

CLAIMS(CLAIM(a_motor_at_rest_counts_with_the_speed_that_it_can_reach),
       CLAIM(a_motor_that_cannot_get_there_counts_with_less), CLAIM(prescribed_motion_and_loads_count),
       CLAIM(one_joint_among_many_balls_does_not_choose_the_integrator),
       CLAIM(a_step_that_proves_too_large_is_divided_instead_of_refused),
       CLAIM(thin_bodies_limit_the_automatic_step_by_their_speed))
