// Heights of a triangle mesh over a grid: where vertical rays through the centres of cells first meet it.
#ifndef AB_ELASTIC_MESH_HEIGHTS_H
#define AB_ELASTIC_MESH_HEIGHTS_H

#include "elastic/grid.h"
#include "geom/mesh/mesh.h"

// Adds to the heights of a grid, outwards: of a surface seen from above (z), or of an indenter seen from below (-z).
// The origin of the mesh is above the middle of the grid. A cell that no ray hits can never touch: -infinity.
// ABUT_ERR_ARGUMENT if no ray hits.
abut_status ab_mesh_heights_add(ab_ctx *cx, const ab_mesh *mesh, bool from_above, const ab_grid *grid, double *height);

#endif
