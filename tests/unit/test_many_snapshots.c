// Saving and restoring a state over and over takes no memory and changes no bit.
// labels: long
#include "faults.h"
#include "worlds.h"

enum { TIMES = 100000 };

TEST(a_hundred_thousand_snapshots_leak_nothing_and_change_no_bit) {
    faults f = faults_start(0, 0); // counts, and fails nothing
    const abut_config config = faults_config(&f);
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    test_world t = {.cx = cx};
    const abut_material_def material = abut_material_default();
    CHECK_OK(cx, abut_world_create(cx, &def, &t.w));
    CHECK_OK(cx, abut_material_add(t.w, &material, &t.material));
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    for (int i = 0; i < 3; i++) add_ball(&t, 0.01, (abut_v3){0.03 * i, 0, 0.00999}, (abut_v3){0, 0.1 * i, 0});
    run_steps(&t, 10);
    abut_bytes state;
    CHECK_OK(cx, abut_world_save(t.w, &state));
    run_steps(&t, 1);
    const uint64_t next = abut_world_hash(t.w);
    const int64_t blocks = f.live_blocks;
    for (int i = 0; i < TIMES; i++) {
        CHECK_OK(cx, abut_world_load(t.w, state.data, state.size));
        abut_bytes_free(cx, &state);
        CHECK_OK(cx, abut_world_save(t.w, &state));
    }
    CHECK(f.live_blocks == blocks);
    CHECK_OK(cx, abut_world_load(t.w, state.data, state.size));
    run_steps(&t, 1);
    CHECK(abut_world_hash(t.w) == next);
    abut_bytes_free(cx, &state);
    abut_world_destroy(t.w);
    abut_context_destroy(cx);
    CHECK(f.live_blocks == 0);
}

CLAIMS(CLAIM(a_hundred_thousand_snapshots_leak_nothing_and_change_no_bit))
