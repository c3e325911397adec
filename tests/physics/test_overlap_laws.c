// Hertz' and the linear law on exact overlaps of polyhedra, and balls among polyhedra under every law.
#include "parameters.h"
#include "polyhedral.h"

#define EDGE 0.01 // of the cube, m

static const quat FACE = {1, 0, 0, 0};
static quat on_edge(void) { return turn_about((abut_v3){1, 0, 0}, PI / 4); }
static quat on_corner(void) { return turn_about((abut_v3){1, -1, 0}, acos(sqrt(1.0 / 3))); }

static const char *const LAWS[] = {"hertz", "linear"};

static abut_world_def overlap_def(const char *law, double dt) {
    abut_world_def def = abut_world_default();
    def.normal_law = law;
    def.geometry = "overlap";
    GIVE(def, "stiffness", 1e4);
    def.dt = dt;
    return def;
}

static abut_material_def stone_of(double young, double restitution, double friction) {
    return (abut_material_def){.size = sizeof(abut_material_def),
                               .name = "stone",
                               .density = 2500,
                               .young = young,
                               .poisson = 0.25,
                               .restitution = restitution,
                               .friction = friction,
                               .sliding_friction = -1};
}

// -------------------------------------------------------------------------------------------------- conservation

static int32_t add_hull_of(test_world *t, int kind) {
    int32_t shape = 0;
    static const abut_v3 octahedron[6] = {{0.7, 0, 0},  {-0.7, 0, 0}, {0, 0.7, 0},
                                          {0, -0.7, 0}, {0, 0, 0.7},  {0, 0, -0.7}};
    static const abut_v3 wedge[6] = {{0.6, 0, -0.4},  {-0.3, 0.5, -0.4}, {-0.3, -0.5, -0.4},
                                     {0.6, 0.1, 0.4}, {-0.3, 0.6, 0.4},  {-0.3, -0.4, 0.4}};
    if (kind == 0) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){1.2, 0.8, 0.6}, &shape));
    if (kind == 1) CHECK_OK(t->cx, abut_shape_add_hull(t->w, octahedron, 6, &shape));
    if (kind == 2) CHECK_OK(t->cx, abut_shape_add_hull(t->w, wedge, 6, &shape));
    if (kind == 3) CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.5, &shape));
    return shape;
}

static void throw_one(test_world *t, ab_random *r, int kind, double side) {
    abut_body_def def = abut_body_default();
    def.name = "body";
    def.shape = add_hull_of(t, kind);
    def.material = t->material;
    def.position = ab_random_in_box(r, v3_make(side, -0.25, -0.25), v3_make(side, 0.25, 0.25));
    def.orientation = ab_random_rotation(r);
    def.velocity = (abut_v3){side > 0 ? -1 : 1, 0, 0};
    def.angular_velocity = ab_random_in_box(r, v3_make(-0.5, -0.5, -0.5), v3_make(0.5, 0.5, 0.5));
    CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
}

static v3 spin_of(const ab_world *w) {
    v3 spin = v3_zero();
    for (int64_t i = 0; i < w->state.body.n; i++)
        spin = v3_add(
            spin, v3_add(w->state.body.l[i],
                         v3_cross(w->state.body.x[i], v3_scale(ab_mass_of(&w->state.body, i), w->state.body.v[i]))));
    return spin;
}

// Energy that is missing when two bodies have parted, relative.
static double missing_after(const abut_world_def *def, int number) {
    abut_material_def stone = stone_of(100, 1, 0);
    stone.density = 1;
    test_world t = open_world(1, def, &stone);
    ab_random r = ab_random_start(31, (uint64_t)number);
    throw_one(&t, &r, number % 3, -0.9);
    throw_one(&t, &r, (number + 1) % 4, 0.9);
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double before = energy_of(&t).initial;
    const v3 spin = spin_of(t.w);
    bool touched = false;
    for (double time = 0; time < 2.5; time += def->dt) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        touched = touched || abut_contact_count(t.w) > 0;
        CHECK(abut_contact_count(t.w) <= 1);
    }
    CHECK(touched && abut_contact_count(t.w) == 0);
    const double missing = fabs(energy_of(&t).kinetic / before - 1);
    CHECK_NEAR(v3_norm(v3_sub(spin_of(t.w), spin)), 0, 1e-12); // as in test_polyhedra.c
    close_world(&t);
    return missing;
}

// Impacts of 500 steps: what remains is the error of second order of the step, which test_polyhedra.c has measured for
// the volume, at a tenth of its stiffness.
TEST(elastic_collisions_of_every_law_conserve_energy_and_spin) {
    static const char *const all[] = {"hertz", "linear", "power", "volume"};
    for (int law = 0; law < 4; law++)
        for (int i = 0; i < 12; i++) {
            abut_world_def def = overlap_def(all[law], 3e-4);
            def.gravity = (abut_v3){0, 0, 0};
            GIVE(def, "soft_volume", 1e-3);
            GIVE(def, "stiffness", 100);
            CHECK_NEAR(missing_after(&def, i), 0, 2e-5);
        }
}

// ------------------------------------------------------------------------------------------------------- stiffness

// Force on a cube that is pressed into a floor by d, of Young's modulus 1e7, over that of the rigid punch.
static double force_at(const char *law, quat orientation, double height, double d) {
    abut_world_def def = overlap_def(law, 1e-9);
    def.gravity = (abut_v3){0, 0, 0};
    const abut_material_def stone = stone_of(1e7, 1, 0);
    test_world t = open_world(1, &def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_cube(&t, EDGE, (abut_v3){0, 0, height - d}, orientation, (abut_v3){0, 0, 0});
    CHECK_OK(t.cx, ab_step_start(t.w));
    CHECK(t.w->state.contacts.n == 1);
    const double force = t.w->state.contacts.normal_force[0];
    close_world(&t);
    return force;
}

// E* of two equal bodies. A square punch on a half-space has F = 1.142 E* L d, a cone with the sections of the corner of
// a cube F = 0.5789 E* d^2 [johnson1985]; a constant K for all shapes leaves 6 % (docs/decisions/0011).
TEST(faces_and_corners_have_the_stiffness_of_the_half_space) {
    const double modulus = 0.5 * 1e7 / (1 - 0.0625), d = 1e-5;
    CHECK_NEAR(force_at("hertz", FACE, 0.5 * EDGE, d) / (1.142 * modulus * EDGE * d), 1, 0.06);
    CHECK_NEAR(force_at("hertz", on_corner(), 0.5 * sqrt(3) * EDGE, d) / (0.5789 * modulus * d * d), 1, 0.06);
}

TEST(faces_under_the_linear_law_have_its_stiffness) {
    CHECK_NEAR(force_at("linear", FACE, 0.5 * EDGE, 1e-5) / (1e4 * 1e-5), 1, 1e-9); // round-off of the depth over EDGE
}

// ----------------------------------------------------------------------------------------------------- restitution

static double rebound(const char *law, double e, quat orientation, double phase) {
    abut_world_def def = overlap_def(law, 0);
    def.gravity = (abut_v3){0, 0, 0};
    const abut_material_def stone = stone_of(1e7, e, 0);
    test_world t = open_world(1, &def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const double half = 0.5 * EDGE, height = orientation.w == 1           ? half
                                             : fabs(orientation.y) > 1e-9 ? sqrt(3) * half
                                                                          : sqrt(2) * half;
    const abut_body cube = add_cube(&t, EDGE, (abut_v3){0, 0, height * (1 + 1e-9)}, orientation, (abut_v3){0, 0, -0.2});
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    t.w->state.body.x[1].z += phase * advice.recommended * 0.2;
    run_until_apart(&t, 1000000);
    const double away = state_of(&t, cube).velocity.z;
    close_world(&t);
    return away / 0.2;
}

// 2 % is what is promised of the step that is chosen.
TEST(requested_restitution_is_obtained_by_faces_edges_and_corners) {
    static const double requested[] = {1, 0.8, 0.5, 0.2, 0.1};
    const quat orientation[] = {FACE, on_edge(), on_corner()};
    for (int law = 0; law < 2; law++)
        for (int o = 0; o < 3; o++) {
            print_message("| %s %d |", LAWS[law], o);
            for (int i = 0; i < 5; i++) {
                double worst = 0;
                for (int k = 0; k < 5; k++)
                    worst =
                        fmax(worst, fabs(rebound(LAWS[law], requested[i], orientation[o], 0.2 * k) / requested[i] - 1));
                print_message(" %.2f |", 100 * worst);
                CHECK_NEAR(worst, 0, 0.02);
            }
            print_message("\n");
        }
}

// ------------------------------------------------------------------------------------------------------------ rest

// A box slides to a stop at v^2/(2 mu g); it begins at the depth of rest.
TEST(a_sliding_box_stops_where_it_should) {
    for (int law = 0; law < 2; law++) {
        const abut_world_def def = overlap_def(LAWS[law], 0);
        const abut_material_def stone = stone_of(1e8, 0.5, 0.3);
        test_world t = open_world(1, &def, &stone);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        int32_t shape;
        CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){4 * EDGE, 4 * EDGE, EDGE}, &shape));
        const abut_body box = add_shape(&t, shape, (abut_v3){0, 0, 0.5 * EDGE}, FACE, (abut_v3){0.5, 0, 0});
        while (abut_world_time(t.w) < 0.3) run_steps(&t, 1);
        const abut_body_state s = state_of(&t, box);
        const double expected = 0.25 / (2 * 0.3 * 9.81);
        CHECK_NEAR(v3_norm(s.velocity), 0, 1e-4);
        // the weight is on the floor after the first bounces, of 1e-5 of the edge; the springs give way by microns
        CHECK_NEAR(s.position.x / expected, 1, 2e-3);
        CHECK_NEAR(energy_of(&t).residual, 0, 1e-3 * energy_of(&t).initial);
        close_world(&t);
    }
}

static void check_stack(const char *law, double edge, double thin, double young) {
    const abut_world_def def = overlap_def(law, 0);
    const abut_material_def stone = stone_of(young, 0.3, 0.5);
    test_world t = open_world(1, &def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){edge, edge, thin}, &shape));
    abut_body box[3];
    for (int i = 0; i < 3; i++)
        box[i] = add_shape(&t, shape, (abut_v3){0.01 * edge * i, 0, (i + 0.5) * thin}, FACE, (abut_v3){0, 0, 0});
    run_steps(&t, 20000);
    CHECK(abut_contact_count(t.w) == 3);
    for (int i = 0; i < 3; i++) {
        const abut_body_state s = state_of(&t, box[i]);
        CHECK_NEAR(v3_norm(s.velocity), 0, 1e-4 * sqrt(9.81 * edge));
        CHECK_NEAR(s.position.z, (i + 0.5) * thin, 0.03 * thin); // the depth of rest: a box of 1 mm to 10 m of 1e7 Pa
        CHECK_NEAR(quat_rotate(s.orientation, v3_make(0, 0, 1)).z, 1, 1e-5);
    }
    close_world(&t);
}

TEST(stacks_of_three_boxes_stand_at_any_size) {
    check_stack("hertz", 0.001, 0.001, 1e7);
    check_stack("hertz", 0.1, 0.1, 1e7);
    check_stack("hertz", 0.1, 0.002, 1e7);
    check_stack("hertz", 10, 10, 1e9);
    check_stack("linear", 0.01, 0.01, 1e7);
}

// ----------------------------------------------------------------------------------------------------------- balls

// A ball bounces on a box, the edge of a box and a floor under every law; elastic, it comes back as fast.
static double ball_on(const char *law, const char *geometry, double offset) {
    abut_world_def def = overlap_def(law, 0);
    def.geometry = geometry;
    def.gravity = (abut_v3){0, 0, 0};
    const abut_material_def stone = stone_of(1e7, 1, 0);
    test_world t = open_world(1, &def, &stone);
    abut_body_def box = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.1, 0.1}, &box.shape));
    box.name = "box";
    box.material = t.material;
    box.fixed = true;
    CHECK_OK(t.cx, abut_body_add(t.w, &box, NULL));
    const abut_body ball = add_ball(&t, EDGE, (abut_v3){offset, 0, 0.05 + 1.001 * EDGE}, (abut_v3){0, 0, -0.2});
    run_until_apart(&t, 1000000);
    const double speed = v3_norm(state_of(&t, ball).velocity);
    CHECK(!t.w->config.shapes[0].sdf_collider);
    close_world(&t);
    return speed / 0.2;
}

TEST(balls_meet_boxes_in_closed_form_under_every_law) {
    for (int k = 0; k < 3; k++) { // on the face, on the edge, and beyond it
        const double offset = k == 0 ? 0.01 : k == 1 ? 0.05 : 0.054;
        CHECK_NEAR(ball_on("hertz", "overlap", offset), 1, 2e-3); // second order of the step of 18 in a contact
        CHECK_NEAR(ball_on("linear", "overlap", offset), 1, 2e-3);
        CHECK_NEAR(ball_on("volume", "auto", offset), 1, 2e-3);
    }
}

CLAIMS(CLAIM(elastic_collisions_of_every_law_conserve_energy_and_spin),
       CLAIM(faces_and_corners_have_the_stiffness_of_the_half_space),
       CLAIM(faces_under_the_linear_law_have_its_stiffness),
       CLAIM(requested_restitution_is_obtained_by_faces_edges_and_corners), CLAIM(a_sliding_box_stops_where_it_should),
       CLAIM(stacks_of_three_boxes_stand_at_any_size), CLAIM(balls_meet_boxes_in_closed_form_under_every_law))
