// Convex polyhedra: microseconds a pair, against CGAL's dual hull and libccd's GJK; beds, against ODE, Bullet and YADE
//
// Cubes, and hulls of 12 and 26 points on a sphere (20 and 48 faces), at random orientations: pushed into each other by
// 1 % of their diameter, and 2 % apart. CGAL is given a point inside and timed without the integrals. libccd is timed
// on the pairs that are apart; so are we with the memory that a pair keeps from step to step, and without it. CPU time,
// the best of several turns.
#include "common/figure.h"
#include "common/phases.h"
#include "geom/convex/test_overlap.h"
#include "math/random.h"
#include "peers/polyhedra_peers.h"
#include "polyhedra/bed.h"
#include "polyhedra/floor.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 200, TURNS = 15, REPEAT = 20 };

typedef struct kind {
    const char *name;
    int points; // 0 = cube
} kind;

static const kind KINDS[] = {{"cubes", 0}, {"20 faces", 12}, {"48 faces", 26}};
enum { NKINDS = sizeof KINDS / sizeof KINDS[0] };

static v3 direction(ab_random *r) {
    for (;;) {
        const v3 d = ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        if (v3_norm(d) <= 1 && v3_norm(d) > 0.1) return v3_unit(d);
    }
}

static ab_polyhedron make_body(ab_ctx *cx, ab_random *r, int points) {
    v3 point[32];
    const double half = sqrt(1.0 / 3);
    for (int i = 0; i < (points ? points : 8); i++)
        point[i] = points ? direction(r) : v3_make(i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half);
    ab_polyhedron p;
    if (ab_polyhedron_hull(cx, "body", point, points ? points : 8, &p) != ABUT_OK) exit(3);
    return p;
}

// The distance along a line at which they begin to touch, by bisection.
static double touching_distance(polyhedra_pair *p, v3 along, ab_overlap_workspace *workspace) {
    double low = 0;
    double high = p->a.radius + p->b.radius;
    for (int i = 0; i < 50; i++) {
        const double middle = 0.5 * (low + high);
        ab_overlap o;
        p->pose.x = v3_scale(middle, along);
        if (ab_overlap_clip(&p->a, &p->b, p->pose, workspace, &o) == AB_OVERLAP)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void make_pairs(ab_ctx *cx, int points, ab_overlap_workspace *workspace, polyhedra_pair *met,
                       polyhedra_pair *apart) {
    ab_random r = ab_random_start(4, (uint64_t)points);
    for (int i = 0; i < PAIRS; i++) {
        polyhedra_pair p = {make_body(cx, &r, points), make_body(cx, &r, points), {{0, 0, 0}, {1, 0, 0, 0}}, {0, 0, 0}};
        p.pose.q = ab_random_rotation(&r);
        const v3 along = direction(&r);
        const double touch = touching_distance(&p, along, workspace);
        ab_overlap o;
        p.pose.x = v3_scale(touch - 0.02, along);
        if (ab_overlap_clip(&p.a, &p.b, p.pose, workspace, &o) != AB_OVERLAP) exit(3);
        p.inside = o.centroid;
        met[i] = p;
        p.pose.x = v3_scale(touch + 0.04, along);
        apart[i] = p;
    }
}

static double sum; // of volumes, so that nothing is left out

static double time_cutting(const polyhedra_pair *pair, ab_overlap_workspace *workspace) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double start = cpu_seconds();
        for (int k = 0; k < REPEAT * PAIRS; k++) {
            ab_overlap o;
            const polyhedra_pair *p = &pair[k % PAIRS];
            ab_overlap_clip(&p->a, &p->b, p->pose, workspace, &o);
            sum += o.volume;
        }
        best = fmin(best, cpu_seconds() - start);
    }
    return best / (REPEAT * PAIRS);
}

static double time_filters(const polyhedra_pair *pair, ab_overlap_workspace *workspace, bool remember) {
    static ab_axis_cache axis_cache[PAIRS];
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double start = cpu_seconds();
        for (int k = 0; k < REPEAT * PAIRS; k++) {
            ab_overlap o;
            const polyhedra_pair *p = &pair[k % PAIRS];
            if (!remember) ab_axis_cache_set_axis(&axis_cache[k % PAIRS], v3_neg(p->pose.x));
            ab_test_overlap(&p->a, &p->b, p->pose, &axis_cache[k % PAIRS], workspace, &o);
            sum += o.volume;
        }
        best = fmin(best, cpu_seconds() - start);
    }
    return best / (REPEAT * PAIRS);
}

static double mean_volume(const polyhedra_pair *pair, ab_overlap_workspace *workspace) {
    double volume = 0;
    for (int i = 0; i < PAIRS; i++) {
        ab_overlap o;
        ab_overlap_clip(&pair[i].a, &pair[i].b, pair[i].pose, workspace, &o);
        volume += o.volume / PAIRS;
    }
    return volume;
}

static void put(bench *b, int k, const char *what, double value, const char *unit, goal wanted) {
    char name[80];
    snprintf(name, sizeof name, "%s: %s", KINDS[k].name, what);
    figure(b, name, value, unit, wanted);
}

typedef struct costs {
    double cutting, remembered, volume; // s, s, m^3
} costs;

static costs measure(bench *b, int k, const polyhedra_pair *met, const polyhedra_pair *apart,
                     ab_overlap_workspace *workspace) {
    const costs c = {time_cutting(met, workspace), time_filters(apart, workspace, true), mean_volume(met, workspace)};
    put(b, k, "cutting, 1 % deep", 1e6 * c.cutting, "us", no_goal());
    const double flops = pair_flops(met, PAIRS);
    put(b, k, "arithmetic of cutting", flops, "flop", no_goal());
    put(b, k, "cutting over its arithmetic at SIMD peak", c.cutting * simd_peak() / flops, "", no_goal());
    put(b, k, "apart, remembered", 1e6 * c.remembered, "us", no_goal());
    put(b, k, "apart, GJK from the centres", 1e6 * time_filters(apart, workspace, false), "us", no_goal());
    return c;
}

static void compare(bench *b, const polyhedra_pair *met, const polyhedra_pair *apart, const costs *c) {
    char why[200];
    double seconds[NKINDS], result[NKINDS];
    const polyhedra_job cgal = {met, NKINDS, PAIRS, seconds, result};
    const polyhedra_job ccd = {apart, NKINDS, PAIRS, seconds, result};
    if (!polyhedra_peer("cgal", "-lgmp -lmpfr", &cgal, why))
        figure_missing(b, "CGAL's dual hull over cutting", why, at_least(60));
    else
        for (int k = 0; k < NKINDS; k++) {
            put(b, k, "CGAL's dual hull over cutting", seconds[k] / c[k].cutting, "", at_least(60));
            put(b, k, "volumes differ by", fabs(result[k] / c[k].volume - 1), "", at_most(1e-9));
        }
    if (!polyhedra_peer("ccd", "-lccd", &ccd, why))
        figure_missing(b, "libccd's GJK over ours, apart", why, at_least(5));
    else
        for (int k = 0; k < NKINDS; k++)
            put(b, k, "libccd's GJK over ours, apart", seconds[k] / c[k].remembered, "", at_least(5));
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    static polyhedra_pair met[NKINDS * PAIRS], apart[NKINDS * PAIRS];
    abut_context *cx;
    ab_overlap_workspace workspace;
    if (abut_context_create(NULL, &cx) != ABUT_OK || ab_overlap_make(cx, 256, &workspace) != ABUT_OK) return 3;
    costs c[NKINDS];
    for (int k = 0; k < NKINDS; k++) {
        make_pairs(cx, KINDS[k].points, &workspace, met + k * PAIRS, apart + k * PAIRS);
        c[k] = measure(&b, k, met + k * PAIRS, apart + k * PAIRS, &workspace);
    }
    compare(&b, met, apart, c);
    bench_beds(&b);
    for (int i = 0; i < NKINDS * PAIRS; i++) {
        ab_polyhedron_free(cx, &met[i].a);
        ab_polyhedron_free(cx, &met[i].b);
    }
    ab_overlap_free(cx, &workspace);
    abut_context_destroy(cx);
    return sum >= 0 ? bench_close(&b) : 3;
}
