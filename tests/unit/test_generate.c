// Meshes made by formula.
#include "claim.h"
#include "shapes.h"

#include "geom/generate.h"
#include "geom/mass.h"

static ab_mass checked(ab_ctx *cx, ab_mesh *mesh) {
    ab_mesh_report report = {0};
    CHECK_OK(cx, ab_mesh_inspect(cx, mesh, &report));
    CHECK(report.closed && !report.inverted);
    CHECK(report.self_intersections == 0 && report.degenerate_triangles == 0 && report.components == 1);
    const ab_mass mass = ab_mesh_mass(mesh);
    ab_mesh_free(cx, mesh);
    return mass;
}

TEST(superformula_with_equal_powers_of_two_is_a_ball) {
    abut_context *cx = shape_context();
    ab_mesh mesh;
    CHECK_OK(cx, ab_generate_superformula(cx, &(ab_superformula_def){4, 2, 2, 2, 1, 80}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, 4.18879, 0.005); // inscribed: error O(rings^-2)
    CHECK_OK(cx, ab_generate_superformula(cx, &(ab_superformula_def){5, 0.9, 1.3, 1.3, 1, 80}, &mesh));
    CHECK(checked(cx, &mesh).volume > 0.5);
    abut_context_destroy(cx);
}

TEST(knot_has_the_volume_of_its_tube) {
    abut_context *cx = shape_context();
    ab_mesh mesh;
    CHECK_OK(cx, ab_generate_knot(cx, &(ab_knot_def){2, 3, 1, 0.4, 0.15, 400, 24}, &mesh));
    const double volume = checked(cx, &mesh).volume;
    double length = 0; // of the knot, by a fine polygon
    v3 last = {1.4, 0, 0};
    for (int i = 1; i <= 20000; i++) {
        const double t = 6.283185307179586 * i / 20000, out = 1 + 0.4 * cos(3 * t);
        const v3 at = {out * cos(2 * t), out * sin(2 * t), 0.4 * sin(3 * t)};
        length += v3_norm(v3_sub(at, last));
        last = at;
    }
    CHECK_NEAR(volume, 3.14159265 * 0.15 * 0.15 * length, 0.02 * volume); // the section is a polygon of 24 corners
    abut_context_destroy(cx);
}

TEST(gear_and_bolt_are_closed_and_have_their_size) {
    abut_context *cx = shape_context();
    ab_mesh mesh;
    CHECK_OK(cx, ab_generate_gear(cx, &(ab_gear_def){20, 0.002, 0.349, 0.01, 8}, &mesh));
    const double disc = 3.14159265 * 0.02 * 0.02 * 0.01; // of the pitch circle: teeth fill half above, gaps half below
    CHECK_NEAR(checked(cx, &mesh).volume, disc, 0.05 * disc);
    CHECK_OK(cx, ab_generate_bolt(cx, &(ab_bolt_def){0.016, 0.002, 0.04, 0.01, 96}, &mesh));
    const ab_mass bolt = checked(cx, &mesh);
    const double head = 2 * sqrt(3.0) * 0.0128 * 0.0128 * 0.01, core = 3.14159265 * 0.0069 * 0.0069 * 0.04;
    CHECK(bolt.volume > head + core && bolt.volume < head + core * 1.35);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_gear(cx, &(ab_gear_def){3, 1, 0.3, 1, 8}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_superformula(cx, &(ab_superformula_def){4, 2, 2, 2, 1, 1}, &mesh));
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(superformula_with_equal_powers_of_two_is_a_ball), CLAIM(knot_has_the_volume_of_its_tube),
       CLAIM(gear_and_bolt_are_closed_and_have_their_size))
