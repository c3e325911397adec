// Cutting a polyhedron with planes, and the integrals of what is left.
//
// A polyhedron is a closed surface: faces are loops of corners, and every edge has a number that two corners carry, one
// for each direction. A cut decides once for every vertex whether it is inside; each edge between an inside and an
// outside vertex gets one new vertex, which both of its faces share; what was cut off is closed by the cycles that
// lead, in every cut face, from where its loop comes back to where it left. So the result is closed for any pattern of
// signs, also one that round-off has made up, and its area vectors add up to zero but for the rounding of the sum.
#ifndef AB_GEOM_CONVEX_CLIP_H
#define AB_GEOM_CONVEX_CLIP_H

#include "base/ctx.h"
#include "math/v3.h"

typedef struct ab_corner {
    uint16_t vertex;
    uint16_t edge; // from this corner to the next of the loop
} ab_corner;

typedef struct ab_loops {
    int32_t nvertex, nface, nedge; // edge numbers are below nedge
    double *x, *y, *z;             // m  (nvertex)
    int32_t *first;                // corner of each face, and the end  (nface + 1)
    ab_corner *corner;             // counter-clockwise from outside  (first[nface])
    uint8_t *owner;                // 0: face of the polyhedron as it was; 1: made by a cut  (nface)
} ab_loops;

typedef struct ab_plane {
    v3 normal;     // unit, outward
    double offset; // inside: normal . x <= offset
} ab_plane;

// Room to cut polyhedra; see ab_clip_make.
typedef struct ab_clip {
    ab_loops now;       // the polyhedron; points to what it was started with until the first cut
    ab_loops buffer[2]; // cuts go from one to the other
    int which;          // the one that the next cut fills
    bool own;           // `now` is one of them
    int32_t max_vertices, max_faces, max_edges, max_corners;
    double *height;    // over the plane  (max_vertices)
    uint16_t *moved;   // number of a vertex after the cut, or AB_NONE  (max_vertices)
    uint16_t *cut;     // new vertex on an edge, or AB_NONE between cuts  (max_edges)
    uint16_t *next;    // of a new vertex in its cap  (max_vertices)
    uint16_t *rim;     // edge from it to that  (max_vertices)
    uint16_t *crossed; // edge that it lies on  (max_vertices)
    void *memory;
} ab_clip;

enum { AB_NONE = 0xffff };

// Room for a convex polyhedron that has, with the planes that cut it, at most `faces` faces (AB_CLIP_MAX_FACES). By
// Euler's formula it then has fewer than 2 faces vertices and 3 faces edges. There is room for a cut through every
// edge, as round-off may make up and no plane does.
enum { AB_CLIP_MAX_FACES = 8192 };
abut_status ab_clip_make(ab_ctx *cx, int32_t faces, ab_clip *clip);
void ab_clip_free(ab_ctx *cx, ab_clip *clip);

// The polyhedron to cut, which stays as it is.
static inline void ab_clip_start(ab_clip *clip, const ab_loops *loops) {
    clip->now = *loops;
    clip->own = false;
}

typedef enum ab_cut {
    AB_CUT_NONE, // nothing was outside
    AB_CUT_SOME,
    AB_CUT_ALL,  // nothing is left
    AB_CUT_FULL, // no room; the polyhedron is as before
} ab_cut;

// Removes what lies above the plane. A vertex is inside if its height is at most `limit`, which says what becomes of a
// face in the plane: it stays for a small positive limit and is replaced by the plane's for a small negative one.
ab_cut ab_clip_cut(ab_clip *clip, ab_plane plane, double limit);

typedef struct ab_surface {
    v3 area;   // integral of the outward normal, m^2
    v3 moment; // integral of x cross the outward normal, about the origin of coordinates, m^3
} ab_surface;

typedef struct ab_clip_integrals {
    double volume;    // m^3
    v3 centroid;      // m; a vertex if there is no volume
    ab_surface of[2]; // over the faces of each owner
} ab_clip_integrals;

ab_clip_integrals ab_clip_measure(const ab_loops *loops);

#endif
