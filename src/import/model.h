// A model as its readers leave it and as it is written as a scene: bodies, joints and force elements at the initial
// configuration, in world coordinates and SI units.
#ifndef AB_IMPORT_MODEL_H
#define AB_IMPORT_MODEL_H

#include "import/xml.h"
#include "math/m3.h"
#include "math/quat.h"

#define AB_GROUND (-1) // instead of a body

typedef enum ab_model_shape {
    AB_MODEL_SPHERE,    // radius
    AB_MODEL_BOX,       // edges
    AB_MODEL_CAPSULE,   // radius, length of the straight part
    AB_MODEL_CYLINDER,  // radius, length
    AB_MODEL_ELLIPSOID, // semi-axes
    AB_MODEL_PLANE,     // normal z
    AB_MODEL_HULL       // convex hull of a mesh file
} ab_model_shape;

typedef struct ab_model_material {
    double density, friction;
    int32_t tree;          // kinematic tree, whose members do not touch each other; 0 = the surroundings
    int64_t bits, accepts; // two touch if the bits of one are among those that the other accepts (MJCF)
} ab_model_material;

typedef struct ab_model_collider {
    int32_t body, material;
    ab_model_shape shape;
    double size[3];
    const char *file; // hull, relative to the scene; belongs to the reader
    double scale;
    ab_pose pose; // world
    bool contact;
} ab_model_collider;

typedef struct ab_model_body {
    char name[AB_NAME_MAX];
    ab_pose pose; // world
    bool fixed;
    double mass;      // 0 = by density of the colliders
    ab_pose inertial; // world: centre of mass, axes of `inertia`
    m3 inertia;       // kg m^2
    int32_t tree;
    int64_t line;
} ab_model_body;

typedef struct ab_model_parameter {
    const char *name;
    double value;
} ab_model_parameter;

#define AB_MODEL_PARAMETERS 6

// A joint, or a force element along (force) or about (torque) its axis.
typedef enum ab_model_list { AB_MODEL_JOINTS, AB_MODEL_FORCES, AB_MODEL_TORQUES } ab_model_list;

typedef struct ab_model_link {
    char name[AB_NAME_MAX];
    ab_model_list list;
    const char *kind;
    int32_t a, b; // bodies, AB_GROUND
    v3 at, axis, across;
    ab_model_parameter parameter[AB_MODEL_PARAMETERS];
    int parameters;
} ab_model_link;

// Twins of a name are numbered: stem, stem_2, stem_3.
typedef struct ab_model_stem {
    char name[AB_NAME_MAX];
    bool link; // else of a body
    int next;  // number to try next
} ab_model_stem;

#define AB_MODEL_STEMS 64

typedef struct ab_model_options {
    bool free_base, self_collision;
} ab_model_options;

typedef struct ab_model {
    ab_ctx *cx;
    ab_xml_reader xml;
    const char *path, *scene; // files: the model, and the scene that will be written
    const char *format;       // "URDF"
    bool outside;             // a mesh lies outside of the scene's folder
    const char *title;
    ab_model_options options;
    v3 gravity;
    ab_model_material *material; // (nmaterial)
    int64_t nmaterial, material_capacity;
    ab_model_collider *collider; // (ncollider)
    int64_t ncollider, collider_capacity;
    ab_model_body *body; // (nbody)
    int64_t nbody, body_capacity;
    ab_model_link *link; // (nlink)
    int64_t nlink, link_capacity;
    ab_model_stem stem[AB_MODEL_STEMS]; // by hash
    ab_text notes;                      // a line for each thing that is not as in the model
    int64_t unsupported;
    abut_status status; // of the first failure; readers go on until they look
} ab_model;

static inline bool ab_model_good(const ab_model *m) { return m->status == ABUT_OK; }
void ab_model_stop(ab_model *m, abut_status status);
// Fails with "file:line: message".
void ab_model_refuse(ab_model *m, const ab_xml *at, const char *format, ...) AB_PRINTF(3, 4);
// Adds a line to the notes: "line 12: message".
void ab_model_note(ab_model *m, const ab_xml *at, const char *format, ...) AB_PRINTF(3, 4);

// The new row, or NULL after a failure. Names are made valid and unique.
ab_model_body *ab_model_add_body(ab_model *m, const char *name, const ab_xml *at);
ab_model_link *ab_model_add_link(ab_model *m, const char *name, ab_model_list list, const char *kind);
void ab_model_give(ab_model_link *link, const char *name, double value);
int32_t ab_model_material_of(ab_model *m, const ab_model_material *wanted);
ab_model_collider *ab_model_add_collider(ab_model *m, int32_t body, ab_model_shape shape, ab_pose pose);

// Limits, friction, damping, spring and motor of a joint along or about its axis, as force elements beside it.
typedef struct ab_model_drive {
    bool turns;       // about the axis, else along it
    double low, high; // limits of the coordinate; infinite = none
    double effort;    // largest effort of a motor, infinite or 0 = not known
    double damping, friction, stiffness, rest;
} ab_model_drive;
void ab_model_add_drive(ab_model *m, const ab_model_link *joint, const ab_model_drive *drive);
// Where a coordinate that is `drawn` where the model is drawn begins within its limits, from there; 0 without limits.
double ab_model_start(double drawn, double low, double high);
// Tells that a joint begins elsewhere than the model is drawn.
void ab_model_note_start(ab_model *m, const ab_xml *at, const char *joint, double start, bool turns);
// A limit: a number, or inf or -inf.
void ab_model_limit(ab_model *m, ab_xml *node, const char *text, const char *what, double *value);

// Where a mesh of the model lies, relative to the folder of the scene, which is that of the model. NULL with a note if
// it cannot be used: of another format, outside of that folder, or not there.
const char *ab_model_find_mesh(ab_model *m, const ab_xml *at, const char *name);

// Numbers of an attribute; `value` keeps its defaults if it is absent. Fails if it is no list of `count` numbers.
void ab_model_numbers(ab_model *m, ab_xml *node, const char *text, const char *what, double *value, int count);

// Readers, by the name of the root element.
void ab_import_urdf(ab_model *m, ab_xml *root);
void ab_import_mjcf(ab_model *m, ab_xml *root);
void ab_import_sdformat(ab_model *m, ab_xml *root);

// Writes the model as a scene in YAML.
void ab_model_write(const ab_model *m, ab_text *to);

static inline ab_pose ab_pose_of(v3 x, quat q) { return (ab_pose){x, q}; }
quat ab_quat_of_rpy(const double rpy[3]); // fixed axes x, y, z, as URDF and SDFormat have it

#endif
