// Makes a scene of any bytes: each is a throw of the dice that picks a word or a number, and those that are missing
// pick the first. Most scenes are valid; some numbers are tiny, huge, zero or of the wrong sign.
#ifndef ABUT_FUZZ_SCENE_DICE_H
#define ABUT_FUZZ_SCENE_DICE_H

#include "base/text.h"

#include <string.h>

typedef struct dice {
    const uint8_t *at, *end;
    ab_text *to;
} dice;

static inline int dice_throw(dice *d, int sides) { return d->at < d->end ? *d->at++ % sides : 0; }

// One of the words between bars, "a|b|c"; of numbers those in the second half are wild, and rare.
static inline void dice_word(dice *d, const char *words) {
    int count = 1;
    for (const char *c = words; *c; c++) count += *c == '|';
    int skip = dice_throw(d, count);
    const bool number = words[0] >= '0' && words[0] <= '9';
    if (number && skip > count / 2 && dice_throw(d, 8) != 1) skip -= count / 2 + 1;
    for (; skip > 0; skip--) words = strchr(words, '|') + 1;
    ab_text_bytes(d->to, words, (int64_t)strcspn(words, "|"));
}

static inline void dice_put(dice *d, const char *text) { ab_text_put(d->to, text); }

static inline void dice_key(dice *d, const char *key, const char *words) {
    dice_put(d, key);
    dice_put(d, ": ");
    dice_word(d, words);
    dice_put(d, ", ");
}

// With a chance of one half.
static inline void dice_perhaps(dice *d, const char *key, const char *words) {
    if (dice_throw(d, 2)) dice_key(d, key, words);
}

static inline void dice_vector(dice *d, const char *key, const char *words) {
    dice_put(d, key);
    for (int i = 0; i < 3; i++) {
        dice_put(d, i ? ", " : ": [");
        dice_word(d, words);
    }
    dice_put(d, "], ");
}

#define DICE_SIZES  "0.01|0.02|0.05|0.1|0.013|1|1e-3|1e-6|100|1e-9|1e9"
#define DICE_PLACES "0|0.01|0.02|0.05|-0.03|0.1|0.3|-0.1|1|-1|1e-9|1e6|-1e12|1e200"
#define DICE_SPEEDS "0|1|-1|0.1|10|-100|1e4|1e-9|1e9|1e150"
#define DICE_SHARES "0.5|0|1|0.3|0.01|0.99|1e-9"
#define DICE_GAINS  "100|1e4|0|1|1e6|1e-6|1e12|1e200"

static inline void dice_shape(dice *d) {
    static const char *const SHAPES[] = {"{sphere: ",
                                         "{box: [0.02, 0.03, ",
                                         "{cylinder: {length: 0.03, radius: ",
                                         "{capsule: {length: 0.03, radius: ",
                                         "{ellipsoid: [0.02, 0.03, ",
                                         "{icosahedron: {edge: ",
                                         "{rock: {size: ",
                                         "{mesh: {file: part.obj, scale: ",
                                         "{prism: {sides: 5, length: 0.02, radius: ",
                                         "{hull: [[0, 0, 0], [0.02, 0, 0], [0, 0.02, 0], [0, 0, "};
    static const char *const ENDS[] = {"}", "]}", "}}", "}}", "]}", "}}", "}}", "}}", "}}", "]]}"};
    const int thrown = dice_throw(d, 20), which = thrown < 10 ? thrown : 0; // half of them balls
    dice_put(d, "shape: ");
    dice_put(d, SHAPES[which]);
    dice_word(d, DICE_SIZES);
    dice_put(d, ENDS[which]);
    dice_put(d, ", ");
}

static inline void dice_body(dice *d, int i) {
    const char name[] = {(char)('a' + i), 0};
    dice_put(d, "  - {name: ");
    dice_put(d, name);
    dice_put(d, ", material: ");
    dice_word(d, "m|n");
    dice_put(d, ", ");
    dice_shape(d);
    dice_vector(d, "position", DICE_PLACES);
    if (dice_throw(d, 2)) dice_vector(d, "velocity", DICE_SPEEDS);
    if (dice_throw(d, 3) == 1) dice_vector(d, "angular_velocity", DICE_SPEEDS);
    if (dice_throw(d, 3) == 1) {
        dice_vector(d, "orientation: {euler", "0|0.5|1.5707963267948966|-2");
        dice_put(d, "}, ");
    }
    if (dice_throw(d, 8) == 1) dice_key(d, "mass", "1|0.1|1e-12|1e12");
    if (dice_throw(d, 8) == 1) {
        static const char *const MOMENTS[] = {"1, 1, 1", "1e-6, 2e-6, 2e-6", "1, 1, 1e-9", "1e12, 1e12, 1e12",
                                              "1e-300, 1e-300, 1e-300"};
        dice_put(d, "inertia: [");
        dice_put(d, MOMENTS[dice_throw(d, 5)]);
        dice_put(d, "], ");
    }
    if (dice_throw(d, 8) == 1) dice_vector(d, "force", DICE_SPEEDS);
    if (dice_throw(d, 8) == 1) dice_vector(d, "torque", DICE_SPEEDS);
    if (dice_throw(d, 8) == 1) dice_key(d, "fixed", "true|false");
    if (dice_throw(d, 8) == 1) dice_key(d, "contact", "false|true");
    dice_put(d, "}\n");
}

// Two bodies of those that there are, or one and the ground; rarely one and itself.
static inline void dice_ends(dice *d, int bodies) {
    const int b = dice_throw(d, bodies), other = (b + 1 + dice_throw(d, bodies)) % bodies;
    const char text[] = {'b', ':', ' ', (char)('a' + b), ',', ' ', 'a', ':', ' ', (char)('a' + other), ',', ' '};
    const bool ground = bodies == 1 || dice_throw(d, 3) == 1 || (other == b && dice_throw(d, 16) != 1);
    ab_text_bytes(d->to, text, ground ? 6 : 12);
    dice_vector(d, "at", DICE_PLACES);
    if (dice_throw(d, 2)) dice_vector(d, "axis", "1|-1|0.3|0");
}

static inline void dice_joint(dice *d, int bodies) {
    static const char *const KINDS[] = {"revolute",
                                        "fixed",
                                        "prismatic",
                                        "cylindrical",
                                        "spherical",
                                        "universal",
                                        "planar",
                                        "inline",
                                        "distance",
                                        "screw, pitch: 0.01",
                                        "gear, ratio: 2",
                                        "rolling_ball, radius: 0.02",
                                        "rolling_disc, radius: 0.02",
                                        "prescribed_angle",
                                        "prescribed_travel"};
    const int kind = dice_throw(d, 15);
    dice_put(d, "  - {kind: ");
    dice_put(d, KINDS[kind]);
    dice_put(d, ", ");
    dice_ends(d, bodies);
    if (kind == 8) dice_perhaps(d, "length", DICE_SIZES);
    if (kind == 13) dice_key(d, "spin", DICE_SPEEDS);
    if (kind == 14) dice_key(d, "speed", DICE_SPEEDS);
    dice_put(d, "}\n");
}

static inline void dice_force(dice *d, int bodies) {
    static const char *const TABLES[] = {"at_times: [0, 1e-3, 1], values: [0, 1, -1], ",
                                         "at_speeds: [-1, 0, 0.5], values: [1, 0, -2], ",
                                         "at_lengths: [0, 0.1], values: [5, -5], "};
    const int kind = dice_throw(d, 5);
    dice_put(d, "  - {");
    dice_ends(d, bodies);
    dice_perhaps(d, "along", "distance|travel");
    if (kind == 4) {
        dice_put(d, "kind: table, ");
        dice_put(d, TABLES[dice_throw(d, 3)]);
    } else {
        static const char *const KINDS[] = {"spring", "stop", "motor", "friction"};
        dice_put(d, "kind: ");
        dice_put(d, KINDS[kind]);
        dice_put(d, ", ");
        if (kind > 1) dice_key(d, "max_force", "10|1e4|1|0|1e9");
        if (kind > 1) dice_key(d, "speed", "1|0.1|10|-1|1e6");
        if (kind < 3) dice_key(d, "stiffness", DICE_GAINS);
        if (kind < 3) dice_key(d, "damping", DICE_GAINS);
        if (kind == 1) dice_put(d, "low: -0.01, high: 0.01, ");
    }
    dice_put(d, "}\n");
}

static inline void dice_generator(dice *d) {
    if (dice_throw(d, 2)) {
        dice_put(d, "  - fill: {name: f, radius: {min: 0.01, max: 0.012}, material: m, count: ");
        dice_word(d, "3|1|10");
        dice_put(d, ", region: {low: [0, 0, 0.1], high: [0.1, 0.1, 0.3]}}\n");
        return;
    }
    dice_put(d, "  - grid: {name: g, material: n, ");
    dice_shape(d);
    dice_put(d, "count: [2, 2, 1], spacing: [");
    dice_word(d, "0.03|0.02|0.01");
    dice_put(d, ", 0.03, 0], jitter: ");
    dice_word(d, "0|1e-3");
    dice_put(d, "}\n");
}

static inline void dice_law(dice *d) {
    const int law = dice_throw(d, 5);
    if (law == 0) return;
    if (law == 1) dice_put(d, "law: volume, ");
    if (law == 2) dice_put(d, "law: linear, stiffness: auto, penetration: 1e-3, ");
    if (law < 3) return;
    dice_put(d, law == 3 ? "law: linear, " : "law: power, reference_depth: 1e-3, ");
    dice_key(d, "stiffness", "1e4|1e5|1e3|1|1e9|1e-6");
}

static inline void dice_settings(dice *d) {
    dice_put(d, "abut: 1\ntime: {end: ");
    dice_word(d, "1|0.01|1e-3|100");
    dice_put(d, ", ");
    dice_perhaps(d, "dt", "auto|1e-4|1e-5|1e-3|0.01|1e-9");
    dice_perhaps(d, "allow_large_dt", "true|false");
    dice_perhaps(d, "integrator",
                 "verlet|rk4|explicit_euler|symplectic_euler|dopri5|implicit_euler|generalised_alpha|"
                 "discrete_gradient");
    dice_put(d, "}\ncontact: {resolution: 16, ");
    dice_law(d);
    dice_perhaps(d, "damping",
                 "restitution|viscous|hunt_crossley|lankarani_nikravesh|gonthier|flores|hu_guo|logarithmic");
    dice_perhaps(d, "friction_law", "coulomb|velocity");
    dice_perhaps(d, "detect", "tree|octree|brute|exact|smooth");
    if (dice_throw(d, 6) == 1) dice_key(d, "enforcement", "multiplier|augmented|penalty");
    dice_put(d, "}\n");
    if (dice_throw(d, 4) == 1) dice_put(d, "gravity: [0, 0, 0]\n");
    if (dice_throw(d, 8) == 1) dice_put(d, "constraints: {drift: baumgarte}\n");
}

static inline void dice_material(dice *d, const char *name) {
    dice_put(d, name);
    dice_key(d, "restitution", DICE_SHARES);
    dice_key(d, "friction", "0.5|0|1|10|1e-9|1e9");
    dice_perhaps(d, "density", "2500|1|1e-9|1e9");
    dice_perhaps(d, "young", "1e6|1e9|1|1e15|1e-3");
    if (dice_throw(d, 32) == 1) dice_key(d, "cohesion", "10|1e4|1e9");
    if (dice_throw(d, 6) == 1) dice_key(d, "rolling_friction", "0.1|1");
    dice_put(d, "}\n");
}

static inline void dice_scene(ab_text *to, const uint8_t *bytes, size_t size) {
    dice d = {bytes, bytes + size, to};
    dice_settings(&d);
    dice_put(&d, "materials:\n");
    dice_material(&d, "  m: {");
    dice_material(&d, "  n: {");
    dice_put(&d, "bodies:\n  - {name: floor, shape: {plane: {}}, material: m}\n");
    const int bodies = 1 + dice_throw(&d, 5);
    for (int i = 0; i < bodies; i++) dice_body(&d, i);
    const int joints = dice_throw(&d, 6) - 2, forces = dice_throw(&d, 6) - 2;
    if (dice_throw(&d, 4) == 1) {
        dice_put(&d, "generators:\n");
        dice_generator(&d);
    }
    if (joints > 0) dice_put(&d, "joints:\n");
    for (int i = 0; i < joints; i++) dice_joint(&d, bodies);
    if (forces > 0) dice_put(&d, "forces:\n");
    for (int i = 0; i < forces; i++) dice_force(&d, bodies);
}

#endif
