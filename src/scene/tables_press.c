// Keys of the study `press`: an indenter on an elastic surface.
#include "scene/forms.h"
#include "scene/spec_press.h"
#include "scene/tables.h"

// --------------------------------------------------------------------------------------------------------- surfaces

static int one_type(void) { return 1; }

// A surface whose keys are the parameters of its type.
#define SURFACE(type, help_, ...)                                                                                      \
    extern const ab_surface_type ab_surface_##type;                                                                    \
    static const char *type##_name(int i) { return (void)i, #type; }                                                   \
    static ab_parameter_list type##_parameters(int i) { return (void)i, ab_surface_##type.parameters; }                \
    static const ab_family type##_family = {one_type, type##_name, type##_parameters};                                 \
    static const ab_key type##_keys[] = {                                                                              \
        {KEY(ab_surface_spec, parameters, AB_PARAMETERS, "Its parameters."), .family = &type##_family}};               \
    static const ab_schema_record surface_##type = {RECORD(ab_surface_spec, #type "_surface", help_, type##_keys),     \
                                                    .as = #type, __VA_ARGS__};

SURFACE(flat, "A plane.", .example = "indenter: {flat: {}}")
SURFACE(sphere, "A ball near its apex, as the paraboloid of the same curvature (Hertz).", .shorthand = "radius",
        .example = "indenter: {sphere: {radius: 5 mm}}")
SURFACE(cylinder, "A cylinder along y near its ridge, as the parabola of the same curvature.", .shorthand = "radius",
        .example = "indenter: {cylinder: {radius: 5 mm}}")
SURFACE(cone, "A cone, tip first.", .shorthand = "slope", .example = "indenter: {cone: {slope: 0.1}}")
SURFACE(punch, "A flat punch with sharp edges: a cell is below it if its centre is.", .shorthand = "radius",
        .example = "indenter: {punch: {radius: 1 mm}}")
SURFACE(wave, "A cosine along x, or the product of cosines along x and y.",
        .example = "surface: {wave: {amplitude: 1 um, length: 1 mm}}")
SURFACE(rough, "A self-affine rough surface of random phases.",
        .example = "surface: {rough: {rms_slope: 0.1, hurst: 0.8, roll_off: 100 um}}")

static const ab_key MAP[] = {
    {KEY(ab_height_map_spec, file, AB_STRING,
         "Matrix of text (CSV), points x y z (.xyz), gray picture of 8 or 16 bits (.png) or HDF5 file (.h5), relative "
         "to this file; one height per cell of the grid."),
     .required = true},
    {KEY(ab_height_map_spec, dataset, AB_STRING, "Path of the heights in an HDF5 file."), .note = "none"},
    {KEY(ab_height_map_spec, scale, AB_QUANTITY, "Height of the value 1 in the file, of white in a picture."),
     .unit = "m", ANY, .required = true},
    {KEY(ab_height_map_spec, fill, AB_BOOL, "Missing heights are the means of their neighbours, not errors.")},
};
static const ab_schema_record surface_map = {
    RECORD(ab_height_map_spec, "map_surface", "Measured heights from a file.", MAP), .as = "map",
    .example = "surface: {map: {file: afm.csv, scale: 1 nm}}"};

static const ab_key HEIGHT_MESH[] = {
    {KEY(ab_height_mesh_spec, file, AB_STRING, "STL, OBJ or PLY file, relative to this file."), .note = "none"},
    {KEY(ab_height_mesh_spec, form, AB_ONE_OF, "A shape by formula instead of a file."), .one = &ab_form_alternatives,
     .note = "none"},
    {KEY(ab_height_mesh_spec, unit, AB_STRING, "Unit of the coordinates of the file: mm for most CAD files."),
     .note = "m"},
    {KEY(ab_height_mesh_spec, scale, AB_QUANTITY, "Factor on all coordinates."), .unit = "1", POSITIVE,
     .fallback = {1}},
    {KEY3(ab_height_mesh_spec, position, "Where its origin is, from the middle of the grid; z does not matter."),
     .unit = "m", ANY},
    {KEY(ab_height_mesh_spec, orientation, AB_MAPPING, "How it is turned."), .record = &ab_orientation_record,
     .note = "not turned"},
};
static const ab_schema_record surface_mesh = {
    RECORD(ab_height_mesh_spec, "mesh_surface",
           "A triangle mesh: what vertical rays meet first, from below for an indenter, from above for the elastic "
           "surface. Cells whose ray meets nothing never touch.",
           HEIGHT_MESH),
    .as = "mesh", .shorthand = "file", .example = "indenter: {mesh: {file: foot.stl, unit: mm}}"};

static const ab_schema_record *const SURFACE_RECORDS[] = {
#define AB_SURFACE(name) &surface_##name,
#include "elastic/surfaces.def"
#undef AB_SURFACE
    &surface_map, &surface_mesh};
static const ab_alternatives surface_alternatives = {SURFACE_RECORDS, COUNT(SURFACE_RECORDS)};

static int surface_count(void) { return COUNT(SURFACE_RECORDS); }
static const char *surface_name(int i) { return ab_alternative_name(SURFACE_RECORDS[i]); }
static const char *surface_help(int i) { return SURFACE_RECORDS[i]->help; }
const ab_words ab_surface_words = {surface_count, surface_name, surface_help};

// ------------------------------------------------------------------------------------------------------------- words

static const struct {
    const char *name, *help;
} ENFORCEMENTS[] =
    {
        [AB_PRESS_MULTIPLIER] = {"multiplier", "The bodies do not overlap: g >= 0."},
        [AB_PRESS_PENALTY] = {"penalty", "They overlap by pressure over `penalty`."},
        [AB_PRESS_AUGMENTED] = {"augmented",
                                "The penalty problem again and again, with the pressure of the last one, until g "
                                ">= 0."},
},
  FIELDS[] = {
      [AB_FIELDS_ALL] = {"all", "The fields of every load."},
      [AB_FIELDS_LAST] = {"last", "The fields of the last load."},
      [AB_FIELDS_NONE] = {"none", "None; curves and pictures only."},
};

#define WORDS(table, words)                                                                                            \
    static int words##_count(void) { return COUNT(table); }                                                            \
    static const char *words##_name(int i) { return (table)[i].name; }                                                 \
    static const char *words##_help(int i) { return (table)[i].help; }                                                 \
    static const ab_words words = {words##_count, words##_name, words##_help};
WORDS(ENFORCEMENTS, enforcement_words)
WORDS(FIELDS, field_words)

// -------------------------------------------------------------------------------------------------------------- case

static const ab_key GRID[] = {
    {KEY(ab_press_grid_spec, cells, AB_INTEGERS,
         "Cells along x and y: products of 2, 3, 5 and 7, at most 16384. For a line contact along y, 16 or fewer."),
     .count = 2, .required = true, .low = 1, .high = AB_GRID_MAX},
    {KEY(ab_press_grid_spec, size, AB_VECTOR, "Lengths along x and y."), .count = 2, .unit = "m", POSITIVE,
     .required = true},
    {KEY(ab_press_grid_spec, periodic, AB_BOOL,
         "The surfaces repeat along x and y; else the half-space goes on around the grid without pressure.")},
};
static const ab_schema_record grid_record = {
    RECORD(ab_press_grid_spec, "press_grid", "The cells, each under a uniform pressure.", GRID),
    .example = "grid: {cells: [256, 256], size: [1 mm, 1 mm]}"};

static const ab_key SOLID[] = {
    {KEY(ab_solid_spec, young, AB_QUANTITY, "Young's modulus."), .unit = "Pa", ANY, .required = true},
    {KEY(ab_solid_spec, poisson, AB_QUANTITY, "Poisson's ratio."), .unit = "1", ANY, .fallback = {0.3}},
    {KEY(ab_solid_spec, thickness, AB_QUANTITY, "Of a layer that is bonded to a rigid base; needs a periodic grid."),
     .unit = "m", ANY, .note = "a half-space"},
};
static const ab_schema_record solid_record = {
    RECORD(ab_solid_spec, "solid", "An elastic body with a plane surface.", SOLID),
    .example = "solid: {young: 70 GPa, poisson: 0.33}"};

static const ab_key LOAD[] = {
    {KEY(ab_press_load_spec, force, AB_QUANTITIES, "Normal force on the whole grid."), .unit = "N", ANY,
     .single = true},
    {KEY(ab_press_load_spec, pressure, AB_QUANTITIES, "Force over the area of the grid."), .unit = "Pa", ANY,
     .single = true},
    {KEY(ab_press_load_spec, approach, AB_QUANTITIES,
         "Way of the indenter from first touch of the undeformed bodies; of a periodic half-space measured from its "
         "mean plane."),
     .unit = "m", ANY, .single = true},
    {KEY(ab_press_load_spec, mean_gap, AB_QUANTITIES, "Mean gap, of a periodic half-space."), .unit = "m", ANY,
     .single = true},
};
static const ab_schema_record load_record = {
    RECORD(ab_press_load_spec, "load", "What is given, one value or several, which follow each other.", LOAD),
    .example = "load: {pressure: [1 MPa, 5 MPa, 20 MPa]}"};

static const ab_key TANGENTIAL[] = {
    {KEY(ab_tangential_spec, friction, AB_QUANTITY, "Coefficient of friction."), .unit = "1", POSITIVE,
     .required = true},
    {KEY(ab_tangential_spec, force, AB_QUANTITIES, "Tangential force, one for all loads or one for each."), .unit = "N",
     ANY, .required = true, .single = true},
};
static const ab_schema_record tangential_record = {
    RECORD(
        ab_tangential_spec, "tangential",
        "A tangential force after the normal one, less than friction times it: traction, stick and slip of bodies of "
        "equal elastic constants (Ciavarella, Jaeger).",
        TANGENTIAL),
    .example = "tangential: {friction: 0.3, force: 20 N}"};

static const ab_key PRESS[] = {
    {KEY(ab_press_spec, grid, AB_MAPPING, "The cells."), .record = &grid_record, .required = true},
    {KEY(ab_press_spec, indenter, AB_ONES_OF, "Shape of the indenter; several add up."), .one = &surface_alternatives,
     .note = "flat", .single = true},
    {KEY(ab_press_spec, surface, AB_ONES_OF, "Shape of the elastic surface; several add up."),
     .one = &surface_alternatives, .note = "flat", .single = true},
    {KEY(ab_press_spec, solid, AB_MAPPING, "The body below."), .record = &solid_record, .required = true},
    {KEY(ab_press_spec, indenter_solid, AB_MAPPING, "The indenter, if it is elastic too."), .record = &solid_record,
     .note = "rigid"},
    {KEY(ab_press_spec, load, AB_MAPPING, "Force, pressure, approach or mean gap."), .record = &load_record,
     .required = true},
    {KEY(ab_press_spec, enforcement, AB_WORD, "How g >= 0 is kept."), .words = &enforcement_words},
    {KEY(ab_press_spec, penalty, AB_QUANTITY, "Pressure per overlap, of enforcement penalty and augmented."),
     .unit = "Pa/m", POSITIVE, .note = "none"},
    {KEY(ab_press_spec, hardness, AB_QUANTITY, "Largest pressure: the solid yields there."), .unit = "Pa", POSITIVE,
     .note = "none"},
    {KEY(ab_press_spec, tolerance, AB_QUANTITY,
         "Largest overlap, and gap under pressure, over the standard deviation of the gap of the undeformed bodies."),
     .unit = "1", .low = 1e-15, .high = 0.1, .fallback = {1e-8}},
    {KEY(ab_press_spec, stiffness, AB_BOOL, "Contact stiffness dP/d delta at each load, by a second solution.")},
    {KEY(ab_press_spec, tangential, AB_MAPPING, "A tangential force."), .record = &tangential_record, .note = "none"},
    {KEY(ab_press_spec, fields, AB_WORD, "Which fields results.vtkhdf holds."), .words = &field_words},
    {KEY(ab_press_spec, adhesion, AB_QUANTITY, "Not available: work of adhesion."), .unit = "J/m^2", ANY,
     .note = "none"},
};
static const ab_schema_record press_record = {
    RECORD(ab_press_spec, "press", "A rigid or elastic indenter on an elastic surface, at rest.", PRESS),
    .example = "press:\n  grid: {cells: [256, 256], size: [300 um, 300 um]}\n  indenter: {sphere: {radius: 5 mm}}\n  "
               "solid: {young: 70 GPa, poisson: 0.3}\n  load: {force: [1 N, 2 N, 5 N]}"};

static const ab_key ROOT[] = {
    AB_ROOT_KEYS(ab_press_root_spec),
    {KEY(ab_press_root_spec, press, AB_MAPPING, "The contact."), .record = &press_record, .required = true},
};
const ab_schema_record ab_press_root_record = {
    RECORD(ab_press_root_spec, "press_case", "A file of `abut press`: an indenter on an elastic surface.", ROOT),
    .example = "abut: 1\npress:\n  grid: {cells: [1024, 16], size: [1 mm, 16 um], periodic: true}\n  surface: {wave: "
               "{amplitude: 1 um, length: 1 mm}}\n  solid: {young: 70 GPa}\n  load: {pressure: 50 MPa}"};
