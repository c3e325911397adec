// Convex hulls: closed, outward, convex, complete; and what has none is refused.
#include "claim.h"
#include "faults.h"
#include "shapes.h"

#include "geom/convex/hull.h"
#include "geom/mesh/mesh_mass.h"

static double random_unit(uint64_t *state) { // 0..1
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 9007199254740992.0;
}

// No point lies outside a face by more than `tolerance`, and the surface is closed and faces outward.
static void check_hull(ab_ctx *cx, const ab_mesh *hull, const v3 *point, int64_t npoint, double tolerance) {
    ab_mesh_report report;
    CHECK_OK(cx, ab_mesh_inspect(cx, hull, &report));
    CHECK(report.closed);
    CHECK(!report.inverted);
    CHECK(report.unused_vertices == 0);
    for (int64_t t = 0; t < hull->ntriangle; t++) {
        const int32_t *v = hull->triangle[t].v;
        const v3 a = hull->vertex[v[0]];
        const v3 n = v3_unit(v3_cross(v3_sub(hull->vertex[v[1]], a), v3_sub(hull->vertex[v[2]], a)));
        for (int64_t i = 0; i < npoint; i++)
            if (v3_dot(n, v3_sub(point[i], a)) > tolerance) fail_msg("point %d outside face %d", (int)i, (int)t);
    }
}

TEST(hull_of_a_cube_with_inner_points_is_the_cube_in_input_order) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 1);
    v3 point[11] = {{0, 0, 0}, {0.5, 0.2, -0.1}};
    for (int i = 0; i < 8; i++) point[2 + i] = cube.vertex[i];
    point[10] = v3_make(0.9, 0.9, 0.9);
    ab_mesh hull;
    CHECK_OK(cx, ab_hull(cx, point, 11, &hull));
    assert_int_equal(hull.nvertex, 8);
    assert_int_equal(hull.ntriangle, 12);
    assert_memory_equal(hull.vertex, cube.vertex, 8 * sizeof(v3));
    check_hull(cx, &hull, point, 11, 1e-14);      // a few roundings of coordinates of size 1
    CHECK_NEAR(ab_mesh_mass(&hull).volume, 8, 0); // exact in double-double
    ab_mesh_free(cx, &hull);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

TEST(hull_of_random_points_is_convex_and_holds_them_all) {
    abut_context *cx = shape_context();
    enum { N = 300 };
    v3 point[N];
    uint64_t state = 1;
    for (int i = 0; i < N; i++) {
        const double x = random_unit(&state), y = random_unit(&state);
        point[i] = v3_make(x, y, random_unit(&state));
    }
    ab_mesh hull;
    CHECK_OK(cx, ab_hull(cx, point, N, &hull));
    check_hull(cx, &hull, point, N, 1e-13); // Qhull's round-off for coordinates of size 1
    CHECK(hull.nvertex > 20 && hull.nvertex < N);
    assert_int_equal(hull.ntriangle, 2 * hull.nvertex - 4); // Euler
    ab_mesh_free(cx, &hull);
    abut_context_destroy(cx);
}

TEST(hull_of_a_grid_with_many_coplanar_points_is_closed) {
    abut_context *cx = shape_context();
    enum { SIDE = 6, N = SIDE * SIDE * SIDE };
    v3 point[N];
    for (int i = 0; i < N; i++) point[i] = v3_make(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE);
    ab_mesh hull;
    CHECK_OK(cx, ab_hull(cx, point, N, &hull));
    check_hull(cx, &hull, point, N, 1e-12); // merged facets are flat to Qhull's tolerance
    CHECK_NEAR(ab_mesh_mass(&hull).volume, 125, 1e-9);
    ab_mesh_free(cx, &hull);
    abut_context_destroy(cx);
}

TEST(hull_far_from_the_origin_has_the_same_faces) {
    abut_context *cx = shape_context();
    ab_mesh sphere = shape_cube(cx, 0.5);
    ab_mesh near_hull, far_hull;
    CHECK_OK(cx, ab_hull(cx, sphere.vertex, sphere.nvertex, &near_hull));
    shape_move(&sphere, v3_make(1048576, -1048576, 0));
    CHECK_OK(cx, ab_hull(cx, sphere.vertex, sphere.nvertex, &far_hull));
    assert_int_equal(near_hull.ntriangle, far_hull.ntriangle);
    assert_memory_equal(near_hull.triangle, far_hull.triangle, (size_t)far_hull.ntriangle * sizeof(ab_triangle));
    ab_mesh_free(cx, &near_hull);
    ab_mesh_free(cx, &far_hull);
    ab_mesh_free(cx, &sphere);
    abut_context_destroy(cx);
}

TEST(points_without_a_solid_hull_are_refused_with_a_reason) {
    abut_context *cx = shape_context();
    static const v3 flat[5] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.4, 1}};
    static const v3 same[4] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    ab_mesh hull;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_hull(cx, flat, 5, &hull));
    assert_non_null(strstr(abut_context_message(cx), "lie in a plane"));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_hull(cx, same, 4, &hull));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_hull(cx, flat, 3, &hull));
    assert_non_null(strstr(abut_context_message(cx), "at least 4 points"));
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_hull(cx, flat, INT64_C(1) << 31, &hull));
    CHECK(hull.vertex == NULL && hull.triangle == NULL);
    abut_context_destroy(cx);
}

static abut_status make_hull(abut_context *cx, void *arg) {
    ab_mesh hull;
    const abut_status status = ab_hull(cx, arg, 5, &hull);
    ab_mesh_free(cx, &hull);
    return status;
}

TEST(hull_frees_everything_when_memory_runs_out) {
    v3 point[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}};
    const faults_result result = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, make_hull, point);
    assert_int_equal(result.survived, 0);
}

CLAIMS(CLAIM(hull_of_a_cube_with_inner_points_is_the_cube_in_input_order),
       CLAIM(hull_of_random_points_is_convex_and_holds_them_all),
       CLAIM(hull_of_a_grid_with_many_coplanar_points_is_closed), CLAIM(hull_far_from_the_origin_has_the_same_faces),
       CLAIM(points_without_a_solid_hull_are_refused_with_a_reason), CLAIM(hull_frees_everything_when_memory_runs_out))
