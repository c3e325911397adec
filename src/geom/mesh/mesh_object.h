// The public mesh, for the parts of the public interface that take one.
#ifndef AB_GEOM_MESH_MESH_OBJECT_H
#define AB_GEOM_MESH_MESH_OBJECT_H

#include "geom/mesh/mesh.h"

struct abut_mesh {
    ab_ctx *cx;
    ab_mesh mesh;   // welded
    int64_t welded; // vertices that welding removed
};

#endif
