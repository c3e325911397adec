// The contents of a file of the study `press` as C structs. All numbers are SI.
#ifndef AB_SCENE_SPEC_PRESS_H
#define AB_SCENE_SPEC_PRESS_H

#include "elastic/surface.h"
#include "scene/spec.h"

typedef struct ab_surface_spec { // of the types of surfaces.def
    ab_head head;
    ab_list parameters; // ab_given
} ab_surface_spec;

typedef struct ab_height_map_spec {
    ab_head head;
    const char *file, *dataset;
    double scale;
    bool fill;
} ab_height_map_spec;

typedef struct ab_height_mesh_spec {
    ab_head head;
    const char *file, *unit; // file NULL: a form
    ab_choice form;
    double scale;
    v3 position;
    ab_orientation_spec orientation;
} ab_height_mesh_spec;

enum { AB_SURFACE_FROM_MAP = AB_SURFACES, AB_SURFACE_FROM_MESH }; // ab_choice.which of a surface

typedef struct ab_solid_spec {
    ab_head head;
    double young, poisson, thickness; // thickness 0 = half-space
} ab_solid_spec;

typedef struct ab_press_grid_spec {
    ab_head head;
    int64_t cells[2];
    double size[2];
    bool periodic;
} ab_press_grid_spec;

typedef struct ab_press_load_spec {
    ab_head head;
    ab_list force, pressure, approach, mean_gap; // double; one of them is given
} ab_press_load_spec;

typedef struct ab_tangential_spec {
    ab_head head;
    double friction;
    ab_list force; // double, N: one, or one for each load
} ab_tangential_spec;

typedef struct ab_press_spec {
    ab_head head;
    ab_press_grid_spec grid;
    ab_list indenter, surface; // ab_choice
    ab_solid_spec solid, indenter_solid;
    ab_press_load_spec load;
    int32_t enforcement; // ab_press_enforcement
    double penalty;
    double hardness; // infinite = none
    double tolerance;
    bool stiffness;
    ab_tangential_spec tangential;
    int32_t fields; // ab_press_fields
    double adhesion;
} ab_press_spec;

typedef enum ab_press_enforcement { AB_PRESS_MULTIPLIER, AB_PRESS_PENALTY, AB_PRESS_AUGMENTED } ab_press_enforcement;
typedef enum ab_press_fields { AB_FIELDS_ALL, AB_FIELDS_LAST, AB_FIELDS_NONE } ab_press_fields;

typedef struct ab_press_root_spec {
    AB_ROOT_MEMBERS;
    ab_press_spec press;
} ab_press_root_spec;

#endif
