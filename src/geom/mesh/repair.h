// Mesh repair for signed-distance fields: corrects what it can and reports every change.
#ifndef AB_GEOM_MESH_REPAIR_H
#define AB_GEOM_MESH_REPAIR_H

#include "geom/mesh/mesh.h"

typedef struct ab_repair {
    int64_t welded;            // vertices merged with an earlier one at the same position
    int64_t degenerate;        // triangles without area, removed: by a flip (geom/mesh/flip_caps.h) or altogether
    int64_t duplicate;         // triangles equal to an earlier one, removed
    int64_t reoriented;        // triangles of opposite orientation to most of their connected component, reversed
    int64_t unorientable;      // edges whose two triangles cannot be oriented consistently
    int64_t capped_holes;      // holes closed, see geom/mesh/fill_hole.h
    int64_t open_edges;        // edges with one triangle that could not be closed
    int64_t nonmanifold_edges; // edges with more than two triangles
    int64_t unbalanced; // of those, edges with unequal numbers of triangles per direction: no boundary of a solid
    bool inverted;      // the whole mesh had inward normals and was reversed
} ab_repair;

// Welds vertices, removes degenerate and duplicate triangles, and orients neighbours consistently; holes stay open.
// ABUT_ERR_INPUT if no triangle has an area.
abut_status ab_mesh_tidy(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *tidied, ab_repair *done);

// The same, with holes closed and normals outward. ABUT_ERR_INPUT if nothing that encloses a volume is left; `name`
// appears in the message.
abut_status ab_mesh_repair(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *repaired, ab_repair *done);

#endif
