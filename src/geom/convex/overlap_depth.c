// Depth and compression of an overlap and their derivatives; see overlap_depth.h.
//
// With x relative to the centroid and v the velocity of a point of A under a virtual motion, the integrals over the
// overlap change by what its boundary sweeps on A's part, and S by what the rim sweeps on B's faces. With P = N^-1:
//   dN = int x x^T v.n_A dA  (the motion of the centroid has no effect)
//   dS = int n_B v.n_A/|n_A x n_B| dl  along the rim
//   M = tr(P^2)^(-1/2),  G = M^3 P^3,  dM = tr(G dN)
//   A^2 = S.G S,  A dA = G S.dS + 1/2 tr(H dN),  H = 3 A^2/M G - M^3 (PS P^3S^T + P^2S P^2S^T + P^3S PS^T)
// All integrals are polynomials over triangles and tetrahedra. Coordinates are along S and two axes across it, because
// an overlap may be 10^8 times as wide as it is thick.
#include "geom/convex/overlap_depth.h"

#include "geom/convex/polyhedron.h"
#include "math/m3.h"

typedef struct wrench {
    v3 force, torque; // torque about the centroid
} wrench;

static inline void add_force(wrench *w, v3 force, v3 at) {
    w->force = v3_add(w->force, force);
    w->torque = v3_add(w->torque, v3_cross(at, force));
}

typedef struct depth_moments {
    v3 centroid;
    m3 axes;             // rows: S/|S|, and two across it
    m3 second;           // N, along the axes
    double spread, area; // M, A
    m3 of_spread;        // G, along the axes
    v3 across;           // G S/A, world axes
    m3 form;             // F, along the axes
    wrench swept;        // int x.F x n_A dA and its moment
} depth_moments;

static inline v3 corner_at(const ab_loops *l, int32_t corner, v3 about) {
    return v3_sub(ab_vertex_at(l, l->corner[corner].vertex), about);
}

// Tetrahedron of the centroid and a triangle: mean of x x^T = (sum x_i x_i^T + sum x sum x^T)/20.
static inline void add_tetrahedron(depth_moments *m, const v3 x[3]) {
    const double weight = v3_dot(x[0], v3_cross(x[1], x[2])) / 120;
    const v3 p[4] = {m3_mul(m->axes, x[0]), m3_mul(m->axes, x[1]), m3_mul(m->axes, x[2]),
                     m3_mul(m->axes, v3_add(x[0], v3_add(x[1], x[2])))};
    for (int i = 0; i < 4; i++) {
        const v3 q = v3_scale(weight, p[i]);
        m->second.row[0] = v3_add_scaled(m->second.row[0], q.x, p[i]);
        m->second.row[1] = v3_add_scaled(m->second.row[1], q.y, p[i]);
        m->second.row[2] = v3_add_scaled(m->second.row[2], q.z, p[i]);
    }
}

// Triangle of A: means of f = x.F x and of f x, with g_ik = x_i.F x_k:
//   sum of x_i (3 g_ii + 2 g_ij + 2 g_ik + g_jj + g_kk + g_jk)/30 by barycentric coordinates
static inline void add_triangle(depth_moments *m, const v3 x[3]) {
    const v3 area = v3_scale(0.5, v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])));
    double g[3][3];
    v3 p[3];
    for (int i = 0; i < 3; i++) p[i] = m3_mul(m->axes, x[i]);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) g[i][k] = v3_dot(p[i], m3_mul(m->form, p[k]));
    double mean = 0;
    v3 first = v3_zero();
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double weight = (3 * g[i][i] + 2 * (g[i][j] + g[i][k]) + g[j][j] + g[k][k] + g[j][k]) / 30;
        mean += weight;
        first = v3_add_scaled(first, weight, x[i]);
    }
    m->swept.force = v3_add_scaled(m->swept.force, mean, area);
    m->swept.torque = v3_add(m->swept.torque, v3_cross(first, area));
}

typedef void add_piece(depth_moments *m, const v3 x[3]);

static inline void add_face(depth_moments *m, const ab_loops *l, int32_t face, add_piece *add) {
    const int32_t first = l->first[face];
    v3 x[3] = {corner_at(l, first, m->centroid), corner_at(l, first + 1, m->centroid)};
    for (int32_t k = first + 2; k < l->first[face + 1]; k++) {
        x[2] = corner_at(l, k, m->centroid);
        add(m, x);
        x[1] = x[2];
    }
}

// Inverse of a symmetric positive matrix whose rows have very different sizes; false if it is not positive.
static bool invert(const m3 *n, m3 *inverse) {
    const v3 d = v3_make(1 / sqrt(n->row[0].x), 1 / sqrt(n->row[1].y), 1 / sqrt(n->row[2].z));
    const m3 even = m3_rows(v3_scale(d.x, v3_mul(d, n->row[0])), v3_scale(d.y, v3_mul(d, n->row[1])),
                            v3_scale(d.z, v3_mul(d, n->row[2])));
    const double det = m3_determinant(even);
    if (!(det > 0)) return false;
    const v3 a = v3_cross(even.row[1], even.row[2]), b = v3_cross(even.row[2], even.row[0]),
             c = v3_cross(even.row[0], even.row[1]);
    *inverse = m3_rows(v3_scale(d.x / det, v3_mul(d, a)), v3_scale(d.y / det, v3_mul(d, b)),
                       v3_scale(d.z / det, v3_mul(d, c)));
    return true;
}

static m3 outer(v3 a, v3 b) { return m3_rows(v3_scale(a.x, b), v3_scale(a.y, b), v3_scale(a.z, b)); }

// M and A with the form F of a quantity |S|^b M^c: c/M dM and b/A dA, as far as they follow from dN.
static bool find_form(depth_moments *m, double size, double b, double c) {
    m3 p;
    if (!invert(&m->second, &p)) return false;
    const m3 p2 = m3_product(p, p), p3 = m3_product(p2, p);
    m->spread = 1 / sqrt(p2.row[0].x + p2.row[1].y + p2.row[2].z);
    const double cube = m->spread * m->spread * m->spread;
    m->of_spread = m3_scale(cube, p3);
    const double square = m->of_spread.row[0].x; // (A/|S|)^2, as S is along the first axis
    m->area = size * sqrt(square);
    m->across = m3_mul(m3_transpose(m->axes), v3_scale(1 / sqrt(square), m->of_spread.row[0]));
    const m3 turned =
        m3_add(m3_add(outer(p.row[0], p3.row[0]), outer(p3.row[0], p.row[0])), outer(p2.row[0], p2.row[0]));
    m->form = m3_add(m3_scale((c + 1.5 * b) / m->spread, m->of_spread), m3_scale(-0.5 * b * cube / square, turned));
    return isfinite(m->spread) && square > 0;
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

// Gradient of t.S, for a fixed t, with respect to the motion of A.
typedef struct rim {
    v3 along, centroid; // t
    wrench swept;
} rim;

#define PARALLEL 1e-12 // least |n_A x n_B|: coplanar faces of both bodies sweep nothing

static void add_rim_edge(rim *r, const ab_loops *l, int32_t corner, int32_t face_a, int32_t face_b, int32_t next) {
    const v3 u = corner_at(l, corner, r->centroid), w = corner_at(l, next, r->centroid);
    const v3 of_a = face_normal(l, face_a), of_b = face_normal(l, face_b);
    const double sine = v3_norm(v3_cross(of_a, of_b));
    if (!(sine > PARALLEL)) return;
    const double length = v3_norm(v3_sub(w, u)) / sine;
    add_force(&r->swept, v3_scale(length * v3_dot(r->along, of_b), of_a), v3_scale(0.5, v3_add(u, w)));
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

// Gradient of V^a A^b M^c over its value: a dV/V + b dA/A + c dM/M. Repulsive: the opposite of the gradients.
static wrench combine(const ab_overlap *o, const depth_moments *m, const rim *r, const double power[3]) {
    const double of_v = power[0] / o->volume, of_rim = -power[1] / m->area;
    const v3 g = v3_sub(o->moment, v3_cross(o->centroid, o->area));
    return (wrench){
        v3_sub(v3_add_scaled(v3_scale(of_v, o->area), of_rim, r->swept.force), m->swept.force),
        v3_sub(v3_add_scaled(v3_scale(of_v, g), of_rim, r->swept.torque), m->swept.torque),
    };
}

// Extent along the direction in which the overlap is thin: how deep the bodies are in each other.
static double extent_of(const ab_loops *l, const depth_moments *m) {
    const v3 thin = v3_unit(m->across);
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double z = v3_dot(thin, ab_vertex_at(l, i));
        low = ab_lesser(low, z);
        high = ab_greater(high, z);
    }
    return high - low;
}

// Least |S| over V^(2/3), which is 4.6 for a face at a tenth of its edge and 2.9 for the corner of a cube. Below it one
// body has passed through the other, and S has no direction.
#define NO_RIM 0.1

static depth_moments moments_of(const ab_loops *l, const ab_overlap *o) {
    const v3 n = v3_unit(o->area);
    const v3 s = v3_unit(v3_cross(n, fabs(n.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0)));
    depth_moments m = {.centroid = o->centroid, .axes = m3_rows(n, s, v3_cross(n, s))};
    for (int32_t f = 0; f < l->nface; f++) add_face(&m, l, f, add_tetrahedron);
    return m;
}

ab_overlap_gradient ab_overlap_depth(const ab_clip *clip, int owner_a, const ab_overlap *o,
                                     ab_overlap_coordinate coordinate) {
    static const double POWER[AB_OVERLAP_COORDINATES][3] = {[AB_OVERLAP_VOLUME] = {1, 0, 0},
                                                            [AB_OVERLAP_DEPTH] = {-0.5, 0, 0.5},
                                                            [AB_OVERLAP_COMPRESSION] = {0.5, -0.5, 0.5}};
    const double size = v3_norm(o->area), *power = POWER[coordinate];
    if (!(size > NO_RIM * cbrt(o->volume * o->volume))) return (ab_overlap_gradient){.value = 0};
    const ab_loops *l = &clip->now;
    depth_moments m = moments_of(l, o);
    if (!find_form(&m, size, power[1], power[2])) return (ab_overlap_gradient){.value = 0};
    for (int32_t f = 0; f < l->nface; f++)
        if (l->owner[f] == owner_a) add_face(&m, l, f, add_triangle);
    rim r = {.along = m.across, .centroid = o->centroid};
    if (power[1] != 0) add_rim(&r, l, owner_a, clip->cut);
    const wrench w = combine(o, &m, &r, power);
    const double value = coordinate == AB_OVERLAP_DEPTH         ? sqrt(12 * m.spread / o->volume)
                         : coordinate == AB_OVERLAP_COMPRESSION ? sqrt(o->volume / m.area * m.spread)
                                                                : o->volume;
    return (ab_overlap_gradient){value, extent_of(l, &m), v3_scale(value, w.force),
                                 v3_scale(value, v3_add(w.torque, v3_cross(o->centroid, w.force)))};
}
