// Shapes: closed forms against the triangles of their own surfaces, and the functions that collision relies on against
// brute force over surface vertices.
#include "claim.h"

#include "base/alloc.h"
#include "shape/shape.h"

enum { SOLIDS = 9, POSES = 40, DIRECTIONS = 200 };

static ab_ctx *cx;

static double uniform(uint64_t *seed) { // -1..1
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int64_t)(*seed >> 11) / (double)(INT64_C(1) << 52) - 1;
}

static v3 random_v3(uint64_t *seed) {
    const double x = uniform(seed), y = uniform(seed);
    return v3_make(x, y, uniform(seed));
}

static ab_pose random_pose(uint64_t *seed) {
    const v3 x = random_v3(seed);
    return (ab_pose){x, quat_unit(quat_from_turn(v3_scale(3, random_v3(seed))))};
}

// A lopsided tetrahedron with a bump: no symmetry, centroid off the origin.
static const v3 POINTS[6] = {{0, 0, 0}, {3, 0, 0}, {0.5, 2, 0}, {0.25, 0.5, 1.5}, {1.5, 1.25, 0.75}, {1, 0.5, 0.25}};

static ab_shape hull_shape(void) {
    ab_shape shape;
    CHECK_OK(cx, ab_shape_hull(cx, POINTS, 6, &shape));
    return shape;
}

static ab_shape mesh_shape(bool inverted) {
    ab_mesh mesh;
    CHECK_OK(cx, ab_hull(cx, POINTS, 6, &mesh));
    for (int64_t i = 0; inverted && i < mesh.ntriangle; i++) {
        const int32_t first = mesh.triangle[i].v[0];
        mesh.triangle[i].v[0] = mesh.triangle[i].v[2];
        mesh.triangle[i].v[2] = first;
    }
    ab_shape shape;
    CHECK_OK(cx, ab_shape_mesh(cx, &mesh, &shape));
    ab_mesh_free(cx, &mesh);
    return shape;
}

static void make_solids(ab_shape *shapes) {
    CHECK_OK(cx, ab_shape_sphere(cx, 0.7, &shapes[0]));
    CHECK_OK(cx, ab_shape_box(cx, v3_make(1, 2, 3.5), &shapes[1]));
    CHECK_OK(cx, ab_shape_capsule(cx, 0.4, 1.7, &shapes[2]));
    CHECK_OK(cx, ab_shape_ellipsoid(cx, v3_make(0.5, 1, 1.8), &shapes[3]));
    CHECK_OK(cx, ab_shape_cylinder(cx, 0.6, 2.2, &shapes[4]));
    shapes[5] = hull_shape();
    shapes[6] = mesh_shape(false);
    CHECK_OK(cx, ab_shape_superellipsoid(cx, v3_make(0.5, 0.8, 1.1), 2.5, 3, &shapes[7]));
    CHECK_OK(cx, ab_shape_cone(cx, 0.7, 1.6, &shapes[8]));
}

static void free_solids(ab_shape *shapes) {
    for (int i = 0; i < SOLIDS; i++) ab_shape_free(cx, &shapes[i]);
}

static ab_mesh surface_of(const ab_shape *shape, int detail) {
    ab_mesh mesh;
    CHECK_OK(cx, ab_shape_types[shape->kind]->surface(cx, shape, detail, &mesh));
    return mesh;
}

static bool is_flat(const ab_shape *shape) { // the surface is exact
    return shape->kind == AB_SHAPE_box || shape->kind == AB_SHAPE_hull || shape->kind == AB_SHAPE_mesh;
}

TEST(surfaces_are_closed_and_outward_at_every_detail) {
    ab_shape shapes[SOLIDS];
    make_solids(shapes);
    for (int i = 0; i < SOLIDS; i++)
        for (int detail = -1; detail <= 3; detail++) {
            ab_mesh mesh = surface_of(&shapes[i], detail);
            ab_mesh_report report;
            CHECK_OK(cx, ab_mesh_inspect(cx, &mesh, &report));
            CHECK(report.closed);
            CHECK(!report.inverted);
            CHECK(report.components == 1);
            CHECK(report.unused_vertices == 0 && report.degenerate_triangles == 0 && report.self_intersections == 0);
            ab_mesh_free(cx, &mesh);
        }
    free_solids(shapes);
}

// Largest relative difference of volume, moments, products and centroid between closed form and surface.
static double mass_error(const ab_shape *shape, int detail) {
    ab_mesh mesh = surface_of(shape, detail);
    const ab_mass mass = ab_mesh_mass(&mesh);
    ab_mesh_free(cx, &mesh);
    const v3 m = shape->moments;
    double error = fabs(mass.volume / shape->volume - 1);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double expected = i == j ? v3_at(m, i) : 0;
            error = fmax(error, fabs(v3_at(mass.inertia.row[i], j) - expected) / v3_norm(m));
        }
    return fmax(error, v3_norm(mass.centroid) / shape->radius);
}

TEST(mass_properties_are_the_limit_of_the_surfaces_with_second_order) {
    ab_shape shapes[SOLIDS];
    make_solids(shapes);
    for (int i = 0; i < SOLIDS; i++) {
        const double e0 = mass_error(&shapes[i], 0), e1 = mass_error(&shapes[i], 1), e2 = mass_error(&shapes[i], 2);
        if (is_flat(&shapes[i])) {
            CHECK_NEAR(e0, 0, 1e-14); // exact surface: a few roundings
            continue;
        }
        // edges halve with each detail, so the error falls by 4; 10 % for the higher orders, and 20 % where the curvature
        // is not smooth
        const double higher = shapes[i].kind == AB_SHAPE_superellipsoid ? 0.8 : 0.4;
        CHECK_NEAR(e0 / e1, 4, higher);
        CHECK_NEAR(e1 / e2, 4, higher);
        CHECK(e2 < 0.02);
    }
    free_solids(shapes);
}

// 2 and 2 are an ellipsoid; 20 and 20 nearly a box.
TEST(superellipsoids_lie_between_ellipsoids_and_boxes) {
    ab_shape s, like;
    const v3 h = {0.5, 1, 1.8};
    CHECK_OK(cx, ab_shape_superellipsoid(cx, h, 2, 2, &s));
    CHECK_OK(cx, ab_shape_ellipsoid(cx, h, &like));
    CHECK_NEAR(s.volume / like.volume, 1, 1e-13); // of logarithms of the Gamma function
    CHECK_NEAR(v3_norm(v3_sub(s.moments, like.moments)) / v3_norm(like.moments), 0, 1e-13);
    uint64_t seed = 5;
    for (int k = 0; k < DIRECTIONS; k++) {
        const v3 d = v3_unit(random_v3(&seed));
        const v3 apart = v3_sub(ab_shape_types[s.kind]->support(&s, d), ab_shape_types[like.kind]->support(&like, d));
        CHECK_NEAR(v3_norm(apart), 0, 1e-14);
    }
    CHECK_OK(cx, ab_shape_superellipsoid(cx, h, 20, 20, &s));
    CHECK_OK(cx, ab_shape_box(cx, v3_scale(2, h), &like));
    CHECK(s.volume < like.volume && s.volume > 0.98 * like.volume);
    CHECK(ab_shape_superellipsoid(cx, h, 1.1, 2, &s) == ABUT_ERR_ARGUMENT);
    CHECK(ab_shape_superellipsoid(cx, h, 2, 21, &s) == ABUT_ERR_ARGUMENT);
    CHECK(ab_shape_superellipsoid(cx, v3_make(1, 0, 1), 2, 2, &s) == ABUT_ERR_ARGUMENT);
    CHECK(ab_shape_cone(cx, 0, 1, &s) == ABUT_ERR_ARGUMENT && ab_shape_cone(cx, 1, -1, &s) == ABUT_ERR_ARGUMENT);
}

static double furthest_vertex(const ab_mesh *mesh, v3 direction) {
    double best = -INFINITY;
    for (int64_t i = 0; i < mesh->nvertex; i++) best = fmax(best, v3_dot(mesh->vertex[i], direction));
    return best;
}

TEST(support_is_the_furthest_point_along_a_direction) {
    ab_shape shapes[SOLIDS];
    make_solids(shapes);
    uint64_t seed = 1;
    for (int i = 0; i < SOLIDS; i++) {
        ab_mesh mesh = surface_of(&shapes[i], 2);
        for (int k = 0; k < DIRECTIONS; k++) {
            const v3 d = v3_unit(random_v3(&seed));
            const double reach = v3_dot(ab_shape_types[shapes[i].kind]->support(&shapes[i], d), d);
            const double brute = furthest_vertex(&mesh, d);
            // vertices lie on the surface: none is further than the support; a chord of the finest surface misses the
            // furthest point by at most radius (pi/48)^2 / 2 = 0.0022 radius along each of two directions
            CHECK(brute <= reach + 1e-14 * shapes[i].radius);
            // at the rounded corners of a superellipsoid vertices are four times as far apart
            const bool corners = shapes[i].kind == AB_SHAPE_superellipsoid;
            CHECK(brute >= reach - (is_flat(&shapes[i]) ? 1e-14 : corners ? 0.018 : 0.0045) * shapes[i].radius);
            CHECK(reach <= shapes[i].radius * (1 + 1e-14));
        }
        ab_mesh_free(cx, &mesh);
    }
    free_solids(shapes);
}

// In world axes, how far the shape reaches along d from the support function.
static double world_reach(const ab_shape *shape, ab_pose pose, v3 d) {
    const v3 at = ab_shape_types[shape->kind]->support(shape, quat_unrotate(pose.q, d));
    return v3_dot(pose_apply(pose, at), d);
}

TEST(bounds_are_the_tightest_boxes_at_any_pose) {
    ab_shape shapes[SOLIDS];
    make_solids(shapes);
    uint64_t seed = 2;
    for (int i = 0; i < SOLIDS; i++)
        for (int k = 0; k < POSES; k++) {
            const ab_pose pose = random_pose(&seed);
            const ab_box3 box = ab_shape_types[shapes[i].kind]->bounds(&shapes[i], pose);
            for (int axis = 0; axis < 3; axis++) {
                const v3 d = v3_make(axis == 0, axis == 1, axis == 2);
                CHECK_NEAR(v3_at(box.high, axis), world_reach(&shapes[i], pose, d), 1e-14 * (1 + shapes[i].radius));
                CHECK_NEAR(-v3_at(box.low, axis), world_reach(&shapes[i], pose, v3_neg(d)),
                           1e-14 * (1 + shapes[i].radius));
            }
        }
    free_solids(shapes);
}

TEST(bounds_contain_every_surface_vertex) {
    ab_shape shapes[SOLIDS];
    make_solids(shapes);
    uint64_t seed = 3;
    for (int i = 0; i < SOLIDS; i++) {
        ab_mesh mesh = surface_of(&shapes[i], 1);
        const ab_pose pose = random_pose(&seed);
        const ab_box3 box = ab_shape_types[shapes[i].kind]->bounds(&shapes[i], pose);
        const double slack = 1e-14; // rounding of the rotation
        for (int64_t k = 0; k < mesh.nvertex; k++)
            for (int axis = 0; axis < 3; axis++) {
                const double at = v3_at(pose_apply(pose, mesh.vertex[k]), axis);
                CHECK(at >= v3_at(box.low, axis) - slack && at <= v3_at(box.high, axis) + slack);
            }
        ab_mesh_free(cx, &mesh);
    }
    free_solids(shapes);
}

TEST(hull_and_mesh_lead_back_to_the_frame_they_were_given_in) {
    ab_shape shapes[2] = {hull_shape(), mesh_shape(false)};
    for (int i = 0; i < 2; i++) {
        const ab_shape *s = &shapes[i];
        CHECK(v3_norm(s->placed.x) > 0.1); // the centroid is off the origin, so this claim says something
        for (int64_t k = 0; k < s->surface.nvertex; k++) {
            const v3 back = pose_unapply(s->placed, s->surface.vertex[k]);
            double nearest = INFINITY;
            for (int j = 0; j < 6; j++) nearest = fmin(nearest, v3_norm(v3_sub(back, POINTS[j])));
            CHECK_NEAR(nearest, 0, 1e-14);
        }
        CHECK_NEAR(quat_norm2(s->placed.q), 1, 1e-15);
    }
    ab_shape_free(cx, &shapes[0]);
    ab_shape_free(cx, &shapes[1]);
}

TEST(hull_of_a_centred_box_keeps_the_axes_and_equals_the_box) {
    const v3 h = {0.5, 1, 1.75};
    v3 corner[9];
    for (int i = 0; i < 8; i++) corner[i] = v3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
    corner[8] = v3_make(0.1, 0.2, 0.3); // inside
    ab_shape hull, box;
    CHECK_OK(cx, ab_shape_hull(cx, corner, 9, &hull));
    CHECK_OK(cx, ab_shape_box(cx, v3_scale(2, h), &box));
    CHECK_NEAR(hull.volume, box.volume, 1e-15 * box.volume);
    CHECK_NEAR(v3_norm(v3_sub(hull.moments, box.moments)), 0, 1e-14 * v3_norm(box.moments));
    CHECK_NEAR(v3_norm(v3_sub(hull.half, box.half)), 0, 1e-15);
    CHECK_NEAR(hull.radius, box.radius, 1e-15);
    CHECK_NEAR(hull.equivalent, box.equivalent, 1e-15);
    CHECK(hull.placed.q.w == 1);
    CHECK(hull.surface.nvertex == 8);
    ab_shape_free(cx, &hull);
}

TEST(an_inverted_mesh_is_turned_right_side_out) {
    ab_shape right = mesh_shape(false), turned = mesh_shape(true);
    CHECK(turned.volume > 0);
    CHECK_NEAR(turned.volume, right.volume, 1e-15);
    ab_shape_free(cx, &right);
    ab_shape_free(cx, &turned);
}

TEST(an_open_mesh_has_no_mass_and_keeps_its_frame) {
    v3 vertex[3] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}};
    ab_triangle triangle[1] = {{{0, 1, 2}}};
    const ab_mesh mesh = {vertex, 3, triangle, 1};
    ab_shape shape;
    CHECK_OK(cx, ab_shape_mesh(cx, &mesh, &shape));
    CHECK(shape.volume == 0);
    CHECK(isinf(shape.equivalent));
    CHECK(shape.placed.q.w == 1 && v3_norm(shape.placed.x) == 0);
    CHECK(shape.surface.vertex[2].y == 3);
    CHECK_NEAR(shape.radius, sqrt(11), 1e-15);
    ab_shape_free(cx, &shape);
}

TEST(a_mesh_without_triangles_or_volume_is_refused) {
    v3 vertex[3] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}};
    ab_triangle both_sides[2] = {{{0, 1, 2}}, {{0, 2, 1}}};
    const ab_mesh empty = {vertex, 3, NULL, 0}, flat = {vertex, 3, both_sides, 2};
    ab_shape shape;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_shape_mesh(cx, &empty, &shape));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_mesh(cx, &flat, &shape));
    CHECK(shape.surface.vertex == NULL);
}

TEST(a_plane_keeps_the_direction_of_any_normal) {
    uint64_t seed = 4;
    for (int k = 0; k < POSES + 6; k++) {
        const v3 axis = v3_make(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        const v3 normal = k < 6 ? v3_scale(k < 3 ? 1e-200 : -1e200, axis) : random_v3(&seed);
        ab_shape plane;
        CHECK_OK(cx, ab_shape_plane(cx, normal, &plane));
        const v3 unit = k < 6 ? v3_scale(k < 3 ? 1 : -1, axis) : v3_unit(normal);
        CHECK_NEAR(v3_norm(v3_sub(plane.half, unit)), 0, k < 6 ? 0 : 1e-15); // axes are exact
        CHECK(isinf(plane.radius) && isinf(plane.equivalent) && plane.volume == 0);
    }
}

TEST(a_plane_is_endless_and_draws_as_a_square_metre_along_its_normal) {
    uint64_t seed = 5;
    const ab_shape_type *type = ab_shape_types[AB_SHAPE_plane];
    CHECK(type->support == NULL && !type->solid);
    for (int k = 0; k < POSES; k++) {
        ab_shape plane;
        CHECK_OK(cx, ab_shape_plane(cx, k == 0 ? v3_make(1, 0, 0) : random_v3(&seed), &plane));
        const ab_box3 box = type->bounds(&plane, pose_identity());
        CHECK(isinf(box.low.z) && isinf(box.high.x));
        ab_mesh mesh = surface_of(&plane, 1);
        CHECK(mesh.ntriangle == 2);
        for (int64_t i = 0; i < mesh.ntriangle; i++) {
            const int32_t *v = mesh.triangle[i].v;
            const v3 edge = v3_sub(mesh.vertex[v[1]], mesh.vertex[v[0]]),
                     other = v3_sub(mesh.vertex[v[2]], mesh.vertex[v[0]]);
            CHECK_NEAR(v3_dot(v3_cross(edge, other), plane.half), 1,
                       4e-15); // a few roundings; twice the area, facing out
        }
        ab_mesh_free(cx, &mesh);
    }
}

TEST(bad_sizes_are_refused_with_the_name_of_the_size) {
    const double bad[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-200, 1e200};
    ab_shape s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_sphere(cx, bad[i], &s));
        CHECK(strstr(abut_context_message(cx), "sphere"));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_box(cx, v3_make(1, bad[i], bad[i]), &s));
        CHECK(strstr(abut_context_message(cx), "box"));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_capsule(cx, bad[i], 1, &s));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_capsule(cx, bad[i] == 1e-200 ? 1e-200 : 1, bad[i], &s));
        CHECK(strstr(abut_context_message(cx), "capsule"));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_ellipsoid(cx, v3_make(bad[i], bad[i], 1), &s));
        CHECK(strstr(abut_context_message(cx), "ellipsoid"));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_cylinder(cx, bad[i], 1, &s));
        CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_cylinder(cx, bad[i] == 1e-200 ? 1e-200 : 1, bad[i], &s));
        CHECK(strstr(abut_context_message(cx), "cylinder"));
    }
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_plane(cx, v3_zero(), &s));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_plane(cx, v3_make(0, NAN, 1), &s));
    const v3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, INFINITY}};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_shape_hull(cx, points, 4, &s));
    CHECK(strstr(abut_context_message(cx), "point 3"));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_shape_hull(cx, points, 3, &s));
}

TEST(sizes_scaled_by_two_scale_the_mass_properties_exactly) {
    ab_shape a, b;
    CHECK_OK(cx, ab_shape_capsule(cx, 0.3, 0.7, &a));
    CHECK_OK(cx, ab_shape_capsule(cx, 0.6, 1.4, &b));
    CHECK(b.volume == 8 * a.volume);
    CHECK(b.moments.x == 32 * a.moments.x);
    CHECK(b.equivalent == 2 * a.equivalent);
}

TEST(every_shape_has_a_name_and_a_line_of_help) {
    const char *names[AB_SHAPE_COUNT] = {
#define AB_SHAPE(name) #name,
#include "shape/shapes.def"
#undef AB_SHAPE
    };
    for (int i = 0; i < AB_SHAPE_COUNT; i++) {
        assert_string_equal(ab_shape_types[i]->name, names[i]);
        CHECK(strlen(ab_shape_types[i]->help) > 5 && !strchr(ab_shape_types[i]->help, '\n'));
    }
}

// Fails the n-th allocation; n runs until nothing fails any more.
static int64_t left;

static void *failing_resize(void *user, void *p, size_t bytes) {
    const abut_config standard = abut_config_default();
    (void)user;
    if (left-- == 0) return NULL;
    return standard.allocator.resize(NULL, p, bytes);
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    abut_config config = abut_config_default();
    config.allocator.resize = failing_resize;
    abut_context *poor = NULL;
    left = -1; // the context itself may have all it wants
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &poor));
    ab_shape sphere;
    CHECK_OK(poor, ab_shape_sphere(poor, 1, &sphere));
    abut_status status = ABUT_ERR_MEMORY;
    int64_t failures = 0;
    for (; status == ABUT_ERR_MEMORY; failures++) {
        left = failures;
        ab_mesh mesh = {0};
        ab_shape hull = {0}, copy = {0};
        status = ab_shape_types[AB_SHAPE_sphere]->surface(poor, &sphere, 0, &mesh);
        if (status == ABUT_OK) status = ab_shape_hull(poor, POINTS, 6, &hull);
        if (status == ABUT_OK) status = ab_shape_mesh(poor, &hull.surface, &copy);
        ab_mesh_free(poor, &mesh);
        ab_shape_free(poor, &hull);
        ab_shape_free(poor, &copy);
    }
    CHECK_STATUS(ABUT_OK, status);
    CHECK(failures > 8); // the injector fired
    abut_context_destroy(poor);
}

static int setup(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) != ABUT_OK;
}

static int teardown(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(surfaces_are_closed_and_outward_at_every_detail),
        CLAIM(mass_properties_are_the_limit_of_the_surfaces_with_second_order),
        CLAIM(superellipsoids_lie_between_ellipsoids_and_boxes),
        CLAIM(support_is_the_furthest_point_along_a_direction),
        CLAIM(bounds_are_the_tightest_boxes_at_any_pose),
        CLAIM(bounds_contain_every_surface_vertex),
        CLAIM(hull_and_mesh_lead_back_to_the_frame_they_were_given_in),
        CLAIM(hull_of_a_centred_box_keeps_the_axes_and_equals_the_box),
        CLAIM(an_inverted_mesh_is_turned_right_side_out),
        CLAIM(an_open_mesh_has_no_mass_and_keeps_its_frame),
        CLAIM(a_mesh_without_triangles_or_volume_is_refused),
        CLAIM(a_plane_keeps_the_direction_of_any_normal),
        CLAIM(a_plane_is_endless_and_draws_as_a_square_metre_along_its_normal),
        CLAIM(bad_sizes_are_refused_with_the_name_of_the_size),
        CLAIM(sizes_scaled_by_two_scale_the_mass_properties_exactly),
        CLAIM(every_shape_has_a_name_and_a_line_of_help),
        CLAIM(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(claims, setup, teardown);
}
