// labels: long
// A ball given as an OBJ returns the restitution that was asked for, wherever in a step it begins to touch, at
// the recommended step.
#include "shapes.h"
#include "worlds.h"

#include "scratch.h"

#include <stdio.h>

#define R 0.01

enum { RESTITUTIONS = 5, PHASES = 16 };
static const double WANTED[RESTITUTIONS] = {1, 0.8, 0.5, 0.2, 0.1};

static void write_ball(const char *path) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_sphere(cx, 5);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int64_t i = 0; i < mesh.nvertex; i++)
        fprintf(file, "v %.17g %.17g %.17g\n", mesh.vertex[i].x, mesh.vertex[i].y, mesh.vertex[i].z);
    for (int64_t i = 0; i < mesh.ntriangle; i++) {
        const int32_t *v = mesh.triangle[i].v;
        fprintf(file, "f %d %d %d\n", v[0] + 1, v[1] + 1, v[2] + 1);
    }
    assert_int_equal(0, fclose(file));
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

static int32_t load_ball(test_world *t, const char *path) {
    abut_mesh *mesh;
    int32_t shape;
    CHECK_OK(t->cx, abut_mesh_load(t->cx, path, R, &mesh));
    CHECK_OK(t->cx, abut_shape_add_mesh(t->w, mesh, &shape));
    abut_mesh_destroy(mesh);
    return shape;
}

static test_world open_throw(double young) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    abut_material_def m = abut_material_default();
    m.young = young;
    m.restitution = 1;
    m.friction = 0;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    for (int i = 0; i < RESTITUTIONS; i++) {
        m.name = (const char *const[]){"a", "b", "c", "d", "e"}[i];
        m.restitution = WANTED[i];
        CHECK_OK(t.cx, abut_material_add(t.w, &m, &t.material));
    }
    return t;
}

static void add_balls(test_world *t, int32_t shape, abut_quat turn, double speed) {
    for (int k = 0; k < RESTITUTIONS * PHASES; k++) {
        abut_body_def def = abut_body_default();
        def.name = "ball";
        def.number = k;
        def.shape = shape;
        def.material = 1 + k % RESTITUTIONS;
        def.position = (abut_v3){3 * R * k, 0, 2 * R};
        def.orientation = turn;
        def.velocity = (abut_v3){0, 0, -speed};
        CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
    }
}

// Rows 1 ... touch at 0, 1/16, 2/16, ... of a step, five of them each.
static void set_phases(test_world *t, int32_t index, double speed) {
    const ab_shape *shape = &t->w->config.shapes[index];
    ab_bodies *b = &t->w->state.body;
    for (int k = 0; k < RESTITUTIONS * PHASES; k++) {
        const v3 down = quat_unrotate(b->q[1 + k], v3_make(0, 0, -1));
        const double lowest = v3_dot(down, ab_shape_types[shape->kind]->support(shape, down));
        b->x[1 + k].z = lowest + (double)(k / RESTITUTIONS) / PHASES * speed * t->w->config.dt;
    }
}

static bool all_have_left(const test_world *t) {
    bool left = t->w->state.contacts.n == 0;
    for (int64_t i = 1; i < t->w->state.body.n; i++) left = left && t->w->state.body.v[i].z > 0;
    return left;
}

// The largest error of each restitution over the phases.
static void throw_all(const char *path, double young, quat turn, double *worst) {
    const double speed = 0.3;
    test_world t = open_throw(young);
    const int32_t shape = load_ball(&t, path);
    add_balls(&t, shape, turn, speed);
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    t.w->config.dt = advice.recommended;
    set_phases(&t, shape, speed);
    for (int64_t steps = 0; !all_have_left(&t) && steps < 1000; steps++) run_steps(&t, 1);
    for (int k = 0; k < RESTITUTIONS * PHASES; k++) {
        const double error = t.w->state.body.v[1 + k].z / (speed * WANTED[k % RESTITUTIONS]) - 1;
        if (!(fabs(error) <= fabs(worst[k % RESTITUTIONS]))) worst[k % RESTITUTIONS] = error;
    }
    close_world(&t);
}

// With 10 to 300 points in the patch where the ball turns back, one of its corners first, or a facet.
TEST(a_mesh_ball_returns_its_restitution_wherever_in_a_step_it_touches) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    write_ball(scratch_path(&s, "ball.obj", path));
    for (double young = 1e6; young < 2e8; young *= 10)
        for (int turn = 0; turn < 3; turn++) {
            const quat q = turn == 0
                               ? quat_identity()
                               : quat_unit((quat){cos(turn), sin(3 * turn + 1), cos(2 * turn + 5), sin(7 * turn)});
            double worst[RESTITUTIONS] = {0};
            throw_all(path, young, q, worst);
            printf("young %.0e:", young);
            for (int i = 0; i < RESTITUTIONS; i++) printf(" e = %g %+.2f %%", WANTED[i], 100 * worst[i]);
            printf("\n");
            for (int i = 0; i < RESTITUTIONS; i++) CHECK_NEAR(worst[i], 0, 0.02);
        }
    scratch_end(&s);
}

CLAIMS(CLAIM(a_mesh_ball_returns_its_restitution_wherever_in_a_step_it_touches))
