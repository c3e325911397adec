// Open meshes are surfaces without thickness: balls, solids and polyhedra touch the same one, from both sides, however
// it is split into triangles, fixed or driven.
#include "base/alloc.h"
#include "geom/mesh/mesh_object.h"
#include "geom/sdf/sheet.h"
#include "scene_files.h"
#include "shapes.h"
#include "step/phases.h"
#include "worlds.h"

typedef double relief(double x, double y);
static double flat(double x, double y) { return 0 * x * y; }
static double groove(double x, double y) { return fabs(x) + 0 * y; } // a right angle
static double ridge(double x, double y) { return -fabs(x) + 0 * y; }
static double dish(double x, double y) { return x * x + y * y; } // of radius 1/2 m at its bottom

// n by n squares of two triangles over [-1/2, 1/2]^2; `twice`: every triangle stands there twice.
static ab_mesh make_relief(abut_context *cx, relief *height, int n, bool twice) {
    const int copies = twice ? 2 : 1;
    ab_mesh mesh = {0};
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.vertex, (int64_t)(n + 1) * (n + 1)));
    CHECK_OK(cx, AB_ALLOC(cx, &mesh.triangle, 2 * (int64_t)copies * n * n));
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            const double x = (double)i / n - 0.5, y = (double)j / n - 0.5;
            mesh.vertex[mesh.nvertex++] = v3_make(x, y, height(x, y));
        }
    for (int32_t k = 0; k < copies * n * n; k++) {
        const int32_t a = k / copies / n * (n + 1) + k / copies % n, b = a + n + 1;
        mesh.triangle[mesh.ntriangle++] = (ab_triangle){{a, b, b + 1}};
        mesh.triangle[mesh.ntriangle++] = (ab_triangle){{a, b + 1, a + 1}};
    }
    return mesh;
}

// ---------------------------------------------------------------------------------------------- what a ball finds

typedef struct look {
    abut_context *cx;
    ab_mesh mesh;
    ab_wall wall;
    ab_sheet_contact sheet_contact[AB_SHEET_CONTACTS];
} look;

static look look_at(relief *height, int n) {
    look l = {0};
    abut_config config = abut_config_default();
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &l.cx));
    l.mesh = make_relief(l.cx, height, n, false);
    CHECK_OK(l.cx, ab_wall_build(l.cx, &l.mesh, &l.wall));
    l.wall.bvh.mesh = NULL; // set by `touch_at`: the look moves when it is returned
    return l;
}

static int touch_at(look *l, v3 centre, double radius) {
    l->wall.bvh.mesh = &l->wall.mesh;
    return ab_sheet_contact_ball(&l->wall, centre, radius, l->sheet_contact);
}

static void end_look(look *l) {
    ab_wall_free(l->cx, &l->wall);
    ab_mesh_free(l->cx, &l->mesh);
    abut_context_destroy(l->cx);
}

// Over faces, edges and corners of the squares alike.
TEST(a_ball_has_one_contact_with_a_plane_however_it_is_split) {
    for (int n = 2; n <= 64; n *= 2) {
        look l = look_at(flat, n);
        for (int i = 0; i < 200; i++) {
            const double x = i % 20 * 0.0125 - 0.1, y = i / 20 * 0.0125 - 0.0625;
            for (int side = -1; side <= 1; side += 2) {
                assert_int_equal(1, touch_at(&l, v3_make(x, y, side * 0.09), 0.1));
                CHECK_NEAR(l.sheet_contact[0].area_weight, 1, 1e-9); // what is less counts as none
                CHECK_NEAR(v3_norm(v3_sub(l.sheet_contact[0].away, v3_make(0, 0, side))), 0, 1e-9);
            }
        }
        end_look(&l);
    }
}

TEST(a_ball_in_a_groove_has_two_contacts_and_one_on_a_ridge) {
    look l = look_at(groove, 16);
    assert_int_equal(2, touch_at(&l, v3_make(0, 0.013, 0.14), 0.1));
    CHECK_NEAR(l.sheet_contact[0].area_weight, 1, 0);
    CHECK_NEAR(l.sheet_contact[1].area_weight, 1, 0);
    CHECK_NEAR(l.sheet_contact[0].distance, 0.14 / sqrt(2), 1e-12);
    end_look(&l);
    l = look_at(ridge, 16);
    assert_int_equal(1, touch_at(&l, v3_make(0, 0.013, 0.09), 0.1));
    CHECK_NEAR(l.sheet_contact[0].distance, 0.09, 1e-12);
    end_look(&l);
}

// The potential of a linear spring, and the force on the ball.
static v3 force_of(const look *l, int n, double radius) {
    v3 sum = v3_zero();
    for (int i = 0; i < n; i++)
        sum = v3_add_scaled(sum, l->sheet_contact[i].area_weight * (radius - l->sheet_contact[i].distance),
                            l->sheet_contact[i].away);
    return sum;
}

// Facets of 1/40 m bend by about 3 degrees, and the patch reaches over several: every one of them would be a contact of
// its own.
TEST(a_ball_in_a_faceted_dish_is_pushed_as_by_one_contact) {
    const double radius = 0.1, deep = 0.002;
    look l = look_at(dish, 40);
    double min = INFINITY, max = 0;
    for (int i = 0; i < 300; i++) {
        const double x = 0.0007 * i - 0.1, y = 0.0003 * i - 0.04, bottom = dish(x, y);
        const v3 up = v3_unit(v3_make(-2 * x, -2 * y, 1));
        const v3 centre = v3_add_scaled(v3_make(x, y, bottom), radius - deep, up);
        const double force = v3_dot(up, force_of(&l, touch_at(&l, centre, radius), radius));
        min = fmin(min, force);
        max = fmax(max, force);
    }
    CHECK(min > 0.8 * deep); // facets lie above the dish by up to (1/40 m)^2/4 = 0.16 mm
    CHECK(max < 1.3 * deep);
    end_look(&l);
}

// A step of 1 um changes the force by no more than its stiffness can: contacts come and go without a jump.
TEST(the_force_of_a_faceted_dish_is_continuous) {
    const double radius = 0.1, step = 1e-6;
    look l = look_at(dish, 40);
    v3 before = v3_zero();
    for (int i = 0; i < 60000; i++) {
        const v3 centre = v3_make(0.011 + step * i, 0.007, 0.1);
        const v3 now = force_of(&l, touch_at(&l, centre, radius), radius);
        if (i > 0) CHECK(v3_norm(v3_sub(now, before)) < 20 * step);
        before = now;
    }
    end_look(&l);
}

// ---------------------------------------------------------------------------------------------- in worlds

static const abut_material_def HARD = {.size = sizeof(abut_material_def),
                                       .name = "hard",
                                       .density = 2500,
                                       .young = 1e7,
                                       .poisson = 0.25,
                                       .restitution = 1,
                                       .friction = 0.3,
                                       .sliding_friction = -1};

static abut_body add_sheet(test_world *t, relief *height, int n, bool twice) {
    abut_mesh made = {.cx = t->cx, .mesh = make_relief(t->cx, height, n, twice)};
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_mesh(t->w, &made, &def.shape));
    ab_mesh_free(t->cx, &made.mesh);
    def.name = "sheet";
    def.material = t->material;
    def.fixed = true;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static abut_body add_box_at(test_world *t, double edge, abut_v3 x, quat q, abut_v3 v) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){edge, edge, edge}, &def.shape));
    def.name = "box";
    def.material = t->material;
    def.position = x;
    def.orientation = q;
    def.velocity = v;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static abut_world_def weightless(const char *law) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = 1e-5;
    def.normal_law = law;
    def.resolution = 32;
    return def;
}

typedef struct push {
    v3 force, torque;
} push;

static push push_at(test_world *t, abut_body body, v3 x) {
    const int64_t row = ab_body_row(t->w, body);
    t->w->state.body.x[row] = x;
    CHECK_OK(t->cx, ab_evaluate(t->w, 0, 0));
    return (push){t->w->state.body.force[row], t->w->state.body.torque[row]};
}

// A tilted cube of 20 cm with a corner through the sheet, pressed from above and from below.
static void press_corner(const char *law, double *above, double *below) {
    const abut_world_def def = weightless(law);
    for (int side = 0; side < 2; side++) {
        test_world t = open_world(1, &def, &HARD);
        add_sheet(&t, flat, 7, false);
        const quat q = quat_from_turn((abut_v3){0.5, 0.4, 0.3});
        const abut_body box = add_box_at(&t, 0.2, (abut_v3){0.01, 0.02, 1}, q, (abut_v3){0, 0, 0});
        CHECK_OK(t.cx, ab_step_start(t.w));
        const v3 force = push_at(&t, box, v3_make(0.01, 0.02, side ? -0.13 : 0.13)).force;
        *(side ? below : above) = force.z;
        close_world(&t);
    }
}

// A cube is its own mirror image: the force from below is the one from above, but for where the points lie.
TEST(solids_and_polyhedra_are_pushed_off_on_the_side_where_they_are) {
    double above, below;
    press_corner("volume", &above, &below);
    CHECK(above > 1);
    CHECK_NEAR(below, -above, 1e-9 * above);
    press_corner("linear", &above, &below);
    CHECK(above > 1);
    CHECK_NEAR(below, -above, 0.05 * above); // a few hundred points in the patch
}

// Force on a solid of points that is held at a depth in a sheet, over that of a closed form with the modulus E*.
enum { ROUND_END, FLAT_END };
static double force_over_closed_form(int end, double young, double depth, abut_v3 at) {
    const double r = 0.1;
    abut_world_def def = weightless("hertz");
    def.resolution = 64;
    def.dt = 1e-9;
    abut_material_def material = HARD;
    material.young = young;
    test_world t = open_world(1, &def, &material);
    add_sheet(&t, flat, 7, false);
    abut_body_def body = abut_body_default();
    if (end == ROUND_END) CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){r, r, r}, &body.shape));
    if (end == FLAT_END) CHECK_OK(t.cx, abut_shape_add_cylinder(t.w, r, r, &body.shape));
    body.material = t.material;
    body.position = (abut_v3){at.x, at.y, (end == ROUND_END ? r : 0.5 * r) - depth};
    abut_body id;
    CHECK_OK(t.cx, abut_body_add(t.w, &body, &id));
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double modulus = 0.5 * young / (1 - material.poisson * material.poisson);
    const double force = t.w->state.body.force[ab_body_row(t.w, id)].z;
    close_world(&t);
    return force / (end == ROUND_END ? 4.0 / 3 * modulus * sqrt(r * depth) * depth : 2 * modulus * r * depth);
}

// It was 0.002 of it for round ends: a foundation with the stiffness of the pair over the whole surface of the solid. A
// sheet at the depth d of a ball has the circle a^2 = 2 R d - d^2, and its depths are along radii: by d/R less than the
// parabola of Hertz. The field, linear between samples h = 3 mm apart, takes up to h^2/(4 R) from the depth: 2 % of 1 mm.
TEST(solids_of_points_on_a_sheet_are_as_stiff_as_their_material) {
    static const double YOUNG[] = {1e6, 2.1e11};
    static const abut_v3 AT[] = {{0.013, 0.007, 0}, {0, 0, 0}, {-0.1, 0.05, 0}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(force_over_closed_form(ROUND_END, YOUNG[i], 0.004, AT[k]), 0.96, 0.01);
            CHECK_NEAR(force_over_closed_form(ROUND_END, YOUNG[i], 0.001, AT[k]), 0.96, 0.03);
            CHECK_NEAR(force_over_closed_form(FLAT_END, YOUNG[i], 0.0002, AT[k]), 0.88, 0.03); // 0.908 (1 - h/R)
        }
}

// Every triangle twice had four times the force of the law `volume`.
TEST(a_sheet_whose_triangles_stand_there_twice_is_no_stiffer) {
    double force[2];
    for (int twice = 0; twice < 2; twice++) {
        const abut_world_def def = weightless("volume");
        test_world t = open_world(1, &def, &HARD);
        add_sheet(&t, flat, 7, twice);
        const abut_body box =
            add_box_at(&t, 0.2, (abut_v3){0.01, 0.02, 1}, quat_from_turn((abut_v3){0.5, 0.4, 0.3}), (abut_v3){0, 0, 0});
        CHECK_OK(t.cx, ab_step_start(t.w));
        force[twice] = push_at(&t, box, v3_make(0.01, 0.02, 0.13)).force.z;
        close_world(&t);
    }
    CHECK_NEAR(force[1], force[0], 1e-12 * force[0]);
}

// It was 0 there, and 1286 N beside it.
TEST(a_polyhedron_whose_centre_lies_on_the_sheet_is_pushed_off_as_one_close_by) {
    const abut_world_def def = weightless("volume");
    test_world t = open_world(1, &def, &HARD);
    add_sheet(&t, flat, 7, false);
    const abut_body box =
        add_box_at(&t, 0.2, (abut_v3){0.01, 0.02, 1}, quat_from_turn((abut_v3){0.5, 0.4, 0.3}), (abut_v3){0, 0, 0});
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double on = push_at(&t, box, v3_make(0.01, 0.02, 0)).force.z;
    const double close = push_at(&t, box, v3_make(0.01, 0.02, 1e-6)).force.z;
    CHECK(close > 1);
    CHECK_NEAR(on, close, 1e-3 * close); // the overlap differs by 1e-6 m of 0.1 m
    close_world(&t);
}

// A sliding cube; its friction acts at a point, whose height makes the torque.
static push slide_on(bool plane) {
    const abut_world_def def = weightless("volume");
    test_world t = open_world(1, &def, &HARD);
    if (plane)
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    else
        add_sheet(&t, flat, 20, false);
    const quat q = quat_from_turn((abut_v3){0.05, 0.09, 0.35});
    const abut_body box = add_box_at(&t, 0.2, (abut_v3){0.01, 0.02, 0.095}, q, (abut_v3){1, 0.5, 0});
    run_steps(&t, 150);
    const int64_t row = ab_body_row(t.w, box);
    const push p = {t.w->state.body.force[row], t.w->state.body.torque[row]};
    close_world(&t);
    return p;
}

TEST(friction_has_the_torque_on_a_sheet_that_it_has_on_a_plane) {
    const push sheet = slide_on(false), plane = slide_on(true);
    CHECK(fabs(plane.force.x) > 0.01 * plane.force.z);
    CHECK_NEAR(v3_norm(v3_sub(sheet.force, plane.force)), 0, 1e-9 * v3_norm(plane.force));
    CHECK_NEAR(v3_norm(v3_sub(sheet.torque, plane.torque)), 0, 1e-9 * v3_norm(plane.torque)); // it was 1.3e-2
}

// Thrown at the sheet, and back: what the patch stores returns.
static void check_bounce(const char *law, bool ball) {
    abut_world_def def = weightless(law);
    def.dt = 2e-5;
    abut_material_def smooth = HARD;
    smooth.friction = 0;
    test_world t = open_world(1, &def, &smooth);
    add_sheet(&t, dish, 12, false);
    const abut_v3 x = {0.011, 0.02, 0.25}, v = {0.3, 0.1, -3};
    const abut_body b =
        ball ? add_ball(&t, 0.1, x, v) : add_box_at(&t, 0.15, x, quat_from_turn((abut_v3){0.5, 0.4, 0.3}), v);
    const double before = 4.5 + 0.05;
    run_steps(&t, 8000);
    const abut_body_state s = state_of(&t, b);
    const int64_t row = ab_body_row(t.w, b);
    const double after = 0.5 * v3_norm2(s.velocity) + 0.5 * v3_dot(t.w->state.body.l[row], t.w->state.body.w[row]) /
                                                          ab_mass_of(&t.w->state.body, row);
    CHECK(s.velocity.z > 0);
    CHECK_NEAR(after, before, 0.01 * before);
    close_world(&t);
}

TEST(balls_boxes_and_polyhedra_bounce_off_a_sheet_with_the_energy_they_had) {
    check_bounce("hertz", true);
    check_bounce("linear", true);
    check_bounce("volume", false);
}

// ---------------------------------------------------------------------------------------------- in scenes

// Rings of n points (radius, height) about z, joined by squares, as an OBJ.
static void write_revolved(char *text, size_t size, const double (*ring)[2], int rings, int n) {
    size_t at = 0;
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < n; k++)
            at += (size_t)snprintf(text + at, size - at, "v %.9f %.9f %.9f\n",
                                   ring[i][0] * cos(2 * 3.14159265358979 * k / n),
                                   ring[i][0] * sin(2 * 3.14159265358979 * k / n), ring[i][1]);
    for (int i = 0; i + 1 < rings; i++)
        for (int k = 0; k < n; k++)
            at += (size_t)snprintf(text + at, size - at, "f %d %d %d %d\n", i * n + k + 1, i * n + (k + 1) % n + 1,
                                   (i + 1) * n + (k + 1) % n + 1, (i + 1) * n + k + 1);
    CHECK(at < size);
}

static void load(scene_files *f, const char *scene, const char *path, const char *mesh) {
    *f = (scene_files){.count = 0};
    files_put(f, "scene.yaml", scene);
    files_put(f, path, mesh);
    files_load(f, NULL, 0, false);
    if (f->status != ABUT_OK) fail_msg("%s", abut_scene_diagnostic_get(f->scene, 0).message);
}

static const char FUNNEL[] =
    "abut: 1\nseed: 1\ntime: {end: 0.45 s}\n"
    "contact:\n  law: linear\n  stiffness: 20 N/mm\n  resolution: 24\n  pairs:\n"
    "    - {a: part, b: sheet, stiffness: 300 N/mm}\n    - {a: part, b: part, stiffness: 300 N/mm}\n"
    "    - {a: part, b: stone, stiffness: 300 N/mm}\n    - {a: stone, b: stone, law: volume}\n    - {a: stone, b: "
    "sheet, law: volume}\n"
    "materials:\n"
    "  sheet: {density: 2500, young: 0.15 MPa, restitution: 0.5, friction: 0.2}\n  glass: {density: 2500, restitution: "
    "0.5, friction: 0.2}\n"
    "  stone: {density: 2500, young: 0.15 MPa, restitution: 0.3, friction: 0.2}\n  part: {density: 2500, restitution: "
    "0.3, friction: 0.2}\n"
    "bodies:\n  - {name: funnel, shape: {mesh: funnel.obj}, material: sheet, fixed: true}\n"
    "generators:\n"
    "  - fill: {name: part, shape: {extrusion: {outline: [[0, 0], [24 mm, 0], [24 mm, 8 mm], [8 mm, 8 mm], [8 mm, 24 "
    "mm], [0, 24 mm]], length: 12 mm}},\n"
    "      count: 2, region: {low: [-7 cm, -7 cm, 8 cm], high: [7 cm, 7 cm, 16 cm]}, material: part}\n"
    "  - fill: {name: rock, shape: {rock: {size: 2 cm, faces: 12}}, count: 5, variety: 2, region: {low: [-7 cm, -7 cm, "
    "8 cm], high: [7 cm, 7 cm, 18 cm]}, material: stone}\n"
    "  - fill: {name: ball, shape: {sphere: 1 cm}, count: 25, region: {low: [-7 cm, -7 cm, 8 cm], high: [7 cm, 7 cm, "
    "22 cm]}, material: glass}\n";

// Where the cone of the funnel is, by height.
static double funnel_at(double z) { return z < 0 ? 0.05 : fmin(0.05 + z, 0.13); }

// As a block, the funnel threw the balls out with 13 kJ.
TEST(balls_rocks_and_parts_run_out_of_a_funnel_without_passing_it) {
    static char mesh[40000];
    const double ring[4][2] = {{0.05, -0.02}, {0.05, 0}, {0.13, 0.08}, {0.13, 0.3}};
    write_revolved(mesh, sizeof mesh, ring, 4, 32);
    scene_files f;
    load(&f, FUNNEL, "funnel.obj", mesh);
    abut_world *w = f.scene->world;
    const double poured = w->ledger.energy.initial;
    while (w->state.step < f.scene->steps) {
        CHECK_OK(f.cx, abut_world_step(w));
        if (w->state.step % 200 != 0) continue;
        for (int64_t i = 1; i < w->state.body.n; i++) {
            const v3 x = w->state.body.x[i];
            if (x.z > -0.02) CHECK(hypot(x.x, x.y) < funnel_at(x.z));
        }
    }
    int64_t out = 0;
    for (int64_t i = 1; i < w->state.body.n; i++) out += w->state.body.x[i].z < -0.02;
    CHECK(out > w->state.body.n / 2);
    CHECK_NEAR(w->ledger.energy.residual, 0, 0.01 * poured); // Verlet at dt: auto
    files_end(&f);
}

static const char DRUM[] =
    "abut: 1\nseed: 3\ntime: {end: 0.6 s, integrator: verlet}\n"
    "materials:\n  steel: {density: 7800, young: 5 MPa, restitution: 0.5, friction: 0.8}\n"
    "bodies:\n"
    "  - {name: drum, shape: {mesh: drum.obj}, material: steel, angular_velocity: [0, 0, 4 rad/s]}\n"
    "  - {name: front, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, -5 cm], material: steel}\n"
    "  - {name: back, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 5 cm], material: steel}\n"
    "gravity: [0, -9.81, 0]\n"
    "joints:\n  - {name: bearing, kind: revolute, b: drum, at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "  - {name: drive, kind: prescribed_angle, b: drum, at: [0, 0, 0], axis: [0, 0, 1], spin: 4 rad/s}\n"
    "generators:\n  - fill: {name: ball, shape: {sphere: 1 cm}, count: 20, region: {low: [-9 cm, -9 cm, -5 cm], high: "
    "[9 cm, 9 cm, 5 cm]}, material: steel}\n";

// It has no mass of its own, and needs none.
TEST(an_open_shell_that_a_joint_turns_takes_its_balls_along) {
    static char mesh[20000];
    const double ring[2][2] = {{0.15, -0.05}, {0.15, 0.05}};
    write_revolved(mesh, sizeof mesh, ring, 2, 40);
    scene_files f;
    load(&f, DRUM, "drum.obj", mesh);
    abut_world *w = f.scene->world;
    double sideways = 0;
    while (w->state.step < f.scene->steps) CHECK_OK(f.cx, abut_world_step(w));
    for (int64_t i = 3; i < w->state.body.n; i++) {
        CHECK(hypot(w->state.body.x[i].x, w->state.body.x[i].y) < 0.15);
        sideways += w->state.body.x[i].x / (double)(w->state.body.n - 3);
    }
    CHECK_NEAR(w->state.body.w[0].z, 4, 1e-6);
    CHECK_NEAR(2 * acos(fabs(w->state.body.q[0].w)), 4 * 0.6, 1e-6);
    CHECK(sideways > 0.02); // turned against the clock, its lowest part moves to +x
    files_end(&f);
}

CLAIMS(CLAIM(balls_rocks_and_parts_run_out_of_a_funnel_without_passing_it),
       CLAIM(an_open_shell_that_a_joint_turns_takes_its_balls_along),
       CLAIM(a_ball_has_one_contact_with_a_plane_however_it_is_split),
       CLAIM(a_ball_in_a_groove_has_two_contacts_and_one_on_a_ridge),
       CLAIM(a_ball_in_a_faceted_dish_is_pushed_as_by_one_contact), CLAIM(the_force_of_a_faceted_dish_is_continuous),
       CLAIM(solids_and_polyhedra_are_pushed_off_on_the_side_where_they_are),
       CLAIM(solids_of_points_on_a_sheet_are_as_stiff_as_their_material),
       CLAIM(a_sheet_whose_triangles_stand_there_twice_is_no_stiffer),
       CLAIM(a_polyhedron_whose_centre_lies_on_the_sheet_is_pushed_off_as_one_close_by),
       CLAIM(friction_has_the_torque_on_a_sheet_that_it_has_on_a_plane),
       CLAIM(balls_boxes_and_polyhedra_bounce_off_a_sheet_with_the_energy_they_had))
