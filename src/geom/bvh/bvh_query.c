// Single-point and box queries of the tree: the nearest triangle, nearer children first, and the triangles near a box.
#include "geom/bvh/bvh_walk.h"

typedef struct nearest {
    double distance2;
    int32_t triangle;
} nearest;

AB_SIMD_INLINE nearest measure_leaf(const ab_bvh_leaf *leaf, v3 p, nearest best) {
    double d[AB_LANES];
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const ab_face face = ab_leaf_face(leaf, k);
        d[k] = ab_face_distance2(&face, p);
    }
    for (int k = 0; k < leaf->count; k++) {
        const bool tie = d[k] == best.distance2 && leaf->triangle[k] < best.triangle;
        if (d[k] < best.distance2 || tie) best = (nearest){d[k], leaf->triangle[k]};
    }
    return best;
}

AB_SIMD_INLINE void open_node(const ab_bvh_node *node, v3 p, double within2, ab_bvh_walk *walk) {
    double bound[AB_LANES];
    ab_child_bounds(node, p, bound);
    const int base = walk->size;
    for (int k = 0; k < node->count; k++)
        if (bound[k] <= within2) ab_bvh_walk_push(walk, base, (ab_bvh_waiting){bound[k], node->child[k]});
}

AB_SIMD static nearest find_nearest(const ab_bvh *bvh, v3 p, double within2) {
    nearest best = {within2, INT32_MAX};
    ab_bvh_walk walk;
    walk.size = 0;
    open_node(&bvh->node[0], p, within2, &walk);
    while (walk.size > 0) {
        const ab_bvh_waiting next = walk.stack[--walk.size];
        if (next.bound > best.distance2) continue;
        if (next.child >= 0)
            open_node(&bvh->node[next.child], p, best.distance2, &walk);
        else
            best = measure_leaf(&bvh->leaf[~next.child], p, best);
    }
    return best;
}

// The nearest point of the edge from corner `from` to the next.
static ab_closest closest_on_edge(const v3 corner[3], int from, v3 p) {
    const v3 a = corner[from];
    const v3 edge = v3_sub(corner[(from + 1) % 3], a);
    const double t = ab_clamp01(v3_dot(v3_sub(p, a), edge) * ab_reciprocal(v3_norm2(edge)));
    if (t <= 0) return (ab_closest){.point = a, .feature = AB_FEATURE_VERTEX, .corner = from};
    if (t >= 1)
        return (ab_closest){.point = corner[(from + 1) % 3], .feature = AB_FEATURE_VERTEX, .corner = (from + 1) % 3};
    return (ab_closest){.point = v3_add_scaled(a, t, edge), .feature = AB_FEATURE_EDGE, .corner = from};
}

// The foot of the perpendicular; true if it lies inside the triangle.
static bool foot_inside(const ab_face *f, v3 p, v3 *foot) {
    const v3 r = v3_sub(p, f->a);
    const double along = v3_dot(r, f->ab);
    const double across = v3_dot(r, f->ac);
    const double mixed = v3_dot(f->ab, f->ac);
    const double v = (v3_norm2(f->ac) * along - mixed * across) * f->per_n2;
    const double w = (v3_norm2(f->ab) * across - mixed * along) * f->per_n2;
    *foot = v3_add_scaled(v3_add_scaled(f->a, v, f->ab), w, f->ac);
    return f->per_n2 > 0 && v >= 0 && w >= 0 && v + w <= 1;
}

// `distance` is still squared.
static ab_closest closest_on_triangle(const ab_mesh *mesh, int32_t triangle, v3 p) {
    v3 corner[3];
    for (int k = 0; k < 3; k++) corner[k] = mesh->vertex[mesh->triangle[triangle].v[k]];
    ab_closest best = {.distance = INFINITY};
    for (int k = 0; k < 3; k++) {
        ab_closest c = closest_on_edge(corner, k, p);
        c.distance = v3_norm2(v3_sub(p, c.point));
        if (c.distance < best.distance) best = c;
    }
    const ab_face face = ab_face_make(corner[0], corner[1], corner[2]);
    v3 foot;
    if (foot_inside(&face, p, &foot) && v3_norm2(v3_sub(p, foot)) < best.distance)
        best = (ab_closest){.point = foot, .feature = AB_FEATURE_FACE, .distance = v3_norm2(v3_sub(p, foot))};
    best.triangle = triangle;
    return best;
}

ab_closest ab_closest_on_triangle(const ab_mesh *mesh, int32_t triangle, v3 p) {
    ab_closest closest = closest_on_triangle(mesh, triangle, p);
    closest.distance = sqrt(closest.distance);
    return closest;
}

ab_closest ab_bvh_closest(const ab_bvh *bvh, v3 p, double within) {
    const nearest found = find_nearest(bvh, p, within * within);
    if (found.triangle == INT32_MAX) return (ab_closest){.distance = INFINITY, .triangle = -1};
    ab_closest closest = closest_on_triangle(bvh->mesh, found.triangle, p);
    closest.distance = sqrt(found.distance2);
    return closest;
}

static bool overlaps_box(const ab_bvh_node *node, int k, v3 low, v3 high) {
    return node->low[0][k] <= high.x && low.x <= node->high[0][k] && node->low[1][k] <= high.y &&
           low.y <= node->high[1][k] && node->low[2][k] <= high.z && low.z <= node->high[2][k];
}

static bool visit_leaf(const ab_bvh *bvh, const ab_bvh_leaf *leaf, v3 low, v3 high, ab_bvh_visit *visit, void *arg) {
    for (int k = 0; k < leaf->count; k++) {
        const int32_t *v = bvh->mesh->triangle[leaf->triangle[k]].v;
        const v3 *p = bvh->mesh->vertex;
        const v3 min = v3_min(v3_min(p[v[0]], p[v[1]]), p[v[2]]);
        const v3 max = v3_max(v3_max(p[v[0]], p[v[1]]), p[v[2]]);
        const bool apart =
            min.x > high.x || low.x > max.x || min.y > high.y || low.y > max.y || min.z > high.z || low.z > max.z;
        if (!apart && !visit(arg, leaf->triangle[k])) return false;
    }
    return true;
}

int64_t ab_bvh_overlap(const ab_bvh *bvh, v3 low, v3 high, ab_bvh_visit *visit, void *arg) {
    int32_t stack[AB_BVH_STACK];
    int size = 0;
    int64_t boxes = 0;
    stack[size++] = 0;
    while (size > 0) {
        const int32_t next = stack[--size];
        boxes += AB_LANES;
        if (next < 0) {
            if (!visit_leaf(bvh, &bvh->leaf[~next], low, high, visit, arg)) break;
            continue;
        }
        const ab_bvh_node *node = &bvh->node[next];
        for (int k = 0; k < node->count; k++)
            if (overlaps_box(node, k, low, high)) stack[size++] = node->child[k];
    }
    return boxes;
}
