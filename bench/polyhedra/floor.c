// How far cutting is from what the processor could do: its arithmetic, counted by hand, over the fastest arithmetic
// that lanes can do here, products and sums in turn, which are not contracted.
#include "polyhedra/floor.h"

#include "common/figure.h"
#include "math/lane.h"

enum { CHAINS = 12, ROUNDS = 200000, TURNS = 9 };

static volatile double sink;

AB_SIMD static double run_chains(int rounds) {
    ab_vd a[CHAINS];
    for (int c = 0; c < CHAINS; c++) a[c] = vd_all(1 + c);
    const ab_vd by = vd_all(0.999), more = vd_all(1e-3);
    for (int i = 0; i < rounds; i++)
        for (int c = 0; c < CHAINS; c++) a[c] = a[c] * by + more;
    ab_vd sum = a[0];
    for (int c = 1; c < CHAINS; c++) sum += a[c];
    return sum[0] + sum[AB_LANES - 1];
}

double simd_peak(void) {
    double best = INFINITY;
    for (int turn = 0; turn < TURNS; turn++) {
        const double start = cpu_seconds();
        sink = run_chains(ROUNDS);
        best = fmin(best, cpu_seconds() - start);
    }
    return 2.0 * CHAINS * AB_LANES * ROUNDS / best;
}

// What is left after the first cut, and how many cuts there are, is the mean of beds.
enum { TIP_VERTICES = 8, TIP_EDGES = 12, CUTS = 3, CROSSED = 5 };

static double flops_of(const polyhedra_pair *p) {
    const double va = p->a.loops.nvertex, fa = p->a.planes.n, vb = p->b.loops.nvertex, fb = p->b.planes.n;
    const double place = 18 * vb + 21 * fb;                       // B in the frame of A
    const double heights = 6 * (va * fb + vb * fa);               // of vertices over planes, and the lowest
    const double tip = 8 * va + 6 * TIP_VERTICES * fb;            // the first cut; which planes cut the tip
    const double cuts = CUTS * (8 * TIP_VERTICES + 13 * CROSSED); // heights, new vertices
    const double sums = 92 * TIP_EDGES;                           // see add_batch in geom/convex/corner_clip.c
    return place + heights + tip + cuts + sums;
}

double pair_flops(const polyhedra_pair *pair, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += flops_of(&pair[i]) / n;
    return sum;
}
