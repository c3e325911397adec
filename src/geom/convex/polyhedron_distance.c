// Signed distance of a point from a convex polyhedron: inside, the height below the nearest face; outside, the distance
// from the nearest point of the faces that the point is above.
#include "geom/convex/polyhedron_distance.h"

static v3 closest_on_edge(v3 u, v3 w, v3 p) {
    const v3 along = v3_sub(w, u);
    const double t = v3_dot(along, v3_sub(p, u)) / v3_norm2(along);
    return v3_add_scaled(u, t < 0 ? 0 : t > 1 ? 1 : t, along);
}

// True if the foot of p lies in the face; else *best is the nearest point of the edges it lies beyond, if nearer.
static bool is_over_face(const ab_loops *l, int32_t face, v3 normal, v3 p, v3 *best) {
    bool over = true;
    for (int32_t k = l->first[face]; k < l->first[face + 1]; k++) {
        const int32_t next = k + 1 < l->first[face + 1] ? k + 1 : l->first[face];
        const v3 u = ab_vertex_at(l, l->corner[k].vertex), w = ab_vertex_at(l, l->corner[next].vertex);
        if (v3_dot(v3_cross(normal, v3_sub(w, u)), v3_sub(p, u)) >= 0) continue;
        const v3 q = closest_on_edge(u, w, p);
        if (v3_norm2(v3_sub(p, q)) < v3_norm2(v3_sub(p, *best))) *best = q;
        over = false;
    }
    return over;
}

ab_polyhedron_distance ab_polyhedron_distance_of(const ab_polyhedron *polyhedron, v3 p, double reach) {
    const ab_planes *planes = &polyhedron->planes;
    ab_polyhedron_distance max = {-INFINITY, {0, 0, 1}};
    for (int32_t i = 0; i < planes->n; i++) {
        const ab_plane plane = ab_plane_at(planes, i);
        const double height = v3_dot(plane.normal, p) - plane.offset;
        if (height > max.distance) max = (ab_polyhedron_distance){height, plane.normal};
    }
    if (max.distance <= 0 || max.distance >= reach) return max;
    v3 best = v3_make(INFINITY, 0, 0);
    for (int32_t i = 0; i < planes->n; i++) {
        const ab_plane plane = ab_plane_at(planes, i);
        const double height = v3_dot(plane.normal, p) - plane.offset;
        if (height > 0 && is_over_face(&polyhedron->loops, i, plane.normal, p, &best))
            return (ab_polyhedron_distance){height, plane.normal};
    }
    const v3 away = v3_sub(p, best);
    const double distance = v3_norm(away);
    return (ab_polyhedron_distance){distance, v3_scale(1 / distance, away)};
}
