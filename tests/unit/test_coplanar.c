// Flat parts of meshes, cut anew: the surface stays what it was, and nothing of how it was cut is left.
#include "claim.h"
#include "shapes.h"

#include "geom/mesh/coplanar.h"
#include "geom/generate/generate.h"
#include "geom/mesh/mesh_mass.h"

#define TOLERANCE 1e-9

// Every triangle into four.
static void quarter(ab_ctx *cx, ab_mesh *mesh) {
    ab_mesh fine = {0};
    CHECK_OK(cx, AB_ALLOC(cx, &fine.vertex, 6 * mesh->ntriangle));
    CHECK_OK(cx, AB_ALLOC(cx, &fine.triangle, 4 * mesh->ntriangle));
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        v3 *v = fine.vertex + 6 * t;
        for (int k = 0; k < 3; k++) v[k] = mesh->vertex[mesh->triangle[t].v[k]];
        for (int k = 0; k < 3; k++) v[3 + k] = v3_scale(0.5, v3_add(v[k], v[(k + 1) % 3]));
        const int32_t first = (int32_t)(6 * t);
        static const int32_t FOUR[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) fine.triangle[4 * t + i].v[k] = first + FOUR[i][k];
    }
    fine.nvertex = 6 * mesh->ntriangle;
    fine.ntriangle = 4 * mesh->ntriangle;
    CHECK_OK(cx, ab_mesh_weld(cx, &fine, NULL));
    ab_mesh_free(cx, mesh);
    *mesh = fine;
}

// The mesh flattened, which must enclose the same; frees it.
static ab_mesh flattened(ab_ctx *cx, ab_mesh *mesh) {
    ab_mesh flat = {0};
    CHECK_OK(cx, ab_mesh_remesh_coplanar(cx, mesh, TOLERANCE, &flat));
    ab_mesh_report report = {0};
    CHECK_OK(cx, ab_mesh_inspect(cx, &flat, &report));
    CHECK(report.closed && !report.inverted);
    const ab_mass before = ab_mesh_mass(mesh), after = ab_mesh_mass(&flat);
    CHECK_NEAR(after.volume, before.volume,
               1e-9 * before.volume); // vertices may leave planes by the tolerance
    CHECK_NEAR(after.area, before.area, 1e-9 * before.area);
    ab_mesh_free(cx, mesh);
    return flat;
}

static v3 turned(v3 p) { return quat_rotate(quat_from_turn(v3_make(0.4, 1.1, -0.3)), p); }

TEST(a_cube_cut_into_thousands_of_triangles_is_a_cube_of_twelve) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    for (int64_t i = 0; i < mesh.nvertex; i++) mesh.vertex[i] = turned(mesh.vertex[i]);
    for (int k = 0; k < 4; k++) quarter(cx, &mesh);
    CHECK(mesh.ntriangle == 12 * 256);
    ab_mesh flat = flattened(cx, &mesh);
    CHECK(flat.nvertex == 8 && flat.ntriangle == 12);
    ab_mesh_free(cx, &flat);
    abut_context_destroy(cx);
}

// Whatever the cut, the same triangles in the same places.
static void check_same(ab_ctx *cx, ab_mesh *mesh) {
    ab_mesh copy = {0};
    CHECK_OK(cx, ab_mesh_copy(cx, mesh, &copy));
    quarter(cx, &copy);
    quarter(cx, &copy);
    ab_mesh one = flattened(cx, mesh), two = flattened(cx, &copy);
    CHECK(one.nvertex == two.nvertex && one.ntriangle == two.ntriangle);
    int64_t found = 0;
    for (int64_t i = 0; i < one.ntriangle; i++)
        for (int64_t j = 0; j < one.ntriangle; j++)
            for (int k = 0; k < 3; k++) {
                const int32_t *a = one.triangle[i].v, *b = two.triangle[j].v;
                double apart = 0;
                for (int c = 0; c < 3; c++) apart += v3_norm(v3_sub(one.vertex[a[c]], two.vertex[b[(c + k) % 3]]));
                found += apart == 0;
            }
    CHECK(found == one.ntriangle);
    ab_mesh_free(cx, &one);
    ab_mesh_free(cx, &two);
}

TEST(faces_with_many_corners_or_a_hole_come_out_the_same_however_they_were_cut) {
    abut_context *cx = shape_context();
    ab_mesh mesh;
    CHECK_OK(cx, ab_generate_plate(cx, &(ab_plate_def){{0.3, 0.2, 0.05}, 0.04, 32}, &mesh));
    check_same(cx, &mesh);
    CHECK_OK(cx, ab_generate_gear(cx, &(ab_gear_def){12, 0.002, 0.349, 0.01, 4}, &mesh));
    check_same(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(a_round_mesh_keeps_its_triangles) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 4);
    const int64_t triangles = mesh.ntriangle, vertices = mesh.nvertex;
    ab_mesh flat = flattened(cx, &mesh);
    CHECK(flat.ntriangle == triangles && flat.nvertex == vertices);
    ab_mesh_free(cx, &flat);
    abut_context_destroy(cx);
}

// A sheet of n x n squares without the `missing` ones along a diagonal, each second one.
static ab_mesh sheet(ab_ctx *cx, int n, int missing) {
    ab_mesh m = {0};
    CHECK_OK(cx, AB_ALLOC(cx, &m.vertex, (n + 1) * (n + 1)));
    CHECK_OK(cx, AB_ALLOC(cx, &m.triangle, 2 * n * n));
    for (int k = 0; k < (n + 1) * (n + 1); k++) m.vertex[m.nvertex++] = v3_make(k % (n + 1), (double)(k / (n + 1)), 0);
    for (int32_t k = 0; k < n * n; k++) {
        const int32_t i = k % n, j = k / n, a = j * (n + 1) + i, d = a + n + 1;
        if (i == j && i % 2 == 1 && i / 2 < missing) continue;
        m.triangle[m.ntriangle++] = (ab_triangle){{a, a + 1, d + 1}};
        m.triangle[m.ntriangle++] = (ab_triangle){{a, d + 1, d}};
    }
    return m;
}

TEST(a_flat_with_two_holes_keeps_its_triangles) {
    abut_context *cx = shape_context();
    static const int64_t TRIANGLES[] = {2, 8, 2 * 34};
    for (int holes = 0; holes < 3; holes++) {
        ab_mesh mesh = sheet(cx, 6, holes), flat = {0};
        CHECK_OK(cx, ab_mesh_remesh_coplanar(cx, &mesh, TOLERANCE, &flat));
        CHECK(flat.ntriangle == TRIANGLES[holes]);
        CHECK_NEAR(ab_mesh_mass(&flat).area, 36 - holes, 1e-12);
        ab_mesh_free(cx, &mesh);
        ab_mesh_free(cx, &flat);
    }
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_cube_cut_into_thousands_of_triangles_is_a_cube_of_twelve),
       CLAIM(faces_with_many_corners_or_a_hole_come_out_the_same_however_they_were_cut),
       CLAIM(a_round_mesh_keeps_its_triangles), CLAIM(a_flat_with_two_holes_keeps_its_triangles))
