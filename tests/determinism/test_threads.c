// The same bits whoever computes them.
#include "worlds.h"
#include "world/snapshot.h"

static uint64_t heap_hash(int threads, int64_t steps, int64_t save_every) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, 12, 12); // more than a block of the reductions and several grains of the loops
    for (int64_t i = 0; i < steps; i++) {
        run_steps(&t, 1);
        if (save_every == 0 || i % save_every != 0) continue;
        ab_text bytes = ab_text_start(t.cx);
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        ab_text_free(&bytes);
    }
    CHECK(abut_contact_count(t.w) > 500);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(state_hash_is_the_same_for_1_2_3_4_and_7_threads) {
    const uint64_t one = heap_hash(1, 400, 0);
    CHECK(heap_hash(2, 400, 0) == one);
    CHECK(heap_hash(3, 400, 0) == one);
    CHECK(heap_hash(4, 400, 0) == one);
    CHECK(heap_hash(7, 400, 0) == one);
    CHECK(heap_hash(1, 399, 0) != one); // the hash sees a step
}

TEST(saving_never_changes_the_run) { CHECK(heap_hash(2, 200, 7) == heap_hash(2, 200, 0)); }

TEST(a_restored_world_continues_bit_for_bit) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    const abut_material_def m = abut_material_default();
    test_world a = open_world(2, &def, &m), b = open_world(1, &def, &m);
    fill_box(&a, 6, 6);
    fill_box(&b, 6, 6);
    run_steps(&a, 700);
    ab_text bytes = ab_text_start(a.cx);
    CHECK_OK(a.cx, ab_snapshot_save(a.w, &bytes));
    CHECK_OK(b.cx, ab_snapshot_load(b.w, bytes.data, bytes.size));
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    run_steps(&a, 300);
    run_steps(&b, 300);
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    ab_text_free(&bytes);
    close_world(&a);
    close_world(&b);
}

TEST(a_removed_body_leaves_no_trace_in_the_order_of_sums) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    const abut_material_def m = abut_material_default();
    uint64_t hash[2];
    for (int threads = 1; threads <= 2; threads++) {
        test_world t = open_world(threads == 1 ? 1 : 3, &def, &m);
        fill_box(&t, 6, 6);
        run_steps(&t, 300);
        const abut_body victim = ab_body_id(t.w, 40);
        CHECK_OK(t.cx, abut_body_remove(t.w, victim));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_remove(t.w, victim)); // its id is never valid again
        run_steps(&t, 300);
        CHECK(fabs(abut_world_energy(t.w).residual) < 1e-3 * abut_world_energy(t.w).initial);
        hash[threads - 1] = abut_world_hash(t.w);
        close_world(&t);
    }
    CHECK(hash[0] == hash[1]);
}

CLAIMS(CLAIM(state_hash_is_the_same_for_1_2_3_4_and_7_threads), CLAIM(saving_never_changes_the_run),
       CLAIM(a_restored_world_continues_bit_for_bit), CLAIM(a_removed_body_leaves_no_trace_in_the_order_of_sums))
