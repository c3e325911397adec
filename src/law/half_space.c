// Sums of the half-space by clusters. For distant interactions the charges q_i = A_i d_i^2 of the samples in one leaf
// of the tree are lumped at their centroid X. With D = sum q_I q_J k(X_I - X_J) of such leaves, 1/2 dD/dq_i = sum_J q_J
// (k + (x_i - X_I).grad k): a potential and its gradient at X_I, so that the forces still derive from a potential of
// the depths. The fixed spheres of the tree decide which clusters are distant. Leaves are lumped to groups in the same
// way.
#include "law/half_space.h"

#define KAPPA 1.02785
#define SELF  3.00901 // pi k_ii sqrt(A_i) = 16/(3 sqrt(pi))
#define NEAR  1.5     // clusters are distant beyond this many times the sum of their radii

static const double PER_PI = 0.31830988618379067154;

// --------------------------------------------------------------------------------------------------- leaves and groups

// Sets the bounding sphere of node `at` of a level.
static void set_sphere(const ab_point_tree *tree, int level, int32_t at, ab_patch_cluster *c) {
    const ab_tree_node *node = &tree->node[tree->first[level] + at / AB_LANES];
    const int k = at % AB_LANES;
    c->centre = v3_make((double)node->x[k], (double)node->y[k], (double)node->z[k]);
    c->radius = (double)node->r[k];
}

static void add_charge(double charge, v3 at, ab_patch_cluster *c) {
    c->sum += charge;
    c->centroid = v3_add_scaled(c->centroid, charge, at);
}

static int64_t make_leaves(const ab_point_tree *tree, const ab_patch_point *point, int64_t n, ab_patch_leaf *leaf) {
    int64_t leaves = 0;
    for (int64_t i = 0; i < n; i++) {
        const int32_t number = (int32_t)(point[i].number / AB_LANES);
        if (leaves == 0 || leaf[leaves - 1].leaf != number) {
            leaf[leaves] = (ab_patch_leaf){.leaf = number};
            set_sphere(tree, tree->levels - 1, number, &leaf[leaves++].of);
        }
        ab_patch_leaf *l = &leaf[leaves - 1];
        const double charge = point[i].area * point[i].depth * point[i].depth;
        l->charge[point[i].number % AB_LANES] = charge;
        add_charge(charge, ab_points_at(tree->points, point[i].number), &l->of);
    }
    for (int64_t i = 0; i < leaves; i++) leaf[i].of.centroid = v3_scale(1 / leaf[i].of.sum, leaf[i].of.centroid);
    return leaves;
}

// A tree of one level has one group, of all its leaves.
static void begin_group(const ab_point_tree *tree, int32_t number, int64_t first, ab_patch_group *group) {
    *group = (ab_patch_group){.first = first, .of = {.radius = INFINITY}};
    if (tree->levels > 1) set_sphere(tree, tree->levels - 2, number, &group->of);
}

static int64_t make_groups(const ab_point_tree *tree, ab_patch_leaf *leaf, int64_t leaves, ab_patch_group *group) {
    int64_t groups = 0;
    for (int64_t i = 0; i < leaves; i++) {
        if (i == 0 || leaf[i].leaf / AB_LANES != leaf[i - 1].leaf / AB_LANES)
            begin_group(tree, leaf[i].leaf / AB_LANES, i, &group[groups++]);
        add_charge(leaf[i].of.sum, leaf[i].of.centroid, &group[groups - 1].of);
        group[groups - 1].end = i + 1;
        leaf[i].group = (int32_t)groups - 1;
    }
    for (int64_t i = 0; i < groups; i++) group[i].of.centroid = v3_scale(1 / group[i].of.sum, group[i].of.centroid);
    return groups;
}

// ---------------------------------------------------------------------------------------------------------- potentials

// Adds the potentials at the samples of leaf i due to the charges of leaf j, without the factor 1/pi. The mean of 1/r
// over two squares is (1 + (A_i + A_j)/(24 r^2))/r. A sample's own potential, and that of a coincident one, is the
// self-potential of its area.
AB_SIMD static void add_near(const ab_points *p, ab_patch_leaf *i, const ab_patch_leaf *j) {
    const int64_t first = (int64_t)i->leaf * AB_LANES;
    const double *x = p->x + first, *y = p->y + first, *z = p->z + first, *area = p->area + first;
    for (int m = 0; m < AB_LANES; m++) {
        const double charge = j->charge[m];
        if (!(charge > 0)) continue;
        const int64_t at = (int64_t)j->leaf * AB_LANES + m;
        const double xj = p->x[at], yj = p->y[at], zj = p->z[at], area_j = p->area[at],
                     own = area_j * (1 / (SELF * SELF));
#pragma omp simd
        for (int k = 0; k < AB_LANES; k++) {
            const double dx = x[k] - xj, dy = y[k] - yj, dz = z[k] - zj, r2 = dx * dx + dy * dy + dz * dz;
            const double apart = ab_greater(r2, own), wide = r2 > own ? (area[k] + area_j) / (24 * apart) : 0;
            i->potential[k] += charge * (1 + wide) / sqrt(apart);
        }
    }
}

// Adds the potential at cluster i due to cluster j if they are distant, else returns false. The mean of 1/r over
// coplanar charges around two centroids is (1 + (s_i^2 + s_j^2)/(4 r^2))/r, with s^2 their mean square distance from
// the centroid: a third of the radius squared for rectangles.
static bool add_far(ab_patch_cluster *i, const ab_patch_cluster *j) {
    const double reach = NEAR * (i->radius + j->radius);
    if (!(v3_norm2(v3_sub(i->centre, j->centre)) > reach * reach)) return false;
    const v3 r = v3_sub(i->centroid, j->centroid);
    const double per_r2 = 1 / v3_norm2(r), kernel = j->sum * sqrt(per_r2);
    const double wide = (i->radius * i->radius + j->radius * j->radius) / 12 * per_r2;
    i->potential += kernel * (1 + wide);
    i->gradient = v3_add_scaled(i->gradient, -kernel * per_r2 * (1 + 3 * wide), r);
    return true;
}

static void add_leaves(const ab_points *p, ab_patch_leaf *i, const ab_patch_group *j, const ab_patch_leaf *leaf) {
    for (int64_t l = j->first; l < j->end; l++)
        if (!add_far(&i->of, &leaf[l].of)) add_near(p, i, &leaf[l]);
}

static void add_potentials(const ab_points *p, ab_patch_leaf *leaf, ab_patch_group *group, int64_t groups) {
    for (int64_t i = 0; i < groups; i++)
        for (int64_t j = 0; j < groups; j++)
            if (!add_far(&group[i].of, &group[j].of))
                for (int64_t l = group[i].first; l < group[i].end; l++) add_leaves(p, &leaf[l], &group[j], leaf);
}

// -------------------------------------------------------------------------------------------------------------- energy

typedef struct half_space_sums {
    double q, d;
} half_space_sums;

static double far_potential(const ab_patch_cluster *c, v3 at) {
    return c->potential + v3_dot(c->gradient, v3_sub(at, c->centroid));
}

// Potential at a sample: of near leaves, of clusters distant from its leaf, and of clusters distant from its group.
static double potential_of(const ab_points *points, const ab_patch_point *p, const ab_patch_leaf *leaf,
                           const ab_patch_group *group) {
    const v3 at = ab_points_at(points, p->number);
    return PER_PI * (leaf->potential[p->number % AB_LANES] + far_potential(&leaf->of, at) +
                     far_potential(&group[leaf->group].of, at));
}

// Sums Q and D, and stores the potentials in `force`.
static half_space_sums add_up(const ab_points *points, ab_patch_point *point, int64_t n, const ab_patch_leaf *leaf,
                              const ab_patch_group *group) {
    half_space_sums s = {0};
    for (int64_t i = 0; i < n; i++) {
        ab_patch_point *p = &point[i];
        if (leaf->leaf != (int32_t)(p->number / AB_LANES)) leaf++;
        const double charge = p->area * p->depth * p->depth;
        p->force = potential_of(points, p, leaf, group);
        s.q += 0.5 * charge * p->depth;
        s.d += charge * p->force;
    }
    return s;
}

double ab_half_space(const ab_point_tree *tree, double modulus, ab_patch_point *point, int64_t n,
                     ab_patch_workspace workspace) {
    const int64_t leaves = make_leaves(tree, point, n, workspace.leaf);
    const int64_t groups = make_groups(tree, workspace.leaf, leaves, workspace.group);
    add_potentials(tree->points, workspace.leaf, workspace.group, groups);
    const half_space_sums s = add_up(tree->points, point, n, workspace.leaf, workspace.group);
    const double ratio = s.d > 0 ? s.q / s.d : 0, scale = KAPPA * 2 * modulus * ratio;
    for (int64_t i = 0; i < n; i++) {
        ab_patch_point *p = &point[i];
        p->force = scale * p->area * p->depth * (3 * p->depth - 4 * ratio * p->force);
    }
    return scale * s.q;
}

// ------------------------------------------------------------------------------------------------------------- moments

#define MOMENTS 0.51232 // c

double ab_half_space_moments(double modulus, ab_patch_point *point, int64_t n) {
    double low = 0, high = 0; // M_1.5, M_2.5
    for (int64_t i = 0; i < n; i++) {
        const double part = point[i].area * point[i].depth * sqrt(point[i].depth);
        low += part;
        high += part * point[i].depth;
    }
    const double low_root = sqrt(low), energy = MOMENTS * modulus * (high / low_root) * sqrt(sqrt(high) / low_root);
    const bool any = high > 0 && low > 0;
    for (int64_t i = 0; i < n; i++) {
        ab_patch_point *p = &point[i];
        p->force = any ? energy * p->area * sqrt(p->depth) * (3.125 * p->depth / high - 1.125 / low) : 0;
    }
    return any ? energy : 0;
}
