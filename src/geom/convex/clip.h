// Clipping of a polyhedron by planes, and the integrals of the result.
//
// A polyhedron is a closed surface: each face is a loop of corners, and each edge has an index that two corners carry,
// one per direction. A cut classifies every vertex once as inside or outside; each edge between an inside and an
// outside vertex gets one new vertex, shared by both of its faces. The hole is capped by the cycles that connect, in
// every cut face, the vertex where its loop enters to the one where it leaves. The result is therefore closed for any
// pattern of signs, including patterns due to round-off, and its area vectors add up to zero within rounding.
#ifndef AB_GEOM_CONVEX_CLIP_H
#define AB_GEOM_CONVEX_CLIP_H

#include "base/ctx.h"
#include "math/v3.h"

typedef struct ab_corner {
    uint16_t vertex;
    uint16_t edge; // edge from this corner to the next of the loop
} ab_corner;

typedef struct ab_loops {
    int32_t nvertex, nface, nedge; // edge indices are below nedge
    double *x, *y, *z;             // m  (nvertex)
    int32_t *first;                // first corner of each face, and the end  (nface + 1)
    ab_corner *corner;             // counter-clockwise from outside  (first[nface])
    uint8_t *owner;                // 0: face of the original polyhedron; 1: made by a cut  (nface)
} ab_loops;

typedef struct ab_plane {
    v3 normal;     // unit, outward
    double offset; // inside: normal . x <= offset
} ab_plane;

// Clipping workspace; see ab_clip_make.
typedef struct ab_clip {
    ab_loops now;       // current polyhedron; refers to the initial one until the first cut
    ab_loops buffer[2]; // double buffer of the cuts
    int which;          // buffer that the next cut fills
    bool own;           // `now` is one of the buffers
    int32_t max_vertices, max_faces, max_edges, max_corners;
    double *height;    // over the clipping plane  (max_vertices)
    uint16_t *moved;   // new index of a vertex after the cut, or AB_NONE  (max_vertices)
    uint16_t *cut;     // new vertex on an edge, or AB_NONE between cuts  (max_edges)
    uint16_t *next;    // successor of a new vertex in its cap  (max_vertices)
    uint16_t *rim;     // edge from a new vertex to that successor  (max_vertices)
    uint16_t *crossed; // edge that a new vertex lies on  (max_vertices)
    void *memory;
} ab_clip;

enum { AB_NONE = 0xffff };

// Workspace for a convex polyhedron that has, including the clipping planes, at most `faces` faces (AB_CLIP_MAX_FACES).
// By Euler's formula it then has fewer than 2 faces vertices and 3 faces edges. A cut through every edge fits too; no
// plane makes one, but round-off may.
enum { AB_CLIP_MAX_FACES = 8192 };
abut_status ab_clip_make(ab_ctx *cx, int32_t faces, ab_clip *clip);
void ab_clip_free(ab_ctx *cx, ab_clip *clip);

// Sets the polyhedron to clip, which is not modified.
static inline void ab_clip_start(ab_clip *clip, const ab_loops *loops) {
    clip->now = *loops;
    clip->own = false;
}

typedef enum ab_cut {
    AB_CUT_NONE, // all vertices are inside
    AB_CUT_SOME,
    AB_CUT_ALL,  // all vertices are outside
    AB_CUT_FULL, // workspace too small; the polyhedron is unchanged
} ab_cut;

// Removes the part above the plane. A vertex is inside if its height is at most `limit`: a face in the plane is kept
// for a small positive limit and replaced by the plane's face for a small negative one.
ab_cut ab_clip_cut(ab_clip *clip, ab_plane plane, double limit);

typedef struct ab_surface {
    v3 area;   // integral of the outward normal, m^2
    v3 moment; // integral of x cross the outward normal, about the origin of coordinates, m^3
} ab_surface;

typedef struct ab_clip_integrals {
    double volume;    // m^3
    v3 centroid;      // m; a vertex if the volume is zero
    ab_surface of[2]; // over the faces of each owner
} ab_clip_integrals;

ab_clip_integrals ab_clip_measure(const ab_loops *loops);

#endif
