// Polyhedra against walls of triangles: how a wall is split does not matter, and what is stored in it comes back.
#include "parameters.h"
#include "polyhedral.h"
#include "geom/mesh/mesh_object.h"
#include "shapes.h"
#include "step/phases.h"

#define EDGE 0.1

// A height over the plane at (x, y).
typedef double relief(double x, double y);
static double flat(double x, double y) { return 0 * x * y; }
static double ridge(double x, double y) { return -0.4 * fabs(x) + 0 * y; }
static double groove(double x, double y) { return 0.4 * fabs(x) + 0 * y; }

// n by n squares of two triangles around the origin; inner vertices are moved along the relief by up to `jitter` of a
// square.
static int32_t add_relief(test_world *t, relief *height, double side, int n, double jitter) {
    abut_mesh made = {.cx = t->cx};
    ab_mesh *mesh = &made.mesh;
    CHECK_OK(t->cx, AB_ALLOC(t->cx, &mesh->vertex, (int64_t)(n + 1) * (n + 1)));
    CHECK_OK(t->cx, AB_ALLOC(t->cx, &mesh->triangle, 2 * (int64_t)n * n));
    ab_random r = ab_random_start(5, (uint64_t)n);
    const double cell = side / n;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            const bool inner = i > 0 && j > 0 && i < n && j < n;
            const v3 by = ab_random_in_box(&r, v3_make(-1, -1, 0), v3_make(1, 1, 0));
            const double move = inner ? jitter * cell : 0;
            const double x = cell * i - side / 2 + move * by.x, y = cell * j - side / 2 + move * by.y;
            mesh->vertex[mesh->nvertex++] = v3_make(x, y, height(x, y));
        }
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++) {
            const int32_t a = i * (n + 1) + j, b = a + n + 1;
            mesh->triangle[mesh->ntriangle++] = (ab_triangle){{a, b, b + 1}};
            mesh->triangle[mesh->ntriangle++] = (ab_triangle){{a, b + 1, a + 1}};
        }
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_mesh(t->w, &made, &shape));
    ab_mesh_free(t->cx, mesh);
    return shape;
}

static void add_wall(test_world *t, int32_t shape) {
    abut_body_def def = abut_body_default();
    def.name = "wall";
    def.shape = shape;
    def.material = t->material;
    def.fixed = true;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
}

static test_world open_hard(const abut_world_def *def) {
    const abut_material_def stone = {.size = sizeof(abut_material_def),
                                     .name = "stone",
                                     .density = 2500,
                                     .young = 1e7,
                                     .poisson = 0.25,
                                     .restitution = 1,
                                     .friction = 0,
                                     .sliding_friction = -1};
    return open_world(1, def, &stone);
}

// ------------------------------------------------------------------------------------------------------- sliding

typedef struct push {
    v3 force, torque;
} push;

enum { PLACES = 40 };

// A tilted cube is carried over the wall, and the forces on it are read off.
static void slide(test_world *t, push *read) {
    const quat q = turn_about((abut_v3){1, 2, 0.5}, 0.5);
    const abut_body cube = add_cube(t, EDGE, (abut_v3){0, 0, 0.07}, q, (abut_v3){0, 0, 0});
    CHECK_OK(t->cx, ab_step_start(t->w));
    const int64_t row = ab_body_row(t->w, cube);
    for (int i = 0; i < PLACES; i++) {
        t->w->state.body.x[row] = v3_make(-0.1 + 0.2 * i / PLACES, 0.013, 0.065);
        CHECK_OK(t->cx, ab_evaluate(t->w, 0, 0));
        read[i] = (push){t->w->state.body.force[row], t->w->state.body.torque[row]};
    }
}

static void slide_over(int n, double jitter, push *read) {
    abut_world_def def = volume_def(1e-4);
    def.gravity = (abut_v3){0, 0, 0};
    test_world t = open_hard(&def);
    add_wall(&t, add_relief(&t, flat, 0.8, n, jitter));
    slide(&t, read);
    close_world(&t);
}

static void slide_over_plane(push *read) {
    abut_world_def def = volume_def(1e-4);
    def.gravity = (abut_v3){0, 0, 0};
    test_world t = open_hard(&def);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    slide(&t, read);
    close_world(&t);
}

static void check_equal(const push *got, const push *expected) {
    for (int i = 0; i < PLACES; i++) {
        CHECK(v3_norm(expected[i].force) > 1);
        CHECK_NEAR(v3_norm(v3_sub(got[i].force, expected[i].force)), 0, 1e-12 * v3_norm(expected[i].force));
        CHECK_NEAR(v3_norm(v3_sub(got[i].torque, expected[i].torque)), 0, 1e-12 * EDGE * v3_norm(expected[i].force));
    }
}

// Edges of the cube over those of the squares: 0.5, 1, 2, 4, 8.
TEST(a_cube_slides_over_any_mesh_of_a_plane_as_over_the_plane) {
    push plane[PLACES], mesh[PLACES];
    slide_over_plane(plane);
    for (int n = 4; n <= 64; n *= 2) {
        slide_over(n, 0, mesh);
        check_equal(mesh, plane);
    }
    slide_over(32, 0.35, mesh);
    check_equal(mesh, plane);
}

// ------------------------------------------------------------------------------------------------ ridge and groove

static v3 lowest_corner(quat q) {
    v3 low = v3_zero();
    for (int k = 0; k < 8; k++) {
        const v3 at = quat_rotate(q, v3_scale(EDGE / 2, v3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
        if (at.z < low.z) low = at;
    }
    return low;
}

// What is missing of the energy when a cube has come back that touched both slopes at once.
static double missing(relief *height) {
    abut_world_def def = volume_def(2e-5);
    def.gravity = (abut_v3){0, 0, 0};
    GIVE(def, "soft_volume", 1e-6);
    test_world t = open_hard(&def);
    add_wall(&t, add_relief(&t, height, 0.8, 6, 0));
    const quat q = turn_about((abut_v3){1, 2, 0.5}, 0.5);
    const v3 start = v3_sub(v3_make(0.002, 0, 0.002), lowest_corner(q));
    add_cube(&t, EDGE, start, q, (abut_v3){0.1, 0, -1});
    int64_t max = 0;
    while (abut_contact_count(t.w) > 0 || max == 0) {
        run_steps(&t, 1);
        max = max > abut_contact_count(t.w) ? max : abut_contact_count(t.w);
    }
    CHECK(max == 2);
    const abut_energy e = energy_of(&t);
    close_world(&t);
    return fabs(e.kinetic / e.initial - 1);
}

TEST(ridges_and_grooves_return_their_energy) {
    CHECK_NEAR(missing(ridge), 0, 1e-8);
    CHECK_NEAR(missing(groove), 0, 1e-8);
}

// --------------------------------------------------------------------------------------------------------- edges

static void count_warnings(void *user, abut_log_level level, const char *line) {
    if (level != ABUT_LOG_WARNING) return;
    CHECK(strstr(line, "a free edge of the wall 'wall' lies inside 'body' at t = 0 s, near (0.38, 0, 0.0499) m") !=
          NULL);
    *(int *)user += 1;
}

static int warnings_at(double x) {
    int warnings = 0;
    abut_config config = abut_config_default();
    config.threads = 1;
    config.log = count_warnings;
    config.log_user = &warnings;
    abut_world_def def = volume_def(1e-4);
    abut_material_def stone = {.size = sizeof(abut_material_def),
                               .name = "stone",
                               .density = 2500,
                               .young = 1e7,
                               .poisson = 0.25,
                               .restitution = 1,
                               .friction = 0,
                               .sliding_friction = -1};
    test_world t = {0};
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &t.cx));
    CHECK_OK(t.cx, abut_world_create(t.cx, &def, &t.w));
    CHECK_OK(t.cx, abut_material_add(t.w, &stone, &t.material));
    add_wall(&t, add_relief(&t, flat, 0.8, 4, 0));
    add_cube(&t, EDGE, (abut_v3){x, 0, 0.0499}, (quat){1, 0, 0, 0}, (abut_v3){0, 0, 0});
    run_steps(&t, 10);
    close_world(&t);
    return warnings;
}

TEST(a_free_edge_inside_a_body_is_warned_about_once) {
    assert_int_equal(warnings_at(0), 0);
    assert_int_equal(warnings_at(0.38), 1);
}

// A cube with a dent: closed, not convex.
TEST(a_mesh_that_is_not_convex_must_not_fly) {
    abut_world_def def = volume_def(1e-4);
    test_world t = open_hard(&def);
    ab_mesh cube = shape_cube(t.cx, EDGE / 2);
    cube.vertex[0] = v3_zero();
    abut_mesh made = {.cx = t.cx, .mesh = cube};
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_mesh(t.w, &made, &shape));
    ab_mesh_free(t.cx, &made.mesh);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_shape(&t, shape, (abut_v3){0, 0, 1}, (quat){1, 0, 0, 0}, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_INPUT, abut_world_step(t.w));
    CHECK(strstr(abut_context_message(t.cx), "not convex"));
    close_world(&t);
}

CLAIMS(CLAIM(a_free_edge_inside_a_body_is_warned_about_once), CLAIM(a_mesh_that_is_not_convex_must_not_fly),
       CLAIM(a_cube_slides_over_any_mesh_of_a_plane_as_over_the_plane), CLAIM(ridges_and_grooves_return_their_energy))
