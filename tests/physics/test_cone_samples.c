// Contacts by impulses of shapes that are not convex: a few of the samples of their distance fields carry the force.
// labels: threads
#include "mechanisms.h"
#include "rigid.h"
#include "shapes.h"

#include "geom/generate/generate.h"
#include "step/prepare.h"
#include "world/snapshot.h"

static int32_t adopt(test_world *t, ab_mesh *mesh) {
    ab_shape made;
    int32_t shape = -1;
    CHECK_OK(t->cx, ab_shape_mesh(t->cx, mesh, &made));
    CHECK_OK(t->cx, ab_world_adopt_shape(t->w, &made, &shape));
    ab_mesh_free(t->cx, mesh);
    return shape;
}

// A block of 0.2 x 0.1 x 0.1 m with a groove along its lower side, on which it stands with two feet of 5 cm each.
static int32_t add_grooved_block(test_world *t) {
    static const v3 outline[] = {{-0.1, -0.05, 0}, {-0.05, -0.05, 0}, {-0.05, -0.02, 0}, {0.05, -0.02, 0},
                                 {0.05, -0.05, 0}, {0.1, -0.05, 0},   {0.1, 0.05, 0},    {-0.1, 0.05, 0}};
    ab_mesh mesh = {0};
    CHECK_OK(t->cx,
             ab_generate_extrusion(t->cx, &(ab_extrusion_def){.outer = outline, .nouter = 8, .length = 0.1}, &mesh));
    for (int64_t i = 0; i < mesh.nvertex; i++)
        mesh.vertex[i] = (v3){mesh.vertex[i].x, -mesh.vertex[i].z, mesh.vertex[i].y};
    return adopt(t, &mesh);
}

static test_world open_samples(double dt, double friction, int threads) {
    abut_world_def def = rigid_def(dt);
    def.contact_tolerance = 1e-8;
    const abut_material_def m = stone(0, friction);
    test_world t = open_world(threads, &def, &m);
    add_floor(&t, NONE, UP);
    return t;
}

static int64_t carrying(test_world *t) {
    int64_t n = 0;
    for (int64_t i = 0; i < abut_contact_count(t->w); i++) n += abut_contact_get(t->w, i).normal_force > 0;
    return n;
}

TEST(a_block_of_hundreds_of_samples_rests_on_four_of_them) {
    test_world t = open_samples(1e-3, 0.5, 1);
    const abut_body b = add_shape(&t, add_grooved_block(&t), (abut_v3){0, 0, 0.05}, UPRIGHT, NONE);
    run_steps(&t, 2000);
    const abut_body_state s = state_of(&t, b);
    print_message("%lld samples touch, %lld carry the block; %.2g m/s\n", (long long)abut_contact_count(t.w),
                  (long long)carrying(&t), v3_norm(s.velocity));
    CHECK(abut_contact_count(t.w) > 100 && carrying(&t) >= 3 && carrying(&t) <= 4);
    CHECK_NEAR(normal_force(&t), s.mass * G, 1e-6 * s.mass * G);
    CHECK_NEAR(v3_norm(s.velocity), 0, 1e-6);
    CHECK(t.w->ledger.deepest < 1e-6); // the tolerance of samples without a cone, of a radius of 0.12 m
    close_world(&t);
}

TEST(a_block_of_samples_slides_as_far_as_a_box) {
    const double v = 2, mu = 0.5, exact = v * v / (2 * mu * G);
    test_world t = open_samples(1e-3, mu, 1);
    const abut_body b = add_shape(&t, add_grooved_block(&t), (abut_v3){0, 0, 0.05}, UPRIGHT, (abut_v3){0, v, 0});
    const abut_v3 from = state_of(&t, b).centre;
    run_steps(&t, 600);
    const abut_body_state s = state_of(&t, b);
    const abut_energy e = abut_world_energy(t.w);
    print_message("%.9f m, exact %.9f m; residual %.2g of %.3g J\n", s.centre.y - from.y, exact, e.residual, e.initial);
    CHECK_NEAR(s.centre.y - from.y, exact, 1e-5); // mu g dt^2/8 in the last step, and 1e-6 m of noise of the field
    CHECK_NEAR(v3_norm(s.velocity), 0, 1e-6);
    CHECK_NEAR(e.lost_friction, 0.5 * s.mass * v * v, 1e-4 * s.mass * v * v);
    CHECK_NEAR(e.residual, 0, 1e-9 * e.initial);
    close_world(&t);
}

// Samples that no cone was given must not overlap either: a block that tilts off an edge turns onto other samples.
TEST(no_sample_overlaps_while_a_block_tumbles) {
    test_world t = open_samples(5e-4, 0.4, 1);
    const abut_quat tilted = turn_about((abut_v3){0.3, 1, 0.2}, 0.6);
    const int32_t shape = add_grooved_block(&t);
    add_shape(&t, shape, (abut_v3){0, 0, 0.3}, tilted, (abut_v3){0.5, 0, 0});
    add_cube(&t, 0.08, (abut_v3){0, 0, 0.5}, tilted, NONE);
    double deepest = 0;
    for (int k = 0; k < 3000; k++) {
        run_steps(&t, 1);
        deepest = fmax(deepest, t.w->ledger.deepest);
    }
    const abut_energy e = abut_world_energy(t.w);
    print_message("deepest %.2g m; residual %.2g of %.3g J; kinetic %.2g J\n", deepest, e.residual,
                  t.w->ledger.watch.turnover, e.kinetic);
    CHECK(deepest < 1e-3 * 0.12); // of the radius: what a step turns beyond the linearised gap
    CHECK_NEAR(e.residual, 0, 1e-4 * t.w->ledger.watch.turnover); // free rotation, second order
    close_world(&t);
}

TEST(a_ball_comes_to_rest_in_a_bowl_of_triangles) {
    test_world t = open_samples(1e-3, 0.5, 1);
    static const v3 profile[] = {{0, -0.1, 0},    {0.3, -0.1, 0},  {0.3, 0.15, 0},
                                 {0.25, 0.15, 0}, {0.1, -0.05, 0}, {0, -0.05, 0}};
    ab_mesh mesh = {0};
    CHECK_OK(t.cx, ab_generate_revolution(t.cx, &(ab_revolution_def){.profile = profile, .nprofile = 6, .around = 48},
                                          &mesh));
    abut_body_def bowl = abut_body_default();
    bowl.name = "bowl";
    bowl.shape = adopt(&t, &mesh);
    bowl.material = t.material;
    bowl.fixed = true;
    bowl.position = (abut_v3){0, 0, 0.1};
    CHECK_OK(t.cx, abut_body_add(t.w, &bowl, NULL));
    const abut_body b = add_ball(&t, 0.04, (abut_v3){0.02, 0, 0.2}, (abut_v3){0.1, 0, 0});
    run_steps(&t, 3000);
    const abut_body_state s = state_of(&t, b);
    CHECK_NEAR(s.centre.z, 0.05 + 0.04, 1e-6);
    CHECK(hypot(s.centre.x, s.centre.y) < 0.1);
    CHECK_NEAR(normal_force(&t), s.mass * G, 1e-4 * s.mass * G);
    close_world(&t);
}

// ---------------------------------------------------------------------------------------------------------- same bits

static test_world drop_blocks(int threads) {
    test_world t = open_samples(1e-3, 0.5, threads);
    const int32_t shape = add_grooved_block(&t);
    for (int i = 0; i < 4; i++)
        add_shape(&t, shape, (abut_v3){0.03 * i, 0.02 * i, 0.1 + 0.16 * i}, turn_about((abut_v3){1, 0.5, i}, 0.4 + i),
                  NONE);
    return t;
}

static uint64_t hash_of_blocks(int threads, bool resume) {
    test_world t = drop_blocks(threads);
    run_steps(&t, 150);
    if (resume) {
        ab_text bytes = ab_text_start(t.cx);
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        test_world again = drop_blocks(threads);
        ab_preparation preparation;
        CHECK_OK(again.cx, ab_prepare(again.w, 0, &preparation));
        CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
        ab_text_free(&bytes);
        close_world(&t);
        t = again;
    }
    run_steps(&t, 150);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(blocks_of_samples_have_one_hash_for_1_2_3_threads_and_after_a_resume) {
    const uint64_t hash = hash_of_blocks(1, false);
    CHECK(hash_of_blocks(2, false) == hash);
    CHECK(hash_of_blocks(3, false) == hash);
    CHECK(hash_of_blocks(1, true) == hash);
}

// ------------------------------------------------------------------------------------------------------------- errors

TEST(an_open_mesh_is_refused_by_name) {
    test_world t = open_samples(1e-3, 0.5, 1);
    static const v3 corner[] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    static const ab_triangle triangle = {{0, 1, 2}};
    ab_mesh sheet = shape_copy(t.cx, corner, 3, &triangle, 1);
    abut_body_def def = abut_body_default();
    def.shape = adopt(&t, &sheet);
    def.name = "sail";
    def.material = t.material;
    def.fixed = true;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    add_ball(&t, 0.1, (abut_v3){0, 0, 0.5}, NONE);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_step(t.w));
    CHECK(strstr(abut_context_message(t.cx), "'sail' is an open mesh"));
    close_world(&t);
}

CLAIMS(CLAIM(a_block_of_hundreds_of_samples_rests_on_four_of_them), CLAIM(a_block_of_samples_slides_as_far_as_a_box),
       CLAIM(no_sample_overlaps_while_a_block_tumbles), CLAIM(a_ball_comes_to_rest_in_a_bowl_of_triangles),
       CLAIM(blocks_of_samples_have_one_hash_for_1_2_3_threads_and_after_a_resume),
       CLAIM(an_open_mesh_is_refused_by_name))
