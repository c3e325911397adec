// What the repair of a mesh puts right, and what it tells of.
#include "claim.h"
#include "faults.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/bvh/nested_shells.h"
#include "geom/mesh/repair.h"
#include "geom/mesh/zip.h"
#include "math/elementary.h"
#include "math/random.h"
#include "shapes.h"

static void turn(ab_triangle *t) {
    const int32_t swap = t->v[0];
    t->v[0] = t->v[1];
    t->v[1] = swap;
}

// Repairs, frees the mesh, and returns the volume of what came out.
static double repaired_volume(abut_context *cx, ab_mesh *mesh, ab_repair *done) {
    ab_mesh repaired;
    CHECK_OK(cx, ab_mesh_repair(cx, "part", mesh, &repaired, done));
    const double volume = ab_mesh_mass(&repaired).volume;
    ab_mesh_report report;
    CHECK_OK(cx, ab_mesh_inspect(cx, &repaired, &report));
    assert_int_equal(report.boundary_edges, done->open_edges);
    assert_int_equal(report.flipped_edges, done->unorientable);
    ab_mesh_free(cx, &repaired);
    ab_mesh_free(cx, mesh);
    return volume;
}

TEST(sound_mesh_is_left_alone) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 1e-15);
    const ab_repair nothing = {0};
    assert_memory_equal(&done, &nothing, sizeof done);
    abut_context_destroy(cx);
}

TEST(inverted_mesh_is_turned_outward) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    for (int64_t t = 0; t < mesh.ntriangle; t++) turn(&mesh.triangle[t]);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 1e-15);
    CHECK(done.inverted && done.reoriented == 0);
    abut_context_destroy(cx);
}

TEST(triangles_that_face_the_wrong_way_are_turned_like_their_neighbours) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 3);
    const double volume = ab_mesh_mass(&mesh).volume;
    for (int64_t t = 0; t < mesh.ntriangle; t += 7) turn(&mesh.triangle[t]);
    const int64_t turned = (mesh.ntriangle + 6) / 7;
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), volume, 1e-15);
    assert_int_equal(done.reoriented, turned);
    abut_context_destroy(cx);
}

TEST(cavity_keeps_its_facing) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5), cavity = shape_cube(cx, 0.25);
    for (int64_t t = 0; t < cavity.ntriangle; t++) turn(&cavity.triangle[t]);
    shape_append(cx, &mesh, &cavity);
    ab_mesh_free(cx, &cavity);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1 - 0.125, 1e-15);
    CHECK(!done.inverted && done.reoriented == 0);
    abut_context_destroy(cx);
}

TEST(degenerate_and_duplicate_triangles_are_dropped) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    ab_triangle more[20];
    for (int t = 0; t < 12; t++) more[t] = mesh.triangle[t];
    for (int t = 12; t < 15; t++) more[t] = mesh.triangle[t - 10];
    for (int t = 15; t < 20; t++) more[t] = (ab_triangle){{t % 8, 3, 3}};
    ab_mesh bad = shape_copy(cx, mesh.vertex, 8, more, 20);
    ab_mesh_free(cx, &mesh);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &bad, &done), 1, 1e-15);
    CHECK(done.duplicate == 3 && done.degenerate == 5 && done.open_edges == 0);
    abut_context_destroy(cx);
}

// A prism over a star-shaped polygon whose faces are fans about the axis, as many programs triangulate them: where two
// corners of the polygon lie in one line with the centre, a triangle of the fan has no area. `inline_corners` of the
// polygon's corners repeat the direction of the one before, farther out: twice in a row, three times, and so on.
static ab_mesh fan_prism(abut_context *cx, int sectors, int inline_corners) {
    v3 vertex[2 + 2 * 64];
    ab_triangle triangle[4 * 64];
    const int n = sectors * (1 + inline_corners);
    int triangles = 0;
    vertex[0] = v3_make(0, 0, 0);
    vertex[1] = v3_make(0, 0, 1);
    for (int i = 0; i < n; i++) {
        const double angle = 2 * AB_PI * (i / (1 + inline_corners)) / sectors, r = 1 + 0.1 * (i % (1 + inline_corners));
        vertex[2 + 2 * i] = v3_make(r * cos(angle), r * sin(angle), 0);
        vertex[3 + 2 * i] = v3_make(r * cos(angle), r * sin(angle), 1);
    }
    for (int i = 0; i < n; i++) {
        const int a = 2 + 2 * i, b = 2 + 2 * ((i + 1) % n);
        triangle[triangles++] = (ab_triangle){{0, b, a}};
        triangle[triangles++] = (ab_triangle){{1, a + 1, b + 1}};
        triangle[triangles++] = (ab_triangle){{a, b, b + 1}};
        triangle[triangles++] = (ab_triangle){{a, b + 1, a + 1}};
    }
    return shape_copy(cx, vertex, 2 + 2 * n, triangle, triangles);
}

// They were dropped, which left a hole for each, and a scene took the part for a surface without thickness.
TEST(triangles_without_area_between_corners_in_one_line_leave_no_holes) {
    abut_context *cx = shape_context();
    for (int inline_corners = 1; inline_corners <= 4; inline_corners++)
        for (int sectors = 3; sectors <= 12; sectors += 3) {
            ab_mesh mesh = fan_prism(cx, sectors, inline_corners);
            const double volume = ab_mesh_mass(&mesh).volume;
            ab_repair done;
            CHECK_NEAR(repaired_volume(cx, &mesh, &done), volume, 1e-14);
            CHECK(done.open_edges == 0 && done.capped_holes == 0 && done.nonmanifold_edges == 0);
            assert_int_equal(done.degenerate, 2 * sectors * inline_corners);
        }
    abut_context_destroy(cx);
}

TEST(holes_are_capped_so_that_the_volume_of_a_cut_cube_is_whole) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    mesh.ntriangle -= 2; // the last two form one side
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 1e-15);
    CHECK(done.capped_holes == 1 && done.open_edges == 0);
    abut_context_destroy(cx);
}

TEST(holes_that_meet_in_a_vertex_stay_open_and_are_told) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 2);
    ab_mesh cut = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    cut.ntriangle = 0;
    // Without the two triangles at the vertex (1, 0, 0) where y and z have different signs.
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        const int32_t *v = mesh.triangle[t].v;
        const bool here = v[0] == 0 || v[1] == 0 || v[2] == 0;
        const v3 middle = v3_add(v3_add(mesh.vertex[v[0]], mesh.vertex[v[1]]), mesh.vertex[v[2]]);
        if (!here || middle.y * middle.z > 0) cut.triangle[cut.ntriangle++] = mesh.triangle[t];
    }
    const int64_t removed = mesh.ntriangle - cut.ntriangle;
    assert_int_equal(removed, 2);
    ab_mesh_free(cx, &mesh);
    ab_repair done;
    CHECK(repaired_volume(cx, &cut, &done) > 3);
    assert_int_equal(done.open_edges, 6);
    assert_int_equal(done.capped_holes, 0);
    abut_context_destroy(cx);
}

TEST(vertices_of_a_triangle_soup_are_joined) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 0.5);
    v3 vertex[36];
    ab_triangle triangle[12];
    for (int t = 0; t < 12; t++)
        for (int k = 0; k < 3; k++) {
            vertex[3 * t + k] = cube.vertex[cube.triangle[t].v[k]];
            triangle[t].v[k] = 3 * t + k;
        }
    ab_mesh_free(cx, &cube);
    ab_mesh mesh = shape_copy(cx, vertex, 36, triangle, 12);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 1e-15);
    assert_int_equal(done.welded, 28);
    abut_context_destroy(cx);
}

// Every corner of every triangle of a cube of 1 m is moved by up to `by` along each axis: nothing is equal any more.
static ab_mesh shaken_cube(abut_context *cx, double by) {
    ab_mesh cube = shape_cube(cx, 0.5);
    v3 vertex[36];
    ab_triangle triangle[12];
    ab_random r = ab_random_start(1, 2);
    for (int k = 0; k < 36; k++) {
        const v3 to = ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        vertex[k] = v3_add_scaled(cube.vertex[cube.triangle[k / 3].v[k % 3]], by, to);
        triangle[k / 3].v[k % 3] = k;
    }
    ab_mesh_free(cx, &cube);
    return shape_copy(cx, vertex, 36, triangle, 12);
}

// Every triangle was a hole of its own, and a scene took the cube for a surface without thickness.
TEST(a_soup_of_triangles_that_nearly_fit_is_closed) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shaken_cube(cx, 1e-4);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 1e-3); // ten times what was moved
    assert_int_equal(done.welded, 28);
    assert_int_equal(done.open_edges, 0);
    abut_context_destroy(cx);
}

// Farther apart than what is joined: capped, each triangle was taken back by its cap, and no volume was left.
TEST(a_soup_of_triangles_with_gaps_keeps_its_volume) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shaken_cube(cx, 3e-3);
    ab_repair done;
    CHECK_NEAR(repaired_volume(cx, &mesh, &done), 1, 3e-2);
    assert_int_equal(done.capped_holes, 0);
    assert_int_equal(done.open_edges, 36);
    abut_context_destroy(cx);
}

static int64_t zipped(abut_context *cx, ab_mesh *mesh) {
    int64_t joined;
    CHECK_OK(cx, ab_mesh_zip(cx, mesh, &joined));
    ab_mesh_free(cx, mesh);
    return joined;
}

// An open box, and two sheets closer to each other than what is joined: what is meant to be open stays so.
TEST(surfaces_that_joining_does_not_close_stay_as_they_are) {
    abut_context *cx = shape_context();
    ab_mesh open = shape_cube(cx, 0.5);
    open.ntriangle -= 2;
    assert_int_equal(zipped(cx, &open), 0);
    const v3 vertex[8] = {{0, 0, 0},    {1, 0, 0},    {1, 1, 0},    {0, 1, 0},
                          {0, 0, 1e-4}, {1, 0, 1e-4}, {1, 1, 1e-4}, {0, 1, 1e-4}};
    const ab_triangle triangle[4] = {{{0, 2, 1}}, {{0, 3, 2}}, {{4, 5, 6}}, {{4, 6, 7}}};
    ab_mesh sheets = shape_copy(cx, vertex, 8, triangle, 4);
    assert_int_equal(zipped(cx, &sheets), 0);
    abut_context_destroy(cx);
}

// A cube of 1 m in one of 2 m.
static double volume_of_nested(bool inward, int64_t *dropped) {
    abut_context *cx = shape_context();
    ab_mesh small = shape_cube(cx, 0.5), large = shape_cube(cx, 1);
    v3 vertex[16];
    ab_triangle triangle[24];
    for (int i = 0; i < 16; i++) vertex[i] = i < 8 ? small.vertex[i] : large.vertex[i - 8];
    for (int t = 0; t < 24; t++)
        for (int k = 0; k < 3; k++)
            triangle[t].v[k] = t < 12 ? small.triangle[t].v[k] : large.triangle[t - 12].v[k] + 8;
    for (int t = 0; t < 12 && inward; t++) turn(&triangle[t]);
    ab_mesh_free(cx, &small);
    ab_mesh_free(cx, &large);
    ab_mesh mesh = shape_copy(cx, vertex, 16, triangle, 24);
    CHECK_OK(cx, ab_mesh_remove_nested(cx, &mesh, dropped));
    const double volume = ab_mesh_mass(&mesh).volume;
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
    return volume;
}

TEST(a_shell_inside_another_is_a_cavity_or_nothing) {
    int64_t dropped;
    CHECK_NEAR(volume_of_nested(true, &dropped), 7, 1e-12);
    assert_int_equal(dropped, 0);
    CHECK_NEAR(volume_of_nested(false, &dropped), 8, 1e-12); // it was 9
    assert_int_equal(dropped, 1);
}

// A wall with a front and a back made of the same corners enclosed no volume, and was refused.
TEST(a_sheet_given_from_both_sides_is_a_sheet) {
    abut_context *cx = shape_context();
    v3 corner[4];
    for (int i = 0; i < 4; i++) corner[i] = v3_make(i % 2, i >= 2, 0);
    static const ab_triangle both[4] = {{{0, 1, 3}}, {{0, 3, 2}}, {{3, 1, 0}}, {{0, 2, 3}}};
    ab_mesh sheet = shape_copy(cx, corner, 4, both, 4), tidied;
    ab_repair done;
    CHECK_OK(cx, ab_mesh_tidy(cx, "wall", &sheet, &tidied, &done));
    assert_int_equal(tidied.ntriangle, 2);
    assert_int_equal(done.duplicate, 2);
    assert_int_equal(done.open_edges, 4);
    ab_mesh_free(cx, &tidied);
    ab_mesh_free(cx, &sheet);
    abut_context_destroy(cx);
}

TEST(flat_and_empty_meshes_are_refused) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5), repaired;
    ab_repair done;
    for (int i = 0; i < 8; i++) mesh.vertex[i].z = 0;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_mesh_repair(cx, "sheet", &mesh, &repaired, &done));
    assert_non_null(strstr(abut_context_message(cx), "sheet: the mesh encloses no volume"));
    for (int i = 0; i < 8; i++) mesh.vertex[i].y = 0;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_mesh_repair(cx, "line", &mesh, &repaired, &done));
    assert_non_null(strstr(abut_context_message(cx), "line: no triangle of the mesh has an area"));
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

static abut_status repair_and_free(abut_context *cx, void *arg) {
    ab_mesh repaired;
    ab_repair done;
    const abut_status status = ab_mesh_repair(cx, "part", arg, &repaired, &done);
    ab_mesh_free(cx, &repaired);
    return status;
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    mesh.ntriangle -= 2;
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, repair_and_free, &mesh);
    ab_mesh_free(cx, &mesh);
    mesh = shape_sphere(cx, 3);
    mesh.ntriangle -=
        mesh.ntriangle / 32; // a quarter of the side that was split last: a hole that is closed with rings
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, repair_and_free, &mesh);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(sound_mesh_is_left_alone), CLAIM(inverted_mesh_is_turned_outward),
       CLAIM(triangles_that_face_the_wrong_way_are_turned_like_their_neighbours), CLAIM(cavity_keeps_its_facing),
       CLAIM(degenerate_and_duplicate_triangles_are_dropped),
       CLAIM(triangles_without_area_between_corners_in_one_line_leave_no_holes),
       CLAIM(holes_are_capped_so_that_the_volume_of_a_cut_cube_is_whole),
       CLAIM(holes_that_meet_in_a_vertex_stay_open_and_are_told), CLAIM(vertices_of_a_triangle_soup_are_joined),
       CLAIM(a_sheet_given_from_both_sides_is_a_sheet), CLAIM(flat_and_empty_meshes_are_refused),
       CLAIM(a_soup_of_triangles_that_nearly_fit_is_closed), CLAIM(a_soup_of_triangles_with_gaps_keeps_its_volume),
       CLAIM(surfaces_that_joining_does_not_close_stay_as_they_are),
       CLAIM(a_shell_inside_another_is_a_cavity_or_nothing),
       CLAIM(every_failing_allocation_is_reported_and_leaks_nothing))
