// Beds of 10^4 to 10^6 bodies: copies of a settled bed side by side, so that all sizes have the same contacts. CPU time
// of one thread, the best of a few turns. What two threads gain is told twice: by the clock on the wall, with both
// cores to themselves, and by the share of the step that is outside of parallel loops.
#include "common/phases.h"
#include "math/random.h"
#include "polyhedra/bed.h"

#include <malloc.h>
#include <stdlib.h>

enum { WARM = 4, TURNS = 3, STEPS = 4 };

// ------------------------------------------------------------------------------------------------------------ memory

static int64_t bytes; // that the library holds

static void *resize(void *user, void *p, size_t n) {
    (void)user;
    const int64_t before = p ? (int64_t)malloc_usable_size(p) : 0;
    void *grown = realloc(p, n);
    if (grown) bytes += (int64_t)malloc_usable_size(grown) - before;
    return grown;
}

static void release(void *user, void *p) {
    (void)user;
    bytes -= (int64_t)malloc_usable_size(p);
    free(p);
}

// ------------------------------------------------------------------------------------------------------------- tiles

static void put_body(bed *to, const bed *from, int64_t i, v3 shift) {
    abut_body_def def = abut_body_default();
    def.name = "body";
    def.number = to->w->state.body.n;
    def.shape = to->shape[i % BED_SHAPES];
    bed_check(to, abut_body_add(to->w, &def, NULL));
    const ab_bodies *s = &from->w->state.body;
    ab_bodies *b = &to->w->state.body;
    const int64_t row = b->n - 1, at = from->first + i;
    b->x[row] = v3_add(s->x[at], shift);
    b->q[row] = s->q[at];
    b->v[row] = b->mean_v[row] = s->v[at];
    b->w[row] = b->mean_w[row] = s->w[at];
    b->l[row] = s->l[at];
}

static void shuffle(int64_t *order, int64_t n) {
    ab_random r = ab_random_start(77, 1);
    for (int64_t i = n - 1; i > 0; i--) {
        const int64_t j = (int64_t)(ab_random_u64(&r) % (uint64_t)(i + 1)), here = order[i];
        order[i] = order[j];
        order[j] = here;
    }
}

typedef struct tiles {
    int x, y, threads;
    bool disorder; // rows in random order, as after long mixing
} tiles;

static bed make_tiles(const bed *from, tiles t) {
    bed b = bed_open(t.threads, t.x, t.y, from->rocks, (abut_allocator){NULL, resize, release});
    const int64_t n = (int64_t)t.x * t.y * BED_BODIES;
    int64_t *order = malloc((size_t)n * sizeof *order);
    if (!order) exit(3);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    if (t.disorder) shuffle(order, n);
    for (int64_t k = 0; k < n; k++) {
        const int64_t tile = order[k] / BED_BODIES;
        put_body(&b, from, order[k] % BED_BODIES,
                 v3_make((double)(tile % t.x) * BED_WIDTH, (double)(tile / t.x) * BED_WIDTH, 0));
    }
    free(order);
    b.w->config.allow_large_dt = true; // bodies at the seams, which lost their walls, may be pushed
    bed_steps(&b, WARM);
    return b;
}

static double time_steps(bed *b, double (*seconds)(void)) {
    const double start = seconds();
    bed_steps(b, STEPS);
    return (seconds() - start) / STEPS / (double)(b->w->state.body.n - b->first);
}

static double best_step(bed *b, double (*seconds)(void)) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) best = fmin(best, time_steps(b, seconds));
    return best;
}

// ----------------------------------------------------------------------------------------------------------- figures

static void bench_sizes(bench *out, const bed *from) {
    static const tiles SIZES[] = {{5, 1, 1, false}, {10, 5, 1, false}, {25, 20, 1, false}};
    static const char *const NAMES[] = {"10^4 bodies, a body-step", "10^5 bodies, a body-step",
                                        "10^6 bodies, a body-step"};
    double n[3], seconds[3];
    for (int i = 0; i < 3; i++) {
        const int64_t before = bytes;
        bed b = make_tiles(from, SIZES[i]);
        n[i] = (double)(b.w->state.body.n - b.first);
        seconds[i] = best_step(&b, cpu_seconds);
        put_bed(out, from, NAMES[i], 1e6 * seconds[i], "us", no_goal());
        if (i == 2) {
            put_bed(out, from, "10^6 bodies, contacts per body", (double)b.w->state.contacts.n / n[i], "", no_goal());
            put_bed(out, from, "10^6 bodies, memory per body", (double)(bytes - before) / n[i], "bytes", at_most(1024));
        }
        bed_close(&b);
    }
    const double min = fmin(seconds[0], fmin(seconds[1], seconds[2]));
    put_bed(out, from, "10^4 to 10^6 bodies, slowest over fastest",
            fmax(seconds[0], fmax(seconds[1], seconds[2])) / min, "", at_most(1.15));
    put_bed(out, from, "10^4 to 10^6 bodies, exponent of a step", exponent(n, seconds, 3) + 1, "", no_goal());
    bed mixed = make_tiles(from, (tiles){10, 5, 1, true});
    put_bed(out, from, "10^5 bodies, rows in random order over that", best_step(&mixed, cpu_seconds) / seconds[1], "",
            no_goal());
    bed_close(&mixed);
}

static double serial_share(bed *b) {
    phases_watch(b->w, cpu_seconds);
    phases_reset();
    const double start = cpu_seconds();
    bed_steps(b, STEPS);
    return 1 - phases_read().parallel / (cpu_seconds() - start);
}

static void bench_threads(bench *out, const bed *from) {
    go_first(true); // the threads of a bed are made with it
    bed one = make_tiles(from, (tiles){5, 4, 1, false}), two = make_tiles(from, (tiles){5, 4, 2, false});
    double alone = INFINITY, both = INFINITY;
    for (int turn = 0; turn < 2 * TURNS; turn++) {
        alone = fmin(alone, time_steps(&one, wall_seconds));
        both = fmin(both, time_steps(&two, wall_seconds));
    }
    go_first(false);
    put_bed(out, from, "2 threads over 1, by the clock", alone / both, "", at_least(1.85));
    const double serial = serial_share(&one);
    put_bed(out, from, "share of a step outside of parallel loops", serial, "", no_goal());
    put_bed(out, from, "2 threads, at most by that share", 2 / (1 + serial), "", at_least(1.85));
    bed_close(&one);
    bed_close(&two);
}

void bench_scale(bench *b, const bed *settled) {
    bench_sizes(b, settled);
    bench_threads(b, settled);
}
