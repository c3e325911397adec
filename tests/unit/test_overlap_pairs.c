// The overlap of thousands of pairs against quadruple precision; `bench/run overlap` does the same with millions.
#include "claim.h"
#include "overlap_pairs.h"
#include "shapes.h"

static const double TIE = 1e-13; // of the size: within it, faces are taken to be in one plane

typedef ab_pose pose_fn(ab_random *r, const ab_polyhedron *a, const ab_polyhedron *b);

typedef struct counts {
    int pairs, overlaps;
} counts;

// The volume may err by a layer of the thickness of a tie over the surface, here below 10 sizes squared; the area by
// what that makes of places, if no faces are flush, over an angle of at least 1e-3.
static void check_pair(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose, ab_overlap_workspace *workspace,
                       bool areas, counts *n) {
    ab_overlap o;
    const ab_overlap_state m = ab_overlap_clip(a, b, pose, workspace, &o);
    const double size = a->radius + b->radius;
    const wide_overlap exact = wide_overlap_of(a, workspace);
    const double volume = m == AB_OVERLAP ? o.volume : 0;
    CHECK(m != AB_UNKNOWN);
    CHECK_NEAR(volume, (double)exact.volume, 10 * TIE * size * size * size);
    n->pairs++;
    if (m != AB_OVERLAP) return;
    n->overlaps++;
    CHECK_NEAR(v3_norm(v3_add(o.area, o.area_a)), 0,
               1e-15 * size * size); // the roundings of some 50 sums of areas below 1
    CHECK(v3_finite(o.centroid) && v3_finite(o.moment));
    const v3 area = v3_make((double)exact.area.x, (double)exact.area.y, (double)exact.area.z);
    if (areas) CHECK_NEAR(v3_norm(v3_sub(o.area, area)), 0, 1e3 * TIE * size * size);
}

static counts check_pairs(pose_fn *pose, bool areas, int pairs, uint64_t seed) {
    abut_context *cx = shape_context();
    ab_polyhedron stock[STOCK];
    make_stock(cx, seed, stock);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    counts n = {0};
    ab_random r = ab_random_start(seed, 2);
    for (int i = 0; i < pairs; i++) {
        const ab_polyhedron *a = &stock[ab_random_u64(&r) % STOCK];
        const ab_polyhedron *b = ab_random_unit(&r) < 0.3 ? a : &stock[ab_random_u64(&r) % STOCK];
        check_pair(a, b, pose(&r, a, b), &workspace, areas, &n);
    }
    ab_overlap_free(cx, &workspace);
    free_stock(cx, stock);
    abut_context_destroy(cx);
    return n;
}

static ab_pose anywhere(ab_random *r, const ab_polyhedron *a, const ab_polyhedron *b) {
    return random_pose(r, a->radius + b->radius);
}

TEST(random_pairs_agree_with_quadruple_precision) {
    const counts n = check_pairs(anywhere, true, 400, 7);
    CHECK(n.overlaps > 100 && n.overlaps < 350);
}

TEST(nearly_degenerate_pairs_agree_with_quadruple_precision) {
    const counts n = check_pairs(degenerate_pose, false, 400, 8);
    CHECK(n.overlaps > 100 && n.overlaps < 390);
}

static void scale_body(ab_polyhedron *p, double by) {
    for (int32_t i = 0; i < p->loops.nvertex; i++) {
        p->loops.x[i] *= by;
        p->loops.y[i] *= by;
        p->loops.z[i] *= by;
    }
    for (int32_t j = 0; j < p->planes.n; j++) p->planes.offset[j] *= by;
    p->radius *= by;
}

// Powers of two change no bit of a fraction: a tolerance that did not scale would show.
TEST(bodies_a_thousand_times_smaller_have_the_same_bits) {
    abut_context *cx = shape_context();
    const double by = 0x1p-10;
    ab_polyhedron large[STOCK];
    ab_polyhedron small[STOCK];
    make_stock(cx, 9, large);
    make_stock(cx, 9, small);
    for (int i = 0; i < STOCK; i++) scale_body(&small[i], by);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    ab_random r = ab_random_start(9, 2);
    for (int i = 0; i < 2000; i++) {
        const int a = (int)(ab_random_u64(&r) % STOCK);
        const int b = (int)(ab_random_u64(&r) % STOCK);
        ab_pose pose = i % 2 ? anywhere(&r, &large[a], &large[b]) : degenerate_pose(&r, &large[a], &large[b]);
        ab_overlap o;
        ab_overlap s;
        const ab_overlap_state m = ab_overlap_clip(&large[a], &large[b], pose, &workspace, &o);
        pose.x = v3_scale(by, pose.x);
        assert_int_equal(m, ab_overlap_clip(&small[a], &small[b], pose, &workspace, &s));
        CHECK(s.volume == by * by * by * o.volume);
        CHECK(s.area.x == by * by * o.area.x && s.moment.y == by * by * by * o.moment.y);
        CHECK(s.centroid.z == by * o.centroid.z);
    }
    ab_overlap_free(cx, &workspace);
    free_stock(cx, large);
    free_stock(cx, small);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(random_pairs_agree_with_quadruple_precision),
       CLAIM(nearly_degenerate_pairs_agree_with_quadruple_precision),
       CLAIM(bodies_a_thousand_times_smaller_have_the_same_bits))
