// Steps of scenes with rigid contact, by abut, Bullet, ODE and MuJoCo: a box on a slope, a sliding box, 216 balls, a
// thousand boxes. The scenes are those of bench/peers/cones/common.h. CPU time of a step, with detection. The error of
// the slope is the speed at which the box creeps, that of the slide the error of its way, with the height to which it
// lifts as its depth; that of the boxes the mean speed after 1 s.
#include "cones/cones_bench.h"
#include "peers/cones_peers.h"

#include "abut/abut.h"
#include "math/v3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENES = 4 };
#define G        9.81
#define FRICTION 0.5

static const char *const SCENE[SCENES] = {"slope", "slide", "216 balls", "1000 boxes"};

// ---------------------------------------------------------------------------------------------------------------- abut

typedef struct engine {
    abut_context *cx;
    abut_world *w;
    int64_t bodies;
} engine;

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

static abut_body add(engine *e, int32_t shape, double mass, abut_v3 at) {
    abut_body_def def = abut_body_default();
    abut_body body;
    def.name = "body";
    def.number = e->bodies++;
    def.shape = shape;
    def.mass = mass;
    def.fixed = !(mass > 0);
    def.position = at;
    check(e->cx, abut_body_add(e->w, &def, &body));
    return body;
}

static engine open_engine(double dt, abut_v3 gravity, double tolerance) {
    engine e = {0};
    abut_config config = abut_config_default();
    config.threads = 1;
    if (abut_context_create(&config, &e.cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_world_default();
    def.enforcement = "multiplier";
    def.contact_tolerance = tolerance;
    def.allow_unsolved = true;
    def.dt = dt;
    def.gravity = gravity;
    check(e.cx, abut_world_create(e.cx, &def, &e.w));
    abut_material_def m = abut_material_default();
    int32_t material, plane;
    m.friction = FRICTION;
    m.restitution = 0;
    check(e.cx, abut_material_add(e.w, &m, &material));
    check(e.cx, abut_shape_add_plane(e.w, (abut_v3){0, 0, 1}, &plane));
    add(&e, plane, 0, (abut_v3){0, 0, 0});
    return e;
}

static void close_engine(engine *e) {
    abut_world_destroy(e->w);
    abut_context_destroy(e->cx);
}

static double overlap(const engine *e) {
    double sum = 0;
    for (int64_t i = 0; i < abut_contact_count(e->w); i++) {
        const double gap = abut_contact_get(e->w, i).gap;
        sum += gap < 0 ? -gap : 0;
    }
    return sum;
}

static abut_body_state state_of(const engine *e, abut_body b) {
    abut_body_state s;
    check(e->cx, abut_body_get(e->w, b, &s));
    return s;
}

// CPU seconds of some steps; *depth: mean over steps of the sum of overlaps.
static double take_steps(engine *e, int steps, double *depth) {
    double seconds = 0;
    *depth = 0;
    for (int i = 0; i < steps; i++) {
        const double begin = cpu_seconds();
        check(e->cx, abut_world_step(e->w));
        seconds += cpu_seconds() - begin;
        *depth += overlap(e) / steps;
    }
    return seconds;
}

static int32_t cube(engine *e) {
    int32_t shape;
    check(e->cx, abut_shape_add_box(e->w, (abut_v3){0.1, 0.1, 0.1}, &shape));
    return shape;
}

static scene_answer slope(void) {
    const double angle = 20 * 3.14159265358979 / 180;
    engine e = open_engine(1e-3, (abut_v3){G * sin(angle), 0, -G * cos(angle)}, 1e-6);
    const abut_body box = add(&e, cube(&e), 1, (abut_v3){0, 0, 0.05});
    scene_answer a;
    double depth;
    take_steps(&e, 1000, &depth);
    const double x = state_of(&e, box).position.x;
    a.microseconds = 1e6 * take_steps(&e, 2000, &depth) / 2000;
    a.deepest = 0.05 - state_of(&e, box).position.z;
    a.error = fabs(state_of(&e, box).position.x - x) / 2;
    close_engine(&e);
    return a;
}

static scene_answer slide(void) {
    engine e = open_engine(1e-3, (abut_v3){0, 0, -G}, 1e-6);
    const abut_body box = add(&e, cube(&e), 1, (abut_v3){0, 0, 0.05});
    double depth, seconds = 0, lift = 0;
    take_steps(&e, 500, &depth);
    const double x = state_of(&e, box).position.x, z = state_of(&e, box).position.z;
    check(e.cx, abut_body_set_velocity(e.w, box, (abut_v3){6, 0, 0}, (abut_v3){0, 0, 0}));
    for (int i = 0; i < 2000; i++) {
        seconds += take_steps(&e, 1, &depth);
        lift = fmax(lift, state_of(&e, box).position.z - z);
    }
    const double way = state_of(&e, box).position.x - x;
    close_engine(&e);
    return (scene_answer){1e6 * seconds / 2000, lift, fabs(way - 36 / (2 * FRICTION * G))};
}

static double noise(uint64_t *state) { // -1 to 1
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static scene_answer balls(void) {
    engine e = open_engine(1e-2, (abut_v3){0, 0, -G}, 1e-3);
    int32_t shape;
    uint64_t seed = 42;
    check(e.cx, abut_shape_add_sphere(e.w, 0.1, &shape));
    for (int i = 0; i < 216; i++) {
        const double x = noise(&seed), y = noise(&seed), z = noise(&seed);
        add(&e, shape, 10,
            (abut_v3){i % 6 * 0.21 + 1e-3 * x, i / 6 % 6 * 0.21 + 1e-3 * y, 0.101 + i / 36 * 0.21 + 1e-3 * z});
    }
    scene_answer a = {0};
    a.microseconds = 1e6 * take_steps(&e, 500, &a.deepest) / 500;
    close_engine(&e);
    return a;
}

static scene_answer boxes(void) {
    engine e = open_engine(5e-3, (abut_v3){0, 0, -G}, 1e-3);
    const int32_t shape = cube(&e);
    abut_body body[1000];
    for (int i = 0; i < 1000; i++) {
        const int layer = i / 100;
        body[i] =
            add(&e, shape, 1, (abut_v3){(i % 10 + 0.5 * (layer % 2)) * 0.101, i / 10 % 10 * 0.101, 0.05 + layer * 0.1});
    }
    scene_answer a = {0};
    a.microseconds = 1e6 * take_steps(&e, 200, &a.deepest) / 200;
    for (int i = 0; i < 1000; i++) a.error += v3_norm(state_of(&e, body[i]).velocity) / 1000;
    close_engine(&e);
    return a;
}

// --------------------------------------------------------------------------------------------------------------- peers

static void put(bench *b, const char *who, const char *scene, const scene_answer *a) {
    char name[80];
    const bool slides = strcmp(scene, "slide") == 0;
    snprintf(name, sizeof name, "%s, %s: step", scene, who);
    figure(b, name, a->microseconds, "us", no_goal());
    snprintf(name, sizeof name, "%s, %s: %s", scene, who, slides ? "lift" : "overlap");
    figure(b, name, a->deepest, "m", no_goal());
    if (strstr(scene, "balls")) return;
    snprintf(name, sizeof name, "%s, %s: error", scene, who);
    figure(b, name, a->error, slides ? "m" : "m/s", no_goal());
}

typedef struct engine_peer {
    const char *name, *flags, *libraries;
} engine_peer;

static const engine_peer PEERS[] = {
    {"bullet", "-I/usr/include/bullet", "-lBulletDynamics -lBulletCollision -lLinearMath"},
    {"ode", "", "-lode"},
    {"mujoco", "", "-lmujoco"},
};

void bench_scenes(bench *b) {
    const scene_answer ours[SCENES] = {slope(), slide(), balls(), boxes()};
    for (int k = 0; k < SCENES; k++) put(b, "abut", SCENE[k], &ours[k]);
    for (size_t i = 0; i < sizeof PEERS / sizeof *PEERS; i++) {
        scene_answer theirs[SCENES];
        char why[PEER_TEXT];
        if (!scene_peer(PEERS[i].name, PEERS[i].flags, PEERS[i].libraries, theirs, SCENES, why)) {
            figure_missing(b, PEERS[i].name, why, no_goal());
            continue;
        }
        for (int k = 0; k < SCENES; k++) put(b, PEERS[i].name, SCENE[k], &theirs[k]);
        if (i > 0) continue;
        figure(b, "216 balls: time over Bullet's", ours[2].microseconds / theirs[2].microseconds, "", at_most(0.5));
        figure(b, "216 balls: overlap over Bullet's", ours[2].deepest / theirs[2].deepest, "", at_most(0.1));
        figure(b, "1000 boxes: time over Bullet's", ours[3].microseconds / theirs[3].microseconds, "", no_goal());
    }
}
