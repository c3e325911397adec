// The walk through a tree of points, which is the same text for every width of registers (point_walk_lanes.h).
#ifndef AB_GEOM_SDF_POINT_WALK_H
#define AB_GEOM_SDF_POINT_WALK_H

#include "geom/sdf/point_tree.h"
#include "math/wide.h"

// What the walk over nodes reads of a field, in floats and cells.
typedef struct ab_point_walk_field {
    const float *sample, *bound_grid;
    const int32_t *beginning;
    ab_cell3 bricks, bound_grid_nodes;
    float top[3];  // upper end of the grid
    int32_t spare; // beginning of samples for bricks outside that have none
} ab_point_walk_field;

// What points are measured with.
typedef struct ab_point_walk_grid {
    double top[3];   // in cells
    int32_t last[3]; // cell
    double per_h;    // 1/m
    double outside;  // the least distance in bricks without block, m
} ab_point_walk_grid;

// A target as the walk needs it: one turn and shift from points to places, which are in cells, or metres for a
// half-space.
typedef struct ab_point_walk {
    const ab_target *target;
    const ab_point_tree *tree;
    ab_point_walk_field field;
    ab_point_walk_grid grid;
    float turn[3][3], shift[3];
    float rotate[3][3];  // the turn alone, for directions
    float normal[3];     // of a half-space
    float scale;         // from metres
    float round_off;     // of a bound, at most
    float margin;        // what is farther is left out
    float clear;         // of everything that was ruled out
    double min_distance; // distance of a point that was measured, m
    double limit;        // points whose interpolated distance is not less are outside, m
    ab_inside_samples *out;
    ab_leaf_cache *leaf_cache; // where leaves are noted, or NULL
} ab_point_walk;

typedef struct ab_point_walk_kernel {
    void (*run)(ab_point_walk *w);       // through the tree
    void (*run_again)(ab_point_walk *w); // over the leaves that are due
} ab_point_walk_kernel;

// For each width that this program was compiled for; others have no functions.
extern const ab_point_walk_kernel ab_point_walk_kernel_16, ab_point_walk_kernel_32, ab_point_walk_kernel_64;

// ab_point_tree_find in registers of one width; false if there are none.
bool ab_point_tree_find_in(ab_width width, const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out);

// When a leaf must be looked at again whose points are at least as far outside.
float ab_point_walk_due(const ab_point_walk *w, double outside);

#endif
