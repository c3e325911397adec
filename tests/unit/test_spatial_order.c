// Rows in the order of space: nobody outside notices.
#include "worlds.h"
#include "world/spatial_order.h"
#include "world/snapshot.h"

static test_world heap(int threads, int side, int layers) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    abut_material_def m = abut_material_default();
    m.rolling_friction = 0.1; // what rolling remembers moves along too
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, side, layers);
    return t;
}

static double largest_difference(test_world *a, test_world *b) {
    double worst = 0;
    for (int64_t i = 0; i < a->w->state.body.n; i++) {
        const abut_body id = ab_body_id(a->w, i);
        worst = fmax(worst, v3_norm(v3_sub(state_of(a, id).position, state_of(b, id).position)));
        CHECK(a->w->state.body.number[i] == b->w->state.body.number[ab_body_row(b->w, id)]);
    }
    return worst;
}

// Sums have another order: 20 steps make no more than 1e-12 of 10 mm of that. A spring of friction that lost its sign
// would move balls by 1e-7 m.
TEST(bodies_contacts_and_their_memory_stay) {
    test_world a = heap(1, 10, 10), b = heap(1, 10, 10);
    run_steps(&a, 600);
    run_steps(&b, 600);
    const int64_t contacts = abut_contact_count(b.w);
    CHECK(contacts > 200);
    CHECK_OK(b.cx, ab_order_rows(b.w));
    CHECK(abut_contact_count(b.w) == contacts);
    CHECK(largest_difference(&a, &b) == 0);
    for (int64_t i = 1; i < contacts; i++)
        CHECK(ab_contact_key(&b.w->state.contacts, i - 1) < ab_contact_key(&b.w->state.contacts, i));
    int64_t moved = 0;
    for (int64_t i = 0; i < a.w->state.body.n; i++) moved += ab_body_row(b.w, ab_body_id(a.w, i)) != i;
    CHECK(moved > 100);
    run_steps(&a, 20);
    run_steps(&b, 20);
    CHECK(abut_contact_count(a.w) == abut_contact_count(b.w));
    CHECK_NEAR(largest_difference(&a, &b), 0, 1e-14);
    close_world(&a);
    close_world(&b);
}

static double way_along_rows(const ab_world *w) {
    double way = 0;
    for (int64_t i = 6; i < w->state.body.n; i++) way += v3_norm(v3_sub(w->state.body.x[i], w->state.body.x[i - 1]));
    return way;
}

// Balls that came in a random order.
TEST(neighbours_come_near_each_other) {
    test_world t = heap(1, 2, 1);
    uint32_t state = 1;
    abut_body_def def = abut_body_default();
    for (int i = 0; i < 1000; i++) {
        def.number = i;
        state = state * 1664525u + 1013904223u;
        def.position = v3_make((state >> 8 & 255) * 0.1, (state >> 16 & 255) * 0.1, (state >> 24) * 0.1);
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.01, &def.shape));
        CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    }
    const double before = way_along_rows(t.w);
    CHECK_OK(t.cx, ab_order_rows(t.w));
    CHECK(way_along_rows(t.w) < 0.4 * before); // a thousand in a cube: a tenth of the edge from one to the next
    close_world(&t);
}

TEST(large_beds_are_in_order_and_have_the_same_bits) {
    test_world a = heap(1, 21, 19), b = heap(2, 21, 19), c = heap(1, 21, 19);
    CHECK(a.w->state.body.n >= AB_ORDER_MIN);
    run_steps(&a, 10);
    run_steps(&b, 10);
    CHECK(abut_world_hash(a.w) == abut_world_hash(b.w));
    ab_text bytes = ab_text_start(a.cx);
    CHECK_OK(a.cx, ab_snapshot_save(a.w, &bytes));
    CHECK_OK(c.cx, ab_snapshot_load(c.w, bytes.data, bytes.size));
    run_steps(&a, 5);
    run_steps(&c, 5);
    CHECK(abut_world_hash(a.w) == abut_world_hash(c.w));
    int64_t moved = 0;
    for (int64_t i = 0; i < a.w->state.body.n; i++) moved += a.w->state.body.slot[i] != (uint32_t)i;
    CHECK(moved > 1000);
    ab_text_free(&bytes);
    close_world(&a);
    close_world(&b);
    close_world(&c);
}

CLAIMS(CLAIM(bodies_contacts_and_their_memory_stay), CLAIM(neighbours_come_near_each_other),
       CLAIM(large_beds_are_in_order_and_have_the_same_bits))
