// A million random and 100,000 nearly degenerate pairs of polyhedra: cutting against the polar dual and quadruple
// precision
//
// Boxes, prisms, octahedra, tetrahedra and random hulls of up to 60 faces. Nearly degenerate: faces against or flush
// with each other, vertex on vertex, a body on itself, tilted and moved by 1e-3 to 1e-17 or not at all. About two
// minutes.
#include "../tests/overlap_pairs.h"
#include "common/figure.h"
#include "geom/convex/overlap_dual.h"

#include <stdio.h>

enum { RANDOM = 1000000, DEGENERATE = 100000 };

typedef struct tally {
    double unequal; // volumes, or S of random pairs
    double failed;  // of cutting
    double unknown; // of the dual way
    double overlaps;
    double open; // greatest |S_A + S_B| over the square of the size
} tally;

typedef struct lab {
    abut_context *cx;
    ab_polyhedron stock[STOCK];
    ab_overlap_workspace workspace;
    ab_dual_workspace dual;
} lab;

static void open_lab(lab *l) {
    if (abut_context_create(NULL, &l->cx) != ABUT_OK || ab_overlap_make(l->cx, 256, &l->workspace) != ABUT_OK ||
        ab_dual_make(l->cx, 256, &l->dual) != ABUT_OK)
        exit(3);
    make_stock(l->cx, 5, l->stock);
}

static void close_lab(lab *l) {
    free_stock(l->cx, l->stock);
    ab_dual_free(l->cx, &l->dual);
    ab_overlap_free(l->cx, &l->workspace);
    abut_context_destroy(l->cx);
}

// Errors of the dual way grow as the square of size / thickness, which is taken to be the cube root of V.
static bool agree(const ab_overlap *cut, const ab_overlap *dual, double size) {
    const double thin = size / cbrt(cut->volume);
    const double e = 1e-12 * thin * thin * size * size;
    return fabs(cut->volume - dual->volume) <= e * size && v3_norm(v3_sub(cut->area, dual->area)) <= e;
}

static void note(tally *t, ab_overlap_state m, const ab_overlap *o, double size) {
    t->failed += m == AB_UNKNOWN;
    t->overlaps += m == AB_OVERLAP;
    if (m == AB_OVERLAP) t->open = ab_greater(t->open, v3_norm(v3_add(o->area, o->area_a)) / (size * size));
}

static void compare_random(lab *l, ab_random *r, tally *t) {
    const ab_polyhedron *a = &l->stock[ab_random_u64(r) % STOCK];
    const ab_polyhedron *b = &l->stock[ab_random_u64(r) % STOCK];
    const double size = a->radius + b->radius;
    const ab_pose pose = random_pose(r, size);
    ab_overlap cut, dual;
    const ab_overlap_state m = ab_overlap_clip(a, b, pose, &l->workspace, &cut);
    const ab_overlap_state d = ab_overlap_dual(a, b, pose, &l->workspace, &l->dual, &dual);
    note(t, m, &cut, size);
    t->unknown += d == AB_UNKNOWN;
    if (d != AB_UNKNOWN) t->unequal += m != d || (m == AB_OVERLAP && !agree(&cut, &dual, size));
}

// As tests/unit/test_overlap_pairs.c: a layer of the thickness of a tie, 1e-13, over ten sizes squared.
static void compare_degenerate(lab *l, ab_random *r, tally *t) {
    const ab_polyhedron *a = &l->stock[ab_random_u64(r) % STOCK];
    const ab_polyhedron *b = ab_random_unit(r) < 0.3 ? a : &l->stock[ab_random_u64(r) % STOCK];
    const double size = a->radius + b->radius;
    ab_overlap cut;
    const ab_overlap_state m = ab_overlap_clip(a, b, degenerate_pose(r, a, b), &l->workspace, &cut);
    const double exact = (double)wide_overlap_of(a, &l->workspace).volume;
    note(t, m, &cut, size);
    t->unequal += !(fabs((m == AB_OVERLAP ? cut.volume : 0) - exact) <= 1e-12 * size * size * size);
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    static lab l;
    open_lab(&l);
    tally random = {0}, degenerate = {0};
    ab_random r = ab_random_start(11, 1);
    for (int i = 0; i < RANDOM; i++) compare_random(&l, &r, &random);
    for (int i = 0; i < DEGENERATE; i++) compare_degenerate(&l, &r, &degenerate);
    figure(&b, "random pairs that overlap", random.overlaps, "", at_least(0.3 * RANDOM));
    figure(&b, "random pairs that differ from the dual", random.unequal, "", at_most(0));
    figure(&b, "random pairs that the dual cannot tell", random.unknown, "", no_goal());
    figure(&b, "random pairs, cutting failed", random.failed, "", at_most(0));
    figure(&b, "random pairs, |S_A + S_B| / size^2", random.open, "", at_most(1e-15));
    figure(&b, "degenerate pairs that overlap", degenerate.overlaps, "", at_least(0.3 * DEGENERATE));
    figure(&b, "degenerate pairs that differ from quadruple", degenerate.unequal, "", at_most(0));
    figure(&b, "degenerate pairs, cutting failed", degenerate.failed, "", at_most(0));
    figure(&b, "degenerate pairs, |S_A + S_B| / size^2", degenerate.open, "", at_most(1e-15));
    close_lab(&l);
    return bench_close(&b);
}
