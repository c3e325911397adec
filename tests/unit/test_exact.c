// Distances from the triangles themselves: their sign at edges and corners, however sharp, and the way out.
#include "claim.h"
#include "shapes.h"

#include "geom/generate/generate.h"
#include "geom/sdf/point_tree.h"
#include "math/random.h"
#include "collide/contact_point.h"

// A prism over a polygon in the x-y plane.
typedef struct prism {
    const v3 *corner;
    int64_t n;
    double half; // length
} prism;

static bool prism_holds(const prism *p, v3 x) {
    bool inside = false;
    for (int64_t i = 0; i < p->n; i++) {
        const v3 a = p->corner[i], b = p->corner[(i + 1) % p->n];
        if ((a.y > x.y) != (b.y > x.y) && x.x < a.x + (x.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside && fabs(x.z) < p->half;
}

static void make_field(ab_ctx *cx, const prism *p, ab_sdf *sdf) {
    ab_mesh mesh = {0};
    const ab_extrusion_def def = {.outer = p->corner, .nouter = p->n, .length = 2 * p->half};
    CHECK_OK(cx, ab_generate_extrusion(cx, &def, &mesh));
    abut_sdf_options options = abut_sdf_default();
    options.cells = 24;
    CHECK_OK(cx, ab_sdf_build(cx, "prism", &mesh, &options, sdf));
    CHECK_OK(cx, ab_sdf_make_bound_grid(cx, sdf));
    ab_mesh_free(cx, &mesh);
}

static ab_inside_sample measure(const ab_sdf *sdf, v3 x) {
    ab_points one = {&x.x, &x.y, &x.z, NULL, 1};
    ab_target target = {.sdf = sdf, .exact = true, .turn = m3_identity()};
    ab_inside_sample sample = {0};
    ab_inside_samples out = ab_inside_samples_into(&sample, 1);
    ab_target_set_cells(&target);
    sample.distance = ab_target_test(&target, &one, 0, &out);
    return sample;
}

// A needle of 9 degrees, and a notch as narrow.
static const v3 NEEDLE[] = {{0, 0, 0}, {1, -0.08, 0}, {1, 0.08, 0}};
static const v3 NOTCH[] = {{0, 0, 0},       {1, 0.08, 0}, {1, 0.5, 0},  {-0.5, 0.5, 0},
                           {-0.5, -0.5, 0}, {1, -0.5, 0}, {1, -0.08, 0}};

// Near the tip of either, along it and at its ends, closer than the field can tell.
TEST(the_sign_is_right_at_edges_and_corners_however_sharp) {
    abut_context *cx = shape_context();
    const prism of[2] = {{NEEDLE, 3, 0.3}, {NOTCH, 7, 0.3}};
    for (int k = 0; k < 2; k++) {
        ab_sdf sdf;
        make_field(cx, &of[k], &sdf);
        ab_random r = ab_random_start(11, (uint64_t)k);
        int64_t inside = 0;
        for (int i = 0; i < 20000; i++) {
            const double size = pow(10, ab_random_between(&r, -6, -1));
            const v3 feature = v3_make(0, 0, i % 3 == 0 ? 0.3 : ab_random_between(&r, -0.3, 0.3));
            const v3 x = v3_add(feature, v3_scale(size, ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1))));
            const ab_inside_sample t = measure(&sdf, x);
            CHECK((t.distance < 0) == prism_holds(&of[k], x));
            inside += t.distance < 0;
        }
        CHECK(inside > 100 && inside < 19900);
        ab_sdf_free(cx, &sdf);
    }
    abut_context_destroy(cx);
}

// On the edge itself the way out halves the angle between the faces.
TEST(on_an_edge_the_way_out_is_between_its_faces) {
    abut_context *cx = shape_context();
    ab_sdf sdf;
    make_field(cx, &(prism){NEEDLE, 3, 0.3}, &sdf);
    const v3 x = v3_make(0, 0, 0.1);
    v3 out;
    ab_closest nearest;
    CHECK_NEAR(ab_sdf_exact_distance(&sdf, x, INFINITY, &out, &nearest), 0, 1e-16); // the nearest point is rounded
    CHECK_NEAR(v3_norm(v3_sub(out, v3_make(-1, 0, 0))), 0, 1e-15 * 4);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

typedef struct ball_and_cube {
    abut_context *cx;
    ab_shape ball, cube; // of radius 0.1 and edge 1
} ball_and_cube;

static ball_and_cube make_both(void) {
    ball_and_cube b = {.cx = shape_context(), .ball = {.kind = AB_SHAPE_sphere, .half = {0.1, 0, 0}, .radius = 0.1}};
    ab_mesh mesh = shape_cube(b.cx, 0.5);
    CHECK_OK(b.cx, ab_shape_mesh(b.cx, &mesh, &b.cube));
    CHECK_OK(b.cx, ab_shape_make_sdf_collider(b.cx, "cube", &b.cube, 16, false));
    ab_mesh_free(b.cx, &mesh);
    return b;
}

static void free_both(ball_and_cube *b) {
    ab_shape_free(b->cx, &b->cube);
    abut_context_destroy(b->cx);
}

static ab_contact_point meet_at(const ball_and_cube *b, v3 x) {
    const ab_pose origin = pose_identity();
    ab_contact_point contact = {0};
    ab_contact_points out = {.contact = &contact, .capacity = 1};
    ab_collide_sphere_sdf(&(ab_placed){&b->ball, &x, &origin.q}, &(ab_placed){&b->cube, &origin.x, &origin.q}, &out);
    CHECK(out.n == 1);
    return contact;
}

TEST(a_ball_touches_also_while_its_centre_is_on_the_surface) {
    ball_and_cube b = make_both();
    const v3 on[2] = {{0.5, 0.1, 0.2}, {0.5, 0.5, 0.1}}; // a face, an edge
    for (int k = 0; k < 2; k++) {
        const ab_contact_point contact = meet_at(&b, on[k]);
        const v3 out = v3_unit(v3_make(1, k > 0, 0));
        CHECK_NEAR(contact.gap, -0.1, 1e-15);
        CHECK_NEAR(v3_dot(contact.normal, out), 1, 1e-15 * 4);
    }
    for (int k = 0; k < 8; k++) { // whatever triangles meet there
        const v3 corner = v3_make(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5);
        CHECK_NEAR(v3_dot(meet_at(&b, corner).normal, v3_unit(corner)), 1, 1e-15 * 4);
    }
    free_both(&b);
}

// The gap changes by no more than the way, and the normal by no more than the angle that the way is seen under from the
// edge.
TEST(gap_and_normal_do_not_jump_while_a_ball_slides_over_an_edge) {
    ball_and_cube b = make_both();
    const double step = 1e-4, height = 0.05;
    ab_contact_point last = meet_at(&b, v3_make(0.4, 0.5 + height, 0.1));
    for (int i = 1; i < 1800; i++) {
        const ab_contact_point contact = meet_at(&b, v3_make(0.4 + i * step, 0.5 + height, 0.1));
        CHECK(fabs(contact.gap - last.gap) <= step);
        CHECK(v3_norm(v3_sub(contact.normal, last.normal)) <= step / height * (1 + 1e-9));
        last = contact;
    }
    CHECK(last.normal.x > 0.8);
    free_both(&b);
}

CLAIMS(CLAIM(the_sign_is_right_at_edges_and_corners_however_sharp), CLAIM(on_an_edge_the_way_out_is_between_its_faces),
       CLAIM(a_ball_touches_also_while_its_centre_is_on_the_surface),
       CLAIM(gap_and_normal_do_not_jump_while_a_ball_slides_over_an_edge))
