// Depth and compression of overlaps: closed forms, and gradients against differences.
#include "claim.h"
#include "geom/convex/overlap_depth.h"
#include "overlap_pairs.h"
#include "shapes.h"

static double value_at(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose, ab_overlap_workspace *workspace) {
    ab_overlap o;
    return ab_overlap_clip(a, b, pose, workspace, &o) == AB_OVERLAP ? o.of.value : 0;
}

// Pose of B after A moved by dx and turned by dt about its origin.
static ab_pose moved(ab_pose b, v3 dx, v3 dt) {
    const quat back = quat_from_turn(v3_neg(dt));
    return (ab_pose){quat_rotate(back, v3_sub(b.x, dx)), quat_mul(back, b.q)};
}

static v3 unit_axis(int i) { return v3_make(i == 0, i == 1, i == 2); }

// Central differences of the step h err by h^2 and by the round-off of the value over h.
static void check_gradient(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose,
                           ab_overlap_workspace *workspace) {
    ab_overlap o;
    if (ab_overlap_clip(a, b, pose, workspace, &o) != AB_OVERLAP || !(o.of.value > 0)) return;
    const double h = 1e-6, scale = v3_norm(o.of.force) + v3_norm(o.of.torque);
    for (int i = 0; i < 6; i++) {
        const v3 step = v3_scale(h, unit_axis(i % 3)), zero = v3_zero();
        const v3 dx = i < 3 ? step : zero, dt = i < 3 ? zero : step;
        const double more = value_at(a, b, moved(pose, dx, dt), workspace),
                     less = value_at(a, b, moved(pose, v3_neg(dx), v3_neg(dt)), workspace);
        const double expected = v3_dot(i < 3 ? o.of.force : o.of.torque, unit_axis(i % 3));
        CHECK_NEAR((less - more) / (2 * h), expected, 1e-5 * scale);
    }
}

static int check_gradients(ab_overlap_coordinate coordinate) {
    abut_context *cx = shape_context();
    ab_polyhedron stock[STOCK];
    make_stock(cx, 11, stock);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    workspace.coordinate = coordinate;
    ab_random r = ab_random_start(11, 2);
    int n = 0;
    for (int i = 0; i < 300; i++) {
        const ab_polyhedron *a = &stock[ab_random_u64(&r) % STOCK], *b = &stock[ab_random_u64(&r) % STOCK];
        const ab_pose pose = random_pose(&r, a->radius + b->radius);
        n += value_at(a, b, pose, &workspace) > 0;
        check_gradient(a, b, pose, &workspace);
    }
    ab_overlap_free(cx, &workspace);
    free_stock(cx, stock);
    abut_context_destroy(cx);
    return n;
}

TEST(gradient_of_the_depth_is_that_of_differences) { CHECK(check_gradients(AB_OVERLAP_DEPTH) > 50); }
TEST(gradient_of_the_compression_is_that_of_differences) { CHECK(check_gradients(AB_OVERLAP_COMPRESSION) > 50); }

static void make_cube(ab_ctx *cx, ab_polyhedron *cube) {
    v3 point[8];
    const int n = box_points(v3_make(0.5, 0.5, 0.5), point);
    CHECK_OK(cx, ab_polyhedron_hull(cx, "cube", point, n, cube));
}

// Two cubes of edge 1 stand side by side and overlap by 0.05; one leans by 1e-4, and its top is higher than the other's
// by something less than that. Where the tops cross, S leans by 0.05 to one side or the other; the moment along S had a
// groove of 30 % there, 1e-4 wide, and its force was twelve times that of the overlap.
TEST(boxes_side_by_side_do_not_feel_which_of_them_is_higher) {
    abut_context *cx = shape_context();
    ab_polyhedron cube;
    make_cube(cx, &cube);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    for (int coordinate = AB_OVERLAP_DEPTH; coordinate <= AB_OVERLAP_COMPRESSION; coordinate++) {
        workspace.coordinate = (ab_overlap_coordinate)coordinate;
        double min = INFINITY, max = 0, lean = 0;
        for (int i = -100; i <= 100; i++) {
            const ab_pose pose = {v3_make(0.95, 0, 1e-6 * i), quat_from_turn(v3_make(1e-4, 1e-4, 0))};
            ab_overlap o;
            assert_int_equal(ab_overlap_clip(&cube, &cube, pose, &workspace, &o), AB_OVERLAP);
            min = fmin(min, o.of.value);
            max = fmax(max, o.of.value);
            lean = fmax(lean, hypot(o.of.force.y, o.of.force.z) / fabs(o.of.force.x));
        }
        CHECK(max / min < 1.001); // 1e-4 of lean over 0.05 of depth, squared
        CHECK(lean < 0.05);       // S itself leans by that
    }
    ab_overlap_free(cx, &workspace);
    ab_polyhedron_free(cx, &cube);
    abut_context_destroy(cx);
}

// At 10^-9 of its edge a face has the depth that it is pressed in by.
TEST(a_very_thin_overlap_of_faces_has_its_depth) {
    abut_context *cx = shape_context();
    ab_polyhedron cube;
    make_cube(cx, &cube);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    workspace.coordinate = AB_OVERLAP_DEPTH;
    for (double d = 1e-1; d > 1e-10; d *= 0.1) {
        ab_overlap o;
        const ab_pose pose = {v3_make(1 - d, 0.3, 0.2), quat_identity()};
        assert_int_equal(ab_overlap_clip(&cube, &cube, pose, &workspace, &o), AB_OVERLAP);
        CHECK_NEAR(o.of.value / d, 1, 1e-14 / d + 0.02 * d); // round-off of places; the two sides of the overlap
    }
    ab_overlap_free(cx, &workspace);
    ab_polyhedron_free(cx, &cube);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(gradient_of_the_depth_is_that_of_differences), CLAIM(gradient_of_the_compression_is_that_of_differences),
       CLAIM(boxes_side_by_side_do_not_feel_which_of_them_is_higher), CLAIM(a_very_thin_overlap_of_faces_has_its_depth))
