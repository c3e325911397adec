// Bounding volume hierarchy of axis-aligned boxes over the triangles of a mesh: nearest point, ray cast, and box query.
// Double precision throughout.
//
// Nodes have eight children and leaves eight triangles, stored as structure of arrays for vectorised tests. A distance
// is the minimum of one expression over all triangles, whatever the tree: boxes are enlarged by more than round-off, so
// that the minimum is never culled. Distances are therefore bitwise independent of the order of the triangles, the
// initial guess and the threads.
#ifndef AB_GEOM_BVH_BVH_H
#define AB_GEOM_BVH_BVH_H

#include "geom/mesh/mesh.h"
#include "math/simd.h"

// Boxes for packet queries: floats, rounded outward, in coordinates scaled by ab_bvh.unit to at most 1.
typedef struct ab_unit_boxes {
    float low[3][AB_LANES], high[3][AB_LANES]; // +infinity, -infinity if there is no box
} ab_unit_boxes;

// Flat cylinder that contains a triangle or a patch, in the same units: the component of x - centre along `normal` is
// at most `thick`, the component normal to it at most `radius`. Gives nearly the bound of the triangle itself, where a
// box tilted against the triangle gives a poor one.
typedef struct ab_unit_discs {
    float centre[3][AB_LANES], normal[3][AB_LANES], thick[AB_LANES], radius[AB_LANES];
} ab_unit_discs;

typedef struct ab_bvh_node {
    double low[3][AB_LANES], high[3][AB_LANES]; // of the children, m; +infinity, -infinity if there is no child
    ab_unit_boxes unit;
    ab_unit_discs disc;      // for small patches; infinite otherwise
    int32_t child[AB_LANES]; // node, or ~leaf
    int32_t count;           // number of children, stored first
} ab_bvh_node;

typedef struct ab_bvh_leaf {
    ab_unit_boxes unit;                                      // of the triangles
    ab_unit_discs disc;                                      // of the triangles
    double a[3][AB_LANES], ab[3][AB_LANES], ac[3][AB_LANES]; // see face.h; m
    double per_ab2[AB_LANES], per_ac2[AB_LANES], per_bc2[AB_LANES], per_n2[AB_LANES];
    int32_t triangle[AB_LANES]; // of the mesh; lanes beyond `count` repeat the first
    int32_t count;
} ab_bvh_leaf;

typedef struct ab_bvh {
    ab_bvh_node *node; // [0] is the root  (nnode)
    int64_t nnode;
    ab_bvh_leaf *leaf; // (nleaf)
    int64_t nleaf;
    double unit;         // scale of ab_unit_boxes and ab_unit_discs, 1/m, a power of two
    const ab_mesh *mesh; // must outlive the tree
} ab_bvh;

// Size of the traversal stack: the tree is at most AB_BVH_DEPTH deep (bvh_build.c).
enum { AB_BVH_DEPTH = 72, AB_BVH_STACK = AB_BVH_DEPTH * (AB_LANES - 1) + 1 };

// The mesh has at least one triangle, else ABUT_ERR_ARGUMENT.
abut_status ab_bvh_build(ab_ctx *cx, const ab_mesh *mesh, ab_bvh *bvh);
void ab_bvh_free(ab_ctx *cx, ab_bvh *bvh);

typedef enum ab_feature { AB_FEATURE_VERTEX, AB_FEATURE_EDGE, AB_FEATURE_FACE } ab_feature;

typedef struct ab_closest {
    double distance;    // m
    v3 point;           // on the surface
    int32_t triangle;   // -1: nothing within the search radius. Of equally near ones the smallest index
    ab_feature feature; // of the triangle
    int corner;         // the vertex, or the first vertex of the edge
} ab_closest;

// The point of the surface nearest to p, if its distance is at most `within`.
ab_closest ab_bvh_closest(const ab_bvh *bvh, v3 p, double within);

// The point of one triangle nearest to p.
ab_closest ab_closest_on_triangle(const ab_mesh *mesh, int32_t triangle, v3 p);

// Eight points at once; fastest if they are close together. Their distance from the mesh is at most 2^50 times its
// size.
typedef struct ab_packet {
    double x[AB_LANES], y[AB_LANES], z[AB_LANES];
    double distance2[AB_LANES]; // result, m^2
    int32_t leaf;               // in: initial guess, -1 = none. Out: a near leaf
} ab_packet;
void ab_bvh_closest8(const ab_bvh *bvh, ab_packet *packet);

typedef struct ab_ray_hit {
    double t;         // the point is origin + t direction; INFINITY: none
    int32_t triangle; // -1: none
} ab_ray_hit;

// The first hit with 0 <= t <= longest. Rays through an edge or vertex of a closed mesh hit one of its triangles.
ab_ray_hit ab_bvh_ray(const ab_bvh *bvh, v3 origin, v3 direction, double longest);

// Calls visit for every triangle whose bounding box intersects the box, in tree order; stops when it returns false.
// Returns the number of boxes tested.
typedef bool ab_bvh_visit(void *arg, int32_t triangle);
int64_t ab_bvh_overlap(const ab_bvh *bvh, v3 low, v3 high, ab_bvh_visit *visit, void *arg);

#endif
