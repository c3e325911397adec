// Nearest distances of a packet of eight points. A child is visited if its box may be near enough for any point, in the
// order of distance from the packet's bounding box; triangles of a leaf are tested against all eight points.
//
// Boxes are tested in floats, with twice as many lanes per register as doubles: points become enclosing intervals,
// boxes and best distances are rounded up, squared distances down, so that the nearest triangle is never culled.
// Triangle distances are computed in doubles, after most triangles have been culled by their discs (bvh.h).
#include "geom/bvh/bvh_walk.h"

#include <float.h>

// Exceeds the round-off of a squared distance in floats.
#define SHRINK (1 - 0x1p-20f)

// Exceeds the round-off of a sum of three products, relative to the sum of their factors.
#define ROUND 0x1p-20f

typedef struct bvh_packet_eight {
    ab_packet *packet;
    double unit;
    float low[3][AB_LANES], high[3][AB_LANES]; // enclosing intervals of the points
    float place[3][AB_LANES];                  // the points, rounded
    float margin[AB_LANES]; // bound of the round-off of a component of p - x in any direction, x a point of the mesh
    float box_low[3], box_high[3]; // bounding box of all points
    float best[AB_LANES];          // squared distances, rounded up
    float worst;                   // largest of them
} bvh_packet_eight;

static void enclose(const double x[AB_LANES], int axis, bvh_packet_eight *e) {
    for (int k = 0; k < AB_LANES; k++) {
        const float near = (float)(e->unit * x[k]);
        e->place[axis][k] = near;
        e->low[axis][k] = near - fabsf(near) * 0x1p-23f - FLT_MIN;
        e->high[axis][k] = near + fabsf(near) * 0x1p-23f + FLT_MIN;
        e->margin[k] += (1 + fabsf(near)) * ROUND; // coordinates of the mesh are at most 1
    }
}

static bvh_packet_eight start(const ab_bvh *bvh, ab_packet *packet) {
    bvh_packet_eight e = {.packet = packet, .unit = bvh->unit, .worst = INFINITY};
    enclose(packet->x, 0, &e);
    enclose(packet->y, 1, &e);
    enclose(packet->z, 2, &e);
    for (int axis = 0; axis < 3; axis++) {
        e.box_low[axis] = e.low[axis][0];
        e.box_high[axis] = e.high[axis][0];
        for (int k = 1; k < AB_LANES; k++) {
            e.box_low[axis] = e.low[axis][k] < e.box_low[axis] ? e.low[axis][k] : e.box_low[axis];
            e.box_high[axis] = e.high[axis][k] > e.box_high[axis] ? e.high[axis][k] : e.box_high[axis];
        }
    }
    for (int k = 0; k < AB_LANES; k++) {
        packet->distance2[k] = INFINITY;
        e.best[k] = INFINITY;
    }
    return e;
}

// Distance between the intervals low .. high and box_low .. box_high.
AB_SIMD_INLINE float gap(float low, float high, float box_low, float box_high) {
    const float below = box_low - high;
    const float above = low - box_high;
    const float max = below > above ? below : above;
    return max > 0 ? max : 0;
}

// bound[k] = squared distance of box k from the box of all points.
AB_SIMD_INLINE void box_bounds(const ab_unit_boxes *boxes, const bvh_packet_eight *e, float bound[AB_LANES]) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const float x = gap(e->box_low[0], e->box_high[0], boxes->low[0][k], boxes->high[0][k]);
        const float y = gap(e->box_low[1], e->box_high[1], boxes->low[1][k], boxes->high[1][k]);
        const float z = gap(e->box_low[2], e->box_high[2], boxes->low[2][k], boxes->high[2][k]);
        bound[k] = (x * x + y * y + z * z) * SHRINK;
    }
}

// True if box i may contain a nearer point for any of the eight.
AB_SIMD_INLINE bool near_any(const ab_unit_boxes *boxes, int i, const bvh_packet_eight *e) {
    const float low[3] = {boxes->low[0][i], boxes->low[1][i], boxes->low[2][i]};
    const float high[3] = {boxes->high[0][i], boxes->high[1][i], boxes->high[2][i]};
    int32_t any = 0; // same width as the compared floats, for vectorisation
#pragma omp simd reduction(| : any)
    for (int k = 0; k < AB_LANES; k++) {
        const float x = gap(e->low[0][k], e->high[0][k], low[0], high[0]);
        const float y = gap(e->low[1][k], e->high[1][k], low[1], high[1]);
        const float z = gap(e->low[2][k], e->high[2][k], low[2], high[2]);
        any |= (x * x + y * y + z * z) * SHRINK < e->best[k] ? 1 : 0;
    }
    return any;
}

// True if disc i may be nearer than the best distance for any point. With v = p - centre, a = v . normal and b^2 = v^2
// - a^2, the distance to the disc is at least |(|a| - thick, b - radius)|, counting positive components only.
AB_SIMD_INLINE bool near_disc(const ab_unit_discs *d, int i, const bvh_packet_eight *e) {
    const float centre[3] = {d->centre[0][i], d->centre[1][i], d->centre[2][i]};
    const float normal[3] = {d->normal[0][i], d->normal[1][i], d->normal[2][i]};
    const float thick = d->thick[i], radius = d->radius[i];
    int32_t any = 0; // same width as the compared floats, for vectorisation
#pragma omp simd reduction(| : any)
    for (int k = 0; k < AB_LANES; k++) {
        const float x = e->place[0][k] - centre[0], y = e->place[1][k] - centre[1], z = e->place[2][k] - centre[2];
        const float a = x * normal[0] + y * normal[1] + z * normal[2], square = x * x + y * y + z * z;
        const float across2 = square * (1 - 4 * ROUND) - a * a;
        const float over = fabsf(a) - thick - e->margin[k];
        const float beside = sqrtf(across2 > 0 ? across2 : 0) - radius - e->margin[k];
        const float up = over > 0 ? over : 0, out = beside > 0 ? beside : 0;
        any |= (up * up + out * out) * SHRINK < e->best[k] ? 1 : 0;
    }
    return any;
}

AB_SIMD_INLINE void measure_face(const ab_face *face, bvh_packet_eight *e) {
    ab_packet *p = e->packet;
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const double d = ab_face_distance2(face, v3_make(p->x[k], p->y[k], p->z[k]));
        p->distance2[k] = d < p->distance2[k] ? d : p->distance2[k];
    }
}

AB_SIMD_INLINE void note_best(bvh_packet_eight *e) {
    const double scale = e->unit * e->unit * (1 + 0x1p-22);
    float worst = 0;
#pragma omp simd reduction(max : worst)
    for (int k = 0; k < AB_LANES; k++) {
        e->best[k] = (float)(e->packet->distance2[k] * scale) + FLT_MIN;
        worst = e->best[k] > worst ? e->best[k] : worst;
    }
    e->worst = worst;
}

// Bit mask of the boxes that may contain a nearer point for any of the eight. Branch-free, since the outcome is
// unpredictable.
AB_SIMD_INLINE unsigned near_boxes(const ab_unit_boxes *boxes, int count, const bvh_packet_eight *e) {
    unsigned near = 0;
    for (int i = 0; i < count; i++) near |= (unsigned)near_any(boxes, i, e) << i;
    return near;
}

// Removes from `maybe` the lanes whose discs are too far.
AB_SIMD_INLINE unsigned near_discs(const ab_unit_discs *discs, unsigned maybe, const bvh_packet_eight *e) {
    unsigned near = 0;
    for (; maybe; maybe &= maybe - 1) {
        const int i = __builtin_ctz(maybe);
        near |= (unsigned)near_disc(discs, i, e) << i;
    }
    return near;
}

// Most triangles are culled by their boxes and discs, at a fraction of the cost of a distance. True if any was not.
AB_SIMD_INLINE bool measure_leaf(const ab_bvh_leaf *leaf, bvh_packet_eight *e) {
    const unsigned near = near_discs(&leaf->disc, near_boxes(&leaf->unit, leaf->count, e), e);
    for (unsigned left = near; left; left &= left - 1) {
        const ab_face face = ab_leaf_face(leaf, __builtin_ctz(left));
        measure_face(&face, e);
    }
    if (near) note_best(e);
    return near != 0;
}

AB_SIMD_INLINE void open_node(const ab_bvh_node *node, const bvh_packet_eight *e, ab_bvh_walk *walk) {
    float bound[AB_LANES];
    box_bounds(&node->unit, e, bound);
    const int base = walk->size;
    const unsigned near = near_discs(&node->disc, near_boxes(&node->unit, node->count, e), e);
    for (unsigned left = near; left; left &= left - 1) {
        const int k = __builtin_ctz(left);
        ab_bvh_walk_push(walk, base, (ab_bvh_waiting){(double)bound[k], node->child[k]});
    }
}

AB_SIMD void ab_bvh_closest8(const ab_bvh *bvh, ab_packet *packet) {
    bvh_packet_eight e = start(bvh, packet);
    if (packet->leaf >= 0) measure_leaf(&bvh->leaf[packet->leaf], &e);
    ab_bvh_walk walk;
    walk.size = 0;
    open_node(&bvh->node[0], &e, &walk);
    while (walk.size > 0) {
        const ab_bvh_waiting next = walk.stack[--walk.size];
        if (next.bound >= (double)e.worst) continue;
        const float before = e.worst;
        if (next.child >= 0)
            open_node(&bvh->node[next.child], &e, &walk);
        else if (measure_leaf(&bvh->leaf[~next.child], &e) && e.worst < before)
            packet->leaf = ~next.child;
    }
}
