// The broad phase finds exactly the pairs of overlapping boxes, sorted, whatever their sizes and places.
#include "claim.h"
#include "base/alloc.h"
#include "base/ctx.h"
#include "collide/broad_phase.h"

static uint64_t state = 1;

static double uniform(double low, double high) { // splitmix64
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static bool none(const void *arg, int64_t i, int64_t j) {
    (void)arg, (void)i, (void)j;
    return false;
}

static bool odd_pairs(const void *arg, int64_t i, int64_t j) {
    (void)arg;
    return (i + j) % 2 == 1;
}

static bool overlap(ab_box3 a, ab_box3 b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static ab_box3 box_of(const void *arg, int64_t i) { return ((const ab_box3 *)arg)[i]; }

static void same_as_brute_force(const ab_box3 *box, int64_t n, int threads, ab_skip_fn *leave_out) {
    abut_config config = abut_config_default();
    config.threads = threads;
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    ab_arena arena = {0};
    ab_pairs pairs = {0};
    CHECK_OK(cx, ab_broad_phase_find(cx, &arena, n, box_of, leave_out, box, &pairs));
    int64_t p = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++) {
            if (!overlap(box[i], box[j]) || leave_out(NULL, i, j)) continue;
            CHECK(p < pairs.n);
            const ab_pair pair = ab_pairs_at(&pairs, p++); // brute force meets them in sorted order
            CHECK(pair.a == i && pair.b == j);
        }
    CHECK(p == pairs.n);
    uint32_t row = 0;
    for (p = 0; p < pairs.n; p++) CHECK(ab_pairs_walk(&pairs, p, &row).a == ab_pairs_row(&pairs, p));
    for (int64_t i = 0; i < n; i++)
        for (int64_t e = pairs.below[i]; e < pairs.below[i + 1]; e++) {
            CHECK(pairs.higher[pairs.back[e]] == i);
            CHECK(e == pairs.below[i] || pairs.back[e] > pairs.back[e - 1]);
        }
    CHECK(n == 0 || (pairs.first[n] == pairs.n && pairs.below[n] == pairs.n));
    ab_pairs_free(cx, &pairs);
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
}

static ab_box3 ball_box(v3 x, double r) { return (ab_box3){v3_sub(x, v3_make(r, r, r)), v3_add(x, v3_make(r, r, r))}; }

enum { MAX = 3000 };
static ab_box3 box[MAX];

TEST(pairs_are_those_of_brute_force_for_equal_balls) {
    for (int i = 0; i < MAX; i++) box[i] = ball_box(v3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)), 0.05);
    same_as_brute_force(box, MAX, 1, none);
    same_as_brute_force(box, MAX, 3, odd_pairs);
}

TEST(pairs_are_those_of_brute_force_for_sizes_from_1e_minus_4_to_1) {
    for (int i = 0; i < MAX; i++)
        box[i] = ball_box(v3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)), pow(10, uniform(-4, 0)) * 0.3);
    same_as_brute_force(box, MAX, 2, none);
}

TEST(bodies_without_bounds_meet_everyone) {
    for (int i = 0; i < 500; i++) box[i] = ball_box(v3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)), 0.02);
    const v3 far = {INFINITY, INFINITY, INFINITY};
    box[0] = box[250] = box[499] = (ab_box3){v3_neg(far), far};
    same_as_brute_force(box, 500, 2, none);
}

TEST(bodies_may_lie_anywhere_and_be_points) {
    for (int i = 0; i < 400; i++) {
        const double far = i % 3 == 0 ? 1e12 : i % 3 == 1 ? 1e-9 : 1;
        box[i] = ball_box(v3_make(far * uniform(-1, 1), far * uniform(-1, 1), far), i % 7 == 0 ? 0 : uniform(0, 0.3));
    }
    for (int i = 0; i < 20; i++) box[400 + i] = ball_box(v3_make(1e300, -1e300, (i / 2) * 1e290), 1);
    same_as_brute_force(box, 420, 1, none);
    same_as_brute_force(box, 1, 1, none);
    same_as_brute_force(box, 0, 1, none);
}

CLAIMS(CLAIM(pairs_are_those_of_brute_force_for_equal_balls),
       CLAIM(pairs_are_those_of_brute_force_for_sizes_from_1e_minus_4_to_1), CLAIM(bodies_without_bounds_meet_everyone),
       CLAIM(bodies_may_lie_anywhere_and_be_points))
