// Probes of the force of contacts: balances with the forces on bodies, closed forms, and symmetry of the two sides.
#include "scene_files.h"
#include "observe/probe.h"
#include "step/step.h"

enum { FORCE, NORMAL = 3, FRICTION, TORQUE, PLACE = 8, POWER = 11 };

static void read_probe(const scene_files *f, int64_t i, double *value) {
    const ab_probe *p = &f->scene->probe[i];
    assert_int_equal(ABUT_PROBE_COLUMNS, ab_probe_types[p->kind]->columns);
    ab_probe_types[p->kind]->read(p, f->scene->world, value);
}

static v3 vector(const double *value) { return v3_make(value[0], value[1], value[2]); }

static void advance(scene_files *f, int steps) {
    for (int i = 0; i < steps; i++) CHECK_OK(f->cx, abut_world_step(f->scene->world));
}

#define SILO                                                                                                           \
    "abut: 1\nseed: 3\ntime: {end: 1 s, dt: 50 us}\nmaterials: {m: {young: 5 MPa, friction: 0.4}}\n"                   \
    "groups: {silo: [floor, \"wall*\"]}\nbodies:\n"                                                                    \
    "  - {name: floor, shape: {plane: {}}, material: m}\n"                                                             \
    "  - {name: wall1, shape: {plane: [1, 0, 0]}, material: m, position: [-25 mm, 0, 0]}\n"                            \
    "  - {name: wall2, shape: {plane: [-1, 0, 0]}, material: m, position: [25 mm, 0, 0]}\n"                            \
    "  - {name: wall3, shape: {plane: [0, 1, 0]}, material: m, position: [0, -25 mm, 0]}\n"                            \
    "  - {name: wall4, shape: {plane: [0, -1, 0]}, material: m, position: [0, 25 mm, 0]}\n"                            \
    "generators:\n  - fill: {name: grains, radius: {min: 4 mm, max: 6 mm}, material: m, count: 60,\n"                  \
    "           region: {low: [-25 mm, -25 mm, 0], high: [25 mm, 25 mm, 100 mm]}}\n"                                   \
    "probes:\n  - {name: all, kind: contact_force, a: silo, b: grains}\n"                                              \
    "  - {name: floor, kind: contact_force, a: floor, b: grains}\n"                                                    \
    "  - {name: sides, kind: contact_force, a: \"wall*\"}\n"                                                           \
    "  - {name: back, kind: contact_force, a: grains, b: silo}\n"                                                      \
    "  - {name: inner, kind: contact_force, a: grains, b: grains}\n"                                                   \
    "  - {name: any, kind: contact_force}\n  - {name: mean, kind: contact, a: silo, b: grains}\n"

TEST(what_walls_carry_is_what_bodies_feel) {
    scene_files f;
    CHECK_LOADED(scene_text(&f, SILO));
    const ab_world *w = f.scene->world;
    double largest = 0;
    for (int k = 0; k < 8; k++) {
        advance(&f, 400);
        v3 felt = v3_zero(), turned = v3_zero();
        for (int64_t i = 5; i < w->state.body.n; i++) { // forces on grains without their weight
            const v3 force =
                v3_add_scaled(w->state.body.force[i], -1 / ab_inverse_mass_of(&w->state.body, i), w->config.gravity);
            felt = v3_add(felt, force);
            turned = v3_add(turned, v3_add(v3_cross(w->state.body.x[i], force), w->state.body.torque[i]));
        }
        double all[12], floor[12], sides[12], back[12], inner[12], any[12], contact[12];
        read_probe(&f, 0, all);
        read_probe(&f, 1, floor);
        read_probe(&f, 2, sides);
        read_probe(&f, 3, back);
        read_probe(&f, 4, inner);
        read_probe(&f, 5, any);
        ab_probe_types[f.scene->probe[6].kind]->read(&f.scene->probe[6], w, contact);
        const double scale = v3_norm(vector(all + FORCE)),
                     round_off = 1e-12 * (scale + any[NORMAL] + 0.6); // the weight of all is 0.6 N
        largest = fmax(largest, scale);
        CHECK(v3_norm(v3_add(felt, vector(all + FORCE))) <= round_off);          // sums of some hundred forces
        CHECK(v3_norm(v3_add(turned, vector(all + TORQUE))) <= 0.1 * round_off); // arms of up to 10 cm
        for (int i = 0; i < 8; i++)
            if (i != NORMAL && i != FRICTION) {
                CHECK_NEAR(all[i], floor[i] + sides[i], round_off);
                CHECK_NEAR(all[i], -back[i], round_off);
                CHECK(inner[i] == 0 && any[i] == 0); // each force has its reaction in the group
            }
        CHECK_NEAR(any[NORMAL], all[NORMAL] + inner[NORMAL], round_off);
        CHECK_NEAR(any[FRICTION], all[FRICTION] + inner[FRICTION], round_off);
        CHECK_NEAR(any[POWER], all[POWER] + inner[POWER], 1e-12 * (fabs(all[POWER]) + fabs(inner[POWER])));
        CHECK_NEAR(contact[3], all[NORMAL], round_off);
    }
    CHECK(largest > 0.3);
    files_end(&f);
}

TEST(a_ball_at_rest_presses_with_its_weight_where_it_stands) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 10 s, dt: 0.1 ms}\nmaterials: {m: {young: 5 MPa, restitution: 0.1}}\nbodies:\n"
                   "  - {name: floor, shape: {plane: {}}, material: m}\n"
                   "  - {name: ball, shape: {sphere: 1 cm}, material: m, position: [0.3, 0.2, 1 cm]}\n"
                   "probes:\n  - {name: p, kind: contact_force, a: floor, b: ball}\n"
                   "  - {name: q, kind: contact_force, a: ball, at: [0.3, 0.2, 1]}\n");
    CHECK_LOADED(&f);
    advance(&f, 5000);
    double p[12], q[12];
    read_probe(&f, 0, p);
    read_probe(&f, 1, q);
    const double weight = 9.81 / ab_inverse_mass_of(&f.scene->world->state.body, 1);
    CHECK_NEAR(p[2], -weight, 1e-6 * weight); // what bouncing has left after half a second
    CHECK_NEAR(q[2], weight, 1e-6 * weight);
    CHECK_NEAR(p[NORMAL], weight, 1e-6 * weight);
    CHECK_NEAR(p[TORQUE], -0.2 * weight, 1e-6 * weight);
    CHECK_NEAR(p[TORQUE + 1], 0.3 * weight, 1e-6 * weight);
    CHECK(p[0] == 0 && p[1] == 0 && p[FRICTION] == 0 && q[TORQUE] == 0 && q[TORQUE + 1] == 0);
    CHECK_NEAR(p[PLACE], 0.3, 1e-15);
    CHECK_NEAR(p[PLACE + 1], 0.2, 1e-15);
    CHECK_NEAR(p[PLACE + 2], 0, 1e-4); // within the indentation
    CHECK_NEAR(p[POWER], 0, 1e-6 * weight);
    files_end(&f);
}

TEST(a_sliding_ball_gives_its_friction_times_its_slip) {
    scene_files f;
    scene_text(&f,
               "abut: 1\ntime: {end: 10 s, dt: 0.1 ms}\nmaterials: {m: {young: 5 MPa, friction: 0.25}}\nbodies:\n"
               "  - {name: floor, shape: {plane: {}}, material: m}\n"
               "  - {name: ball, shape: {sphere: 1 cm}, material: m, position: [0, 0, 9.99 mm], velocity: [2, 0, 0]}\n"
               "probes:\n  - {name: p, kind: contact_force, a: ball, b: floor}\n");
    CHECK_LOADED(&f);
    advance(&f, 20);
    double p[12];
    read_probe(&f, 0, p);
    const ab_bodies *b = &f.scene->world->state.body;
    const double slip = b->v[1].x + b->w[1].y * (p[PLACE + 2] - b->x[1].z);
    CHECK_NEAR(p[FRICTION], 0.25 * p[NORMAL], 1e-12 * p[NORMAL]);
    CHECK_NEAR(p[0], -p[FRICTION], 1e-12 * p[NORMAL]);
    CHECK(slip > 1.8);
    CHECK_NEAR(p[POWER], p[2] * b->v[1].z - p[FRICTION] * slip, 1e-12 * p[NORMAL]);
    files_end(&f);
}

// The couple of a contact is in the torque: about the centre of a body it is what the body feels.
static void check_couples(const char *contact, const char *shape, double height, const char *spin) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "abut: 1\ntime: {end: 1 s, dt: 20 us}\ncontact: {%s}\nmaterials: {m: {young: 2 MPa, friction: 0.5, "
        "rolling_friction: 0.1}}\n"
        "bodies:\n  - {name: floor, shape: {plane: {}}, material: m}\n"
        "  - {name: top, shape: %s, material: m, position: [0, 0, %g], angular_velocity: %s}\n"
        "probes:\n  - {name: p, kind: contact_force, a: top, b: floor}\n  - {name: q, kind: contact_force, a: floor}\n",
        contact, shape, height, spin);
    scene_files f;
    CHECK_LOADED(scene_text(&f, text));
    const ab_bodies *b = &f.scene->world->state.body;
    double largest = 0;
    for (int k = 0; k < 10; k++) {
        advance(&f, 20);
        double p[12], q[12];
        f.scene->probe[0].at = f.scene->probe[1].at = b->x[1];
        read_probe(&f, 0, p);
        read_probe(&f, 1, q);
        const double scale = v3_norm(b->torque[1]), round_off = 1e-12 * (scale + 0.01 * p[NORMAL]);
        largest = fmax(largest, scale);
        CHECK(v3_norm(v3_sub(vector(p + TORQUE), b->torque[1])) <= round_off);
        CHECK(v3_norm(v3_add(vector(p + TORQUE), vector(q + TORQUE))) <= round_off);
        CHECK(p[POWER] == q[POWER]);
    }
    CHECK(largest > 0);
    files_end(&f);
}

TEST(couples_of_rolling_turning_and_tilting_are_part_of_the_torque) {
    check_couples("law: hertz", "{sphere: 1 cm}", 0.00999, "[0, 20, 0]");
    check_couples("law: volume", "{box: [2 cm, 2 cm, 2 cm]}", 0.01, "[0, 0, 10]");
    check_couples("law: hertz", "{box: [2 cm, 2 cm, 2 cm]}", 0.01, "[0.2, 0.1, 5]");
}

TEST(sides_of_a_probe_that_are_not_there_are_told) {
    check_refused("abut: 1\ntime: {end: 1 s}\nprobes: [{name: p, kind: contact_force, a: nobody}]\n", "E041",
                  "no body 'nobody'");
    check_refused("abut: 1\ntime: {end: 1 s}\nprobes: [{name: p, kind: contact_force, b: \"no*\"}]\n", "E041",
                  "no body or group 'no*'");
}

CLAIMS(CLAIM(what_walls_carry_is_what_bodies_feel), CLAIM(a_ball_at_rest_presses_with_its_weight_where_it_stands),
       CLAIM(a_sliding_ball_gives_its_friction_times_its_slip),
       CLAIM(couples_of_rolling_turning_and_tilting_are_part_of_the_torque),
       CLAIM(sides_of_a_probe_that_are_not_there_are_told))
