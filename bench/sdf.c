// Signed-distance fields of a knot of some 231,422 triangles (or --mesh FILE), against Embree, CGAL and OpenVDB;
// contact, against FCL, ODE and Bullet
//
// --shape NAME takes another one of bench/sdf/sdf_shapes.c. Without --mesh and --shape, contact ends with the
// octree's ratios for all the others.
// Parts, of which --only NAME measures one: contact, shares, run, misses (bench/sdf/) and field, which is here, at
// 256^3. Dense: exact distances of all nodes. The peers, which take minutes, are asked for every 16th layer and their
// time is multiplied. Band: what a simulation needs, three cells on each side of the surface, with signs and audit.
#include "common/figure.h"
#include "geom/sdf/sdf.h"
#include "geom/sdf/sdf_dense.h"
#include "math/random.h"
#include "peers/sdf_peers.h"
#include "sdf/contact.h"
#include "sdf/sdf_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 256, STEP = 16 };

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(cx));
    exit(3);
}

static abut_context *context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx = NULL;
    if (abut_context_create(&config, &cx) != ABUT_OK) exit(3);
    return cx;
}

// The cube of CELLS^3 nodes round the mesh with a margin of four cells.
static sdf_job cube_round(const ab_mesh *mesh) {
    v3 low = mesh->vertex[0], high = low;
    for (int64_t i = 1; i < mesh->nvertex; i++) {
        low = v3_min(low, mesh->vertex[i]);
        high = v3_max(high, mesh->vertex[i]);
    }
    const v3 size = v3_sub(high, low);
    const double h = fmax(size.x, fmax(size.y, size.z)) / (CELLS - 9), half = 0.5 * h * (CELLS - 1);
    return (sdf_job){mesh, v3_sub(v3_scale(0.5, v3_add(low, high)), v3_make(half, half, half)), h, CELLS, STEP};
}

// The whole dense field, trees included; seconds of this thread.
static double time_dense(abut_context *cx, const sdf_job *job, ab_dense *dense) {
    const double start = cpu_seconds();
    ab_bvh bvh;
    ab_winding winding;
    check(cx, ab_bvh_build(cx, job->mesh, &bvh));
    check(cx, ab_winding_build(cx, &bvh, &winding));
    check(cx, ab_dense_build(cx, &bvh, &winding, job->origin, job->h, (ab_cell3){CELLS, CELLS, CELLS}, dense));
    const double took = cpu_seconds() - start;
    ab_winding_free(cx, &winding);
    ab_bvh_free(cx, &bvh);
    return took;
}

// The largest difference of a peer's distances from ours, in cells.
static double difference(const ab_dense *dense, const sdf_answer *peer, double h) {
    const int64_t layer = (int64_t)CELLS * CELLS;
    double worst = 0;
    for (int64_t i = 0; i < peer->count; i++) {
        const float ours = dense->value[i / layer * STEP * layer + i % layer];
        worst = fmax(worst, fabs(fabs((double)peer->distance[i]) - fabs((double)ours)) / h);
    }
    return worst;
}

static void compare_dense(bench *b, const char *peer, const char *name, const char *libraries, const sdf_job *job,
                          const ab_dense *dense, double ours, double min) {
    char figure_name[80], text[200];
    sdf_answer answer;
    snprintf(figure_name, sizeof figure_name, "dense: time of %s over ours", peer);
    if (!sdf_peer(name, libraries, job, &answer, text)) {
        figure_missing(b, figure_name, text, at_least(min));
        return;
    }
    figure(b, figure_name, (answer.build + STEP * answer.query) / ours, "", at_least(min));
    snprintf(figure_name, sizeof figure_name, "dense: largest difference from %s", peer);
    figure(b, figure_name, difference(dense, &answer, job->h), "cells", no_goal());
    free(answer.distance);
}

static abut_sdf_options band_options(const sdf_job *job) {
    abut_sdf_options options = abut_sdf_default();
    options.cell = job->h;
    return options;
}

// Errors of samples that are picked at random: the distance from the nearest of all points of the surface, the sign
// from the sum of all solid angles.
static void check_samples(bench *b, const ab_sdf *sdf) {
    enum { DISTANCES = 20000, SIGNS = 100 };
    ab_random random = {1};
    double worst = 0;
    int wrong = 0;
    for (int i = 0; i < DISTANCES; i++) {
        const int64_t sample = (int64_t)(ab_random_unit(&random) * (double)(sdf->nblock * AB_SDF_BLOCK));
        const v3 p =
            ab_sdf_place(&sdf->grid, sdf->brick[sample / AB_SDF_BLOCK], ab_sample_at((int)(sample % AB_SDF_BLOCK)));
        const double exact = ab_bvh_closest(&sdf->bvh, p, INFINITY).distance;
        worst = fmax(worst, fabs(fabs((double)sdf->sample[sample]) - exact) / sdf->grid.h);
        if (i < SIGNS) wrong += (sdf->sample[sample] < 0) != (ab_winding_exact(&sdf->mesh, p) > 0.5);
    }
    figure(b, "band: largest error of a sample", worst, "cells", at_most(1e-5));
    figure(b, "band: samples with the wrong sign", wrong, "of 100", at_most(0));
    figure(b, "band: grid edges that fail the audit", (double)sdf->report.violations, "", at_most(0));
}

typedef double clock_fn(void);

static double time_band(const sdf_job *job, abut_context *cx, clock_fn *now) {
    const abut_sdf_options options = band_options(job);
    ab_sdf sdf;
    const double start = now();
    check(cx, ab_sdf_build(cx, "the mesh", job->mesh, &options, &sdf));
    const double took = now() - start;
    ab_sdf_free(cx, &sdf);
    return took;
}

// The longer of the CPU times of two threads: what both would take on a machine where each has a core, but for waiting
// at the ends of loops. A busy machine does not change it much.
static double time_longer_half(const sdf_job *job, abut_context *pair) {
    const double both = process_seconds();
    const double mine = time_band(job, pair, cpu_seconds);
    return fmax(mine, process_seconds() - both - mine);
}

// One thread over two, the best of turns that alternate: by the wall clock, and by the CPU time of the longer half.
static void compare_threads(bench *b, const sdf_job *job) {
    go_first(true); // the threads of a context are made with it
    abut_context *single = context(1), *pair = context(2);
    double one = INFINITY, two = INFINITY, one_cpu = INFINITY, half = INFINITY;
    for (int turn = 0; turn < 4; turn++) {
        one = fmin(one, time_band(job, single, wall_seconds));
        two = fmin(two, time_band(job, pair, wall_seconds));
        one_cpu = fmin(one_cpu, time_band(job, single, cpu_seconds));
        half = fmin(half, time_longer_half(job, pair));
    }
    abut_context_destroy(single);
    abut_context_destroy(pair);
    go_first(false);
    figure(b, "band: speedup of two threads", one / two, "", at_least(1.8));
    figure(b, "band: CPU of one over the longer of two", one_cpu / half, "", at_least(1.8));
}

static void compare_band(bench *b, abut_context *cx, const sdf_job *job) {
    char text[200];
    sdf_answer answer;
    const double one = fmin(time_band(job, cx, cpu_seconds), time_band(job, cx, cpu_seconds));
    figure(b, "band: time", one, "s, 1 thread", no_goal());
    if (sdf_peer("openvdb", "-lopenvdb -ltbb -lImath", job, &answer, text)) {
        figure(b, "band: time of OpenVDB over ours", answer.query / one, "", at_least(1));
        free(answer.distance);
    } else {
        figure_missing(b, "band: time of OpenVDB over ours", text, at_least(1));
    }
    compare_threads(b, job);
}

static void measure_band(bench *b, abut_context *cx, const sdf_job *job) {
    abut_sdf_options options = band_options(job);
    ab_sdf sdf;
    check(cx, ab_sdf_build(cx, "the mesh", job->mesh, &options, &sdf));
    check_samples(b, &sdf);
    ab_sdf_free(cx, &sdf);
    options.compact = true;
    check(cx, ab_sdf_build(cx, "the mesh", job->mesh, &options, &sdf));
    const double dense = 4.0 * CELLS * CELLS * CELLS;
    figure(b, "band: memory over that of a dense grid", 100 * (double)sdf.report.bytes / dense, "%, 16 bit",
           at_most(6));
    ab_sdf_free(cx, &sdf);
}

// Takes an option and its value out of the arguments.
static const char *take(const char *option, int *argc, char **argv) {
    for (int i = 1; i + 1 < *argc; i++) {
        if (strcmp(argv[i], option) != 0) continue;
        const char *value = argv[i + 1];
        memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 1) * sizeof *argv);
        *argc -= 2;
        return value;
    }
    return NULL;
}

static void measure_dense(bench *b, abut_context *cx, const sdf_job *job) {
    ab_dense dense;
    const double ours = time_dense(cx, job, &dense);
    figure(b, "dense: time", ours, "s, 1 thread", no_goal());
    compare_dense(b, "Embree", "embree", "-lembree3", job, &dense, ours, 6);
    compare_dense(b, "CGAL", "cgal", "-lgmp -lmpfr", job, &dense, ours, 10);
    ab_dense_free(cx, &dense);
}

static void measure_field(bench *b, abut_context *cx, const ab_mesh *mesh) {
    const sdf_job job = cube_round(mesh);
    measure_band(b, cx, &job);
    compare_band(b, cx, &job);
    measure_dense(b, cx, &job);
}

typedef struct part {
    const char *name;
    void (*measure)(bench *b, abut_context *cx, const ab_mesh *mesh);
    bool others; // looks at shapes of its own: not when the user has chosen one
} part;

static const part PARTS[] = {{"contact", measure_contact, false}, {"contact", measure_others, true},
                             {"shares", measure_shares, false},   {"run", simulate, false},
                             {"misses", measure_misses, false},   {"field", measure_field, false}};

static void load(abut_context *cx, const char *path, const char *name, ab_mesh *mesh) {
    if (path) {
        check(cx, ab_mesh_load(cx, path, 1, mesh));
        return;
    }
    const bench_shape *shape = name ? find_shape(name) : &SHAPE[0];
    if (!shape) {
        fprintf(stderr, "bench: no shape '%s'; there are", name);
        for (int i = 0; i < SHAPES; i++) fprintf(stderr, " %s", SHAPE[i].name);
        fprintf(stderr, "\n");
        exit(2);
    }
    check(cx, shape->make(cx, mesh));
}

int main(int argc, char **argv) {
    const char *path = take("--mesh", &argc, argv), *shape = take("--shape", &argc, argv),
               *only = take("--only", &argc, argv);
    bench b = bench_open(argc, argv);
    abut_context *cx = context(1);
    ab_mesh mesh = {0};
    load(cx, path, shape, &mesh);
    figure(&b, "triangles", (double)mesh.ntriangle, "", no_goal());
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        const part *p = &PARTS[i];
        if ((only && strcmp(only, p->name) != 0) || (p->others && (path || shape))) continue;
        p->measure(&b, cx, &mesh);
    }
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
    return bench_close(&b);
}
