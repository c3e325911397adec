// Making a mesh fit for a signed distance: what can be put right is, and everything that was done is told.
#ifndef AB_GEOM_MESH_REPAIR_H
#define AB_GEOM_MESH_REPAIR_H

#include "geom/mesh/mesh.h"

typedef struct ab_repair {
    int64_t welded;            // vertices joined to an earlier one of the same place
    int64_t degenerate;        // triangles without area, dropped
    int64_t duplicate;         // triangles equal to an earlier one, dropped
    int64_t reoriented;        // triangles that faced the other way than most of those connected to them, turned
    int64_t unorientable;      // edges whose two triangles cannot be made to face the same way
    int64_t capped_holes;      // closed, see geom/mesh/fill_hole.h
    int64_t open_edges;        // edges with one triangle that could not be closed
    int64_t nonmanifold_edges; // edges with more than two triangles
    int64_t
        // of those, edges that triangles do not run along as often one way as the other: no boundary of a solid
        unbalanced;
    bool inverted; // the whole mesh faced inward and was turned
} ab_repair;

// Joins vertices, drops triangles without area and copies, and turns neighbours to face alike: what is open stays open.
// ABUT_ERR_INPUT when no triangle has an area.
abut_status ab_mesh_tidy(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *tidied, ab_repair *done);

// The same, with holes closed and the whole turned outward. ABUT_ERR_INPUT when nothing that encloses a volume is left;
// `name` stands in the message.
abut_status ab_mesh_repair(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *repaired, ab_repair *done);

#endif
