// Cutting the tip off a polyhedron, quickly. Where bodies press on each other, one plane leaves one or two vertices of
// a body and the edges at them, and two or three planes more cut that. So only those edges are looked at, and what is
// left is a list of edges, each between two vertices and two faces; no face is ever put together. All that is asked for
// are sums over edges:
//
//     6 V = sum (p - q) . c,   24 V centroid = sum (p . c) p - (q . c) q + ((p - q) . c)(u + w),   c = u x w
//     2 S = sum c,             6 G = -sum (w - u)(u . u + u . w + w . w)
//       over the rim, where two bodies' surfaces meet
//
// where u and w are the ends of an edge and p and q any vertices of the faces to its left and right. S and G are
// integrals over a surface by Stokes' theorem: of x dx and of |x|^2 dx/2 along its rim.
//
// As in geom/convex/clip.h the result is closed, for every edge that is cut gets one vertex, and the loop of every face
// that leaves comes back. What does not fit, and a face that a plane leaves twice, which round-off may make up, is for
// clip.h.
#ifndef AB_GEOM_CONVEX_CORNER_CLIP_H
#define AB_GEOM_CONVEX_CORNER_CLIP_H

#include "geom/convex/clip.h"

enum { AB_CORNER_CLIP_VERTICES = 64, AB_CORNER_CLIP_FACES = 256, AB_CORNER_CLIP_EDGES = 192 };

// An edge from a vertex, with the faces beside it; a byte each: from, to, left, right.
typedef uint32_t ab_edge;

// The edges at every vertex of a polyhedron that fits.
typedef struct ab_vertex_edges {
    int32_t *first; // of each vertex, and the end   (vertices + 1); NULL if it does not fit
    ab_edge *edge;
} ab_vertex_edges;

abut_status ab_vertex_edges_make(ab_ctx *cx, const ab_loops *loops, ab_vertex_edges *vertex_edges);
void ab_vertex_edges_free(ab_ctx *cx, ab_vertex_edges *vertex_edges);

typedef struct ab_corner_clip {
    double x[AB_CORNER_CLIP_VERTICES], y[AB_CORNER_CLIP_VERTICES],
        z[AB_CORNER_CLIP_VERTICES];         // m; a vertex keeps its place
    double height[AB_CORNER_CLIP_VERTICES]; // over the plane
    uint64_t alive;                         // vertices that are left, a bit each
    ab_edge edge[AB_CORNER_CLIP_EDGES];
    int32_t nvertex, nedge;
    int32_t nown, nface;                 // faces of the body have the lower numbers, then each cut makes one
    uint8_t enter[AB_CORNER_CLIP_FACES]; // vertex where the loop of a face comes back
} ab_corner_clip;

// Planes to cut with.
typedef struct ab_corner_cuts {
    const double *x, *y, *z, *offset; // whole lanes   (n)
    int32_t n, first;                 // this one first
    double limit;                     // see ab_clip_cut
} ab_corner_cuts;

// What all planes leave of a body. The loops' coordinates are read by whole lanes. AB_CUT_FULL: it does not fit.
ab_cut ab_corner_clip_cut(ab_corner_clip *corner, const ab_loops *body, const ab_vertex_edges *vertex_edges,
                          const ab_corner_cuts *cuts);

ab_clip_integrals ab_corner_clip_measure(const ab_corner_clip *corner);

#endif
