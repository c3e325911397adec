// What the mesh report counts, on shapes broken in one way each; and the public interface to meshes.
#include "claim.h"
#include "faults.h"
#include "scratch.h"
#include "shapes.h"

#include "geom/mesh/mesh_mass.h"

static ab_mesh_report inspect(ab_ctx *cx, const ab_mesh *mesh) {
    ab_mesh_report report;
    CHECK_OK(cx, ab_mesh_inspect(cx, mesh, &report));
    return report;
}

static void turn_over(ab_triangle *t) {
    const int32_t swap = t->v[0];
    t->v[0] = t->v[1];
    t->v[1] = swap;
}

TEST(good_closed_meshes_have_nothing_to_report) {
    abut_context *cx = shape_context();
    ab_mesh mesh[3] = {shape_cube(cx, 1), shape_sphere(cx, 3), shape_torus(cx, 2, 0.5, 20, 12)};
    for (int i = 0; i < 3; i++) {
        const ab_mesh_report r = inspect(cx, &mesh[i]);
        CHECK(r.closed && !r.inverted && r.intersections_complete);
        assert_int_equal(r.vertices, mesh[i].nvertex);
        assert_int_equal(r.triangles, mesh[i].ntriangle);
        assert_int_equal(r.components, 1);
        assert_int_equal(r.welded + r.unused_vertices + r.boundary_edges + r.holes + r.nonmanifold_edges +
                             r.flipped_edges + r.duplicate_triangles + r.degenerate_triangles + r.self_intersections,
                         0);
        ab_mesh_free(cx, &mesh[i]);
    }
    abut_context_destroy(cx);
}

TEST(triangles_without_shared_vertices_are_welded_bit_for_bit) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 1);
    v3 corner[36];
    ab_triangle triangle[12];
    for (int t = 0; t < 12; t++)
        for (int k = 0; k < 3; k++) {
            corner[3 * t + k] = v3_add(cube.vertex[cube.triangle[t].v[k]], v3_make(1, 1, 1)); // corners at 0 and 2
            if (t % 2 && corner[3 * t + k].x == 0) corner[3 * t + k].x = -0.0;
            triangle[t].v[k] = 3 * t + k;
        }
    ab_mesh soup = shape_copy(cx, corner, 36, triangle, 12);
    const ab_mesh_report r = inspect(cx, &soup);
    assert_int_equal(r.vertices, 8);
    assert_int_equal(r.welded, 28);
    CHECK(r.closed);
    CHECK(r.low.x == 0 && r.high.x == 2 && r.low.z == 0 && r.high.y == 2);
    soup.vertex[5].y = nextafter(soup.vertex[5].y, 9); // one bit apart nearly fits, but is not equal
    assert_int_equal(inspect(cx, &soup).vertices, 8);
    CHECK_OK(cx, ab_mesh_weld(cx, &soup, NULL));
    assert_int_equal(soup.nvertex, 9);
    CHECK(soup.vertex[0].x == corner[0].x && soup.triangle[0].v[0] == 0 && soup.triangle[0].v[2] == 2);
    ab_mesh_free(cx, &soup);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

TEST(missing_triangles_leave_boundary_edges_and_holes) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 2);
    mesh.ntriangle--;
    ab_mesh_report r = inspect(cx, &mesh);
    assert_int_equal(r.boundary_edges, 3);
    assert_int_equal(r.holes, 1);
    CHECK(!r.closed && !r.inverted);
    mesh.triangle[0] = mesh.triangle[mesh.ntriangle - 1]; // a second hole far away; its filler leaves a third
    mesh.ntriangle--;
    r = inspect(cx, &mesh);
    assert_int_equal(r.boundary_edges, 6);
    assert_int_equal(r.holes, 2);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(holes_that_touch_at_a_vertex_count_as_two) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 1);
    // Two triangles at the pole that share no edge.
    int64_t first = -1, second = -1;
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        if (mesh.triangle[t].v[0] != 4 && mesh.triangle[t].v[1] != 4 && mesh.triangle[t].v[2] != 4) continue;
        v3 middle = v3_zero();
        for (int k = 0; k < 3; k++) middle = v3_add(middle, mesh.vertex[mesh.triangle[t].v[k]]);
        if (middle.x > 0 && middle.y > 0) first = t;
        if (middle.x < 0 && middle.y < 0) second = t;
    }
    CHECK(first >= 0 && second > first);
    mesh.triangle[second] = mesh.triangle[--mesh.ntriangle];
    mesh.triangle[first] = mesh.triangle[--mesh.ntriangle];
    const ab_mesh_report r = inspect(cx, &mesh);
    assert_int_equal(r.boundary_edges, 6);
    assert_int_equal(r.holes, 2);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(a_turned_triangle_flips_three_edges_and_a_turned_mesh_is_inverted) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 1);
    turn_over(&mesh.triangle[4]);
    ab_mesh_report r = inspect(cx, &mesh);
    assert_int_equal(r.flipped_edges, 3);
    CHECK(!r.closed);
    for (int t = 0; t < 12; t++)
        if (t != 4) turn_over(&mesh.triangle[t]);
    r = inspect(cx, &mesh);
    assert_int_equal(r.flipped_edges, 0);
    CHECK(r.closed && r.inverted);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(duplicates_in_any_order_degenerates_and_fins_are_counted) {
    abut_context *cx = shape_context();
    static const v3 vertex[8] = {{0, 0, 0}, {1, 0, 0},     {0, 1, 0}, {0, 0, 1},
                                 {2, 0, 0}, {1, 1e-10, 0}, {9, 9, 9}, {0, 0, -1}};
    static const ab_triangle triangle[8] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}},
                                            {{1, 2, 3}}, {{3, 2, 1}}, // the fourth again, turned
                                            {{0, 1, 4}}, {{0, 5, 4}}, // collinear, and as good as
                                            {{7, 7, 2}}};             // a repeated vertex
    ab_mesh mesh = shape_copy(cx, vertex, 8, triangle, 8);
    const ab_mesh_report r = inspect(cx, &mesh);
    assert_int_equal(r.duplicate_triangles, 1);
    assert_int_equal(r.degenerate_triangles, 3);
    assert_int_equal(r.unused_vertices, 1);
    assert_int_equal(r.nonmanifold_edges, 4); // three of the duplicate, and 0-1 with its fin
    assert_int_equal(r.components, 1);
    CHECK(r.high.x == 2); // the unused vertex does not count
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(separate_parts_are_counted) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 1);
    ab_mesh other = shape_tetra(cx);
    shape_move(&other, v3_make(5, 0, 0));
    shape_append(cx, &mesh, &other);
    const ab_mesh_report r = inspect(cx, &mesh);
    assert_int_equal(r.components, 2);
    CHECK(r.closed);
    ab_mesh_free(cx, &other);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(a_mesh_without_triangles_can_be_inspected) {
    abut_context *cx = shape_context();
    const ab_mesh_report r = inspect(cx, &(ab_mesh){0});
    CHECK(r.vertices == 0 && r.components == 0 && r.self_intersections == 0);
    abut_context_destroy(cx);
}

static abut_status inspect_scenario(abut_context *cx, void *arg) {
    ab_mesh_report report;
    return ab_mesh_inspect(cx, arg, &report);
}

TEST(inspection_frees_everything_when_memory_runs_out) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 1);
    const faults_result result = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, inspect_scenario, &mesh);
    assert_int_equal(result.survived, 0);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

static const char TETRA[] =
    "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 0 0 1000\nv 0 0 0\nf 1 3 2\nf 5 2 4\nf 1 4 3\nf 2 3 4\n";

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

TEST(public_interface_loads_scales_reports_and_weighs) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    write_file(scratch_path(&s, "tetra.obj", path), TETRA);
    abut_mesh *mesh;
    CHECK_OK(cx, abut_mesh_load(cx, path, 0.001, &mesh));
    abut_mesh_report report;
    CHECK_OK(cx, abut_mesh_inspect(mesh, &report));
    assert_int_equal(report.welded, 1);
    CHECK(report.closed && report.vertices == 4 && report.high.x == 1);
    const abut_mass_properties mass = abut_mesh_mass(mesh);
    CHECK_NEAR(mass.volume, 1.0 / 6, 1e-16);
    CHECK_NEAR(mass.area, 1.5 + sqrt(0.75), 4e-16);
    CHECK_NEAR(mass.centroid.y, 0.25, 1e-16);
    // The corner tetrahedron: moments 1/96, 1/96, 1/60 about the centroid, 1/30 about the origin's axes.
    CHECK_NEAR(mass.principal_moments[0], 1.0 / 96, 1e-16);
    CHECK_NEAR(mass.principal_moments[1], 1.0 / 96, 1e-16);
    CHECK_NEAR(mass.principal_moments[2], 1.0 / 60, 1e-16);
    CHECK_NEAR(mass.inertia_origin[0][0], 1.0 / 30, 1e-16);
    CHECK_NEAR(mass.inertia_origin[0][1], -1.0 / 120, 1e-16);
    CHECK_NEAR(mass.inertia_centroid[1][2], mass.inertia_centroid[2][1], 0);
    CHECK_NEAR(mass.equivalent_radius, cbrt(0.125 / 3.14159265358979323846), 2e-16);
    const v3 axis = quat_rotate(mass.principal_axes, v3_make(0, 0, 1)); // of the largest moment: the space diagonal
    CHECK_NEAR(fabs(axis.x + axis.y + axis.z), sqrt(3), 1e-14);
    abut_mesh_destroy(mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(public_interface_refuses_what_it_cannot_use) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], missing[SCRATCH_MAX];
    write_file(scratch_path(&s, "tetra.obj", path), TETRA);
    abut_mesh *mesh;
    static const double bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_load(cx, path, bad[i], &mesh));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_mesh_load(cx, path, 1e50, &mesh));
    assert_non_null(strstr(abut_context_message(cx), "the scale makes a coordinate larger than 1e50 m"));
    CHECK(abut_mesh_load(cx, scratch_path(&s, "missing.obj", missing), 1, &mesh) != ABUT_OK);
    CHECK(abut_mesh_load(cx, s.folder, 1, &mesh) != ABUT_OK);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_load(cx, NULL, 1, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_load(cx, path, 1, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_load(NULL, path, 1, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_mesh_inspect(NULL, NULL));
    CHECK(abut_mesh_mass(NULL).volume == 0);
    abut_mesh_destroy(NULL);
    scratch_end(&s);
    abut_context_destroy(cx);
}

static abut_status load_scenario(abut_context *cx, void *arg) {
    abut_mesh *mesh;
    const abut_status status = abut_mesh_load(cx, arg, 1, &mesh);
    abut_mesh_destroy(mesh);
    return status;
}

TEST(loading_frees_everything_when_memory_or_the_file_fails) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    write_file(scratch_path(&s, "tetra.obj", path), TETRA);
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, load_scenario, path);
    CHECK(memory.fired > 4 && memory.survived == 0);
    const faults_result files = faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, load_scenario, path);
    CHECK(files.fired >= 2);
    scratch_end(&s);
}

CLAIMS(CLAIM(good_closed_meshes_have_nothing_to_report),
       CLAIM(triangles_without_shared_vertices_are_welded_bit_for_bit),
       CLAIM(missing_triangles_leave_boundary_edges_and_holes), CLAIM(holes_that_touch_at_a_vertex_count_as_two),
       CLAIM(a_turned_triangle_flips_three_edges_and_a_turned_mesh_is_inverted),
       CLAIM(duplicates_in_any_order_degenerates_and_fins_are_counted), CLAIM(separate_parts_are_counted),
       CLAIM(a_mesh_without_triangles_can_be_inspected), CLAIM(inspection_frees_everything_when_memory_runs_out),
       CLAIM(public_interface_loads_scales_reports_and_weighs), CLAIM(public_interface_refuses_what_it_cannot_use),
       CLAIM(loading_frees_everything_when_memory_or_the_file_fails))
