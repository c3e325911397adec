// Contact manifold of two convex shapes: one normal, and up to eight points with their own gaps.
//
// The normal is that of the gap (support_gap.h). The faces that both shapes turn to each other are projected along it
// and intersected; the corners of the intersection are the contact points: four of a box on a plane, two of a capsule
// on a face, one of a ball. Features name the vertex, or the pair of edges, that a point is, so that a point keeps its
// feature while the bodies rest or rock.
//
//   ab_convex a = ab_shape_convex(shape_a), b = ab_shape_convex(shape_b);   (hulls need ab_shape_make_faces first)
//   if (!a.type || !b.type) ...                                             not convex: use another collision function
//   ab_manifold m = ab_manifold_find(&a, pose_a, &b, pose_b, margin);
//   for (int i = 0; i < m.n; i++) ... m.normal, m.point[i].on_a, .on_b, .gap, .feature
//
// Nothing is allocated and no memory of the last call is used: the result depends on shapes and poses alone.
#ifndef AB_GEOM_CONVEX_MANIFOLD_H
#define AB_GEOM_CONVEX_MANIFOLD_H

#include "geom/convex/support_gap.h"

enum { AB_MANIFOLD_MAX = 8 };

typedef struct ab_manifold_point {
    v3 on_a, on_b; // m; on_a = on_b + gap normal
    double gap;    // m, < margin
    uint32_t feature;
} ab_manifold_point;

typedef struct ab_manifold {
    v3 normal;                                // unit, from b to a
    double gap;                               // of the pair, m: the least of the points'
    int n;                                    // 0 if gap >= margin
    ab_manifold_point point[AB_MANIFOLD_MAX]; // ascending by feature
} ab_manifold;

// Poses, points and normal in one frame. At most one shape is a half-space; two of them have no contact. A face counts
// as turned to the other shape within 1e-3 rad, or, with a larger margin, within the angle at which its far corners can
// be within the margin.
ab_manifold ab_manifold_find(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, double margin);
// The same, of a gap that is known.
ab_manifold ab_manifold_at(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, ab_gap gap,
                           double margin);

#endif
