// Depth and compression of an overlap and their derivatives; see overlap_depth.h.
//
// With x relative to the centroid c, z = n.x and v the velocity of a point of A under a virtual motion, the integrals
// over the overlap change by what its boundary sweeps on A's part, and S by what the rim sweeps on B's faces:
//   dM = int z^2 v.n_A dA + t.dS,   t = 2/|S| (1 - n n^T) int z x dV    (n turns with S; the motion of c has no effect)
//   dS = int n_B v.n_A/|n_A x n_B| dl  along the rim
// All integrals are polynomials over triangles and tetrahedra.
#include "geom/convex/overlap_depth.h"

#include "geom/convex/polyhedron.h"

typedef struct wrench {
    v3 force, torque; // torque about the centroid
} wrench;

static inline void add_force(wrench *w, v3 force, v3 at) {
    w->force = v3_add(w->force, force);
    w->torque = v3_add(w->torque, v3_cross(at, force));
}

typedef struct depth_moments {
    v3 normal, centroid;
    v3 z_x;        // int z x dV
    wrench spread; // int z^2 n_A dA and its moment
} depth_moments;

static inline v3 corner_at(const ab_loops *l, int32_t corner, v3 about) {
    return v3_sub(ab_vertex_at(l, l->corner[corner].vertex), about);
}

// Tetrahedron of the centroid and a triangle: mean of z x = (sum z_i x_i + sum z sum x)/20.
static inline void add_tetrahedron(depth_moments *m, const v3 x[3], const double z[3]) {
    const double volume = v3_dot(x[0], v3_cross(x[1], x[2])) / 6, sum = z[0] + z[1] + z[2];
    v3 mean = v3_zero();
    for (int i = 0; i < 3; i++) mean = v3_add_scaled(mean, z[i] + sum, x[i]);
    m->z_x = v3_add_scaled(m->z_x, volume / 20, mean);
}

// Triangle of A: means of z^2, and of z^2 x = sum of x_i (z_i^2 + sum_j z_j (z_i + ...))/30 by barycentric coordinates.
static inline void add_triangle(depth_moments *m, const v3 x[3], const double z[3]) {
    const v3 area = v3_scale(0.5, v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])));
    double square = 0;
    v3 first = v3_zero();
    for (int i = 0; i < 3; i++) {
        const double p = z[i], q = z[(i + 1) % 3], r = z[(i + 2) % 3];
        const double weight = (3 * p * p + 2 * p * (q + r) + q * q + r * r + q * r) / 30;
        square += weight;
        first = v3_add_scaled(first, weight, x[i]);
    }
    m->spread.force = v3_add_scaled(m->spread.force, square, area);
    m->spread.torque = v3_add(m->spread.torque, v3_cross(first, area));
}

static void add_face(depth_moments *m, const ab_loops *l, int32_t face, bool of_a) {
    const int32_t first = l->first[face];
    v3 x[3] = {corner_at(l, first, m->centroid), corner_at(l, first + 1, m->centroid)};
    for (int32_t k = first + 2; k < l->first[face + 1]; k++) {
        x[2] = corner_at(l, k, m->centroid);
        const double z[3] = {v3_dot(m->normal, x[0]), v3_dot(m->normal, x[1]), v3_dot(m->normal, x[2])};
        add_tetrahedron(m, x, z);
        if (of_a) add_triangle(m, x, z);
        x[1] = x[2];
    }
}

static v3 face_normal(const ab_loops *l, int32_t face) {
    const int32_t first = l->first[face];
    const v3 a = ab_vertex_at(l, l->corner[first].vertex);
    v3 sum = v3_zero(), b = corner_at(l, first + 1, a);
    for (int32_t k = first + 2; k < l->first[face + 1]; k++) {
        const v3 c = corner_at(l, k, a);
        sum = v3_add(sum, v3_cross(b, c));
        b = c;
    }
    return v3_unit(sum);
}

// Gradients of t.S and n.S, for fixed t and n, with respect to the motion of A.
typedef struct rim {
    v3 tilt, normal, centroid;
    wrench of_tilt, of_area;
} rim;

#define PARALLEL 1e-12 // least |n_A x n_B|: coplanar faces of both bodies sweep nothing

static void add_rim_edge(rim *r, const ab_loops *l, int32_t corner, int32_t face_a, int32_t face_b, int32_t next) {
    const v3 u = corner_at(l, corner, r->centroid), w = corner_at(l, next, r->centroid);
    const v3 of_a = face_normal(l, face_a), of_b = face_normal(l, face_b);
    const double sine = v3_norm(v3_cross(of_a, of_b));
    if (!(sine > PARALLEL)) return;
    const double length = v3_norm(v3_sub(w, u)) / sine;
    const v3 middle = v3_scale(0.5, v3_add(u, w));
    add_force(&r->of_tilt, v3_scale(length * v3_dot(r->tilt, of_b), of_a), middle);
    add_force(&r->of_area, v3_scale(length * v3_dot(r->normal, of_b), of_a), middle);
}

// Every edge is met twice, once in each of its faces; `face` remembers the first.
static void add_rim(rim *r, const ab_loops *l, int owner_a, uint16_t *face) {
    for (int32_t f = 0; f < l->nface; f++)
        for (int32_t k = l->first[f]; k < l->first[f + 1]; k++) {
            uint16_t *other = &face[l->corner[k].edge];
            const int32_t next = k + 1 < l->first[f + 1] ? k + 1 : l->first[f];
            if (*other == AB_NONE) {
                *other = (uint16_t)f;
            } else {
                const bool f_is_a = l->owner[f] == owner_a;
                if (l->owner[f] != l->owner[*other])
                    add_rim_edge(r, l, k, f_is_a ? f : *other, f_is_a ? *other : f, next);
                *other = AB_NONE;
            }
        }
}

// Gradient of V^a |S|^b M^c over its value: a dV/V + b d|S|/|S| + c dM/M. Repulsive: the opposite of the gradients.
static wrench combine(const ab_overlap *o, const depth_moments *m, const rim *r, double spread, const double power[3]) {
    const double of_v = power[0] / o->volume, of_s = -power[1] / v3_norm(o->area), of_m = -power[2] / spread;
    const v3 g = v3_sub(o->moment, v3_cross(o->centroid, o->area));
    wrench w = {v3_scale(of_v, o->area), v3_scale(of_v, g)};
    const wrench *part[3] = {&r->of_area, &r->of_tilt, &m->spread};
    const double by[3] = {of_s, of_m, of_m};
    for (int i = 0; i < 3; i++) {
        w.force = v3_add_scaled(w.force, by[i], part[i]->force);
        w.torque = v3_add_scaled(w.torque, by[i], part[i]->torque);
    }
    return w;
}

// Extent along n: how deep the bodies are in each other.
static double extent_of(const ab_loops *l, v3 normal) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double z = v3_dot(normal, ab_vertex_at(l, i));
        low = ab_lesser(low, z);
        high = ab_greater(high, z);
    }
    return high - low;
}

// Least |S| over V^(2/3), which is 4.6 for a face at a tenth of its edge and 2.9 for the corner of a cube. Below it one
// body has passed through the other, and S has no direction.
#define NO_RIM 0.1

ab_overlap_gradient ab_overlap_depth(const ab_clip *clip, int owner_a, const ab_overlap *o,
                                     ab_overlap_coordinate coordinate) {
    static const double POWER[AB_OVERLAP_COORDINATES][3] = {[AB_OVERLAP_VOLUME] = {1, 0, 0},
                                                            [AB_OVERLAP_DEPTH] = {-0.5, 0, 0.5},
                                                            [AB_OVERLAP_COMPRESSION] = {0.5, -0.5, 0.5}};
    const double area = v3_norm(o->area);
    if (!(area > NO_RIM * cbrt(o->volume * o->volume))) return (ab_overlap_gradient){.value = 0};
    depth_moments m = {.normal = v3_scale(1 / area, o->area), .centroid = o->centroid};
    const ab_loops *l = &clip->now;
    for (int32_t f = 0; f < l->nface; f++) add_face(&m, l, f, l->owner[f] == owner_a);
    const double spread = v3_dot(m.normal, m.z_x);
    if (!(spread > 0)) return (ab_overlap_gradient){.value = 0};
    rim r = {.tilt = v3_scale(2 / area, v3_across(m.normal, m.z_x)), .normal = m.normal, .centroid = o->centroid};
    add_rim(&r, l, owner_a, clip->cut);
    const wrench w = combine(o, &m, &r, spread, POWER[coordinate]);
    const double value = coordinate == AB_OVERLAP_DEPTH         ? sqrt(12 * spread / o->volume)
                         : coordinate == AB_OVERLAP_COMPRESSION ? sqrt(o->volume / area * spread)
                                                                : o->volume;
    return (ab_overlap_gradient){value, extent_of(l, m.normal), v3_scale(value, w.force),
                                 v3_scale(value, v3_add(w.torque, v3_cross(o->centroid, w.force)))};
}
