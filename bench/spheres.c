// 100,000 balls in free flight and in a bed: steps/s, time per phase, threads, growth from 10^3 to 10^6, memory, LAMMPS
//
// The bed is 20 layers deep whatever the number of balls, so that a ball has the same number of neighbours in all of
// them. One thread is measured in CPU time, which other programs on the machine disturb least; two threads in wall
// time, the best of several turns, against one thread in the same turns.
#include "base/threads.h"
#include "common/figure.h"
#include "common/phases.h"
#include "peers/lammps.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS  0.005
#define LAYERS  20
#define REPEATS 5
#define BALLS   100000

typedef struct scene {
    abut_context *cx;
    abut_world *w;
    int64_t bytes; // held by the library now
} scene;

typedef struct timing {
    double step;               // s per step: the median of the repeats
    double phase[PHASE_COUNT]; // s per step: mean over all steps; REBUILD: s per rebuild
    int64_t rebuilds, steps;
} timing;

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

// ------------------------------------------------------------------------------------------------------------- scenes

static void *counted_resize(void *user, void *p, size_t bytes) {
    int64_t *held = user;
    const int64_t before = p ? (int64_t)malloc_usable_size(p) : 0;
    void *grown = realloc(p, bytes);
    if (grown) *held += (int64_t)malloc_usable_size(grown) - before;
    return grown;
}

static void counted_release(void *user, void *p) {
    *(int64_t *)user -= (int64_t)malloc_usable_size(p);
    free(p);
}

// Between -1 and 1, the same in every run.
static double noise(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static scene *open_scene(double gravity) {
    scene *s = calloc(1, sizeof *s);
    if (!s) exit(3);
    abut_config config = abut_config_default();
    config.threads = 1;
    config.allocator = (abut_allocator){&s->bytes, counted_resize, counted_release};
    if (abut_context_create(&config, &s->cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, -gravity};
    def.dt = 2e-5;
    check(s->cx, abut_world_create(s->cx, &def, &s->w));
    const abut_material_def glass = abut_material_default();
    int32_t material = 0;
    check(s->cx, abut_material_add(s->w, &glass, &material));
    return s;
}

static void close_scene(scene *s) {
    abut_world_destroy(s->w);
    abut_context_destroy(s->cx);
    free(s);
}

static void add_wall(scene *s, abut_v3 point, abut_v3 normal) {
    abut_body_def def = abut_body_default();
    def.name = "wall";
    def.fixed = true;
    def.position = point;
    check(s->cx, abut_shape_add_plane(s->w, normal, &def.shape));
    check(s->cx, abut_body_add(s->w, &def, NULL));
}

// About n balls, `spacing` diameters apart, each a little out of its place and with a small velocity.
static void add_balls(scene *s, int64_t n, double spacing, double speed) {
    const int64_t side = (int64_t)(sqrt((double)n / LAYERS) + 0.5);
    const double pitch = 2 * RADIUS * spacing;
    uint64_t seed = 1;
    abut_body_def def = abut_body_default();
    def.name = "ball";
    check(s->cx, abut_shape_add_sphere(s->w, RADIUS, &def.shape));
    for (int64_t k = 0; k < side * side * LAYERS; k++) {
        const int64_t layer = k / side / side;
        const abut_v3 place = {(double)(k % side), (double)(k / side % side), (double)layer};
        def.number = k;
        def.position = (abut_v3){pitch * (place.x + 0.5) + 2e-3 * RADIUS * noise(&seed),
                                 pitch * (place.y + 0.5) + 2e-3 * RADIUS * noise(&seed),
                                 pitch * (place.z + 0.5) + 2e-3 * RADIUS * noise(&seed)};
        def.velocity = (abut_v3){speed * noise(&seed), speed * noise(&seed), speed * noise(&seed)};
        check(s->cx, abut_body_add(s->w, &def, NULL));
    }
}

// Balls that nearly touch in a box, pressed together a little: most of the six neighbours of a ball are in contact.
static scene *make_bed(int64_t n) {
    scene *s = open_scene(9.81);
    const double spacing = 0.997, width = 2 * RADIUS * spacing * floor(sqrt((double)n / LAYERS) + 0.5);
    add_wall(s, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_wall(s, (abut_v3){0, 0, 0}, (abut_v3){1, 0, 0});
    add_wall(s, (abut_v3){width, 0, 0}, (abut_v3){-1, 0, 0});
    add_wall(s, (abut_v3){0, 0, 0}, (abut_v3){0, 1, 0});
    add_wall(s, (abut_v3){0, width, 0}, (abut_v3){0, -1, 0});
    add_balls(s, n, spacing, 0.02);
    return s;
}

static scene *make_flight(int64_t n) {
    scene *s = open_scene(0);
    add_balls(s, n, 1.5, 0.02);
    return s;
}

static void name_of(char *text, size_t size, const char *scene_name, const char *what) {
    snprintf(text, size, "%s %s", scene_name, what);
}

// ------------------------------------------------------------------------------------------------------------- timing

static void take_steps(scene *s, int64_t steps) {
    for (int64_t i = 0; i < steps; i++) check(s->cx, abut_world_step(s->w));
}

// Steps for about a second of measurement, in REPEATS parts.
static int64_t steps_for(int64_t n) {
    const int64_t steps = 400000 / n;
    return steps < 2 ? 2 : steps > 200 ? 200 : steps;
}

static timing measure(scene *s) {
    timing t = {.steps = steps_for(s->w->state.body.n)};
    take_steps(s, 20);
    phases_watch(s->w, cpu_seconds);
    phases_reset();
    double part[REPEATS];
    for (int r = 0; r < REPEATS; r++) {
        const double start = cpu_seconds();
        take_steps(s, t.steps);
        part[r] = (cpu_seconds() - start) / (double)t.steps;
    }
    const phase_times times = phases_read();
    for (int p = 0; p < PHASE_COUNT; p++) t.phase[p] = times.seconds[p] / (double)(t.steps * REPEATS);
    t.step = median(part, REPEATS);
    t.rebuilds = times.rebuilds;
    t.steps *= REPEATS;

    phases_reset(); // one rebuild for sure
    s->w->collision.pairs_stale = true;
    take_steps(s, 1);
    t.phase[REBUILD] = phases_read().seconds[REBUILD];
    phases_watch(s->w, NULL);
    return t;
}

static double best_wall(scene *s, int threads, int64_t steps, double best) {
    s->cx->threads = threads;
    check(s->cx, ab_pool_start(s->cx));
    const double start = wall_seconds();
    take_steps(s, steps);
    const double took = wall_seconds() - start;
    ab_pool_stop(s->cx);
    s->cx->threads = 1;
    return took < best ? took : best;
}

// Wall time on one thread over that on two, the best of turns that alternate.
static void print_threads(bench *b, const char *scene_name, scene *s) {
    const int64_t steps = steps_for(s->w->state.body.n);
    double one = INFINITY, two = INFINITY;
    go_first(true);
    for (int r = 0; r < 2 * REPEATS; r++) {
        one = best_wall(s, 1, steps, one);
        two = best_wall(s, 2, steps, two);
    }
    go_first(false);
    char name[80];
    name_of(name, sizeof name, scene_name, "steps per second, 1 thread");
    figure(b, name, (double)steps / one, "1/s, wall", no_goal());
    name_of(name, sizeof name, scene_name, "steps per second, 2 threads");
    figure(b, name, (double)steps / two, "1/s, wall", no_goal());
    name_of(name, sizeof name, scene_name, "speedup of two threads");
    figure(b, name, one / two, "", at_least(1.7));
}

// Bytes per second of one thread that reads two arrays far larger than the caches and writes a third.
static double memory_bandwidth(void) {
    const int64_t n = 16 << 20;
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), *c = malloc((size_t)n * sizeof *c);
    double took[REPEATS] = {0};
    if (!a || !b || !c) exit(3);
    for (int64_t i = 0; i < n; i++) a[i] = b[i] = c[i] = (double)i;
    for (int r = 0; r < REPEATS; r++) {
        const double start = cpu_seconds();
        for (int64_t i = 0; i < n; i++) c[i] = a[i] + 3 * b[i] + r;
        took[r] = cpu_seconds() - start;
    }
    const volatile double keep = c[n / 2]; // so that the loops are not dropped
    (void)keep;
    free(a);
    free(b);
    free(c);
    return 3.0 * (double)n * sizeof *a / median(took, REPEATS);
}

// ------------------------------------------------------------------------------------------------------------ figures

static void print_timing(bench *b, const char *scene_name, const scene *s, const timing *t) {
    const double n = (double)s->w->state.body.n;
    char name[80];
    name_of(name, sizeof name, scene_name, "steps per second");
    figure(b, name, 1 / t->step, "1/s", no_goal());
    name_of(name, sizeof name, scene_name, "body-steps per second");
    figure(b, name, n / t->step, "1/s", no_goal());
    name_of(name, sizeof name, scene_name, "contacts per body");
    figure(b, name, (double)s->w->state.contacts.n / n, "", no_goal());
    name_of(name, sizeof name, scene_name, "candidates per body");
    figure(b, name, (double)s->w->collision.pairs.n / n, "", no_goal());
    name_of(name, sizeof name, scene_name, "rebuilds per 1000 steps");
    figure(b, name, 1e3 * (double)t->rebuilds / (double)t->steps, "", no_goal());
    for (int p = 0; p < PHASE_COUNT; p++) {
        name_of(name, sizeof name, scene_name, phase_names[p]);
        figure(b, name, 1e9 * t->phase[p] / n, p == REBUILD ? "ns/body, once" : "ns/body-step", no_goal());
    }
}

static int64_t body_row_bytes(const ab_bodies *rows) {
    size_t bytes = 0;
#define ADD(array) bytes += rows->array ? sizeof *rows->array : 0;
    AB_BODY_ARRAYS(ADD)
#undef ADD
    return (int64_t)bytes;
}

static int64_t contact_row_bytes(const ab_contacts *rows) {
    size_t bytes = 0;
#define ADD(array) bytes += sizeof *rows->array;
    AB_CONTACT_ARRAYS(ADD)
#undef ADD
    return (int64_t)bytes;
}

static void print_memory(bench *b, const scene *s) {
    figure(b, "row of a body", (double)body_row_bytes(&s->w->state.body), "bytes", no_goal());
    figure(b, "row of a contact", (double)contact_row_bytes(&s->w->state.contacts), "bytes", no_goal());
    figure(b, "bed memory", (double)s->bytes / (double)s->w->state.body.n, "bytes/body", no_goal());
}

// What no implementation in main memory can avoid: each step reads and writes the state of every body and the memory of
// every contact once, and reads every candidate.
static double floor_bytes(const ab_world *w) {
    const double body = 2 * (4 * sizeof(v3) + sizeof(quat)) + 2 * sizeof(v3) + sizeof(v3) + 2 * sizeof(double);
    const double contact = 2 * (sizeof(ab_friction_memory) + sizeof(double) + sizeof(uint64_t));
    const double candidate = sizeof(ab_pair);
    return body * (double)w->state.body.n + contact * (double)w->state.contacts.n +
           candidate * (double)w->collision.pairs.n;
}

static void print_floor(bench *b, const scene *s, double step) {
    const double bandwidth = memory_bandwidth();
    const double min = floor_bytes(s->w) / bandwidth;
    figure(b, "memory bandwidth", 1e-9 * bandwidth, "GB/s", no_goal());
    figure(b, "bed memory floor", 1e9 * min / (double)s->w->state.body.n, "ns/body-step", no_goal());
    figure(b, "bed step over memory floor", step / min, "", no_goal());
}

static void print_peer(bench *b, scene *s) {
    const goal as_fast = at_least(1);
    const char *name = "LAMMPS time over ours, one core";
    if (!lammps_installed()) {
        figure_missing(b, name, "peer not installed", as_fast);
        return;
    }
    const int64_t steps = 30;
    double ratio[3];
    lammps_result peer;
    for (int r = 0; r < 3; r++) {
        char why[200];
        if (!lammps_run(s->w, (int)steps, &peer, why)) {
            figure_missing(b, name, why, as_fast);
            return;
        }
        const double start = cpu_seconds();
        take_steps(s, steps);
        ratio[r] = peer.seconds * (double)steps / (cpu_seconds() - start);
    }
    figure(b, "LAMMPS contacts per body", peer.contacts / (double)s->w->state.body.n, "", no_goal());
    figure(b, "LAMMPS bed", 1e9 * peer.seconds / (double)s->w->state.body.n, "ns/body-step", no_goal());
    figure(b, name, median(ratio, 3), "", as_fast);
}

static void bench_hundred_thousand(bench *b) {
    scene *flight = make_flight(BALLS);
    const timing free_flight = measure(flight);
    print_timing(b, "flight", flight, &free_flight);
    print_threads(b, "flight", flight);
    close_scene(flight);

    scene *bed = make_bed(BALLS);
    const timing in_bed = measure(bed);
    print_timing(b, "bed", bed, &in_bed);
    print_memory(b, bed);
    print_floor(b, bed, in_bed.step);
    print_threads(b, "bed", bed);
    print_peer(b, bed);
    close_scene(bed);
}

enum { SIZES = 7, BEYOND_CACHES = 3 };

// Exponents over all sizes, and over those whose rows are far larger than the caches: where the rows leave a cache, the
// time per body climbs once from its price in the cache to its price in memory, which the first holds and the second
// does not.
static void print_exponents(bench *b, const char *what, const double *n, const double *y) {
    char name[80];
    snprintf(name, sizeof name, "exponent %s 1e3..1e6", what);
    figure(b, name, exponent(n, y, SIZES), "", at_most(1.1));
    snprintf(name, sizeof name, "exponent %s 1e5..1e6", what);
    figure(b, name, exponent(n + SIZES - BEYOND_CACHES, y + SIZES - BEYOND_CACHES, BEYOND_CACHES), "", at_most(1.1));
}

static void bench_growth(bench *b) {
    double n[SIZES], step[SIZES], phase_time[PHASE_COUNT][SIZES];
    for (int i = 0; i < SIZES; i++) {
        scene *s = make_bed((int64_t)(pow(10, 3 + 0.5 * i) + 0.5));
        const timing t = measure(s);
        n[i] = (double)s->w->state.body.n;
        step[i] = t.step;
        for (int p = 0; p < PHASE_COUNT; p++) phase_time[p][i] = t.phase[p];
        char name[80];
        snprintf(name, sizeof name, "bed of %lld", (long long)s->w->state.body.n);
        figure(b, name, 1e9 * t.step / n[i], "ns/body-step", no_goal());
        close_scene(s);
    }
    print_exponents(b, "step", n, step);
    for (int p = 0; p < PHASE_COUNT; p++) print_exponents(b, phase_names[p], n, phase_time[p]);
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    bench_hundred_thousand(&b);
    bench_growth(&b);
    return bench_close(&b);
}
