// A ball on the curve that `abut press --law` writes of it bounces as Hertz says: depth, duration, restitution.
#include "abut/abut.h"
#include "claim.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>

#define PRESS_CASE                                                                                                     \
    "abut: 1\npress:\n  grid: {cells: [128, 128], size: [3.4 mm, 3.4 mm]}\n  indenter: {sphere: 10 mm}\n"              \
    "  solid: {young: 1 GPa, poisson: 0.3}\n  load: {force: ["
// The ball is 1 um above the plane and falls at 1 m/s without gravity.
#define BOUNCE                                                                                                         \
    "abut: 1\ntime: {end: 1 ms, dt: 0.1 us}\ngravity: [0, 0, 0]\ncontact: {law: table, curve: law.csv}\n"              \
    "materials: {m: {density: 2500 kg/m^3, restitution: 1}}\nbodies:\n"                                                \
    "  - {name: plane, shape: {plane: [0, 0, 1]}, material: m, fixed: true}\n"                                         \
    "  - {name: ball, shape: {sphere: 10 mm}, material: m, position: [0, 0, 10.001 mm], velocity: [0, 0, -1]}\n"

static void write_file(const scratch *folder, const char *name, const char *text) {
    char path[SCRATCH_MAX];
    FILE *f = fopen(scratch_path(folder, name, path), "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void press_ball(abut_context *cx, const scratch *folder) {
    char text[2000] = PRESS_CASE, scene[SCRATCH_MAX], out[SCRATCH_MAX], law[SCRATCH_MAX];
    size_t used = strlen(text);
    for (int i = 0; i < 24; i++) used += (size_t)snprintf(text + used, sizeof text - used, "%.4g, ", 0.1 * pow(1.4, i));
    snprintf(text + used, sizeof text - used, "250]}\n");
    write_file(folder, "ball.yaml", text);
    abut_press_options options = abut_press_default();
    options.scene = scratch_path(folder, "ball.yaml", scene);
    options.out = scratch_path(folder, "out", out);
    options.law = scratch_path(folder, "law.csv", law);
    CHECK_OK(cx, abut_press(cx, &options, NULL));
}

typedef struct bounce {
    double depth, duration, speed; // largest depth, time in touch, speed afterwards
} bounce;

static bounce let_bounce(abut_context *cx, const scratch *folder) {
    char path[SCRATCH_MAX];
    abut_scene *scene = NULL;
    write_file(folder, "bounce.yaml", BOUNCE);
    CHECK_OK(cx, abut_scene_load(cx, scratch_path(folder, "bounce.yaml", path), NULL, &scene));
    abut_world *w = abut_scene_world(scene);
    abut_body ball;
    CHECK_OK(cx, abut_body_find(w, "ball", &ball));
    bounce b = {0};
    abut_body_state state = {0};
    for (int i = 0; i < 10000; i++) {
        CHECK_OK(cx, abut_world_step(w));
        CHECK_OK(cx, abut_body_get(w, ball, &state));
        b.depth = fmax(b.depth, 10e-3 - state.position.z);
        b.duration += state.position.z < 10e-3 ? 1e-7 : 0;
    }
    b.speed = state.velocity.z;
    abut_scene_destroy(scene);
    return b;
}

TEST(a_ball_on_the_curve_of_its_contact_bounces_as_hertz_says) {
    const scratch folder = scratch_start();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    press_ball(cx, &folder);
    const bounce b = let_bounce(cx, &folder);
    const double mass = 2500 * 4.0 / 3 * 3.14159265358979324 * 1e-6, modulus = 1e9 / (1 - 0.09);
    const double depth = pow(15 * mass / (16 * modulus * sqrt(10e-3)), 0.4); // v = 1 m/s
    printf("depth %.4e, Hertz %.4e; duration %.4e, Hertz %.4e; speed after %.9f\n", b.depth, depth, b.duration,
           2.9432750 * depth, b.speed);
    CHECK_NEAR(b.depth, depth, 1e-3 * depth); // the grid, and the cubic between 25 points
    CHECK_NEAR(b.duration, 2.9432750 * depth, 1e-3 * 2.9432750 * depth + 1e-7);
    CHECK_NEAR(b.speed, 1, 1e-5); // of the step: the force is conservative
    scratch_end(&folder);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_ball_on_the_curve_of_its_contact_bounces_as_hertz_says))
