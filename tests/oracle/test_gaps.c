// Gaps of convex shapes: ellipsoids against 50-digit answers, any two shapes against dense sampling of directions.
// ABUT_SOAK=100 takes as many times the pairs.
#include "claim.h"
#include "convex_pairs.h"
#include "parameters.h"
#include "shapes.h"
#include "worlds.h"

#include <stdio.h>
#include <stdlib.h>

// --------------------------------------------------------------------------------------------------------- ellipsoids

enum { A = 0, B = 3, QA = 6, QB = 10, CENTRE = 14, GAP = 17, NORMAL = 18, ON_1 = 21, ON_2 = 24, NUMBERS = 27 };

static bool read_case(FILE *f, double *x) {
    char word[16];
    if (fscanf(f, " %15s", word) != 1) return false;
    if (word[0] == '#') return fscanf(f, "%*[^\n]") == 0 && read_case(f, x);
    for (int i = 0; i < NUMBERS; i++) CHECK(fscanf(f, "%lf", &x[i]) == 1);
    return true;
}

static v3 at(const double *x) { return v3_make(x[0], x[1], x[2]); }

static void check_near(v3 is, v3 should, double tolerance) { CHECK_NEAR(v3_norm(v3_sub(is, should)), 0, tolerance); }

// The normal has the error of the gap's slope over its curvature, 1e-16 over 1e-4 at the rim of a disc of 100 : 1, with
// a factor of 10 for the sums; points have that of the normal times a radius of curvature of up to 100.
static void check_case(test_world *t, const double *x) {
    int32_t a, b;
    CHECK_OK(t->cx, abut_shape_add_ellipsoid(t->w, at(x + A), &a));
    CHECK_OK(t->cx, abut_shape_add_ellipsoid(t->w, at(x + B), &b));
    const abut_frame pose_a = {v3_zero(), {x[QA], x[QA + 1], x[QA + 2], x[QA + 3]}},
                     pose_b = {at(x + CENTRE), {x[QB], x[QB + 1], x[QB + 2], x[QB + 3]}};
    const abut_v3 guess = v3_unit(v3_add(v3_neg(at(x + NORMAL)), v3_make(1e-3, 2e-3, -1e-3)));
    for (int warm = 0; warm < 2; warm++) {
        abut_gap_result g;
        CHECK_OK(t->cx, abut_gap(t->w, a, &pose_a, b, &pose_b, warm ? &guess : NULL, &g));
        CHECK_NEAR(g.gap, x[GAP], 1e-12);
        check_near(g.normal, v3_neg(at(x + NORMAL)), 1e-11);
        check_near(g.on_a, at(x + ON_1), 1e-9);
        check_near(g.on_b, at(x + ON_2), 1e-9);
    }
    abut_gap_result other; // exchanged
    CHECK_OK(t->cx, abut_gap(t->w, b, &pose_b, a, &pose_a, NULL, &other));
    CHECK_NEAR(other.gap, x[GAP], 1e-12);
    check_near(other.normal, at(x + NORMAL), 1e-11);
}

TEST(gaps_of_ellipsoids_are_those_of_the_oracle) {
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    FILE *f = fopen(TEST_DATA "/ellipsoid_gaps.txt", "r");
    assert_non_null(f);
    double x[NUMBERS];
    int cases = 0, overlaps = 0;
    while (read_case(f, x)) {
        check_case(&t, x);
        cases++;
        overlaps += x[GAP] < 0;
    }
    fclose(f);
    close_world(&t);
    CHECK(cases == 47 && overlaps > 10);
}

// ----------------------------------------------------------------------------------------------------------- sampling

static int64_t soak(int64_t usual) {
    const char *times = getenv("ABUT_SOAK");
    return times ? usual * atoi(times) : usual;
}

// Moves b to a gap of about `gap`, if that can be done along the normals.
static ab_pose moved_to(const ab_convex *a, const ab_convex *b, ab_pose pose, double gap) {
    for (int i = 0; i < 4; i++) {
        const ab_gap g = ab_support_gap(a, pose_identity(), b, pose, v3_zero());
        pose.x = v3_add_scaled(pose.x, g.gap - gap, g.normal);
        if (g.gap < 0) break;
    }
    return pose;
}

// 4096 directions see a gap of more than 1 % of the size. The gap found is the value along its own normal, so that shapes
// said to be apart are apart.
static void check_sign(const ab_convex *a, const ab_convex *b, ab_pose pose) {
    const ab_gap g = ab_support_gap(a, pose_identity(), b, pose, v3_zero());
    const ab_support_pair p = convex_pair(a, b, pose);
    const double size = p.size + v3_norm(pose.x);
    CHECK_NEAR(ab_support_look_along(&p, g.normal).gap, g.gap, 1e-13 * size);
    if (g.gap <= 0) CHECK(convex_sampled_gap(&p, 4096) <= 0);
}

TEST(no_pair_of_shapes_has_the_wrong_sign) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(21, 3);
    const int64_t pairs = soak(10000);
    int64_t apart = 0;
    for (int64_t i = 0; i < pairs; i++) {
        ab_shape a = convex_shape(cx, &r, CONVEX_KIND[i % CONVEX_KINDS]);
        ab_shape b = convex_shape(cx, &r, CONVEX_KIND[i / CONVEX_KINDS % CONVEX_KINDS]);
        const ab_convex ca = ab_shape_convex(&a), cb = ab_shape_convex(&b);
        ab_pose pose = convex_pose(&r, &a, &b);
        if (i % 2) pose = moved_to(&ca, &cb, pose, 0.02 * ab_random_between(&r, -1, 1) * (a.radius + b.radius));
        check_sign(&ca, &cb, pose);
        apart += ab_support_gap(&ca, pose_identity(), &cb, pose, v3_zero()).gap > 0;
        ab_shape_free(cx, &a);
        ab_shape_free(cx, &b);
    }
    CHECK(apart > pairs / 4 && apart < 3 * pairs / 4);
    abut_context_destroy(cx);
}

// In overlap the gap found is the largest of all directions that were looked along. Deep overlaps have several local
// maxima, of which the search has six starts for the best: it may miss it by a little.
TEST(depth_of_smooth_shapes_is_the_least_of_all_directions_for_999_of_1000_pairs) {
    static const ab_shape_kind KIND[] = {AB_SHAPE_sphere, AB_SHAPE_capsule, AB_SHAPE_ellipsoid};
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(22, 3);
    const int64_t pairs = soak(3000);
    int64_t missed = 0;
    for (int64_t i = 0; i < pairs; i++) {
        ab_shape a = convex_shape(cx, &r, KIND[i % 3]), b = convex_shape(cx, &r, KIND[i / 3 % 3]);
        const ab_convex ca = ab_shape_convex(&a), cb = ab_shape_convex(&b);
        const ab_pose pose = convex_pose(&r, &a, &b);
        const ab_support_pair p = convex_pair(&ca, &cb, pose);
        const double by = convex_sampled_gap(&p, 2000) - ab_support_gap(&ca, pose_identity(), &cb, pose, v3_zero()).gap;
        CHECK(by <= 0.01 * p.size);
        missed += by > 1e-13 * p.size;
    }
    CHECK(missed <= pairs / 1000);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------------------- Newton

TEST(newton_takes_at_most_12_steps_for_999_of_1000_pairs_of_ellipsoids) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(23, 3);
    const int64_t pairs = soak(20000);
    int64_t many = 0, unsure = 0, sum = 0, warm = 0;
    for (int64_t i = 0; i < pairs; i++) {
        ab_shape s[2];
        for (int k = 0; k < 2; k++) { // up to 10 : 1
            const double x = ab_random_between(&r, -1, 0), y = ab_random_between(&r, -1, 0);
            CHECK_OK(cx, ab_shape_ellipsoid(cx, v3_make(pow(10, x), pow(10, y), pow(10, ab_random_between(&r, -1, 0))),
                                            &s[k]));
        }
        const ab_convex a = ab_shape_convex(&s[0]), b = ab_shape_convex(&s[1]);
        ab_pose pose = {v3_scale(s[0].radius + s[1].radius, convex_direction(&r)), ab_random_rotation(&r)};
        pose = moved_to(&a, &b, pose, 0.3 * ab_random_between(&r, -0.02, 1));
        const ab_gap g = ab_support_contact(&a, pose_identity(), &b, pose);
        const v3 guess = v3_add_scaled(g.normal, 1e-3, convex_direction(&r));
        many += g.steps > AB_SUPPORT_NEWTON_STEPS;
        unsure += !g.sure;
        sum += g.steps;
        warm += ab_support_gap(&a, pose_identity(), &b, pose, guess).steps;
    }
    printf("%.2f steps cold, %.2f warm; %lld of %lld pairs took more than %d\n", (double)sum / (double)pairs,
           (double)warm / (double)pairs, (long long)many, (long long)pairs, AB_SUPPORT_NEWTON_STEPS);
    CHECK(many <= pairs / 1000 && unsure == 0);
    abut_context_destroy(cx);
}

// Flat spots and edges, at which Newton's method does not end.
TEST(gjk_finds_the_gap_where_newton_does_not_end) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(24, 3);
    int taken = 0;
    for (int i = 0; i < 300; i++) {
        ab_shape a, b;
        CHECK_OK(cx, ab_shape_superellipsoid(cx, v3_make(1, 0.6, 0.4), 15, 1.3, &a));
        CHECK_OK(cx, ab_shape_superellipsoid(cx, v3_make(0.3, 0.5, 0.8), 1.3, 15, &b));
        const ab_convex ca = ab_shape_convex(&a), cb = ab_shape_convex(&b);
        const ab_pose pose = {v3_scale(3, convex_direction(&r)), ab_random_rotation(&r)};
        const ab_gap g = ab_support_gap(&ca, pose_identity(), &cb, pose, v3_zero());
        const ab_support_pair p = convex_pair(&ca, &cb, pose);
        v3 n = {0, 0, 1};
        int steps = 0;
        CHECK(ab_support_gjk(&p, 0, &n, &steps));
        CHECK_NEAR(ab_support_look_along(&p, n).gap, g.gap, 1e-9); // the square of its normal's error
        taken += g.steps > AB_SUPPORT_NEWTON_STEPS;
    }
    CHECK(taken > 30);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------- the public function

typedef struct shapes_of_world {
    test_world t;
    int32_t box, hull, plane, cone, mesh;
} shapes_of_world;

static shapes_of_world open_shapes(void) {
    static const abut_v3 CORNER[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                      {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    shapes_of_world s = {.t = open_world(1, &def, &m)};
    abut_context *cx = s.t.cx;
    abut_mesh *mesh;
    CHECK_OK(cx, abut_shape_add_box(s.t.w, (abut_v3){2, 2, 2}, &s.box));
    CHECK_OK(cx, abut_shape_add_hull(s.t.w, CORNER, 8, &s.hull));
    CHECK_OK(cx, abut_shape_add_plane(s.t.w, (abut_v3){0, 0, 1}, &s.plane));
    CHECK_OK(cx, abut_shape_add_cone(s.t.w, 1, 2, &s.cone));
    static const int32_t TRIANGLE[4][3] = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4}};
    CHECK_OK(cx, abut_mesh_create(cx, CORNER, 8, TRIANGLE[0], 4, &mesh));
    CHECK_OK(cx, abut_shape_add_mesh(s.t.w, mesh, &s.mesh));
    abut_mesh_destroy(mesh);
    return s;
}

static abut_frame up(double z) { return (abut_frame){{0, 0, z}, {1, 0, 0, 0}}; }

TEST(boxes_hulls_and_planes_have_gaps_with_the_middle_of_their_faces) {
    shapes_of_world s = open_shapes();
    const int32_t SHAPE[] = {s.box, s.hull};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            const int32_t below = k < 2 ? SHAPE[k] : s.plane;
            const abut_frame high = up(k < 2 ? 2.25 : 1.25);
            abut_gap_result g;
            CHECK_OK(s.t.cx, abut_gap(s.t.w, SHAPE[i], &high, below, NULL, NULL, &g));
            CHECK_NEAR(g.gap, 0.25, 1e-15);
            check_near(g.normal, v3_make(0, 0, 1), 1e-15);
            check_near(g.on_b, v3_make(0, 0, k < 2 ? 1 : 0), 1e-14);
            check_near(g.on_a, v3_make(0, 0, k < 2 ? 1.25 : 0.25), 1e-14);
        }
    close_world(&s.t);
}

// In the frame in which it is given its base is at z = 0.
TEST(cone_stands_on_its_base_and_points_with_its_tip) {
    shapes_of_world s = open_shapes();
    const abut_frame high = up(0.5), over = {{0, 0, 3}, {0, 1, 0, 0}};
    abut_gap_result g;
    CHECK_OK(s.t.cx, abut_gap(s.t.w, s.cone, &high, s.plane, NULL, NULL, &g));
    CHECK_NEAR(g.gap, 0.5, 1e-15);
    check_near(g.on_a, v3_make(0, 0, 0.5), 1e-12);
    CHECK_OK(s.t.cx, abut_gap(s.t.w, s.cone, &over, s.plane, NULL, NULL, &g));
    CHECK_NEAR(g.gap, 1, 1e-15);
    check_near(g.on_a, v3_make(0, 0, 1), 1e-12);
    CHECK_OK(s.t.cx, abut_gap(s.t.w, s.cone, &over, s.cone, NULL, NULL, &g)); // tip in tip
    CHECK(g.gap < 0);
    close_world(&s.t);
}

TEST(mistakes_in_a_gap_are_explained) {
    shapes_of_world s = open_shapes();
    const abut_frame bad = {{NAN, 0, 0}, {1, 0, 0, 0}}, none = {{0, 0, 0}, {0, 0, 0, 0}};
    abut_gap_result g;
    CHECK(abut_gap(NULL, s.box, NULL, s.box, NULL, NULL, &g) == ABUT_ERR_ARGUMENT);
    CHECK(abut_gap(s.t.w, s.box, NULL, s.box, NULL, NULL, NULL) == ABUT_ERR_ARGUMENT);
    CHECK(abut_gap(s.t.w, 99, NULL, s.box, NULL, NULL, &g) == ABUT_ERR_ARGUMENT);
    CHECK(strstr(abut_context_message(s.t.cx), "no shape 99"));
    CHECK(abut_gap(s.t.w, s.box, NULL, s.mesh, NULL, NULL, &g) == ABUT_ERR_ARGUMENT);
    CHECK(strstr(abut_context_message(s.t.cx), "hull"));
    CHECK(abut_gap(s.t.w, s.plane, NULL, s.plane, NULL, NULL, &g) == ABUT_ERR_ARGUMENT);
    CHECK(abut_gap(s.t.w, s.box, &bad, s.box, NULL, NULL, &g) == ABUT_ERR_ARGUMENT);
    CHECK(abut_gap(s.t.w, s.box, NULL, s.hull, &none, NULL, &g) == ABUT_ERR_ARGUMENT);
    close_world(&s.t);
}

CLAIMS(CLAIM(gaps_of_ellipsoids_are_those_of_the_oracle), CLAIM(no_pair_of_shapes_has_the_wrong_sign),
       CLAIM(depth_of_smooth_shapes_is_the_least_of_all_directions_for_999_of_1000_pairs),
       CLAIM(newton_takes_at_most_12_steps_for_999_of_1000_pairs_of_ellipsoids),
       CLAIM(gjk_finds_the_gap_where_newton_does_not_end),
       CLAIM(boxes_hulls_and_planes_have_gaps_with_the_middle_of_their_faces),
       CLAIM(cone_stands_on_its_base_and_points_with_its_tip), CLAIM(mistakes_in_a_gap_are_explained))
