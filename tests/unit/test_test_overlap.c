// Filters before cutting: they change no result.
#include "overlap_pairs.h"
#include "polyhedra.h"

#include "geom/convex/gjk.h"
#include "geom/convex/test_overlap.h"

static ab_convex_pair duo_of(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose) {
    return (ab_convex_pair){&a->loops, &b->loops, quat_matrix(pose.q), pose.x};
}

typedef struct pairs {
    ab_polyhedron stock[STOCK];
    ab_overlap_workspace workspace;
    ab_random r;
} pairs;

static void start_pairs(ab_ctx *cx, pairs *p, uint64_t seed) {
    make_stock(cx, seed, p->stock);
    CHECK_OK(cx, ab_overlap_make(cx, 256, &p->workspace));
    p->r = ab_random_start(seed, 3);
}

static void end_pairs(ab_ctx *cx, pairs *p) {
    ab_overlap_free(cx, &p->workspace);
    free_stock(cx, p->stock);
}

static const ab_polyhedron *any_of(pairs *p) { return &p->stock[ab_random_u64(&p->r) % STOCK]; }

TEST(gjk_finds_an_axis_for_every_pair_that_cutting_finds_apart) {
    abut_context *cx = shape_context();
    static pairs p;
    start_pairs(cx, &p, 21);
    int apart = 0;
    int unknown = 0;
    for (int i = 0; i < 20000; i++) {
        const ab_polyhedron *a = any_of(&p);
        const ab_polyhedron *b = any_of(&p);
        const double size = a->radius + b->radius;
        const ab_pose pose = i % 4 ? random_pose(&p.r, size) : degenerate_pose(&p.r, a, b);
        const ab_convex_pair d = duo_of(a, b, pose);
        ab_overlap o;
        v3 axis = v3_neg(pose.x);
        const ab_overlap_state m = ab_overlap_clip(a, b, pose, &p.workspace, &o);
        const ab_gjk g = ab_gjk_separate(&d, 1e-9 * size, &axis);
        if (g == AB_GJK_APART) {
            CHECK(m == AB_APART);
            CHECK(ab_axis_gap(&d, axis) > 0.999e-9 * size);
            apart++;
        } else if (m == AB_APART && g == AB_GJK_OVERLAP) {
            CHECK(ab_axis_gap(&d, axis) <= 2e-9 * size); // too near for the margin
        }
        unknown += g == AB_GJK_UNKNOWN;
    }
    CHECK(apart > 3000);
    CHECK(unknown < 20); // these go to cutting
    end_pairs(cx, &p);
    abut_context_destroy(cx);
}

// A pair that moves about, with and without a memory of what it was.
TEST(memory_of_a_pair_changes_no_result) {
    abut_context *cx = shape_context();
    static pairs p;
    start_pairs(cx, &p, 22);
    int by_memory = 0;
    for (int round = 0; round < 100; round++) {
        const ab_polyhedron *a = any_of(&p);
        const ab_polyhedron *b = any_of(&p);
        ab_axis_cache axis_cache = {0};
        ab_pose pose = random_pose(&p.r, a->radius + b->radius);
        const v3 step = v3_scale(0.02, random_direction(&p.r));
        const quat turn = quat_from_turn(v3_scale(0.03, random_direction(&p.r)));
        for (int k = 0; k < 100; k++) {
            pose.x = v3_add(pose.x, k < 50 ? step : v3_neg(step));
            pose.q = quat_unit(quat_mul(turn, pose.q));
            ab_overlap with;
            ab_overlap without;
            by_memory += v3_norm2(ab_axis_cache_axis(&axis_cache)) > 0;
            const ab_overlap_state m = ab_test_overlap(a, b, pose, &axis_cache, &p.workspace, &with);
            assert_int_equal(m, ab_overlap_clip(a, b, pose, &p.workspace, &without));
            if (m == AB_OVERLAP) CHECK(memcmp(&with, &without, sizeof with) == 0);
        }
    }
    CHECK(by_memory > 1000);
    end_pairs(cx, &p);
    abut_context_destroy(cx);
}

// Eight bytes. What they say of the gap is never too much.
TEST(what_a_pair_remembers_is_good_to_a_share_of_a_percent) {
    ab_random r = ab_random_start(5, 0);
    for (int i = 0; i < 1000; i++) {
        const v3 axis = random_direction(&r);
        const double gap = pow(10, 20 * ab_random_unit(&r) - 15);
        ab_axis_cache w;
        ab_axis_cache_set_axis(&w, axis);
        ab_axis_cache_set_clearance(&w, gap);
        CHECK_NEAR(v3_norm(v3_sub(ab_axis_cache_axis(&w), axis)), 0, 1e-4); // two components are off by up to 1/32767
        CHECK(ab_axis_cache_clearance(&w) <= gap * (1 + 1e-7) &&
              ab_axis_cache_clearance(&w) > 0.992 * gap); // seven bits after the first
    }
    ab_axis_cache none = {{1, 2, 3}, 4};
    ab_axis_cache_set_axis(&none, v3_zero());
    ab_axis_cache_set_clearance(&none, -1);
    CHECK(v3_norm(ab_axis_cache_axis(&none)) == 0 && ab_axis_cache_clearance(&none) == 0);
}

TEST(gap_along_an_axis_is_that_of_the_boxes) {
    abut_context *cx = shape_context();
    ab_polyhedron p = polyhedron_of(cx, shape_cube(cx, 0.5));
    const ab_pose pose = {{3, 0.25, 0}, quat_from_turn(v3_make(0, 0, 0.78539816339744831))};
    const ab_convex_pair d = duo_of(&p, &p, pose);
    CHECK_NEAR(ab_axis_gap(&d, v3_make(-1, 0, 0)), 3 - 0.5 - sqrt(0.5), 1e-15);
    CHECK_NEAR(ab_axis_gap(&d, v3_make(1, 0, 0)), -3 - 0.5 - sqrt(0.5), 1e-15);
    v3 axis = v3_zero(); // starts anywhere
    CHECK(ab_gjk_separate(&d, 1, &axis) == AB_GJK_APART);
    CHECK(ab_gjk_separate(&d, 1.8, &axis) == AB_GJK_OVERLAP); // farther than they are apart
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(gjk_finds_an_axis_for_every_pair_that_cutting_finds_apart), CLAIM(memory_of_a_pair_changes_no_result),
       CLAIM(what_a_pair_remembers_is_good_to_a_share_of_a_percent), CLAIM(gap_along_an_axis_is_that_of_the_boxes))
