// Points of one body inside another: the tree of spheres, the octree and all points one by one.
// labels: slow long
#include "claim.h"
#include "shapes.h"

#include "geom/generate/generate.h"
#include "geom/sdf/octree.h"
#include "geom/sdf/point_walk.h"
#include "math/random.h"

#include <stdio.h>

typedef struct body {
    ab_sdf sdf;
    ab_surface_points points;
    ab_point_tree tree;
    ab_octree octree;
    ab_obb box;
} body;

// In place, since trees point into the body.
static void make_body(ab_ctx *cx, ab_mesh mesh, int64_t cells, body *b) {
    abut_sdf_options options = abut_sdf_default();
    options.cells = cells;
    CHECK_OK(cx, ab_sdf_build(cx, "shape", &mesh, &options, &b->sdf));
    CHECK_OK(cx, ab_sdf_make_bound_grid(cx, &b->sdf));
    CHECK_OK(cx, ab_surface_points_make(cx, &b->sdf.mesh, b->sdf.grid.h, &b->points));
    ab_mesh_free(cx, &mesh);
    CHECK_OK(cx, ab_point_tree_build(cx, &b->points.all, &b->sdf, &b->tree));
    CHECK_OK(cx, ab_octree_build(cx, &b->points.all, &b->octree));
    CHECK_OK(cx, ab_obb_fit(cx, b->sdf.mesh.vertex, b->sdf.mesh.nvertex, &b->box));
}

static void free_body(ab_ctx *cx, body *b) {
    ab_octree_free(cx, &b->octree);
    ab_point_tree_free(cx, &b->tree);
    ab_surface_points_free(cx, &b->points);
    ab_sdf_free(cx, &b->sdf);
}

static ab_target target_at(const body *b, ab_pose pose) {
    ab_target target = {.sdf = &b->sdf, .turn = quat_matrix(pose.q), .shift = pose.x};
    ab_target_set_cells(&target);
    return target;
}

// Bit for bit.
static bool same(const ab_inside_samples *a, const ab_inside_samples *b) {
    return a->n == b->n && a->n <= a->capacity &&
           (a->n == 0 || memcmp(a->sample, b->sample, (size_t)a->n * sizeof *a->sample) == 0);
}

enum { SHAPES = 4, ROOM = 200000 };

// Nothing touches when all points have moved by as much as the tree says is free.
static void check_clear(const body *points, ab_target target, double clear, ab_random *random) {
    const v3 shift = target.shift;
    for (int i = 0; i < 3; i++) {
        const v3 way = ab_random_in_box(random, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        target.shift = v3_add_scaled(shift, clear, v3_unit(way));
        ab_target_set_cells(&target);
        ab_inside_samples moved = ab_inside_samples_into(NULL, 0);
        ab_points_find(&points->points.all, &target, &moved);
        CHECK(moved.n == 0);
    }
}

// In registers of every width that this processor has, with the same bits: also of the gradients and of what is free.
static void check_widths(const body *points, const ab_target *target, const ab_inside_samples *widest,
                         ab_inside_sample *room) {
    for (ab_width width = AB_WIDTH_16; width < AB_WIDTHS; width++) {
        ab_inside_samples here = ab_inside_samples_into(room, ROOM);
        if (!ab_point_tree_find_in(width, &points->tree, target, &here)) {
            CHECK(width > ab_widest());
            continue;
        }
        CHECK(here.n == widest->n && here.clear == widest->clear);
        CHECK(memcmp(here.sample, widest->sample, (size_t)here.n * sizeof *here.sample) == 0);
    }
}

static void make_shapes(ab_ctx *cx, body *b) {
    ab_mesh wavy = {0};
    const ab_superformula_def def = {.m = 5, .n1 = 0.9, .n2 = 1.3, .n3 = 1.3, .radius = 1, .rings = 60};
    CHECK_OK(cx, ab_generate_superformula(cx, &def, &wavy));
    make_body(cx, shape_torus(cx, 1, 0.3, 60, 30), 64, &b[0]);
    make_body(cx, shape_cube(cx, 0.8), 48, &b[1]);
    make_body(cx, shape_sphere(cx, 4), 48, &b[2]);
    make_body(cx, wavy, 64, &b[3]);
}

TEST(tree_octree_and_all_points_find_the_same_touches) {
    abut_context *cx = shape_context();
    body b[SHAPES];
    make_shapes(cx, b);
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 3 * ROOM));
    ab_random random = ab_random_start(7, 0);
    int64_t touching = 0, clear = 0;
    for (int i = 0; i < 400; i++) {
        const body *points = &b[ab_random_u64(&random) % SHAPES], *field = &b[ab_random_u64(&random) % SHAPES];
        const quat q = ab_random_rotation(&random);
        const ab_pose pose = {ab_random_in_box(&random, v3_make(-1.6, -1.6, -1.6), v3_make(1.6, 1.6, 1.6)), q};
        ab_target target = target_at(field, pose);
        target.smooth = i % 16 == 0; // for all points that takes long
        ab_inside_samples by_tree = ab_inside_samples_into(t, ROOM), by_octree = ab_inside_samples_into(t + ROOM, ROOM),
                          by_all = ab_inside_samples_into(t + 2 * ROOM, ROOM);
        ab_point_tree_find(&points->tree, &target, &by_tree);
        ab_octree_find(&points->octree, &target, &field->box, &by_octree);
        ab_points_find(&points->points.all, &target, &by_all);
        CHECK(same(&by_tree, &by_all));
        CHECK(same(&by_octree, &by_all));
        check_widths(points, &target, &by_tree, t + ROOM);
        touching += by_all.n > 0;
        if (by_tree.n == 0) check_clear(points, target, by_tree.clear, &random);
        ab_inside_samples wide = ab_inside_samples_into(NULL, 0);
        wide.reach = 0.3;
        ab_point_tree_find(&points->tree, &target, &wide);
        CHECK(wide.n == by_all.n);
        if (wide.n == 0) check_clear(points, target, wide.clear, &random);
        clear += by_tree.n == 0 && by_tree.clear > 0;
    }
    CHECK(touching > 100 && touching < 395); // both kinds of pose were met
    CHECK(clear > (400 - touching) / 2);
    ab_free(cx, t);
    for (int i = 0; i < SHAPES; i++) free_body(cx, &b[i]);
    abut_context_destroy(cx);
}

static void check_exact(const body *points, const ab_target *target, const ab_inside_samples *found) {
    for (int64_t k = 0; k < found->n; k++) {
        const v3 at = ab_target_place(target, ab_points_at(&points->points.all, found->sample[k].point));
        CHECK_NEAR(found->sample[k].distance, ab_sdf_closest(target->sdf, at).distance, 0);
        CHECK_NEAR(v3_norm(found->sample[k].gradient), 1, 1e-12);
    }
}

// A cube and a torus in random poses, judged by exact distances or by the spline; both kinds of pose are met.
static void check_cube_and_torus(bool exact, int poses, uint64_t seed) {
    abut_context *cx = shape_context();
    body cube, torus;
    make_body(cx, shape_cube(cx, 0.5), 24, &cube);
    make_body(cx, shape_torus(cx, 0.6, 0.25, 24, 12), 24, &torus);
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 2 * ROOM));
    ab_random random = ab_random_start(seed, 0);
    int64_t touching = 0;
    for (int i = 0; i < poses; i++) {
        const body *points = i % 2 ? &cube : &torus, *field = i % 2 ? &torus : &cube;
        const ab_pose pose = {ab_random_in_box(&random, v3_make(-1, -1, -1), v3_make(1, 1, 1)),
                              ab_random_rotation(&random)};
        ab_target target = target_at(field, pose);
        target.exact = exact;
        target.smooth = !exact;
        ab_inside_samples by_tree = ab_inside_samples_into(t, ROOM), by_all = ab_inside_samples_into(t + ROOM, ROOM);
        ab_point_tree_find(&points->tree, &target, &by_tree);
        ab_points_find(&points->points.all, &target, &by_all);
        CHECK(same(&by_tree, &by_all));
        touching += by_all.n > 0;
        if (by_tree.n == 0) check_clear(points, target, by_tree.clear, &random);
        if (exact) check_exact(points, &target, &by_tree);
    }
    CHECK(touching > poses / 4 && touching < poses);
    ab_free(cx, t);
    free_body(cx, &cube);
    free_body(cx, &torus);
    abut_context_destroy(cx);
}

TEST(tree_and_all_points_find_the_same_touches_by_exact_distances) { check_cube_and_torus(true, 20, 8); }

TEST(tree_and_all_points_find_the_same_touches_by_the_spline) { check_cube_and_torus(false, 60, 9); }

TEST(the_spline_is_exact_at_flat_faces_and_its_gradient_does_not_jump) {
    abut_context *cx = shape_context();
    body cube;
    make_body(cx, shape_cube(cx, 0.5), 24, &cube);
    const double h = cube.sdf.grid.h, step = 1e-6 * h;
    double cell_jump = 0;
    v3 last = v3_zero(), last_cell = v3_zero();
    for (int i = 0; i <= 10000; i++) {
        // By way of the edge, from outside to inside, in steps of h/4000.
        const v3 p = v3_make(0.5 + h * (1e-3 - i / 8000.0), 0.5 + h * (0.5 - i / 4000.0), 0.013);
        v3 g, cell;
        const double d = ab_sdf_smooth_distance(&cube.sdf, p, &g);
        (void)ab_sdf_distance(&cube.sdf, p, &cell);
        CHECK_NEAR(d, ab_sdf_closest(&cube.sdf, p).distance, 0.867 * h);
        for (int k = 0; k < 3 && i % 400 == 0; k++) {
            const v3 way = v3_make(k == 0 ? step : 0, k == 1 ? step : 0, k == 2 ? step : 0);
            v3 unused;
            const double up = ab_sdf_smooth_distance(&cube.sdf, v3_add(p, way), &unused);
            const double down = ab_sdf_smooth_distance(&cube.sdf, v3_sub(p, way), &unused);
            CHECK_NEAR((up - down) / (2 * step), v3_at(g, k),
                       1e-5); // O(step/h) where the second derivative jumps
        }
        // The second derivative is at most a few 1/h.
        if (i > 0) CHECK(v3_norm(v3_sub(g, last)) < 6.0 / 4000);
        if (i > 0) cell_jump = fmax(cell_jump, v3_norm(v3_sub(cell, last_cell)));
        last = g;
        last_cell = cell;
    }
    CHECK(cell_jump > 0.1); // which that of the cells does
    for (int i = 0; i < 50; i++) {
        const v3 p = v3_make(0.01 * (i - 25), 0.003 * i, 0.5 + 0.02 * h * (i - 25));
        v3 g;
        CHECK_NEAR(ab_sdf_smooth_distance(&cube.sdf, p, &g), p.z - 0.5, 1e-6 * h); // samples are floats
        CHECK_NEAR(g.z, 1, 1e-5);
    }
    free_body(cx, &cube);
    abut_context_destroy(cx);
}

// Cells from the grid's origin: on and beside nodes and the middles between them, which is where other nodes become the
// nearest, most often beside borders of bricks, and beyond the grid.
static double awkward_place(ab_random *random, int32_t cells) {
    static const double BESIDE[8] = {0, 1e-9, -1e-9, 0.5, 0.5 - 1e-9, 0.5 + 1e-9, -0.5, 0.25};
    const uint64_t r = ab_random_u64(random);
    const int32_t node = (int32_t)(r % (uint64_t)(cells + 7)) - 3,
                  border = node / AB_BRICK * AB_BRICK + (int32_t)(r >> 32 & 3) - 1;
    return (r >> 40 & 1 ? border : node) + BESIDE[r >> 48 & 7];
}

static void make_awkward_points(ab_ctx *cx, const ab_sdf_grid *g, int64_t n, ab_points *p) {
    ab_random random = ab_random_start(11, 0);
    *p = (ab_points){.n = n};
    double **const of[4] = {&p->x, &p->y, &p->z, &p->area};
    for (int i = 0; i < 4; i++) CHECK_OK(cx, AB_ALLOC(cx, of[i], n + AB_POINTS_SPARE));
    for (int64_t i = 0; i < n; i++) {
        p->x[i] = g->origin.x + g->h * awkward_place(&random, AB_BRICK * g->bricks.x);
        p->y[i] = g->origin.y + g->h * awkward_place(&random, AB_BRICK * g->bricks.y);
        p->z[i] = g->origin.z + g->h * awkward_place(&random, AB_BRICK * g->bricks.z);
    }
}

static void free_points(ab_ctx *cx, ab_points *p) {
    ab_free(cx, p->x);
    ab_free(cx, p->y);
    ab_free(cx, p->z);
    ab_free(cx, p->area);
}

TEST(all_widths_have_the_bits_of_one_point_where_cells_and_bricks_meet) {
    enum { N = 20003 }; // the last leaf is not full
    abut_context *cx = shape_context();
    body ball, many = {0};
    make_body(cx, shape_sphere(cx, 3), 64, &ball);
    make_awkward_points(cx, &ball.sdf.grid, N, &many.points.all);
    CHECK_OK(cx, ab_point_tree_build(cx, &many.points.all, &ball.sdf, &many.tree));
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 2 * ROOM));
    for (int smooth = 0; smooth < 2; smooth++) {
        ab_target target = target_at(&ball, pose_identity());
        target.smooth = smooth;
        ab_inside_samples by_tree = ab_inside_samples_into(t, ROOM), by_all = ab_inside_samples_into(t + ROOM, ROOM);
        ab_point_tree_find(&many.tree, &target, &by_tree);
        ab_points_find(&many.points.all, &target, &by_all);
        CHECK(same(&by_tree, &by_all));
        check_widths(&many, &target, &by_tree, t + ROOM);
        int64_t deep = 0;
        for (int64_t i = 0; i < by_tree.n; i++)
            deep += t[i].distance < -8 * ball.sdf.grid.h; // bricks without samples are among them
        CHECK(deep > N / 20 && by_tree.n > deep + N / 20 && by_tree.n < N - N / 5);
        target.shift.y = NAN;
        ab_target_set_cells(&target);
        ab_inside_samples nowhere = ab_inside_samples_into(t, ROOM);
        ab_point_tree_find(&many.tree, &target, &nowhere);
        check_widths(&many, &target, &nowhere, t + ROOM);
        CHECK(nowhere.n == 0);
    }
    ab_free(cx, t);
    ab_point_tree_free(cx, &many.tree);
    free_points(cx, &many.points.all);
    free_body(cx, &ball);
    abut_context_destroy(cx);
}

// A node has the same value whichever place asks, also where bricks without samples meet others: that is more than
// three cells deep.
TEST(the_gradient_of_the_spline_does_not_jump_where_samples_end) {
    abut_context *cx = shape_context();
    body ball;
    make_body(cx, shape_sphere(cx, 3), 64, &ball);
    const double h = ball.sdf.grid.h;
    const int steps = 4000; // in a cell
    const v3 start = v3_make(0.11, 0.27, -0.93), way = v3_scale(-h / steps, v3_unit(start));
    int64_t coarse = 0;
    v3 last = v3_zero();
    for (int i = 0; i <= 24 * steps; i++) {
        const v3 p = v3_add_scaled(start, i, way);
        v3 g;
        const double d = ab_sdf_smooth_distance(&ball.sdf, p, &g);
        // Values of nodes without samples are right to 7 h, so second differences are at most 28 h, along three axes.
        if (i > 0) CHECK(v3_norm(v3_sub(g, last)) < 50.0 / steps);
        if (d < -3.5 * h) coarse++;
        last = g;
    }
    CHECK(coarse > 8 * steps);
    free_body(cx, &ball);
    abut_context_destroy(cx);
}

// From afar along its line until points touch, and back by a third of a cell.
static ab_pose just_before_touch(const body *points, const body *field, ab_random *random) {
    const double h = field->sdf.grid.h;
    const v3 line = quat_rotate(ab_random_rotation(random), v3_make(1, 0, 0));
    ab_pose pose = {v3_zero(), ab_random_rotation(random)};
    for (double way = 4; way > 0;) {
        pose.x = v3_scale(way, line);
        const ab_target target = target_at(field, pose);
        ab_inside_samples found = ab_inside_samples_into(NULL, 0);
        ab_point_tree_find(&points->tree, &target, &found);
        if (found.n > 0) break;
        way -= ab_greater(found.clear, 0.05 * h);
    }
    pose.x = v3_add_scaled(pose.x, h / 3, line);
    return pose;
}

// Small steps, as in a run, with one large one now and then.
TEST(a_look_that_remembers_the_last_finds_the_same_touches) {
    abut_context *cx = shape_context();
    body b[SHAPES];
    make_shapes(cx, b);
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 2 * ROOM));
    ab_random random = ab_random_start(9, 0);
    int64_t touching = 0, apart = 0, listed = 0;
    for (int walk = 0; walk < 16; walk++) {
        const body *points = &b[walk % SHAPES], *field = &b[(walk + walk / SHAPES) % SHAPES];
        ab_pose pose = just_before_touch(points, field, &random);
        const v3 spin = ab_random_in_box(&random, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        static ab_leaf_cache leaf_cache; // of no look yet
        ab_leaf_cache_clear(&leaf_cache);
        for (int i = 0; i < 60; i++) {
            const double step = (i % 25 == 24 ? 0.5 : 0.01) * field->sdf.grid.h;
            pose.x = v3_scale(1 - step / v3_norm(pose.x), pose.x);
            pose.q = quat_mul(quat_from_turn(v3_scale(step, spin)), pose.q);
            ab_target target = target_at(field, pose);
            target.smooth = walk >= 12;
            ab_inside_samples again = ab_inside_samples_into(t, ROOM), fresh = ab_inside_samples_into(t + ROOM, ROOM);
            ab_point_tree_find_again(&points->tree, &target, &leaf_cache, &again);
            listed += leaf_cache.good > 0 && leaf_cache.moved > 0;
            if (target.smooth && i % 3) continue; // all points take long by the spline
            ab_points_find(&points->points.all, &target, &fresh);
            CHECK(same(&again, &fresh));
            if (again.n == 0) check_clear(points, target, again.clear, &random);
            touching += fresh.n > 0;
            apart += fresh.n == 0;
        }
    }
    CHECK(touching > 100 && apart > 100 && listed > 200); // of 960: all ways were gone
    ab_free(cx, t);
    for (int i = 0; i < SHAPES; i++) free_body(cx, &b[i]);
    abut_context_destroy(cx);
}

// Also where the bound of a node allows for less than the error of interpolation.
TEST(a_margin_finds_the_points_outside_that_are_nearer_than_it) {
    abut_context *cx = shape_context();
    body b[SHAPES];
    make_shapes(cx, b);
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 2 * ROOM));
    ab_random random = ab_random_start(11, 0);
    int64_t nearby = 0;
    for (int i = 0; i < 300; i++) {
        const body *points = &b[ab_random_u64(&random) % SHAPES], *field = &b[ab_random_u64(&random) % SHAPES];
        const quat q = ab_random_rotation(&random);
        const ab_pose pose = {ab_random_in_box(&random, v3_make(-1.8, -1.8, -1.8), v3_make(1.8, 1.8, 1.8)), q};
        ab_target target = target_at(field, pose);
        target.smooth = i % 8 == 0, target.exact = i % 8 == 1;
        ab_inside_samples by_tree = ab_inside_samples_into(t, ROOM), by_all = ab_inside_samples_into(t + ROOM, ROOM);
        by_tree.margin = by_all.margin = ab_random_unit(&random) * ab_sdf_max_margin(target.sdf);
        ab_point_tree_find(&points->tree, &target, &by_tree);
        ab_points_find(&points->points.all, &target, &by_all);
        CHECK(same(&by_tree, &by_all));
        for (int64_t k = 0; k < by_all.n; k++) nearby += by_all.sample[k].distance >= 0;
        if (by_tree.n == 0) check_clear(points, target, by_tree.clear, &random);
    }
    CHECK(nearby > 1000);
    ab_free(cx, t);
    for (int i = 0; i < SHAPES; i++) free_body(cx, &b[i]);
    abut_context_destroy(cx);
}

TEST(touches_beyond_the_room_are_counted_and_not_written) {
    abut_context *cx = shape_context();
    body b;
    make_body(cx, shape_cube(cx, 1), 32, &b);
    const ab_target target = target_at(&b, (ab_pose){v3_make(1, 0, 0), quat_identity()});
    ab_inside_sample t[4];
    ab_inside_samples few = ab_inside_samples_into(t, 3), none = ab_inside_samples_into(NULL, 0);
    t[3].point = -7;
    ab_point_tree_find(&b.tree, &target, &few);
    ab_point_tree_find(&b.tree, &target, &none);
    CHECK(few.n > 100 && few.n == none.n && t[3].point == -7);
    free_body(cx, &b);
    abut_context_destroy(cx);
}

TEST(a_half_space_finds_the_points_below_it) {
    abut_context *cx = shape_context();
    body b;
    make_body(cx, shape_sphere(cx, 4), 48, &b);
    const ab_target plane = {.normal = {0, 0, 1}, .turn = m3_identity(), .shift = {0, 0, 0.9}};
    ab_inside_sample *t = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &t, 2 * ROOM));
    ab_inside_samples by_tree = ab_inside_samples_into(t, ROOM), by_all = ab_inside_samples_into(t + ROOM, ROOM);
    ab_point_tree_find(&b.tree, &plane, &by_tree);
    ab_points_find(&b.points.all, &plane, &by_all);
    CHECK(same(&by_tree, &by_all) && by_all.n > 10);
    for (int64_t i = 0; i < by_all.n; i++) CHECK(by_all.sample[i].distance >= -0.1 - 1e-12);
    ab_free(cx, t);
    free_body(cx, &b);
    abut_context_destroy(cx);
}

TEST(points_share_the_area_and_lie_as_dense_as_asked) {
    abut_context *cx = shape_context();
    ab_mesh cube = shape_cube(cx, 0.5);
    ab_surface_points p;
    CHECK_OK(cx, ab_surface_points_make(cx, &cube, 0.1, &p));
    double area = 0, top = 0;
    for (int64_t i = 0; i < p.all.n; i++) {
        area += p.all.area[i];
        if (p.all.z[i] == 0.5) top += p.all.area[i];
    }
    // Rims stand for one of the faces that meet in them: all points of a face for that face, and so all together for
    // less.
    CHECK_NEAR(top, 1, 1e-3);
    CHECK(area < 6 && area > 5);
    CHECK_NEAR(p.area, 6, 1e-12);
    CHECK(p.all.n > 6 * 100 && p.all.n < 6 * 1000);
    // Sharp edges are halved until at most 0.025 long: 64 parts of each of the twelve.
    CHECK(p.feature_edges.n == 12 * 63 + 8);
    for (int64_t i = 0; i < p.feature_edges.n; i++) {
        const v3 at = ab_points_at(&p.feature_edges, i);
        CHECK((fabs(at.x) == 0.5) + (fabs(at.y) == 0.5) + (fabs(at.z) == 0.5) >= 2);
    }
    ab_surface_points_free(cx, &p);
    ab_mesh_free(cx, &cube);
    abut_context_destroy(cx);
}

TEST(a_mesh_finer_than_the_spacing_keeps_its_vertices) {
    abut_context *cx = shape_context();
    ab_mesh ball = shape_sphere(cx, 4);
    ab_surface_points p;
    CHECK_OK(cx, ab_surface_points_make(cx, &ball, 0.5, &p));
    CHECK(p.all.n == ball.nvertex);
    CHECK(p.feature_edges.n == 0);
    ab_surface_points_free(cx, &p);
    ab_mesh_free(cx, &ball);
    abut_context_destroy(cx);
}

// The barrel of a cylinder is made of needles, as wide as the spacing and 120 times as long.
static ab_surface_points points_of_barrel(abut_context *cx, double spacing) {
    const v3 profile[4] = {{0, 0, 0}, {1, 0, 0}, {1, 4, 0}, {0, 4, 0}};
    ab_mesh barrel;
    ab_surface_points p;
    CHECK_OK(cx, ab_generate_revolution(cx, &(ab_revolution_def){profile, 4, 192, 0}, &barrel));
    CHECK_OK(cx, ab_surface_points_make(cx, &barrel, spacing, &p));
    ab_mesh_free(cx, &barrel);
    return p;
}

// Halved from their corners alone, needles had 19 points for each square of the spacing.
TEST(needles_have_no_more_points_than_their_area_needs) {
    abut_context *cx = shape_context();
    const double spacing = 0.0335, area = 2 * 3.14159265358979 * 4;
    ab_surface_points p = points_of_barrel(cx, spacing);
    int64_t inside = 0;
    double sum = 0, largest = 0;
    for (int64_t i = 0; i < p.all.n; i++) {
        const v3 at = ab_points_at(&p.all, i);
        if (!(at.z > 0.1 && at.z < 3.9 && at.x * at.x + at.y * at.y > 0.99)) continue;
        inside++;
        sum += p.all.area[i];
        largest = fmax(largest, p.all.area[i]);
    }
    printf("barrel: %lld points, %.2f for each square of the spacing\n", (long long)inside,
           (double)inside * spacing * spacing / sum);
    CHECK_NEAR(sum / area, 0.95, 0.01);                    // rows of points that lie in the band or not
    CHECK((double)inside < 4 * sum / (spacing * spacing)); // two triangles a step, whose diagonals are halved
    CHECK(largest < spacing * spacing);
    ab_surface_points_free(cx, &p);
    abut_context_destroy(cx);
}

// A needle that is too long for any spacing, and has no area to be counted by.
TEST(a_needle_longer_than_a_surface_may_have_points_is_refused) {
    abut_context *cx = shape_context();
    static const v3 vertex[4] = {{0, 0, 0}, {1e-9, 0, 0}, {0, 1e9, 0}, {0, 0, 1e-9}};
    static const ab_triangle triangle[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
    ab_mesh needle = shape_copy(cx, vertex, 4, triangle, 4);
    ab_surface_points p;
    CHECK(ab_surface_points_make(cx, &needle, 1e-3, &p) == ABUT_ERR_LIMIT);
    ab_mesh_free(cx, &needle);
    abut_context_destroy(cx);
}

TEST(boxes_meet_exactly_when_no_axis_separates_them) {
    const ab_obb unit = {pose_identity(), {1, 1, 1}};
    const quat eighth = quat_from_turn(v3_make(0, 0, 0.78539816339744831));
    ab_obb other = {{{2.41, 0, 0}, eighth}, {1, 1, 1}}; // its edge reaches sqrt(2) to the left
    CHECK(ab_obb_gap(&unit, &other) <= 0);
    other.pose.x.x = 2.42;
    CHECK_NEAR(ab_obb_gap(&unit, &other), 2.42 - 1 - sqrt(2), 1e-12);
    // Edge against edge: only a cross product separates.
    const quat tilt = quat_mul(quat_from_turn(v3_make(0.78539816339744831, 0, 0)), eighth);
    const ab_obb bar = {{{0, 0, 0}, eighth}, {1, 1, 5}};
    other = (ab_obb){{{2.9, 0, 0}, tilt}, {1, 1, 5}};
    CHECK(ab_obb_gap(&bar, &other) > 0);
    other.pose.x.x = 2.5;
    CHECK(ab_obb_gap(&bar, &other) <= 0);
}

CLAIMS(CLAIM(tree_octree_and_all_points_find_the_same_touches),
       CLAIM(tree_and_all_points_find_the_same_touches_by_exact_distances),
       CLAIM(tree_and_all_points_find_the_same_touches_by_the_spline),
       CLAIM(the_spline_is_exact_at_flat_faces_and_its_gradient_does_not_jump),
       CLAIM(all_widths_have_the_bits_of_one_point_where_cells_and_bricks_meet),
       CLAIM(the_gradient_of_the_spline_does_not_jump_where_samples_end),
       CLAIM(a_look_that_remembers_the_last_finds_the_same_touches),
       CLAIM(a_margin_finds_the_points_outside_that_are_nearer_than_it),
       CLAIM(touches_beyond_the_room_are_counted_and_not_written), CLAIM(a_half_space_finds_the_points_below_it),
       CLAIM(points_share_the_area_and_lie_as_dense_as_asked), CLAIM(a_mesh_finer_than_the_spacing_keeps_its_vertices),
       CLAIM(needles_have_no_more_points_than_their_area_needs),
       CLAIM(a_needle_longer_than_a_surface_may_have_points_is_refused),
       CLAIM(boxes_meet_exactly_when_no_axis_separates_them))
