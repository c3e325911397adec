// Contact without friction and damping is the gradient of a potential: what goes round comes back with its energy, and
// edges are passed without a jump.
// labels: slow long
#include "scene_files.h"
#include "step/phases.h"
#include "step/step.h"

typedef struct moon {
    const char *shape, *detect;
    double stiffness, x; // N/m; where it begins to slide, m
} moon;

// A spring pulls a body to the middle of an ellipsoid of 5120 triangles. It slides round at 1.5 m/s, and turns as if it
// rolled.
static void open_planet(scene_files *f, char text[1000], const moon *m, double dt, double speed, double restitution) {
    snprintf(text, 1000,
             "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 0.5, dt: %g, integrator: verlet}\n"
             "contact: {law: linear, stiffness: %g, resolution: 32, detect: %s}\n"
             "materials: {m: {restitution: %g, friction: 0}}\nbodies:\n"
             "  - {name: planet, shape: {ellipsoid: [0.1, 0.08, 0.06]}, material: m, fixed: true}\n"
             "  - {name: moon, shape: {%s}, material: m, mass: 0.1, position: [%.17g, 0, 0], velocity: "
             "[0, %g, %g], angular_velocity: [0, %g, %g]}\n"
             "forces:\n  - {kind: spring, b: moon, at_a: [0, 0, 0], at_b: [0, 0, 0], stiffness: 100, length: 0}\n",
             dt, m->stiffness, m->detect, restitution, m->shape, m->x, speed, 0.3 * speed, -14 * speed, 50 * speed);
    scene_text(f, text);
    CHECK_LOADED(f);
}

static double resting_place(const moon *m) {
    char text[1000];
    scene_files f;
    open_planet(&f, text, m, 8e-5, 0, 0);
    for (int i = 0; i < 2500; i++) CHECK_OK(f.cx, abut_world_step(f.scene->world));
    const double x = f.scene->world->state.body.x[1].x;
    files_end(&f);
    return x;
}

// The largest error of the energy on a way once round, over the kinetic energy.
static double error_on_a_loop(const moon *m, double dt) {
    char text[1000];
    scene_files f;
    open_planet(&f, text, m, dt, 1.5, 1);
    ab_world *w = f.scene->world;
    double worst = 0, turned = 0;
    const double kinetic = abut_world_energy(w).kinetic;
    int64_t touching = 0;
    while (w->state.step < f.scene->steps) {
        const v3 before = w->state.body.x[1];
        CHECK_OK(f.cx, abut_world_step(w));
        const v3 after = w->state.body.x[1];
        turned += atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y);
        worst = fmax(worst, fabs(w->ledger.energy.residual));
        touching += w->state.contacts.n > 0;
    }
    CHECK(turned > 6.3 && touching > w->state.step * 3 / 4); // once round, mostly in contact
    files_end(&f);
    return worst / kinetic;
}

TEST(a_ball_that_slides_round_a_mesh_keeps_its_energy) {
    moon ball = {"sphere: 0.02", "tree", 1e4, 0.1199};
    ball.x = resting_place(&ball);
    const double error = error_on_a_loop(&ball, 8e-6);
    print_message("energy error of a sliding ball: %.2g at 8 us\n", error);
    CHECK(error <= 1e-6);
}

// The spline has a force that is continuous and piecewise smooth, so Verlet has its second order.
TEST(a_solid_that_rolls_and_slides_round_a_mesh_keeps_its_energy) {
    moon solid = {"ellipsoid: [0.02, 0.018, 0.022]", "smooth", 1e6, 0.1195};
    solid.x = resting_place(&solid);
    const double coarse = error_on_a_loop(&solid, 4e-5), fine = error_on_a_loop(&solid, 2e-5);
    print_message("energy error of a rolling solid: %.2g at 40 us, %.2g at 20 us\n", coarse, fine);
    CHECK(fine <= 1e-6);
    CHECK(log2(coarse / fine) > 1.5);
}

// Two solids held where we want them.
static ab_world *open_pair(scene_files *f) {
    scene_text(f, "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1, dt: 1e-5, allow_large_dt: true}\n"
                  "contact: {law: linear, stiffness: 1e6, resolution: 32}\n"
                  "materials: {m: {restitution: 1, friction: 0}}\nbodies:\n"
                  "  - {name: star, shape: {superformula: {radius: 0.1, rings: 30}}, material: m}\n"
                  "  - {name: ring, shape: {knot: {radius: 0.06, inner: 0.02, tube: 0.012, along: 100, "
                  "around: 12}}, material: m, "
                  "position: [0.3, 0, 0]}\n");
    CHECK_LOADED(f);
    return f->scene->world;
}

// Energy stored when the second body is there.
static double energy_at(scene_files *f, v3 x, quat q) {
    ab_world *w = f->scene->world;
    w->state.body.x[1] = x;
    w->state.body.q[1] = q;
    CHECK_OK(f->cx, ab_arena_reset(f->cx, &w->arena));
    CHECK_OK(f->cx, ab_evaluate(w, 0, 0));
    double energy = 0;
    for (int64_t i = 0; i < w->state.contacts.n; i++) energy += w->state.contacts.stored_normal[i];
    return energy;
}

static quat turned_by(quat q, v3 axis, double angle) { return quat_mul(quat_from_turn(v3_scale(angle, axis)), q); }

TEST(force_and_torque_of_solids_are_the_gradient_of_the_stored_energy) {
    scene_files f;
    const ab_world *w = open_pair(&f);
    for (int k = 0; k < 20; k++) {
        const v3 x = {0.14 + 0.0005 * k, 0.01 * sin(k), 0.01 * cos(2 * k)};
        const quat q = quat_from_turn(v3_make(0.3 * k, 0.1 * sin(k), 0.1 * cos(k)));
        CHECK(energy_at(&f, x, q) > 0);
        const v3 force = w->state.body.force[1], torque = w->state.body.torque[1],
                 d = v3_unit(v3_make(1, sin(k), cos(k)));
        const double h = 1e-8; // m, and rad
        const double moved =
            (energy_at(&f, v3_add_scaled(x, h, d), q) - energy_at(&f, v3_add_scaled(x, -h, d), q)) / (2 * h);
        const double spun = (energy_at(&f, x, turned_by(q, d, h)) - energy_at(&f, x, turned_by(q, d, -h))) / (2 * h);
        // Round-off over h: 5e-9 is left.
        CHECK_NEAR(-moved, v3_dot(force, d), 1e-7 * v3_norm(force));
        CHECK_NEAR(-spun, v3_dot(torque, d), 1e-7 * v3_norm(force) * 0.1);
    }
    files_end(&f);
}

typedef struct jumps {
    double energy, force; // largest change in a step of the way, over the largest value
    double heading;       // of the force at the end, along x
} jumps;

// A body is led over the edge of a box, 1 mm deep at first.
static jumps over_the_edge(const char *shape, const char *detect, double half, int steps) {
    char text[600];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1, dt: 1e-6, allow_large_dt: true}\n"
             "contact: {law: linear, geometry: sdf, stiffness: 1e6, resolution: 32, detect: %s}\nmaterials: {m: "
             "{restitution: 1, "
             "friction: 0}}\nbodies:\n"
             "  - {name: table, shape: {box: [0.2, 0.2, 0.1]}, material: m, fixed: true, position: [-0.1, 0, "
             "-0.05]}\n"
             "  - {name: body, shape: {%s}, material: m, position: [0, 0, 1]}\n",
             detect, shape);
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    jumps j = {0};
    double max = 0, strongest = 0, last_energy = 0;
    v3 last = v3_zero();
    for (int i = 0; i <= steps; i++) {
        const double along = -0.02 + 0.06 * i / steps;
        const double energy =
            energy_at(&f, v3_make(along, 0.001, half - 0.001 - (along > 0 ? along * along : 0)), quat_identity());
        const v3 force = f.scene->world->state.body.force[1];
        if (i > 0) {
            j.energy = fmax(j.energy, fabs(energy - last_energy));
            j.force = fmax(j.force, v3_norm(v3_sub(force, last)));
        }
        if (v3_norm(force) > 0) j.heading = force.x / v3_norm(force);
        max = fmax(max, energy);
        strongest = fmax(strongest, v3_norm(force));
        last_energy = energy;
        last = force;
    }
    files_end(&f);
    j.energy /= max;
    j.force /= strongest;
    return j;
}

TEST(the_force_on_a_ball_turns_without_a_jump_when_it_slides_over_an_edge) {
    const jumps coarse = over_the_edge("sphere: 0.02", "tree", 0.02, 1000),
                fine = over_the_edge("sphere: 0.02", "tree", 0.02, 4000);
    CHECK(coarse.heading > 0.2);                                    // it has turned sideways
    CHECK(coarse.force < 0.02 && fine.force < 0.27 * coarse.force); // in proportion to the way: no jump
}

static const char *const SOLIDS[] = {"ellipsoid: [0.02, 0.02, 0.02]", "box: [0.04, 0.04, 0.04]"};
enum { NSOLIDS = 2 };

// Points of a solid pass between cells of the other's field, where the gradient jumps but not the distance.
TEST(the_energy_of_solids_has_no_jump_at_an_edge_and_the_force_only_that_of_a_point) {
    for (int i = 0; i < NSOLIDS; i++) {
        const jumps coarse = over_the_edge(SOLIDS[i], "tree", 0.02, 500),
                    fine = over_the_edge(SOLIDS[i], "tree", 0.02, 2000);
        CHECK(coarse.heading > 0.2);
        CHECK(fine.energy < 0.27 * coarse.energy);
        print_message("largest jump of the force: %.2g %%\n", 100 * fine.force);
        CHECK(fine.force < 0.02);
    }
}

// In proportion to the way: 4 times finer, a quarter of the change.
TEST(the_force_on_solids_that_slide_over_an_edge_has_no_jump_with_the_smooth_field) {
    for (int i = 0; i < NSOLIDS; i++) {
        const jumps coarse = over_the_edge(SOLIDS[i], "smooth", 0.02, 250),
                    fine = over_the_edge(SOLIDS[i], "smooth", 0.02, 1000),
                    finest = over_the_edge(SOLIDS[i], "smooth", 0.02, 4000);
        print_message("change of the force in steps of 240, 60 and 15 um: %.2g, %.2g, %.2g %%\n", 100 * coarse.force,
                      100 * fine.force, 100 * finest.force);
        CHECK(coarse.heading > 0.2);
        CHECK(fine.force < 0.27 * coarse.force && finest.force < 0.27 * fine.force);
    }
}

CLAIMS(CLAIM(a_ball_that_slides_round_a_mesh_keeps_its_energy),
       CLAIM(a_solid_that_rolls_and_slides_round_a_mesh_keeps_its_energy),
       CLAIM(force_and_torque_of_solids_are_the_gradient_of_the_stored_energy),
       CLAIM(the_force_on_a_ball_turns_without_a_jump_when_it_slides_over_an_edge),
       CLAIM(the_energy_of_solids_has_no_jump_at_an_edge_and_the_force_only_that_of_a_point),
       CLAIM(the_force_on_solids_that_slide_over_an_edge_has_no_jump_with_the_smooth_field))
