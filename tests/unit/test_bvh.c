// labels: threads
// The tree against brute force over all triangles, closed forms and exact symmetries.
#include "claim.h"
#include "faults.h"
#include "geom/bvh/bvh.h"
#include "geom/mesh/face.h"
#include "math/random.h"
#include "shapes.h"

#include <string.h>

static ab_random random_state = {1};
static double random1(void) { return ab_random_between(&random_state, -1, 1); }
static v3 random3(double size) {
    return ab_random_in_box(&random_state, v3_make(-size, -size, -size), v3_make(size, size, size));
}

static abut_context *context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

// Triangles of any size and direction, many of them through each other.
static ab_mesh soup(ab_ctx *cx, int64_t n) {
    ab_mesh mesh = {.nvertex = 3 * n, .ntriangle = n};
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.vertex, 3 * n));
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.triangle, n));
    for (int64_t t = 0; t < n; t++) {
        const v3 centre = random3(1);
        const double size = pow(10, 2 * random1() - 2);
        for (int k = 0; k < 3; k++) {
            mesh.vertex[3 * t + k] = v3_add(centre, random3(size));
            mesh.triangle[t].v[k] = (int32_t)(3 * t + k);
        }
    }
    return mesh;
}

static double brute_distance2(const ab_mesh *mesh, v3 p) {
    double best = INFINITY;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const ab_face face = ab_face_of(mesh, t);
        best = ab_lesser(best, ab_face_distance2(&face, p));
    }
    return best;
}

TEST(distance_to_a_triangle_matches_a_fine_sampling_of_it) {
    for (int trial = 0; trial < 20; trial++) {
        const v3 a = random3(1), b = random3(1), c = random3(1), p = random3(2);
        const ab_face face = ab_face_make(a, b, c);
        double best = INFINITY;
        const int n = 400;
        for (int i = 0; i <= n; i++)
            for (int j = 0; i + j <= n; j++) {
                const v3 on = v3_add_scaled(v3_add_scaled(a, (double)i / n, face.ab), (double)j / n, face.ac);
                best = ab_lesser(best, v3_norm(v3_sub(p, on)));
            }
        // The samples are at most one edge (3.5) / n apart, and a sample beside the foot is farther.
        const double distance = sqrt(ab_face_distance2(&face, p));
        assert_true(distance <= best * (1 + 1e-12));
        CHECK_NEAR(distance, best, 3.5 / n);
    }
}

TEST(nearest_distances_of_a_soup_are_bitwise_those_of_brute_force) {
    abut_context *cx = context(1);
    ab_mesh mesh = soup(cx, 700);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    for (int trial = 0; trial < 200; trial++) {
        const v3 p = random3(trial % 4 == 0 ? 100 : 1.5);
        const double exact = sqrt(brute_distance2(&mesh, p));
        const ab_closest found = ab_bvh_closest(&bvh, p, INFINITY);
        assert_true(found.distance == exact);
        CHECK_NEAR(v3_norm(v3_sub(p, found.point)), exact, 1e-14 * (exact + 2));
        assert_int_equal(ab_bvh_closest(&bvh, p, 0.999 * exact).triangle, -1);
        assert_int_equal(ab_bvh_closest(&bvh, p, 1.001 * exact).triangle, found.triangle);
    }
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(eight_points_at_once_are_bitwise_the_same_with_any_hint) {
    abut_context *cx = context(1);
    ab_mesh mesh = soup(cx, 700);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    for (int trial = 0; trial < 100; trial++) {
        const v3 centre = random3(2);
        ab_packet packet = {.leaf = trial % 2 ? (int32_t)(trial % bvh.nleaf) : -1};
        v3 p[AB_LANES];
        for (int k = 0; k < AB_LANES; k++) {
            p[k] = v3_add(centre, random3(trial % 3 == 0 ? 1 : 0.01));
            packet.x[k] = p[k].x;
            packet.y[k] = p[k].y;
            packet.z[k] = p[k].z;
        }
        ab_bvh_closest8(&bvh, &packet);
        for (int k = 0; k < AB_LANES; k++) assert_true(packet.distance2[k] == brute_distance2(&mesh, p[k]));
        assert_in_range(packet.leaf, 0, bvh.nleaf - 1);
    }
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

// From far outside and about the centre of a ball, where all of its triangles are nearly equally far, and from close to
// its surface. Stretched, it has slivers.
TEST(eight_points_at_once_are_bitwise_those_of_brute_force_round_a_ball) {
    static const double FROM_CENTRE[] = {0, 1e-3, 0.5, 0.999, 1, 1.001, 3, 1e6};
    abut_context *cx = context(1);
    for (int stretched = 0; stretched < 2; stretched++) {
        ab_mesh mesh = shape_sphere(cx, 4);
        for (int64_t i = 0; i < mesh.nvertex && stretched; i++) mesh.vertex[i].x *= 1e-5;
        ab_bvh bvh;
        CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
        for (size_t i = 0; i < sizeof FROM_CENTRE / sizeof *FROM_CENTRE; i++) {
            const v3 centre = v3_scale(FROM_CENTRE[i], v3_unit(random3(1)));
            ab_packet packet = {.leaf = -1};
            v3 p[AB_LANES];
            for (int k = 0; k < AB_LANES; k++) {
                p[k] = v3_add(centre, random3(0.02));
                packet.x[k] = p[k].x;
                packet.y[k] = p[k].y;
                packet.z[k] = p[k].z;
            }
            ab_bvh_closest8(&bvh, &packet);
            for (int k = 0; k < AB_LANES; k++) assert_true(packet.distance2[k] == brute_distance2(&mesh, p[k]));
        }
        ab_bvh_free(cx, &bvh);
        ab_mesh_free(cx, &mesh);
    }
    abut_context_destroy(cx);
}

TEST(nearest_feature_of_a_cube_is_its_face_edge_or_vertex) {
    abut_context *cx = context(1);
    ab_mesh mesh = shape_cube(cx, 1);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    ab_closest c = ab_bvh_closest(&bvh, v3_make(3, 0.25, 0.5), INFINITY);
    CHECK_NEAR(c.distance, 2, 0);
    CHECK_NEAR(c.point.x, 1, 0);
    assert_int_equal(c.feature, AB_FEATURE_FACE);
    c = ab_bvh_closest(&bvh, v3_make(4, 5, 0.5), INFINITY);
    CHECK_NEAR(c.distance, 5, 0);
    assert_int_equal(c.feature, AB_FEATURE_EDGE);
    const int32_t *v = mesh.triangle[c.triangle].v;
    const v3 from = mesh.vertex[v[c.corner]], to = mesh.vertex[v[(c.corner + 1) % 3]];
    assert_true(from.x == 1 && to.x == 1 && from.y == 1 && to.y == 1);
    c = ab_bvh_closest(&bvh, v3_make(2, -2, 3), INFINITY);
    CHECK_NEAR(c.distance * c.distance, 6, 4e-15); // sqrt and its square round once each
    assert_int_equal(c.feature, AB_FEATURE_VERTEX);
    const v3 corner = mesh.vertex[mesh.triangle[c.triangle].v[c.corner]];
    assert_true(corner.x == 1 && corner.y == -1 && corner.z == 1);
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(distance_does_not_depend_on_the_order_of_triangles) {
    abut_context *cx = context(1);
    ab_mesh mesh = shape_torus(cx, 1, 0.4, 40, 20);
    ab_mesh turned = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t t = 0; t < mesh.ntriangle; t++) turned.triangle[t] = mesh.triangle[(t * 37 + 11) % mesh.ntriangle];
    ab_bvh first, second;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &first));
    CHECK_OK(cx, ab_bvh_build(cx, &turned, &second));
    for (int trial = 0; trial < 300; trial++) {
        const v3 p = random3(2);
        assert_true(ab_bvh_closest(&first, p, INFINITY).distance == ab_bvh_closest(&second, p, INFINITY).distance);
    }
    ab_bvh_free(cx, &first);
    ab_bvh_free(cx, &second);
    ab_mesh_free(cx, &mesh);
    ab_mesh_free(cx, &turned);
    abut_context_destroy(cx);
}

TEST(scaling_by_a_power_of_two_scales_every_bit) {
    abut_context *cx = context(1);
    ab_mesh mesh = soup(cx, 300), large = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t i = 0; i < large.nvertex; i++) large.vertex[i] = v3_scale(0x1p30, large.vertex[i]);
    ab_bvh a, b;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &a));
    CHECK_OK(cx, ab_bvh_build(cx, &large, &b));
    for (int trial = 0; trial < 200; trial++) {
        const v3 p = random3(1.5);
        const ab_closest small_one = ab_bvh_closest(&a, p, INFINITY);
        const ab_closest large_one = ab_bvh_closest(&b, v3_scale(0x1p30, p), INFINITY);
        assert_true(large_one.distance == 0x1p30 * small_one.distance);
        assert_int_equal(large_one.triangle, small_one.triangle);
    }
    ab_bvh_free(cx, &a);
    ab_bvh_free(cx, &b);
    ab_mesh_free(cx, &mesh);
    ab_mesh_free(cx, &large);
    abut_context_destroy(cx);
}

TEST(tree_is_the_same_for_1_2_4_threads) {
    abut_context *one = context(1);
    ab_mesh mesh = shape_torus(one, 1, 0.4, 200, 60); // 24000 triangles: more than one task
    ab_bvh alone;
    CHECK_OK(one, ab_bvh_build(one, &mesh, &alone));
    for (int threads = 2; threads <= 4; threads += 2) {
        abut_context *cx = context(threads);
        ab_bvh shared;
        CHECK_OK(cx, ab_bvh_build(cx, &mesh, &shared));
        assert_int_equal(shared.nnode, alone.nnode);
        assert_int_equal(shared.nleaf, alone.nleaf);
        assert_memory_equal(shared.node, alone.node, (size_t)alone.nnode * sizeof *alone.node);
        assert_memory_equal(shared.leaf, alone.leaf, (size_t)alone.nleaf * sizeof *alone.leaf);
        ab_bvh_free(cx, &shared);
        abut_context_destroy(cx);
    }
    ab_bvh_free(one, &alone);
    ab_mesh_free(one, &mesh);
    abut_context_destroy(one);
}

TEST(rays_from_inside_hit_a_closed_mesh_even_through_edges_and_vertices) {
    abut_context *cx = context(1);
    ab_mesh mesh = shape_sphere(cx, 4);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    for (int64_t i = 0; i < mesh.nvertex; i++) {
        const ab_ray_hit hit = ab_bvh_ray(&bvh, v3_zero(), mesh.vertex[i], INFINITY);
        CHECK_NEAR(hit.t, 1, 1e-15 * 8); // vertices are on the unit sphere
    }
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        const int32_t *v = mesh.triangle[t].v;
        const v3 middle = v3_scale(0.5, v3_add(mesh.vertex[v[0]], mesh.vertex[v[1]]));
        const ab_ray_hit hit =
            ab_bvh_ray(&bvh, v3_make(0.01, -0.02, 0.03), v3_sub(middle, v3_make(0.01, -0.02, 0.03)), 2);
        CHECK_NEAR(hit.t, 1, 1e-14);
    }
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(rays_find_the_first_of_several_hits_and_none_beyond_their_length) {
    abut_context *cx = context(1);
    ab_mesh mesh = shape_torus(cx, 2, 0.5, 64, 32);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    const v3 from = v3_make(-10, 0.01, 0.02), along = v3_make(2, 0, 0);
    const ab_ray_hit hit = ab_bvh_ray(&bvh, from, along, INFINITY);
    CHECK_NEAR(from.x + hit.t * along.x, -2.5, 0.01); // sagitta of the chords: 0.5 (1 - cos(pi/32)) + ...
    assert_int_equal(ab_bvh_ray(&bvh, from, along, 0.99 * hit.t).triangle, -1);
    assert_int_equal(ab_bvh_ray(&bvh, from, v3_neg(along), INFINITY).triangle, -1);
    assert_int_equal(ab_bvh_ray(&bvh, from, v3_zero(), INFINITY).triangle, -1);
    assert_int_equal(ab_bvh_ray(&bvh, v3_zero(), v3_make(0, 0, 1), INFINITY).triangle,
                     -1); // through the hole
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

typedef struct seen {
    unsigned char *mark;
    int64_t count, max;
} seen;

static bool see(void *arg, int32_t triangle) {
    seen *s = arg;
    s->mark[triangle]++;
    return ++s->count < s->max;
}

TEST(box_query_visits_exactly_the_triangles_whose_bounds_touch_it) {
    abut_context *cx = context(1);
    ab_mesh mesh = soup(cx, 500);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    unsigned char mark[500];
    for (int trial = 0; trial < 50; trial++) {
        const v3 p = random3(1), q = random3(1);
        const v3 low = v3_min(p, q), high = v3_max(p, q);
        memset(mark, 0, sizeof mark);
        seen s = {mark, 0, INT64_MAX};
        assert_true(ab_bvh_overlap(&bvh, low, high, see, &s) > 0);
        for (int64_t t = 0; t < mesh.ntriangle; t++) {
            const v3 *c = &mesh.vertex[3 * t];
            const v3 min = v3_min(v3_min(c[0], c[1]), c[2]), max = v3_max(v3_max(c[0], c[1]), c[2]);
            bool touch = true;
            for (int axis = 0; axis < 3; axis++)
                touch = touch && v3_at(min, axis) <= v3_at(high, axis) && v3_at(low, axis) <= v3_at(max, axis);
            assert_int_equal(mark[t], touch);
        }
    }
    seen s = {mark, 0, 3};
    ab_bvh_overlap(&bvh, v3_make(-9, -9, -9), v3_make(9, 9, 9), see, &s);
    assert_int_equal(s.count, 3);
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(triangles_all_in_one_place_make_a_tree_of_bounded_depth) {
    abut_context *cx = context(1);
    ab_mesh mesh = {.nvertex = 3, .ntriangle = 5000};
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.vertex, 3));
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.triangle, 5000));
    mesh.vertex[1] = v3_make(1, 0, 0);
    mesh.vertex[2] = v3_make(0, 1, 0);
    for (int t = 0; t < 5000; t++) mesh.triangle[t] = (ab_triangle){{0, 1, 2}};
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    const ab_closest c = ab_bvh_closest(&bvh, v3_make(0.25, 0.25, 3), INFINITY);
    CHECK_NEAR(c.distance, 3, 0);
    assert_int_equal(c.triangle, 0);
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

// Triangles twice as far each time: every split by area would cut off one.
TEST(triangles_in_geometric_progression_make_a_tree_of_bounded_depth) {
    abut_context *cx = context(1);
    ab_mesh mesh = soup(cx, 900);
    for (int64_t t = 0; t < mesh.ntriangle; t++)
        for (int k = 0; k < 3; k++) mesh.vertex[3 * t + k] = v3_scale(ldexp(1, (int)t - 450), mesh.vertex[3 * t + k]);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &mesh, &bvh));
    const v3 p = v3_make(3, 4, 5);
    assert_true(ab_bvh_closest(&bvh, p, INFINITY).distance == sqrt(brute_distance2(&mesh, p)));
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(mesh_without_triangles_is_refused) {
    abut_context *cx = context(1);
    const ab_mesh mesh = {0};
    ab_bvh bvh;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_bvh_build(cx, &mesh, &bvh));
    abut_context_destroy(cx);
}

static abut_status build_and_free(abut_context *cx, void *arg) {
    ab_bvh bvh;
    const abut_status status = ab_bvh_build(cx, arg, &bvh);
    ab_bvh_free(cx, &bvh);
    return status;
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    abut_context *cx = context(1);
    ab_mesh mesh = shape_sphere(cx, 2);
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_and_free, &mesh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(distance_to_a_triangle_matches_a_fine_sampling_of_it),
       CLAIM(nearest_distances_of_a_soup_are_bitwise_those_of_brute_force),
       CLAIM(eight_points_at_once_are_bitwise_the_same_with_any_hint),
       CLAIM(eight_points_at_once_are_bitwise_those_of_brute_force_round_a_ball),
       CLAIM(nearest_feature_of_a_cube_is_its_face_edge_or_vertex),
       CLAIM(distance_does_not_depend_on_the_order_of_triangles), CLAIM(scaling_by_a_power_of_two_scales_every_bit),
       CLAIM(tree_is_the_same_for_1_2_4_threads),
       CLAIM(rays_from_inside_hit_a_closed_mesh_even_through_edges_and_vertices),
       CLAIM(rays_find_the_first_of_several_hits_and_none_beyond_their_length),
       CLAIM(box_query_visits_exactly_the_triangles_whose_bounds_touch_it),
       CLAIM(triangles_all_in_one_place_make_a_tree_of_bounded_depth),
       CLAIM(triangles_in_geometric_progression_make_a_tree_of_bounded_depth), CLAIM(mesh_without_triangles_is_refused),
       CLAIM(every_failing_allocation_is_reported_and_leaks_nothing))
