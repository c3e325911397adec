// Small worlds for tests, made through the public interface.
#ifndef ABUT_TESTS_WORLDS_H
#define ABUT_TESTS_WORLDS_H

#include "claim.h"
#include "step/step.h"

typedef struct test_world {
    abut_context *cx;
    abut_world *w;
    int32_t material;
} test_world;

// A world with one material and `threads` threads. Destroy with close_world.
static inline test_world open_world(int threads, const abut_world_def *def, const abut_material_def *material) {
    abut_config config = abut_config_default();
    config.threads = threads;
    test_world t = {0};
    assert_int_equal(ABUT_OK, abut_context_create(&config, &t.cx));
    CHECK_OK(t.cx, abut_world_create(t.cx, def, &t.w));
    CHECK_OK(t.cx, abut_material_add(t.w, material, &t.material));
    return t;
}

static inline void close_world(test_world *t) {
    abut_world_destroy(t->w);
    abut_context_destroy(t->cx);
}

static inline abut_body add_ball(test_world *t, double radius, abut_v3 x, abut_v3 v) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, radius, &def.shape));
    def.name = "ball";
    def.material = t->material;
    def.position = x;
    def.velocity = v;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static inline abut_body add_floor(test_world *t, abut_v3 point, abut_v3 normal) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_plane(t->w, normal, &def.shape));
    def.name = "floor";
    def.material = t->material;
    def.fixed = true;
    def.position = point;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static inline void run_steps(test_world *t, int64_t steps) {
    for (int64_t i = 0; i < steps; i++) CHECK_OK(t->cx, abut_world_step(t->w));
}

static inline abut_body_state state_of(test_world *t, abut_body body) {
    abut_body_state state;
    CHECK_OK(t->cx, abut_body_get(t->w, body, &state));
    return state;
}

// A heap of balls of three sizes that falls between a floor and four walls: contacts of both kinds, friction, spin.
static inline void fill_box(test_world *t, int side, int layers) {
    add_floor(t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const double half = 0.0103 * side;
    add_floor(t, (abut_v3){half, 0, 0}, (abut_v3){-1, 0, 0});
    add_floor(t, (abut_v3){-half, 0, 0}, (abut_v3){1, 0, 0});
    add_floor(t, (abut_v3){0, half, 0}, (abut_v3){0, -1, 0});
    add_floor(t, (abut_v3){0, -half, 0}, (abut_v3){0, 1, 0});
    int32_t shapes[3];
    for (int i = 0; i < 3; i++) CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.006 + 0.002 * i, &shapes[i]));
    for (int k = 0; k < side * side * layers; k++) {
        const int ix = k % side, iy = k / side % side, iz = k / side / side;
        abut_body_def def = abut_body_default();
        def.name = "ball";
        def.number = k;
        def.shape = shapes[k % 3];
        def.material = t->material;
        def.position = (abut_v3){0.0206 * (ix + 0.5) - half + 1e-4 * ((k * 7) % 5 - 2),
                                 0.0206 * (iy + 0.5) - half + 1e-4 * ((k * 3) % 5 - 2), 0.0101 + 0.0202 * iz};
        def.velocity = (abut_v3){0.1 * ((k * 11) % 7 - 3), 0.1 * ((k * 5) % 7 - 3), -0.5};
        CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
    }
}

#endif
