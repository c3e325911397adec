// The tables of the keys of a scene file. To add a key, add a member to its struct in spec.h and a row here; to use it,
// read the member in build.c. Help, JSON Schema and docs/scene.md are derived from the tables.
#include "law/impact.h"
#include "scene/forms.h"
#include "scene/presets.h"
#include "scene/tables.h"
#include "shape/shape.h"
#include "step/enforcements.h"
#include "step/step.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- words

static int integrator_count(void) { return ab_integrator_count; }
static const char *integrator_name(int i) { return ab_integrators[i]->name; }
static const char *integrator_help(int i) { return ab_integrators[i]->help; }
const ab_words ab_integrator_words = {integrator_count, integrator_name, integrator_help};

#define LAW_WORDS(family, words)                                                                                       \
    static int words##_count(void) { return ab_law_count(family); }                                                    \
    static const char *words##_name(int i) { return ab_law_about_of(family, i).name; }                                 \
    static const char *words##_help(int i) { return ab_law_about_of(family, i).help; }                                 \
    static const ab_words words = {words##_count, words##_name, words##_help};
LAW_WORDS(AB_LAW_NORMAL, law_words)
LAW_WORDS(AB_LAW_DAMPING, damping_words)
LAW_WORDS(AB_LAW_FRICTION, friction_words)
LAW_WORDS(AB_LAW_ROLLING, rolling_words)
LAW_WORDS(AB_LAW_COHESION, cohesion_words)
LAW_WORDS(AB_LAW_IMPACT, impact_words)

// The laws of all families, one after the other.
static ab_law_about contact_type(int type) {
    int family = 0;
    while (type >= ab_law_count((ab_law_family)family)) type -= ab_law_count((ab_law_family)family++);
    return ab_law_about_of((ab_law_family)family, type);
}
static int contact_count(void) { return ab_contact_type(AB_LAW_FAMILIES, 0); }
static const char *contact_name(int type) { return contact_type(type).name; }
static ab_parameter_list contact_parameters(int type) { return contact_type(type).parameters; }
const ab_family ab_contact_family = {contact_count, contact_name, contact_parameters};

int ab_contact_type(ab_law_family family, int type) {
    for (int f = 0; f < (int)family; f++) type += ab_law_count((ab_law_family)f);
    return type;
}

static int enforcement_count(void) { return ab_enforcement_count; }
static const char *enforcement_name(int i) { return ab_enforcements[i]->name; }
static const char *enforcement_help(int i) { return ab_enforcements[i]->help; }
static const ab_words enforcement_words = {enforcement_count, enforcement_name, enforcement_help};

static int solver_count(void) { return ab_cone_solver_count; }
static const char *solver_name(int i) { return ab_cone_solvers[i]->name; }
static const char *solver_help(int i) { return ab_cone_solvers[i]->help; }
static const ab_words solver_words = {solver_count, solver_name, solver_help};

static int order_count(void) { return AB_IMPACT_ORDERS; }
static const char *order_name(int i) { return ab_impact_order_names[i]; }
static const char *order_help(int i) { return ab_impact_order_help[i]; }
static const ab_words order_words = {order_count, order_name, order_help};

static int detect_count(void) { return AB_DETECT_COUNT; }
static const char *detect_name(int i) { return ab_detect_names[i]; }
static const char *detect_help(int i) { return ab_detect_help[i]; }
static const ab_words detect_words = {detect_count, detect_name, detect_help};

static int geometry_count(void) { return AB_CHOICE_NAMES; }
static const char *geometry_name(int i) { return ab_geometry_choice_names[i]; }
static const char *geometry_help(int i) { return ab_geometry_choice_help[i]; }
static const ab_words geometry_words = {geometry_count, geometry_name, geometry_help};

static int patch_count(void) { return AB_PATCHES; }
static const char *patch_name(int i) { return ab_patch_names[i]; }
static const char *patch_help(int i) { return ab_patch_help[i]; }
static const ab_words patch_words = {patch_count, patch_name, patch_help};

static const ab_schema_record *const FORM_RECORDS[] = {
#define AB_FORM(name, shape) &ab_form_record_##name,
#include "scene/forms.def"
#undef AB_FORM
};
const ab_alternatives ab_form_alternatives = {FORM_RECORDS, COUNT(FORM_RECORDS)};
static int form_count(void) { return AB_FORM_COUNT; }
static const char *form_name(int i) { return FORM_RECORDS[i]->name; }
static const char *form_help(int i) { return FORM_RECORDS[i]->help; }
const ab_words ab_form_words = {form_count, form_name, form_help};

// ------------------------------------------------------------------------------------------------ variables

static const ab_key VARIABLE[] = {
    {KEY(ab_variable_spec, value, AB_EXPRESSION, "Number, quantity or expression of other variables, in any order."),
     .required = true}};
const ab_schema_record ab_variable_record = {
    RECORD(ab_variable_spec, "variable",
           "A value that is written once. Wherever a scene has a number, a text that begins with = is computed: "
           "+ - * / ^, brackets, pi, sqrt, abs, min, max, sin, cos, tan, asin, acos, atan, floor, ceil, round and "
           "variables. Units stand behind numbers and are checked. `--set a=60mm` sets a variable.",
           VARIABLE),
    .shorthand = "value",
    .example = "let: {module: 2 mm, teeth: 20, radius: module*teeth/2}\n"
               "gravity: [0, 0, \"=-9.81 m/s^2 * cos(30 deg)\"]"};

// --------------------------------------------------------------------------------------------------- shapes

static int one_type(void) { return 1; }

// A shape whose keys are the parameters of its type.
#define SIZED_SHAPE(name_, help_, ...)                                                                                 \
    static const char *name_##_name(int i) { return (void)i, #name_; }                                                 \
    static ab_parameter_list name_##_sizes(int i) { return (void)i, ab_shape_type_##name_.parameters; }                \
    static const ab_family name_##_family = {one_type, name_##_name, name_##_sizes};                                   \
    static const ab_key name_##_keys[] = {                                                                             \
        {KEY(ab_sized_spec, parameters, AB_PARAMETERS, "Its sizes."), .family = &name_##_family}};                     \
    static const ab_schema_record shape_##name_ = {RECORD(ab_sized_spec, #name_, help_, name_##_keys), __VA_ARGS__};

SIZED_SHAPE(sphere, "A ball.", .shorthand = "radius", .example = "shape: {sphere: {radius: 1 cm}}")
SIZED_SHAPE(plane, "A half space: everything behind the plane through the body's position is solid. It never moves.",
            .shorthand = "normal", .example = "shape: {plane: {normal: [0, 0, 1]}}")
SIZED_SHAPE(box, "A box about the body's position.", .shorthand = "size",
            .example = "shape: {box: {size: [2 cm, 2 cm, 5 cm]}}")
SIZED_SHAPE(capsule, "A rod with round ends, along z.", .example = "shape: {capsule: {radius: 1 cm, length: 4 cm}}")
SIZED_SHAPE(ellipsoid, "An ellipsoid.", .shorthand = "semi_axes",
            .example = "shape: {ellipsoid: {semi_axes: [1 cm, 1 cm, 2 cm]}}")
SIZED_SHAPE(cylinder, "A cylinder along z.", .example = "shape: {cylinder: {radius: 1 cm, length: 4 cm}}")
SIZED_SHAPE(
    superellipsoid,
    "A solid between an ellipsoid and a box: ((x/a)^p + (y/b)^p)^(q/p) + (z/c)^q = 1 with semi-axes a, b, c and "
    "exponents p across z and q along it.",
    .example = "shape: {superellipsoid: {semi_axes: [1 cm, 1 cm, 2 cm], across: 4, along: 2.5}}")
SIZED_SHAPE(cone, "A cone along z; the middle of its base is the body's position.",
            .example = "shape: {cone: {radius: 2 cm, height: 3 cm}}")

static const ab_key HULL[] = {
    {KEY(ab_hull_spec, points, AB_VECTORS, "Points to wrap; at least four, not all in one plane."), .unit = "m", ANY},
    {KEY(ab_hull_spec, file, AB_STRING, "STL, OBJ or PLY file whose vertices are wrapped, instead of points.")},
    {KEY(ab_hull_spec, unit, AB_STRING, "Unit of the coordinates of the file: mm for most CAD files."), .note = "m"},
    {KEY(ab_hull_spec, scale, AB_QUANTITY, "Factor on all coordinates."), .unit = "1", POSITIVE, .fallback = {1}},
};
static const ab_schema_record shape_hull = {
    RECORD(ab_hull_spec, "hull", "The convex hull of points. Give points or a file.", HULL), .shorthand = "points",
    .example = "shape: {hull: {points: [[0, 0, 0], [1 cm, 0, 0], [0, 1 cm, 0], [0, 0, 1 cm]]}}"};

static const ab_key MESH[] = {
    {KEY(ab_mesh_spec, file, AB_STRING, "STL, OBJ or PLY file, relative to the scene file."), .required = true},
    {KEY(ab_mesh_spec, unit, AB_STRING, "Unit of the coordinates of the file: mm for most CAD files."), .note = "m"},
    {KEY(ab_mesh_spec, scale, AB_QUANTITY, "Factor on all coordinates."), .unit = "1", POSITIVE, .fallback = {1}},
};
static const ab_schema_record shape_mesh = {
    RECORD(ab_mesh_spec, "mesh",
           "A triangle mesh from a file. An open one is a surface without thickness, "
           "which bodies touch from both sides: it must be fixed, driven by a "
           "prescribed joint, or given mass and inertia.",
           MESH),
    .shorthand = "file", .example = "shape: {mesh: {file: part.stl, unit: mm}}"};

static const ab_schema_record *const SHAPE_RECORDS[] = {
#define AB_SHAPE(name) &shape_##name,
#include "shape/shapes.def"
#undef AB_SHAPE
#define AB_FORM(name, shape) &ab_form_record_##name,
#include "scene/forms.def"
#undef AB_FORM
};
const ab_alternatives ab_shape_alternatives = {SHAPE_RECORDS, COUNT(SHAPE_RECORDS)};

// --------------------------------------------------------------------------------------------------- bodies

static const ab_key ORIENTATION[] = {
    {KEY(ab_orientation_spec, quaternion, AB_VECTOR,
         "Quaternion (w, x, y, z) from the body's axes to the world's; any length but 0."),
     .count = 4, .unit = "1", ANY, .fallback = {1}, .remedy = "for three angles write {euler: [0, 0, 90 deg]}"},
    {KEY3(ab_orientation_spec, axis, "Axis of a single turn; any length but 0. Needs `angle`."), .unit = "1", ANY,
     .fallback = {0, 0, 1}},
    {KEY(ab_orientation_spec, angle, AB_QUANTITY, "Angle of that turn."), .unit = "rad", ANY, .angle = true},
    {KEY3(ab_orientation_spec, euler, "Turns about the world's x, then y, then z axis (roll, pitch, yaw)."),
     .unit = "rad", ANY, .angle = true},
};
const ab_schema_record ab_orientation_record = {
    RECORD(ab_orientation_spec, "orientation",
           "How a body is turned: a quaternion, an axis and angle, or three angles.", ORIENTATION),
    .shorthand = "quaternion", .example = "orientation: {axis: [0, 1, 0], angle: 30 deg}"};

static const ab_key COLLIDER[] = {
    {KEY(ab_collider_spec, name, AB_STRING, "Name in messages and results, behind that of the body: body/name."),
     .note = "its number, from 1"},
    {KEY(ab_collider_spec, shape, AB_ONE_OF, "Its shape."), .required = true, .one = &ab_shape_alternatives},
    {KEY(ab_collider_spec, material, AB_STRING, "Name of one of the materials."), .note = "that of the body"},
    {KEY(ab_collider_spec, contact, AB_BOOL, "It touches other bodies."), .fallback = {1}},
    {KEY(ab_collider_spec, visible, AB_BOOL, "It is drawn in picture.png."), .fallback = {1}},
    {KEY3(ab_collider_spec, position, "Where the origin of its shape is, in the frame of the body."), .unit = "m", ANY},
    {KEY(ab_collider_spec, orientation, AB_MAPPING, "How it is turned against the body."),
     .record = &ab_orientation_record, .note = "not turned"},
    {KEY(ab_collider_spec, cell, AB_QUANTITY, "Edge of the cells of its distance field."), .unit = "m", POSITIVE,
     .note = "from contact.resolution"},
    {KEY(ab_collider_spec, spacing, AB_QUANTITY, "Largest distance of the points by which it touches others."),
     .unit = "m", POSITIVE, .note = "as cell"},
};
static const ab_schema_record collider = {
    RECORD(ab_collider_spec, "collider",
           "One of several shapes that are fixed to a body. Mass, centre of mass and inertia of the body are those of "
           "all its colliders together, "
           "each by its material; overlaps count for each.",
           COLLIDER),
    .example = "bodies:\n  - name: hammer\n    material: steel\n    colliders:\n"
               "      - {name: head, shape: {box: {size: [3 cm, 10 cm, 3 cm]}}, position: [0, 0, 15 cm]}\n"
               "      - {name: handle, shape: {cylinder: {radius: 1 cm, length: 30 cm}}}"};

static const ab_key BODY[] = {
    {KEY(ab_body_spec, name, AB_STRING, "Name in messages and results; unique."), .note = "none: shown as bodies[i]"},
    {KEY(ab_body_spec, shape, AB_ONE_OF, "Its shape, if it has one only."), .one = &ab_shape_alternatives,
     .note = "none: colliders"},
    {KEY(ab_body_spec, colliders, AB_LIST, "Several shapes that are fixed to each other, instead of `shape`."),
     .record = &collider, .note = "one, of `shape`"},
    {KEY(ab_body_spec, material, AB_STRING, "Name of one of the materials; colliders may have others."),
     .note = "none: of the colliders"},
    {KEY(ab_body_spec, fixed, AB_BOOL, "It never moves."), .note = "false; true for a plane"},
    {KEY(ab_body_spec, contact, AB_BOOL, "It touches other bodies."), .fallback = {1}},
    {KEY(ab_body_spec, visible, AB_BOOL, "It is drawn in picture.png."), .fallback = {1}},
    {KEY3(ab_body_spec, position, "Where the origin of its shape is."), .unit = "m", ANY},
    {KEY(ab_body_spec, orientation, AB_MAPPING, "How it is turned."), .record = &ab_orientation_record,
     .note = "not turned"},
    {KEY3(ab_body_spec, velocity, "Of its centre of mass."), .unit = "m/s", ANY},
    {KEY3(ab_body_spec, angular_velocity, "In world axes."), .unit = "rad/s", ANY},
    {KEY(ab_body_spec, mass, AB_QUANTITY, "Instead of density times volume."), .unit = "kg", POSITIVE,
     .note = "from the density"},
    {KEY3(ab_body_spec, inertia,
          "Moments about the centre of mass and the principal axes, which with `colliders` are the origin and axes of "
          "the body's frame."),
     .unit = "kg m^2", POSITIVE, .note = "from the shape"},
    {KEY3(ab_body_spec, force, "Constant force at the centre of mass, world axes."), .unit = "N", ANY},
    {KEY3(ab_body_spec, torque, "Constant torque, world axes."), .unit = "N m", ANY},
    {KEY(ab_body_spec, cell, AB_QUANTITY, "Edge of the cells of its distance field."), .unit = "m", POSITIVE,
     .note = "from contact.resolution"},
    {KEY(ab_body_spec, spacing, AB_QUANTITY, "Largest distance of the points by which it touches others."), .unit = "m",
     POSITIVE, .note = "as cell"},
};
static const ab_schema_record body = {RECORD(ab_body_spec, "body", "One body.", BODY),
                                      .example = "bodies:\n  - {name: floor, shape: {plane: {}}, material: steel}\n"
                                                 "  - name: ball\n    shape: {sphere: {radius: 1 cm}}\n    "
                                                 "material: steel\n    position: [0, 0, 50 cm]"};

// ---------------------------------------------------------------------------------------------------- scene

static const ab_key TIME[] = {
    {KEY(ab_time_spec, end, AB_QUANTITY, "Simulated time to run."), .unit = "s", .required = true, POSITIVE},
    {KEY(ab_time_spec, dt, AB_QUANTITY, "Time step; auto takes what the stiffest contact or spring can bear."),
     .unit = "s", POSITIVE, .word = "auto", .word_value = 0, .note = "auto"},
    {KEY(ab_time_spec, free_dt, AB_QUANTITY,
         "Time step while nothing can touch, stops included: all is further apart than it can come in it. Rounded down "
         "to whole dt."),
     .unit = "s", POSITIVE, .note = "as dt"},
    {KEY(ab_time_spec, integrator, AB_WORD, "How bodies are advanced."), .words = &ab_integrator_words,
     .note =
         "verlet; rk4 if joints hold most of what moves; generalised_alpha if springs or dampers are too fast for dt"},
    {KEY(ab_time_spec, tolerance, AB_QUANTITY,
         "Of integrators that divide their steps: error of a part over the size of what it moves."),
     .unit = "1", .low = 1e-14, .high = 1, .fallback = {1e-9}},
    {KEY(ab_time_spec, spectral_radius, AB_QUANTITY,
         "Of generalised_alpha: what a step leaves of an infinitely fast vibration; 1 = all."),
     .unit = "1", .low = 0, .high = 1, .fallback = {0.8}},
    {KEY(ab_time_spec, allow_large_dt, AB_BOOL, "Do not refuse a time step beyond the stability limit.")},
};
static const ab_schema_record time_record = {RECORD(ab_time_spec, "time", "How long and in which steps.", TIME),
                                             .example = "time: {end: 2 s, dt: 10 us}"};

#define LAW_KEY(struct_, family, words_, help_, note_, fallback_)                                                      \
    {                                                                                                                  \
        .name = (family##_KEY), .help = (help_), .type = AB_WORD, .offset = offsetof(struct_, law[family]),            \
        .words = &(words_), .note = (note_), .fallback = {                                                             \
            fallback_                                                                                                  \
        }                                                                                                              \
    }
#define LAW_KEYS(struct_, note_, fallback_)                                                                            \
    LAW_KEY(struct_, AB_LAW_NORMAL, law_words, "Elastic law of the normal force.", note_, fallback_),                  \
        LAW_KEY(struct_, AB_LAW_DAMPING, damping_words, "What the normal force loses.", note_, fallback_),             \
        LAW_KEY(struct_, AB_LAW_FRICTION, friction_words, "Law of the tangential force.", note_, fallback_),           \
        LAW_KEY(struct_, AB_LAW_ROLLING, rolling_words, "Law of the couple against rolling.", note_, fallback_),       \
        LAW_KEY(struct_, AB_LAW_COHESION, cohesion_words, "Law of the attraction.", note_, fallback_),                 \
        LAW_KEY(struct_, AB_LAW_IMPACT, impact_words,                                                                  \
                "Law of impacts of contacts enforced by impulses (multiplier, augmented).", note_, fallback_)

static const ab_key PAIR[] = {
    {KEY(ab_pair_spec, a, AB_STRING, "Name of a material."), .required = true},
    {KEY(ab_pair_spec, b, AB_STRING, "Name of the other one, or of the same."), .required = true},
    {KEY(ab_pair_spec, touch, AB_BOOL, "Bodies of these materials touch each other."), .fallback = {1}},
    LAW_KEYS(ab_pair_spec, "that of contact", -1),
    {KEY(ab_pair_spec, geometry, AB_WORD, "How shapes of these materials meet."), .words = &geometry_words,
     .fallback = {-1}, .note = "that of contact"},
    {KEY(ab_pair_spec, parameters, AB_PARAMETERS, "Parameters of these laws."), .family = &ab_contact_family,
     .note = "that of contact"},
    {KEY(ab_pair_spec, curve, AB_STRING,
         "Of the law `table`: file of the force over the depth, from `abut press --law`."),
     .note = "that of contact"},
    {KEY(ab_pair_spec, area, AB_QUANTITY,
         "Surface that the stiffness belongs to where shapes touch by points: a point that stands for A has the share "
         "A/area."),
     .unit = "m^2", POSITIVE, .note = "the whole surface of the body whose points they are"},
    {KEY(ab_pair_spec, restitution, AB_QUANTITY, "Share of the speed kept in a straight impact."), .unit = "1",
     .low = 0, .high = 1, .note = "by the materials"},
    {KEY(ab_pair_spec, friction, AB_QUANTITY, "Coulomb coefficient."), .unit = "1", NOT_NEGATIVE,
     .note = "by the materials"},
    {KEY(ab_pair_spec, cohesion, AB_QUANTITY, "Attraction over the area of contact."), .unit = "Pa", NOT_NEGATIVE,
     .note = "by the materials"},
    {KEY(ab_pair_spec, rolling_friction, AB_QUANTITY, "Coefficient of rolling resistance."), .unit = "1", NOT_NEGATIVE,
     .note = "by the materials"},
};
static const ab_schema_record pair = {
    RECORD(ab_pair_spec, "pair", "What two materials do where it differs from the rest.", PAIR),
    .example =
        "contact:\n  pairs:\n    - {a: steel, b: rubber, friction: 0.9, friction_law: velocity, stick_speed: 1 mm/s}\n"
        "    - {a: steel, b: air, touch: false}"};

static const ab_key IGNORED[] = {
    {KEY(ab_ignored_spec, names, AB_STRINGS, "Two names of bodies or groups, or one group."), .single = true,
     .required = true}};
static const ab_schema_record ignored = {
    RECORD(
        ab_ignored_spec, "ignored",
        "Bodies that have no contact with each other: those of two names, or all within one group. A name may be that "
        "of a body, of a generated group or of one under `groups`; * in it is any text.",
        IGNORED),
    .shorthand = "names", .example = "contact:\n  ignore: [[drum, back], [pin, \"bolt*\"], housing]"};

static const ab_key CONTACT[] = {
    {KEY(ab_contact_spec, enforcement, AB_WORD, "What keeps bodies from overlapping."), .words = &enforcement_words},
    {KEY(ab_contact_spec, penalty, AB_QUANTITY,
         "Of enforcement augmented: each of its three rounds leaves 1/(1 + penalty) of the error."),
     .unit = "1", POSITIVE, .fallback = {100}},
    {KEY(ab_contact_spec, solver, AB_WORD, "Of the contact problem of enforcement multiplier."),
     .words = &solver_words},
    {KEY(ab_contact_spec, tolerance, AB_QUANTITY,
         "Of its residual: the largest error of impulses and velocities, in units of energy, over the impulses."),
     .unit = "1", .low = 1e-14, .high = 1, .fallback = {1e-6}},
    {KEY(ab_contact_spec, allow_unsolved, AB_BOOL,
         "Accept steps whose residual is larger; the report counts them, and the verdict fails.")},
    {KEY(ab_contact_spec, relax, AB_BOOL,
         "Solve the convex relaxation of Coulomb's law, as many engines do, for comparison: a body that slides with v "
         "lifts by dt mu v in every step.")},
    LAW_KEYS(ab_contact_spec, NULL, 0),
    {KEY(ab_contact_spec, impact_order, AB_WORD, "Several contacts in one impact, by a law other than moreau."),
     .words = &order_words},
    {KEY(ab_contact_spec, impact_guard, AB_BOOL,
         "Reduce restitution where an impact by moreau or newton would create energy; the report counts such impacts."),
     .fallback = {1}},
    {KEY(ab_contact_spec, parameters, AB_PARAMETERS, "Parameters of the laws."), .family = &ab_contact_family},
    {KEY(ab_contact_spec, curve, AB_STRING,
         "Of the law `table`: file of the force over the depth, from `abut press --law`."),
     .note = "none"},
    {KEY(ab_contact_spec, penetration, AB_QUANTITY,
         "Depth of one impact at `approach_speed`, of an automatic stiffness."),
     .unit = "m", POSITIVE, .note = "none: needed if stiffness is auto"},
    {KEY(ab_contact_spec, approach_speed, AB_QUANTITY,
         "Speed v of an automatic stiffness; auto: the fastest body at the start, and what a fall through the scene "
         "adds."),
     .unit = "m/s", POSITIVE, .word = "auto", .word_value = 0, .note = "auto"},
    {KEY(ab_contact_spec, geometry, AB_WORD, "How shapes meet; `abut check` prints it for every pair."),
     .words = &geometry_words},
    {KEY(ab_contact_spec, resolution, AB_INTEGER,
         "Cells along the longest side of the distance field of a shape that is neither sphere nor plane."),
     .low = 16, .high = 1 << 20, .fallback = {64}},
    {KEY(ab_contact_spec, detect, AB_WORD, "How the points of such shapes are sought in each other."),
     .words = &detect_words},
    {KEY(ab_contact_spec, patch, AB_WORD, "Elasticity of the patch where such shapes touch."), .words = &patch_words},
    {KEY(ab_contact_spec, per_point, AB_BOOL,
         "Each of their points has the whole stiffness, instead of its share of the surface.")},
    {KEY(ab_contact_spec, pairs, AB_LIST, "Contact models of pairs of materials that differ from this one."),
     .record = &pair, .note = "none"},
    {KEY(ab_contact_spec, ignore, AB_LIST, "Bodies that have no contact with each other."), .record = &ignored,
     .note = "none"},
};
static const ab_schema_record contact = {
    RECORD(ab_contact_spec, "contact", "Contact model: laws, their parameters, geometry.", CONTACT),
    .example = "contact: {law: linear, stiffness: 50 N/mm}"};

static const ab_key OUTPUT[] = {
    {KEY(ab_output_spec, frames, AB_QUANTITY,
         "Simulated time between frames of results.vtkhdf; 0 = only the first and the last."),
     .unit = "s", NOT_NEGATIVE, .word = "auto", .word_value = -1, .fallback = {-1},
     .note = "auto: a hundredth of the end time"},
    {KEY(ab_output_spec, history, AB_QUANTITY, "Simulated time between rows of the CSV histories; 0 = every step."),
     .unit = "s", NOT_NEGATIVE, .word = "auto", .word_value = -1, .fallback = {-1},
     .note = "auto: a thousandth of the end time"},
    {KEY(ab_output_spec, probes, AB_QUANTITY, "Simulated time between rows of probes.csv; 0 = every step."),
     .unit = "s", NOT_NEGATIVE, .word = "auto", .word_value = -1, .fallback = {-1}, .note = "auto: as history"},
    {KEY(ab_output_spec, checkpoint, AB_QUANTITY, "Wall-clock time between checkpoints; 0 = only when stopped."),
     .unit = "s", NOT_NEGATIVE, .fallback = {60}},
};
static const ab_schema_record output = {RECORD(ab_output_spec, "output", "What a run writes, and how often.", OUTPUT),
                                        .example = "output: {frames: 20 ms, history: 1 ms, checkpoint: 5 min}"};

static const ab_key MATERIAL[] = {
    {KEY(ab_material_spec, preset, AB_WORD,
         "Density, young and poisson of a common material, where they are not given themselves."),
     .words = &ab_preset_words, .fallback = {-1}, .note = "none"},
    {KEY(ab_material_spec, density, AB_QUANTITY, "Mass per volume."), .unit = "kg/m^3", POSITIVE, .fallback = {2500}},
    {KEY(ab_material_spec, young, AB_QUANTITY, "Young's modulus: stiffness of the Hertz law."), .unit = "Pa", POSITIVE,
     .fallback = {1e7}},
    {KEY(ab_material_spec, poisson, AB_QUANTITY, "Poisson's ratio."), .unit = "1", .low = -0.999, .high = 0.5,
     .fallback = {0.25}},
    {KEY(ab_material_spec, restitution, AB_QUANTITY,
         "Share of the speed kept in a straight impact; the smaller one counts between two materials."),
     .unit = "1", .low = 0, .high = 1, .fallback = {0.5}},
    {KEY(ab_material_spec, friction, AB_QUANTITY,
         "Coefficient of friction; the smaller one counts between two materials."),
     .unit = "1", NOT_NEGATIVE, .fallback = {0.3}},
    {KEY(ab_material_spec, sliding_friction, AB_QUANTITY,
         "Coefficient of fast sliding, for velocity friction; `friction` is then the static one."),
     .unit = "1", NOT_NEGATIVE, .fallback = {-1}, .note = "as friction"},
    {KEY(ab_material_spec, cohesion, AB_QUANTITY,
         "Attraction over the area of contact, of balls and of the law volume; the smaller one counts between two "
         "materials."),
     .unit = "Pa", NOT_NEGATIVE},
    {KEY(ab_material_spec, rolling_friction, AB_QUANTITY,
         "Coefficient of rolling resistance: a couple of at most this times the normal force times the effective "
         "radius of the two "
         "bodies; the smaller one counts between two materials."),
     .unit = "1", NOT_NEGATIVE},
};
static const ab_schema_record material = {
    RECORD(ab_material_spec, "material", "What a body is made of.", MATERIAL), .shorthand = "preset",
    .example = "materials:\n  gear: {preset: POM, friction: 0.2}\n  shaft: steel\n"
               "  soil: {density: 1.8 g/cm^3, young: 20 MPa, poisson: 0.3, "
               "restitution: 0.2, friction: 0.6}"};

static const ab_key GROUP_SET[] = {
    {KEY(ab_group_set_spec, members, AB_STRINGS, "Names of bodies and generated groups; * in one is any text."),
     .single = true, .required = true}};
static const ab_schema_record group_set = {
    RECORD(ab_group_set_spec, "group", "Bodies under one name, for contact.ignore and for probes.", GROUP_SET),
    .shorthand = "members", .example = "groups: {housing: [drum, back, \"bolt*\"], load: marbles}"};

static const ab_key STAGE[] = {
    {KEY(ab_stage_spec, name, AB_STRING, "Name in messages and in the log."), .required = true},
    {KEY(ab_stage_spec, duration, AB_QUANTITY, "How long it lasts."), .unit = "s", POSITIVE, .fallback = {-1},
     .note = "until `end`"},
    {KEY(ab_stage_spec, end, AB_QUANTITY, "When it ends, instead of `duration`; the last one ends with time.end."),
     .unit = "s", POSITIVE, .fallback = {-1}, .note = "that of the scene"},
    {KEY(ab_stage_spec, set, AB_VALUES,
         "Values that hold from its beginning on, until a later stage changes them: of gravity, time.dt, contact, "
         "materials, joints, forces, torques, controls and output, and force and torque of bodies."),
     .note = "none"},
};
static const ab_schema_record stage = {
    RECORD(
        ab_stage_spec, "stage",
        "A part of the run with values of its own. Bodies, joints and contacts go on as they are; prescribed motions "
        "that change go on from where they are. The change of energy by new values is external work.",
        STAGE),
    .example =
        "stages:\n  - {name: settle, duration: 0.5 s}\n"
        "  - {name: open, set: {joints.door.speed: 0.2 m/s, materials.sand.friction: 0.3, gravity: [0, 0, -9.81]}}"};

static const ab_key SCENE[] = {
    AB_ROOT_KEYS(ab_scene_spec),
    {KEY3(ab_scene_spec, gravity, "Acceleration of everything that moves."), .unit = "m/s^2", ANY,
     .fallback = {0, 0, -9.81}},
    {KEY(ab_scene_spec, time, AB_MAPPING, "How long and in which steps."), .required = true, .record = &time_record},
    {KEY(ab_scene_spec, contact, AB_MAPPING, "Contact model: laws, their parameters, geometry."), .record = &contact,
     .note = "see below"},
    {KEY(ab_scene_spec, constraints, AB_MAPPING, "How joints are enforced."), .record = &ab_constraints_record,
     .note = "see below"},
    {KEY(ab_scene_spec, output, AB_MAPPING, "What a run writes, and how often."), .record = &output,
     .note = "see below"},
    {KEY(ab_scene_spec, materials, AB_MAP, "Materials by name."), .record = &material, .note = "none"},
    {KEY(ab_scene_spec, bodies, AB_LIST, "Single bodies."), .record = &body, .note = "none"},
    {KEY(ab_scene_spec, generators, AB_ONES_OF, "Groups of bodies."), .one = &ab_generator_alternatives,
     .note = "none"},
    {KEY(ab_scene_spec, groups, AB_MAP, "Groups of bodies by name."), .record = &group_set, .note = "none"},
    {KEY(ab_scene_spec, outlets, AB_LIST, "Regions that remove bodies."), .record = &ab_outlet_record, .note = "none"},
    {KEY(ab_scene_spec, flux_planes, AB_LIST, "Planes that count the bodies that cross them."),
     .record = &ab_flux_plane_record, .note = "none"},
    {KEY(ab_scene_spec, joints, AB_LIST, "Joints between bodies, or a body and the ground."),
     .record = &ab_joint_record, .note = "none"},
    {KEY(ab_scene_spec, forces, AB_LIST, "Force elements along a line: springs, stops, motors, ..."),
     .record = &ab_force_record, .note = "none"},
    {KEY(ab_scene_spec, torques, AB_LIST, "The same about an axis."), .record = &ab_torque_record, .note = "none"},
    {KEY(ab_scene_spec, controls, AB_LIST, "Feedback: efforts of motors from measured coordinates."),
     .record = &ab_control_record, .note = "none"},
    {KEY(ab_scene_spec, probes, AB_LIST, "Quantities to write over time."), .record = &ab_probe_record, .note = "none"},
    {KEY(ab_scene_spec, stages, AB_LIST, "Parts of the run, one after the other."), .record = &stage,
     .note = "one, of all values"},
};
const ab_schema_record ab_scene_record = {
    RECORD(ab_scene_spec, "scene", "A scene: the world at t = 0 and how to run it.", SCENE),
    .example = "abut: 1\ntime: {end: 1 s}\nmaterials:\n  rubber: {density: 1.1 g/cm^3, young: 5 MPa, restitution: "
               "0.8}\n"
               "bodies:\n  - {shape: {plane: {}}, material: rubber}\n"
               "  - {name: ball, shape: {sphere: {radius: 2 cm}}, material: rubber, position: [0, 0, 50 cm]}"};

// Keys of older versions and their replacements.
static const struct {
    const char *record, *key, *now;
} OLD_KEYS[] = {
    {"contact", "friction",
     "write 'friction_law' for the law of the tangential force; 'friction' of materials and pairs is the coefficient"},
    {"body", "part_of",
     "list this shape under 'colliders' of that body, with its position and orientation there: `abut help collider`"},
    {"force", "most_force", "write 'max_force'"},
    {"torque", "most_torque", "write 'max_torque'"},
    {"scene", "gates", "it is called 'flux_planes' now"},
};

const char *ab_old_key(const ab_schema_record *record, const char *name) {
    for (int i = 0; i < COUNT(OLD_KEYS); i++)
        if (strcmp(OLD_KEYS[i].record, record->name) == 0 && strcmp(OLD_KEYS[i].key, name) == 0) return OLD_KEYS[i].now;
    return NULL;
}
