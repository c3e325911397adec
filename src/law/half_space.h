// Elastic half-space contact of two bodies given by surface samples: one potential for all samples of a contact patch.
//
// Sample i of one body lies inside the other at the depth d_i and represents the area A_i. The elastic energy of a
// half-space with the surface displacement d is the maximum of  sum A p d - 1/2 sum A p K A p  over all pressures p, K
// = 1/(pi E* r). Restricting p to multiples of the single distribution p ~ d^2 gives
//   Q = 1/2 sum q_i d_i,   D = sum_ij q_i q_j k_ij,   q_i = A_i d_i^2,   k_ij = 1/(pi |x_i - x_j|),
//     k_ii = 16/(3 pi^1.5)/sqrt(A_i)
//   W = kappa 2 E* Q^2/D,    dW/dd_i = kappa 2 E* Q/D A_i d_i (3 d_i - 4 Q/D phi_i),   phi_i = sum_j q_j k_ij
// kappa = 1.02785 makes a sphere exactly Hertzian, W = 8/15 E* sqrt(R) d^2.5, for every radius: with a^2 = 2 R d it has
// Q = pi a^2 d^3/8 and D = 256 pi a^3 d^4 int J_3^2 k^-6 dk = 0.840616 a^3 d^4. All samples belong to one body, so k_ij
// is constant, and W is a potential of the depths alone. The force of a sample is zero when it enters the other body;
// with p ~ d it would start negative, and forces would be discontinuous. Samples near the rim of the patch have
// negative forces; the resultant is repulsive. [johnson1985, ch. 3]
//
// Valid for patches that are small compared with the bodies.
#ifndef AB_LAW_HALF_SPACE_H
#define AB_LAW_HALF_SPACE_H

#include "geom/sdf/point_tree.h"

// A sample of the patch, with its index in the tree; arrays are in ascending order of the index.
typedef struct ab_patch_point {
    double depth, area; // m, m^2
    double force;       // dW/dd, N; output
    uint32_t number;
} ab_patch_point;

// A cluster of neighbouring charges q_i: a leaf or a group of leaves.
typedef struct ab_patch_cluster {
    v3 centre;     // centre of the tree node's bounding sphere, m, body frame
    double radius; // radius of that sphere, m
    v3 centroid;   // centroid of the charges, m
    double sum;    // sum of the charges, m^4
    double potential;
    v3 gradient; // potential and gradient at the centroid due to distant clusters, m^3, m^2
} ab_patch_cluster;

// A leaf: eight neighbouring samples of the tree. A group: eight neighbouring leaves.
typedef struct ab_patch_leaf {
    _Alignas(64) double charge[AB_LANES], potential[AB_LANES]; // charges of the samples; potentials due to near leaves
    ab_patch_cluster of;
    int32_t leaf, group;
} ab_patch_leaf;

typedef struct ab_patch_group {
    ab_patch_cluster of;
    int64_t first, end; // leaves [first, end)
} ab_patch_group;

// Workspace of the sums, with as many leaves and groups as there are samples.
typedef struct ab_patch_workspace {
    ab_patch_leaf *leaf;
    ab_patch_group *group;
} ab_patch_workspace;

// Returns W of n > 0 samples, J, and sets their forces. modulus: E*, Pa.
double ab_half_space(const ab_point_tree *tree, double modulus, ab_patch_point *point, int64_t n,
                     ab_patch_workspace workspace);

// The same for samples of a surface that is sampled on demand, without a tree: moments of the depths instead of pairs,
//   M_p = sum A_i d_i^p,   W = c E* M_2.5^1.25 M_1.5^-0.75,   dW/dd_i = W A_i sqrt(d_i) (3.125 d_i/M_2.5 - 1.125/M_1.5)
// W grows with d^2 at a given area and with the width of the patch at a given depth, as that of a half-space, and c =
// 0.51232 makes a sphere exactly Hertzian: with a^2 = 2 R d it has M_p = pi a^2 d^p/(p + 1). A round punch has 0.908 of
// its stiffness, a cone 0.981. The distance of patches does not enter: of m equal ones far from each other W is
// 1/sqrt(m) of the sum.
double ab_half_space_moments(double modulus, ab_patch_point *point, int64_t n);

#endif
