// The second way to an overlap agrees with the first, where it can.
#include "overlap_pairs.h"
#include "polyhedra.h"

#include "geom/convex/inner_ball.h"
#include "geom/convex/overlap_dual.h"

typedef struct pair_room {
    ab_overlap_workspace workspace;
    ab_dual_workspace dual;
    ab_polyhedron stock[STOCK];
} pair_room;

static void start_room(ab_ctx *cx, pair_room *p) {
    make_stock(cx, 5, p->stock);
    CHECK_OK(cx, ab_overlap_make(cx, 256, &p->workspace));
    CHECK_OK(cx, ab_dual_make(cx, 256, &p->dual));
}

static void end_room(ab_ctx *cx, pair_room *p) {
    ab_dual_free(cx, &p->dual);
    ab_overlap_free(cx, &p->workspace);
    free_stock(cx, p->stock);
}

// Errors of the dual way grow as the square of size / thickness, which is taken to be the cube root of V.
static double tolerance_of(double volume, double size) {
    const double thin = size / cbrt(volume);
    return 1e-13 * thin * thin;
}

static void check_agreement(const ab_overlap *cut, const ab_overlap *dual, double size) {
    const double e = tolerance_of(cut->volume, size);
    CHECK_NEAR(dual->volume, cut->volume, e * size * size * size);
    CHECK_NEAR(v3_norm(v3_sub(dual->area, cut->area)), 0, e * size * size);
    CHECK_NEAR(v3_norm(v3_sub(dual->moment, cut->moment)), 0, e * size * size * size);
    CHECK_NEAR(v3_norm(v3_sub(dual->centroid, cut->centroid)), 0, e * size);
    CHECK_NEAR(v3_norm(v3_add(dual->area, dual->area_a)), 0, e * size * size);
}

TEST(random_pairs_agree_with_cutting) {
    abut_context *cx = shape_context();
    pair_room p;
    start_room(cx, &p);
    ab_random r = ab_random_start(6, 1);
    int overlaps = 0;
    for (int i = 0; i < 2000; i++) {
        const ab_polyhedron *a = &p.stock[ab_random_u64(&r) % STOCK];
        const ab_polyhedron *b = &p.stock[ab_random_u64(&r) % STOCK];
        const ab_pose pose = random_pose(&r, a->radius + b->radius);
        ab_overlap cut, dual;
        const ab_overlap_state m = ab_overlap_clip(a, b, pose, &p.workspace, &cut);
        assert_int_equal(m, ab_overlap_dual(a, b, pose, &p.workspace, &p.dual, &dual));
        if (m == AB_APART) continue;
        overlaps++;
        check_agreement(&cut, &dual, a->radius + b->radius);
    }
    CHECK(overlaps > 1000);
    end_room(cx, &p);
    abut_context_destroy(cx);
}

// What it does not refuse as too flat is right to the tolerance that it checks itself by, over a surface of ten sizes
// squared.
TEST(nearly_degenerate_pairs_agree_or_are_unknown) {
    abut_context *cx = shape_context();
    pair_room p;
    start_room(cx, &p);
    ab_random r = ab_random_start(9, 1);
    int unknown = 0;
    for (int i = 0; i < 1000; i++) {
        const ab_polyhedron *a = &p.stock[ab_random_u64(&r) % STOCK];
        const ab_polyhedron *b = &p.stock[ab_random_u64(&r) % STOCK];
        const double size = a->radius + b->radius;
        const ab_pose pose = degenerate_pose(&r, a, b);
        ab_overlap cut, dual;
        ab_overlap_clip(a, b, pose, &p.workspace, &cut);
        const ab_overlap_state m = ab_overlap_dual(a, b, pose, &p.workspace, &p.dual, &dual);
        unknown += m == AB_UNKNOWN;
        if (m != AB_UNKNOWN) CHECK_NEAR(dual.volume, cut.volume, 1e-8 * size * size * size);
    }
    CHECK(unknown > 100 && unknown < 500);
    end_room(cx, &p);
    abut_context_destroy(cx);
}

TEST(largest_ball_in_a_box_touches_its_near_sides) {
    abut_context *cx = shape_context();
    v3 point[8];
    for (int i = 0; i < 8; i++) point[i] = v3_make(i & 1 ? 3 : -3, i & 2 ? 2 : -2, i & 4 ? 1 : -1);
    ab_polyhedron p;
    CHECK_OK(cx, ab_polyhedron_hull(cx, "box", point, 8, &p));
    double row[AB_BALL_ROW * (4 * 6 + 16)];
    v3 centre;
    CHECK_NEAR(ab_inner_ball(&p.planes, 1, 10, row, &centre), 1, 1e-14);
    CHECK_NEAR(centre.z, 0, 1e-14);
    CHECK(fabs(centre.x) <= 2 + 1e-14 && fabs(centre.y) <= 1 + 1e-14);
    for (int32_t j = 0; j < p.planes.n; j++) p.planes.offset[j] = -1; // below all of them is nothing
    CHECK_NEAR(ab_inner_ball(&p.planes, 1, 10, row, &centre), -1, 1e-14);
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

TEST(points_in_a_plane_have_no_hull) {
    abut_context *cx = shape_context();
    ab_hull_workspace workspace;
    CHECK_OK(cx, ab_hull_make(cx, 8, &workspace));
    for (workspace.n = 0; workspace.n < 8; workspace.n++)
        workspace.point[workspace.n] = v3_make(workspace.n % 3, workspace.n / 3, 1);
    CHECK(!ab_hull_of_points(&workspace));
    workspace.n = 3;
    CHECK(!ab_hull_of_points(&workspace));
    ab_hull_free(cx, &workspace);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(random_pairs_agree_with_cutting), CLAIM(nearly_degenerate_pairs_agree_or_are_unknown),
       CLAIM(largest_ball_in_a_box_touches_its_near_sides), CLAIM(points_in_a_plane_have_no_hull))
