// Beds: they fall, settle, and are then timed; the peers begin with the state that is reached. CPU time of one thread, the best of several
// turns; a step of an impulse engine is as much a step as one of ours.
#include "polyhedra/bed.h"
#include "common/phases.h"
#include "math/random.h"
#include "peers/bed_peers.h"

#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 2000, SHAPES = 32, TURNS = 5, STEPS = 40 };
#define WIDTH 12.0
#define DT    2e-4 // s, the recommended one
#define YOUNG 1e4

typedef struct bed {
    abut_context *cx;
    abut_world *w;
    int32_t first; // row of the first body
} bed;

static void check(const bed *b, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_message(b->cx));
    exit(3);
}

static void add_wall(bed *b, abut_v3 point, abut_v3 normal) {
    abut_body_def def = abut_default_body();
    def.name = "wall";
    def.position = point;
    def.fixed = true;
    check(b, abut_add_plane(b->w, normal, &def.shape));
    check(b, abut_add_body(b->w, &def, NULL));
    b->first++;
}

static bed open_bed(int threads) {
    bed b = {0};
    abut_config config = abut_default_config();
    config.threads = threads;
    if (abut_context_create(&config, &b.cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_default_world();
    def.normal_law = "volume";
    def.dt = DT;
    check(&b, abut_world_create(b.cx, &def, &b.w));
    const abut_material_def stone = {"stone", 1, YOUNG, 0.2, 0.2, 0.5, -1};
    int32_t material;
    check(&b, abut_add_material(b.w, &stone, &material));
    add_wall(&b, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_wall(&b, (abut_v3){0, 0, 0}, (abut_v3){1, 0, 0});
    add_wall(&b, (abut_v3){WIDTH, 0, 0}, (abut_v3){-1, 0, 0});
    add_wall(&b, (abut_v3){0, 0, 0}, (abut_v3){0, 1, 0});
    add_wall(&b, (abut_v3){0, WIDTH, 0}, (abut_v3){0, -1, 0});
    return b;
}

static void close_bed(bed *b) {
    abut_world_destroy(b->w);
    abut_context_destroy(b->cx);
}

// ------------------------------------------------------------------------------------------------------------ bodies

static v3 direction(ab_random *r) {
    for (;;) {
        const v3 d = ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        if (v3_norm(d) <= 1 && v3_norm(d) > 0.1) return v3_unit(d);
    }
}

static bool far_from(const v3 *point, int n, v3 p) {
    for (int i = 0; i < n; i++)
        if (v3_norm(v3_sub(point[i], p)) < 0.45) return false;
    return true;
}

// 8 to 15 points of an ellipsoid, scaled to volume 1.
static int32_t add_rock(bed *b, ab_random *r, int number) {
    const int n = 8 + number % 8;
    const v3 axes = v3_make(1, 0.75 + 0.25 * ab_random_unit(r), 0.65 + 0.35 * ab_random_unit(r));
    v3 point[16];
    for (int i = 0; i < n;) {
        const v3 p = direction(r);
        if (far_from(point, i, p)) point[i++] = p;
    }
    for (int i = 0; i < n; i++) point[i] = v3_mul(axes, point[i]);
    ab_shape trial;
    check(b, ab_shape_hull(b->cx, point, n, &trial));
    for (int i = 0; i < n; i++) point[i] = v3_scale(1 / cbrt(trial.volume), point[i]);
    ab_shape_free(b->cx, &trial);
    int32_t shape;
    check(b, abut_add_hull(b->w, point, n, &shape));
    return shape;
}

// At random orientations, on a lattice that leaves them room but for a few corners.
static void fill(bed *b, bool rocks) {
    ab_random r = ab_random_start(12345, rocks);
    int32_t shape[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        if (rocks)
            shape[i] = add_rock(b, &r, i);
        else
            check(b, abut_add_box(b->w, (abut_v3){1, 1, 1}, &shape[i]));
    }
    const int side = 8;
    abut_body_def def = abut_default_body();
    def.name = "body";
    for (int i = 0; i < BODIES; i++) {
        def.number = i;
        def.shape = shape[i % SHAPES];
        def.position = (abut_v3){(i % side + 0.5) * WIDTH / side, (i / side % side + 0.5) * WIDTH / side,
                                 (i / side / side + 0.5) * 1.4};
        def.orientation = ab_random_rotation(&r);
        check(b, abut_add_body(b->w, &def, NULL));
    }
}

static void take_steps(bed *b, int steps) {
    for (int i = 0; i < steps; i++) check(b, abut_step(b->w));
}

// In longer steps first, with a softer V0, and then until what the harder one stores has been damped: the uppermost fall for 2 s.
static void settle(bed *b) {
    b->w->dt = 2 * DT;
    b->w->allow_large_dt = true;
    take_steps(b, 6000);
    b->w->dt = DT;
    take_steps(b, 3000);
}

// ------------------------------------------------------------------------------------------------------------ timing

static double best_step(bed *b, double (*seconds)(void)) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double start = seconds();
        take_steps(b, STEPS);
        best = fmin(best, seconds() - start);
    }
    return best / STEPS / BODIES;
}

static void put(bench *b, const char *kind, const char *what, double value, const char *unit, goal wanted) {
    char name[120];
    snprintf(name, sizeof name, "bed of %s: %s", kind, what);
    figure(b, name, value, unit, wanted);
}

static void put_phases(bench *out, const char *kind, bed *b) {
    phases_watch(b->w, cpu_seconds);
    phases_reset();
    take_steps(b, TURNS * STEPS);
    const phase_times t = phases_read();
    for (int i = 0; i < PHASE_COUNT; i++)
        put(out, kind, phase_names[i], 1e6 * t.seconds[i] / (TURNS * STEPS) / BODIES, "us per body-step", no_goal());
    put(out, kind, "steps between searches", (double)(TURNS * STEPS) / (double)(t.rebuilds + 1), "", no_goal());
}

static void compare(bench *out, const char *kind, const bed *b, double ours, bool rocks) {
    typedef struct rival {
        const char *name, *label;
        goal wanted;
        bool of_cubes;
    } rival;
    const rival RIVALS[] = {{"ode", "ODE's convex over ours", at_least(2), false},
                            {"bullet", "Bullet's hull over ours", at_least(4), true},
                            {"yade", "YADE's polyhedra over ours", at_least(100), true}};
    for (size_t i = 0; i < sizeof RIVALS / sizeof RIVALS[0]; i++) {
        char why[PEER_TEXT];
        double seconds;
        char name[120];
        snprintf(name, sizeof name, "bed of %s: %s", kind, RIVALS[i].label);
        if (!rocks && !RIVALS[i].of_cubes) continue;
        if (bed_peer(RIVALS[i].name, b->w, b->first, WIDTH, &seconds, why))
            figure(out, name, seconds / BODIES / ours, "", RIVALS[i].wanted);
        else
            figure_missing(out, name, why, RIVALS[i].wanted);
    }
}

static void bench_bed(bench *out, bool rocks) {
    const char *kind = rocks ? "hulls" : "cubes";
    bed b = open_bed(1);
    fill(&b, rocks);
    settle(&b);
    const double ours = best_step(&b, cpu_seconds);
    put(out, kind, "a body-step", 1e6 * ours, "us", no_goal());
    put(out, kind, "Cundall number", 1 / ours, "1/s", no_goal());
    put(out, kind, "contacts per body", (double)abut_contact_count(b.w) / BODIES, "", no_goal());
    put(out, kind, "candidates per body", (double)b.w->pairs.n / BODIES, "", no_goal());
    compare(out, kind, &b, ours, rocks);
    put_phases(out, kind, &b);
    close_bed(&b);
}

void bench_beds(bench *b) {
    bench_bed(b, false);
    bench_bed(b, true);
}
