// The public type of signed-distance fields.
#ifndef AB_GEOM_SDF_SDF_OBJECT_H
#define AB_GEOM_SDF_SDF_OBJECT_H

#include "geom/sdf/sdf.h"

struct abut_sdf {
    ab_ctx *cx;
    ab_sdf sdf; // must not move: its tree points to its mesh
};

#endif
