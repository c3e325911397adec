// What the readers of MJCF share: settings of the compiler, classes of defaults, assets, frames.
#ifndef AB_IMPORT_MJCF_H
#define AB_IMPORT_MJCF_H

#include "import/model.h"

#define MJCF_JOINTS 4096 // with names, for actuators and equalities

typedef struct mjcf_joint {
    const char *name;
    int64_t link;
    bool turns;
    double ref;
} mjcf_joint;

typedef struct mjcf {
    ab_model *m;
    ab_xml *root;
    bool degrees, auto_limits, inertia_from_geoms;
    bool armature;     // the note about it was written
    const char *euler; // sequence of axes
    const char *mesh_folder;
    mjcf_joint *joint; // (njoint)
    int64_t njoint;
    int32_t trees;
} mjcf;

// An attribute of an element, or its default by class; NULL if it has neither.
const char *ab_mjcf_get(mjcf *f, ab_xml *node, const char *name);
double ab_mjcf_number(mjcf *f, ab_xml *node, const char *name, double fallback);
bool ab_mjcf_is(mjcf *f, ab_xml *node, const char *name, const char *value);
// Reads up to `max` numbers; the count, 0 if the attribute is absent.
int ab_mjcf_numbers(mjcf *f, ab_xml *node, const char *name, double *value, int max);
double ab_mjcf_angle(const mjcf *f, double value); // in rad
ab_pose ab_mjcf_pose(mjcf *f, ab_xml *node);       // pos and orientation
quat ab_mjcf_towards(v3 z);                        // turns z into this direction

void ab_mjcf_include(mjcf *f);               // puts the contents of included files in the place of <include>
bool ab_mjcf_touches(mjcf *f, ab_xml *geom); // whether it takes part in contacts
// Adds the geometry of a geom to a body; `frame` is the frame it stands in, in the world.
void ab_mjcf_geom(mjcf *f, ab_xml *geom, int32_t body, int32_t tree, ab_pose frame);
void ab_mjcf_drives(mjcf *f); // actuators and equalities

#endif
