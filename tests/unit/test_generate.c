// Meshes made by formula.
#include "claim.h"
#include "shapes.h"

#include "geom/bvh/bvh.h"
#include "geom/generate/generate.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/polygon.h"

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
    CHECK_NEAR(volume, 3.14159265 * 0.15 * 0.15 * length,
               0.02 * volume); // the section is a polygon of 24 corners
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

TEST(a_nut_fits_its_bolt_at_every_turn_of_the_thread) {
    abut_context *cx = shape_context();
    ab_mesh bolt, nut;
    CHECK_OK(cx, ab_generate_bolt(cx, &(ab_bolt_def){0.016, 0.002, 0.03, 0.01, 48}, &bolt));
    CHECK_OK(cx, ab_generate_nut(cx, &(ab_nut_def){0.016, 0.002, 0.008, 0.024, 2e-4, 48}, &nut));
    ab_mesh_report report = {0};
    CHECK_OK(cx, ab_mesh_inspect(cx, &nut, &report));
    CHECK(report.closed && !report.inverted && report.self_intersections == 0 && report.components == 1);
    ab_bvh bvh;
    CHECK_OK(cx, ab_bvh_build(cx, &bolt, &bvh));
    for (int k = 0; k < 3; k++) {
        const double turn = 0.7 * k, lift = 0.004 + 0.002 * turn / 6.283185307179586;
        double nearest = INFINITY;
        for (int64_t i = 0; i < nut.nvertex; i++) {
            const v3 p = nut.vertex[i];
            const v3 at = {p.x * cos(turn) - p.y * sin(turn), p.x * sin(turn) + p.y * cos(turn), p.z + lift};
            nearest = fmin(nearest, ab_bvh_closest(&bvh, at, INFINITY).distance);
        }
        // Across a flank the clearance is smaller by the cosine of 30 degrees; both threads are polygons around.
        CHECK(nearest > 1e-4 && nearest < 2e-4);
    }
    ab_bvh_free(cx, &bvh);
    ab_mesh_free(cx, &bolt);
    ab_mesh_free(cx, &nut);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_nut(cx, &(ab_nut_def){0.016, 0.002, 0.008, 0.015, 0, 48}, &nut));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_nut(cx, &(ab_nut_def){0.016, 0.02, 0.008, 0.03, 0, 48}, &nut));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_bolt(cx, &(ab_bolt_def){1, 1e-9, 1e9, 1, 48}, &bolt));
    abut_context_destroy(cx);
}

static double area2_of(const v3 *p, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += p[i].x * p[(i + 1) % n].y - p[i].y * p[(i + 1) % n].x;
    return fabs(sum);
}

// A star whose arms have random lengths: simple, and anything but convex.
static void star(v3 *p, int64_t n, double scale, uint64_t seed) {
    for (int64_t i = 0; i < n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const double r = scale * (0.3 + 0.7 * (double)(seed >> 40) / 16777216.0),
                     a = 6.283185307179586 * (double)i / (double)n;
        p[i] = v3_make(r * cos(a), r * sin(a), 0);
    }
}

TEST(extruded_outlines_have_their_area_times_length_whatever_their_form) {
    abut_context *cx = shape_context();
    for (int k = 0; k < 40; k++) {
        v3 outer[101], hole[57];
        const int64_t n = 5 + 2 * k, m = k % 4 == 0 ? 0 : 3 + k;
        star(outer, n, 1, (uint64_t)k + 1);
        star(hole, m, 0.2, (uint64_t)k + 100);
        ab_mesh mesh;
        CHECK_OK(cx, ab_generate_extrusion(cx, &(ab_extrusion_def){outer, n, hole, m, 0.5}, &mesh));
        assert_int_equal(2 * (n + m) + 2 * (n + m + (m > 0 ? 2 : 0) - 2), mesh.ntriangle);
        const double expected = 0.25 * (area2_of(outer, n) - area2_of(hole, m));
        CHECK_NEAR(checked(cx, &mesh).volume, expected, 1e-14); // sums of 200 terms of size 0.1
    }
    abut_context_destroy(cx);
}

TEST(outlines_may_run_either_way_and_have_straight_corners) {
    abut_context *cx = shape_context();
    const v3 square[8] = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}, {2, 0, 0}, {1, 0, 0}};
    const v3 hole[4] = {{0.5, 0.5, 0}, {1.5, 0.5, 0}, {1.5, 1.5, 0}, {0.5, 1.5, 0}};
    ab_mesh mesh;
    CHECK_OK(cx, ab_generate_extrusion(cx, &(ab_extrusion_def){square, 8, hole, 4, 2}, &mesh));
    const ab_mass mass = checked(cx, &mesh);
    CHECK_NEAR(mass.volume, 6, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(mass.centroid, v3_make(1, 1, 0))), 0, 1e-15);
    abut_context_destroy(cx);
}

TEST(outlines_that_cross_themselves_or_their_hole_are_refused) {
    abut_context *cx = shape_context();
    const v3 bow[4] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}},
             spike[4] = {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {0, 1, 0}};
    const v3 square[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
             across[3] = {{0.5, 0.5, 0}, {2, 0.5, 0}, {0.5, 0.7, 0}};
    const v3 away[3] = {{5, 5, 0}, {6, 5, 0}, {5, 6, 0}}, broken[3] = {{0, 0, 0}, {NAN, 0, 0}, {0, 1, 0}};
    const v3 left[3] = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    ab_mesh mesh;
    const ab_extrusion_def bad[] = {{bow, 4, NULL, 0, 1},      {spike, 4, NULL, 0, 1},  {square, 2, NULL, 0, 1},
                                    {square, 4, across, 3, 1}, {square, 4, away, 3, 1}, {square, 4, bow, 4, 1},
                                    {broken, 3, NULL, 0, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_extrusion(cx, &bad[i], &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_revolution(cx, &(ab_revolution_def){left, 3, 16, 0}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_revolution(cx, &(ab_revolution_def){square, 4, 2, 0}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_revolution(cx, &(ab_revolution_def){square, 4, 16, 7}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_peg(cx, &(ab_peg_def){1, 2, 1, 16}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_plate(cx, &(ab_plate_def){{1, 1, 1}, 0.6, 16}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_plate(cx, &(ab_plate_def){{1, 1, 1}, 0.2, 2}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_plate(cx, &(ab_plate_def){{1, 1, 1}, 0.2, AB_POLYGON_MAX + 1}, &mesh));
    CHECK_STATUS(ABUT_ERR_ARGUMENT,
                 ab_generate_knot(cx, &(ab_knot_def){2, 3, 3, 1, 0.5, 65536, 4096}, &mesh)); // too many points
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_generate_superformula(cx, &(ab_superformula_def){4, 2, 2, 2, 1, 4096}, &mesh));
    abut_context_destroy(cx);
}

TEST(revolved_profiles_make_rings_discs_and_pegs) {
    abut_context *cx = shape_context();
    ab_mesh mesh;
    const double polygon = 0.5 * 48 * sin(6.283185307179586 / 48); // area of 48 corners on the unit circle
    const v3 ring[4] = {{2, 0, 0}, {2, 1, 0}, {3, 1, 0}, {3, 0, 0}};
    CHECK_OK(cx, ab_generate_revolution(cx, &(ab_revolution_def){ring, 4, 48, 0}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, 5 * polygon, 1e-13);
    // A quarter of it, which has two ends.
    CHECK_OK(cx, ab_generate_revolution(cx, &(ab_revolution_def){ring, 4, 12, 1.5707963267948966}, &mesh));
    const ab_mass quarter = checked(cx, &mesh);
    CHECK_NEAR(quarter.volume, 5 * polygon / 4, 1e-14);
    CHECK_NEAR(quarter.centroid.y, 0, 1e-15);
    CHECK(quarter.centroid.x > 2);
    const v3 cone[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK_OK(cx, ab_generate_revolution(cx, &(ab_revolution_def){cone, 3, 48, 0}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, polygon / 3, 1e-15);
    CHECK_OK(cx, ab_generate_peg(cx, &(ab_peg_def){1, 3, 0, 48}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, 3 * polygon, 1e-14);
    CHECK_OK(cx, ab_generate_peg(cx, &(ab_peg_def){1, 3, 0.5, 48}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, polygon * (2 + 2 * 0.5 * (1 + 0.5 + 0.25) / 3),
               1e-14); // and two frustums
    CHECK_OK(cx, ab_generate_plate(cx, &(ab_plate_def){{2, 3, 0.5}, 0.5, 64}, &mesh));
    CHECK_NEAR(checked(cx, &mesh).volume, 0.5 * (6 - 64 * 0.25 * tan(3.14159265358979324 / 64)), 1e-14);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(superformula_with_equal_powers_of_two_is_a_ball), CLAIM(knot_has_the_volume_of_its_tube),
       CLAIM(gear_and_bolt_are_closed_and_have_their_size), CLAIM(a_nut_fits_its_bolt_at_every_turn_of_the_thread),
       CLAIM(extruded_outlines_have_their_area_times_length_whatever_their_form),
       CLAIM(outlines_may_run_either_way_and_have_straight_corners),
       CLAIM(outlines_that_cross_themselves_or_their_hole_are_refused),
       CLAIM(revolved_profiles_make_rings_discs_and_pegs))
