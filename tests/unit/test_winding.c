// The fast winding number against the sum over all triangles, and that against what it must be.
#include "claim.h"
#include "faults.h"
#include "geom/bvh/winding.h"
#include "math/random.h"
#include "shapes.h"

typedef struct subject {
    abut_context *cx;
    ab_mesh mesh;
    ab_bvh bvh;
    ab_winding winding;
} subject;

static subject start(abut_context *cx, ab_mesh mesh) {
    subject s = {.cx = cx, .mesh = mesh};
    return s;
}

static void build(subject *s) {
    CHECK_OK(s->cx, ab_bvh_build(s->cx, &s->mesh, &s->bvh));
    CHECK_OK(s->cx, ab_winding_build(s->cx, &s->bvh, &s->winding));
}

static void end(subject *s) {
    ab_winding_free(s->cx, &s->winding);
    ab_bvh_free(s->cx, &s->bvh);
    ab_mesh_free(s->cx, &s->mesh);
    abut_context_destroy(s->cx);
}

// The largest difference from the sum at points in a box of half edge `size`.
static double worst_error(const subject *s, double size, int points) {
    ab_random random = {7};
    double worst = 0;
    for (int i = 0; i < points; i++) {
        const v3 p = ab_random_in_box(&random, v3_make(-size, -size, -size), v3_make(size, size, size));
        worst = ab_greater(worst, fabs(ab_winding_number(&s->winding, p) - ab_winding_exact(&s->mesh, p)));
    }
    return worst;
}

TEST(exact_winding_number_is_1_inside_and_0_outside_of_a_closed_mesh) {
    abut_context *cx = shape_context();
    subject s = start(cx, shape_torus(cx, 1, 0.4, 30, 15));
    CHECK_NEAR(ab_winding_exact(&s.mesh, v3_make(1.1, 0.1, -0.1)), 1, 1e-12); // 900 terms of round-off
    CHECK_NEAR(ab_winding_exact(&s.mesh, v3_zero()), 0, 1e-12);
    CHECK_NEAR(ab_winding_exact(&s.mesh, v3_make(0, 3, 1)), 0, 1e-12);
    end(&s);
}

TEST(fast_winding_number_is_within_a_tenth_of_the_sum_for_closed_meshes) {
    abut_context *cx = shape_context();
    subject s = start(cx, shape_torus(cx, 1, 0.4, 60, 30));
    build(&s);
    CHECK_NEAR(worst_error(&s, 2, 400), 0, 0.1); // promised in the header, enough to tell 0 from 1
    end(&s);
}

TEST(fast_winding_number_is_within_a_tenth_of_the_sum_for_an_open_mesh) {
    abut_context *cx = shape_context();
    subject s = start(cx, shape_sphere(cx, 4));
    s.mesh.ntriangle = s.mesh.ntriangle * 3 / 4;
    build(&s);
    CHECK_NEAR(worst_error(&s, 1.5, 400), 0, 0.1);
    end(&s);
}

TEST(winding_numbers_of_overlapping_bodies_add_and_of_inverted_ones_subtract) {
    abut_context *cx = shape_context();
    ab_mesh other = shape_cube(cx, 0.5), inverted = shape_cube(cx, 0.25);
    for (int64_t t = 0; t < inverted.ntriangle; t++) {
        const int32_t swap = inverted.triangle[t].v[0];
        inverted.triangle[t].v[0] = inverted.triangle[t].v[1];
        inverted.triangle[t].v[1] = swap;
    }
    shape_move(&inverted, v3_make(-0.6, 0, 0));
    subject s = start(cx, shape_sphere(cx, 3));
    shape_append(cx, &s.mesh, &other);
    shape_append(cx, &s.mesh, &inverted);
    build(&s);
    CHECK_NEAR(ab_winding_number(&s.winding, v3_make(0.1, 0.1, 0)), 2, 0.1);
    CHECK_NEAR(ab_winding_number(&s.winding, v3_make(0, 0, 0.8)), 1, 0.1);
    CHECK_NEAR(ab_winding_number(&s.winding, v3_make(-0.65, 0, 0)), 0, 0.1);
    CHECK_NEAR(ab_winding_number(&s.winding, v3_make(-0.4, 0, 0)), 1, 0.1); // sphere + cube - inverted cube
    CHECK_NEAR(ab_winding_number(&s.winding, v3_make(0, 0, 1.8)), 0, 0.1);
    ab_mesh_free(cx, &other);
    ab_mesh_free(cx, &inverted);
    end(&s);
}

static abut_status build_and_free(abut_context *cx, void *arg) {
    subject *s = arg;
    ab_winding winding;
    const abut_status status = ab_winding_build(cx, &s->bvh, &winding);
    ab_winding_free(cx, &winding);
    return status;
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    abut_context *cx = shape_context();
    subject s = start(cx, shape_sphere(cx, 2));
    build(&s);
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_and_free, &s);
    end(&s);
}

CLAIMS(CLAIM(exact_winding_number_is_1_inside_and_0_outside_of_a_closed_mesh),
       CLAIM(fast_winding_number_is_within_a_tenth_of_the_sum_for_closed_meshes),
       CLAIM(fast_winding_number_is_within_a_tenth_of_the_sum_for_an_open_mesh),
       CLAIM(winding_numbers_of_overlapping_bodies_add_and_of_inverted_ones_subtract),
       CLAIM(every_failing_allocation_is_reported_and_leaks_nothing))
