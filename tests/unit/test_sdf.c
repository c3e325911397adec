// labels: threads slow
// Fields of shapes with closed forms, against brute force, against the dense reference, and exact symmetries.
#include "claim.h"
#include "faults.h"
#include "geom/sdf/sdf.h"
#include "geom/sdf/sdf_dense.h"
#include "geom/sdf/sdf_error.h"
#include "math/random.h"
#include "base/io.h"
#include "scratch.h"
#include "shapes.h"

#include <string.h>

static abut_context *context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

static abut_sdf_options cells(int64_t n) {
    abut_sdf_options options = abut_sdf_default();
    options.cells = n;
    return options;
}

// Builds the field of a mesh, which it frees.
static void build(abut_context *cx, ab_mesh mesh, int64_t n, ab_sdf *sdf) {
    const abut_sdf_options options = cells(n);
    CHECK_OK(cx, ab_sdf_build(cx, "part", &mesh, &options, sdf));
    ab_mesh_free(cx, &mesh);
}

static v3 place_of(const ab_sdf *sdf, int64_t sample) {
    return ab_sdf_place(&sdf->grid, sdf->brick[sample / AB_SDF_BLOCK], ab_sample_at((int)(sample % AB_SDF_BLOCK)));
}

static double cube_distance(v3 p, double half) {
    const v3 q = v3_make(fabs(p.x) - half, fabs(p.y) - half, fabs(p.z) - half);
    const v3 outside = v3_make(ab_greater(q.x, 0), ab_greater(q.y, 0), ab_greater(q.z, 0));
    return v3_norm(outside) + ab_lesser(ab_greater(ab_greater(q.x, q.y), q.z), 0);
}

TEST(samples_of_a_cube_are_its_closed_form) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_cube(cx, 0.5), 40, &sdf);
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++)
        CHECK_NEAR((double)sdf.sample[i], cube_distance(place_of(&sdf, i), 0.5), 1e-7); // floats of up to 0.6
    for (int64_t i = 0; i < ab_sdf_corners(&sdf.grid); i++) {
        const v3 at = ab_sdf_place(&sdf.grid, ab_sdf_corner_at(&sdf.grid, i), (ab_cell3){0, 0, 0});
        CHECK_NEAR((double)sdf.corner[i], cube_distance(at, 0.5), 1e-7);
    }
    assert_int_equal(sdf.report.violations, 0);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(samples_of_a_sphere_are_within_its_facets_of_the_closed_form) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_sphere(cx, 5), 64, &sdf);
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++)
        // Edges of a 32nd of a quarter turn or less: their middles lie 1 - cos(pi/4/32) = 3.0e-4 deep, facets twice
        // that.
        CHECK_NEAR((double)sdf.sample[i], v3_norm(place_of(&sdf, i)) - 1, 1e-3);
    assert_int_equal(sdf.report.violations, 0);
    assert_int_equal(sdf.report.leaking_samples, 0);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(samples_of_a_torus_are_bitwise_the_nearest_of_all_triangles_with_the_sign_of_the_winding_number) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_torus(cx, 1, 0.3, 24, 12), 32, &sdf);
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i += 5) {
        const v3 p = place_of(&sdf, i);
        const float distance = (float)ab_bvh_closest(&sdf.bvh, p, INFINITY).distance;
        const bool inside = ab_winding_exact(&sdf.mesh, p) > 0.5;
        const bool on = (double)distance < 1e-10 * sdf.grid.h; // coordinates are not as exact: either sign is right
        assert_true(sdf.sample[i] == (inside ? -distance : distance) || (on && fabsf(sdf.sample[i]) == distance));
    }
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(field_has_the_same_values_as_the_dense_reference) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_torus(cx, 1, 0.3, 24, 12), 40, &sdf);
    const ab_cell3 n = sdf.grid.bricks;
    const ab_cell3 nodes = {AB_BRICK * n.x + 1, AB_BRICK * n.y + 1, AB_BRICK * n.z + 1};
    ab_dense dense;
    CHECK_OK(cx, ab_dense_build(cx, &sdf.bvh, &sdf.winding, sdf.grid.origin, sdf.grid.h, nodes, &dense));
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++) {
        const ab_cell3 b = sdf.brick[i / AB_SDF_BLOCK], s = ab_sample_at((int)(i % AB_SDF_BLOCK));
        const int64_t x = AB_BRICK * b.x + s.x, y = AB_BRICK * b.y + s.y, z = AB_BRICK * b.z + s.z;
        assert_true(sdf.sample[i] == dense.value[(z * nodes.y + y) * nodes.x + x]);
    }
    ab_random random = {3};
    for (int i = 0; i < 2000; i++) {
        const double turn = ab_random_between(&random, 0, 6);
        const v3 p = v3_add(v3_make(1.3 * cos(turn), 1.3 * sin(turn), 0),
                            v3_scale(0.04, ab_random_in_box(&random, v3_make(-1, -1, -1), v3_make(1, 1, 1))));
        v3 gradient, normal;
        const double here = ab_sdf_distance(&sdf, p, &gradient);
        CHECK_NEAR(here, ab_dense_distance(&dense, p, &normal), 1e-14); // sums in another order
        CHECK_NEAR(v3_norm(v3_sub(v3_unit(gradient), normal)), 0, 1e-12);
    }
    ab_dense_free(cx, &dense);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(dense_field_of_too_few_or_too_many_nodes_is_refused) {
    abut_context *cx = shape_context();
    ab_dense dense;
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_dense_build(cx, NULL, NULL, v3_zero(), 1, (ab_cell3){1, 9, 9}, &dense));
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_dense_build(cx, NULL, NULL, v3_zero(), 1, (ab_cell3){2000, 2000, 2000}, &dense));
    abut_context_destroy(cx);
}

// Mean error of interpolation near a sphere, where the distance is smooth.
static double sphere_error(abut_context *cx, int64_t n) {
    ab_sdf sdf;
    build(cx, shape_sphere(cx, 6), n, &sdf);
    ab_sdf_errors errors;
    CHECK_OK(cx, ab_sdf_measure(cx, &sdf, 1, 4000, &errors));
    assert_int_equal(errors.wrong_side, 0);
    ab_sdf_free(cx, &sdf);
    return errors.mean;
}

TEST(points_on_the_wrong_side_are_counted) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_sphere(cx, 3), 32, &sdf);
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++) sdf.sample[i] = -sdf.sample[i];
    ab_sdf_errors errors;
    CHECK_OK(cx, ab_sdf_measure(cx, &sdf, 1, 4000, &errors));
    CHECK_NEAR((double)errors.wrong_side, 0.13 * 4000,
               80); // those of -h .. h that are beyond 0.87 h: 4 standard deviations of 21
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(error_of_interpolation_falls_with_the_square_of_the_cell) {
    abut_context *cx = shape_context();
    const double coarse = sphere_error(cx, 24), fine = sphere_error(cx, 40); // 16 and 32 cells on the diameter
    CHECK_NEAR(log2(coarse / fine), 2, 0.2);                                 // facets and higher terms take a little
    abut_context_destroy(cx);
}

TEST(gradient_is_the_derivative_of_the_interpolated_distance) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_torus(cx, 1, 0.3, 24, 12), 40, &sdf);
    ab_random random = {5};
    const double step = 1e-6;
    int compared = 0;
    for (int i = 0; i < 3000; i++) {
        const v3 p = ab_random_in_box(&random, v3_make(-3, -3, -2), v3_make(3, 3, 2)); // also outside of the grid
        v3 gradient, left, right;
        ab_sdf_distance(&sdf, p, &gradient);
        for (int axis = 0; axis < 3; axis++) {
            const v3 e = v3_make(axis == 0, axis == 1, axis == 2);
            const double before = ab_sdf_distance(&sdf, v3_add_scaled(p, -step, e), &left);
            const double after = ab_sdf_distance(&sdf, v3_add_scaled(p, step, e), &right);
            // The difference is exact within one cell but for round-off of 1e-16/step; across cells the gradient jumps.
            if (v3_norm(v3_sub(left, right)) > 1e-4) continue;
            CHECK_NEAR((after - before) / (2 * step), v3_at(gradient, axis), 2e-4);
            compared++;
        }
    }
    assert_true(compared > 8500);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(distance_outside_of_the_grid_is_continuous_and_never_less_than_from_the_grid) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    build(cx, shape_cube(cx, 0.5), 32, &sdf);
    const double edge = sdf.grid.origin.x + sdf.grid.h * AB_BRICK * sdf.grid.bricks.x;
    CHECK_NEAR(ab_sdf_distance(&sdf, v3_make(edge + 1e-9, 0.1, 0.1), NULL),
               ab_sdf_distance(&sdf, v3_make(edge, 0.1, 0.1), NULL), 2e-9);
    v3 gradient;
    CHECK_NEAR(ab_sdf_distance(&sdf, v3_make(edge + 5, 0.1, 0.1), &gradient), edge - 0.5 + 5, 1e-6); // floats
    CHECK_NEAR(gradient.x, 1, 0);
    CHECK_NEAR(v3_norm(v3_make(0, gradient.y, gradient.z)), 0, 1e-5); // of floats, over a cell
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

static void check_same_field(const ab_sdf *a, const ab_sdf *b) {
    assert_int_equal(a->nblock, b->nblock);
    assert_memory_equal(a->block, b->block, (size_t)ab_sdf_bricks(&a->grid) * sizeof *a->block);
    assert_memory_equal(a->sample, b->sample, (size_t)(a->nblock * AB_SDF_BLOCK) * sizeof *a->sample);
    assert_memory_equal(a->corner, b->corner, (size_t)ab_sdf_corners(&a->grid) * sizeof *a->corner);
}

TEST(field_has_the_same_bits_for_1_2_4_threads) {
    abut_context *one = context(1);
    ab_sdf alone;
    build(one, shape_torus(one, 1, 0.3, 40, 20), 48, &alone);
    for (int threads = 2; threads <= 4; threads += 2) {
        abut_context *cx = context(threads);
        ab_sdf shared;
        build(cx, shape_torus(cx, 1, 0.3, 40, 20), 48, &shared);
        check_same_field(&alone, &shared);
        assert_int_equal(shared.report.edges, alone.report.edges);
        ab_sdf_free(cx, &shared);
        abut_context_destroy(cx);
    }
    ab_sdf_free(one, &alone);
    abut_context_destroy(one);
}

TEST(field_does_not_depend_on_the_order_of_triangles) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_torus(cx, 1, 0.3, 24, 12);
    ab_mesh other = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t t = 0; t < mesh.ntriangle; t++) other.triangle[t] = mesh.triangle[(t * 35 + 17) % mesh.ntriangle];
    ab_sdf a, b;
    build(cx, mesh, 40, &a);
    build(cx, other, 40, &b);
    check_same_field(&a, &b);
    ab_sdf_free(cx, &a);
    ab_sdf_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(scaling_by_a_power_of_two_scales_every_bit) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_torus(cx, 1, 0.3, 24, 12);
    ab_mesh large = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t i = 0; i < large.nvertex; i++) large.vertex[i] = v3_scale(0x1p20, large.vertex[i]);
    ab_sdf a, b;
    build(cx, mesh, 40, &a);
    build(cx, large, 40, &b);
    assert_int_equal(a.nblock, b.nblock);
    assert_true(b.grid.h == 0x1p20 * a.grid.h);
    for (int64_t i = 0; i < a.nblock * AB_SDF_BLOCK; i++) assert_true(b.sample[i] == 0x1p20f * a.sample[i]);
    ab_sdf_free(cx, &a);
    ab_sdf_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(quarter_turn_of_mesh_and_point_leaves_every_bit_of_the_distance) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_torus(cx, 1, 0.3, 24, 12);
    shape_move(&mesh, v3_make(0.25, 0, 0)); // symmetric no more
    ab_mesh turned = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t i = 0; i < mesh.nvertex; i++)
        turned.vertex[i] = v3_make(-mesh.vertex[i].y, mesh.vertex[i].x, mesh.vertex[i].z);
    ab_sdf a, b;
    build(cx, mesh, 40, &a);
    build(cx, turned, 40, &b);
    ab_random random = {9};
    for (int i = 0; i < 2000; i++) {
        const v3 p = ab_random_in_box(&random, v3_make(-1.5, -1.5, -0.5), v3_make(1.5, 1.5, 0.5));
        const ab_closest first = ab_bvh_closest(&a.bvh, p, INFINITY);
        const ab_closest second = ab_bvh_closest(&b.bvh, v3_make(-p.y, p.x, p.z), INFINITY);
        assert_true(first.distance == second.distance);
    }
    assert_int_equal(a.nblock, b.nblock);
    assert_int_equal(a.report.edges, b.report.edges);
    ab_sdf_free(cx, &a);
    ab_sdf_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(inverted_mesh_gives_the_same_field_and_is_told) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    ab_mesh inverted = shape_copy(cx, mesh.vertex, mesh.nvertex, mesh.triangle, mesh.ntriangle);
    for (int64_t t = 0; t < inverted.ntriangle; t++) {
        inverted.triangle[t].v[1] = mesh.triangle[t].v[2];
        inverted.triangle[t].v[2] = mesh.triangle[t].v[1];
    }
    ab_sdf a, b;
    build(cx, mesh, 32, &a);
    build(cx, inverted, 32, &b);
    check_same_field(&a, &b);
    assert_true(b.report.inverted && !a.report.inverted);
    ab_sdf_free(cx, &a);
    ab_sdf_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(overlapping_bodies_have_one_inside) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 3), other = shape_sphere(cx, 3);
    shape_move(&other, v3_make(1.1, 0.03, 0.02));
    shape_append(cx, &mesh, &other);
    ab_mesh_free(cx, &other);
    ab_sdf sdf;
    build(cx, mesh, 48, &sdf);
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++) {
        const v3 p = place_of(&sdf, i);
        const double nearer = ab_lesser(v3_norm(p), v3_norm(v3_sub(p, v3_make(1.1, 0.03, 0.02))));
        if (nearer < 0.97) assert_true(sdf.sample[i] < 0); // facets of level 3 lie within 0.02 of the sphere
        if (nearer > 1) assert_true(sdf.sample[i] > 0);
    }
    assert_int_equal(sdf.report.violations, 0);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

// A sphere without two triangles that meet in a vertex, which no fan can close.
static ab_mesh leaking_sphere(ab_ctx *cx) {
    ab_mesh mesh = shape_sphere(cx, 1);
    int64_t kept = 0;
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        const int32_t *v = mesh.triangle[t].v;
        const v3 sum = v3_add(v3_add(mesh.vertex[v[0]], mesh.vertex[v[1]]), mesh.vertex[v[2]]);
        const bool at_pole = mesh.vertex[v[0]].x == 1 || mesh.vertex[v[1]].x == 1 || mesh.vertex[v[2]].x == 1;
        if (!at_pole || sum.y * sum.z > 0) mesh.triangle[kept++] = mesh.triangle[t];
    }
    mesh.ntriangle = kept;
    return mesh;
}

TEST(leaking_mesh_is_refused_with_the_place_unless_allowed) {
    abut_context *cx = shape_context();
    ab_mesh mesh = leaking_sphere(cx);
    abut_sdf_options options = cells(64);
    ab_sdf sdf;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_sdf_build(cx, "bowl.stl", &mesh, &options, &sdf));
    assert_non_null(strstr(abut_context_message(cx), "bowl.stl: the surface leaks: on "));
    options.allow_leaks = true;
    CHECK_OK(cx, ab_sdf_build(cx, "bowl.stl", &mesh, &options, &sdf));
    assert_true(sdf.report.violations > 0 && sdf.report.leaking_samples > 0 && sdf.report.open_edges == 6);
    assert_true(sdf.report.worst_place.x > 0.5); // the holes are round (1, 0, 0)
    assert_true(ab_sdf_distance(&sdf, v3_zero(), NULL) < -0.7 && ab_sdf_distance(&sdf, v3_make(-1.1, 0, 0), NULL) > 0);
    ab_sdf_free(cx, &sdf);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

// Two triangles that meet in a vertex are missing: of 320 they leave holes of a tenth of its size, of 5120 a quarter of
// that. Of the larger ones 32 cells across saw a jump of 2.3 cells and took them, 64 cells one of 6.3 and did not.
TEST(whether_a_mesh_leaks_does_not_depend_on_the_cells) {
    abut_context *cx = shape_context();
    for (int level = 2; level <= 4; level += 2) {
        ab_mesh mesh = shape_sphere(cx, level);
        int64_t kept = 0, dropped = 0;
        for (int64_t t = 0; t < mesh.ntriangle; t++) {
            const int32_t *v = mesh.triangle[t].v;
            const v3 sum = v3_add(v3_add(mesh.vertex[v[0]], mesh.vertex[v[1]]), mesh.vertex[v[2]]);
            const bool at_pole = mesh.vertex[v[0]].x == 1 || mesh.vertex[v[1]].x == 1 || mesh.vertex[v[2]].x == 1;
            dropped += at_pole && sum.y * sum.z <= 0;
            if (!at_pole || sum.y * sum.z > 0) mesh.triangle[kept++] = mesh.triangle[t];
        }
        mesh.ntriangle = kept;
        assert_true(dropped >= 2);
        for (int n = 32; n <= 128; n *= 2) {
            const abut_sdf_options options = cells(n);
            ab_sdf sdf;
            const abut_status status = ab_sdf_build(cx, "bowl.stl", &mesh, &options, &sdf);
            assert_int_equal(level == 2 ? ABUT_ERR_INPUT : ABUT_OK, status);
            if (status == ABUT_OK) ab_sdf_free(cx, &sdf);
        }
        ab_mesh_free(cx, &mesh);
    }
    abut_context_destroy(cx);
}

// Triangles of a sphere with gaps between them: 32 cells across took some of these that 128 refused.
TEST(whether_a_soup_leaks_does_not_depend_on_the_cells) {
    abut_context *cx = shape_context();
    for (int far = 1; far <= 5; far++) {
        ab_mesh mesh = shape_sphere(cx, 0), soup = {0};
        CHECK_OK(cx, AB_ALLOC(cx, &soup.vertex, 3 * mesh.ntriangle));
        CHECK_OK(cx, AB_ALLOC(cx, &soup.triangle, mesh.ntriangle));
        soup.ntriangle = mesh.ntriangle;
        soup.nvertex = 3 * mesh.ntriangle;
        ab_random r = ab_random_start(1, 3);
        for (int k = 0; k < soup.nvertex; k++) {
            const v3 by = ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
            soup.vertex[k] = v3_add_scaled(mesh.vertex[mesh.triangle[k / 3].v[k % 3]], 0.004 * far * far, by);
            soup.triangle[k / 3].v[k % 3] = k;
        }
        abut_status first = ABUT_OK;
        for (int n = 24; n <= 120; n += 32) {
            const abut_sdf_options options = cells(n);
            ab_sdf sdf;
            const abut_status status = ab_sdf_build(cx, "soup.stl", &soup, &options, &sdf);
            if (n == 24) first = status;
            assert_int_equal(first, status);
            if (status == ABUT_OK) ab_sdf_free(cx, &sdf);
        }
        ab_mesh_free(cx, &soup);
        ab_mesh_free(cx, &mesh);
    }
    abut_context_destroy(cx);
}

TEST(compact_samples_are_rounded_to_half_a_quantum) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 3);
    abut_sdf_options options = cells(48);
    ab_sdf full, compact;
    CHECK_OK(cx, ab_sdf_build(cx, "ball", &mesh, &options, &full));
    options.compact = true;
    CHECK_OK(cx, ab_sdf_build(cx, "ball", &mesh, &options, &compact));
    for (int64_t i = 0; i < full.nblock * AB_SDF_BLOCK; i++)
        CHECK_NEAR(compact.quantum * compact.code[i], (double)full.sample[i], 0.501 * compact.quantum);
    assert_true(compact.quantum < full.grid.h / 1500);
    assert_true(compact.report.bytes < 0.6 * (double)full.report.bytes);
    ab_sdf_free(cx, &full);
    ab_sdf_free(cx, &compact);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(cells_are_made_small_enough_for_the_error_asked_for) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 4);
    abut_sdf_options options = abut_sdf_default();
    options.error = 2e-3;
    ab_sdf sdf;
    CHECK_OK(cx, ab_sdf_build_to_error(cx, "ball", &mesh, &options, &sdf));
    ab_sdf_errors errors;
    CHECK_OK(cx, ab_sdf_measure(cx, &sdf, 1, 4000, &errors));
    assert_true(errors.largest <= 2e-3 && errors.largest > 1e-4);
    assert_true(errors.mean < errors.largest && errors.normal_mean < 0.2);
    ab_sdf_free(cx, &sdf);
    options.memory_limit = 1 << 20;
    options.error = 1e-6;
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_sdf_build_to_error(cx, "ball", &mesh, &options, &sdf));
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(field_that_needs_too_much_memory_is_refused_before_it_is_built) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    ab_sdf sdf;
    abut_sdf_options options = cells(256);
    options.memory_limit = 1 << 20;
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_sdf_build(cx, "part.stl", &mesh, &options, &sdf));
    assert_non_null(strstr(abut_context_message(cx), "while it is built, more than the limit of 1 MiB"));
    options.cells = 1 << 20;
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_sdf_build(cx, "part.stl", &mesh, &options, &sdf));
    assert_non_null(strstr(abut_context_message(cx), "for its bricks alone"));
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(options_out_of_range_are_refused) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    ab_sdf sdf;
    abut_sdf_options few = cells(8), band = cells(64), size = cells(64), error = cells(64);
    band.band = 0;
    size.cell = -1;
    error.error = NAN;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_sdf_build(cx, "part", &mesh, &few, &sdf));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_sdf_build(cx, "part", &mesh, &band, &sdf));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_sdf_build(cx, "part", &mesh, &size, &sdf));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_sdf_build(cx, "part", &mesh, &error, &sdf));
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

static abut_status build_and_free(abut_context *cx, void *arg) {
    ab_sdf sdf;
    abut_sdf_options options = cells(24);
    options.compact = true;
    const abut_status status = ab_sdf_build(cx, "part", arg, &options, &sdf);
    ab_sdf_free(cx, &sdf);
    return status;
}

static abut_status build_dense_and_free(abut_context *cx, void *arg) {
    const ab_sdf *sdf = arg;
    ab_dense dense;
    const abut_status status =
        ab_dense_build(cx, &sdf->bvh, &sdf->winding, v3_make(-1, -1, -1), 0.5, (ab_cell3){5, 5, 5}, &dense);
    ab_dense_free(cx, &dense);
    return status;
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_and_free, &mesh);
    ab_sdf sdf;
    build(cx, mesh, 24, &sdf);
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_dense_and_free, &sdf);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

static const char TETRA_OBJ[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST(public_interface_answers_distance_nearest_point_and_ray) {
    abut_context *cx = shape_context();
    const scratch folder = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx,
             ab_io_replace_file(cx, scratch_path(&folder, "tetra.obj", path), TETRA_OBJ, (int64_t)strlen(TETRA_OBJ)));
    abut_mesh *mesh;
    CHECK_OK(cx, abut_mesh_load(cx, path, 1, &mesh));
    abut_sdf *sdf;
    CHECK_OK(cx, abut_sdf_build(mesh, NULL, &sdf));
    abut_sdf_options keep = abut_sdf_default();
    keep.cache = folder.folder;
    for (int again = 0; again < 2; again++) {
        abut_sdf *kept;
        CHECK_OK(cx, abut_sdf_build(mesh, &keep, &kept));
        assert_int_equal(abut_sdf_report_get(kept).from_cache, again);
        assert_true(abut_sdf_distance(kept, (abut_v3){0.1, 0.1, 0.1}, NULL) ==
                    abut_sdf_distance(sdf, (abut_v3){0.1, 0.1, 0.1}, NULL));
        abut_sdf_destroy(kept);
    }
    abut_mesh_destroy(mesh); // the field keeps what it needs
    const abut_v3 p = {0.3, 0.2, -0.01};
    abut_v3 gradient;
    CHECK_NEAR(abut_sdf_distance(sdf, p, &gradient), 0.01, 1e-6); // a plane: floats
    CHECK_NEAR(gradient.z, -1, 1e-4);
    const abut_sdf_nearest nearest = abut_sdf_closest(sdf, p);
    CHECK_NEAR(nearest.distance, 0.01, 1e-17);
    CHECK_NEAR(nearest.point.z, 0, 0);
    CHECK_NEAR(abut_sdf_closest(sdf, (abut_v3){0.2, 0.2, 0.1}).distance, -0.1, 1e-16);
    CHECK_NEAR(abut_sdf_ray(sdf, (abut_v3){0.2, 0.2, -3}, (abut_v3){0, 0, 2}, INFINITY), 1.5, 0);
    assert_true(isinf(abut_sdf_ray(sdf, (abut_v3){0.2, 0.2, -3}, (abut_v3){0, 0, 2}, 1)));
    assert_true(isnan(abut_sdf_distance(sdf, (abut_v3){NAN, 0, 0}, NULL)));
    const abut_sdf_report report = abut_sdf_report_get(sdf);
    assert_int_equal(report.cells[0], 128);
    assert_int_equal(report.violations, 0);
    abut_sdf_destroy(sdf);
    scratch_end(&folder);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(samples_of_a_cube_are_its_closed_form),
       CLAIM(samples_of_a_sphere_are_within_its_facets_of_the_closed_form),
       CLAIM(samples_of_a_torus_are_bitwise_the_nearest_of_all_triangles_with_the_sign_of_the_winding_number),
       CLAIM(field_has_the_same_values_as_the_dense_reference),
       CLAIM(dense_field_of_too_few_or_too_many_nodes_is_refused), CLAIM(points_on_the_wrong_side_are_counted),
       CLAIM(error_of_interpolation_falls_with_the_square_of_the_cell),
       CLAIM(gradient_is_the_derivative_of_the_interpolated_distance),
       CLAIM(distance_outside_of_the_grid_is_continuous_and_never_less_than_from_the_grid),
       CLAIM(field_has_the_same_bits_for_1_2_4_threads), CLAIM(field_does_not_depend_on_the_order_of_triangles),
       CLAIM(scaling_by_a_power_of_two_scales_every_bit),
       CLAIM(quarter_turn_of_mesh_and_point_leaves_every_bit_of_the_distance),
       CLAIM(inverted_mesh_gives_the_same_field_and_is_told), CLAIM(overlapping_bodies_have_one_inside),
       CLAIM(leaking_mesh_is_refused_with_the_place_unless_allowed),
       CLAIM(whether_a_mesh_leaks_does_not_depend_on_the_cells),
       CLAIM(whether_a_soup_leaks_does_not_depend_on_the_cells), CLAIM(compact_samples_are_rounded_to_half_a_quantum),
       CLAIM(cells_are_made_small_enough_for_the_error_asked_for),
       CLAIM(field_that_needs_too_much_memory_is_refused_before_it_is_built), CLAIM(options_out_of_range_are_refused),
       CLAIM(every_failing_allocation_is_reported_and_leaks_nothing),
       CLAIM(public_interface_answers_distance_nearest_point_and_ray))
