// Contact manifolds; see manifold.h. Points are relative to the origin of a while they are computed.
#include "geom/convex/manifold.h"

static const double FACE_ANGLE = 1e-3, MAX_FACE_ANGLE = 0.2; // rad
// Of the size: a corner this far beyond a side counts as on it, and keeps its feature.
static const double ON_SIDE = 1e-5;
static const double EQUAL = 1e-6; // of the size: differences that do not decide which points are kept

enum { MAX_CORNERS = 2 * AB_SUPPORT_FACE_MAX + 8 };

typedef struct point_list {
    v3 normal;
    double gap;  // of the pair
    double size; // m
    int n;
    ab_manifold_point at[MAX_CORNERS];
} point_list;

// --------------------------------------------------------------------------------------------------------- features

// 15 bits for an index of a vertex or edge.
static uint32_t vertex_feature(int index, bool of_b) { return (uint32_t)index | (of_b ? 1u << 15 : 0); }
static uint32_t crossing_feature(int edge_a, int edge_b) {
    return 1u << 30 | (uint32_t)edge_a << 15 | (uint32_t)edge_b;
}

// Adds a point of one shape; the other's is at the distance `gap` along the normal.
static void add_point(point_list *p, v3 at, bool of_b, double gap, uint32_t feature) {
    for (int i = 0; i < p->n; i++)
        if (p->at[i].feature == feature) return;
    const v3 other = v3_add_scaled(at, of_b ? gap : -gap, p->normal);
    if (p->n < MAX_CORNERS) p->at[p->n++] = (ab_manifold_point){of_b ? other : at, of_b ? at : other, gap, feature};
}

// --------------------------------------------------------------------------------------------------------- segments

static v3 on_segment(const ab_support_face *f, double s) {
    return v3_add_scaled(f->corner[0], s, v3_sub(f->corner[1], f->corner[0]));
}

// Fraction of a segment at the projection of a point along n.
static double fraction(const ab_support_face *f, v3 at, v3 n) {
    const v3 along = v3_across(n, v3_sub(f->corner[1], f->corner[0]));
    return v3_dot(along, v3_sub(at, f->corner[0])) / v3_norm2(along);
}

static bool within(double s, double tolerance) { return s >= -tolerance && s <= 1 + tolerance; }

// Parallel segments: the ends of each that lie beside the other; an end that both share counts once, as a's.
static void add_ends(const ab_support_face *a, const ab_support_face *b, point_list *p) {
    const double length = v3_norm(v3_sub(b->corner[1], b->corner[0])), tie = ON_SIDE * p->size;
    bool taken[2] = {false, false}; // b's end 0, 1 is as good as an end of a
    for (int i = 0; i < 2; i++) {
        const double t = fraction(b, a->corner[i], p->normal);
        if (!within(t, tie / length)) continue;
        const double gap = v3_dot(p->normal, v3_sub(a->corner[i], on_segment(b, t)));
        add_point(p, a->corner[i], false, gap, vertex_feature(a->vertex[i], false));
        if (fabs(t) * length <= tie) taken[0] = true;
        if (fabs(1 - t) * length <= tie) taken[1] = true;
    }
    for (int i = 0; i < 2; i++) {
        const double s = fraction(a, b->corner[i], p->normal);
        if (taken[i] || !within(s, 0)) continue;
        const double gap = v3_dot(p->normal, v3_sub(on_segment(a, s), b->corner[i]));
        add_point(p, b->corner[i], true, gap, vertex_feature(b->vertex[i], true));
    }
}

static void meet_segments(const ab_support_face *a, const ab_support_face *b, point_list *p) {
    const v3 u = v3_sub(a->corner[1], a->corner[0]), w = v3_sub(b->corner[1], b->corner[0]);
    const double cross = v3_dot(p->normal, v3_cross(u, w));
    if (fabs(cross) <= FACE_ANGLE * v3_norm(u) * v3_norm(w)) return add_ends(a, b, p);
    const double s = v3_dot(p->normal, v3_cross(v3_sub(b->corner[0], a->corner[0]), w)) / cross;
    const double on = s < 0 ? 0 : s > 1 ? 1 : s;
    add_point(p, on_segment(a, on), false, p->gap, crossing_feature(a->edge[0], b->edge[0]));
}

// --------------------------------------------------------------------------------------------------------- polygons

// A corner of the face that is being clipped, and the edge from it to the next: an index of the face's edges, or ~side
// of the clipping polygon.
typedef struct clip_corner {
    v3 at;
    uint32_t feature;
    int edge;
} clip_corner;

typedef struct polygon {
    int n;
    clip_corner corner[MAX_CORNERS];
} polygon;

typedef struct clipping {
    const ab_support_face *subject, *by;
    v3 up; // by's outer side
    bool subject_is_b;
    double tie;
} clipping;

static uint32_t cut_feature(const clipping *c, int edge, int side) {
    if (edge < 0) { // two sides meet: the vertex between them
        const int before = ~edge;
        const int corner = before == 0 && side == c->by->n - 1 ? 0 : side;
        return vertex_feature(c->by->vertex[corner], !c->subject_is_b);
    }
    const int of_subject = c->subject->edge[edge], of_by = c->by->edge[side];
    return c->subject_is_b ? crossing_feature(of_by, of_subject) : crossing_feature(of_subject, of_by);
}

static void put(polygon *q, v3 at, uint32_t feature, int edge) {
    if (q->n < MAX_CORNERS) q->corner[q->n++] = (clip_corner){at, feature, edge};
}

// Sutherland and Hodgman's step: keeps what is to the left of a side.
static void clip_by_side(const clipping *c, int side, const polygon *from, polygon *to) {
    const v3 start = c->by->corner[side], end = c->by->corner[(side + 1) % c->by->n];
    const v3 outward = v3_unit(v3_cross(v3_sub(end, start), c->up));
    to->n = 0;
    for (int i = 0; i < from->n; i++) {
        const clip_corner *here = &from->corner[i], *next = &from->corner[(i + 1) % from->n];
        const double h = v3_dot(outward, v3_sub(here->at, start)), k = v3_dot(outward, v3_sub(next->at, start));
        const bool in = h <= c->tie, next_in = k <= c->tie;
        if (in) put(to, here->at, here->feature, here->edge);
        if (in == next_in) continue;
        const double s = h == k ? 0 : h / (h - k), t = s < 0 ? 0 : s > 1 ? 1 : s;
        put(to, v3_add_scaled(here->at, t, v3_sub(next->at, here->at)), cut_feature(c, here->edge, side),
            in ? ~side : here->edge);
    }
}

static v3 area_vector(const ab_support_face *f) {
    v3 sum = v3_zero();
    for (int i = 2; i < f->n; i++)
        sum = v3_add(sum, v3_cross(v3_sub(f->corner[i - 1], f->corner[0]), v3_sub(f->corner[i], f->corner[0])));
    return sum;
}

// Clips a polygon or segment by a polygon; each corner that is left meets the polygon's plane along the normal.
static void clip_face(const ab_support_face *subject, const ab_support_face *by, bool subject_is_b, point_list *p) {
    const clipping c = {subject, by, subject_is_b ? v3_neg(p->normal) : p->normal, subject_is_b, ON_SIDE * p->size};
    polygon buffer[2];
    buffer[0].n = 0;
    for (int i = 0; i < subject->n; i++)
        put(&buffer[0], subject->corner[i], vertex_feature(subject->vertex[i], subject_is_b), i);
    for (int side = 0; side < by->n; side++) clip_by_side(&c, side, &buffer[side % 2], &buffer[1 - side % 2]);
    const polygon *left = &buffer[by->n % 2];
    const v3 plane = area_vector(by);
    const double slant = v3_dot(plane, c.up);
    for (int i = 0; i < left->n && slant > 0; i++) {
        const double height = v3_dot(plane, v3_sub(left->corner[i].at, by->corner[0])) / slant;
        add_point(p, left->corner[i].at, subject_is_b, height, left->corner[i].feature);
    }
}

// ------------------------------------------------------------------------------------------------------------ faces

static void intersect(const ab_support_face *a, const ab_support_face *b, point_list *p) {
    if (a->n == 1) return add_point(p, a->corner[0], false, p->gap, vertex_feature(a->vertex[0], false));
    if (b->n == 1) return add_point(p, b->corner[0], true, p->gap, vertex_feature(b->vertex[0], true));
    if (a->n == 2 && b->n == 2) return meet_segments(a, b, p);
    if (b->n == 2) return clip_face(b, a, true, p);
    clip_face(a, b, false, p);
}

// The face that a shape at a pose turns to n.
static void face_towards(const ab_convex *c, ab_pose pose, v3 n, double angle, ab_support_face *face) {
    c->type->face(c, quat_unrotate(pose.q, n), angle, face);
    for (int i = 0; i < face->n; i++) face->corner[i] = pose_apply(pose, face->corner[i]);
}

// Every corner of the face over the half-space.
static void meet_plane(const ab_support_face *face, v3 on_plane, bool face_is_b, point_list *p) {
    const v3 up = face_is_b ? v3_neg(p->normal) : p->normal;
    for (int i = 0; i < face->n; i++) {
        const double gap = v3_dot(up, v3_sub(face->corner[i], on_plane));
        add_point(p, face->corner[i], face_is_b, gap, vertex_feature(face->vertex[i], face_is_b));
    }
}

static void meet(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, double angle, point_list *p) {
    ab_support_face of_a, of_b;
    p->n = 0;
    if (a->type->half_space) {
        face_towards(b, pose_b, p->normal, angle, &of_b);
        return meet_plane(&of_b, pose_a.x, true, p);
    }
    face_towards(a, pose_a, v3_neg(p->normal), angle, &of_a);
    if (b->type->half_space) return meet_plane(&of_a, pose_b.x, false, p);
    face_towards(b, pose_b, p->normal, angle, &of_b);
    intersect(&of_a, &of_b, p);
}

static double min_gap(const point_list *p) {
    double min = INFINITY;
    for (int i = 0; i < p->n; i++) min = ab_lesser(min, p->at[i].gap);
    return min;
}

// -------------------------------------------------------------------------------------------------------- selection

static void sort(ab_manifold_point *at, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && at[k - 1].feature > at[k].feature; k--) {
            const ab_manifold_point swap = at[k];
            at[k] = at[k - 1];
            at[k - 1] = swap;
        }
}

static void drop_apart(point_list *p, double margin) {
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->at[i].gap < margin) p->at[n++] = p->at[i];
    p->n = n;
}

static void move_to(point_list *p, int from, int to) {
    const ab_manifold_point swap = p->at[to];
    p->at[to] = p->at[from];
    p->at[from] = swap;
}

static double nearest2(const point_list *p, int chosen, int i) {
    double min = INFINITY;
    for (int k = 0; k < chosen; k++) min = ab_lesser(min, v3_norm2(v3_sub(p->at[k].on_a, p->at[i].on_a)));
    return min;
}

// The deepest, then always the one farthest from those chosen; of equals the one with the least feature.
static void choose(point_list *p) {
    int deepest = 0;
    for (int i = 1; i < p->n; i++)
        if (p->at[i].gap < p->at[deepest].gap - EQUAL * p->size) deepest = i;
    move_to(p, deepest, 0);
    for (int chosen = 1; chosen < AB_MANIFOLD_MAX; chosen++) {
        sort(p->at + chosen, p->n - chosen);
        int best = chosen;
        for (int i = chosen + 1; i < p->n; i++)
            if (nearest2(p, chosen, i) > nearest2(p, chosen, best) + EQUAL * p->size * p->size) best = i;
        move_to(p, best, chosen);
    }
    p->n = AB_MANIFOLD_MAX;
}

static ab_manifold finish(point_list *p, v3 origin) {
    ab_manifold m = {.normal = p->normal, .gap = p->gap};
    sort(p->at, p->n);
    if (p->n > AB_MANIFOLD_MAX) choose(p);
    sort(p->at, p->n);
    for (m.n = 0; m.n < p->n; m.n++) {
        m.point[m.n] = p->at[m.n];
        m.point[m.n].on_a = v3_add(origin, p->at[m.n].on_a);
        m.point[m.n].on_b = v3_add(origin, p->at[m.n].on_b);
    }
    return m;
}

// Bounded by the smaller shape.
static double face_angle(const ab_convex *a, const ab_convex *b, double margin) {
    const double angle = margin / ab_lesser(a->radius, b->radius);
    return angle > MAX_FACE_ANGLE ? MAX_FACE_ANGLE : ab_greater(angle, FACE_ANGLE);
}

ab_manifold ab_manifold_at(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, ab_gap g,
                           double margin) {
    const v3 origin = pose_a.x;
    const ab_pose at_a = {v3_zero(), pose_a.q}, at_b = {v3_sub(pose_b.x, origin), pose_b.q};
    if (!(g.gap < margin)) return (ab_manifold){.normal = g.normal, .gap = g.gap};
    point_list p; // large: not cleared
    p.normal = g.normal;
    p.gap = g.gap;
    p.size = ab_lesser(a->radius, b->radius);
    // A wide face may miss the nearest point where several faces lie within the angle; at 0 there are only vertices.
    const double angle[] = {face_angle(a, b, margin), FACE_ANGLE, 0};
    for (int i = 0; i < 3; i++) {
        meet(a, at_a, b, at_b, angle[i], &p);
        if (min_gap(&p) <= p.gap + EQUAL * p.size) break;
    }
    drop_apart(&p, margin);
    return finish(&p, origin);
}

ab_manifold ab_manifold_find(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, double margin) {
    const ab_pose at_a = {v3_zero(), pose_a.q}, at_b = {v3_sub(pose_b.x, pose_a.x), pose_b.q};
    if (a->type->half_space && b->type->half_space) return (ab_manifold){.normal = {0, 0, 1}, .gap = INFINITY};
    return ab_manifold_at(a, pose_a, b, pose_b, ab_support_contact(a, at_a, b, at_b), margin);
}
