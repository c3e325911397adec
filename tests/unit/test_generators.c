// Generators of bodies: grids and fills.
#include "scene_files.h"

#include "base/alloc.h"
#include "math/random.h"
#include "scene/build/packing.h"

#include <stdlib.h>

#define HEAD  "abut: 1\ntime: {end: 1 s}\nmaterials: {glass: {}}\n"
#define SPACE "region: {low: [-10 cm, -10 cm, 0], high: [10 cm, 10 cm, 50 cm]}"

// Least gap between the bounding spheres of all bodies, by brute force; planes left out.
static double least_gap(const ab_world *w) {
    double min = INFINITY;
    for (int64_t i = 0; i < w->state.body.n; i++)
        for (int64_t j = 0; j < i; j++) {
            const double reach = ab_collider_shape(w, i)->radius + ab_collider_shape(w, j)->radius;
            if (isinf(reach)) continue;
            const double gap = v3_norm(v3_sub(w->state.body.x[i], w->state.body.x[j])) - reach;
            if (gap < min) min = gap;
        }
    return min;
}

TEST(a_grid_has_its_members_in_order_x_first) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - grid: {name: g, shape: {sphere: 1 mm}, material: glass, count: [2, 3, 4],\n"
                        "           spacing: [1 cm, 2 cm, 3 cm], origin: [1, 0, 0], velocity: [0, 0, -1]}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    assert_int_equal(24, w->state.body.n);
    CHECK(w->state.body.x[1].x == 1 + 0.01 && w->state.body.x[2].y == 0.02 && w->state.body.x[6].z == 0.03);
    CHECK(w->state.body.v[23].z == -1);
    assert_int_equal(23, w->state.body.number[23]);
    char label[ABUT_LABEL];
    ab_body_label(w, 7, label);
    assert_string_equal("g[7]", label);
    files_end(&f);
}

TEST(jitter_moves_within_its_bound) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - grid: {name: g, shape: {sphere: 1 mm}, material: glass, count: [9, 9, 1],\n"
                        "           spacing: [1 cm, 1 cm, 0], jitter: 2 mm}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    double max = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        const v3 moved = v3_sub(w->state.body.x[i], v3_make(0.01 * (double)(i % 9), 0.01 * (double)(i / 9), 0));
        max = fmax(max, fmax(fabs(moved.x), fmax(fabs(moved.y), fabs(moved.z))));
    }
    CHECK(max <= 0.002 && max > 0.0015); // 243 draws: all below 3/4 of the bound has a chance of 1e-30
    files_end(&f);
}

TEST(a_fill_overlaps_nothing_and_stays_inside) {
    scene_files f;
    scene_text(&f, HEAD "seed: 5\nbodies:\n  - {shape: {sphere: 3 cm}, material: glass, position: [0, 0, 25 cm]}\n"
                        "generators:\n  - fill: {name: a, radius: {min: 1 mm, max: 10 mm}, material: glass, count: "
                        "800, gap: 0.1 mm, " SPACE "}\n"
                        "  - fill: {name: b, shape: {sphere: 2 mm}, material: glass, count: 400, " SPACE "}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    assert_int_equal(1201, w->state.body.n);
    CHECK(least_gap(w) >= -1e-15); // spheres that touch exactly, up to one rounding
    double smallest = 1, largest = 0;
    for (int64_t i = 1; i <= 800; i++) {
        const double r = ab_collider_shape(w, i)->radius;
        const v3 x = w->state.body.x[i];
        CHECK(x.x - r >= -0.1 - 1e-15 && x.x + r <= 0.1 + 1e-15 && x.z - r >= -1e-15 && x.z + r <= 0.5 + 1e-15);
        smallest = fmin(smallest, r);
        largest = fmax(largest, r);
    }
    CHECK(smallest >= 0.001 && smallest < 0.0012 && largest <= 0.01 && largest > 0.0098);
    CHECK(ab_collider_shape(w, 1)->radius == largest); // large ones first
    files_end(&f);
}

TEST(the_gap_is_kept) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - fill: {name: a, shape: {sphere: 5 mm}, material: glass, count: "
                        "500, gap: 3 mm, " SPACE "}\n");
    CHECK_LOADED(&f);
    CHECK(least_gap(f.scene->world) >= 0.003 - 1e-15);
    files_end(&f);
}

TEST(a_fraction_gives_that_share_of_the_volume) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - fill: {name: a, radius: {min: 4 mm, max: 8 mm}, material: glass, "
                        "fraction: 0.2, " SPACE "}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    double volume = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) volume += ab_collider_shape(w, i)->volume;
    CHECK_NEAR(volume / 0.02, 0.2, 0.01); // about 4000 random radii: the mean scatters by 1 %
    files_end(&f);
}

static uint64_t state_with(const char *set) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD
              "generators:\n  - grid: {name: g, shape: {sphere: 1 mm}, material: glass, count: [2, 2, 1], spacing: "
              "[1, 1, 1], origin: [2, 0, 0], jitter: 1 mm}\n"
              "  - fill: {name: a, radius: {min: 4 mm, max: 8 mm}, material: glass, count: 50, " SPACE "}\n");
    files_load(&f, &set, set ? 1 : 0, false);
    CHECK_LOADED(&f);
    const uint64_t hash = abut_world_hash(f.scene->world);
    files_end(&f);
    return hash;
}

TEST(a_seed_gives_the_same_bodies_again_and_another_seed_others) {
    CHECK(state_with(NULL) == state_with(NULL));
    CHECK(state_with(NULL) == state_with("seed=1"));
    CHECK(state_with("seed=2") != state_with("seed=1"));
}

TEST(the_same_seed_gives_the_same_numbers_everywhere) {
    ab_random r = {0};
    CHECK(ab_random_u64(&r) == UINT64_C(0xe220a8397b1dcdaf)); // splitmix64 from 0, as published
    CHECK(ab_random_u64(&r) == UINT64_C(0x6e789e6aa1b965f4));
    CHECK(ab_random_u64(&r) == UINT64_C(0x06c45d188009454f));
}

TEST(random_rotations_have_no_preferred_direction) {
    ab_random r = ab_random_start(3, 0);
    const int n = 20000;
    v3 sum = v3_zero();
    double square = 0;
    for (int i = 0; i < n; i++) {
        const v3 z = quat_rotate(ab_random_rotation(&r), v3_make(0, 0, 1));
        sum = v3_add(sum, z);
        square += z.z * z.z;
    }
    CHECK_NEAR(v3_norm(sum) / n, 0, 5 / sqrt(n)); // 5 standard deviations
    CHECK_NEAR(square / n, 1.0 / 3, 5 * 0.3 / sqrt(n));
}

TEST(bodies_that_are_not_round_are_turned_at_random_about_their_centre) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - fill: {name: a, shape: {hull: [[0,0,0],[1 cm,0,0],[0,1 "
                        "cm,0],[0,0,1 cm]]}, material: glass, "
                        "count: 1, " SPACE "}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK(fabs(w->state.body.q[0].w) < 0.999);
    const double r = ab_collider_shape(w, 0)->radius;
    CHECK(w->state.body.x[0].z >= r &&
          w->state.body.x[0].z <= 0.5 - r); // the bounding sphere is inside: it is about the centre of mass
    files_end(&f);
}

TEST(what_does_not_fit_says_how_many_did) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - fill: {name: a, shape: {sphere: 3 cm}, material: glass, count: 500, " SPACE
                        "}\n");
    check_only(&f, "E038", 5, 11);
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, " of 500 bodies fit") != NULL);
    files_end(&f);
    scene_text(&f,
               HEAD "generators:\n  - fill: {name: a, shape: {sphere: 30 cm}, material: glass, count: 1, " SPACE "}\n");
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, "only 0 of 1") != NULL);
    files_end(&f);
}

TEST(contradictions_of_a_fill_are_told) {
    const char *const wrong[] = {
        "shape: {sphere: 1 mm}, radius: {min: 1 mm, max: 2 mm}, count: 1, " SPACE,
        "count: 1, " SPACE,
        "shape: {sphere: 1 mm}, count: 1, fraction: 0.1, " SPACE,
        "shape: {sphere: 1 mm}, " SPACE,
        "radius: {min: 3 mm, max: 2 mm}, count: 1, " SPACE,
        "shape: {sphere: 1 mm}, count: 1, region: {low: [0, 0, 0], high: [1, 0, 1]}",
    };
    for (int i = 0; i < 6; i++) {
        char text[500];
        snprintf(text, sizeof text, HEAD "generators:\n  - fill: {name: a, material: glass, %s}\n", wrong[i]);
        scene_files f;
        scene_text(&f, text);
        if (!has_code(&f, "E039")) fail_msg("not refused: %s", wrong[i]);
        files_end(&f);
    }
}

TEST(generated_planes_are_refused) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - grid: {name: g, shape: {plane: {}}, material: glass, count: [1, 1, "
                        "1], spacing: [1, 1, 1]}\n");
    CHECK(has_code(&f, "E032"));
    files_end(&f);
}

TEST(packing_agrees_with_brute_force_for_any_mix_of_sizes) {
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    ab_packing p;
    CHECK_OK(cx, ab_packing_start(cx, &p, 500, 0.001, 0.2));
    ab_random r = ab_random_start(9, 9);
    int taken = 0;
    for (int i = 0; i < 3000; i++) {
        const v3 centre = ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        const double radius = 0.0005 * exp(6 * ab_random_unit(&r)); // 0.5 mm to 20 cm, some below the least
        bool expected = true;
        for (int64_t k = 0; k < p.n; k++) {
            const double reach = p.sphere[k].radius + radius;
            expected = expected && v3_norm2(v3_sub(p.sphere[k].centre, centre)) >= reach * reach;
        }
        CHECK(ab_packing_free_at(&p, centre, radius) == expected);
        if (!expected) continue;
        CHECK_OK(cx, ab_packing_add(cx, &p, centre, radius));
        taken++;
    }
    CHECK(taken > 300 && taken < 2700);
    ab_packing_destroy(cx, &p);
    abut_context_destroy(cx);
}

TEST(packing_holds_any_ratio_of_sizes) {
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    ab_packing p;
    CHECK_OK(cx, ab_packing_start(cx, &p, 10, 1e-300, 1e-3));
    CHECK_OK(cx, ab_packing_add(cx, &p, v3_make(0, 0, 0), 1e12));
    CHECK_OK(cx, ab_packing_add(cx, &p, v3_make(3e12, 0, 0), 1e-3));
    CHECK(!ab_packing_free_at(&p, v3_make(9e11, 0, 0), 1e-3));
    CHECK(ab_packing_free_at(&p, v3_make(1.1e12, 0, 0), 1e-300));
    CHECK(!ab_packing_free_at(&p, v3_make(3e12, 0, 0), 1e-300));
    CHECK(ab_packing_free_at(&p, v3_make(3e12, 1, 0), 1e-300));
    ab_packing_destroy(cx, &p);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(packing_holds_any_ratio_of_sizes), CLAIM(a_grid_has_its_members_in_order_x_first),
       CLAIM(jitter_moves_within_its_bound), CLAIM(a_fill_overlaps_nothing_and_stays_inside), CLAIM(the_gap_is_kept),
       CLAIM(a_fraction_gives_that_share_of_the_volume),
       CLAIM(a_seed_gives_the_same_bodies_again_and_another_seed_others),
       CLAIM(the_same_seed_gives_the_same_numbers_everywhere), CLAIM(random_rotations_have_no_preferred_direction),
       CLAIM(bodies_that_are_not_round_are_turned_at_random_about_their_centre),
       CLAIM(what_does_not_fit_says_how_many_did), CLAIM(contradictions_of_a_fill_are_told),
       CLAIM(generated_planes_are_refused), CLAIM(packing_agrees_with_brute_force_for_any_mix_of_sizes))
