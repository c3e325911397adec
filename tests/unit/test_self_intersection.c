// Which triangles meet, decided exactly; and how many of a mesh do.
#include "claim.h"
#include "shapes.h"

#include "geom/bvh/self_intersection.h"
#include "geom/mesh/predicate.h"

static uint64_t random_bits(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

// Determinant of small integers, exact in int64_t.
static int orient3d_integer(const int64_t p[4][3]) {
    int64_t m[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) m[i][j] = p[i][j] - p[3][j];
    const int64_t d = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) +
                      m[0][1] * (m[1][2] * m[2][0] - m[1][0] * m[2][2]) +
                      m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    return (d > 0) - (d < 0);
}

TEST(orientation_in_space_has_the_exact_sign_where_doubles_round) {
    uint64_t state = 7;
    int zeros = 0, fine = 0;
    for (int n = 0; n < 20000; n++) {
        int64_t p[4][3];
        v3 q[4];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 3; j++) p[i][j] = (int64_t)(random_bits(&state) % 5);
        // Large offsets with steps of one unit in the last place: plain doubles lose every digit of the determinant.
        const double unit = 1.0 / 1125899906842624.0; // 2^-50
        for (int i = 0; i < 4; i++)
            q[i] = v3_make(1 + unit * (double)p[i][0], 2 + 2 * unit * (double)p[i][1], -1 - unit * (double)p[i][2]);
        const int expected = orient3d_integer((const int64_t(*)[3])p);
        assert_int_equal(ab_orient3d(q[0], q[1], q[2], q[3]), -expected);
        zeros += expected == 0;
        fine += expected != 0;
    }
    CHECK(zeros > 100 && fine > 100);
}

TEST(orientation_in_space_is_exact_for_points_that_almost_share_a_plane) {
    // d = a + b - c up to one unit in the last place of one coordinate.
    const v3 a = {0.1, 0.7, 0.3}, b = {12.5, 0.25, 7.75}, c = {3.0, 9.5, 0.5};
    const v3 middle = v3_make(0.5 * (b.x + c.x), 0.5 * (b.y + c.y), 0.5 * (b.z + c.z)); // exact: on the plane
    assert_int_equal(ab_orient3d(a, b, c, middle), 0);
    v3 above = middle;
    above.z = nextafter(middle.z, 100);
    v3 below = middle;
    below.z = nextafter(middle.z, -100);
    const int up = ab_orient3d(a, b, c, above);
    CHECK(up != 0);
    assert_int_equal(ab_orient3d(a, b, c, below), -up);
    assert_int_equal(ab_orient3d(b, a, c, above), -up);
}

TEST(orientation_in_a_plane_is_exact_for_points_that_almost_share_a_line) {
    for (int axis = 0; axis < 3; axis++) {
        const v3 a = {12, 12, 12}, b = {24, 24, 24};
        const v3 c = {0.5, 0.5, 0.5};
        assert_int_equal(ab_orient2d(axis, a, b, c), 0);
        v3 d = c;
        *(axis == 0 ? &d.z : axis == 1 ? &d.x : &d.y) = nextafter(0.5, 1);
        assert_int_equal(ab_orient2d(axis, a, b, d), 1);
        assert_int_equal(ab_orient2d(axis, b, a, d), -1);
    }
}

TEST(triangles_meet_when_they_cross_touch_or_overlap_in_a_plane) {
    static const v3 base[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const struct {
        v3 t[3];
        bool meet;
    } other[] = {
        {{{1, 1, -1}, {1, 1, 1}, {2, 1, 1}}, true},      // an edge pierces
        {{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}, true},       // a corner touches the inside
        {{{2, 2, 0}, {2, 3, 1}, {3, 2, 1}}, true},       // a corner touches an edge
        {{{0, 0, 0}, {-1, 0, 1}, {-1, 0, -1}}, true},    // a corner touches a corner
        {{{1, 1, 0}, {2, 1, 0}, {1, 1, 3}}, true},       // an edge lies inside
        {{{-1, 1, 0}, {9, 1, 0}, {1, 1, 3}}, true},      // an edge lies across
        {{{-1, -1, -1}, {-1, -1, 1}, {9, 9, 0}}, true},  // the base pierces it
        {{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, true},       // inside, same plane
        {{{-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}}, true}, // around, same plane
        {{{4, 0, 0}, {8, 0, 0}, {8, 4, 0}}, true},       // corner to corner, same plane
        {{{5, 0, 0}, {8, 0, 0}, {8, 4, 0}}, false},      // beside, same plane
        {{{3, 3, 0}, {8, 3, 0}, {3, 8, 0}}, false},      // beyond the long edge, same plane
        {{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, false},      // parallel
        {{{1, 1, 1}, {2, 1, 3}, {1, 2, 2}}, false},      // above
        {{{5, 5, -1}, {5, 5, 1}, {6, 5, 1}}, false},     // through the plane, outside
        {{{3, 3, -1}, {3, 3, 1}, {9, 9, 0}}, false},     // through the plane, beyond the long edge
        {{{1, 1, -1}, {1, 1, 1}, {1, 1, 0}}, false},     // no area
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const bool forth = ab_triangles_intersect(base, other[i].t);
        const bool back = ab_triangles_intersect(other[i].t, base);
        if (forth != other[i].meet || back != other[i].meet) fail_msg("pair %d: %d %d", (int)i, forth, back);
    }
}

// Every pair, without a tree.
static int64_t brute_force(const ab_mesh *mesh) {
    int64_t pairs = 0;
    for (int64_t i = 0; i < mesh->ntriangle; i++)
        for (int64_t j = i + 1; j < mesh->ntriangle; j++) {
            v3 a[3], b[3];
            bool share = false;
            for (int k = 0; k < 3; k++) {
                a[k] = mesh->vertex[mesh->triangle[i].v[k]];
                b[k] = mesh->vertex[mesh->triangle[j].v[k]];
                for (int l = 0; l < 3; l++) share |= mesh->triangle[i].v[k] == mesh->triangle[j].v[l];
            }
            pairs += !share && ab_triangles_intersect(a, b);
        }
    return pairs;
}

static int64_t count(ab_ctx *cx, const ab_mesh *mesh) {
    int64_t pairs;
    bool complete;
    CHECK_OK(cx, ab_mesh_self_intersections(cx, mesh, &pairs, &complete));
    CHECK(complete);
    return pairs;
}

TEST(tree_finds_the_same_pairs_as_brute_force) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 3);
    ab_mesh other = shape_torus(cx, 1, 0.4, 17, 9);
    shape_move(&other, v3_make(0.3, -0.2, 0.1));
    shape_append(cx, &mesh, &other);
    const int64_t pairs = brute_force(&mesh);
    CHECK(pairs > 50);
    assert_int_equal(count(cx, &mesh), pairs);
    ab_mesh_free(cx, &other);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(touching_cubes_are_counted_and_separate_ones_are_not) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 1);
    ab_mesh other = shape_cube(cx, 0.5);
    shape_move(&other, v3_make(1.5, 0.1, 0.2)); // face on face
    shape_append(cx, &mesh, &other);
    const int64_t touching = count(cx, &mesh);
    assert_int_equal(touching, brute_force(&mesh));
    CHECK(touching > 0);
    for (int i = 8; i < 16; i++) mesh.vertex[i].x = nextafter(mesh.vertex[i].x, 9); // one bit further
    assert_int_equal(count(cx, &mesh), 0);
    ab_mesh_free(cx, &other);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

// N large triangles through one line: every pair of boxes overlaps, and every pair meets.
TEST(mesh_made_to_be_slow_ends_with_a_lower_bound) {
    abut_context *cx = shape_context();
    enum { N = 1700 };
    ab_mesh mesh = {0};
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.vertex, 3 * N));
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.triangle, N));
    for (int t = 0; t < N; t++) {
        const double turn = 3.0 * t / N;
        const double c = cos(turn), s = sin(turn);
        mesh.vertex[mesh.nvertex++] = v3_make(c, s, -1 - 1e-4 * t);
        mesh.vertex[mesh.nvertex++] = v3_make(-c, -s, 1e-4 * t);
        mesh.vertex[mesh.nvertex++] = v3_make(c, s, 1 + 1e-4 * t);
        mesh.triangle[mesh.ntriangle++] = (ab_triangle){{3 * t, 3 * t + 1, 3 * t + 2}};
    }
    int64_t pairs;
    bool complete;
    CHECK_OK(cx, ab_mesh_self_intersections(cx, &mesh, &pairs, &complete));
    CHECK(!complete);
    CHECK(pairs > 100000 && pairs < (int64_t)N * (N - 1) / 2);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(orientation_in_space_has_the_exact_sign_where_doubles_round),
       CLAIM(orientation_in_space_is_exact_for_points_that_almost_share_a_plane),
       CLAIM(orientation_in_a_plane_is_exact_for_points_that_almost_share_a_line),
       CLAIM(triangles_meet_when_they_cross_touch_or_overlap_in_a_plane),
       CLAIM(tree_finds_the_same_pairs_as_brute_force), CLAIM(touching_cubes_are_counted_and_separate_ones_are_not),
       CLAIM(mesh_made_to_be_slow_ends_with_a_lower_bound))
