// Impacts of polyhedra in the world's own step.
#include "parameters.h"
#include "polyhedral.h"
#include "polyhedra.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------------- conservation

static int32_t add_hull_of(test_world *t, int kind) {
    int32_t shape = 0;
    if (kind == 0) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){1, 1, 1}, &shape));
    if (kind == 1) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){1.2, 0.8, 0.6}, &shape));
    static const abut_v3 octahedron[6] = {{0.7, 0, 0},  {-0.7, 0, 0}, {0, 0.7, 0},
                                          {0, -0.7, 0}, {0, 0, 0.7},  {0, 0, -0.7}};
    if (kind == 2) CHECK_OK(t->cx, abut_shape_add_hull(t->w, octahedron, 6, &shape));
    static const abut_v3 wedge[6] = {{0.6, 0, -0.4},  {-0.3, 0.5, -0.4}, {-0.3, -0.5, -0.4},
                                     {0.6, 0.1, 0.4}, {-0.3, 0.6, 0.4},  {-0.3, -0.4, 0.4}};
    if (kind == 3) CHECK_OK(t->cx, abut_shape_add_hull(t->w, wedge, 6, &shape));
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

typedef struct outcome {
    double kept;  // what is missing of the energy when they have parted, relative
    double worst; // of the ledger on the way
    double momentum, spin;
} outcome;

typedef struct motion {
    v3 momentum, spin;
} motion;

static motion motion_of(const ab_world *w) {
    motion m = {v3_zero(), v3_zero()};
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++) {
        const v3 p = v3_scale(ab_mass_of(b, i), b->v[i]);
        m.momentum = v3_add(m.momentum, p);
        m.spin = v3_add(m.spin, v3_add(b->l[i], v3_cross(b->x[i], p)));
    }
    return m;
}

// Young's modulus and density are such that an impact lasts about 0.1 s: 500 steps.
static outcome collide(int number, double dt) {
    abut_world_def def = volume_def(dt);
    def.gravity = (abut_v3){0, 0, 0};
    GIVE(def, "soft_volume", 1e-3);
    abut_material_def stone = {.size = sizeof(abut_material_def),
                               .name = "stone",
                               .density = 1,
                               .young = 600,
                               .poisson = 0.25,
                               .restitution = 1,
                               .friction = 0,
                               .sliding_friction = -1};
    test_world t = open_world(1, &def, &stone);
    ab_random r = ab_random_start(31, (uint64_t)number);
    throw_one(&t, &r, number % 4, -0.9);
    throw_one(&t, &r, (number + 1) % 4, 0.9);
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double before = energy_of(&t).initial;
    const motion start = motion_of(t.w);
    outcome out = {0};
    bool touched = false;
    for (double time = 0; time < 1.5; time += dt) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        out.worst = fmax(out.worst, fabs(energy_of(&t).residual / before));
        touched = touched || abut_contact_count(t.w) > 0;
    }
    const motion end = motion_of(t.w);
    CHECK(touched && abut_contact_count(t.w) == 0);
    out.kept = fabs(energy_of(&t).kinetic / before - 1);
    out.momentum = v3_norm(v3_sub(end.momentum, start.momentum));
    out.spin = v3_norm(v3_sub(end.spin, start.spin));
    close_world(&t);
    return out;
}

TEST(oblique_elastic_collisions_conserve_energy_and_momentum) {
    double coarse = 0, fine = 0;
    for (int i = 0; i < 48; i++) {
        const outcome rough = collide(i, 6e-4), out = collide(i, 3e-4);
        CHECK_NEAR(out.kept, 0, 1e-6);
        CHECK_NEAR(out.momentum, 0, 1e-13);
        CHECK_NEAR(out.spin, 0, 1e-12); // x cross p is rounded in each of 5000 steps
        coarse += rough.worst;
        fine += out.worst;
    }
    CHECK_NEAR(coarse / fine, 4, 0.4); // second order
}

// -------------------------------------------------------------------------------------------------- restitution

#define EDGE 0.01 // of the cube, m

typedef struct impact {
    abut_world_def def;
    double young, restitution;
    abut_quat orientation;
    v3 velocity;
    bool finer;   // the step may be smaller than the recommended one
    double phase; // how long it flies before it touches, in steps
} impact;

static v3 lowest_corner(quat q) {
    v3 low = v3_zero();
    for (int k = 0; k < 8; k++) {
        const v3 corner = v3_scale(EDGE / 2, v3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
        if (quat_rotate(q, corner).z < quat_rotate(q, low).z) low = corner;
    }
    return low;
}

// How fast the corner that touches leaves the floor, over how fast it came.
static double rebound_of(const impact *in) {
    abut_material_def stone = {.size = sizeof(abut_material_def),
                               .name = "stone",
                               .density = 2500,
                               .young = in->young,
                               .poisson = 0.25,
                               .restitution = in->restitution,
                               .friction = 0,
                               .sliding_friction = -1};
    test_world t = open_world(1, &in->def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const v3 corner = lowest_corner(in->orientation);
    const double height = -quat_rotate(in->orientation, corner).z;
    const abut_body cube = add_cube(&t, EDGE, (abut_v3){0, 0, height * (1 + 1e-9)}, in->orientation, in->velocity);
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    CHECK(in->finer || in->def.dt == 0 || in->def.dt > advice.recommended);
    t.w->state.body.x[1].z -= in->phase * (in->def.dt > 0 ? in->def.dt : advice.recommended) * in->velocity.z;
    run_until_apart(&t, 1000000);
    const abut_body_state s = state_of(&t, cube);
    const v3 arm = quat_rotate(s.orientation, corner);
    const double away = s.velocity.z + v3_cross(s.angular_velocity, arm).z;
    close_world(&t);
    return away / -in->velocity.z;
}

static const quat FACE = {1, 0, 0, 0};
static quat on_edge(void) { return turn_about((abut_v3){1, 0, 0}, PI / 4); }
static quat on_corner(void) { return turn_about((abut_v3){1, -1, 0}, acos(sqrt(1.0 / 3))); }

static const double REQUESTED[] = {1, 0.8, 0.5, 0.2, 0.1, 0.05};
enum { REQUESTS = sizeof REQUESTED / sizeof REQUESTED[0], PHASES = 5 };

// Prints what is missing in percent, where the phase in which a step meets the contact makes it worst.
static void check_returned(const char *what, impact in, double tolerance) {
    print_message("| %s |", what);
    for (int i = 0; i < REQUESTS; i++) {
        double worst = 0;
        in.restitution = REQUESTED[i];
        for (int k = 0; k < PHASES; k++) {
            in.phase = (double)k / PHASES;
            worst = fmax(worst, fabs(rebound_of(&in) / in.restitution - 1));
        }
        print_message(" %.2f |", 100 * worst);
        CHECK_NEAR(worst, 0, tolerance);
    }
    print_message("\n");
}

static impact slow_impact(quat orientation) {
    impact in = {volume_def(0), 1e8, 1, orientation, {0, 0, -0.2}, false, 0};
    in.def.gravity = (abut_v3){0, 0, 0};
    return in;
}

// At the recommended step. 1 % is what users are promised; measured are 0.2 % with faces, which the step makes 18 steps
// long, and 0.01 % with edges and corners, which are softer.
TEST(requested_restitution_is_obtained_by_faces_edges_and_corners) {
    check_returned("face", slow_impact(FACE), 0.003);
    check_returned("edge", slow_impact(on_edge()), 0.001);
    check_returned("corner", slow_impact(on_corner()), 0.001);
}

// At a larger step than the recommended one. A cube turns by 1e-4 while it touches, for it is stiff and slow: of 1/20
// of the speed that is 0.3 % (ten times as fast it is three times as much, as the depth).
TEST(requested_restitution_is_obtained_by_oblique_impacts) {
    const quat orientation[] = {turn_about((abut_v3){3, 1, 2}, 0.4), turn_about((abut_v3){-1, 2, 1}, 1.1)};
    for (int k = 0; k < 2; k++) {
        impact in = slow_impact(orientation[k]);
        in.young = 1e12;
        in.velocity = v3_make(4e-6, 0, -1e-5);
        GIVE(in.def, "soft_volume", 0);
        in.def.dt = 6e-5;
        check_returned("oblique", in, 0.005);
    }
}

// Two cubes, face on face, which together are twice as stiff and half as heavy: the shortest of all contacts, with V0
// from the step and given.
TEST(requested_restitution_is_obtained_by_two_cubes) {
    for (int i = 0; i < REQUESTS * PHASES * 2; i++) {
        abut_material_def stone = {.size = sizeof(abut_material_def),
                                   .name = "stone",
                                   .density = 2500,
                                   .young = 1e8,
                                   .poisson = 0.25,
                                   .restitution = REQUESTED[i / PHASES % REQUESTS],
                                   .friction = 0,
                                   .sliding_friction = -1};
        impact in = slow_impact(FACE);
        if (i / PHASES >= REQUESTS) GIVE(in.def, "soft_volume", 0.01 * pow(EDGE, 3));
        test_world t = open_world(1, &in.def, &stone);
        add_cube(&t, EDGE, (abut_v3){0, 0, 0}, FACE, (abut_v3){0, 0, 0});
        const abut_body upper = add_cube(&t, EDGE, (abut_v3){1e-3, 0, EDGE * (1 + 1e-9)}, FACE, in.velocity);
        ab_step_advice advice;
        CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
        t.w->state.body.x[1].z -= (double)(i % PHASES) / PHASES * advice.recommended * in.velocity.z;
        run_until_apart(&t, 1000000);
        const v3 arm = v3_make(-0.5e-3, 0, -EDGE / 2); // to the middle of the faces that touch
        const double away =
            2 * (state_of(&t, upper).velocity.z + v3_cross(state_of(&t, upper).angular_velocity, arm).z) -
            in.velocity.z;
        CHECK_NEAR(away / -in.velocity.z / stone.restitution, 1,
                   0.01); // they turn a little: not quite one above the other
        close_world(&t);
    }
}

TEST(logarithmic_damping_misses_it_as_published) {
    char line[200], form[20];
    FILE *file = open_data("restitution_oracles.txt");
    double speed, requested, expected;
    int seen = 0;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "impact %19s %lf %lf %lf", form, &speed, &requested, &expected) != 4) continue;
        impact in = {volume_def(0), 1e7,   requested, form[0] == 'f' ? FACE : form[0] == 'e' ? on_edge() : on_corner(),
                     {0, 0, 0},     false, 0};
        const double mass = 2500 * pow(EDGE, 3), radius = EDGE * cbrt(0.75 / PI);
        in.velocity.z = -speed * EDGE * EDGE * sqrt(in.young / radius / mass);
        in.finer = true;
        in.def.damping = "logarithmic";
        in.def.gravity = (abut_v3){0, 0, 0};
        GIVE(in.def, "soft_volume", 0);
        in.def.allow_large_dt = true;
        in.def.dt = (form[0] == 'f' ? 2e-3 : 1e-1) * EDGE * cbrt(speed) * sqrt(2500 / in.young);
        CHECK_NEAR(rebound_of(&in), expected, 1e-3); // faces begin to touch with an infinite stiffness
        seen++;
    }
    CHECK(seen == 48);
    fclose(file);
}

// ---------------------------------------------------------------------------------------------------- cylinder

typedef struct cylinder {
    double length, diameter, theta, restitution, spin, speed;
} cylinder;

typedef struct result {
    double spin, speed;
} result;

// Until it parts, or, without restitution, until it goes no deeper: it would part only after a long time.
static void run_until_it_turns(test_world *t, bool dead) {
    double deepest = 0;
    bool touched = false;
    for (int64_t i = 0; i < 100000; i++) {
        CHECK_OK(t->cx, abut_world_step(t->w));
        const bool touches = abut_contact_count(t->w) > 0;
        const double depth = touches ? -abut_contact_get(t->w, 0).gap : 0;
        if (touched && (!touches || (dead && depth < deepest))) return;
        touched = touched || touches;
        deepest = depth;
    }
    fail_msg("it does not turn");
}

// A prism with a corner where the cylinder touches.
static result hit_wall(const cylinder *c, double young) {
    abut_world_def def = volume_def(2e-3 * pow(young, -0.25)); // some 1000 steps of contact
    def.gravity = (abut_v3){0, 0, 0};
    GIVE(def, "soft_volume", 0);
    const double volume = PI / 4 * c->diameter * c->diameter * c->length;
    abut_material_def stuff = {.size = sizeof(abut_material_def),
                               .name = "stuff",
                               .density = 1 / volume,
                               .young = young,
                               .poisson = 0.25,
                               .restitution = c->restitution,
                               .friction = 0,
                               .sliding_friction = -1};
    test_world t = open_world(1, &def, &stuff);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_cylinder(t.w, c->diameter / 2, c->length, &shape));
    const double height = 0.5 * (c->length * sin(c->theta) + c->diameter * cos(c->theta));
    const abut_body body = add_shape(&t, shape, (abut_v3){0, 0, height * (1 + 1e-9)},
                                     turn_about((abut_v3){0, 1, 0}, PI / 2 + c->theta), (abut_v3){0, 0, -1});
    run_until_it_turns(&t, c->restitution == 0);
    const abut_body_state s = state_of(&t, body);
    close_world(&t);
    return (result){s.angular_velocity.y, s.velocity.z};
}

// A stiffer cylinder turns less while it touches: the error goes with K^(-1/4).
TEST(cylinders_rebound_as_rigid_body_mechanics_says) {
    FILE *file = open_data("cylinder_oracles.txt");
    char line[200];
    int seen = 0;
    while (fgets(line, sizeof line, file)) {
        cylinder c;
        if (sscanf(line, "impact %lf %lf %lf %lf %lf %lf", &c.length, &c.diameter, &c.theta, &c.restitution, &c.spin,
                   &c.speed) != 6)
            continue;
        c.theta *= PI / 180;
        const result soft = hit_wall(&c, 2.5e10), hard = hit_wall(&c, 4e11);
        CHECK_NEAR(soft.spin, c.spin, 1e-2);
        CHECK_NEAR(soft.speed, c.speed, 1e-2);
        CHECK_NEAR(2 * hard.spin - soft.spin, c.spin, 1e-4);
        CHECK_NEAR(2 * hard.speed - soft.speed, c.speed, 1e-4);
        seen++;
    }
    CHECK(seen == 75);
    fclose(file);
}

// -------------------------------------------------------------------------------------------------------- colliders

static abut_collider_def box_at(test_world *t, v3 edges, v3 at) {
    abut_collider_def def = abut_collider_default();
    CHECK_OK(t->cx, abut_shape_add_box(t->w, edges, &def.shape));
    def.material = t->material;
    def.position = at;
    return def;
}

// A cube with an arm in `pieces`, and a cube that hits the inner corner of the two.
static test_world open_hook(int pieces, double dt, double apart) {
    abut_world_def def = volume_def(dt);
    def.gravity = (abut_v3){0, 0, 0};
    GIVE(def, "soft_volume", 1e-3);
    abut_material_def stone = {.size = sizeof(abut_material_def),
                               .name = "stone",
                               .density = 1,
                               .young = 600,
                               .poisson = 0.25,
                               .restitution = 1,
                               .friction = 0,
                               .sliding_friction = -1};
    test_world t = open_world(1, &def, &stone);
    abut_collider_def of[8] = {box_at(&t, v3_make(1, 1, 1), v3_zero())};
    const double length = 1.2 / pieces;
    for (int i = 0; i < pieces; i++)
        of[1 + i] = box_at(&t, v3_make(length, 0.6, 0.8), v3_make(0.5 + (i + 0.5) * length, -0.2, 0));
    abut_body_def hook = abut_body_default();
    hook.colliders = of;
    hook.ncollider = 1 + pieces;
    hook.mass = 1; // whatever its arm weighs
    hook.inertia = (abut_v3){1.0 / 6, 1.0 / 6, 1.0 / 6};
    CHECK_OK(t.cx, abut_body_add(t.w, &hook, NULL));
    const v3 from = v3_make(0.85, 0.55, 0.1);
    add_cube(&t, 0.8, v3_add_scaled(from, apart, v3_make(1, 1, 0)), turn_about((abut_v3){1, 2, 0.5}, 0.9),
             (abut_v3){-0.7, -0.7, 0});
    return t;
}

TEST(bodies_of_convex_colliders_do_not_feel_how_they_are_split) {
    v3 force[3], torque[3];
    for (int k = 0; k < 3; k++) {
        test_world t = open_hook(1 << k, 1e-4, 0);
        CHECK_OK(t.cx, ab_step_start(t.w));
        CHECK(abut_contact_count(t.w) > 1); // the cube's and the arm's
        force[k] = t.w->state.body.force[0];
        torque[k] = t.w->state.body.torque[0];
        close_world(&t);
    }
    for (int k = 1; k < 3; k++) {
        CHECK_NEAR(v3_norm(v3_sub(force[k], force[0])), 0, 1e-12 * v3_norm(force[0]));
        CHECK_NEAR(v3_norm(v3_sub(torque[k], torque[0])), 0, 1e-12 * v3_norm(force[0]));
    }
}

TEST(bodies_of_convex_colliders_conserve_energy_and_momentum) {
    test_world t = open_hook(3, 2e-4, 0.6);
    CHECK_OK(t.cx, ab_step_start(t.w));
    const motion start = motion_of(t.w);
    int64_t max = 0;
    for (int i = 0; i < 10000; i++) {
        run_steps(&t, 1);
        max = max > abut_contact_count(t.w) ? max : abut_contact_count(t.w);
    }
    CHECK(max > 1 && abut_contact_count(t.w) == 0);
    CHECK_NEAR(energy_of(&t).kinetic / energy_of(&t).initial, 1, 1e-6);
    CHECK_NEAR(v3_norm(v3_sub(motion_of(t.w).momentum, start.momentum)), 0, 1e-13);
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------------ refusals

static void refuses(const abut_world_def *def, bool capsule, const char *why) {
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, def, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_capsule(t.w, EDGE, EDGE, &shape));
    if (capsule)
        add_shape(&t, shape, (abut_v3){0, 0, 1}, FACE, (abut_v3){0, 0, 0});
    else
        add_cube(&t, EDGE, (abut_v3){0, 0, 1}, FACE, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_step(t.w));
    CHECK(strstr(abut_context_message(t.cx), why));
    close_world(&t);
}

TEST(the_law_of_volumes_refuses_what_it_cannot_do) {
    abut_world_def def = volume_def(1e-6);
    refuses(&def, true, "a capsule has no faces");
    def.geometry = "sdf";
    refuses(&def, false, "contact.geometry: sdf");
    def.geometry = "auto";
    def.damping = "viscous";
    refuses(&def, false, "damping 'viscous'");
}

CLAIMS(CLAIM(the_law_of_volumes_refuses_what_it_cannot_do),
       CLAIM(bodies_of_convex_colliders_do_not_feel_how_they_are_split),
       CLAIM(bodies_of_convex_colliders_conserve_energy_and_momentum),
       CLAIM(oblique_elastic_collisions_conserve_energy_and_momentum),
       CLAIM(requested_restitution_is_obtained_by_faces_edges_and_corners),
       CLAIM(requested_restitution_is_obtained_by_oblique_impacts),
       CLAIM(requested_restitution_is_obtained_by_two_cubes), CLAIM(logarithmic_damping_misses_it_as_published),
       CLAIM(cylinders_rebound_as_rigid_body_mechanics_says))
