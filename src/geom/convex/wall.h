// A wall: triangles, closed or open, outward on the side where bodies are. Polyhedra meet it triangle by triangle
// (geom/convex/wall_facet.h).
#ifndef AB_GEOM_CONVEX_WALL_H
#define AB_GEOM_CONVEX_WALL_H

#include "geom/bvh/bvh.h"
#include "geom/convex/wall_facet.h"

typedef struct ab_wall {
    ab_mesh mesh; // the rows are those of the mesh it was built from
    ab_bvh bvh;
    int32_t *patch; // of neighbours in one plane that a triangle belongs to, named by its first triangle  (triangles)
    uint8_t *free_edges; // bit k: no other triangle has the edge from corner k to the next  (triangles)
    int32_t *first;      // of a vertex among the rows of `star`  (vertices + 1)
    int32_t *star;       // the triangles around each vertex, ascending  (3 triangles)
    bool open;           // some edge is free
} ab_wall;

abut_status ab_wall_build(ab_ctx *cx, const ab_mesh *mesh, ab_wall *wall); // the rows of the mesh must outlive the wall
v3 ab_wall_normal(const ab_wall *wall, int32_t triangle);                  // unit, outward
void ab_wall_free(ab_ctx *cx, ab_wall *wall);

// What is told of every triangle that reaches into the polyhedron, in an order that does not change.
typedef void ab_wall_facet(void *arg, int32_t patch, const ab_facet *facet);

// All in the frame of p about its centre; o as in geom/convex/wall_facet.h. False: a free edge of the wall lies inside
// p, where the sums of the facets are not those of any solid.
bool ab_wall_overlap(const ab_wall *wall, ab_pose wall_in_p, const ab_polyhedron *p, v3 o, ab_clip *clip,
                     ab_wall_facet *tell, void *arg);

#endif
