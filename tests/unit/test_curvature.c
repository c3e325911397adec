// Curvature of meshes against that of the smooth surfaces whose points their vertices are.
#include "claim.h"
#include "shapes.h"

#include "base/alloc.h"
#include "geom/mesh/curvature.h"
#include "shape/shape_common.h"

#include <stdio.h>

typedef struct errors {
    double worst, mean;
} errors;

// Of an ellipsoid at a point: with s = x_i^2/a_i^4 and h = 1/sqrt(s), k_1 k_2 = h^4/(abc)^2 and
// k_1 + k_2 = h^3 (a^2 + b^2 + c^2 - r^2)/(abc)^2
static ab_curvature exact(v3 a, v3 x) {
    const double product = a.x * a.x * a.y * a.y * a.z * a.z;
    const double s = x.x * x.x / pow(a.x, 4) + x.y * x.y / pow(a.y, 4) + x.z * x.z / pow(a.z, 4), h = 1 / sqrt(s);
    return (ab_curvature){0.5 * pow(h, 3) * (v3_norm2(a) - v3_norm2(x)) / product, pow(h, 4) / product};
}

static errors compare(const ab_mesh *mesh, const ab_curvature *at, v3 axes) {
    errors e = {0};
    for (int64_t i = 0; i < 3 * mesh->ntriangle; i++) {
        const ab_curvature is = exact(axes, mesh->vertex[mesh->triangle[i / 3].v[i % 3]]);
        const double off = fmax(fabs(at[i].mean / is.mean - 1), 0.5 * fabs(at[i].gauss / is.gauss - 1));
        e.worst = fmax(e.worst, off);
        e.mean += off / (double)(3 * mesh->ntriangle);
    }
    return e;
}

static errors errors_of_ellipsoid(abut_context *cx, v3 axes, int detail) {
    ab_mesh mesh = {0};
    ab_curvature *at = NULL;
    CHECK_OK(cx, ab_tessellate_ellipsoid(cx, axes, detail, &mesh));
    CHECK_OK(cx, ab_mesh_curvature(cx, &mesh, &at));
    CHECK(at);
    const errors e = compare(&mesh, at, axes);
    printf("  ellipsoid %g %g %g, %lld triangles: %.4f in the mean, %.4f at worst\n", axes.x, axes.y, axes.z,
           (long long)mesh.ntriangle, e.mean, e.worst);
    ab_free(cx, at);
    ab_mesh_free(cx, &mesh);
    return e;
}

TEST(curvature_of_ellipsoids_is_approached) {
    abut_context *cx = shape_context();
    static const v3 AXES[3] = {{1, 1, 1}, {1, 1.5, 2}, {0.01, 0.01, 0.02}};
    for (int k = 0; k < 3; k++) {
        const errors coarse = errors_of_ellipsoid(cx, AXES[k], 3), fine = errors_of_ellipsoid(cx, AXES[k], 5);
        CHECK(fine.mean < 0.01);
        CHECK(fine.mean < 0.5 * coarse.mean);
        CHECK(fine.worst < 0.05);
    }
    abut_context_destroy(cx);
}

// An octahedron that was split has triangles of which some are twice as large as others.
static errors errors_of_octahedron(abut_context *cx, int levels) {
    ab_mesh mesh = shape_sphere(cx, levels);
    ab_curvature *at = NULL;
    CHECK_OK(cx, ab_mesh_curvature(cx, &mesh, &at));
    const errors e = compare(&mesh, at, v3_make(1, 1, 1));
    printf("  octahedron split %d times: %.4f in the mean, %.4f at worst\n", levels, e.mean, e.worst);
    ab_free(cx, at);
    ab_mesh_free(cx, &mesh);
    return e;
}

TEST(curvature_of_uneven_triangles_is_approached) {
    abut_context *cx = shape_context();
    const errors coarse = errors_of_octahedron(cx, 4), fine = errors_of_octahedron(cx, 6);
    CHECK(fine.mean < 0.01 && fine.mean < 0.5 * coarse.mean);
    CHECK(fine.worst < 0.05);
    abut_context_destroy(cx);
}

// Long triangles from end to end, no vertex between them: the curvature is that of the polygon's turns, 2 pi/n over the
// length of its sides.
TEST(side_of_a_cylinder_is_curved_and_its_ends_are_flat) {
    abut_context *cx = shape_context();
    enum { N = 48 };
    static const v3 profile[4] = {{0, 0, -1}, {0.5, 0, -1}, {0.5, 0, 1}, {0, 0, 1}};
    ab_mesh mesh = {0};
    ab_curvature *at = NULL;
    CHECK_OK(cx, ab_tessellate_revolved(cx, profile, 4, N, &mesh));
    CHECK_OK(cx, ab_mesh_curvature(cx, &mesh, &at));
    const double side = 2 * 0.5 * sin(AB_PI / N), turn = 2 * AB_PI / N;
    for (int64_t i = 0; i < 3 * mesh.ntriangle; i++) {
        const int32_t *v = mesh.triangle[i / 3].v;
        const bool end =
            fabs(mesh.vertex[v[0]].z - mesh.vertex[v[1]].z) + fabs(mesh.vertex[v[1]].z - mesh.vertex[v[2]].z) < 1e-9;
        CHECK_NEAR(at[i].mean, end ? 0 : 0.5 * turn / side, 1e-12);
        CHECK_NEAR(at[i].gauss, 0,
                   end ? 1e-12 : 0.07); // 1/R^2 times half of the square by which normals turn over two faces
    }
    ab_free(cx, at);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(what_is_flat_has_none) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 1);
    ab_curvature *at = NULL;
    CHECK_OK(cx, ab_mesh_curvature(cx, &cube, &at));
    CHECK(!at);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

TEST(inside_out_the_mean_changes_its_sign_and_the_gauss_curvature_does_not) {
    abut_context *cx = shape_context();
    ab_mesh torus = shape_torus(cx, 1, 0.3, 240, 96);
    ab_curvature *outer = NULL, *inner = NULL;
    CHECK_OK(cx, ab_mesh_curvature(cx, &torus, &outer));
    ab_mesh_turn(&torus);
    CHECK_OK(cx, ab_mesh_curvature(cx, &torus, &inner));
    double low = 0, high = 0;
    for (int64_t t = 0; t < torus.ntriangle; t++) {
        double sums[4] = {0};
        for (int k = 0; k < 3; k++) { // turning a triangle exchanges two of its corners
            sums[0] += outer[3 * t + k].mean;
            sums[1] += inner[3 * t + k].mean;
            sums[2] += outer[3 * t + k].gauss;
            sums[3] += inner[3 * t + k].gauss;
        }
        CHECK_NEAR(sums[1], -sums[0], 1e-9);
        CHECK_NEAR(sums[3], sums[2], 1e-9);
        low = fmin(low, sums[2] / 3);
        high = fmax(high, sums[2] / 3);
    }
    CHECK_NEAR(high, 1 / (0.3 * 1.3), 0.05 / (0.3 * 1.3)); // outermost and innermost circle; 96 facets across
    CHECK_NEAR(low, -1 / (0.3 * 0.7), 0.05 / (0.3 * 0.7));
    ab_free(cx, outer);
    ab_free(cx, inner);
    ab_mesh_free(cx, &torus);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(curvature_of_ellipsoids_is_approached), CLAIM(curvature_of_uneven_triangles_is_approached),
       CLAIM(side_of_a_cylinder_is_curved_and_its_ends_are_flat), CLAIM(what_is_flat_has_none),
       CLAIM(inside_out_the_mean_changes_its_sign_and_the_gauss_curvature_does_not))
