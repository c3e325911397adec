// Nearest distances of eight points at once. A child is entered if the box around the points is near enough for the worst of
// them, and then if its own box is near enough for any of them; each triangle of a leaf is measured from all eight.
#include "geom/bvh_walk.h"

typedef struct bounds {
    v3 low, high;
} bounds;

static bounds bounds_of(const ab_packet *p) {
    bounds b = {{p->x[0], p->y[0], p->z[0]}, {p->x[0], p->y[0], p->z[0]}};
    for (int k = 1; k < AB_LANES; k++) {
        const v3 at = {p->x[k], p->y[k], p->z[k]};
        b.low = v3_min(b.low, at);
        b.high = v3_max(b.high, at);
    }
    return b;
}

AB_SIMD_PART double largest(const double x[AB_LANES]) {
    double most = x[0];
    for (int k = 1; k < AB_LANES; k++) most = x[k] > most ? x[k] : most;
    return most;
}

// True if one of the points may have something nearer in the box.
AB_SIMD_PART bool near_any(v3 low, v3 high, const ab_packet *p) {
    int64_t any = 0; // as wide as the numbers it comes from
#pragma omp simd reduction(| : any)
    for (int k = 0; k < AB_LANES; k++) {
        const double x = ab_outside(p->x[k], p->x[k], low.x, high.x);
        const double y = ab_outside(p->y[k], p->y[k], low.y, high.y);
        const double z = ab_outside(p->z[k], p->z[k], low.z, high.z);
        any |= (x * x + y * y + z * z) * AB_BVH_SHRINK < p->distance2[k] ? 1 : 0;
    }
    return any;
}

AB_SIMD_PART void measure_face(const ab_face *face, ab_packet *p) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const double d = ab_face_distance2(face, v3_make(p->x[k], p->y[k], p->z[k]));
        p->distance2[k] = d < p->distance2[k] ? d : p->distance2[k];
    }
}

AB_SIMD_PART v3 corner_of(const double at[3][AB_LANES], int k) {
    return v3_make(at[0][k], at[1][k], at[2][k]);
}

// Most triangles are ruled out by their own boxes, at a fraction of the price of their distance.
AB_SIMD_PART void measure_leaf(const ab_bvh_leaf *leaf, ab_packet *p) {
    for (int t = 0; t < leaf->count; t++) {
        if (!near_any(corner_of(leaf->low, t), corner_of(leaf->high, t), p)) continue;
        const ab_face face = ab_leaf_face(leaf, t);
        measure_face(&face, p);
    }
}

AB_SIMD_PART void open_node(const ab_bvh_node *node, const ab_packet *p, bounds b, double worst,
                            ab_walk *walk) {
    double bound[AB_LANES];
    ab_child_bounds(node, b.low, b.high, bound);
    const int base = walk->size;
    for (int k = 0; k < node->count; k++)
        if (bound[k] < worst && near_any(corner_of(node->low, k), corner_of(node->high, k), p))
            ab_walk_push(walk, base, (ab_waiting){bound[k], node->child[k]});
}

AB_SIMD void ab_bvh_closest8(const ab_bvh *bvh, ab_packet *packet) {
    const bounds b = bounds_of(packet);
    ab_packet p = *packet;
    for (int k = 0; k < AB_LANES; k++) p.distance2[k] = INFINITY;
    if (p.leaf >= 0) measure_leaf(&bvh->leaf[p.leaf], &p);
    double worst = largest(p.distance2);
    ab_walk walk;
    walk.size = 0;
    open_node(&bvh->node[0], &p, b, worst, &walk);
    while (walk.size > 0) {
        const ab_waiting next = walk.stack[--walk.size];
        if (next.bound >= worst) continue;
        if (next.child >= 0) {
            open_node(&bvh->node[next.child], &p, b, worst, &walk);
        } else {
            measure_leaf(&bvh->leaf[~next.child], &p);
            const double now = largest(p.distance2);
            if (now < worst) p.leaf = ~next.child;
            worst = now;
        }
    }
    *packet = p;
}
