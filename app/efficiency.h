// The three efficiency cases of [zhang2024, sec. 4.2]: box and box, a mesh and a box, a mesh and itself. Measures the
// time of the contact search by the distance of every sample from every triangle, by the field at every sample, with
// the octree, and with the tree.
#ifndef ABUT_APP_EFFICIENCY_H
#define ABUT_APP_EFFICIENCY_H

#include "shape/shape.h"

enum { APP_EFFICIENCY_CASES = 3 };

typedef struct app_efficiency {
    const char *name;
    int64_t points, triangles, contacts;
    double nearest, brute, octree, tree; // s of CPU time for one contact search of overlapping bodies, mean over poses
} app_efficiency;

abut_status app_efficiency_measure(ab_ctx *cx, const char *name, const ab_mesh *mesh, int64_t cells,
                                   app_efficiency result[APP_EFFICIENCY_CASES]);

#endif
