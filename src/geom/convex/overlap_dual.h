// Overlap of two convex polyhedra by polar duality, for comparison with geom/convex/overlap.h.
#ifndef AB_GEOM_CONVEX_OVERLAP_DUAL_H
#define AB_GEOM_CONVEX_OVERLAP_DUAL_H

#include "geom/convex/dual_hull.h"
#include "geom/convex/overlap.h"

typedef struct ab_dual_workspace {
    ab_hull_workspace hull;
    double *row; // scratch memory of ab_inner_ball
} ab_dual_workspace;

abut_status ab_dual_make(ab_ctx *cx, int32_t faces, ab_dual_workspace *workspace);
void ab_dual_free(ab_ctx *cx, ab_dual_workspace *workspace);

// As ab_overlap_clip. AB_UNKNOWN for overlaps thinner than 1e-7 of the size, and where rounding makes the hull
// inconsistent, as it often does for nearly parallel faces. Coplanar faces of both bodies may count as either's.
ab_overlap_state ab_overlap_dual(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_overlap_workspace *workspace, ab_dual_workspace *dual, ab_overlap *out);

#endif
