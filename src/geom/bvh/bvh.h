// A tree of boxes over the triangles of a mesh: nearest point, ray, and triangles near a box. Double precision
// throughout.
//
// Nodes have eight children and leaves eight triangles, stored by component, so that one loop tests all of them.
// Distances are the minimum over all triangles of one and the same expression, whatever the shape of the tree: boxes
// are a little larger than their triangles, by more than round-off, so that nothing is pruned that could be the
// minimum. Hence a distance does not depend on the order of the triangles, on a first guess or on threads, to the last
// bit.
#ifndef AB_GEOM_BVH_BVH_H
#define AB_GEOM_BVH_BVH_H

#include "geom/mesh/mesh.h"
#include "math/simd.h"

// Bounds for packets: floats, rounded outward, of coordinates times `unit` of the tree, which makes them at most 1.
typedef struct ab_unit_boxes {
    float low[3][AB_LANES], high[3][AB_LANES]; // a place without box has +infinity, -infinity
} ab_unit_boxes;

// A flat disc that holds a triangle or a patch of them, in the same units: the part of x - centre along `normal` is at
// most `thick`, the part across it at most `radius`. Nearly as good as the triangle itself for telling how near it may
// be, where a box that is tilted against it is not.
typedef struct ab_unit_discs {
    float centre[3][AB_LANES], normal[3][AB_LANES], thick[AB_LANES], radius[AB_LANES];
} ab_unit_discs;

typedef struct ab_bvh_node {
    double low[3][AB_LANES], high[3][AB_LANES]; // of the children, m; without child +infinity, -infinity
    ab_unit_boxes unit;
    ab_unit_discs disc;      // of small patches; of others infinite
    int32_t child[AB_LANES]; // node, or ~leaf
    int32_t count;           // children; they come first
} ab_bvh_node;

typedef struct ab_bvh_leaf {
    ab_unit_boxes unit;                                      // of the triangles
    ab_unit_discs disc;                                      // of the triangles
    double a[3][AB_LANES], ab[3][AB_LANES], ac[3][AB_LANES]; // see face.h; m
    double per_ab2[AB_LANES], per_ac2[AB_LANES], per_bc2[AB_LANES], per_n2[AB_LANES];
    int32_t triangle[AB_LANES]; // of the mesh; places behind `count` repeat the first
    int32_t count;
} ab_bvh_leaf;

typedef struct ab_bvh {
    ab_bvh_node *node; // [0] is the root  (nnode)
    int64_t nnode;
    ab_bvh_leaf *leaf; // (nleaf)
    int64_t nleaf;
    double unit;         // 1/m, a power of two
    const ab_mesh *mesh; // must outlive the tree
} ab_bvh;

// A traversal never has more than AB_BVH_STACK nodes waiting: the tree is at most AB_BVH_DEPTH deep (bvh_build.c).
enum { AB_BVH_DEPTH = 72, AB_BVH_STACK = AB_BVH_DEPTH * (AB_LANES - 1) + 1 };

// The mesh has at least one triangle, else ABUT_ERR_ARGUMENT.
abut_status ab_bvh_build(ab_ctx *cx, const ab_mesh *mesh, ab_bvh *bvh);
void ab_bvh_free(ab_ctx *cx, ab_bvh *bvh);

typedef enum ab_feature { AB_FEATURE_VERTEX, AB_FEATURE_EDGE, AB_FEATURE_FACE } ab_feature;

typedef struct ab_closest {
    double distance;    // m
    v3 point;           // on the surface
    int32_t triangle;   // -1: nothing within the search radius. Of several at the same distance the smallest number
    ab_feature feature; // of the triangle
    int corner;         // vertex `corner`, or the edge from it to the next
} ab_closest;

// The point of the surface nearest to p, if one is no farther than `within`.
ab_closest ab_bvh_closest(const ab_bvh *bvh, v3 p, double within);

// The point of one triangle nearest to p.
ab_closest ab_closest_on_triangle(const ab_mesh *mesh, int32_t triangle, v3 p);

// Eight points at once, best close together, and not farther than 2^50 times its size from the mesh.
typedef struct ab_packet {
    double x[AB_LANES], y[AB_LANES], z[AB_LANES];
    double distance2[AB_LANES]; // result, m^2
    int32_t leaf;               // in: tried first, -1 = none. Out: one that is near
} ab_packet;
void ab_bvh_closest8(const ab_bvh *bvh, ab_packet *packet);

typedef struct ab_ray_hit {
    double t;         // the point is origin + t direction; INFINITY: none
    int32_t triangle; // -1: none
} ab_ray_hit;

// The first hit with 0 <= t <= longest. Rays through an edge or vertex of a closed mesh hit one of its triangles.
ab_ray_hit ab_bvh_ray(const ab_bvh *bvh, v3 origin, v3 direction, double longest);

// Calls visit for every triangle whose bounds touch the box, in an order that the tree decides; ends when it returns
// false. Returns the number of boxes that were looked at.
typedef bool ab_bvh_visit(void *arg, int32_t triangle);
int64_t ab_bvh_overlap(const ab_bvh *bvh, v3 low, v3 high, ab_bvh_visit *visit, void *arg);

#endif
