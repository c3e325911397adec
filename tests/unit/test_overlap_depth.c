// Depth and compression of overlaps: closed forms, and gradients against differences.
#include "claim.h"
#include "geom/convex/overlap_depth.h"
#include "overlap_pairs.h"
#include "shapes.h"

static double value_at(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose, ab_overlap_workspace *workspace) {
    ab_overlap o;
    return ab_overlap_clip(a, b, pose, workspace, &o) == AB_OVERLAP ? o.of.value : 0;
}

// Pose of B after A moved by dx and turned by dt about its origin.
static ab_pose moved(ab_pose b, v3 dx, v3 dt) {
    const quat back = quat_from_turn(v3_neg(dt));
    return (ab_pose){quat_rotate(back, v3_sub(b.x, dx)), quat_mul(back, b.q)};
}

static v3 unit_axis(int i) { return v3_make(i == 0, i == 1, i == 2); }

// Central differences of the step h err by h^2 and by the round-off of the value over h.
static void check_gradient(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose pose,
                           ab_overlap_workspace *workspace) {
    ab_overlap o;
    if (ab_overlap_clip(a, b, pose, workspace, &o) != AB_OVERLAP || !(o.of.value > 0)) return;
    const double h = 1e-6, scale = v3_norm(o.of.force) + v3_norm(o.of.torque);
    for (int i = 0; i < 6; i++) {
        const v3 step = v3_scale(h, unit_axis(i % 3)), zero = v3_zero();
        const v3 dx = i < 3 ? step : zero, dt = i < 3 ? zero : step;
        const double more = value_at(a, b, moved(pose, dx, dt), workspace),
                     less = value_at(a, b, moved(pose, v3_neg(dx), v3_neg(dt)), workspace);
        const double expected = v3_dot(i < 3 ? o.of.force : o.of.torque, unit_axis(i % 3));
        CHECK_NEAR((less - more) / (2 * h), expected, 1e-5 * scale);
    }
}

static int check_gradients(ab_overlap_coordinate coordinate) {
    abut_context *cx = shape_context();
    ab_polyhedron stock[STOCK];
    make_stock(cx, 11, stock);
    ab_overlap_workspace workspace;
    CHECK_OK(cx, ab_overlap_make(cx, 256, &workspace));
    workspace.coordinate = coordinate;
    ab_random r = ab_random_start(11, 2);
    int n = 0;
    for (int i = 0; i < 300; i++) {
        const ab_polyhedron *a = &stock[ab_random_u64(&r) % STOCK], *b = &stock[ab_random_u64(&r) % STOCK];
        const ab_pose pose = random_pose(&r, a->radius + b->radius);
        n += value_at(a, b, pose, &workspace) > 0;
        check_gradient(a, b, pose, &workspace);
    }
    ab_overlap_free(cx, &workspace);
    free_stock(cx, stock);
    abut_context_destroy(cx);
    return n;
}

TEST(gradient_of_the_depth_is_that_of_differences) { CHECK(check_gradients(AB_OVERLAP_DEPTH) > 50); }
TEST(gradient_of_the_compression_is_that_of_differences) { CHECK(check_gradients(AB_OVERLAP_COMPRESSION) > 50); }

CLAIMS(CLAIM(gradient_of_the_depth_is_that_of_differences), CLAIM(gradient_of_the_compression_is_that_of_differences))
