// Contact of shapes of any form.
// labels: slow long
#include "parameters.h"
#include "claim.h"
#include "shapes.h"
#include "worlds.h"

#include "geom/generate/generate.h"
#include "collide/separation_bound.h"

#include <stdio.h>

static abut_world_def linear_world(double stiffness, double dt) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = "linear";
    def.geometry = "sdf";
    GIVE(def, "stiffness", stiffness);
    def.dt = dt;
    def.resolution = 32;
    return def;
}

static abut_material_def smooth(double restitution, double friction) {
    abut_material_def m = abut_material_default();
    m.name = "smooth";
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

static abut_body add_shape(test_world *t, int32_t shape, double mass, abut_v3 x, abut_v3 v) {
    abut_body_def def = abut_body_default();
    def.name = "solid";
    def.shape = shape;
    def.material = t->material;
    def.fixed = mass == 0;
    def.mass = mass;
    def.position = x;
    def.velocity = v;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static int32_t add_mesh_shape(test_world *t, ab_mesh *mesh) {
    ab_shape made;
    int32_t shape = -1;
    CHECK_OK(t->cx, ab_shape_mesh(t->cx, mesh, &made));
    CHECK_OK(t->cx, ab_world_adopt_shape(t->w, &made, &shape));
    ab_mesh_free(t->cx, mesh);
    return shape;
}

static abut_body add_box(test_world *t, abut_v3 edges, double mass, abut_v3 x, abut_v3 v) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, edges, &shape));
    return add_shape(t, shape, mass, x, v);
}

enum { MASS = 1 };

static test_world slider_world(const abut_world_def *def, double gap, abut_body *left, abut_body *right) {
    const abut_material_def material = smooth(1, 0);
    test_world t = open_world(1, def, &material);
    *left = add_box(&t, (abut_v3){1, 1, 1}, MASS, (abut_v3){-0.75 - gap, 0, 0}, (abut_v3){3, 0, 0});
    *right = add_box(&t, (abut_v3){0.5, 0.5, 0.5}, MASS, (abut_v3){0, 0, 0}, (abut_v3){-2, 0, 0});
    return t;
}

// How long the faces touch: half an oscillation, or Hertz's 2.94 times the greatest depth over the speed.
static double time_of_contact(const abut_world_def *def) {
    const double depth = 1e-5, speed = 5, mass = MASS / 2.0;
    abut_body left, right;
    test_world t = slider_world(def, -depth, &left, &right);
    CHECK_OK(t.cx, ab_step_start(t.w));
    double force = 0;
    for (int64_t i = 0; i < t.w->state.contacts.n; i++) force += t.w->state.contacts.elastic_force[i];
    const bool linear = strcmp(t.w->config.contact.law->name, "linear") == 0;
    close_world(&t);
    if (linear) return 3.14159265358979323846 * sqrt(mass * depth / force);
    const double stiffness = force / pow(depth, 1.5);
    return 2.9432751 * pow(1.25 * mass * speed * speed / stiffness, 0.4) / speed;
}

// Equal masses exchange their speeds: 3 and -2 m/s become -2 and 3. `phase`: part of a step from the last place before
// the contact to its beginning.
static double slider_error(const abut_world_def *def, int per_contact, double phase) {
    abut_body left, right;
    test_world t = slider_world(def, (2 + phase) * 5 * def->dt, &left, &right);
    run_steps(&t, per_contact + 6);
    CHECK(abut_contact_count(t.w) == 0);
    const abut_body_state l = state_of(&t, left), r = state_of(&t, right);
    // Points and their shares are symmetric, so nothing turns; what samples of 24 bits lack in symmetry is left.
    CHECK(v3_norm(l.angular_velocity) <= 1e-6 && v3_norm(r.angular_velocity) <= 1e-6);
    close_world(&t);
    return fmax(fabs(l.velocity.x + 2), fabs(r.velocity.x - 3)) / 5;
}

// The largest error wherever in a step the contact begins.
static double worst_slider_error(const char *integrator, const char *law, int per_contact) {
    // Stiff enough for only the points of one face to touch: the force is then that of one spring.
    abut_world_def def = linear_world(1e8, 1e-6);
    def.resolution = 20;
    def.integrator = integrator;
    def.normal_law = law;
    def.patch = "foundation"; // the published problem: the law of every point by itself
    def.dt = time_of_contact(&def) / per_contact;
    double worst = 0;
    for (int i = 0; i < 3; i++) worst = fmax(worst, slider_error(&def, per_contact, 0.05 + 0.4 * i));
    return worst;
}

// The table of docs/theory/contact.md; returns the error with 100 steps, *order is that from 100 to 200.
static double show_slider_errors(const char *integrator, const char *law, double *order) {
    double error[3];
    for (int i = 0; i < 3; i++) error[i] = worst_slider_error(integrator, law, 50 << i);
    *order = log2(error[1] / error[2]);
    printf("slider, %s, %s: %.1e %.1e %.1e with 50, 100, 200 steps in contact, order %.1f\n", law, integrator, error[0],
           error[1], error[2], *order);
    return error[1];
}

// With whole steps in contact the last one gives back what the first one lost, but for the phase that the oscillation
// of the integrator gains on the exact one: second order times second order over the number of steps, so third.
TEST(slider_collision_swaps_the_speeds_exactly) {
    double order;
    CHECK(show_slider_errors("verlet", "linear", &order) <= 2e-6);
    CHECK_NEAR(order, 3, 0.2);
    CHECK(show_slider_errors("rk4", "linear", &order) <= 2e-8);
}

TEST(slider_collision_with_hertz_swaps_the_speeds_in_second_order) {
    double order;
    CHECK(show_slider_errors("verlet", "hertz", &order) <= 6e-6);
    CHECK(order >= 1.9);
    CHECK(show_slider_errors("rk4", "hertz", &order) <= 3e-6);
}

TEST(a_cube_comes_to_rest_on_a_plane_under_its_weight) {
    abut_world_def def = linear_world(1e6, 2e-5);
    def.resolution = 16;
    def.gravity = (abut_v3){0, 0, -9.81};
    const abut_material_def material = smooth(0.2, 0.5);
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body cube = add_box(&t, (abut_v3){0.1, 0.1, 0.1}, 1, (abut_v3){0, 0, 0.0501}, (abut_v3){0, 0, 0});
    run_steps(&t, 10000);
    const abut_body_state s = state_of(&t, cube);
    CHECK_NEAR(s.velocity.z, 0, 1e-4);
    double force = 0;
    for (int64_t i = 0; i < abut_contact_count(t.w); i++) force += abut_contact_get(t.w, i).force.z;
    CHECK_NEAR(fabs(force), 9.81, 0.01); // plane is a: the force on it points down
    CHECK_NEAR(s.orientation.w, 1, 1e-9);
    CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-6);
    close_world(&t);
}

// Moves vertices inside of the top and bottom along them, by chance but always the same.
static void jitter(ab_mesh *mesh, int n) {
    const int64_t side = n + 1;
    uint32_t seed = 1;
    for (int64_t k = 0; k < mesh->nvertex; k++) {
        const int64_t i = k % side, j = k / side % side;
        if (i == 0 || j == 0 || i == n || j == n) continue;
        mesh->vertex[k].x += 0.3 / n * ((double)((seed = seed * 1664525 + 1013904223) >> 8) / (1 << 24) - 0.5);
        mesh->vertex[k].y += 0.3 / n * ((double)((seed = seed * 1664525 + 1013904223) >> 8) / (1 << 24) - 0.5);
    }
}

// A slab whose top is cut into n x n squares; the box around it is the same.
static ab_mesh slab(ab_ctx *cx, int n) {
    const int64_t side = n + 1;
    ab_mesh top = {0};
    CHECK_OK(cx, AB_ALLOC(cx, &top.vertex, 2 * side * side));
    CHECK_OK(cx, AB_ALLOC(cx, &top.triangle, 4 * (int64_t)n * n + 8 * (int64_t)n));
    for (int64_t k = 0; k < 2 * side * side; k++) {
        const int64_t i = k % side, j = k / side % side;
        top.vertex[k] = v3_make((double)i / n - 0.5, 0.8 * ((double)j / n - 0.5), k < side * side ? -0.2 : 0);
    }
    top.nvertex = 2 * side * side;
    const int32_t up = (int32_t)(side * side), row = (int32_t)side;
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++) {
            const int32_t a = j * row + i, b = a + 1, c = b + row, d = a + row;
            const ab_triangle four[4] = {
                {{a, c, b}}, {{a, d, c}}, {{a + up, b + up, c + up}}, {{a + up, c + up, d + up}}};
            for (int k = 0; k < 4; k++) top.triangle[top.ntriangle++] = four[k];
        }
    for (int32_t i = 0; i < n; i++) {
        const int32_t edge[4][2] = {
            {i, i + 1}, {n * row + i + 1, n * row + i}, {(i + 1) * row, i * row}, {i * row + n, (i + 1) * row + n}};
        for (int k = 0; k < 4; k++) {
            const int32_t a = edge[k][0], b = edge[k][1];
            top.triangle[top.ntriangle++] = (ab_triangle){{a, b, b + up}};
            top.triangle[top.ntriangle++] = (ab_triangle){{a, b + up, a + up}};
        }
    }
    return top;
}

typedef struct slab_case {
    double at;  // of the ball along the slab, m
    bool finer; // the slab has the finer points, which count then, not those of the ball
    v3 turn;    // of the whole scene, rad
    bool jittered;
    int finer_by; // of fields and points
} slab_case;

static const double BALL = 0.1, DEPTH = 0.004, SLAB_SPACING = 0.01, BALL_SPACING = 0.005; // m
enum { CELLS = 32 };

static v3 force_on_slab(int n, slab_case c) {
    abut_world_def def = linear_world(1e6, 1e-5);
    def.resolution = CELLS * c.finer_by;
    const abut_material_def material = smooth(1, 0);
    test_world t = open_world(1, &def, &material);
    const quat turn = quat_from_turn(c.turn);
    ab_mesh floor = slab(t.cx, n), ball = shape_sphere(t.cx, 4);
    if (c.jittered) jitter(&floor, n);
    for (int64_t i = 0; i < floor.nvertex; i++) floor.vertex[i] = quat_rotate(turn, floor.vertex[i]);
    for (int64_t i = 0; i < ball.nvertex; i++) ball.vertex[i] = v3_scale(BALL, ball.vertex[i]);
    const int32_t shape = add_mesh_shape(&t, &floor);
    const int32_t round = add_mesh_shape(&t, &ball);
    CHECK_OK(t.cx, abut_shape_set_detail(t.w, shape, 0, SLAB_SPACING / c.finer_by));
    CHECK_OK(t.cx, abut_shape_set_detail(t.w, round, 0, (c.finer ? 4 : 1) * BALL_SPACING / c.finer_by));
    add_shape(&t, shape, 0, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    const v3 place = quat_rotate(turn, v3_make(c.at, 0.03, BALL - DEPTH));
    const abut_body body = add_shape(&t, round, 1, place, (abut_v3){0, 0, 0});
    CHECK_OK(t.cx, ab_step_start(t.w));
    CHECK(abut_contact_count(t.w) > 3);
    const v3 force = quat_unrotate(turn, state_of(&t, body).force);
    close_world(&t);
    return force;
}

static double check_slabs(slab_case c) {
    const v3 two = force_on_slab(1, c), many = force_on_slab(10, c), max = force_on_slab(100, c);
    CHECK(two.z > 1);
    CHECK(v3_norm(v3_sub(many, two)) <= 1e-9 * two.z); // round-off
    CHECK(v3_norm(v3_sub(max, two)) <= 1e-9 * two.z);
    return two.z;
}

TEST(force_on_a_sliding_body_does_not_depend_on_the_tessellation_of_the_plane) {
    for (int k = 0; k < 2; k++) {
        const double at = -0.21 + 0.0837 * k;
        check_slabs((slab_case){at, false, {0, 0, 0}, false, 1});
        check_slabs((slab_case){at, true, {0, 0, 0}, false, 1});
    }
}

// Sums over the ball's points and over those of the plane go to different integrals of the depth over the surface:
//     2 pi R^2 int (R cos t - (R - d)) sin t dt = pi R d^2      and
//       2 pi int (R - |x|) (R - d)/|x| r dr = pi (R - d) d^2
// The field of the ball is interpolated linearly: up to h^2/8 (1/R + 1/R) too far, and the force goes with the square
// of the depth. Sums over the corners of triangles with the edges e miss sum e^2/12 of the r^2 in the depth d (1 -
// r^2/a^2), a^2 = 2 R d, whose mean is d/2.
TEST(force_of_a_ball_on_a_plane_is_nearly_the_same_whosever_points_count) {
    for (int finer_by = 1; finer_by <= 4; finer_by *= 4) {
        const double at = 0.0411;
        const double ball = force_on_slab(1, (slab_case){at, false, {0, 0, 0}, false, finer_by}).z;
        const double plane = force_on_slab(1, (slab_case){at, true, {0, 0, 0}, false, finer_by}).z;
        const double h = 2 * BALL / (CELLS * finer_by - 8), a2 = 2 * BALL * DEPTH; // four cells beside the ball
        const double far = h * h / (4 * BALL) / DEPTH;
        const double edges2 =
            (2 * SLAB_SPACING * SLAB_SPACING + 3 * BALL_SPACING * BALL_SPACING) / (finer_by * finer_by);
        CHECK_NEAR(plane / ball, (BALL - DEPTH) / BALL,
                   2 * far + edges2 / (6 * a2)); // 0.14, and 0.008 for the finer ones
    }
}

// The slab is not square: the frame of a square one, and with it the field's grid, would turn with round-off.
TEST(nor_does_it_on_a_tilted_plane_of_irregular_triangles) {
    const v3 turn = {0.3, -0.7, 0.2};
    check_slabs((slab_case){0.11, false, turn, true, 1});
    check_slabs((slab_case){0.11, true, turn, true, 1});
}

// Two wavy solids collide off centre, without friction or damping: the energy comes back. The gradient of the
// interpolant jumps between cells, so the error is of first order in the step, with a sign by chance: 1.2e-6 at 2 us,
// 4e-7 at 0.5 us.
TEST(frictionless_collision_of_complex_shapes_returns_the_energy) {
    abut_world_def def = linear_world(2e6, 5e-7);
    def.resolution = 64;
    const abut_material_def material = smooth(1, 0);
    test_world t = open_world(1, &def, &material);
    ab_mesh wavy = {0}, knot = {0};
    CHECK_OK(t.cx, ab_generate_superformula(t.cx, &(ab_superformula_def){5, 0.9, 1.3, 1.3, 0.5, 60}, &wavy));
    CHECK_OK(t.cx, ab_generate_knot(t.cx, &(ab_knot_def){2, 3, 0.3, 0.12, 0.06, 300, 24}, &knot));
    add_shape(&t, add_mesh_shape(&t, &wavy), 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    add_shape(&t, add_mesh_shape(&t, &knot), 1, (abut_v3){0.872, 0.1, 0.05}, (abut_v3){-2, 0, 0});
    bool touched = false;
    int64_t i = 0;
    for (; i < 400000 && !(touched && abut_contact_count(t.w) == 0); i++) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        touched = touched || abut_contact_count(t.w) > 0;
    }
    const abut_energy e = abut_world_energy(t.w);
    CHECK(touched && i < 400000);
    CHECK_NEAR(e.kinetic, e.initial, 1e-6 * e.initial);
    CHECK_NEAR(e.residual, 0, 1e-6 * e.initial);
    close_world(&t);
}

TEST(a_ball_rolls_off_a_mesh_as_off_a_plane) {
    double height[2];
    for (int k = 0; k < 2; k++) {
        abut_world_def def = linear_world(1e5, 1e-5);
        def.gravity = (abut_v3){0, 0, -9.81};
        const abut_material_def material = smooth(0.9, 0.3);
        test_world t = open_world(1, &def, &material);
        if (k == 0) {
            add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        } else {
            ab_mesh floor = slab(t.cx, 3);
            add_shape(&t, add_mesh_shape(&t, &floor), 0, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
        }
        const abut_body ball = add_ball(&t, 0.02, (abut_v3){0, 0, 0.03}, (abut_v3){0.3, 0.1, 0});
        run_steps(&t, 20000);
        height[k] = state_of(&t, ball).position.z;
        close_world(&t);
    }
    CHECK_NEAR(height[0], height[1], 1e-9);
}

static uint64_t hash_after(int threads, const char *detect) {
    abut_world_def def = linear_world(1e6, 1e-5);
    def.detect = detect;
    def.resolution = 16;
    def.gravity = (abut_v3){0, 0, -9.81};
    const abut_material_def material = smooth(0.5, 0.4);
    test_world t = open_world(threads, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    for (int i = 0; i < 4; i++)
        add_box(&t, (abut_v3){0.1, 0.1, 0.1}, 1, (abut_v3){0.02 * i, 0.01 * i, 0.049 + 0.0995 * i}, (abut_v3){0, 0, 0});
    run_steps(&t, 100);
    CHECK(abut_contact_count(t.w) > 4);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(stack_of_boxes_has_one_hash_for_any_detection_and_threads) {
    const uint64_t hash = hash_after(1, "tree");
    CHECK(hash == hash_after(3, "tree"));
    CHECK(hash == hash_after(1, "octree"));
    CHECK(hash == hash_after(2, "brute"));
}

static test_world knots_world(const char *detect) {
    abut_world_def def = linear_world(1e6, 2e-5);
    def.detect = detect;
    const abut_material_def material = smooth(0.8, 0.1);
    test_world t = open_world(1, &def, &material);
    ab_mesh knot = {0};
    CHECK_OK(t.cx, ab_generate_knot(t.cx, &(ab_knot_def){2, 3, 0.3, 0.12, 0.06, 80, 8}, &knot));
    const int32_t shape = add_mesh_shape(&t, &knot);
    add_shape(&t, shape, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    add_shape(&t, shape, 1, (abut_v3){1, 0.1, 0.1}, (abut_v3){-10, 0, 0});
    return t;
}

TEST(a_pair_is_passed_over_only_while_it_cannot_touch) {
    test_world t = knots_world("tree"), all = knots_world("brute");
    int touching = 0, passed_over = 0;
    for (int i = 0; i < 2000; i++) {
        run_steps(&t, 1);
        run_steps(&all, 1);
        CHECK(abut_contact_count(t.w) == abut_contact_count(all.w));
        touching += abut_contact_count(t.w) > 0;
        passed_over += t.w->collision.pairs.n > 0 && t.w->collision.separation[0].clear > 0;
    }
    CHECK(abut_world_hash(t.w) == abut_world_hash(all.w));
    CHECK(touching > 50 && passed_over > 500);
    close_world(&t);
    close_world(&all);
}

CLAIMS(CLAIM(slider_collision_swaps_the_speeds_exactly),
       CLAIM(slider_collision_with_hertz_swaps_the_speeds_in_second_order),
       CLAIM(a_cube_comes_to_rest_on_a_plane_under_its_weight),
       CLAIM(force_on_a_sliding_body_does_not_depend_on_the_tessellation_of_the_plane),
       CLAIM(force_of_a_ball_on_a_plane_is_nearly_the_same_whosever_points_count),
       CLAIM(nor_does_it_on_a_tilted_plane_of_irregular_triangles),
       CLAIM(frictionless_collision_of_complex_shapes_returns_the_energy),
       CLAIM(a_ball_rolls_off_a_mesh_as_off_a_plane), CLAIM(stack_of_boxes_has_one_hash_for_any_detection_and_threads),
       CLAIM(a_pair_is_passed_over_only_while_it_cannot_touch))
