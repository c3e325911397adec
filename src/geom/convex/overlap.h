// Overlap of two convex polyhedra: the volume V and its derivatives for contact laws,
//
//     S = integral of n dS,  G = integral of x cross n dS   over the part of B's surface inside A, n outward of B
//
// A virtual displacement dx and rotation dt of A about the origin changes V by -(S . dx + G . dt); see
// docs/theory/polyhedra.md. Coplanar faces of both bodies count as A's.
#ifndef AB_GEOM_CONVEX_OVERLAP_H
#define AB_GEOM_CONVEX_OVERLAP_H

#include "geom/convex/polyhedron.h"

// Coordinates of an overlap that a contact law may take.
typedef enum ab_overlap_coordinate {
    AB_OVERLAP_VOLUME,      // V, m^3
    AB_OVERLAP_DEPTH,       // d, m; overlap_depth.h
    AB_OVERLAP_COMPRESSION, // u, m^3; overlap_depth.h
    AB_OVERLAP_COORDINATES
} ab_overlap_coordinate;

// A coordinate and its gradient: a virtual displacement dx and rotation dt of A about the origin changes the value by
// -(force . dx + torque . dt).
typedef struct ab_overlap_gradient {
    double value; // in the unit of the coordinate
    double depth; // extent of the overlap along S, m
    v3 force, torque;
} ab_overlap_gradient;

typedef struct ab_overlap {
    double volume;          // V, m^3
    v3 centroid;            // of the overlap, m
    v3 area;                // S, m^2
    v3 moment;              // G about the origin of coordinates, m^3
    v3 area_a;              // integral over A's surface inside B: -S within rounding, m^2
    v3 axis;                // apart: separating axis from B to A; overlapping: S
    ab_overlap_gradient of; // of the coordinate of the workspace, unless that is the volume
} ab_overlap;

// Workspace for one pair of polyhedra with at most `faces` faces together; later calls do not allocate.
typedef struct ab_overlap_workspace {
    int32_t faces;
    ab_clip clip;
    ab_corner_clip corner;
    ab_loops loops;   // B in the frame of A
    ab_planes planes; // of B
    double *low;      // lowest height of the other body's vertices over each plane, B's planes first  (faces)
    double *memory;
    ab_overlap_coordinate coordinate; // in
} ab_overlap_workspace;

abut_status ab_overlap_make(ab_ctx *cx, int32_t faces, ab_overlap_workspace *workspace);
void ab_overlap_free(ab_ctx *cx, ab_overlap_workspace *workspace);

typedef enum ab_overlap_state {
    AB_APART,
    AB_OVERLAP,
    AB_UNKNOWN, // dual: overlap too flat for its arithmetic; clip: workspace too small, never seen for convex bodies
} ab_overlap_state;

// Coordinates are those of A relative to its centre. b_in_a is the pose of B's centre frame in them.
ab_overlap_state ab_overlap_clip(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_overlap_workspace *workspace, ab_overlap *out);

// Transforms B's vertices and planes to the frame of A, into the workspace.
void ab_overlap_place(const ab_polyhedron *b, ab_pose b_in_a, ab_overlap_workspace *workspace);

// Pose of B's centre frame in A's, from the poses of their meshes.
static inline ab_pose ab_overlap_pose(const ab_polyhedron *a, ab_pose pose_a, const ab_polyhedron *b, ab_pose pose_b) {
    const v3 from_a = v3_sub(pose_b.x, pose_a.x); // first, so that large coordinates lose no precision
    const v3 between = v3_sub(v3_add(from_a, quat_rotate(pose_b.q, b->centre)), quat_rotate(pose_a.q, a->centre));
    return (ab_pose){quat_unrotate(pose_a.q, between), quat_mul(quat_conjugate(pose_a.q), pose_b.q)};
}

// Pose of the centre frame of a polyhedron, from the pose of its mesh.
static inline ab_pose ab_polyhedron_pose(const ab_polyhedron *p, ab_pose mesh) {
    return (ab_pose){pose_apply(mesh, p->centre), mesh.q};
}

// Transforms an overlap from A's centre frame to the frame in which A's centre frame has the pose `a`; the moment is
// about the new origin.
ab_overlap ab_overlap_move(const ab_overlap *o, ab_pose a);

// Point of force application for friction and output: the point nearest to the centroid on the line of action given by
// S and the moment; the centroid if S is zero.
v3 ab_overlap_point(const ab_overlap *o);

#endif
