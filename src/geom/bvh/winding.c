// Winding number. A cluster with centre c, area vector N = sum a n and moment Q = sum (x - c) a n^T, seen from p with d
// = c - p, r = |d|:
//
//     4 pi w = N.d / r^3 + tr Q / r^3 - 3 d.(Q d) / r^5 + O((size/r)^3)      [barill2018]
//
// A triangle a, b, c relative to p has the solid angle      [vanoosterom1983]
//
//     tan(angle/2) = a.(b x c) / (|a||b||c| + a.b |c| + b.c |a| + c.a |b|)
#include "geom/bvh/winding.h"

#include "base/alloc.h"
#include "base/work.h"

// A cluster is opened within this many times its radius.
#define ACCURACY 2.0

#define FOUR_PI 12.566370614359172954

typedef struct winding_group {
    double area;
    v3 centre, normal;
    double moment[6];
    double radius; // of the bounding ball about the centre
} winding_group;

static double solid_angle(v3 a, v3 b, v3 c) {
    const double la = v3_norm(a), lb = v3_norm(b), lc = v3_norm(c);
    const double volume = v3_dot(a, v3_cross(b, c));
    const double rest = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return 2 * atan2(volume, rest);
}

static double triangle_angle(const ab_mesh *mesh, int64_t t, v3 p) {
    const int32_t *v = mesh->triangle[t].v;
    return solid_angle(v3_sub(mesh->vertex[v[0]], p), v3_sub(mesh->vertex[v[1]], p), v3_sub(mesh->vertex[v[2]], p));
}

double ab_winding_exact(const ab_mesh *mesh, v3 p) {
    double sum = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) sum += triangle_angle(mesh, t, p);
    return sum / FOUR_PI;
}

// Adds the symmetric part of sum x y^T.
static void add_product(double moment[6], v3 x, v3 y) {
    moment[0] += x.x * y.x;
    moment[1] += x.y * y.y;
    moment[2] += x.z * y.z;
    moment[3] += (x.y * y.z + x.z * y.y) / 2;
    moment[4] += (x.z * y.x + x.x * y.z) / 2;
    moment[5] += (x.x * y.y + x.y * y.x) / 2;
}

static winding_group triangle_group(const ab_mesh *mesh, int32_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
    const v3 centre = v3_scale(1.0 / 3, v3_add(v3_add(a, b), c));
    const v3 normal = v3_scale(0.5, v3_cross(v3_sub(b, a), v3_sub(c, a)));
    const double far2 =
        ab_greater(ab_greater(v3_norm2(v3_sub(a, centre)), v3_norm2(v3_sub(b, centre))), v3_norm2(v3_sub(c, centre)));
    return (winding_group){.area = v3_norm(normal), .centre = centre, .normal = normal, .radius = sqrt(far2)};
}

static winding_group join(const winding_group *part, int count) {
    winding_group all = {0};
    v3 plain = v3_zero();
    for (int i = 0; i < count; i++) {
        all.area += part[i].area;
        all.normal = v3_add(all.normal, part[i].normal);
        all.centre = v3_add_scaled(all.centre, part[i].area, part[i].centre);
        plain = v3_add_scaled(plain, 1.0 / count, part[i].centre);
    }
    all.centre = all.area > 0 ? v3_scale(1 / all.area, all.centre) : plain;
    for (int i = 0; i < count; i++) {
        const v3 arm = v3_sub(part[i].centre, all.centre);
        for (int k = 0; k < 6; k++) all.moment[k] += part[i].moment[k];
        add_product(all.moment, arm, part[i].normal);
        all.radius = ab_greater(all.radius, v3_norm(arm) + part[i].radius);
    }
    return all;
}

typedef struct groups {
    ab_winding *winding;
    winding_group *leaf, *node; // (nleaf), (nnode)
} groups;

static void find_leaf_groups(void *arg, int64_t begin, int64_t end) {
    const groups *g = arg;
    const ab_bvh *bvh = g->winding->bvh;
    for (int64_t i = begin; i < end; i++) {
        const ab_bvh_leaf *leaf = &bvh->leaf[i];
        winding_group part[AB_LANES];
        for (int k = 0; k < leaf->count; k++) part[k] = triangle_group(bvh->mesh, leaf->triangle[k]);
        g->leaf[i] = join(part, leaf->count);
    }
}

// Clusters of the children, and their union for the node.
static winding_group node_group(const groups *g, int64_t number) {
    const ab_winding *w = g->winding;
    const ab_bvh_node *node = &w->bvh->node[number];
    ab_winding_node *to = &w->node[number];
    winding_group part[AB_LANES];
    for (int k = 0; k < AB_LANES; k++) {
        to->reach2[k] = INFINITY;
        if (k >= node->count) continue;
        const int32_t child = node->child[k];
        part[k] = child < 0 ? g->leaf[~child] : g->node[child];
        for (int axis = 0; axis < 3; axis++) {
            to->centre[axis][k] = v3_at(part[k].centre, axis);
            to->normal[axis][k] = v3_at(part[k].normal, axis);
        }
        for (int i = 0; i < 6; i++) to->moment[i][k] = part[k].moment[i];
        to->reach2[k] = ACCURACY * ACCURACY * part[k].radius * part[k].radius;
    }
    return join(part, node->count);
}

// Nodes are numbered in depth-first order, so a subtree is a contiguous range; its clusters are combined from the end.
typedef struct node_range {
    int64_t begin, end;
} node_range;

enum { RANGES = AB_LANES * AB_LANES }; // subtrees at depth two

static void find_node_groups(const groups *g, node_range r) {
    for (int64_t i = r.end - 1; i >= r.begin; i--) g->node[i] = node_group(g, i);
}

// Subtrees of a node's children, one range per inner child.
static int ranges_below(const ab_bvh *bvh, node_range r, node_range below[AB_LANES]) {
    const ab_bvh_node *node = &bvh->node[r.begin];
    int count = 0;
    for (int k = 0; k < node->count; k++) {
        if (node->child[k] < 0) continue;
        if (count > 0) below[count - 1].end = node->child[k];
        below[count++] = (node_range){node->child[k], r.end};
    }
    return count;
}

typedef struct range_groups {
    const groups *groups;
    node_range range[RANGES];
} range_groups;

static void find_range_groups(void *arg, int64_t begin, int64_t end) {
    const range_groups *r = arg;
    for (int64_t i = begin; i < end; i++) find_node_groups(r->groups, r->range[i]);
}

static void join_groups(const ab_ctx *cx, const groups *g) {
    const ab_bvh *bvh = g->winding->bvh;
    range_groups low = {.groups = g};
    node_range top[AB_LANES];
    const int ntop = ranges_below(bvh, (node_range){0, bvh->nnode}, top);
    int nlow = 0;
    for (int i = 0; i < ntop; i++) nlow += ranges_below(bvh, top[i], &low.range[nlow]);
    ab_parallel_uneven(cx, nlow, find_range_groups, &low);
    for (int i = 0; i < ntop; i++) g->node[top[i].begin] = node_group(g, top[i].begin);
    g->node[0] = node_group(g, 0);
}

abut_status ab_winding_build(ab_ctx *cx, const ab_bvh *bvh, ab_winding *winding) {
    enum { GRAIN = 64 };
    *winding = (ab_winding){.bvh = bvh};
    groups g = {.winding = winding};
    abut_status status = AB_ALLOC(cx, &winding->node, bvh->nnode);
    if (status == ABUT_OK) status = AB_ALLOC_RAW(cx, &g.leaf, bvh->nleaf);
    if (status == ABUT_OK) status = AB_ALLOC_RAW(cx, &g.node, bvh->nnode);
    if (status == ABUT_OK) {
        status = ab_parallel_work(cx, "tree of winding numbers", bvh->nleaf, GRAIN, find_leaf_groups, &g);
    }
    if (status == ABUT_OK) join_groups(cx, &g);
    ab_free(cx, g.leaf);
    ab_free(cx, g.node);
    if (status != ABUT_OK) ab_winding_free(cx, winding);
    return status;
}

void ab_winding_free(ab_ctx *cx, ab_winding *winding) {
    ab_free(cx, winding->node);
    *winding = (ab_winding){0};
}

// Dipole approximation of each child, and its squared distance.
AB_SIMD_INLINE void far_parts(const ab_winding_node *n, v3 p, double part[AB_LANES], double distance2[AB_LANES]) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const double x = n->centre[0][k] - p.x, y = n->centre[1][k] - p.y, z = n->centre[2][k] - p.z;
        const double r2 = x * x + y * y + z * z;
        const double dipole = n->normal[0][k] * x + n->normal[1][k] * y + n->normal[2][k] * z;
        const double trace = n->moment[0][k] + n->moment[1][k] + n->moment[2][k];
        const double straight = n->moment[0][k] * x * x + n->moment[1][k] * y * y + n->moment[2][k] * z * z;
        const double mixed = n->moment[3][k] * y * z + n->moment[4][k] * z * x + n->moment[5][k] * x * y;
        part[k] = (dipole + trace - 3 * (straight + 2 * mixed) / r2) / (r2 * sqrt(r2));
        distance2[k] = r2;
    }
}

static double leaf_angle_singly(const ab_bvh *bvh, const ab_bvh_leaf *leaf, v3 p) {
    double sum = 0;
    for (int k = 0; k < leaf->count; k++) sum += triangle_angle(bvh->mesh, leaf->triangle[k], p);
    return sum;
}

// Tangents of half the solid angles of a leaf's triangles; false if one is not certainly small.
AB_SIMD_INLINE bool half_tangents(const ab_bvh_leaf *leaf, v3 p, double tangent[AB_LANES]) {
    const double SMALL = 0.41; // below tan(pi/8): eight such halves add up to less than pi
    double large[AB_LANES];
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const double ax = leaf->a[0][k] - p.x, ay = leaf->a[1][k] - p.y, az = leaf->a[2][k] - p.z;
        const double bx = ax + leaf->ab[0][k], by = ay + leaf->ab[1][k], bz = az + leaf->ab[2][k];
        const double cx = ax + leaf->ac[0][k], cy = ay + leaf->ac[1][k], cz = az + leaf->ac[2][k];
        const double la = sqrt(ax * ax + ay * ay + az * az), lb = sqrt(bx * bx + by * by + bz * bz),
                     lc = sqrt(cx * cx + cy * cy + cz * cz);
        const double volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
        const double rest = la * lb * lc + (ax * bx + ay * by + az * bz) * lc + (bx * cx + by * cy + bz * cz) * la +
                            (cx * ax + cy * ay + cz * az) * lb;
        large[k] = fabs(volume) < SMALL * rest ? 0 : 1;
        tangent[k] = volume / rest;
    }
    double any = 0;
    for (int k = 0; k < AB_LANES; k++) any += large[k];
    return any == 0;
}

// Small angles are added by multiplying complex numbers: one arc tangent per leaf.
AB_SIMD_INLINE double leaf_angle(const ab_bvh *bvh, const ab_bvh_leaf *leaf, v3 p) {
    double s[AB_LANES], c[AB_LANES];
    if (!half_tangents(leaf, p, s)) return leaf_angle_singly(bvh, leaf, p);
    for (int k = 0; k < AB_LANES; k++) {
        if (k >= leaf->count) s[k] = 0; // lanes beyond the count repeat the first triangle
        c[k] = 1;
    }
    for (int half = AB_LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++) {
            const double real = c[k] * c[k + half] - s[k] * s[k + half];
            s[k] = s[k] * c[k + half] + c[k] * s[k + half];
            c[k] = real;
        }
    return 2 * atan2(s[0], c[0]);
}

AB_SIMD double ab_winding_number(const ab_winding *winding, v3 p) {
    const ab_bvh *bvh = winding->bvh;
    int32_t stack[AB_BVH_STACK];
    int size = 0;
    double sum = 0;
    stack[size++] = 0;
    while (size > 0) {
        const int32_t next = stack[--size];
        if (next < 0) {
            sum += leaf_angle(bvh, &bvh->leaf[~next], p);
            continue;
        }
        double part[AB_LANES], distance2[AB_LANES];
        far_parts(&winding->node[next], p, part, distance2);
        for (int k = 0; k < bvh->node[next].count; k++) {
            if (distance2[k] > winding->node[next].reach2[k])
                sum += part[k];
            else
                stack[size++] = bvh->node[next].child[k];
        }
    }
    return sum / FOUR_PI;
}
