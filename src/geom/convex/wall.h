// Wall: a triangle mesh, closed or open, with normals towards the bodies. Polyhedra are tested against each triangle
// (geom/convex/wall_facet.h).
#ifndef AB_GEOM_CONVEX_WALL_H
#define AB_GEOM_CONVEX_WALL_H

#include "geom/bvh/bvh.h"
#include "geom/convex/wall_facet.h"

typedef struct ab_wall {
    ab_mesh mesh; // shares the arrays of the mesh it was built from
    ab_bvh bvh;
    int32_t *patch;      // coplanar patch of connected triangles, named by its first triangle  (triangles)
    uint8_t *free_edges; // bit k: the edge from corner k to the next is free (no other triangle)  (triangles)
    int32_t *first;      // first entry of a vertex in `star`  (vertices + 1)
    int32_t *star;       // the triangles around each vertex, ascending  (3 triangles)
    bool open;           // has free edges
} ab_wall;

// The arrays of the mesh must outlive the wall.
abut_status ab_wall_build(ab_ctx *cx, const ab_mesh *mesh, ab_wall *wall);
v3 ab_wall_normal(const ab_wall *wall, int32_t triangle); // unit, outward
void ab_wall_free(ab_ctx *cx, ab_wall *wall);

// Called for every triangle that intersects the polyhedron, in a reproducible order.
typedef void ab_wall_facet(void *arg, int32_t patch, const ab_facet *facet);

// All in the frame of p about its centre; o as in geom/convex/wall_facet.h. False: a free edge of the wall lies inside
// p, and the sums over the facets do not describe a solid.
bool ab_wall_overlap(const ab_wall *wall, ab_pose wall_in_p, const ab_polyhedron *p, v3 o, ab_clip *clip,
                     ab_wall_facet *tell, void *arg);

#endif
