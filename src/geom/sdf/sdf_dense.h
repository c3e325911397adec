// Reference signed-distance field on every node of a uniform grid, as published [zhang2024, eq. 1-6]. Needs sixteen
// times the memory of the sparse field at 256 cells; used for comparison only.
#ifndef AB_GEOM_SDF_SDF_DENSE_H
#define AB_GEOM_SDF_SDF_DENSE_H

#include "geom/sdf/sdf.h"

typedef struct ab_dense {
    v3 origin;      // node (0, 0, 0), m
    double h;       // m
    ab_cell3 nodes; // along the axes, at least 2
    float *value;   // m  (nodes, x fastest)
} ab_dense;

abut_status ab_dense_build(ab_ctx *cx, const ab_bvh *bvh, const ab_winding *winding, v3 origin, double h,
                           ab_cell3 nodes, ab_dense *dense);
void ab_dense_free(ab_ctx *cx, ab_dense *dense);

// Interpolated distance at a point of the grid, and the unit normal.
double ab_dense_distance(const ab_dense *dense, v3 p, v3 *normal);

#endif
