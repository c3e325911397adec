// Probes of many bodies against closed forms: lattices, columns, heaps.
#include "scene_files.h"

#define PI 3.14159265358979323846
#define HEAD                                                                                                           \
    "abut: 1\nseed: 2\ngravity: [0, 0, 0]\ntime: {end: 1 s, dt: 10 us}\ncontact: {law: linear, stiffness: "            \
    "1000}\n"                                                                                                          \
    "materials: {glass: {density: 2500}}\n"
// Balls of 10 mm diameter at 9.98 mm: each contact has 1000 N/m 0.02 mm = 0.02 N.
#define LATTICE                                                                                                        \
    "generators:\n  - grid: {name: g, shape: {sphere: 5 mm}, material: glass, count: [6, 6, 6],\n"                     \
    "           spacing: [9.98 mm, 9.98 mm, 9.98 mm]}\n"
#define CENTRES "region: {low: [0, 0, 0], high: [49.9 mm, 49.9 mm, 49.9 mm]}"
#define INNER   "region: {low: [4.99 mm, 4.99 mm, 4.99 mm], high: [44.91 mm, 44.91 mm, 44.91 mm]}"
static const double SPACING = 9.98e-3, PUSH = 0.02;

static void read_probe(const scene_files *f, int64_t i, double *value) {
    const ab_probe *p = &f->scene->probe[i];
    ab_probe_types[p->kind]->read(p, f->scene->world, value);
}

TEST(a_cubic_lattice_has_its_fraction_neighbours_fabric_and_stress) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, HEAD LATTICE "probes:\n  - {name: a, kind: packing, " CENTRES
                                "}\n  - {name: b, kind: coordination, " INNER "}\n"
                                "  - {name: c, kind: fabric, " INNER "}\n  - {name: d, kind: stress, " INNER "}\n"
                                "  - {name: e, kind: coordination}\n");
    CHECK_LOADED(&f);
    read_probe(&f, 0,
               v); // balls on faces, edges and corners of the region count a half, a quarter and an eighth
    CHECK_NEAR(v[0], PI / 6 * pow(0.01 / SPACING, 3), 1e-9); // Gauss' rule where two faces or three cut
    read_probe(&f, 1, v);
    CHECK_NEAR(v[0], 6, 0);
    CHECK_NEAR(v[1], 0, 0);
    CHECK_NEAR(v[2], 64, 0);
    read_probe(&f, 2, v);
    for (int k = 0; k < 3; k++) CHECK_NEAR(v[k], 1.0 / 3, 1e-14);
    for (int k = 3; k < 6; k++) CHECK_NEAR(v[k], 0, 1e-14);
    read_probe(&f, 3, v);
    const double stress = PUSH / (SPACING * SPACING);
    for (int k = 0; k < 3; k++) CHECK_NEAR(v[k], stress, 1e-9 * stress); // the overlap has lost digits
    for (int k = 3; k < 6; k++) CHECK_NEAR(v[k], 0, 1e-9 * stress);
    CHECK_NEAR(v[6], stress, 1e-9 * stress);
    read_probe(&f, 4, v);
    CHECK_NEAR(v[0], 2 * 3 * 36 * 5 / 216.0, 1e-14); // three directions of 36 rows of 5 contacts
    files_end(&f);
}

TEST(a_loaded_column_carries_the_force_over_its_section) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, HEAD "bodies:\n  - {shape: {plane: {}}, material: glass, position: [0, 0, -4.98 mm]}\n"
                        "generators:\n  - grid: {name: g, shape: {sphere: 5 mm}, material: glass, count: [1, 1, 8],\n"
                        "           spacing: [0, 0, 9.98 mm]}\n"
                        "probes:\n  - {name: a, kind: stress, region: {low: [-1 cm, -2 cm, 4.99 mm], high: [1 cm, 2 "
                        "cm, 44.91 mm]}}\n"
                        "  - {name: b, kind: coordination}\n  - {name: c, kind: fabric}\n");
    CHECK_LOADED(&f);
    read_probe(&f, 0, v);
    CHECK_NEAR(v[2], PUSH / (0.02 * 0.04), 1e-9 * 25);
    CHECK(v[0] == 0 && v[1] == 0 && v[3] == 0 && v[4] == 0 && v[5] == 0);
    read_probe(&f, 1, v);
    CHECK_NEAR(v[0], 14.0 / 8, 1e-15);
    CHECK_NEAR(v[1], 1.0 / 8, 1e-15); // the floor
    read_probe(&f, 2, v);
    CHECK(v[0] == 0 && v[1] == 0 && v[2] == 1 && v[6] == 7); // the floor is no member of a group
    files_end(&f);
}

#define TWO                                                                                                            \
    "generators:\n  - grid: {name: red, shape: {sphere: 1 mm}, material: glass, count: [8, 8, 4], spacing: "           \
    "[1 cm, 1 cm, 1 cm],\n"                                                                                            \
    "           origin: [5 mm, 5 mm, 5 mm], velocity: [3, 0, 0]}\n"                                                    \
    "  - grid: {name: blue, shape: {sphere: 1 mm}, material: glass, count: [8, 8, 4], spacing: [1 cm, 1 "              \
    "cm, 1 cm],\n"                                                                                                     \
    "           origin: [5 mm, 5 mm, 45 mm], velocity: [-3, 0, 0]}\n"
#define CUBE "region: {low: [0, 0, 0], high: [8 cm, 8 cm, 8 cm]}"

TEST(groups_side_by_side_are_not_mixed_and_a_fair_deal_is) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, HEAD TWO "probes:\n  - {name: a, kind: mixing, groups: [red], " CUBE "}\n"
                            "  - {name: b, kind: mixing, groups: [blue, red], cells: [4, 4, 1], " CUBE "}\n");
    CHECK_LOADED(&f);
    read_probe(&f, 0, v); // cells of 2 x 2 x 2 bodies of one colour
    CHECK_NEAR(v[0], 0, 1e-14);
    CHECK_NEAR(v[1], 0.5, 0);
    CHECK_NEAR(v[2], 64, 0);
    read_probe(&f, 1, v); // every column has as many of both: better than at random by 1/(1 - K/N)
    CHECK_NEAR(v[0], 1 / (1 - 16.0 / 512), 1e-14);
    files_end(&f);
}

TEST(groups_mixed_at_random_have_an_index_of_one) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, HEAD "generators:\n  - fill: {name: red, shape: {sphere: 1 mm}, material: glass, count: 3000, " CUBE
                        "}\n"
                        "  - fill: {name: blue, shape: {sphere: 1 mm}, material: glass, count: 3000, " CUBE "}\n"
                        "probes: [{name: a, kind: mixing, groups: [red, blue], " CUBE "}]\n");
    CHECK_LOADED(&f);
    read_probe(&f, 0, v);
    CHECK_NEAR(v[0], 1, 0.01); // 64 cells: the variance of 0.01 scatters by a sixth of that
    files_end(&f);
}

TEST(kinetic_energy_and_temperature_are_those_of_the_velocities) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, HEAD TWO "probes:\n  - {name: a, kind: kinetic, groups: [red]}\n  - {name: b, kind: kinetic}\n"
                            "  - {name: c, kind: kinetic, region: {low: [0, 0, 0], high: [1 cm, 1 cm, 8 cm]}}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    const double mass = ab_mass_of(&w->state.body, 0);
    w->state.body.l[0] = v3_make(0, 0, 1e-9);
    w->state.body.w[0] = v3_make(0, 0, 1e-9 / ab_moments_of(&w->state.body, 0).x);
    read_probe(&f, 0, v);
    CHECK_NEAR(v[0], 256 * 0.5 * mass * 9, 1e-12 * v[0]);
    CHECK_NEAR(v[1], 0.5e-18 / ab_moments_of(&w->state.body, 0).x, 1e-15 * v[1]);
    CHECK_NEAR(v[2], 0, 1e-12);
    CHECK_NEAR(v[3], 3, 1e-13);
    CHECK_NEAR(v[6], 256 * mass, 1e-12 * v[6]);
    read_probe(&f, 1, v);
    CHECK_NEAR(v[2], 9.0 / 3, 1e-12);
    CHECK_NEAR(v[3], 0, 1e-13);
    read_probe(&f, 2, v);
    CHECK_NEAR(v[6], 8 * mass, 1e-15);
    files_end(&f);
}

// Of balls that touch their neighbours, what lies outside of the cone is taken away. One flies far above, which is not
// of the heap.
TEST(a_heap_has_the_angle_of_its_cone) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f,
               HEAD "generators:\n  - grid: {name: g, shape: {sphere: 2 mm}, material: glass, count: [51, 51, 13],\n"
                    "           spacing: [3.99 mm, 3.99 mm, 3.99 mm], origin: [0.9, 1.9, 3]}\n"
                    "outlets: [{name: rest, outside: true, region: {from: [1, 2, 2.999], to: [1, 2, 3.05], radius: "
                    "10.2 cm, to_radius: 0}}]\n"
                    "probes: [{name: a, kind: repose, at: [1, 2, 3]}]\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (int k = 0; k < 32; k++) CHECK_OK(f.cx, ab_step(w)); // when outlets look
    w->state.body.x[w->state.body.n / 2].z += 0.1;
    CHECK_OK(f.cx, ab_step(w));
    read_probe(&f, 0, v);
    CHECK_NEAR(v[0], atan(0.5), 0.04); // layers of 4 mm: 1.2 mm of scatter in eight rings over 6.7 cm
    CHECK_NEAR(v[1], 0.05, 0.004);
    CHECK_NEAR(v[2], 0.1, 0.004);
    files_end(&f);
}

TEST(a_surface_has_the_slope_of_its_plane) {
    scene_files f;
    double v[AB_PROBE_COLUMNS];
    scene_text(&f, "abut: 1\ntime: {end: 1 s}\nmaterials: {glass: {}}\n"
                   "generators:\n  - grid: {name: g, shape: {sphere: 1 mm}, material: glass, count: [30, 30, 2], "
                   "spacing: [1 cm, 1 cm, 1 cm]}\n"
                   "probes: [{name: a, kind: surface, region: {low: [-1 cm, -1 cm, -1], high: [30 cm, 30 cm, 1]}}]\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (int64_t i = 0; i < w->state.body.n; i++)
        w->state.body.x[i].z += 0.3 * w->state.body.x[i].x - 0.2 * w->state.body.x[i].y;
    read_probe(&f, 0, v); // the plane of the upper layer, whichever body of a column is the highest
    CHECK_NEAR(v[0], atan(sqrt(0.13)), 1e-12);
    CHECK_NEAR(v[1], atan2(0.2, -0.3), 1e-12);
    files_end(&f);
}

TEST(probes_that_cannot_be_are_refused) {
    check_refused(HEAD TWO "probes: [{name: a, kind: packing}]\n", "E045", "needs a region");
    check_refused(HEAD TWO "probes: [{name: a, kind: mixing, " CUBE "}]\n", "E045", "groups");
    check_refused(HEAD TWO "probes: [{name: a, kind: kinetic, groups: [green]}]\n", "E041", "green");
    check_refused(HEAD TWO "probes: [{name: a, kind: stress, region: {low: [0, 0, 0], high: [1, 1, 0]}}]\n", "E039",
                  "high");
    check_refused(HEAD TWO "probes: [{name: a, kind: mixing, groups: [red], cells: [17, 1, 1], " CUBE "}]\n", "E018",
                  "cells");
    check_refused(HEAD TWO
                  "probes: [{name: a, kind: kinetic, groups: [red, red, red, red, red, red, red, red, red]}]\n",
                  "E020", "9");
}

CLAIMS(CLAIM(a_cubic_lattice_has_its_fraction_neighbours_fabric_and_stress),
       CLAIM(a_loaded_column_carries_the_force_over_its_section),
       CLAIM(groups_side_by_side_are_not_mixed_and_a_fair_deal_is), CLAIM(groups_mixed_at_random_have_an_index_of_one),
       CLAIM(kinetic_energy_and_temperature_are_those_of_the_velocities), CLAIM(a_heap_has_the_angle_of_its_cone),
       CLAIM(a_surface_has_the_slope_of_its_plane), CLAIM(probes_that_cannot_be_are_refused))
