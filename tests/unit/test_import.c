// Robot models as scenes: what they hold in all three formats, closed forms, everything left out is listed, and files
// that are wrong or hostile.
#include "faults.h"
#include "scratch.h"

#include <stdio.h>
#include <string.h>

#define MODELS TEST_DATA "/models/"

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static bool has(const abut_text *text, const char *part) { return strstr(abut_text_string(text), part) != NULL; }

static void check_has(const abut_text *text, const char *part) {
    if (!has(text, part)) fail_msg("no '%s' in\n%s", part, abut_text_string(text));
}

static abut_text import(abut_context *cx, const char *path, const abut_import_options *options,
                        abut_import_summary *summary) {
    abut_text text = abut_text_start(cx);
    CHECK_OK(cx, abut_import(cx, path, options, &text, summary));
    return text;
}

static abut_scene *load(abut_context *cx, const abut_text *text) {
    abut_scene *scene = NULL;
    CHECK_OK(cx, abut_scene_parse(cx, MODELS "made.yaml", abut_text_string(text), text->size, NULL, &scene));
    return scene;
}

static abut_body_state state_of(abut_context *cx, abut_world *w, const char *name) {
    abut_body body;
    abut_body_state state;
    CHECK_OK(cx, abut_body_find(w, name, &body));
    CHECK_OK(cx, abut_body_get(w, body, &state));
    return state;
}

TEST(an_arm_in_urdf_has_its_links_where_they_are_and_runs) {
    abut_context *cx = open_context();
    abut_import_summary summary;
    abut_text text = import(cx, MODELS "arm.urdf", NULL, &summary);
    assert_string_equal("URDF", summary.format);
    assert_int_equal(4, summary.bodies); // the frame without mass is none, and the world is the ground
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    assert_int_equal(3, abut_joint_count(w));
    CHECK_NEAR(state_of(cx, w, "fore").centre.x, 0.4 + 0.15, 1e-12); // upper arm, then the centre of the fore arm
    CHECK_NEAR(state_of(cx, w, "fore").centre.z, 0.5, 1e-12);
    CHECK_NEAR(state_of(cx, w, "finger").centre.x, 0.7, 0.02); // of the hull of its mesh
    CHECK_NEAR(state_of(cx, w, "upper").mass, 2, 0);
    for (int i = 0; i < 2000; i++) CHECK_OK(cx, abut_world_step(w));
    CHECK(state_of(cx, w, "upper").centre.z < 0.45); // it falls about its shoulder
    CHECK_NEAR(state_of(cx, w, "column").position.z, 0, 0);
    CHECK(abut_world_residuals(w).joint_position < 1e-9);
    abut_scene_destroy(scene);
    abut_text_free(&text);
    abut_context_destroy(cx);
}

TEST(all_that_is_not_supported_is_listed_with_its_line) {
    abut_context *cx = open_context();
    abut_import_summary summary;
    abut_text arm = import(cx, MODELS "arm.urdf", NULL, &summary);
    static const char *const ARM[] = {"line 4: not supported: <material>",
                                      "line 8: not supported: <visual>",
                                      "line 18: not supported: velocity of <limit>, 3 times",
                                      "line 35: not supported: <mimic>",
                                      "line 37: not supported: <transmission>",
                                      "line 38: not supported: <gazebo>"};
    for (size_t i = 0; i < sizeof ARM / sizeof ARM[0]; i++) check_has(&arm, ARM[i]);
    assert_int_equal(sizeof ARM / sizeof ARM[0], summary.unsupported);
    abut_text hopper = import(cx, MODELS "hopper.xml", NULL, &summary);
    static const char *const HOPPER[] = {"timestep of <option>", "<light>",
                                         "armature of <joint>",  "<sensor>",
                                         "<keyframe>",           "line 54: an actuator that drives no"};
    for (size_t i = 0; i < sizeof HOPPER / sizeof HOPPER[0]; i++) check_has(&hopper, HOPPER[i]);
    abut_text door = import(cx, MODELS "door.sdf", NULL, &summary);
    check_has(&door, "<physics>");
    check_has(&door, "<plugin>");
    abut_text_free(&arm);
    abut_text_free(&hopper);
    abut_text_free(&door);
    abut_context_destroy(cx);
}

TEST(a_hopper_in_mjcf_has_defaults_by_class_included_files_and_its_actuators) {
    abut_context *cx = open_context();
    abut_import_summary summary;
    abut_text text = import(cx, MODELS "hopper.xml", NULL, &summary);
    check_has(&text, "kind: planar, b: \"torso\"");                       // two slides and a hinge
    check_has(&text, "\"hip_spring\", kind: spring");                     // with the damping of its class
    check_has(&text, "stiffness: 2, damping: 1, angle: -0.174532925199"); // degrees
    check_has(&text, "capsule: {radius: 0.04, length: 0.5}");             // size by class, length by fromto
    check_has(&text, "\"knee_servo\", kind: motor");                      // a servo
    check_has(&text, "max_torque: 80, stiffness: 50, damping: 2, angle: 0");
    check_has(&text, "\"hip_motor\", kind: motor");
    check_has(&text, "max_torque: 100"); // gear times the range of its control
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    const double capsule = 3.14159265358979 * 0.05 * 0.05 * (0.4 + 4.0 / 3 * 0.05);
    CHECK_NEAR(state_of(cx, w, "torso").mass, 900 * capsule, 1e-9);
    CHECK_NEAR(state_of(cx, w, "foot").mass, 1.5, 1e-9); // given to the geom
    CHECK_NEAR(state_of(cx, w, "foot").centre.x, 0.065, 1e-12);
    CHECK_NEAR(state_of(cx, w, "ball").mass, 2, 0);
    CHECK_NEAR(state_of(cx, w, "tip").centre.x, -0.8, 1e-12);  // of a frame without mass
    CHECK_NEAR(state_of(cx, w, "gimbal_joint").mass, 0.01, 0); // between its two joints
    for (int i = 0; i < 200; i++) CHECK_OK(cx, abut_world_step(w));
    CHECK_NEAR(state_of(cx, w, "torso").centre.y, 0, 1e-9); // the plane holds it
    abut_scene_destroy(scene);
    abut_text_free(&text);
    abut_context_destroy(cx);
}

TEST(a_world_in_sdformat_has_its_frames_and_a_door_that_turns) {
    abut_context *cx = open_context();
    abut_text text = import(cx, MODELS "door.sdf", NULL, NULL);
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    const abut_body_state leaf = state_of(cx, w, "leaf"); // 0.5 m from the model's origin along its x, which is y here
    CHECK_NEAR(leaf.centre.x, 1, 1e-12);
    CHECK_NEAR(leaf.centre.y, 2.5, 1e-12);
    CHECK_NEAR(leaf.centre.z, 1, 1e-12);
    abut_body body;
    CHECK_OK(cx, abut_body_find(w, "leaf", &body));
    CHECK_OK(cx, abut_body_set_force(w, body, (abut_v3){-3, 0, 0}, (abut_v3){0, 0, 0}));
    for (int i = 0; i < 5000; i++) CHECK_OK(cx, abut_world_step(w));
    const abut_body_state open = state_of(cx, w, "leaf");
    CHECK(open.centre.x < 0.99); // about the jamb
    CHECK_NEAR(hypot(open.centre.x - 1, open.centre.y - 2.1), 0.4, 1e-9);
    abut_scene_destroy(scene);
    abut_text_free(&text);
    abut_context_destroy(cx);
}

// A physical pendulum of 2 kg, centre of mass 0.3 m below the hinge, moment 0.05 kg m^2 about it, in three formats.
static const char *const PENDULUM[3] = {
    "<robot name='p'><link name='world'/><link name='bob'><inertial><origin xyz='0 0 -0.3'/><mass value='2'/>"
    "<inertia ixx='0.05' iyy='0.05' izz='0.05' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<joint name='j' type='continuous'><parent link='world'/><child link='bob'/><origin xyz='0 0 1' rpy='0 0.02 0'/>"
    "<axis xyz='0 1 0'/></joint></robot>",
    "<mujoco><compiler angle='radian'/><worldbody><body name='bob' pos='0 0 1' euler='0 0.02 0'>"
    "<inertial pos='0 0 -0.3' mass='2' diaginertia='0.05 0.05 0.05'/><joint axis='0 1 0'/></body></worldbody></mujoco>",
    "<sdf version='1.9'><model name='p'><link name='bob'><pose>0 0 1 0 0.02 0</pose><inertial><pose>0 0 -0.3 0 0 "
    "0</pose>"
    "<mass>2</mass><inertia><ixx>0.05</ixx><iyy>0.05</iyy><izz>0.05</izz></inertia></inertial></link>"
    "<joint name='j' type='continuous'><parent>world</parent><child>bob</child><axis><xyz>0 1 0</xyz></axis></joint>"
    "</model></sdf>"};

// Time of the quarter swing, by the change of sign of x, linear between steps.
static double quarter(abut_context *cx, const char *model) {
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "model.xml", path), model, (int64_t)strlen(model)));
    abut_text text = import(cx, path, NULL, NULL);
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    double x = state_of(cx, w, "bob").centre.x, last = x;
    CHECK_NEAR(fabs(x), 0.3 * sin(0.02), 1e-12);
    while (x * last > 0) {
        last = x;
        CHECK_OK(cx, abut_world_step(w));
        x = state_of(cx, w, "bob").centre.x;
        CHECK(abut_world_time(w) < 1);
    }
    const double t = abut_world_time(w) - abut_world_dt(w) * x / (x - last);
    abut_scene_destroy(scene);
    abut_text_free(&text);
    scratch_end(&s);
    return t;
}

TEST(a_pendulum_swings_with_the_period_of_its_inertia_in_every_format) {
    abut_context *cx = open_context();
    const double moment = 0.05 + 2 * 0.3 * 0.3;
    const double expected = 0.25 * 2 * 3.14159265358979 * sqrt(moment / (2 * 9.81 * 0.3)) * (1 + 0.02 * 0.02 / 16);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(quarter(cx, PENDULUM[i]), expected, 1e-6 * expected); // rk4, 1000 steps to 1 s
    abut_context_destroy(cx);
}

// Names of meshes: beside the model, in the package above it, seen from where the scene will be.
TEST(meshes_are_found_and_named_from_the_folder_of_the_scene) {
    static const char MODEL[] =
        "<robot name='r'><link name='base'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
        "<collision><geometry><mesh filename='package://pack/meshes/a.stl'/></geometry></collision>"
        "<collision><geometry><mesh filename='b.obj'/></geometry></collision>"
        "<collision><geometry><mesh filename='missing.obj'/></geometry></collision>"
        "<collision><geometry><mesh filename='c.dae'/></geometry></collision>"
        "<collision><geometry><mesh filename='b.obj' scale='1 2 1'/></geometry></collision></link></robot>";
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX], model[SCRATCH_MAX], scene[SCRATCH_MAX];
    static const char *const FOLDERS[] = {"pack", "pack/meshes", "pack/urdf"};
    for (int i = 0; i < 3; i++) CHECK(mkdir(scratch_path(&s, FOLDERS[i], path), 0777) == 0);
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "pack/meshes/a.stl", path), "x", 1));
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "pack/urdf/b.obj", path), "x", 1));
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "pack/urdf/r.urdf", model), MODEL, sizeof MODEL - 1));
    abut_text text = import(cx, model, NULL, NULL);
    check_has(&text, "file: \"../meshes/a.stl\"");
    check_has(&text, "file: \"b.obj\"");
    check_has(&text, "Meshes lie outside");
    check_has(&text, "mesh 'missing.obj' is left out: there is no such file");
    check_has(&text, "mesh 'c.dae' is left out: only STL, OBJ and PLY");
    check_has(&text, "its scale is not the same");
    abut_text_free(&text);
    abut_import_options options = abut_import_default();
    options.scene = scratch_path(&s, "pack/r.yaml", scene);
    text = import(cx, model, &options, NULL);
    check_has(&text, "file: \"meshes/a.stl\"");
    check_has(&text, "file: \"urdf/b.obj\"");
    CHECK(!has(&text, "Meshes lie outside"));
    abut_text_free(&text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_mesh_above_the_folder_of_the_scene_is_outside_by_whatever_way) {
    static const char MODEL[] =
        "<robot name='r'><link name='base'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
        "<collision><geometry><mesh filename='package://meshes/../../a.stl'/></geometry></collision></link></robot>";
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX], model[SCRATCH_MAX];
    static const char *const FOLDERS[] = {"robot", "robot/meshes"};
    for (int i = 0; i < 2; i++) CHECK(mkdir(scratch_path(&s, FOLDERS[i], path), 0777) == 0);
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "a.stl", path), "x", 1));
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "robot/r.urdf", model), MODEL, sizeof MODEL - 1));
    abut_text text = import(cx, model, NULL, NULL);
    check_has(&text, "file: \"../a.stl\"");
    check_has(&text, "Meshes lie outside");
    abut_text_free(&text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// Each would try the numbers of all before it: 10^11 comparisons.
TEST(thousands_of_bodies_without_a_name_are_numbered) {
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    abut_text model = abut_text_start(cx);
    abut_text_put(&model, "<mujoco><worldbody>");
    for (int i = 0; i < 6000; i++) abut_text_put(&model, "<body><freejoint/><geom size='1'/></body>");
    abut_text_put(&model, "<body name='body_6001'><freejoint/><geom size='1'/></body><body><freejoint/></body>");
    abut_text_put(&model, "</worldbody></mujoco>");
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "m.xml", path), model.data, model.size));
    abut_text text = import(cx, path, NULL, NULL);
    check_has(&text, "name: \"body\"");
    check_has(&text, "name: \"body_2\"");
    check_has(&text, "name: \"body_6000\"");
    check_has(&text, "name: \"body_6002\""); // the one before is taken
    abut_text_free(&text);
    abut_text_free(&model);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(options_free_the_base_and_let_links_touch_each_other) {
    abut_context *cx = open_context();
    abut_import_options options = abut_import_default();
    options.free_base = options.self_collision = true;
    abut_text text = import(cx, MODELS "arm.urdf", &options, NULL);
    CHECK(!has(&text, "fixed: true") && !has(&text, "touch: false"));
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    CHECK_NEAR(state_of(cx, w, "column").mass, 20, 0);
    for (int i = 0; i < 100; i++) CHECK_OK(cx, abut_world_step(w));
    CHECK(state_of(cx, w, "column").velocity.z < 0); // it falls
    abut_scene_destroy(scene);
    abut_text_free(&text);
    abut_context_destroy(cx);
}

TEST(wrong_and_hostile_files_are_refused_with_the_line) {
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"", "no element found"},
        {"robot", "syntax error"},
        {"<robot>\n<link></robot>", ":2: mismatched tag"},
        {"<html/>", "a model begins with <robot>"},
        {"<!DOCTYPE robot [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><robot name='&c;'/>",
         "a document type is not read"},
        {"<robot name='a'/>", "the model has no bodies"},
        {"<robot><link/></robot>", "a link needs a name"},
        {"<robot><link name='a'/><link name='a'/></robot>", "'a' is there twice"},
        {"<robot><link name='a'/>\n<joint type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
         ":2: the parent of this joint is no link"},
        {"<robot><link name='a'/><link name='b'/><joint type='fixed'><parent link='a'/><child link='b'/></joint>"
         "<joint type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
         "its own ancestor"},
        {"<robot><link name='a'><inertial><mass value='heavy'/></inertial></link></robot>", "'value' needs 1 number"},
        {"<robot><link name='a'><inertial><mass value='nan'/></inertial></link></robot>", "'value' needs 1 number"},
        {"<mujoco><include file='../../../etc/passwd'/></mujoco>", "below the folder of the model"},
        {"<mujoco><include file='/etc/passwd'/></mujoco>", "below the folder of the model"},
        {"<mujoco><include file='model.xml'/></mujoco>", "more than 64 files are included"},
        {"<mujoco><worldbody><body pos='1 2 3 4'/></worldbody></mujoco>", "at most 3 numbers"},
        {"<sdf><model name='m'><link name='a'/><link name='a'/></model></sdf>", "a name that no other has"},
        {"<sdf><model name='m'><link name='a'><pose relative_to='a'/></link></model></sdf>", "refers to itself"},
        {"<sdf><model name='m'><link name='a'/><joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"
         "</model></sdf>",
         "the child 'b' of this joint is no link"},
    };
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "model.xml", path);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        CHECK_OK(cx, abut_file_replace(cx, path, CASES[i].text, (int64_t)strlen(CASES[i].text)));
        abut_text text = abut_text_start(cx);
        CHECK_STATUS(ABUT_ERR_INPUT, abut_import(cx, path, NULL, &text, NULL));
        if (!strstr(abut_context_message(cx), CASES[i].message))
            fail_msg("case %d says: %s", (int)i, abut_context_message(cx));
        CHECK(text.size == 0);
        abut_text_free(&text);
    }
    abut_text text = abut_text_start(cx);
    for (int i = 0; i < 1000; i++) abut_text_put(&text, "<a>");
    CHECK_OK(cx, abut_file_replace(cx, path, text.data, text.size));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_import(cx, path, NULL, &text, NULL));
    CHECK(strstr(abut_context_message(cx), "nested too deeply") != NULL);
    static const char *const NAMES[][2] = {{"part.step", "STEP files hold exact surfaces"},
                                           {"part.glb", "this is a mesh and no model"},
                                           {"none.urdf", "no file"}};
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(ABUT_ERR_INPUT, abut_import(cx, NAMES[i][0], NULL, &text, NULL));
        CHECK(strstr(abut_context_message(cx), NAMES[i][1]) != NULL);
    }
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_import(cx, NULL, NULL, &text, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_import(cx, path, NULL, NULL, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_import(NULL, path, NULL, &text, NULL));
    abut_text_free(&text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// Names that a scene would not take, twins, a comment that would end early, moments that no solid has.
TEST(odd_names_and_impossible_inertia_make_a_scene_that_loads) {
    static const char ODD[] =
        "<robot name='a&quot;b: {c&#10;d'><link name='=1+1'><inertial><mass value='1'/>"
        "<inertia ixx='1' iyy='1e-9' izz='1e-9' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        "<link name='w[7]&#10;x'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='3'/></inertial></link>"
        "<link name='w7x'/><joint name='=1+1' type='revolute'><parent link='=1+1'/><child link='w[7]&#10;x'/>"
        "<limit lower='2' upper='1'/></joint>"
        "<joint name='k' type='revolute'><parent link='=1+1'/><child link='w7x'/></joint></robot>";
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "m.urdf", path), ODD, sizeof ODD - 1));
    abut_import_options options = abut_import_default();
    options.free_base = true;
    abut_text text = import(cx, path, &options, NULL);
    abut_scene *scene = load(cx, &text);
    abut_world *w = abut_scene_world(scene);
    for (int i = 0; i < 10; i++) CHECK_OK(cx, abut_world_step(w));
    CHECK(abut_body_count(w) == 3 && has(&text, "moves and has no mass"));
    abut_scene_destroy(scene);
    abut_text_free(&text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// YAML ends a line at a carriage return and at three characters beyond ASCII, and refuses other control characters.
TEST(nothing_in_a_name_ends_the_comment_that_tells_it) {
    static const char MODEL[] = "<robot name='r'><link name='a'><collision><geometry>"
                                "<mesh filename='x&#13;time: &#x85;time: &#x2028;time: &#x2029;time: &#x9f;.dae'/>"
                                "</geometry></collision></link></robot>";
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "m\rtime: {}.urdf", path), MODEL, sizeof MODEL - 1));
    abut_text text = import(cx, path, NULL, NULL);
    check_has(&text, "# Made by `abut import` from m?time: {}.urdf");
    check_has(&text, "mesh 'x?time: ??time: ???time: ???time: ??.dae' is left out");
    abut_scene *scene = load(cx, &text);
    abut_scene_destroy(scene);
    abut_text_free(&text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

static abut_status import_all(abut_context *cx, void *arg) {
    (void)arg;
    static const char *const PATHS[] = {MODELS "arm.urdf", MODELS "hopper.xml", MODELS "door.sdf"};
    abut_status status = ABUT_OK;
    for (int i = 0; status == ABUT_OK && i < 3; i++) {
        abut_text text = abut_text_start(cx);
        status = abut_import(cx, PATHS[i], NULL, &text, NULL);
        abut_text_free(&text);
    }
    return status;
}

TEST(every_failing_allocation_and_file_call_is_told_and_leaks_nothing) {
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, import_all, NULL);
    CHECK(memory.fired > 50 && memory.survived == 0);
    CHECK(faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, import_all, NULL).fired > 5);
}

// Imports a model given as text.
static abut_status import_text(abut_context *cx, const char *model, abut_text *text) {
    char path[SCRATCH_MAX];
    scratch s = scratch_start();
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "model.xml", path), model, (int64_t)strlen(model)));
    *text = abut_text_start(cx);
    const abut_status status = abut_import(cx, path, NULL, text, NULL);
    scratch_end(&s);
    return status;
}

// The hinge of a leg is drawn straight and may bend between -2.7 and -0.9 rad only.
static const char *const BENT[2] = {
    "<robot name='leg'><link name='world'/><link name='thigh'><inertial><mass value='1'/><inertia ixx='0.01' "
    "iyy='0.01' izz='0.01' "
    "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='calf'><inertial><origin xyz='0 0 -0.1'/><mass value='0.2'/>"
    "<inertia ixx='0.001' iyy='0.001' izz='0.0001' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<joint name='hip' type='revolute'><parent link='world'/><child link='thigh'/><axis xyz='0 1 0'/>"
    "<limit lower='-inf' upper='inf' effort='30' velocity='20'/></joint>"
    "<joint name='knee' type='revolute'><parent link='thigh'/><child link='calf'/><origin xyz='0 0 -0.2'/>"
    "<axis xyz='0 1 0'/><limit lower='-2.7' upper='-0.9' effort='30' velocity='20'/></joint></robot>",
    "<mujoco><compiler angle='radian'/><worldbody><body name='thigh'><inertial pos='0 0 0' mass='1' diaginertia='.01 "
    ".01 .01'/>"
    "<joint name='hip' axis='0 1 0'/><body name='calf' pos='0 0 -0.2'><inertial pos='0 0 -0.1' mass='0.2' "
    "diaginertia='0.001 0.001 0.0001'/><joint name='knee' axis='0 1 0' range='-2.7 -0.9'/></body></body></worldbody>"
    "<actuator><position joint='knee' kp='40' kv='1' forcerange='-30 30'/></actuator></mujoco>"};

TEST(a_joint_drawn_beyond_its_limits_begins_at_the_nearest_one) {
    for (int k = 0; k < 2; k++) {
        abut_context *cx = open_context();
        abut_text text;
        CHECK_OK(cx, import_text(cx, BENT[k], &text));
        check_has(&text, "joint 'knee' begins -0.9 rad from where it is drawn");
        check_has(&text, "low: -1.8, high: 0");                                // counted from there
        if (k == 1) check_has(&text, "stiffness: 40, damping: 1, angle: 0.9"); // the servo goes to the straight leg
        CHECK(!has(&text, "hip_stop"));
        abut_scene *scene = load(cx, &text);
        abut_world *w = abut_scene_world(scene);
        CHECK_NEAR(state_of(cx, w, "calf").centre.x, 0.1 * sin(0.9), 1e-9);
        CHECK_NEAR(state_of(cx, w, "calf").centre.z, -0.2 - 0.1 * cos(0.9), 1e-9);
        for (int i = 0; i < 200; i++) CHECK_OK(cx, abut_world_step(w));
        CHECK(fabs(abut_world_energy(w).kinetic) < 1); // no stop throws it
        abut_scene_destroy(scene);
        abut_text_free(&text);
        abut_context_destroy(cx);
    }
}

TEST(armature_of_a_hinge_is_inertia_of_what_it_moves_about_its_axis) {
    abut_context *cx = open_context();
    abut_text text;
    const char *const model =
        "<mujoco><compiler angle='radian'/><worldbody><body name='arm'><inertial pos='0 0 0' mass='1' diaginertia='1 2 "
        "3'/><joint name='j' axis='0 1 0' armature='0.25'/></body></worldbody></mujoco>";
    CHECK_OK(cx, import_text(cx, model, &text));
    check_has(&text, "the armature of hinges is added");
    check_has(&text, "2.25");
    CHECK(!has(&text, "not supported: armature"));
    abut_text_free(&text);
    abut_context_destroy(cx);
}

TEST(constraints_that_are_not_active_are_left_out_and_told) {
    abut_context *cx = open_context();
    abut_text text;
    const char *const model =
        "<mujoco><worldbody><body name='a'><freejoint/><geom size='0.1'/></body><body name='b' pos='1 0 0'><freejoint/>"
        "<geom size='0.1'/></body></worldbody><equality><weld body1='a' body2='b' active='false'/></equality></mujoco>";
    CHECK_OK(cx, import_text(cx, model, &text));
    check_has(&text, "it is not active");
    CHECK(!has(&text, "kind: fixed"));
    abut_text_free(&text);
    abut_context_destroy(cx);
}

TEST(a_model_that_xacro_has_not_written_yet_says_so) {
    abut_context *cx = open_context();
    const char *const model =
        "<robot name='r'><link name='a'><collision><geometry><sphere radius='${r}'/></geometry></collision>"
        "</link></robot>";
    abut_text text;
    CHECK_STATUS(ABUT_ERR_INPUT, import_text(cx, model, &text));
    CHECK(strstr(abut_context_message(cx), "let xacro write the model first"));
    abut_text_free(&text);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(an_arm_in_urdf_has_its_links_where_they_are_and_runs),
       CLAIM(all_that_is_not_supported_is_listed_with_its_line),
       CLAIM(a_hopper_in_mjcf_has_defaults_by_class_included_files_and_its_actuators),
       CLAIM(a_world_in_sdformat_has_its_frames_and_a_door_that_turns),
       CLAIM(a_pendulum_swings_with_the_period_of_its_inertia_in_every_format),
       CLAIM(meshes_are_found_and_named_from_the_folder_of_the_scene),
       CLAIM(a_mesh_above_the_folder_of_the_scene_is_outside_by_whatever_way),
       CLAIM(thousands_of_bodies_without_a_name_are_numbered),
       CLAIM(options_free_the_base_and_let_links_touch_each_other),
       CLAIM(wrong_and_hostile_files_are_refused_with_the_line),
       CLAIM(odd_names_and_impossible_inertia_make_a_scene_that_loads),
       CLAIM(nothing_in_a_name_ends_the_comment_that_tells_it),
       CLAIM(every_failing_allocation_and_file_call_is_told_and_leaks_nothing),
       CLAIM(a_joint_drawn_beyond_its_limits_begins_at_the_nearest_one),
       CLAIM(armature_of_a_hinge_is_inertia_of_what_it_moves_about_its_axis),
       CLAIM(constraints_that_are_not_active_are_left_out_and_told),
       CLAIM(a_model_that_xacro_has_not_written_yet_says_so))
