// The overlap of two convex polyhedra, for contact laws that need its volume V and the derivatives of V:
//
//     S = integral of n dS,  G = integral of x cross n dS   over the part of B's surface inside A, n outward of B
//
// A virtual motion of A by dx and a turn dt about the origin changes V by -(S . dx + G . dt); see
// docs/theory/polyhedra.md. A face that both share counts as A's.
#ifndef AB_GEOM_CONVEX_OVERLAP_H
#define AB_GEOM_CONVEX_OVERLAP_H

#include "geom/convex/polyhedron.h"

typedef struct ab_overlap {
    double volume; // V, m^3
    v3 centroid;   // of the overlap, m
    v3 area;       // S, m^2
    v3 moment;     // G about the origin of coordinates, m^3
    v3 area_a;     // of A's surface inside B: -S but for rounding, m^2
    v3 axis;       // apart: separates A from B, from B to A; else S
} ab_overlap;

// Room for one pair at a time of polyhedra that have at most `faces` faces together. Nothing is allocated later.
typedef struct ab_overlap_workspace {
    int32_t faces;
    ab_clip clip;
    ab_corner_clip corner;
    ab_loops loops;   // B in the frame of A
    ab_planes planes; // B's
    double *low;      // of the heights of the other's vertices over the planes, B's planes first  (faces)
    double *memory;
} ab_overlap_workspace;

abut_status ab_overlap_make(ab_ctx *cx, int32_t faces, ab_overlap_workspace *workspace);
void ab_overlap_free(ab_ctx *cx, ab_overlap_workspace *workspace);

typedef enum ab_overlap_state {
    AB_APART,
    AB_OVERLAP,
    AB_UNKNOWN, // dual: too flat for its arithmetic; clip: no room, which no pair of convex bodies has shown
} ab_overlap_state;

// Coordinates are those of A about its centre. b_in_a is the pose of B about its centre in them.
ab_overlap_state ab_overlap_clip(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_overlap_workspace *workspace, ab_overlap *out);

// B's vertices and planes in the frame of A, into the room.
void ab_overlap_place(const ab_polyhedron *b, ab_pose b_in_a, ab_overlap_workspace *workspace);

// The pose of B's centre frame in A's, from poses of their meshes.
static inline ab_pose ab_overlap_pose(const ab_polyhedron *a, ab_pose pose_a, const ab_polyhedron *b, ab_pose pose_b) {
    const v3 from_a = v3_sub(pose_b.x, pose_a.x); // first, so that places far away cost nothing
    const v3 between = v3_sub(v3_add(from_a, quat_rotate(pose_b.q, b->centre)), quat_rotate(pose_a.q, a->centre));
    return (ab_pose){quat_unrotate(pose_a.q, between), quat_mul(quat_conjugate(pose_a.q), pose_b.q)};
}

// The pose of the frame of a polyhedron about its centre, from the pose of its mesh.
static inline ab_pose ab_polyhedron_pose(const ab_polyhedron *p, ab_pose mesh) {
    return (ab_pose){pose_apply(mesh, p->centre), mesh.q};
}

// From coordinates of A about its centre to those in which that frame has the pose `a`; the moment is about their
// origin.
ab_overlap ab_overlap_move(const ab_overlap *o, ab_pose a);

// The place of the force for friction and output: of the line along S that the moment asks for, the point nearest to
// the centroid, which it is if there is no S.
v3 ab_overlap_point(const ab_overlap *o);

#endif
