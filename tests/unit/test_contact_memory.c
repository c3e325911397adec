// What contacts remember is passed on from step to step, in one copy or in two.
// labels: threads
#include "worlds.h"

enum { SIDE = 30 }; // 78,300 candidates: more than one wave of them

static double noise(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (1 << 24) - 0.5;
}

// A lattice of balls that overlap or nearly touch and fly about: contacts begin and end everywhere.
static test_world lattice(int threads) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    abut_material_def m = abut_material_default();
    m.friction = 0.5;
    m.rolling_friction = 0.1;
    test_world t = open_world(threads, &def, &m);
    abut_body_def ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.01, &ball.shape));
    uint32_t state = 7;
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        const v3 place = v3_make(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE);
        ball.position =
            v3_add_scaled(v3_scale(0.02, place), 4e-5, v3_make(noise(&state), noise(&state), noise(&state)));
        ball.velocity = v3_make(noise(&state), noise(&state), noise(&state));
        CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    }
    return t;
}

static uint64_t hash_after(int threads, ab_past past) {
    test_world t = lattice(threads);
    ab_integrator verlet = *t.w->config.integrator;
    verlet.past = past;
    t.w->config.integrator = &verlet;
    run_steps(&t, 6);
    CHECK(t.w->collision.last_contacts.borrowed == (past == AB_PAST_ONCE));
    CHECK(t.w->state.contacts.n > 10000 && t.w->collision.pairs.n > 65536); // the latter are a wave
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(one_copy_of_what_contacts_remember_gives_the_bits_of_two) {
    const uint64_t two = hash_after(1, AB_PAST_REUSED);
    CHECK(hash_after(1, AB_PAST_ONCE) == two);
    CHECK(hash_after(2, AB_PAST_ONCE) == two);
}

// Rows 100, 101, ... under the numbers of bodies that cannot be mistaken for others.
static void fill_rows(ab_contacts *c, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        c->a[i] = (uint32_t)(100 + i);
        c->normal_force[i] = 100.0 + (double)i;
    }
    c->n = n;
}

TEST(the_past_survives_growth_and_is_let_go_of_row_by_row) {
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    ab_contacts now = {0}, past = {0};
    CHECK_OK(cx, ab_contacts_reserve(cx, &now, 10));
    fill_rows(&now, 10);
    ab_contacts_lift(cx, &now, &past);
    CHECK(now.n == 0 && past.n == 10 && past.a[0] == 100 && past.a[9] == 109);
    CHECK_OK(cx, ab_contacts_extend(cx, &now, &past, 50)); // the past moves up
    for (int64_t i = 0; i < 50; i++) now.a[i] = 7;
    for (int64_t i = 0; i < 10; i++) CHECK(past.a[i] == 100 + i && past.normal_force[i] == 100.0 + (double)i);
    ab_contacts_let_go(&past, 4);
    CHECK(past.n == 6 && past.a[0] == 104);
    const int64_t capacity = now.kept_capacity;
    CHECK_OK(cx, ab_contacts_extend(cx, &now, &past, capacity - 6)); // in place of the four
    CHECK(now.kept_capacity == capacity && past.a[5] == 109);
    ab_contacts_free(cx, &past);
    ab_contacts_free(cx, &now);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(one_copy_of_what_contacts_remember_gives_the_bits_of_two),
       CLAIM(the_past_survives_growth_and_is_let_go_of_row_by_row))
