// Oriented boxes: they hold their points and are as small as known.
#include "claim.h"
#include "faults.h"
#include "shapes.h"

#include "geom/convex/hull.h"

static double volume(const ab_obb *box) { return 8 * box->half.x * box->half.y * box->half.z; }

static void check_holds(const ab_obb *box, const v3 *point, int64_t npoint, double tolerance) {
    for (int64_t i = 0; i < npoint; i++) {
        const v3 p = pose_unapply(box->pose, point[i]);
        CHECK(fabs(p.x) <= box->half.x + tolerance);
        CHECK(fabs(p.y) <= box->half.y + tolerance);
        CHECK(fabs(p.z) <= box->half.z + tolerance);
    }
}

TEST(box_of_a_turned_block_is_that_block) {
    abut_context *cx = shape_context();
    const ab_pose pose = {{5, -7, 11}, quat_unit((quat){0.7, 0.3, -0.5, 0.2})};
    v3 point[8];
    for (int i = 0; i < 8; i++) point[i] = pose_apply(pose, v3_make(i & 4 ? 1 : -1, i & 2 ? 2 : -2, i & 1 ? 3 : -3));
    ab_obb box;
    CHECK_OK(cx, ab_obb_fit(cx, point, 8, &box));
    CHECK_NEAR(volume(&box), 48, 1e-12); // 8 roundings of coordinates of size 16
    CHECK_NEAR(v3_norm(v3_sub(box.pose.x, pose.x)), 0, 1e-13);
    check_holds(&box, point, 8, 1e-13);
    abut_context_destroy(cx);
}

TEST(box_of_a_regular_tetrahedron_is_the_cube_around_it) {
    abut_context *cx = shape_context();
    const quat turn = quat_unit((quat){0.4, 0.1, 0.8, -0.3});
    static const v3 corner[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    v3 point[4];
    for (int i = 0; i < 4; i++) point[i] = quat_rotate(turn, corner[i]);
    ab_obb box;
    CHECK_OK(cx, ab_obb_fit(cx, point, 4, &box));
    CHECK_NEAR(volume(&box), 8, 1e-13); // found from a pair of opposite edges, not from a face
    check_holds(&box, point, 4, 1e-14);
    abut_context_destroy(cx);
}

TEST(box_is_never_larger_than_the_axis_aligned_one) {
    abut_context *cx = shape_context();
    ab_mesh sphere = shape_sphere(cx, 2);
    ab_obb box;
    CHECK_OK(cx, ab_obb_fit(cx, sphere.vertex, sphere.nvertex, &box));
    CHECK(volume(&box) <= 8);
    CHECK(volume(&box) > 6.4); // a sphere of radius 0.93 fits inside this mesh
    check_holds(&box, sphere.vertex, sphere.nvertex, 1e-14);
    ab_mesh_free(cx, &sphere);
    ab_mesh cube = shape_cube(cx, 1);
    shape_move(&cube, v3_make(1048576, 0, 0));
    CHECK_OK(cx, ab_obb_fit(cx, cube.vertex, cube.nvertex, &box));
    CHECK(volume(&box) == 8 && box.pose.q.w == 1 && box.pose.x.x == 1048576);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

TEST(large_hull_is_fitted_with_bounded_work) {
    abut_context *cx = shape_context();
    ab_mesh sphere = shape_sphere(cx, 5); // 8192 faces: a stride and no pairs of edges
    ab_obb box;
    CHECK_OK(cx, ab_obb_fit(cx, sphere.vertex, sphere.nvertex, &box));
    CHECK(volume(&box) <= 8);
    check_holds(&box, sphere.vertex, sphere.nvertex, 1e-14);
    ab_mesh_free(cx, &sphere);
    abut_context_destroy(cx);
}

TEST(flat_points_get_the_axis_aligned_box_and_none_are_refused) {
    abut_context *cx = shape_context();
    static const v3 flat[4] = {{0, 0, 1}, {2, 0, 1}, {0, 4, 1}, {2, 4, 1}};
    ab_obb box;
    CHECK_OK(cx, ab_obb_fit(cx, flat, 4, &box));
    CHECK(box.half.x == 1 && box.half.y == 2 && box.half.z == 0 && box.pose.x.z == 1);
    CHECK_OK(cx, ab_obb_fit(cx, flat, 1, &box));
    CHECK(volume(&box) == 0);
    CHECK_STATUS(ABUT_ERR_INPUT, ab_obb_fit(cx, flat, 0, &box));
    abut_context_destroy(cx);
}

static abut_status fit_box(abut_context *cx, void *arg) {
    ab_obb box;
    return ab_obb_fit(cx, arg, 4, &box);
}

TEST(box_frees_everything_when_memory_runs_out) {
    v3 point[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const faults_result result = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, fit_box, point);
    assert_int_equal(result.survived, 0);
}

CLAIMS(CLAIM(box_of_a_turned_block_is_that_block), CLAIM(box_of_a_regular_tetrahedron_is_the_cube_around_it),
       CLAIM(box_is_never_larger_than_the_axis_aligned_one), CLAIM(large_hull_is_fitted_with_bounded_work),
       CLAIM(flat_points_get_the_axis_aligned_box_and_none_are_refused),
       CLAIM(box_frees_everything_when_memory_runs_out))
