// The keys of joints, force elements and probes.
#include "scene/tables.h"
#include "observe/probe.h"

// ---------------------------------------------------------------------------------------------------- words

static int joint_count(void) { return ab_joint_type_count; }
static const char *joint_name(int i) { return ab_joint_types[i]->name; }
static const char *joint_help(int i) { return ab_joint_types[i]->help; }
static const ab_words joint_words = {joint_count, joint_name, joint_help};

static int force_count(void) { return ab_force_type_count; }
static const char *force_name(int i) { return ab_force_types[i]->name; }
static const char *force_help(int i) { return ab_force_types[i]->help; }
static const ab_words force_words = {force_count, force_name, force_help};

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

// ----------------------------------------------------------------------------------------------------- ends

// Common keys of joints and force elements: ab_ends_spec is the first member of their structs.
#define NAME_AND_BODIES                                                                                                \
    {KEY(ab_ends_spec, name, AB_STRING, "Name in messages and results; unique."), .note = "none"},                     \
        {KEY(ab_ends_spec, a, AB_STRING, "Name of the first body, or of a part; of a generated one: name[7]."),        \
         .note = "the ground"},                                                                                        \
    {                                                                                                                  \
        KEY(ab_ends_spec, b, AB_STRING, "Name of the second body."), .note = "the ground"                              \
    }

#define PLACE                                                                                                          \
    {KEY3(ab_ends_spec, at, "Where it is in the world at the start."), .unit = "m", ANY,                               \
     .note = "the origins of the bodies"},                                                                             \
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
    {KEY(ab_joint_spec, length, AB_QUANTITY, "Distance that a distance joint keeps."), .unit = "m", POSITIVE,
     .note = "as far as its points are apart"},
    {KEY(ab_joint_spec, pitch, AB_QUANTITY, "Travel of a screw for one turn; negative = left-handed."), .unit = "m",
     ANY},
    {KEY(ab_joint_spec, ratio, AB_QUANTITY, "Turns of b for one turn of a, of a gear."), .unit = "1", ANY,
     .fallback = {1}},
    {KEY(ab_joint_spec, radius, AB_QUANTITY, "Radius of b on which it rolls."), .unit = "m", POSITIVE, .note = "none"},
    {KEY(ab_joint_spec, speed, AB_QUANTITY, "Of a prescribed travel."), .unit = "m/s", ANY},
    {KEY(ab_joint_spec, amplitude, AB_QUANTITY, "Of the sine that is added to a prescribed travel."), .unit = "m", ANY},
    {KEY(ab_joint_spec, spin, AB_QUANTITY, "Speed of a prescribed angle."), .unit = "rad/s", ANY},
    {KEY(ab_joint_spec, swing, AB_QUANTITY, "Amplitude of the sine that is added to a prescribed angle."),
     .unit = "rad", ANY},
    {KEY(ab_joint_spec, frequency, AB_QUANTITY, "Of that sine, in radians per second."), .unit = "rad/s", ANY},
    {KEY(ab_joint_spec, collide, AB_BOOL, "The two bodies touch each other.")},
};
const ab_schema_record ab_joint_record = {
    RECORD(ab_joint_spec, "joint",
           "Holds two bodies together, or one to the ground. Bodies that do not fit are moved at the start.", JOINT),
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

#define QUANTITY(key, member, help_)                                                                                   \
    .name = (key), .help = (help_), .type = AB_QUANTITY, .offset = offsetof(ab_force_spec, member)

#define QUANTITIES(key, member, help_)                                                                                 \
    .name = (key), .help = (help_), .type = AB_QUANTITIES, .offset = offsetof(ab_force_spec, member)

#define TABLE_TIMES                                                                                                    \
    { QUANTITIES("at_times", at_times, "Points of a table over the time, ascending."), .unit = "s", ANY }

static const ab_key FORCE[] = {
    NAME_AND_BODIES,
    {KEY(ab_force_spec, kind, AB_WORD, "What it does."), .words = &force_words, .required = true},
    {KEY(ab_force_spec, along, AB_WORD, "The length that it acts on."), .words = &line_words},
    PLACE,
    {QUANTITY("stiffness", stiffness, "Of a spring or stop; of a motor: gain on the position."), .unit = "N/m",
     NOT_NEGATIVE},
    {QUANTITY("damping", damping, "Of a spring or stop; of a motor: gain on the speed."), .unit = "N s/m",
     NOT_NEGATIVE},
    {QUANTITY("length", rest, "At which a spring is at ease; of a motor: target at t = 0."), .unit = "m", ANY,
     .note = "as it is at the start"},
    {QUANTITY("low", low, "Lower stop."), .unit = "m", ANY},
    {QUANTITY("high", high, "Upper stop."), .unit = "m", ANY},
    {QUANTITY("speed", speed, "Of a motor's target; of friction: below which it fades."), .unit = "m/s", ANY},
    {QUANTITY("force", effort, "Constant part of a spring's or motor's force; positive pushes apart."), .unit = "N",
     ANY},
    {QUANTITY("most_force", most, "Greatest force of a motor, or force of friction."), .unit = "N", NOT_NEGATIVE},
    {KEY3(ab_force_spec, shift_stiffness, "Of a bushing along its x, y, z axes."), .unit = "N/m", NOT_NEGATIVE},
    {KEY3(ab_force_spec, shift_damping, "Of a bushing along its x, y, z axes."), .unit = "N s/m", NOT_NEGATIVE},
    {KEY3(ab_force_spec, turn_stiffness, "Of a bushing about its x, y, z axes."), .unit = "N m/rad", NOT_NEGATIVE},
    {KEY3(ab_force_spec, turn_damping, "Of a bushing about its x, y, z axes."), .unit = "N m s/rad", NOT_NEGATIVE},
    {QUANTITIES("at_lengths", at_coordinates, "Points of a table over the length it acts on, ascending."), .unit = "m",
     ANY},
    {QUANTITIES("at_speeds", at_speeds, "Points of a table over the speed, ascending."), .unit = "m/s", ANY},
    TABLE_TIMES,
    {QUANTITIES("values", values,
                "Of a table: force at each point, positive pushes apart; straight lines between, constant beyond."),
     .unit = "N", ANY},
    {QUANTITIES("stiffness_matrix", stiffness_matrix,
                "Of a matrix_bushing: 36 numbers in SI units, row by row, x y z of shifts before those of turns."),
     .unit = "1", ANY},
    {QUANTITIES("damping_matrix", damping_matrix, "The same of its damping."), .unit = "1", ANY},
};
const ab_schema_record ab_force_record = {
    RECORD(ab_force_spec, "force", "A spring, stop, motor, friction, table or bushing between two bodies.", FORCE),
    .example = "forces:\n  - {name: strut, kind: spring, a: car, b: wheel, stiffness: 20 N/mm, damping: 1.5 "
               "kN s/m}"};

static const ab_key TORQUE[] = {
    NAME_AND_BODIES,
    {KEY(ab_force_spec, kind, AB_WORD, "What it does."), .words = &force_words, .required = true},
    PLACE,
    {QUANTITY("stiffness", stiffness, "Of a spring or stop; of a motor: gain on the angle."), .unit = "N m/rad",
     NOT_NEGATIVE},
    {QUANTITY("damping", damping, "Of a spring or stop; of a motor: gain on the speed."), .unit = "N m s/rad",
     NOT_NEGATIVE},
    {QUANTITY("angle", rest, "At which a spring is at ease; of a motor: target at t = 0."), .unit = "rad", ANY,
     .note = "as it is at the start"},
    {QUANTITY("low", low, "Lower stop."), .unit = "rad", ANY},
    {QUANTITY("high", high, "Upper stop."), .unit = "rad", ANY},
    {QUANTITY("speed", speed, "Of a motor's target; of friction: below which it fades."), .unit = "rad/s", ANY},
    {QUANTITY("torque", effort, "Constant part of a spring's or motor's torque."), .unit = "N m", ANY},
    {QUANTITY("most_torque", most, "Greatest torque of a motor, or torque of friction."), .unit = "N m", NOT_NEGATIVE},
    {QUANTITIES("at_angles", at_coordinates, "Points of a table over the angle, ascending."), .unit = "rad", ANY},
    {QUANTITIES("at_speeds", at_speeds, "Points of a table over the speed, ascending."), .unit = "rad/s", ANY},
    TABLE_TIMES,
    {QUANTITIES("values", values, "Of a table: torque at each point; straight lines between, constant beyond."),
     .unit = "N m", ANY},
};
const ab_schema_record ab_torque_record = {
    RECORD(ab_force_spec, "torque",
           "A spring, stop, motor, friction or table about the axis, on the angle from a's x axis to b's.", TORQUE),
    .example = "torques:\n  - {name: drive, kind: motor, b: rotor, speed: 3000 rpm, damping: 0.1 N m s/rad, "
               "most_torque: 2 N m}"};

// --------------------------------------------------------------------------------------------------- probes

static const ab_key PROBE[] = {
    {KEY(ab_ends_spec, name, AB_STRING, "Name of its columns; unique."), .required = true},
    {KEY(ab_ends_spec, a, AB_STRING, "Name of the first body, or of a part; of a generated one: name[7]."),
     .note = "the ground; of contacts: any body"},
    {KEY(ab_ends_spec, b, AB_STRING, "Name of the second body."), .note = "the ground; of contacts: any body"},
    {KEY(ab_probe_spec, kind, AB_WORD, "What it tells."), .words = &probe_words, .required = true},
    PLACE,
    {KEY(ab_probe_spec, between, AB_STRINGS, "Of contacts: names of the two materials."), .note = "any"},
    {KEY(ab_probe_spec, depth, AB_QUANTITY, "Of contacts: points deeper than this are counted apart."), .unit = "m",
     NOT_NEGATIVE},
    {KEY(ab_probe_spec, groups, AB_STRINGS, "Of many bodies: names of the groups it looks at."), .note = "all groups"},
    {KEY(ab_probe_spec, region, AB_MAPPING, "Of many bodies: where it looks."), .record = &ab_region_record,
     .note = "everywhere; needed by packing, stress, mixing and surface"},
    {KEY(ab_probe_spec, cells, AB_INTEGERS, "Of mixing: cells of the region along x, y, z."), .count = 3, .low = 1,
     .high = 16, .fallback = {4, 4, 4}},
};
const ab_schema_record ab_probe_record = {
    RECORD(ab_probe_spec, "probe",
           "Something to be written to probes.csv while the run goes. The contacts of a compound body are those of all "
           "its colliders; body/collider names one of them.",
           PROBE),
    .example = "probes:\n  - {name: gap, kind: travel, a: base, b: slider, axis: [1, 0, 0]}\n"
               "  - {name: rubbing, kind: contact, between: [steel, rubber], depth: 0.1 mm}\n"
               "  - {name: bed, kind: packing, region: {low: [0, 0, 0], high: [10 cm, 10 cm, 5 cm]}}"};
