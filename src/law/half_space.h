// Two solids that touch by points, as an elastic half-space pressed by their overlap: one potential for all points of a
// patch.
//
// Points i of one body lie inside the other at the depth d_i and stand for the area A_i. The energy of a half-space
// whose surface is displaced by d is the largest of  sum A p d - 1/2 sum A p K A p  over all pressures p, K = 1/(pi E*
// r). The best multiple of the one pressure p ~ d^2 gives
//   Q = 1/2 sum q_i d_i,   D = sum_ij q_i q_j k_ij,   q_i = A_i d_i^2,   k_ij = 1/(pi |x_i - x_j|),
//     k_ii = 16/(3 pi^1.5)/sqrt(A_i)
//   W = kappa 2 E* Q^2/D,    dW/dd_i = kappa 2 E* Q/D A_i d_i (3 d_i - 4 Q/D phi_i),   phi_i = sum_j q_j k_ij
// kappa = 1.02785 makes a ball exactly Hertz, W = 8/15 E* sqrt(R) d^2.5, whatever its radius: with a^2 = 2 R d it has
// Q = pi a^2 d^3/8 and D = 256 pi a^3 d^4 int J_3^2 k^-6 dk = 0.840616 a^3 d^4. The points lie on one body, so k_ij
// never changes, and W is a potential of the depths alone. A point that dives in has no force at first: with p ~ d it
// would begin with a negative one, and forces would jump. Points near the rim carry a negative share; all together
// push. [johnson1985, ch. 3]
//
// Valid for patches that are small against the bodies.
#ifndef AB_LAW_HALF_SPACE_H
#define AB_LAW_HALF_SPACE_H

#include "geom/sdf/point_tree.h"

// A point of the patch, with the number it has in its tree; by ascending numbers.
typedef struct ab_patch_point {
    double depth, area; // m, m^2
    double force;       // dW/dd, N; written
    uint32_t number;
} ab_patch_point;

// Charges that are near each other.
typedef struct ab_patch_cluster {
    v3 centre;     // m, body frame; of the tree's sphere ...
    double radius; // ... and its radius
    v3 centroid;   // of the charges
    double sum;    // of them, m^4
    double potential;
    v3 gradient; // at the centroid, by what is far: m^3, m^2
} ab_patch_cluster;

// Eight points that are neighbours in the tree, and eight such leaves.
typedef struct ab_patch_leaf {
    _Alignas(64) double charge[AB_LANES], potential[AB_LANES]; // of points; by what is near
    ab_patch_cluster of;
    int32_t leaf, group;
} ab_patch_leaf;

typedef struct ab_patch_group {
    ab_patch_cluster of;
    int64_t first, end; // leaves
} ab_patch_group;

// What the sums need: as many leaves and groups as there are points.
typedef struct ab_patch_workspace {
    ab_patch_leaf *leaf;
    ab_patch_group *group;
} ab_patch_workspace;

// W of n > 0 points, J; sets their forces. modulus: E*, Pa.
double ab_half_space(const ab_point_tree *tree, double modulus, ab_patch_point *point, int64_t n,
                     ab_patch_workspace workspace);

#endif
