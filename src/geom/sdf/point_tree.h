// Finds the surface points of one body inside another: a sphere tree over the points, pruned by the other body's
// signed-distance field. A distance field is 1-Lipschitz, so no point in a sphere of radius r around c is inside if
//
//     clearance of node x > |c - x| + r
//       (ab_sdf_clearance: the distance less the bound of the interpolation error)
//
// for the nearest node x of the bound grid or of the samples: one load per sphere, no interpolation, no box test.
//
// Two reference methods exist for comparison: the octree with box tests of [zhang2024], and a loop over all points. All
// three use the same point test, so their results are bitwise identical.
#ifndef AB_GEOM_SDF_POINT_TREE_H
#define AB_GEOM_SDF_POINT_TREE_H

#include "geom/convex/hull.h"
#include "geom/sdf/surface_points.h"
#include "geom/sdf/sdf.h"
#include "math/quat.h"
#include "math/simd.h"

enum {
    AB_TREE_LEAF = AB_LANES, // points
    AB_TREE_TOP = 4,         // maximum number of nodes in the level where a traversal begins
    AB_TREE_LEVELS = 10,     // 8^(1 + 10) exceeds the range of int32_t
};

typedef struct ab_tree_node {
    float x[AB_LANES], y[AB_LANES], z[AB_LANES],
        r[AB_LANES];                                // bounding spheres of the children, m; r = -infinity: no child
    float nx[AB_LANES], ny[AB_LANES], nz[AB_LANES]; // unit, mean outward surface normal of the child
    float half[AB_LANES]; // half thickness: bound of |(x - centre).n| over the child's points, m
} ab_tree_node;

// All leaves have the same depth and all but the last are full, so the tree needs no pointers: the children of node i
// of a level are nodes 8 i .. 8 i + 7 of the next level, or leaves 8 i .. 8 i + 7 below the last level. Leaf i has
// points 8 i .. 8 i + 7 of the sorted array.
typedef struct ab_point_tree {
    ab_tree_node *node;            // level by level, beginning with the root
    int32_t first[AB_TREE_LEVELS]; // first node of each level
    int levels;                    // 0: no points
    int top;                       // level where traversals begin: a few nodes are processed as fast as one
    double reach;                  // largest distance of a point from the origin, m
    const ab_points *points;       // must outlive the tree
} ab_point_tree;

// Sorts the points into the order of the leaves. Without points the tree has no levels. own: the field of the body that
// has these points.
abut_status ab_point_tree_build(ab_ctx *cx, ab_points *points, const ab_sdf *own, ab_point_tree *tree);
void ab_point_tree_free(ab_ctx *cx, ab_point_tree *tree);

// The body that points are tested against: a signed-distance field, or the half-space normal.x <= 0.
typedef struct ab_target {
    const ab_sdf *sdf; // float samples with bound grid; NULL: half-space
    bool exact;        // distances from the triangles; the field is only used to cull
    bool smooth;       // distances from the C1 spline of the samples; needs a band of at least 3 cells
    v3 normal;         // unit
    m3 turn;           // rotation from the frame of the points to the target's: turn x + shift
    v3 shift;
    m3 cell_turn; // the same to grid cells of the field
    v3 cell_shift;
} ab_target;

// Sets cell_turn and cell_shift from turn and shift.
static inline void ab_target_set_cells(ab_target *t) {
    const double per_h = 1 / t->sdf->grid.h;
    for (int i = 0; i < 3; i++) t->cell_turn.row[i] = v3_scale(per_h, t->turn.row[i]);
    t->cell_shift = ab_sdf_cells(&t->sdf->grid, t->shift);
}

typedef struct ab_inside_sample {
    double distance; // < 0: inside, m
    v3 gradient;     // of the distance, target frame; for a field its norm is only approximately 1
    int64_t point;   // index of the point
} ab_inside_sample;

// Results for the points of one leaf, one per lane.
typedef struct ab_inside_sample_lanes {
    _Alignas(64) double distance[AB_LANES];
    double gradient[3][AB_LANES]; // as in ab_inside_sample
    int64_t first;                // index of the point in lane 0
    uint32_t which;               // bit mask of the lanes inside the target
} ab_inside_sample_lanes;
typedef void ab_inside_samples_take(void *arg, const ab_inside_sample_lanes *lanes, int n);

typedef struct ab_inside_samples {
    ab_inside_sample *sample; // ascending point indices  (min(n, capacity))
    int64_t n, capacity;      // n > capacity: the excess was counted but not stored
    double clear;             // if no point is inside: relative displacement before which none can be, m
    double reach;             // in: distance up to which `clear` should be sharp, m
    // in: samples have distance < margin, m, at most ab_sdf_max_margin of a field; 0 = inside. The octree ignores it.
    double margin;
    // in: if set, receives the inside samples of fields; they are then only counted here
    ab_inside_samples_take *take;
    void *arg;
} ab_inside_samples;

static inline ab_inside_samples ab_inside_samples_into(ab_inside_sample *sample, int64_t capacity) {
    return (ab_inside_samples){.sample = sample, .capacity = capacity, .clear = INFINITY};
}
static inline v3 ab_target_place(const ab_target *t, v3 p) { return v3_add(m3_mul(t->turn, p), t->shift); }

// Temporal coherence of a tree and a target: the leaves that were not culled at the last query, and the displacement at
// which each must be tested again. Only leaves that are certainly outside are skipped, so the results do not depend on
// the cache and it need not be saved.
enum { AB_LEAF_CACHE_MAX = 1024 }; // leaves; with more, every query traverses the tree
typedef struct ab_leaf_cache {
    m3 turn; // of the target at the last query
    v3 shift;
    double moved; // bound of the displacement of the points since the list was built, m
    // bound of `moved` up to which no other leaf can be inside; < 0: too many leaves, 0: no list
    double good;
    int32_t n;
    int32_t leaf[AB_LEAF_CACHE_MAX]; // ascending  (n)
    float due[AB_LEAF_CACHE_MAX];    // value of `moved` at which the leaf must be tested again, m  (n)
} ab_leaf_cache;

static inline void ab_leaf_cache_clear(ab_leaf_cache *leaf_cache) {
    leaf_cache->n = 0;
    leaf_cache->moved = leaf_cache->good = 0;
    leaf_cache->turn = (m3){0};
    leaf_cache->shift = v3_zero();
}

// Largest margin: distances are interpolated up to there, and a spline's stencil is within the band.
static inline double ab_sdf_max_margin(const ab_sdf *sdf) { return (sdf->band > 2 ? sdf->band - 2 : 0) * sdf->grid.h; }

// Appends the points inside the target.
void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out);
// The same with temporal coherence, for interpolated and spline distances. leaf_cache: cleared before the first call
// and used with one of the two only. margin = 0.
void ab_point_tree_find_again(const ab_point_tree *tree, const ab_target *target, ab_leaf_cache *leaf_cache,
                              ab_inside_samples *out);
void ab_points_find(const ab_points *points, const ab_target *target, ab_inside_samples *out);

// Signed distance of one point; ab_target_test also appends the point to `out` if that is negative.
double ab_target_distance(const ab_target *target, v3 point, v3 *gradient);
double ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_inside_samples *out);

#endif
