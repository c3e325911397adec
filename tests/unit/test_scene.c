// What a scene says is what its world is.
#include "scene_files.h"
#include "parameters.h"
#include "step/step.h"

#define HEAD  "abut: 1\ntime: {end: 1 s}\n"
#define STEEL "materials: {steel: {density: 8 g/cm^3}}\n"

static abut_body_state state_of(const scene_files *f, int64_t row) {
    abut_body_state state;
    CHECK_OK(f->cx, abut_body_get(f->scene->world, ab_body_id(f->scene->world, row), &state));
    return state;
}

TEST(a_body_is_built_as_written) {
    scene_files f;
    scene_text(&f, HEAD STEEL "bodies:\n"
                              "  - name: ball\n"
                              "    shape: {sphere: {radius: 10 mm}}\n"
                              "    material: steel\n"
                              "    position: [1 m, 2 cm, 3]\n"
                              "    orientation: {axis: [0, 0, 2], angle: 90 deg}\n"
                              "    velocity: [40 mm/s, 0, -1]\n"
                              "    angular_velocity: [0, 0, 60 rpm]\n"
                              "    force: [1 kN, 0, 0]\n"
                              "    torque: [0, 1 N.mm, 0]\n");
    CHECK_LOADED(&f);
    const abut_body_state s = state_of(&f, 0);
    CHECK(s.position.x == 1 && s.position.y == 0.02 && s.position.z == 3);
    CHECK(s.velocity.x == 0.04 && s.velocity.z == -1);
    CHECK_NEAR(s.angular_velocity.z, 6.283185307179586, 2e-15);
    CHECK_NEAR(s.orientation.w, sqrt(0.5), 2e-16);
    CHECK_NEAR(s.orientation.z, sqrt(0.5), 2e-16);
    CHECK_NEAR(s.mass, 8000 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6, 1e-16); // a few roundings of 0.0335
    const ab_world *w = f.scene->world;
    CHECK(w->state.body.load[0].x == 1000 && w->state.body.load_torque[0].y == 0.001);
    char label[ABUT_LABEL];
    ab_body_label(w, 0, label);
    assert_string_equal("ball", label);
    files_end(&f);
}

// Value of a parameter of a law of the world; NAN if the law has none of this name.
static double value_of(const ab_world *w, ab_law_family family, const char *name) {
    ab_interaction in = w->config.contact;
    const int i = ab_parameter_find(ab_interaction_about(&in, family).parameters, name);
    return i < 0 ? NAN : ab_interaction_values(&in, family)[i];
}

TEST(the_world_takes_gravity_law_integrator_and_step) {
    scene_files f;
    scene_text(&f, "abut: 1\ntitle: My scene\ngravity: [0, 1, 0]\ntime: {end: 2, dt: 1 ms, integrator: rk4}\n"
                   "contact: {law: linear, stiffness: 2 N/mm, stiffness_ratio: 0.5}\n"
                   "output: {frames: 50 ms, history: 10 ms, checkpoint: 2 min}\n");
    CHECK_LOADED(&f);
    const ab_scene *s = f.scene;
    const ab_world *w = s->world;
    assert_string_equal("My scene", s->title);
    CHECK(w->config.gravity.y == 1 && w->config.gravity.z == 0 && w->config.dt == 0.001);
    CHECK(w->config.integrator == ab_integrator_find("rk4") && w->config.contact.law == ab_normal_law_find("linear"));
    CHECK(value_of(w, AB_LAW_NORMAL, "stiffness") == 2000 && value_of(w, AB_LAW_NORMAL, "stiffness_ratio") == 0.5);
    assert_int_equal(2000, s->steps);
    CHECK(s->frame_interval == 0.05 && s->history_interval == 0.01);
    CHECK(s->end == 2 && s->checkpoint_interval == 120);
    files_end(&f);
}

TEST(the_world_takes_the_laws_of_contact) {
    scene_files f;
    scene_text(&f,
               HEAD "contact: {law: power, stiffness: 3 N/mm, exponent: 1.2, reference_depth: 1 mm, damping: viscous,\n"
                    "  viscosity: 2 N.s/m, viscous_exponent: 0.5, friction_law: velocity, stick_speed: 1 mm/s, "
                    "slide_speed: 2 mm/s}\n"
                    "materials: {m: {friction: 0.5, sliding_friction: 0.2}, n: {friction: 0.4}}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    const ab_interaction *world = &w->config.contact;
    CHECK(world->law == ab_normal_law_find("power") && world->damping_law == ab_damping_find("viscous"));
    CHECK(world->friction_law == ab_friction_find("velocity") && w->config.penetration == 0);
    CHECK(value_of(w, AB_LAW_NORMAL, "stiffness") == 3000 && value_of(w, AB_LAW_NORMAL, "exponent") == 1.2);
    CHECK(value_of(w, AB_LAW_NORMAL, "reference_depth") == 0.001);
    CHECK(value_of(w, AB_LAW_DAMPING, "reference_depth") == 0.001); // one key for both laws that have it
    CHECK(value_of(w, AB_LAW_DAMPING, "viscosity") == 2 && value_of(w, AB_LAW_DAMPING, "viscous_exponent") == 0.5);
    CHECK(value_of(w, AB_LAW_FRICTION, "stick_speed") == 0.001);
    CHECK(value_of(w, AB_LAW_FRICTION, "slide_speed") == 0.002);
    const ab_interaction *in = ab_world_interaction(w, 0, 1);
    CHECK(in->friction == 0.4 && in->sliding_friction == 0.2);
    CHECK(ab_world_interaction(w, 1, 1)->sliding_friction == 0.4); // as friction, unless said otherwise
    files_end(&f);
}

TEST(an_automatic_stiffness_is_that_of_a_kilogram_at_the_speed_of_the_scene) {
    scene_files f;
    scene_text(&f, HEAD STEEL "gravity: [0, 0, 0]\ncontact: {law: linear, stiffness: auto, penetration: 1 mm}\n"
                              "bodies:\n  - {shape: {sphere: 1 cm}, material: steel, velocity: [2, 0, 0]}\n"
                              "  - {shape: {sphere: 1 cm}, material: steel, position: [1, 0, 0]}\n");
    CHECK_LOADED(&f);
    CHECK_NEAR(ab_world_interaction(f.scene->world, 0, 0)->stiffness, 4e6, 1e-8);
    files_end(&f);
    scene_text(&f, HEAD STEEL "contact: {law: linear, stiffness: auto, penetration: 1 mm, approach_speed: 1 m/s}\n");
    CHECK_LOADED(&f);
    CHECK_NEAR(ab_world_interaction(f.scene->world, 0, 0)->stiffness, 1e6, 1e-9);
    files_end(&f);
}

#define IN_MM                                                                                                          \
    HEAD "units: {length: mm, angle: deg, speed: mm/s, acceleration: m/s^2}\n"                                         \
         "materials: {m: {density: 1 g/cm^3, young: 1 MPa}}\n"                                                         \
         "bodies:\n  - {name: a, shape: {box: [10, 20, 3 cm]}, material: m, position: [1, 0, 40], velocity: [0, 0, "   \
         "5],\n"                                                                                                       \
         "     orientation: {axis: [0, 0, 1], angle: 90}}\n"

TEST(bare_numbers_have_the_units_of_their_file) {
    scene_files f;
    scene_text(&f, IN_MM);
    CHECK_LOADED(&f);
    const abut_body_state s = state_of(&f, 0);
    CHECK(s.position.x == 0.001 && s.position.z == 0.04 && s.velocity.z == 0.005);
    CHECK_NEAR(s.orientation.z, sqrt(0.5), 2e-16);
    CHECK_NEAR(s.mass, 1000 * 0.01 * 0.02 * 0.03, 1e-18); // a few roundings of 0.006
    const uint64_t in_mm = f.scene->hash;
    files_end(&f);
    scene_text(&f, HEAD "materials: {m: {density: 1 g/cm^3, young: 1 MPa}}\n"
                        "bodies:\n  - {name: a, shape: {box: [10, 20, 3 cm]}, material: m}\n");
    CHECK_LOADED(&f);
    CHECK(f.scene->hash != in_mm);
    files_end(&f);
}

TEST(an_included_file_has_units_of_its_own) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", "include: [parts.yaml, more.yaml]\n" IN_MM);
    files_put(&f, "parts.yaml", "bodies:\n  - {name: b, shape: {sphere: 1}, material: m, position: [0, 0, 9]}\n");
    files_put(&f, "more.yaml",
              "units: {length: cm}\nbodies:\n  - {name: c, shape: {sphere: 1}, material: m, position: [0, 0, -5]}\n");
    const char *const set[] = {"bodies.a.position=[7, 0, 0]"};
    files_load(&f, set, 1, false);
    CHECK_LOADED(&f);
    CHECK(state_of(&f, 0).position.z == 9 && state_of(&f, 1).position.z == -0.05);
    CHECK(state_of(&f, 2).position.x == 0.007); // an override is in the units of the scene
    files_end(&f);
}

TEST(a_bare_number_that_may_mean_two_things_is_refused) {
    static const char *const SCENES[] = {
        HEAD "units: {length: mm}\ngravity: [0, 0, -9.81]\n",
        HEAD "units: {length: mm}\ncontact: {law: linear, stiffness: 1000}\n",
        HEAD "units: {mass: g}\nmaterials: {m: {density: 1000}}\n",
        HEAD
        "units: {angle: deg}\nmaterials: {m: {}}\nbodies:\n  - {shape: {sphere: 1}, material: m, angular_velocity: "
        "[0, 0, 1]}\n",
    };
    for (size_t i = 0; i < sizeof SCENES / sizeof SCENES[0]; i++)
        check_refused(SCENES[i], "E048", "write the unit behind");
    check_refused(HEAD "units: {length: m/s}\n", "E017", "no unit of 'length'");
    check_refused(HEAD "units: {length: m^2}\n", "E017", "no unit of 'length'");
    check_refused(HEAD "units: {length: xyz}\n", "E016", "no unit of 'length'");
    check_refused(HEAD "units: {lenght: mm}\n", "E012", "did you mean 'length'");
    check_refused(HEAD "units: mm\n", "E014", "must be a mapping");
    scene_files f; // zero is zero in any unit, and what has no length in its unit is as before
    scene_text(&f, HEAD "units: {length: mm}\ngravity: [0, 0, 0]\nmaterials: {m: {young: 1e6, friction: 0.3}}\n");
    CHECK_LOADED(&f);
    files_end(&f);
}

TEST(contradictions_of_contact_are_told) {
    static const struct {
        const char *keys;
        int64_t column;
    } WRONG[] = {{"{stiffness: auto, penetration: 1 mm}", 11},
                 {"{law: linear, stiffness: auto}", 10},
                 {"{law: linear, penetration: 1 mm}", 10},
                 {"{stick_speed: 2 m/s}", 11}, // of a law that is not used
                 {"{friction_law: velocity, stick_speed: 2 m/s, slide_speed: 1 m/s}", 10}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD "contact: %s\n", WRONG[i].keys);
        scene_files f;
        scene_text(&f, text);
        check_only(&f, "E039", 3, WRONG[i].column);
        files_end(&f);
    }
    scene_files f; // nothing moves, so there is no speed
    scene_text(&f, HEAD "gravity: [0, 0, 0]\ncontact: {law: linear, stiffness: auto, penetration: 1 mm}\n");
    check_only(&f, "E039", 1, 1);
    files_end(&f);
}

TEST(defaults_of_the_tables_are_those_of_the_library) {
    scene_files f;
    scene_text(&f, HEAD "materials: {m: }\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    const abut_world_def world = abut_world_default();
    const abut_material_def material = abut_material_default();
    const ab_material *m = &w->config.materials[0];
    CHECK(w->config.gravity.z == world.gravity.z && world.parameter_count == 0 && w->config.nparameter == 0);
    CHECK(!world.integrator && w->config.automatic_integrator);
    assert_string_equal(world.normal_law, w->config.contact.law->name);
    assert_string_equal(world.damping, w->config.contact.damping_law->name);
    assert_string_equal(world.friction_law, w->config.contact.friction_law->name);
    assert_string_equal(world.rolling_law, w->config.contact.rolling_law->name);
    assert_string_equal(world.cohesion_law, w->config.contact.cohesion_law->name);
    CHECK(w->config.penetration == world.penetration);
    CHECK(m->density == material.density && m->young == material.young && m->poisson == material.poisson);
    CHECK(m->restitution == material.restitution && m->friction == material.friction);
    assert_string_equal("scene.yaml", f.scene->title);
    files_end(&f);
}

// A ball on a spring, in a scene and by calls: one preparation chooses step and integrator.
TEST(a_world_built_by_calls_is_prepared_as_a_scene_is) {
    scene_files f;
    scene_text(
        &f,
        "abut: 1\ntime: {end: 1 s}\nmaterials: {m: }\nbodies:\n"
        "  - {name: ball, shape: {sphere: 5 cm}, material: m, position: [0, 0, 1]}\n"
        "forces:\n  - {kind: spring, b: ball, at_a: [0, 0, 0], at_b: [0, 0, 0], stiffness: 1e5 N/m, length: 1 m}\n");
    CHECK_LOADED(&f);
    abut_world *w = NULL;
    const abut_world_def def = abut_world_default();
    CHECK_OK(f.cx, abut_world_create(f.cx, &def, &w));
    abut_material_def material = abut_material_default();
    int32_t m = 0, shape = 0;
    CHECK_OK(f.cx, abut_material_add(w, &material, &m));
    CHECK_OK(f.cx, abut_shape_add_sphere(w, 0.05, &shape));
    abut_body_def ball = abut_body_default();
    ball.shape = shape;
    ball.position.z = 1;
    abut_body id;
    CHECK_OK(f.cx, abut_body_add(w, &ball, &id));
    abut_force_def spring = abut_force_default();
    spring.kind = "spring";
    spring.b = id;
    GIVE(spring, "stiffness", 1e5);
    GIVE(spring, "length", 1);
    CHECK_OK(f.cx, abut_force_add(w, &spring, NULL));
    CHECK_OK(f.cx, abut_world_step(w));
    // the scene divides its end into whole steps
    CHECK_NEAR(w->config.dt, f.scene->world->config.dt, w->config.dt / floor(1 / w->config.dt));
    CHECK(w->config.integrator == f.scene->world->config.integrator && w->config.automatic_dt);
    abut_world_destroy(w);
    files_end(&f);
}

TEST(every_shape_can_be_written) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD STEEL "bodies:\n"
                         "  - {shape: {sphere: 1 cm}, material: steel, contact: false}\n"
                         "  - {shape: {plane: [0, 1, 1]}, material: steel, contact: false}\n"
                         "  - {shape: {box: [1, 2, 3]}, material: steel, contact: false}\n"
                         "  - {shape: {capsule: {radius: 1, length: 2}}, material: steel, contact: false}\n"
                         "  - {shape: {ellipsoid: [1, 2, 3]}, material: steel, contact: false}\n"
                         "  - {shape: {cylinder: {radius: 1, length: 2}}, material: steel, contact: false}\n"
                         "  - {shape: {hull: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}, material: steel, contact: false}\n"
                         "  - {shape: {mesh: {file: t.obj, scale: 0.5}}, material: steel, contact: false}\n"
                         "  - {shape: {hull: {file: t.obj, scale: 0.5}}, material: steel, contact: false}\n");
    files_put(&f, "t.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    assert_int_equal(9, w->state.body.n);
    for (int i = 0; i < 8; i++) assert_int_equal(i, ab_collider_shape(w, i)->kind);
    CHECK(w->config.shapes[2].volume == 6);
    for (int i = 6; i < 9; i++)
        CHECK_NEAR(w->config.shapes[i].volume, 1.0 / 6, 1e-16); // a unit tetrahedron, once by points
    CHECK(!ab_body_moves(&w->state.body, 1));                   // a plane is fixed without saying so
    char label[ABUT_LABEL];
    ab_body_label(w, 3, label);
    assert_string_equal("bodies[3]", label);
    files_end(&f);
}

TEST(every_form_can_be_written_and_has_its_mass) {
    scene_files f;
    scene_text(&f, HEAD STEEL
               "bodies:\n"
               "  - {shape: {superformula: {radius: 1, rings: 20}}, material: steel, contact: false}\n"
               "  - {shape: {knot: {radius: 3, inner: 1, tube: 0.4}}, material: steel, contact: false}\n"
               "  - {shape: {gear: {teeth: 12, module: 1, width: 2}}, material: steel, contact: false}\n"
               "  - {shape: {bolt: {diameter: 8, pitch: 2, length: 9, head: 4}}, material: steel, contact: false}\n"
               "  - {shape: {nut: {diameter: 8, pitch: 2, height: 6, width: 14}}, material: steel, contact: false}\n"
               "  - {shape: {peg: {radius: 1, length: 5, chamfer: 0.1}}, material: steel, contact: false}\n"
               "  - {shape: {plate: {size: [4, 4, 1], hole: 1, around: 4}}, material: steel, contact: false}\n"
               "  - {shape: {extrusion: {outline: [[0, 0], [2 cm, 0], [0, 1 cm]], length: 3 cm}}, "
               "material: steel, contact: false}\n"
               "  - {shape: {revolution: {profile: [[2, 0], [3, 0], [3, 1], [2, 1]], around: 4}}, "
               "material: steel, contact: false}\n"
               "  - {shape: {revolution: {profile: [[2, 0], [3, 0], [3, 1], [2, 1]], around: 4}}, "
               "material: steel, contact: false, position: [9, 0, 0]}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    assert_int_equal(10, w->state.body.n);
    assert_int_equal(9, w->config.nshape); // the two rings are one shape
    for (int64_t i = 0; i < w->state.body.n; i++)
        CHECK(ab_collider_shape(w, i)->kind == AB_SHAPE_mesh && ab_mass_of(&w->state.body, i) > 0);
    CHECK_NEAR(ab_mass_of(&w->state.body, 6), 8000 * (16 - 4), 1e-9);    // the hole is a square around the unit circle
    CHECK_NEAR(ab_mass_of(&w->state.body, 7), 8000 * 3e-6, 1e-16);       // half of 2 cm by 1 cm by 3 cm
    CHECK_NEAR(ab_mass_of(&w->state.body, 8), 8000 * 2 * (9 - 4), 1e-9); // between two squares
    files_end(&f);
    scene_text(&f,
               HEAD STEEL "bodies:\n  - {shape: {extrusion: {outline: [[0, 0], [1, 1], [1, 0], [0, 1]], length: 1}}, "
                          "material: steel}\n");
    check_only(&f, "E034", 5, 25);
    files_end(&f);
    scene_text(&f,
               HEAD STEEL "bodies:\n  - {shape: {extrusion: {outline: [[0, 0, 0]], length: 1}}, material: steel}\n");
    check_only(&f, "E020", 5, 36);
    files_end(&f);
}

TEST(equal_shapes_are_shared) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD STEEL "bodies:\n"
                         "  - {shape: {sphere: {radius: 1 cm}}, material: steel}\n"
                         "  - {shape: {sphere: 0.01}, material: steel, position: [1, 0, 0]}\n"
                         "  - {shape: {sphere: 0.02}, material: steel, position: [2, 0, 0]}\n"
                         "  - {shape: {mesh: t.obj}, material: steel, contact: false}\n"
                         "  - {shape: {mesh: ./x/../t.obj}, material: steel, contact: false}\n"
                         "generators:\n"
                         "  - grid: {name: g, shape: {sphere: 10 mm}, material: steel, count: [9, 9, 9], "
                         "spacing: [1, 1, 1], origin: [5, 5, 5]}\n");
    files_put(&f, "t.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    assert_int_equal(5 + 729, f.scene->world->state.body.n);
    assert_int_equal(3, f.scene->world->config.nshape);
    files_end(&f);
}

static quat orientation_from(const char *text) {
    char scene[600];
    snprintf(scene, sizeof scene, HEAD STEEL "bodies:\n  - {shape: {sphere: 1}, material: steel, orientation: %s}\n",
             text);
    scene_files f;
    scene_text(&f, scene);
    CHECK_LOADED(&f);
    const quat q = state_of(&f, 0).orientation;
    files_end(&f);
    return q;
}

TEST(orientations_agree_in_all_three_forms) {
    const quat a = orientation_from("[1, 1, 0, 0]"), b = orientation_from("{axis: [2, 0, 0], angle: 90 deg}");
    const quat c = orientation_from("{euler: [90 deg, 0, 0]}"), d = orientation_from("{quaternion: [3, 3, 0, 0]}");
    for (int i = 0; i < 3; i++) {
        const quat q = i == 0 ? b : i == 1 ? c : d;
        CHECK_NEAR(q.w, a.w, 1e-15);
        CHECK_NEAR(q.x, a.x, 1e-15);
    }
    // x first, then y, then z: z goes to -y by roll, stays there by pitch, and then yaw takes it to x.
    const v3 z = quat_rotate(orientation_from("{euler: [90 deg, 20 deg, 90 deg]}"), v3_make(0, 0, 1));
    CHECK_NEAR(z.x, 1, 1e-15);
    CHECK_NEAR(z.y, 0, 1e-15);
    CHECK_NEAR(z.z, 0, 1e-15);
}

// ------------------------------------------------------------------------------------------------- overrides

static const char BALL_SCENE[] =
    HEAD STEEL "bodies:\n"
               "  - &b {name: ball, shape: {sphere: 1 cm}, material: steel}\n"
               "  - {name: other, shape: {sphere: 1 cm}, material: steel, position: [1, 0, 0]}\n"
               "generators:\n"
               "  - grid: {name: layer, shape: {sphere: 1 cm}, material: steel, count: [2, 2, 1],\n"
               "           spacing: [3 cm, 3 cm, 0], origin: [0, 0, 1]}\n";

static void load_with(scene_files *f, const char *const *set, int count) {
    *f = (scene_files){.count = 0};
    files_put(f, "scene.yaml", BALL_SCENE);
    files_load(f, set, count, false);
}

TEST(overrides_reach_keys_lists_and_generators) {
    const char *const set[] = {"time.dt=1e-5 s",
                               "bodies.ball.velocity=[1, 0, 0]",
                               "bodies.1.position=[2, 0, 0]",
                               "generators.layer.count=[5, 1, 1]",
                               "materials.steel.density=1",
                               "output.frames=0.5",
                               "title=changed",
                               "generators.0.grid.jitter=0"};
    scene_files f;
    load_with(&f, set, 8);
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK(w->config.dt == 1e-5);
    CHECK(w->state.body.v[0].x == 1 && w->state.body.x[1].x == 2);
    assert_int_equal(7, w->state.body.n);
    CHECK(w->config.materials[0].density == 1);
    CHECK(f.scene->frame_interval == 0.5);
    assert_string_equal("changed", f.scene->title);
    files_end(&f);
}

TEST(a_key_of_one_mapping_may_be_set_by_its_own_name) {
    const char *const set[] = {"dt=1e-5", "law=linear"};
    scene_files f;
    load_with(&f, set, 2);
    CHECK_LOADED(&f);
    CHECK(f.scene->world->config.dt == 1e-5);
    assert_string_equal("linear", f.scene->world->config.contact.law->name);
    files_end(&f);
}

TEST(a_wrong_override_is_shown_with_its_number_and_column) {
    const char *const set[] = {"time.end=2", "time.dt=1 kg"};
    scene_files f;
    load_with(&f, set, 2);
    check_only(&f, "E017", 1, 11);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    assert_string_equal("--set #2", d.file);
    assert_string_equal("time.dt=1 kg", d.source);
    files_end(&f);
}

TEST(a_misspelt_override_is_an_unknown_key) {
    const char *const set[] = {"time.edn=2"};
    scene_files f;
    load_with(&f, set, 1);
    check_only(&f, "E012", 1, 6);
    files_end(&f);
}

TEST(includes_cannot_be_set_since_they_are_read_before) {
    const char *const set[] = {"include=[other.yaml]"};
    scene_files f;
    load_with(&f, set, 1);
    check_only(&f, "E025", 1, 1);
    files_end(&f);
}

// -------------------------------------------------------------------------------------------------- includes

TEST(what_includes_wins_and_lists_are_joined) {
    scene_files f = {.count = 0};
    files_put(&f, "a/scene.yaml",
              "abut: 1\ninclude: [one.yaml, sub/two.yaml]\ntime: {end: 3}\n"
              "materials: {steel: {friction: 0.7}}\n"
              "bodies: [{name: c, shape: {sphere: 1}, material: steel, position: [0, 0, 9]}]\n");
    files_put(&f, "a/one.yaml",
              "time: {end: 1, dt: 1 us}\nmaterials: {steel: {density: 8000, friction: 0.1}}\n"
              "bodies: [{name: a, shape: {sphere: 1}, material: steel}]\n");
    files_put(&f, "a/sub/two.yaml",
              "include: [three.yaml]\n"
              "bodies: [{name: b, shape: {sphere: 1}, material: steel, position: [9, 0, 0]}]\n");
    files_put(&f, "a/sub/three.yaml", "time: {integrator: rk4}\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK(f.scene->end == 3 && w->config.dt == 1e-6);
    assert_string_equal("rk4", w->config.integrator->name);
    CHECK(w->config.materials[0].density == 8000 && w->config.materials[0].friction == 0.7);
    assert_int_equal(3, w->state.body.n);
    CHECK(w->state.body.x[1].x == 9 && w->state.body.x[2].z == 9);
    files_end(&f);
}

TEST(a_mistake_in_an_included_file_names_that_file) {
    scene_files f = {.count = 0};
    files_put(&f, "s.yaml", HEAD "include: [m.yaml]\n");
    files_put(&f, "m.yaml", "materials:\n  steel: {densty: 1}\n");
    files_load(&f, NULL, 0, false);
    CHECK(has_code(&f, "E012"));
    assert_string_equal("m.yaml", abut_scene_diagnostic_get(f.scene, 0).file);
    assert_int_equal(2, abut_scene_diagnostic_get(f.scene, 0).line);
    files_end(&f);
}

TEST(circles_and_deep_chains_of_includes_end) {
    scene_files f = {.count = 0};
    files_put(&f, "a.yaml", HEAD "include: [b.yaml]\n");
    files_put(&f, "b.yaml", "include: [./x/../a.yaml]\n");
    files_load(&f, NULL, 0, false);
    CHECK(has_code(&f, "E023"));
    files_end(&f);

    static char name[20][20], text[20][64];
    f = (scene_files){.count = 0};
    for (int i = 0; i < 20; i++) {
        snprintf(name[i], sizeof name[i], "f%d.yaml", i);
        snprintf(text[i], sizeof text[i], "abut: 1\ninclude: [f%d.yaml, f%d.yaml]\n", i + 1, i + 1);
        files_put(&f, name[i], text[i]);
    }
    files_load(&f, NULL, 0, false); // 2^16 paths lead down: they must not all be walked
    CHECK(has_code(&f, "E023") || has_code(&f, "E004"));
    files_end(&f);
}

// ------------------------------------------------------------------------------------------------------ hash

static uint64_t hash_with(const char *text, const char *mesh, const char *set) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", text);
    files_put(&f, "t.obj", mesh);
    files_load(&f, &set, set ? 1 : 0, false);
    CHECK_LOADED(&f);
    const uint64_t hash = f.scene->hash;
    files_end(&f);
    return hash;
}

TEST(the_hash_sees_values_overrides_and_meshes_but_not_remarks) {
    const char *mesh = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    const char *other = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    const char *text = HEAD STEEL "bodies: [{shape: {mesh: t.obj}, material: steel}]\n";
    const uint64_t hash = hash_with(text, mesh, NULL);
    CHECK(hash == hash_with(HEAD STEEL "# remark\nbodies:\n  - {shape: {mesh: t.obj}, material: steel}\n", mesh, NULL));
    CHECK(hash != hash_with(text, other, NULL));
    CHECK(hash != hash_with(text, mesh, "end=2"));
    CHECK(hash == hash_with(text, mesh, "end=1 s"));
}

// ------------------------------------------------------------------------------------------------ time steps

TEST(an_automatic_step_is_stable_and_divides_the_end) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 0.5}\noutput: {frames: 10 ms}\n" STEEL
                   "bodies:\n  - {shape: {plane: {}}, material: steel}\n"
                   "  - {shape: {sphere: 1 cm}, material: steel, position: [0, 0, 1]}\n");
    CHECK_LOADED(&f);
    ab_step_advice advice;
    CHECK_OK(f.cx, ab_step_advise(f.scene->world, &advice));
    const double dt = f.scene->world->config.dt;
    CHECK(dt > 0 && dt <= advice.recommended);
    CHECK_NEAR((double)f.scene->steps * dt, 0.5, 1e-12);
    files_end(&f);
}

TEST(a_large_step_can_be_allowed) {
    const char *text = "abut: 1\ntime: {end: 1, dt: 0.1, allow_large_dt: true}\n" STEEL
                       "bodies:\n  - {shape: {plane: {}}, material: steel}\n"
                       "  - {shape: {sphere: 1 cm}, material: steel, position: [0, 0, 1]}\n";
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    assert_int_equal(10, f.scene->steps);
    files_end(&f);
}

TEST(an_automatic_step_suits_bodies_that_overlap_at_the_start) {
    const char *bodies = "bodies:\n  - {shape: {sphere: 1 cm}, material: steel}\n"
                         "  - {shape: {sphere: 1 cm}, material: steel, position: [1 cm, 0, 0]}\n";
    char text[400];
    snprintf(text, sizeof text, HEAD STEEL "%s", bodies);
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    CHECK_OK(f.cx, abut_world_step(f.scene->world));
    files_end(&f);
    snprintf(text, sizeof text, "abut: 1\ntime: {end: 1, dt: 1 ms}\n" STEEL "%s", bodies);
    scene_text(&f, text);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    CHECK(has_code(&f, "E036") && has_code(&f, "W101"));
    files_end(&f);
}

TEST(a_world_whose_energy_is_not_finite_is_bad_input) {
    scene_files f;
    scene_text(&f, HEAD STEEL "bodies:\n  - {shape: {sphere: 1 cm}, material: steel, velocity: [1e200, 0, 0]}\n");
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    check_only(&f, "E040", 1, 1);
    files_end(&f);
}

TEST(nothing_is_an_empty_scene) {
    scene_files f;
    scene_text(&f, HEAD "materials:\nbodies:\ngenerators:\n");
    CHECK_LOADED(&f);
    check_only(&f, "W114", 1, 1);
    assert_int_equal(0, f.scene->world->state.body.n);
    files_end(&f);
    abut_scene_destroy(NULL);
}

TEST(a_byte_order_mark_is_no_part_of_the_text) {
    scene_files f;
    scene_text(&f, "\xEF\xBB\xBF" HEAD);
    CHECK_LOADED(&f);
    files_end(&f);
    scene_text(&f, "\xEF\xBB\xBF" HEAD "seed: -1\n");
    check_only(&f, "E018", 3, 7);
    files_end(&f);
}

TEST(an_index_behind_the_diagnostics_is_harmless) {
    scene_files f;
    scene_text(&f, HEAD);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 3);
    assert_string_equal("", d.message);
    CHECK(!d.error);
    files_end(&f);
}

CLAIMS(CLAIM(a_body_is_built_as_written), CLAIM(the_world_takes_gravity_law_integrator_and_step),
       CLAIM(the_world_takes_the_laws_of_contact),
       CLAIM(an_automatic_stiffness_is_that_of_a_kilogram_at_the_speed_of_the_scene),
       CLAIM(bare_numbers_have_the_units_of_their_file), CLAIM(an_included_file_has_units_of_its_own),
       CLAIM(a_bare_number_that_may_mean_two_things_is_refused), CLAIM(contradictions_of_contact_are_told),
       CLAIM(defaults_of_the_tables_are_those_of_the_library), CLAIM(a_world_built_by_calls_is_prepared_as_a_scene_is),
       CLAIM(every_shape_can_be_written), CLAIM(every_form_can_be_written_and_has_its_mass),
       CLAIM(equal_shapes_are_shared), CLAIM(orientations_agree_in_all_three_forms),
       CLAIM(overrides_reach_keys_lists_and_generators), CLAIM(a_key_of_one_mapping_may_be_set_by_its_own_name),
       CLAIM(a_wrong_override_is_shown_with_its_number_and_column), CLAIM(a_misspelt_override_is_an_unknown_key),
       CLAIM(what_includes_wins_and_lists_are_joined), CLAIM(a_mistake_in_an_included_file_names_that_file),
       CLAIM(circles_and_deep_chains_of_includes_end), CLAIM(the_hash_sees_values_overrides_and_meshes_but_not_remarks),
       CLAIM(an_automatic_step_is_stable_and_divides_the_end), CLAIM(a_large_step_can_be_allowed),
       CLAIM(an_automatic_step_suits_bodies_that_overlap_at_the_start),
       CLAIM(a_world_whose_energy_is_not_finite_is_bad_input), CLAIM(nothing_is_an_empty_scene),
       CLAIM(includes_cannot_be_set_since_they_are_read_before), CLAIM(a_byte_order_mark_is_no_part_of_the_text),
       CLAIM(an_index_behind_the_diagnostics_is_harmless))
