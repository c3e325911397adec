// Beds: they fall, settle, and are then timed; the peers begin with the state that is reached. CPU time of one thread,
// the best of several turns; a step of an impulse engine is as much a step as one of ours.
#include "polyhedra/bed.h"
#include "common/phases.h"
#include "math/random.h"
#include "peers/bed_peers.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 5, STEPS = 40 };

void bed_check(const bed *b, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(b->cx));
    exit(3);
}

static void add_wall(bed *b, abut_v3 point, abut_v3 normal) {
    abut_body_def def = abut_body_default();
    def.name = "wall";
    def.position = point;
    def.fixed = true;
    bed_check(b, abut_shape_add_plane(b->w, normal, &def.shape));
    bed_check(b, abut_body_add(b->w, &def, NULL));
    b->first++;
}

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
    bed_check(b, ab_shape_hull(b->cx, point, n, &trial));
    for (int i = 0; i < n; i++) point[i] = v3_scale(1 / cbrt(trial.volume), point[i]);
    ab_shape_free(b->cx, &trial);
    int32_t shape;
    bed_check(b, abut_shape_add_hull(b->w, point, n, &shape));
    return shape;
}

static void add_shapes(bed *b) {
    ab_random r = ab_random_start(12345, b->rocks);
    for (int i = 0; i < BED_SHAPES; i++) {
        if (b->rocks)
            b->shape[i] = add_rock(b, &r, i);
        else
            bed_check(b, abut_shape_add_box(b->w, (abut_v3){1, 1, 1}, &b->shape[i]));
    }
}

static void add_box(bed *b, double width, double depth) {
    add_wall(b, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_wall(b, (abut_v3){0, 0, 0}, (abut_v3){1, 0, 0});
    add_wall(b, (abut_v3){width, 0, 0}, (abut_v3){-1, 0, 0});
    add_wall(b, (abut_v3){0, 0, 0}, (abut_v3){0, 1, 0});
    add_wall(b, (abut_v3){0, depth, 0}, (abut_v3){0, -1, 0});
}

bed bed_open(int threads, int tiles_x, int tiles_y, bool rocks, abut_allocator allocator) {
    bed b = {.rocks = rocks};
    abut_config config = abut_config_default();
    config.threads = threads;
    config.allocator = allocator;
    if (abut_context_create(&config, &b.cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_world_default();
    def.normal_law = "volume";
    def.dt = BED_DT;
    bed_check(&b, abut_world_create(b.cx, &def, &b.w));
    const abut_material_def stone = {.size = sizeof(abut_material_def),
                                     .name = "stone",
                                     .density = 1,
                                     .young = BED_YOUNG,
                                     .poisson = 0.2,
                                     .restitution = 0.2,
                                     .friction = 0.5,
                                     .sliding_friction = -1};
    int32_t material;
    bed_check(&b, abut_material_add(b.w, &stone, &material));
    add_box(&b, tiles_x * BED_WIDTH, tiles_y * BED_WIDTH);
    add_shapes(&b);
    return b;
}

void bed_close(bed *b) {
    abut_world_destroy(b->w);
    abut_context_destroy(b->cx);
}

// At random orientations, on a lattice that leaves them room but for a few corners.
static void fill(bed *b) {
    ab_random r = ab_random_start(12346, b->rocks);
    const int side = 8;
    abut_body_def def = abut_body_default();
    def.name = "body";
    for (int i = 0; i < BED_BODIES; i++) {
        def.number = i;
        def.shape = b->shape[i % BED_SHAPES];
        def.position = (abut_v3){(i % side + 0.5) * BED_WIDTH / side, (i / side % side + 0.5) * BED_WIDTH / side,
                                 (i / side / side + 0.5) * 1.4};
        def.orientation = ab_random_rotation(&r);
        bed_check(b, abut_body_add(b->w, &def, NULL));
    }
}

void bed_steps(bed *b, int steps) {
    for (int i = 0; i < steps; i++) bed_check(b, abut_world_step(b->w));
}

// In longer steps first, with a softer V0, and then until what the harder one stores has been damped: the uppermost
// fall for 2 s.
static void settle(bed *b) {
    b->w->config.dt = 2 * BED_DT;
    b->w->config.allow_large_dt = true;
    bed_steps(b, 6000);
    b->w->config.dt = BED_DT;
    bed_steps(b, 3000);
}

// ------------------------------------------------------------------------------------------------------------ timing

static double best_step(bed *b, double (*seconds)(void)) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double start = seconds();
        bed_steps(b, STEPS);
        best = fmin(best, seconds() - start);
    }
    return best / STEPS / BED_BODIES;
}

void put_bed(bench *b, const bed *of, const char *what, double value, const char *unit, goal wanted) {
    char name[120];
    snprintf(name, sizeof name, "bed of %s: %s", of->rocks ? "hulls" : "cubes", what);
    figure(b, name, value, unit, wanted);
}

static void put_phases(bench *out, bed *b) {
    phases_watch(b->w, cpu_seconds);
    phases_reset();
    bed_steps(b, TURNS * STEPS);
    const phase_times t = phases_read();
    for (int i = 0; i < PHASE_COUNT; i++)
        put_bed(out, b, phase_names[i], 1e6 * t.seconds[i] / (TURNS * STEPS) / BED_BODIES, "us per body-step",
                no_goal());
    put_bed(out, b, "steps between searches", (double)(TURNS * STEPS) / (double)(t.rebuilds + 1), "", no_goal());
}

static void compare(bench *out, const bed *b, double ours) {
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
        snprintf(name, sizeof name, "bed of %s: %s", b->rocks ? "hulls" : "cubes", RIVALS[i].label);
        if (!b->rocks && !RIVALS[i].of_cubes) continue;
        if (bed_peer(RIVALS[i].name, b->w, b->first, BED_WIDTH, &seconds, why))
            figure(out, name, seconds / BED_BODIES / ours, "", RIVALS[i].wanted);
        else
            figure_missing(out, name, why, RIVALS[i].wanted);
    }
}

static void bench_bed(bench *out, bool rocks) {
    bed b = bed_open(1, 1, 1, rocks, (abut_allocator){0});
    fill(&b);
    settle(&b);
    const double ours = best_step(&b, cpu_seconds);
    put_bed(out, &b, "a body-step", 1e6 * ours, "us", no_goal());
    put_bed(out, &b, "Cundall number", 1 / ours, "1/s", no_goal());
    put_bed(out, &b, "contacts per body", (double)abut_contact_count(b.w) / BED_BODIES, "", no_goal());
    put_bed(out, &b, "candidates per body", (double)b.w->collision.pairs.n / BED_BODIES, "", no_goal());
    compare(out, &b, ours);
    put_phases(out, &b);
    if (rocks) {
        bench_collisions(out, &b);
        bench_scale(out, &b);
    }
    bed_close(&b);
}

void bench_beds(bench *b) {
    bench_bed(b, false);
    bench_bed(b, true);
}
