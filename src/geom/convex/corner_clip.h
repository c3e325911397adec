// Fast clipping of a polyhedron of which few vertices are left. In a typical contact, one plane leaves one or two
// vertices of a body and the edges at them, and two or three more planes cut these. Only those edges are processed; the
// result is a list of edges, each between two vertices and two faces, without face loops. All results are sums over
// edges:
//
//     6 V = sum (p - q) . c,   24 V centroid = sum (p . c) p - (q . c) q + ((p - q) . c)(u + w),   c = u x w
//     2 S = sum c,             6 G = -sum (w - u)(u . u + u . w + w . w)
//       over the rim, the intersection curve of the two bodies' surfaces
//
// where u and w are the ends of an edge and p and q any vertices of the faces to its left and right. S and G are
// surface integrals converted by Stokes' theorem to integrals of x dx and of |x|^2 dx/2 along the rim.
//
// As in geom/convex/clip.h the result is closed, since every cut edge gets one vertex and every face loop that leaves
// returns. Polyhedra that do not fit, and faces that a plane cuts twice (possible by round-off), are left to clip.h.
#ifndef AB_GEOM_CONVEX_CORNER_CLIP_H
#define AB_GEOM_CONVEX_CORNER_CLIP_H

#include "geom/convex/clip.h"

enum { AB_CORNER_CLIP_VERTICES = 64, AB_CORNER_CLIP_FACES = 256, AB_CORNER_CLIP_EDGES = 192 };

// Directed edge with its adjacent faces; one byte each: from, to, left, right.
typedef uint32_t ab_edge;

// Vertex-edge adjacency of a polyhedron that fits.
typedef struct ab_vertex_edges {
    int32_t *first; // first edge of each vertex, and the end   (vertices + 1); NULL if the polyhedron does not fit
    ab_edge *edge;
} ab_vertex_edges;

abut_status ab_vertex_edges_make(ab_ctx *cx, const ab_loops *loops, ab_vertex_edges *vertex_edges);
void ab_vertex_edges_free(ab_ctx *cx, ab_vertex_edges *vertex_edges);

typedef struct ab_corner_clip {
    double x[AB_CORNER_CLIP_VERTICES], y[AB_CORNER_CLIP_VERTICES],
        z[AB_CORNER_CLIP_VERTICES];         // m; a vertex keeps its index
    double height[AB_CORNER_CLIP_VERTICES]; // over the clipping plane
    uint64_t alive;                         // bit mask of the remaining vertices
    ab_edge edge[AB_CORNER_CLIP_EDGES];
    int32_t nvertex, nedge;
    int32_t nown, nface;                 // faces of the body come first, then one face per cut
    uint8_t enter[AB_CORNER_CLIP_FACES]; // vertex where the loop of a face re-enters
} ab_corner_clip;

// Clipping planes.
typedef struct ab_corner_cuts {
    const double *x, *y, *z, *offset; // padded to whole lanes   (n)
    int32_t n, first;                 // `first`: the plane to clip with first
    double limit;                     // see ab_clip_cut
} ab_corner_cuts;

// Intersection of a body with all half-spaces. The coordinates of the loops are padded to whole lanes. AB_CUT_FULL: the
// result does not fit.
ab_cut ab_corner_clip_cut(ab_corner_clip *corner, const ab_loops *body, const ab_vertex_edges *vertex_edges,
                          const ab_corner_cuts *cuts);

ab_clip_integrals ab_corner_clip_measure(const ab_corner_clip *corner);

#endif
