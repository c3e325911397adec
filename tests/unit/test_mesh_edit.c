// Preparation of meshes: what welding, repairing, scaling, simplifying and writing keep and change.
#include "claim.h"
#include "faults.h"
#include "geom/mesh/face.h"
#include "geom/mesh/mesh_object.h"
#include "math/random.h"
#include "scratch.h"
#include "shapes.h"

#define PI 3.14159265358979323846

// A mesh of the public interface with the arrays of `from`, which is freed.
static abut_mesh *public_of(abut_context *cx, ab_mesh from) {
    abut_mesh *mesh;
    CHECK_OK(cx, abut_mesh_create(cx, from.vertex, from.nvertex, from.triangle[0].v, from.ntriangle, &mesh));
    ab_mesh_free(cx, &from);
    return mesh;
}

static abut_mesh_report report_of(const abut_mesh *mesh) {
    abut_mesh_report report;
    CHECK_OK(mesh->cx, abut_mesh_inspect(mesh, &report));
    return report;
}

// The unit cube with faces of n x n squares.
static abut_mesh *fine_cube(abut_context *cx, int n) {
    ab_mesh mesh = {0};
    if (AB_ALLOC(cx, &mesh.vertex, 6 * (n + 1) * (n + 1)) != ABUT_OK) abort();
    if (AB_ALLOC(cx, &mesh.triangle, 12 * n * n) != ABUT_OK) abort();
    for (int side = 0; side < 6; side++) {
        const int32_t first = (int32_t)mesh.nvertex;
        for (int k = 0; k < (n + 1) * (n + 1); k++) {
            const double u = (double)(k / (n + 1)) / n, w = (double)(k % (n + 1)) / n, at = side % 2;
            const v3 p = side < 2 ? v3_make(at, u, w) : side < 4 ? v3_make(w, at, u) : v3_make(u, w, at);
            mesh.vertex[mesh.nvertex++] = p;
        }
        for (int k = 0; k < n * n; k++) {
            const int32_t a = first + k / n * (n + 1) + k % n, b = a + n + 1, c = b + 1, d = a + 1;
            const bool out = side % 2 == 1;
            mesh.triangle[mesh.ntriangle++] = out ? (ab_triangle){{a, b, c}} : (ab_triangle){{a, c, b}};
            mesh.triangle[mesh.ntriangle++] = out ? (ab_triangle){{a, c, d}} : (ab_triangle){{a, d, c}};
        }
    }
    return public_of(cx, mesh);
}

static double distance_from(const ab_mesh *mesh, v3 p) {
    double least = INFINITY;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const ab_face face = ab_face_of(mesh, t);
        least = fmin(least, ab_face_distance2(&face, p));
    }
    return sqrt(least);
}

// ------------------------------------------------------------------------------------------------------- simplify

TEST(flat_faces_become_two_triangles_each) {
    abut_context *cx = shape_context();
    abut_mesh *mesh = fine_cube(cx, 20);
    double deviation;
    CHECK_OK(cx, abut_mesh_simplify(mesh, 12, &deviation));
    const abut_mesh_report r = report_of(mesh);
    CHECK(r.closed && r.triangles == 12 && r.vertices == 8 && r.self_intersections == 0);
    CHECK_NEAR(abut_mesh_mass(mesh).volume, 1, 1e-12); // round-off of a few hundred collapses
    CHECK_NEAR(deviation, 0, 1e-12);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

// A facet of edge s stands s^2/(8 R) off a sphere, and N triangles have s^2 ~ 1/N.
TEST(deviation_from_a_sphere_falls_as_one_over_the_number_of_triangles) {
    abut_context *cx = shape_context();
    double deviation[2];
    for (int i = 0; i < 2; i++) {
        abut_mesh *mesh = public_of(cx, shape_sphere(cx, 5));
        CHECK_OK(cx, abut_mesh_simplify(mesh, i ? 2000 : 500, &deviation[i]));
        const abut_mesh_report r = report_of(mesh);
        CHECK(r.closed && !r.inverted && r.self_intersections == 0 && r.vertices == r.triangles / 2 + 2);
        CHECK(r.triangles <= (i ? 2000 : 500) && r.triangles > (i ? 1990 : 490));
        CHECK_NEAR(abut_mesh_mass(mesh).volume, 4 * PI / 3, i ? 0.02 : 0.06); // of the order of deviation x area
        abut_mesh_destroy(mesh);
    }
    CHECK(deviation[0] / deviation[1] > 2.5 && deviation[0] / deviation[1] < 6.5); // 4, of single worst places
    CHECK(deviation[0] < 0.05);
    abut_context_destroy(cx);
}

TEST(deviation_is_the_largest_distance_of_vertices_by_brute_force) {
    abut_context *cx = shape_context();
    ab_mesh fine = shape_torus(cx, 2, 0.5, 40, 24);
    abut_mesh *mesh = public_of(cx, shape_torus(cx, 2, 0.5, 40, 24));
    double deviation, most = 0;
    CHECK_OK(cx, abut_mesh_simplify(mesh, 600, &deviation));
    for (int64_t i = 0; i < fine.nvertex; i++) most = fmax(most, distance_from(&mesh->mesh, fine.vertex[i]));
    for (int64_t i = 0; i < mesh->mesh.nvertex; i++) most = fmax(most, distance_from(&fine, mesh->mesh.vertex[i]));
    CHECK_NEAR(deviation, most, 1e-12);
    const abut_mesh_report r = report_of(mesh);
    CHECK(r.closed && r.vertices - r.triangles / 2 == 0 && r.self_intersections == 0); // still a torus
    ab_mesh_free(cx, &fine);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(simplification_scales_with_the_units_bit_for_bit) {
    abut_context *cx = shape_context();
    abut_mesh *mesh[2];
    for (int i = 0; i < 2; i++) {
        ab_mesh torus = shape_torus(cx, 2, 0.5, 40, 24);
        for (int64_t k = 0; k < torus.nvertex; k++) torus.vertex[k] = v3_scale(i ? 0x1p-40 : 1, torus.vertex[k]);
        mesh[i] = public_of(cx, torus);
        CHECK_OK(cx, abut_mesh_simplify(mesh[i], 700, NULL));
    }
    assert_int_equal(mesh[0]->mesh.nvertex, mesh[1]->mesh.nvertex);
    for (int64_t k = 0; k < mesh[0]->mesh.nvertex; k++)
        CHECK(mesh[0]->mesh.vertex[k].x == 0x1p40 * mesh[1]->mesh.vertex[k].x);
    assert_memory_equal(mesh[0]->mesh.triangle, mesh[1]->mesh.triangle,
                        (size_t)mesh[0]->mesh.ntriangle * sizeof(ab_triangle));
    for (int i = 0; i < 2; i++) abut_mesh_destroy(mesh[i]);
    abut_context_destroy(cx);
}

TEST(edges_of_a_hole_stay_where_they_are) {
    abut_context *cx = shape_context();
    ab_mesh sphere = shape_sphere(cx, 4);
    sphere.ntriangle -= sphere.ntriangle / 8; // the last of eight sides
    abut_mesh *mesh = public_of(cx, sphere);
    CHECK_OK(cx, abut_mesh_repair(mesh, false, NULL));
    const int64_t before = report_of(mesh).boundary_edges;
    CHECK(before > 40);
    CHECK_OK(cx, abut_mesh_simplify(mesh, 300, NULL));
    const abut_mesh_report r = report_of(mesh);
    CHECK(r.boundary_edges == before && r.holes == 1 && r.nonmanifold_edges == 0 && r.triangles <= 300);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(a_torus_of_four_triangles_is_refused_and_left_as_it_was) {
    abut_context *cx = shape_context();
    abut_mesh *mesh = public_of(cx, shape_torus(cx, 2, 0.5, 20, 12));
    const int64_t triangles = mesh->mesh.ntriangle;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_simplify(mesh, 4, NULL));
    CHECK(strstr(abut_context_message(cx), "too few; down to"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_simplify(mesh, 0, NULL));
    assert_int_equal(mesh->mesh.ntriangle, triangles);
    CHECK_OK(cx, abut_mesh_simplify(mesh, triangles, NULL)); // few enough
    assert_int_equal(mesh->mesh.ntriangle, triangles);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

// A disc of thin triangles around one vertex, seen from both sides: its edges to the middle are never worth a look.
TEST(a_fan_of_many_triangles_is_simplified_at_its_rim) {
    enum { N = 20000 };
    abut_context *cx = shape_context();
    ab_mesh fan = {.nvertex = N + 2, .ntriangle = 2 * N};
    if (AB_ALLOC(cx, &fan.vertex, N + 2) != ABUT_OK || AB_ALLOC(cx, &fan.triangle, 2 * N) != ABUT_OK) abort();
    for (int i = 0; i < N; i++) {
        fan.vertex[i] = v3_make(cos(2 * PI * i / N), sin(2 * PI * i / N), 0);
        fan.triangle[i] = (ab_triangle){{i, (i + 1) % N, N}};
        fan.triangle[N + i] = (ab_triangle){{(i + 1) % N, i, N + 1}};
    }
    fan.vertex[N] = v3_make(0, 0, 1);
    fan.vertex[N + 1] = v3_make(0, 0, -1);
    abut_mesh *mesh = public_of(cx, fan);
    CHECK_OK(cx, abut_mesh_simplify(mesh, 1000, NULL));
    CHECK(report_of(mesh).closed);
    CHECK_NEAR(abut_mesh_mass(mesh).volume, 2 * PI / 3, 1e-4); // 500 chords: 2 pi^2/(3 500^2) of it = 5e-5
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------------- weld

static abut_mesh *random_soup(abut_context *cx, int64_t triangles, double size) {
    ab_random r = ab_random_start(7, 0);
    ab_mesh soup = {.nvertex = 3 * triangles, .ntriangle = triangles};
    if (AB_ALLOC(cx, &soup.vertex, 3 * triangles) != ABUT_OK || AB_ALLOC(cx, &soup.triangle, triangles) != ABUT_OK)
        abort();
    for (int64_t i = 0; i < 3 * triangles; i++) {
        const double x = ab_random_between(&r, -size, size), y = ab_random_between(&r, -size, size);
        soup.vertex[i] = v3_make(x, y, ab_random_between(&r, -size, size));
        soup.triangle[i / 3].v[i % 3] = (int32_t)i;
    }
    return public_of(cx, soup);
}

TEST(no_welded_vertex_moves_farther_than_the_tolerance_and_none_is_left_within_it) {
    abut_context *cx = shape_context();
    for (int scale = 0; scale < 3; scale++) {
        const double size = scale == 0 ? 1 : scale == 1 ? 1e-9 : 1e40, tolerance = 0.1 * size;
        abut_mesh *mesh = random_soup(cx, 400, size), *whole = random_soup(cx, 400, size);
        int64_t joined, collapsed;
        CHECK_OK(cx, abut_mesh_weld(mesh, tolerance, &joined, &collapsed));
        CHECK(joined > 100 && mesh->mesh.nvertex == 1200 - joined && mesh->mesh.ntriangle == 400 - collapsed);
        for (int64_t i = 0; i < mesh->mesh.nvertex; i++)
            for (int64_t k = 0; k < i; k++)
                CHECK(v3_norm(v3_sub(mesh->mesh.vertex[i], mesh->mesh.vertex[k])) > tolerance);
        for (int64_t i = 0; i < 1200; i++) {
            double least = INFINITY;
            for (int64_t k = 0; k < mesh->mesh.nvertex; k++)
                least = fmin(least, v3_norm(v3_sub(mesh->mesh.vertex[k], whole->mesh.vertex[i])));
            CHECK(least <= tolerance);
        }
        abut_mesh_destroy(mesh);
        abut_mesh_destroy(whole);
    }
    abut_context_destroy(cx);
}

TEST(tolerances_out_of_all_proportion_are_refused_or_change_nothing) {
    abut_context *cx = shape_context();
    abut_mesh *mesh = random_soup(cx, 2000, 1);
    int64_t joined = -1, collapsed = -1;
    CHECK_OK(cx, abut_mesh_weld(mesh, 0, &joined, &collapsed));
    CHECK_OK(cx, abut_mesh_weld(mesh, 1e-300, &joined, &collapsed));
    CHECK(joined == 0 && collapsed == 0 && mesh->mesh.nvertex == 6000);
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_weld(mesh, 1e300, NULL, NULL));
    CHECK(strstr(abut_context_message(cx), "joins the whole mesh"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_weld(mesh, -1, NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_weld(mesh, NAN, NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_weld(mesh, INFINITY, NULL, NULL));
    assert_int_equal(mesh->mesh.nvertex, 6000);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------- scale, shift, repair, hull

TEST(a_mirrored_mesh_faces_outward_still) {
    abut_context *cx = shape_context();
    for (int signs = 0; signs < 8; signs++) {
        abut_mesh *mesh = public_of(cx, shape_tetra(cx));
        const v3 factor = v3_make(signs & 1 ? -2 : 2, signs & 2 ? -3 : 3, signs & 4 ? -5 : 5);
        CHECK_OK(cx, abut_mesh_scale(mesh, factor));
        CHECK_NEAR(abut_mesh_mass(mesh).volume, 5, 1e-14);
        CHECK_NEAR(abut_mesh_mass(mesh).centroid.y, factor.y / 4, 1e-14);
        abut_mesh_destroy(mesh);
    }
    abut_mesh *mesh = public_of(cx, shape_tetra(cx));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_scale(mesh, v3_make(1, 0, 1)));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_scale(mesh, v3_make(1, NAN, 1)));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_shift(mesh, v3_make(1, INFINITY, 1)));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_scale(mesh, v3_make(1e51, 1, 1)));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_shift(mesh, v3_make(1e51, 1, 1)));
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(holes_are_closed_only_if_asked_for_and_inside_out_is_turned) {
    abut_context *cx = shape_context();
    for (int close = 0; close < 2; close++) {
        ab_mesh cube = shape_cube(cx, 0.5);
        cube.ntriangle -= 2;
        ab_mesh_turn(&cube);
        abut_mesh *mesh = public_of(cx, cube);
        abut_mesh_repairs done;
        CHECK_OK(cx, abut_mesh_repair(mesh, close, &done));
        CHECK(done.capped_holes == close && done.open_edges == (close ? 0 : 4) && done.inverted == close);
        if (close) CHECK_NEAR(abut_mesh_mass(mesh).volume, 1, 1e-14);
        abut_mesh_destroy(mesh);
    }
    ab_mesh cube = shape_cube(cx, 0.5);
    ab_mesh_turn(&cube);
    abut_mesh *mesh = public_of(cx, cube);
    abut_mesh_repairs done;
    CHECK_OK(cx, abut_mesh_repair(mesh, false, &done));
    CHECK(done.inverted && abut_mesh_mass(mesh).volume > 0);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

TEST(a_convex_hull_holds_the_mesh_and_a_plane_has_none) {
    abut_context *cx = shape_context();
    abut_mesh *mesh = public_of(cx, shape_torus(cx, 2, 0.5, 40, 24));
    const double volume = abut_mesh_mass(mesh).volume;
    CHECK_OK(cx, abut_mesh_make_convex(mesh));
    CHECK(report_of(mesh).closed && abut_mesh_mass(mesh).volume > volume);
    CHECK_OK(cx, abut_mesh_make_convex(mesh)); // its own hull
    abut_mesh_destroy(mesh);
    static const v3 square[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const ab_triangle faces[2] = {{{0, 1, 2}}, {{0, 2, 3}}};
    mesh = public_of(cx, shape_copy(cx, square, 4, faces, 2));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_make_convex(mesh));
    assert_int_equal(mesh->mesh.ntriangle, 2);
    abut_mesh_destroy(mesh);
    abut_context_destroy(cx);
}

// ---------------------------------------------------------------------------------------------------------- files

TEST(written_meshes_read_back_as_they_were) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    static const char *const NAME[] = {"a.obj", "b.PLY", "c.stl"};
    for (int i = 0; i < 3; i++) {
        char path[SCRATCH_MAX];
        abut_mesh *mesh = public_of(cx, shape_torus(cx, 0.2, 0.05, 100, 50)), *back;
        CHECK_OK(cx, abut_mesh_write(mesh, scratch_path(&s, NAME[i], path)));
        CHECK_OK(cx, abut_mesh_load(cx, path, 1, &back));
        assert_int_equal(back->mesh.nvertex, mesh->mesh.nvertex);
        assert_int_equal(back->mesh.ntriangle, mesh->mesh.ntriangle);
        for (int64_t c = 0; c < 3 * mesh->mesh.ntriangle; c++) {
            const v3 p = mesh->mesh.vertex[mesh->mesh.triangle[c / 3].v[c % 3]];
            const v3 q = back->mesh.vertex[back->mesh.triangle[c / 3].v[c % 3]];
            if (i < 2)
                CHECK(p.x == q.x && p.y == q.y && p.z == q.z);
            else
                CHECK((float)p.x == q.x && (float)p.y == q.y && (float)p.z == q.z);
        }
        abut_mesh_destroy(mesh);
        abut_mesh_destroy(back);
    }
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(formats_that_cannot_hold_a_mesh_are_refused) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    abut_mesh *mesh = public_of(cx, shape_tetra(cx));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_write(mesh, scratch_path(&s, "a.step", path)));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_write(mesh, "obj"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_write(mesh, NULL));
    CHECK_OK(cx, abut_mesh_shift(mesh, v3_make(1e9, 0, 0))); // floats are 64 apart there
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_write(mesh, scratch_path(&s, "a.stl", path)));
    CHECK(strstr(abut_context_message(cx), "32-bit"));
    for (int i = 0; i < 2; i++) { // all corners beyond the largest float, and all but the first
        CHECK_OK(cx, abut_mesh_scale(mesh, i ? v3_make(1, 1e39, 1) : v3_make(1e35, 1, 1)));
        CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_write(mesh, scratch_path(&s, "a.stl", path)));
        if (i == 0) CHECK_OK(cx, abut_mesh_scale(mesh, v3_make(1e-44, 1, 1)));
    }
    abut_mesh_destroy(mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(calls_without_a_mesh_fail) {
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_scale(NULL, v3_make(1, 1, 1)));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_shift(NULL, v3_zero()));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_weld(NULL, 1, NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_repair(NULL, false, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_simplify(NULL, 4, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_make_convex(NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_write(NULL, "a.obj"));
}

static abut_status prepare(abut_context *cx, void *path) {
    abut_context *plain = shape_context(); // the shape is made without faults
    ab_mesh made = shape_torus(plain, 2, 0.5, 12, 8);
    abut_mesh *mesh = NULL;
    abut_status status = abut_mesh_create(cx, made.vertex, made.nvertex, made.triangle[0].v, made.ntriangle, &mesh);
    if (status == ABUT_OK) status = abut_mesh_weld(mesh, 1e-6, NULL, NULL);
    if (status == ABUT_OK) status = abut_mesh_repair(mesh, true, NULL);
    if (status == ABUT_OK) status = abut_mesh_simplify(mesh, 150, NULL);
    if (status == ABUT_OK) status = abut_mesh_make_convex(mesh);
    if (status == ABUT_OK) status = abut_mesh_write(mesh, path);
    abut_mesh_destroy(mesh);
    ab_mesh_free(plain, &made);
    abut_context_destroy(plain);
    return status;
}

TEST(every_fault_is_reported_and_leaks_nothing) {
    const scratch s = scratch_start();
    static const char *const NAME[] = {"a.obj", "a.ply", "a.stl"};
    for (int i = 0; i < 3; i++) {
        char path[SCRATCH_MAX];
        scratch_path(&s, NAME[i], path);
        faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, prepare, path);
        faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, prepare, path);
    }
    scratch_end(&s);
}

CLAIMS(CLAIM(flat_faces_become_two_triangles_each),
       CLAIM(deviation_from_a_sphere_falls_as_one_over_the_number_of_triangles),
       CLAIM(deviation_is_the_largest_distance_of_vertices_by_brute_force),
       CLAIM(simplification_scales_with_the_units_bit_for_bit), CLAIM(edges_of_a_hole_stay_where_they_are),
       CLAIM(a_torus_of_four_triangles_is_refused_and_left_as_it_was),
       CLAIM(a_fan_of_many_triangles_is_simplified_at_its_rim),
       CLAIM(no_welded_vertex_moves_farther_than_the_tolerance_and_none_is_left_within_it),
       CLAIM(tolerances_out_of_all_proportion_are_refused_or_change_nothing),
       CLAIM(a_mirrored_mesh_faces_outward_still), CLAIM(holes_are_closed_only_if_asked_for_and_inside_out_is_turned),
       CLAIM(a_convex_hull_holds_the_mesh_and_a_plane_has_none), CLAIM(written_meshes_read_back_as_they_were),
       CLAIM(formats_that_cannot_hold_a_mesh_are_refused), CLAIM(calls_without_a_mesh_fail),
       CLAIM(every_fault_is_reported_and_leaks_nothing))
