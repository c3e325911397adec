// Tips are cut as whole polyhedra are.
#include "claim.h"
#include "overlap_pairs.h"
#include "shapes.h"

static const double TIE = 1e-13; // of the size: see test_overlap_pairs.c

// The same polyhedron as one that does not fit.
static ab_polyhedron whole(const ab_polyhedron *p) {
    ab_polyhedron copy = *p;
    copy.vertex_edges.first = NULL;
    return copy;
}

// Decisions within a tie may differ, which changes volumes by a layer of that thickness over at most ten sizes squared;
// what it does to areas and places is only bounded where no faces are flush.
static void check_pair(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose, ab_overlap_workspace *workspace,
                       bool areas) {
    ab_overlap tip = {0}, clip = {0};
    const ab_polyhedron a_whole = whole(a), b_whole = whole(b);
    const ab_overlap_state m = ab_overlap_clip(a, b, pose, workspace, &tip);
    const ab_overlap_state n = ab_overlap_clip(&a_whole, &b_whole, pose, workspace, &clip);
    const double size = a->radius + b->radius;
    CHECK_NEAR(m == AB_OVERLAP ? tip.volume : 0, n == AB_OVERLAP ? clip.volume : 0, 10 * TIE * size * size * size);
    if (!areas || m != AB_OVERLAP || n != AB_OVERLAP) return;
    CHECK_NEAR(v3_norm(v3_sub(tip.area, clip.area)), 0, 1e3 * TIE * size * size);
    CHECK_NEAR(v3_norm(v3_sub(tip.area_a, clip.area_a)), 0, 1e3 * TIE * size * size);
    CHECK_NEAR(v3_norm(v3_sub(tip.moment, clip.moment)), 0, 1e3 * TIE * size * size * size);
    // volumes of 1e-15 sizes cubed and their moments are each good to 1e-16
    CHECK_NEAR(clip.volume * v3_norm(v3_sub(tip.centroid, clip.centroid)), 0, TIE * size * size * size * size);
}

typedef ab_pose pose_fn(ab_random *r, const ab_polyhedron *a, const ab_polyhedron *b);

static void check_pairs(pose_fn *pose, bool areas, uint64_t seed) {
    abut_context *cx = shape_context();
    ab_polyhedron stock[STOCK];
    ab_overlap_workspace workspace;
    make_stock(cx, seed, stock);
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    ab_random r = ab_random_start(seed, 2);
    for (int i = 0; i < 20000; i++) {
        const ab_polyhedron *a = &stock[ab_random_u64(&r) % STOCK];
        const ab_polyhedron *b = &stock[ab_random_u64(&r) % STOCK];
        CHECK(a->vertex_edges.first && b->vertex_edges.first);
        check_pair(a, b, pose(&r, a, b), &workspace, areas);
    }
    ab_overlap_free(cx, &workspace);
    free_stock(cx, stock);
    abut_context_destroy(cx);
}

static ab_pose anywhere(ab_random *r, const ab_polyhedron *a, const ab_polyhedron *b) {
    return random_pose(r, a->radius + b->radius);
}

TEST(tips_of_random_pairs_are_those_of_whole_polyhedra) { check_pairs(anywhere, true, 31); }
TEST(tips_of_nearly_degenerate_pairs_have_the_same_volume) { check_pairs(degenerate_pose, false, 32); }

// More vertices than a word has bits, and with a tip that has too many.
TEST(polyhedra_too_large_for_a_tip_are_cut_all_the_same) {
    abut_context *cx = shape_context();
    ab_polyhedron large, box;
    ab_overlap_workspace workspace;
    v3 point[200];
    ab_random r = ab_random_start(33, 1);
    for (int i = 0; i < 200; i++) point[i] = random_direction(&r);
    CHECK_OK(cx, ab_polyhedron_hull(cx, "large", point, 200, &large));
    CHECK_OK(cx, ab_polyhedron_hull(cx, "box", point, box_points(v3_make(1, 1, 1), point), &box));
    CHECK_OK(cx, ab_overlap_make(cx, large.planes.n + 6, &workspace));
    CHECK(!large.vertex_edges.first && box.vertex_edges.first);
    for (int i = 0; i < 200; i++) {
        const ab_pose pose = random_pose(&r, 2);
        check_pair(&large, &box, pose, &workspace, true);
        check_pair(&box, &large, pose, &workspace, true);
    }
    ab_overlap_free(cx, &workspace);
    ab_polyhedron_free(cx, &large);
    ab_polyhedron_free(cx, &box);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(tips_of_random_pairs_are_those_of_whole_polyhedra),
       CLAIM(tips_of_nearly_degenerate_pairs_have_the_same_volume),
       CLAIM(polyhedra_too_large_for_a_tip_are_cut_all_the_same))
