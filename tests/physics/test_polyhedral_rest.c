// Polyhedra at rest, in stacks and sliding.
#include "polyhedral.h"
#include "world/snapshot.h"

#define EDGE 0.01

static const abut_material_def STONE = {.size = sizeof(abut_material_def),
                                        .name = "stone",
                                        .density = 2500,
                                        .young = 1e7,
                                        .poisson = 0.25,
                                        .restitution = 0.5,
                                        .friction = 0.5,
                                        .sliding_friction = -1};

TEST(a_resting_cube_stays_put) { CHECK_NEAR(drift_of_resting_cube(PI / 9, 30000), 0, 1e-6); }

TEST(a_stack_of_ten_cubes_stands) {
    abut_world_def def = volume_def(4e-6);
    test_world t = open_world(1, &def, &STONE);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body cube[10];
    for (int i = 0; i < 10; i++)
        cube[i] = add_cube(&t, EDGE, (abut_v3){1e-4 * (i % 3 - 1), 1e-4 * (i % 2), (i + 0.5) * 1.001 * EDGE},
                           (quat){1, 0, 0, 0}, (abut_v3){0, 0, 0});
    run_steps(&t, 30000);
    for (int i = 0; i < 10; i++) {
        const abut_body_state s = state_of(&t, cube[i]);
        CHECK_NEAR(v3_norm(s.velocity), 0, 1e-4);
        CHECK_NEAR(s.position.z, (i + 0.5) * EDGE, 1e-3 * EDGE);
        CHECK_NEAR(s.position.x, 1e-4 * (i % 3 - 1), 1e-2 * EDGE); // what the fall through 10 gaps may shift
        CHECK_NEAR(quat_rotate(s.orientation, v3_make(0, 0, 1)).z, 1, 1e-5);
    }
    close_world(&t);
}

TEST(friction_never_creates_energy_over_angles_coefficients_and_restitutions) {
    for (double angle = 0.2; angle < 1.6; angle += 0.45)
        for (double friction = 0; friction < 1.1; friction += 0.35)
            for (double restitution = 0; restitution <= 1; restitution += 0.5) {
                const abut_material_def m = {.size = sizeof(abut_material_def),
                                             .name = "stone",
                                             .density = 2500,
                                             .young = 1e7,
                                             .poisson = 0.25,
                                             .restitution = restitution,
                                             .friction = friction,
                                             .sliding_friction = -1};
                throw_cube(&m, EDGE, angle);
            }
}

// ---------------------------------------------------------------------------------------------------- determinism

static void fill_with_cubes(test_world *t) {
    add_floor(t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){EDGE, EDGE, EDGE}, &shape));
    ab_random r = ab_random_start(7, 1);
    for (int i = 0; i < 1000; i++) {
        const v3 at = v3_make(i % 10, i / 10 % 10, i / 100 + 0.8);
        add_shape(t, shape, v3_scale(1.25 * EDGE, at), ab_random_rotation(&r), (abut_v3){0, 0, -1});
    }
}

static test_world open_heap(int threads) {
    abut_world_def def = volume_def(5e-6);
    def.allow_large_dt = true; // some overlap at the start
    return open_world(threads, &def, &STONE);
}

static uint64_t heap_hash(int threads) {
    test_world t = open_heap(threads);
    fill_with_cubes(&t);
    run_steps(&t, 60);
    CHECK(abut_contact_count(t.w) > 300);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(a_heap_of_cubes_has_the_same_bits_for_any_number_of_threads) {
    const uint64_t one = heap_hash(1);
    CHECK(heap_hash(2) == one);
    CHECK(heap_hash(5) == one);
}

TEST(a_restored_heap_continues_bit_for_bit) {
    test_world a = open_heap(2), b = open_heap(1);
    fill_with_cubes(&a);
    fill_with_cubes(&b);
    run_steps(&a, 30);
    ab_text bytes = ab_text_start(a.cx);
    CHECK_OK(a.cx, ab_snapshot_save(a.w, &bytes));
    CHECK_OK(b.cx, ab_snapshot_load(b.w, bytes.data, bytes.size));
    run_steps(&a, 30);
    run_steps(&b, 30);
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    ab_text_free(&bytes);
    close_world(&a);
    close_world(&b);
}

CLAIMS(CLAIM(a_resting_cube_stays_put), CLAIM(a_stack_of_ten_cubes_stands),
       CLAIM(friction_never_creates_energy_over_angles_coefficients_and_restitutions),
       CLAIM(a_heap_of_cubes_has_the_same_bits_for_any_number_of_threads), CLAIM(a_restored_heap_continues_bit_for_bit))
