// The public mesh type, for parts of the public interface that take a mesh.
#ifndef AB_GEOM_MESH_MESH_OBJECT_H
#define AB_GEOM_MESH_MESH_OBJECT_H

#include "geom/mesh/mesh.h"

struct abut_mesh {
    ab_ctx *cx;
    char *name;     // its path, for messages
    ab_mesh mesh;   // welded
    int64_t welded; // number of vertices removed by welding
};

#endif
