// The contents of a scene file as C structs, the targets of the schema's tables. All numbers are SI. Every struct read
// from a mapping starts with its node, so that later checks can refer to its place in the file.
#ifndef AB_SCENE_SPEC_H
#define AB_SCENE_SPEC_H

#include "geom/generate/generate.h"
#include "law/law.h"
#include "math/quat.h"
#include "scene/yaml.h"

// First member of every struct read from a mapping.
typedef struct ab_head {
    const ab_node *node; // the mapping; NULL when absent
    const ab_node *key;  // its key if it is an entry of an AB_MAP; else NULL
} ab_head;

typedef struct ab_list {
    void *item; // (n) structs of the list's record, strings (const char *), vectors (v3) or numbers (double)
    int64_t n;
} ab_list;

// One of several alternative mappings, identified by its key.
typedef struct ab_choice {
    ab_head head;  // node: the mapping with the one key
    int32_t which; // index of the alternative; -1 = absent or invalid
    void *value;   // the alternative's struct
} ab_choice;

// A variable: its value as text (expression.h).
typedef struct ab_variable_spec {
    ab_head head;
    const char *value;
} ab_variable_spec;

// Units of bare numbers, texts; NULL = SI.
typedef struct ab_units_spec {
    ab_head head;
#define AB_BARE_UNIT(key, si, token, help) const char *key;
#include "scene/bare_units.def"
#undef AB_BARE_UNIT
} ab_units_spec;

typedef struct ab_time_spec {
    ab_head head;
    double end, dt; // dt 0 = auto
    double free_dt; // 0 = dt
    int32_t integrator;
    double tolerance, spectral_radius;
    bool allow_large_dt;
} ab_time_spec;

typedef struct ab_contact_spec {
    ab_head head;
    int32_t enforcement, solver;
    double tolerance; // of the contact problem
    bool allow_unsolved, relax;
    int32_t law[AB_LAW_FAMILIES]; // types, by ab_law_family
    int32_t impact_order;
    bool impact_guard;
    ab_list parameters; // ab_given, of all laws
    const char *curve;  // file; NULL = none
    double penetration, approach_speed, penalty;
    int64_t resolution;
    int32_t geometry, detect, patch;
    bool per_point;
    ab_list pairs;  // ab_pair_spec
    ab_list ignore; // ab_ignored_spec
} ab_contact_spec;

typedef struct ab_ignored_spec {
    ab_head head;
    ab_list names; // const char *: two names, or a group
} ab_ignored_spec;

typedef struct ab_group_set_spec { // of `groups`
    ab_head head;
    ab_list members; // const char *
} ab_group_set_spec;

typedef struct ab_pair_spec {
    ab_head head;
    const char *a, *b;    // materials
    int32_t row_a, row_b; // set by ab_check
    bool touch;
    int32_t law[AB_LAW_FAMILIES];                                   // types, by ab_law_family; -1 = that of `contact`
    int32_t geometry;                                               // -1 = that of `contact`
    ab_list parameters;                                             // ab_given, of these laws
    const char *curve;                                              // file; NULL = that of `contact`
    double area, restitution, friction, cohesion, rolling_friction; // where given
} ab_pair_spec;

typedef struct ab_output_spec {
    ab_head head;
    double frames, history, probes; // -1 = auto
    double checkpoint;
} ab_output_spec;

typedef struct ab_material_spec {
    ab_head head;
    int32_t preset;                                                          // row of presets.h; -1 = none
    double density, young, poisson, restitution, friction, sliding_friction; // the last -1 = as friction
    double cohesion, rolling_friction;
} ab_material_spec;

typedef struct ab_orientation_spec {
    ab_head head;
    quat quaternion;
    v3 axis;
    double angle;
    v3 euler;
} ab_orientation_spec;

typedef struct ab_sized_spec { // shapes whose sizes are parameters of their type
    ab_head head;
    ab_list parameters; // ab_given
} ab_sized_spec;

typedef struct ab_hull_spec {
    ab_head head;
    ab_list points; // v3
    const char *file, *unit;
    double scale;
} ab_hull_spec;

typedef struct ab_mesh_spec {
    ab_head head;
    const char *file, *unit;
    double scale;
} ab_mesh_spec;

// Shapes defined by a formula: their keys are the members of `def`.
#define AB_FORMULA_SPEC(name)                                                                                          \
    typedef struct ab_##name##_spec {                                                                                  \
        ab_head head;                                                                                                  \
        ab_##name##_def def;                                                                                           \
    } ab_##name##_spec;
AB_FORMULA_SPEC(superformula)
AB_FORMULA_SPEC(knot)
AB_FORMULA_SPEC(gear)
AB_FORMULA_SPEC(bolt)
AB_FORMULA_SPEC(nut)
AB_FORMULA_SPEC(peg)
AB_FORMULA_SPEC(plate)
AB_FORMULA_SPEC(tetrahedron)
AB_FORMULA_SPEC(octahedron)
AB_FORMULA_SPEC(dodecahedron)
AB_FORMULA_SPEC(icosahedron)
AB_FORMULA_SPEC(prism)
AB_FORMULA_SPEC(rock)

typedef struct ab_extrusion_spec {
    ab_head head;
    ab_list outline, hole; // v3, z = 0
    double length;
} ab_extrusion_spec;

typedef struct ab_revolution_spec {
    ab_head head;
    ab_list profile; // v3, z = 0
    int64_t around;
    double angle;
} ab_revolution_spec;

typedef struct ab_collider_spec {
    ab_head head;
    const char *name; // NULL = named by its number
    ab_choice shape;
    const char *material; // NULL = that of the body
    int32_t material_row; // set by ab_check
    bool contact, visible;
    v3 position;
    ab_orientation_spec orientation;
    double cell, spacing; // 0 = by contact.resolution
} ab_collider_spec;

typedef struct ab_body_spec {
    ab_head head;
    const char *name; // NULL = none
    ab_choice shape;
    ab_list colliders; // ab_collider_spec, instead of a shape
    const char *material;
    int32_t material_row; // set by ab_check; -1 = none
    bool fixed, contact, visible;
    v3 position;
    ab_orientation_spec orientation;
    v3 velocity, angular_velocity;
    double mass; // 0 = from the density
    v3 inertia;  // 0 = from the shape
    v3 force, torque;
    double cell, spacing; // 0 = by contact.resolution
} ab_body_spec;

// Common first member of the specs of all generators.
typedef struct ab_group_spec {
    ab_head head;
    const char *name;
    ab_choice shape, size; // size: alternative of ab_size_alternatives, -1 = the size of the shape
    int64_t variety;
    const char *material;
    int32_t material_row; // set by ab_check
    v3 velocity;
} ab_group_spec;

typedef struct ab_grid_spec {
    ab_group_spec group;
    int64_t count[3];
    v3 spacing, origin;
    double jitter;
    bool turned;
} ab_grid_spec;

typedef struct ab_range_spec {
    ab_head head;
    double min, max;
} ab_range_spec;

typedef struct ab_normal_spec { // of the size, or of its logarithm; min, max 0 = two deviations from the middle
    ab_head head;
    double middle, deviation, min, max;
} ab_normal_spec;

typedef struct ab_constant_spec {
    ab_head head;
    double diameter;
} ab_constant_spec;

typedef struct ab_sieve_spec {
    ab_head head;
    ab_list sizes, passing; // double
} ab_sieve_spec;

enum {
    AB_SIZE_CONSTANT,
    AB_SIZE_UNIFORM,
    AB_SIZE_NORMAL,
    AB_SIZE_LOGNORMAL,
    AB_SIZE_SIEVE
}; // ab_choice.which of sizes

typedef struct ab_region_spec {
    ab_head head;
    v3 low, high;             // a box, or
    v3 from, to;              // a cylinder or cone about this line
    double radius, to_radius; // at `from` and `to`; to_radius -1 = radius
} ab_region_spec;

typedef struct ab_fill_spec {
    ab_group_spec group;
    ab_range_spec radius;
    int64_t count;   // 0 = from the fraction
    double fraction; // 0 = from the count
    ab_region_spec region;
    double gap;
} ab_fill_spec;

typedef struct ab_inlet_spec {
    ab_group_spec group;
    ab_region_spec region;
    double gap;
    double rate, mass_rate; // 0 = from the other
    double start, end;      // end 0 = never
    int64_t count;          // 0 = no limit
    double mass;            // 0 = no limit
} ab_inlet_spec;

typedef struct ab_outlet_spec {
    ab_head head;
    const char *name;
    ab_region_spec region;
    bool outside;
} ab_outlet_spec;

typedef struct ab_flux_plane_spec {
    ab_head head;
    const char *name;
    v3 at, normal;
    double radius; // 0 = the whole plane
    double window;
} ab_flux_plane_spec;

// Points and directions are in world coordinates at t = 0; with suffix _a or _b in the frame of that body.
typedef struct ab_ends_spec {
    ab_head head;
    const char *name;  // NULL = none
    const char *a, *b; // names of bodies; NULL = the ground
    v3 at, at_a, at_b;
    v3 axis, axis_a, axis_b;
    v3 across, across_a, across_b;
} ab_ends_spec;

typedef struct ab_joint_spec {
    ab_ends_spec ends;
    int32_t kind;       // of ab_joint_types
    ab_list parameters; // ab_given, of the kind
    bool collide;
} ab_joint_spec;

typedef struct ab_force_spec { // for forces, and for torques in their units
    ab_ends_spec ends;
    int32_t kind;       // of ab_force_types
    int32_t along;      // ab_coordinate
    ab_list parameters; // ab_given, of the kind
} ab_force_spec;

typedef struct ab_control_spec {
    ab_head head;
    const char *name;
    ab_list inputs, outputs;                // const char *
    ab_list target;                         // double
    ab_list gain, rate_gain, integral_gain; // double, output by output
    double limit;
} ab_control_spec;

typedef struct ab_probe_spec {
    ab_ends_spec ends;
    int32_t kind;       // of ab_probe_types
    ab_list between;    // const char *, two materials
    int32_t row[2];     // rows of these materials, -1 = any; set by ab_check
    ab_list parameters; // ab_given, of the kind
    ab_list groups;     // const char *
    ab_region_spec region;
    int64_t cells[3];
} ab_probe_spec;

typedef struct ab_constraints_spec {
    ab_head head;
    int32_t drift;            // ab_drift
    double rate, alpha, beta; // negative = rate
} ab_constraints_spec;

enum { AB_GENERATOR_GRID, AB_GENERATOR_FILL, AB_GENERATOR_INLET }; // ab_choice.which of generators

typedef struct ab_stage_spec {
    ab_head head;
    const char *name;
    double duration, end; // s; -1 = not given. ab_check: end of every stage
    const ab_node *set;   // paths and values; NULL = none
} ab_stage_spec;

// Common first members of the roots of all studies (study.h).
#define AB_ROOT_MEMBERS                                                                                                \
    ab_head head;                                                                                                      \
    int64_t format;                                                                                                    \
    const char *title;                                                                                                 \
    ab_list include;     /* const char * */                                                                            \
    ab_units_spec units; /* empty: read file by file (bare_units.h) */                                                 \
    ab_list let;         /* ab_variable_spec */                                                                        \
    int64_t seed
typedef struct ab_root_spec {
    AB_ROOT_MEMBERS;
} ab_root_spec;

typedef struct ab_scene_spec {
    AB_ROOT_MEMBERS;
    int64_t known_materials; // first of `materials`, which are those of a world that is extended
    v3 gravity;
    ab_time_spec time;
    ab_contact_spec contact;
    ab_constraints_spec constraints;
    ab_output_spec output;
    ab_list materials;   // ab_material_spec
    ab_list bodies;      // ab_body_spec
    ab_list generators;  // ab_choice
    ab_list groups;      // ab_group_set_spec
    ab_list outlets;     // ab_outlet_spec
    ab_list flux_planes; // ab_flux_plane_spec
    ab_list joints;      // ab_joint_spec
    ab_list forces;      // ab_force_spec
    ab_list torques;     // ab_force_spec
    ab_list controls;    // ab_control_spec
    ab_list probes;      // ab_probe_spec
    ab_list stages;      // ab_stage_spec
} ab_scene_spec;

#endif
