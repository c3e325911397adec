// Intersection of wall triangles with polyhedra; see wall_facet.h.
#include "geom/convex/wall_facet.h"

#include "geom/mesh/face.h"

// A polygon in one of the two buffers of the clipping workspace, which are unused until a polyhedron is clipped.
typedef struct wall_facet_polygon {
    double *x, *y, *z;
    int32_t n;
} wall_facet_polygon;

static wall_facet_polygon polygon_in(ab_clip *clip, int which) {
    const ab_loops *l = &clip->buffer[which];
    return (wall_facet_polygon){l->x, l->y, l->z, 0};
}

static v3 point_of(const wall_facet_polygon *p, int32_t i) { return v3_make(p->x[i], p->y[i], p->z[i]); }

static void add_point(wall_facet_polygon *p, v3 v) {
    p->x[p->n] = v.x;
    p->y[p->n] = v.y;
    p->z[p->n++] = v.z;
}

static double height_of(ab_plane plane, v3 v) { return v3_dot(plane.normal, v) - plane.offset; }

// Clips a polygon: appends the part below the plane.
static void cut_polygon(const wall_facet_polygon *from, ab_plane plane, wall_facet_polygon *to) {
    to->n = 0;
    v3 u = point_of(from, from->n - 1);
    double above_u = height_of(plane, u);
    for (int32_t i = 0; i < from->n; i++) {
        const v3 w = point_of(from, i);
        const double above_w = height_of(plane, w);
        if ((above_u <= 0) != (above_w <= 0))
            add_point(to, v3_add_scaled(u, above_u / (above_u - above_w), v3_sub(w, u)));
        if (above_w <= 0) add_point(to, w);
        u = w;
        above_u = above_w;
    }
}

static int corners_above(const v3 triangle[3], ab_plane plane) {
    int above = 0;
    for (int k = 0; k < 3; k++) above += height_of(plane, triangle[k]) > 0;
    return above;
}

static bool cut_triangle(const ab_polyhedron *p, const v3 triangle[3], ab_clip *clip, wall_facet_polygon *out) {
    wall_facet_polygon from = polygon_in(clip, 0);
    wall_facet_polygon to = polygon_in(clip, 1);
    for (int k = 0; k < 3; k++) add_point(&from, triangle[k]);
    for (int32_t j = 0; j < p->planes.n && from.n >= 3; j++) {
        const ab_plane plane = ab_plane_at(&p->planes, j);
        const int above = corners_above(triangle, plane);
        if (above == 3) return false;
        if (above == 0) continue;
        cut_polygon(&from, plane, &to);
        const wall_facet_polygon swap = from;
        from = to;
        to = swap;
    }
    *out = from;
    return from.n >= 3;
}

static void measure_polygon(const wall_facet_polygon *p, v3 unit, ab_facet *out) {
    const v3 a = point_of(p, 0);
    double area = 0;
    v3 moment = v3_zero();
    for (int32_t i = 2; i < p->n; i++) {
        const v3 b = v3_sub(point_of(p, i - 1), a);
        const v3 c = v3_sub(point_of(p, i), a);
        const double twice = v3_dot(v3_cross(b, c), unit);
        area += twice;
        moment = v3_add_scaled(moment, twice, v3_add(b, c));
    }
    out->area = v3_scale(0.5 * area, unit);
    out->centroid = v3_add_scaled(a, ab_reciprocal(3 * area), moment);
}

static void cut_off(const ab_polyhedron *p, const v3 triangle[3], v3 unit, v3 o, ab_clip *clip, ab_facet *out) {
    const double above = v3_dot(unit, v3_sub(o, triangle[0]));
    if (above == 0) return;
    const double side = above > 0 ? 1 : -1;
    ab_plane plane = {v3_scale(side, unit), side * v3_dot(unit, triangle[0])};
    ab_clip_start(clip, &p->loops);
    ab_cut done = ab_clip_cut(clip, plane, 0);
    for (int k = 0; k < 3 && done < AB_CUT_ALL; k++) {
        const v3 across = v3_cross(v3_sub(triangle[k], o), v3_sub(triangle[(k + 1) % 3], o));
        plane.normal = v3_scale(side, v3_unit(across));
        plane.offset = v3_dot(plane.normal, o);
        done = ab_clip_cut(clip, plane, 0);
    }
    if (done >= AB_CUT_ALL) return;
    out->volume = side * ab_clip_measure(&clip->now).volume;
}

ab_facet ab_facet_cut(const ab_polyhedron *p, const v3 triangle[3], v3 o, ab_clip *clip) {
    ab_facet out = {0};
    const v3 unit = v3_unit(v3_cross(v3_sub(triangle[1], triangle[0]), v3_sub(triangle[2], triangle[0])));
    wall_facet_polygon inside;
    if (!cut_triangle(p, triangle, clip, &inside)) return out;
    measure_polygon(&inside, unit, &out);
    cut_off(p, triangle, unit, o, clip, &out);
    return out;
}
