// Which points of one body lie in another: a tree of spheres over the points, pruned by the other body's distance
// itself. A distance changes by no more than the way, so a sphere of radius r around c holds no point inside if
//
//     free way of a node x > |c - x| + r
//       (ab_sdf_clearance: the distance, less what interpolation may be wrong by)
//
// for the nearest node x of the survey or of the samples: one load for each sphere, no interpolation, no box test.
//
// For comparison there are the octree of cubes with box tests of [zhang2024], and all points one after the other. All
// three call the same test for a point, so they find the same touches, bit for bit.
#ifndef AB_GEOM_SDF_POINT_TREE_H
#define AB_GEOM_SDF_POINT_TREE_H

#include "geom/convex/hull.h"
#include "geom/sdf/surface_points.h"
#include "geom/sdf/sdf.h"
#include "math/quat.h"
#include "math/simd.h"

enum {
    AB_TREE_LEAF = AB_LANES, // points
    AB_TREE_TOP = 4,         // nodes to begin a walk with, at most
    AB_TREE_LEVELS = 10,     // 8^(1 + 10) points are more than an int32_t can count
};

typedef struct ab_tree_node {
    float x[AB_LANES], y[AB_LANES], z[AB_LANES],
        r[AB_LANES];                                // spheres around the children, m; r = -infinity: none
    float nx[AB_LANES], ny[AB_LANES], nz[AB_LANES]; // unit, out of the body where the children are
    float half[AB_LANES];                           // their points are no farther from the centre along that, m
} ab_tree_node;

// All leaves are equally deep and all but the last are full, so that nothing has to say where they are: the children of
// node i of a level are the nodes 8 i .. 8 i + 7 of the next, or the leaves of these numbers, and leaf i has the points
// 8 i .. 8 i + 7, which were sorted into this order.
typedef struct ab_point_tree {
    ab_tree_node *node;            // level by level, the root alone in the first
    int32_t first[AB_TREE_LEVELS]; // node of a level
    int levels;                    // 0: there are no points
    int top;                       // level where walks begin: few nodes are opened as fast as one
    double reach;                  // of the points from the origin, m
    const ab_points *points;       // must outlive the tree
} ab_point_tree;

// Sorts the points into the order of the tree's leaves. No points make a tree without levels. own: the field of the
// body that the points are of.
abut_status ab_point_tree_build(ab_ctx *cx, ab_points *points, const ab_sdf *own, ab_point_tree *tree);
void ab_point_tree_free(ab_ctx *cx, ab_point_tree *tree);

// What points are held against: the field of a body, or the half-space where normal.x <= 0.
typedef struct ab_target {
    const ab_sdf *sdf; // of floats, with its survey; NULL: the half-space
    bool exact;        // distances from the triangles, not from the field, which only rules out
    bool smooth; // or from the spline of the samples, with a gradient that does not jump; for a band of 3 cells or more
    v3 normal;   // unit
    m3 turn;     // from the frame of the points to the target's: turn x + shift
    v3 shift;
    m3 cell_turn; // of a field: to cells of its grid
    v3 cell_shift;
} ab_target;

// turn and shift are set: sets the same in cells.
static inline void ab_target_set_cells(ab_target *t) {
    const double per_h = 1 / t->sdf->grid.h;
    for (int i = 0; i < 3; i++) t->cell_turn.row[i] = v3_scale(per_h, t->turn.row[i]);
    t->cell_shift = ab_sdf_cells(&t->sdf->grid, t->shift);
}

typedef struct ab_inside_sample {
    double distance; // < 0: inside, m
    v3 gradient;     // of the distance, target frame; its length is only near 1 for a field
    int64_t point;   // its number
} ab_inside_sample;

// The points of a leaf on their way out of the tree, in lanes.
typedef struct ab_inside_sample_lanes {
    _Alignas(64) double distance[AB_LANES];
    double gradient[3][AB_LANES]; // as in ab_inside_sample
    int64_t first;                // number of the point in lane 0
    uint32_t which;               // lanes that touch, a bit for each
} ab_inside_sample_lanes;
typedef void ab_inside_samples_take(void *arg, const ab_inside_sample_lanes *lanes, int n);

typedef struct ab_inside_samples {
    ab_inside_sample *sample; // with ascending numbers of points  (n, or room if that is less)
    int64_t n, capacity;      // n > room: those beyond were counted only
    double clear;             // without touches: no point touches before one of them has moved by this, m
    double reach;             // in: up to this, `clear` should be no worse than it need be
    ab_inside_samples_take
        *take; // in: if it is there, the tree gives touches of fields to it, and only counts them here
    void *arg;
} ab_inside_samples;

static inline ab_inside_samples ab_inside_samples_into(ab_inside_sample *sample, int64_t capacity) {
    return (ab_inside_samples){.sample = sample, .capacity = capacity, .clear = INFINITY};
}
static inline v3 ab_target_place(const ab_target *t, v3 p) { return v3_add(m3_mul(t->turn, p), t->shift); }

// What the last looks of a tree at a target have seen, so that the next, from nearly the same place, need not see all
// again: the leaves that were not left out, and how far the points may have moved until each must be looked at. Only
// what is surely outside is passed over: what is found does not depend on it, and it need not be saved.
enum { AB_LEAF_CACHE_MAX = 1024 }; // leaves; where there are more, every look sees all
typedef struct ab_leaf_cache {
    m3 turn; // of the target at the last look
    v3 shift;
    double moved; // by points since the list was made, at most, m
    double
        good; // how far they may until others than these leaves can touch; < 0: there are too many, 0: there is no list
    int32_t n;
    int32_t leaf[AB_LEAF_CACHE_MAX]; // ascending  (n)
    float due[AB_LEAF_CACHE_MAX];    // look at it when `moved` is as much, m  (n)
} ab_leaf_cache;

static inline void ab_leaf_cache_clear(ab_leaf_cache *leaf_cache) {
    leaf_cache->n = 0;
    leaf_cache->moved = leaf_cache->good = 0;
    leaf_cache->turn = (m3){0};
    leaf_cache->shift = v3_zero();
}

// Adds the points that lie inside.
void ab_point_tree_find(const ab_point_tree *tree, const ab_target *target, ab_inside_samples *out);
// The same, for interpolated distances and the spline; near: forgotten at first, and of one of the two only.
void ab_point_tree_find_again(const ab_point_tree *tree, const ab_target *target, ab_leaf_cache *leaf_cache,
                              ab_inside_samples *out);
void ab_points_find(const ab_points *points, const ab_target *target, ab_inside_samples *out);

// The distance of one point; and a touch if that is negative.
double ab_target_distance(const ab_target *target, v3 point, v3 *gradient);
double ab_target_test(const ab_target *target, const ab_points *points, int64_t point, ab_inside_samples *out);

#endif
