// The three efficiency cases of [zhang2024, sec. 4.2]: box and box, a mesh and a box, a mesh and itself. Measures the
// time of the contact search by the distance of every sample from every triangle, by the field at every sample, with
// the octree, and with the tree.
#ifndef AB_COLLIDE_SEARCH_EFFICIENCY_H
#define AB_COLLIDE_SEARCH_EFFICIENCY_H

#include "shape/shape.h"

abut_status ab_search_efficiency(ab_ctx *cx, const char *name, const ab_mesh *mesh, int64_t cells,
                                 abut_search_timing result[ABUT_SEARCH_CASES]);

#endif
