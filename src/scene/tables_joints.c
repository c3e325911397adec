// The keys of joints, force elements and probes.
#include "scene/tables.h"
#include "observe/probe.h"

// ---------------------------------------------------------------------------------------------------- words

static int joint_count(void) { return ab_joint_type_count; }
static const char *joint_name(int i) { return ab_joint_types[i]->name; }
static const char *joint_help(int i) { return ab_joint_types[i]->help; }
static const ab_words joint_words = {joint_count, joint_name, joint_help};
static ab_parameter_list joint_parameters(int i) { return ab_joint_types[i]->parameters; }
const ab_family ab_joint_family = {joint_count, joint_name, joint_parameters};

static int force_count(void) { return ab_force_type_count; }
static const char *force_name(int i) { return ab_force_types[i]->name; }
static const char *force_help(int i) { return ab_force_types[i]->help; }
static const ab_words force_words = {force_count, force_name, force_help};
static ab_parameter_list force_parameters(int i) { return ab_force_types[i]->linear; }
static ab_parameter_list torque_parameters(int i) { return ab_force_types[i]->angular; }
const ab_family ab_force_family = {force_count, force_name, force_parameters};
const ab_family ab_torque_family = {force_count, force_name, torque_parameters};

static int line_count(void) { return AB_ALONG_ANGLE; } // coordinates before the angle
static const char *line_name(int i) { return ab_coordinate_names[i]; }
static const char *line_help(int i) { return ab_coordinate_help[i]; }
static const ab_words line_words = {line_count, line_name, line_help};

static int drift_count(void) { return AB_DRIFT_COUNT; }
static const char *drift_name(int i) { return ab_drift_names[i]; }
static const char *drift_help(int i) { return ab_drift_help[i]; }
static const ab_words drift_words = {drift_count, drift_name, drift_help};

static int probe_count(void) { return ab_probe_type_count; }
static const char *probe_name(int i) { return ab_probe_types[i]->name; }
static const char *probe_help(int i) { return ab_probe_types[i]->help; }
static const ab_words probe_words = {probe_count, probe_name, probe_help};
static ab_parameter_list probe_parameters(int i) { return ab_probe_types[i]->parameters; }
const ab_family ab_probe_family = {probe_count, probe_name, probe_parameters};

// ----------------------------------------------------------------------------------------------------- ends

// Common keys of joints and force elements: ab_ends_spec is the first member of their structs.
#define NAME_AND_BODIES                                                                                                \
    {KEY(ab_ends_spec, name, AB_STRING, "Name in messages and results; unique."), .note = "none"},                     \
        {KEY(ab_ends_spec, a, AB_STRING, "Name of the first body; of a generated one: name[7]."),                      \
         .note = "the ground"},                                                                                        \
    {                                                                                                                  \
        KEY(ab_ends_spec, b, AB_STRING, "Name of the second body."), .note = "the ground"                              \
    }

#define PLACE                                                                                                          \
    {KEY3(ab_ends_spec, at, "Where it is in the world at the start."), .unit = "m", ANY,                               \
     .note = "the origins of the bodies; of joints a common place, that of the body held to the ground"},              \
        {KEY3(ab_ends_spec, axis, "Its axis in the world at the start; any length but 0."), .unit = "1", ANY,          \
         .fallback = {0, 0, 1}},                                                                                       \
        {KEY3(ab_ends_spec, across, "Its x axis, as far as that is perpendicular to the axis."), .unit = "1", ANY,     \
         .note = "anywhere"},                                                                                          \
        {KEY3(ab_ends_spec, at_a, "Where it is on a, in a's own frame, instead of `at`."), .unit = "m", ANY,           \
         .note = "from `at`"},                                                                                         \
        {KEY3(ab_ends_spec, at_b, "Where it is on b, in b's own frame, instead of `at`."), .unit = "m", ANY,           \
         .note = "from `at`"},                                                                                         \
        {KEY3(ab_ends_spec, axis_a, "Its axis on a, in a's own frame, instead of `axis`."), .unit = "1", ANY,          \
         .note = "from `axis`"},                                                                                       \
        {KEY3(ab_ends_spec, axis_b, "Its axis on b, in b's own frame, instead of `axis`."), .unit = "1", ANY,          \
         .note = "from `axis`"},                                                                                       \
        {KEY3(ab_ends_spec, across_a, "Its x axis on a, in a's own frame, instead of `across`."), .unit = "1", ANY,    \
         .note = "from `across`"},                                                                                     \
    {                                                                                                                  \
        KEY3(ab_ends_spec, across_b, "Its x axis on b, in b's own frame, instead of `across`."),                       \
            .unit = "1", ANY, .note = "from `across`"                                                                  \
    }

// --------------------------------------------------------------------------------------------------- joints

static const ab_key JOINT[] = {
    NAME_AND_BODIES,
    {KEY(ab_joint_spec, kind, AB_WORD, "What it holds and what it leaves free."), .words = &joint_words,
     .required = true},
    PLACE,
    {KEY(ab_joint_spec, parameters, AB_PARAMETERS, "Of the kinds."), .family = &ab_joint_family},
    {KEY(ab_joint_spec, collide, AB_BOOL, "The two bodies touch each other.")},
};
const ab_schema_record ab_joint_record = {
    RECORD(ab_joint_spec, "joint",
           "Holds two bodies together, or one to the ground, where they are. Bodies whose joint is given at different "
           "places on "
           "a and b are moved at the start until it fits.",
           JOINT),
    .example = "joints:\n  - {name: hinge, kind: revolute, b: door, at: [0, 0, 1 m], axis: [0, 0, 1]}\n"
               "  - {name: rope, kind: distance, a: door, b: weight, at_a: [80 cm, 0, 0]}"};

static const ab_key CONSTRAINTS[] = {
    {KEY(ab_constraints_spec, drift, AB_WORD, "What keeps joints from drifting apart."), .words = &drift_words},
    {KEY(ab_constraints_spec, rate, AB_QUANTITY,
         "How fast baumgarte pulls joints together: alpha and beta where they are not given."),
     .unit = "1/s", NOT_NEGATIVE, .fallback = {10}},
    {KEY(ab_constraints_spec, alpha, AB_QUANTITY,
         "Of baumgarte, which adds -2 alpha phi' - beta^2 phi to the error's acceleration."),
     .unit = "1/s", NOT_NEGATIVE, .fallback = {-1}, .note = "rate"},
    {KEY(ab_constraints_spec, beta, AB_QUANTITY,
         "Of baumgarte; alpha = beta brings joints together fastest without overshoot."),
     .unit = "1/s", NOT_NEGATIVE, .fallback = {-1}, .note = "rate"},
};
const ab_schema_record ab_constraints_record = {
    RECORD(ab_constraints_spec, "constraints", "How joints are enforced.", CONSTRAINTS),
    .example = "constraints: {drift: projection}"};

// --------------------------------------------------------------------------------------------------- forces

static const ab_key FORCE[] = {
    NAME_AND_BODIES,
    {KEY(ab_force_spec, kind, AB_WORD, "What it does."), .words = &force_words, .required = true},
    {KEY(ab_force_spec, along, AB_WORD, "The length that it acts on."), .words = &line_words},
    PLACE,
    {KEY(ab_force_spec, parameters, AB_PARAMETERS, "Of the kinds."), .family = &ab_force_family},
};
const ab_schema_record ab_force_record = {
    RECORD(ab_force_spec, "force", "A spring, stop, motor, friction, table or bushing between two bodies.", FORCE),
    .example = "forces:\n  - {name: strut, kind: spring, a: car, b: wheel, stiffness: 20 N/mm, damping: 1.5 "
               "kN s/m}"};

static const ab_key TORQUE[] = {
    NAME_AND_BODIES,
    {KEY(ab_force_spec, kind, AB_WORD, "What it does."), .words = &force_words, .required = true},
    PLACE,
    {KEY(ab_force_spec, parameters, AB_PARAMETERS, "Of the kinds."), .family = &ab_torque_family},
};
const ab_schema_record ab_torque_record = {
    RECORD(ab_force_spec, "torque",
           "A spring, stop, motor, friction or table about the axis, on the angle from a's x axis to b's.", TORQUE),
    .example = "torques:\n  - {name: drive, kind: motor, b: rotor, speed: 3000 rpm, damping: 0.1 N m s/rad, "
               "max_torque: 2 N m}"};

// ------------------------------------------------------------------------------------------------- controls

#define GAINS .unit = "1", ANY, .single = true, .note = "zero"

static const ab_key CONTROL[] = {
    {KEY(ab_control_spec, name, AB_STRING, "Name in messages."), .note = "controls[0], ..."},
    {KEY(ab_control_spec, inputs, AB_STRINGS,
         "Forces and torques whose coordinates are measured; a spring without stiffness only measures."),
     .single = true, .required = true},
    {KEY(ab_control_spec, outputs, AB_STRINGS, "Motors to which the efforts are added, within their largest effort."),
     .single = true, .required = true},
    {KEY(ab_control_spec, target, AB_QUANTITIES, "Wanted coordinates of the inputs, m or rad."), GAINS},
    {KEY(ab_control_spec, gain, AB_QUANTITIES,
         "Effort per error of a coordinate: for each output in turn, one number per input."),
     GAINS},
    {KEY(ab_control_spec, rate_gain, AB_QUANTITIES, "Effort per rate of a coordinate, which it brakes; likewise."),
     GAINS},
    {KEY(ab_control_spec, integral_gain, AB_QUANTITIES, "Effort per integral of an error over time; likewise."), GAINS},
    {KEY(ab_control_spec, limit, AB_QUANTITY, "Largest effort of an output, and of its integral; N or N m."),
     .unit = "1", POSITIVE, .fallback = {INFINITY}, .note = "that of the motor"},
};
const ab_schema_record ab_control_record = {
    RECORD(ab_control_spec, "control",
           "Adds sum(gain error - rate_gain rate) + integral(sum(integral_gain error)) to the efforts of motors; error "
           "is target - coordinate. One input and one output make a PID controller. Its numbers are bare and in SI, "
           "whatever `units` says. An automatic time step does not heed the gains.",
           CONTROL),
    .example = "controls:\n  - {name: hold, inputs: tilt, outputs: drive, target: 0.5, gain: 20, rate_gain: 2, "
               "integral_gain: 5, limit: 3}"};

// --------------------------------------------------------------------------------------------------- probes

static const ab_key PROBE[] = {
    {KEY(ab_ends_spec, name, AB_STRING, "Name of its columns; unique."), .required = true},
    {KEY(ab_ends_spec, a, AB_STRING,
         "Name of the first body, or of a collider: body/collider; of a generated one: name[7]; of contacts also of a "
         "group."),
     .note = "the ground; of contacts: any body"},
    {KEY(ab_ends_spec, b, AB_STRING, "Name of the second body."), .note = "the ground; of contacts: any body"},
    {KEY(ab_probe_spec, kind, AB_WORD, "What it tells."), .words = &probe_words, .required = true},
    PLACE,
    {KEY(ab_probe_spec, between, AB_STRINGS, "Of contacts: names of the two materials."), .note = "any"},
    {KEY(ab_probe_spec, parameters, AB_PARAMETERS, "Of the kinds."), .family = &ab_probe_family},
    {KEY(ab_probe_spec, groups, AB_STRINGS, "Of many bodies: names of the groups or bodies it looks at."),
     .note = "all groups"},
    {KEY(ab_probe_spec, region, AB_MAPPING, "Of many bodies: where it looks."), .record = &ab_region_record,
     .note = "everywhere; needed by packing, stress, mixing and surface"},
    {KEY(ab_probe_spec, cells, AB_INTEGERS, "Of mixing: cells of the region along x, y, z."), .count = 3, .low = 1,
     .high = 16, .fallback = {4, 4, 4}},
};
const ab_schema_record ab_probe_record = {
    RECORD(ab_probe_spec, "probe",
           "A quantity written to probes.csv during the run. The contacts of a compound body are those of all "
           "its colliders; body/collider names one of them.",
           PROBE),
    .example = "probes:\n  - {name: gap, kind: travel, a: base, b: slider, axis: [1, 0, 0]}\n"
               "  - {name: rubbing, kind: contact, between: [steel, rubber], depth: 0.1 mm}\n"
               "  - {name: load, kind: contact_force, a: hopper, b: grains}\n"
               "  - {name: bed, kind: packing, region: {low: [0, 0, 0], high: [10 cm, 10 cm, 5 cm]}}"};
