// A step takes no memory: once a run has warmed up, neither the memory hook of the library nor malloc itself is called,
// though balls meet and part and candidates are found anew. This program's malloc stands in front of the C library's
// and counts while it is armed; under a sanitizer, whose malloc must stay in front, only the hook is counted.
#include "worlds.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static atomic_bool armed;
static atomic_llong calls;

#ifndef SANITIZED
// The C library's own, behind the names that are taken here.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

static void count(void) {
    if (atomic_load(&armed)) atomic_fetch_add(&calls, 1);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
    count();
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size) {
    count();
    return __libc_realloc(p, size);
}

TEST(the_counter_sees_malloc) {
    atomic_store(&calls, 0);
    atomic_store(&armed, true);
    void *volatile p = malloc(10);
    p = realloc(p, 20);
    void *volatile q = calloc(2, 2);
    atomic_store(&armed, false);
    CHECK(atomic_load(&calls) == 3);
    free(p);
    free(q);
}
#else
TEST(the_counter_sees_malloc) { skip(); }
#endif

// Steps of a heap with armed counters; the warm-up has the heap at its tightest, so that later steps need no more rows.
static void no_calls(int side, int threads, const char *integrator) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    def.integrator = integrator;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, side, side);
    run_steps(&t, 1200);

    const int64_t hook_before = t.cx->allocations, contacts_before = abut_contact_count(t.w);
    const v3 anchor_before = t.w->collision.pair_list_x[t.w->state.body.n - 1];
    bool contacts_changed = false;
    atomic_store(&calls, 0);
    atomic_store(&armed, true);
    for (int i = 0; i < 300; i++) {
        const abut_status status = abut_world_step(t.w);
        if (status != ABUT_OK) break;
        contacts_changed = contacts_changed || abut_contact_count(t.w) != contacts_before;
    }
    atomic_store(&armed, false);
    CHECK(abut_world_step_count(t.w) == 1500);
    CHECK(contacts_changed);
    CHECK(t.w->collision.pair_list_x[t.w->state.body.n - 1].z != anchor_before.z); // candidates were found anew
    assert_int_equal(t.cx->allocations, hook_before);
    assert_int_equal(atomic_load(&calls), 0);
    close_world(&t);
}

TEST(steps_on_one_thread_take_no_memory) { no_calls(8, 1, "verlet"); }
TEST(steps_on_two_threads_take_no_memory) { no_calls(12, 2, "verlet"); }
TEST(steps_of_rk4_take_no_memory) { no_calls(8, 1, "rk4"); }

CLAIMS(CLAIM(the_counter_sees_malloc), CLAIM(steps_on_one_thread_take_no_memory),
       CLAIM(steps_on_two_threads_take_no_memory), CLAIM(steps_of_rk4_take_no_memory))
