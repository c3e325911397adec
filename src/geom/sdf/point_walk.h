// Interface of the vectorised traversal of a point tree; one source for all register widths (point_walk_lanes.h).
#ifndef AB_GEOM_SDF_POINT_WALK_H
#define AB_GEOM_SDF_POINT_WALK_H

#include "geom/sdf/point_tree.h"
#include "math/wide.h"

// Data of the field for the traversal of nodes, as floats, in cells.
typedef struct ab_point_walk_field {
    const float *sample, *bound_grid;
    const int32_t *beginning;
    ab_cell3 bricks, bound_grid_nodes;
    float top[3];  // upper corner of the grid
    int32_t spare; // index of the samples read for bricks outside without block
} ab_point_walk_field;

// Data of the grid for the distances of points, in doubles.
typedef struct ab_point_walk_grid {
    double top[3];   // upper corner, in cells
    int32_t last[3]; // last cell along each axis
    double per_h;    // 1/m
    double outside;  // lower bound of the distance in bricks without block, m
} ab_point_walk_grid;

// State of a traversal: one rotation and translation takes points to cells of the target's grid, or to metres for a
// half-space.
typedef struct ab_point_walk {
    const ab_target *target;
    const ab_point_tree *tree;
    ab_point_walk_field field;
    ab_point_walk_grid grid;
    float turn[3][3], shift[3];
    float rotate[3][3];  // rotation without scaling, for directions
    float normal[3];     // of a half-space
    float scale;         // from metres to the unit of positions
    float round_off;     // bound of the round-off of a bound
    float margin;        // nodes with a larger bound are culled
    float clear;         // minimum bound of the culled nodes
    double min_distance; // smallest distance of a tested point, m
    double limit;        // points with a larger interpolated distance are outside, m
    ab_inside_samples *out;
    ab_leaf_cache *leaf_cache; // receives the visited leaves, or NULL
} ab_point_walk;

typedef struct ab_point_walk_kernel {
    void (*run)(ab_point_walk *w);       // traverses the tree
    void (*run_again)(ab_point_walk *w); // tests the due leaves of the cache
} ab_point_walk_kernel;

// One kernel per register width the program was compiled for; the functions of the others are NULL.
extern const ab_point_walk_kernel ab_point_walk_kernel_16, ab_point_walk_kernel_32, ab_point_walk_kernel_64;

// ab_point_tree_find with registers of one width; false if that width is not available.
bool ab_point_tree_find_in(ab_width width, const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out);

// Displacement (ab_leaf_cache.moved) at which a leaf must be tested again whose points have at least the distance
// `outside`.
float ab_point_walk_due(const ab_point_walk *w, double outside);

#endif
