// Gaps at edges and corners against the oracle's, and by brute force.
#include "claim.h"
#include "shapes.h"

#include "geom/sdf/normal_cone.h"
#include "geom/sdf/sdf.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX = 8 };

static double number(FILE *file) {
    char word[64];
    CHECK(fscanf(file, "%63s", word) == 1);
    return strtod(word, NULL);
}

static v3 vector(FILE *file) {
    const double x = number(file), y = number(file), z = number(file);
    return v3_make(x, y, z);
}

static void expect(FILE *file, const char *expected) {
    char word[64];
    CHECK(fscanf(file, "%63s", word) == 1);
    assert_string_equal(expected, word);
}

// Where several normals give the gap, any will do: it must be of length 1 and give it.
static void check_gap(ab_cone_gap got, double gap, v3 r) {
    CHECK_NEAR(got.gap, gap, 1e-15 * (1 + v3_norm(r)));
    CHECK_NEAR(v3_norm(got.normal), 1, 1e-15 * 2);
    CHECK_NEAR(v3_dot(got.normal, r), gap, 1e-15 * (1 + v3_norm(r)));
}

TEST(gaps_are_those_of_the_oracle) {
    FILE *file = fopen(TEST_DATA "/cone_oracles.txt", "r");
    assert_non_null(file);
    char word[64];
    int cases = 0;
    while (fscanf(file, "%63s", word) == 1) {
        if (word[0] == '#') {
            CHECK(fscanf(file, "%*[^\n]") == 0);
            continue;
        }
        assert_string_equal("case", word);
        CHECK(fscanf(file, "%63s", word) == 1);
        const int count = (int)number(file);
        CHECK(count >= 1 && count <= MAX);
        v3 normal[MAX];
        for (int i = 0; i < count; i++) {
            expect(file, "n");
            normal[i] = v3_unit(vector(file));
        }
        expect(file, "r");
        const v3 r = vector(file);
        expect(file, "max");
        const double largest = number(file);
        vector(file);
        expect(file, "min");
        const double smallest = number(file);
        vector(file);
        check_gap(ab_gap_convex(normal, count, r), largest, r);
        check_gap(ab_gap_reentrant(normal, count, r), smallest, r);
        cases++;
    }
    fclose(file);
    assert_int_equal(34, cases);
}

static double uniform(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static v3 somewhere(uint64_t *state) {
    const double x = 2 * uniform(state) - 1, y = 2 * uniform(state) - 1, z = 2 * uniform(state) - 1;
    return v3_make(x, y, z);
}

// The distance from a convex corner is at most that from any of its points, and no normal of the cone gives more.
TEST(no_normal_of_the_cone_gives_more_than_the_convex_gap) {
    uint64_t state = 7;
    for (int round = 0; round < 200; round++) {
        v3 normal[MAX];
        const int count = 1 + round % MAX;
        for (int i = 0; i < count; i++) normal[i] = v3_unit(v3_add(v3_make(0, 0, 1.2), somewhere(&state)));
        const v3 r = somewhere(&state);
        const ab_cone_gap top = ab_gap_convex(normal, count, r), bottom = ab_gap_reentrant(normal, count, r);
        for (int k = 0; k < 300; k++) {
            v3 n = v3_zero();
            for (int i = 0; i < count; i++) n = v3_add_scaled(n, uniform(&state) * uniform(&state), normal[i]);
            const double along = v3_dot(v3_unit(n), r);
            CHECK(along <= top.gap + 1e-14 && along >= bottom.gap - 1e-14);
        }
    }
}

TEST(the_gap_is_continuous_across_the_sectors_of_a_corner) {
    const v3 cube[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double last = NAN;
    for (int i = 0; i <= 20000; i++) {
        const double t = 6.283185307179586 * i / 20000;
        const v3 r = {cos(t), sin(t), 0.3 * sin(3 * t)};
        const double gap = ab_gap_convex(cube, 3, r).gap;
        if (i > 0) CHECK(fabs(gap - last) <= 5e-4); // a distance changes by no more than the way, 4.5e-4
        last = gap;
    }
}

// The other way to the same number: the nearest triangle of a cube, with the sign of its field.
TEST(the_convex_gap_is_the_distance_from_the_cube_that_has_the_corner) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 1);
    abut_sdf_options options = abut_sdf_default();
    options.cells = 16;
    ab_sdf sdf;
    CHECK_OK(cx, ab_sdf_build(cx, "cube", &cube, &options, &sdf));
    const v3 corner[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint64_t state = 5;
    for (int i = 0; i < 2000; i++) {
        const v3 r = v3_scale(0.4, somewhere(&state)); // nearer to the corner than to the faces across
        const v3 at = v3_add(v3_make(1, 1, 1), r);
        const double distance = ab_bvh_closest(&sdf.bvh, at, INFINITY).distance;
        const bool inside = r.x < 0 && r.y < 0 && r.z < 0;
        CHECK_NEAR(ab_gap_convex(corner, 3, r).gap, inside ? -distance : distance, 1e-15 * 4);
        if (distance > 0.05) CHECK((ab_sdf_distance(&sdf, at, NULL) < 0) == inside);
    }
    ab_sdf_free(cx, &sdf);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(gaps_are_those_of_the_oracle), CLAIM(no_normal_of_the_cone_gives_more_than_the_convex_gap),
       CLAIM(the_gap_is_continuous_across_the_sectors_of_a_corner),
       CLAIM(the_convex_gap_is_the_distance_from_the_cube_that_has_the_corner))
