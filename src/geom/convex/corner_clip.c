// Clips a polyhedron to the few vertices that remain below the planes, and integrates the result.
#include "geom/convex/corner_clip.h"

#include "base/alloc.h"
#include "geom/mesh/face.h"
#include "math/lane.h"

AB_SIMD_INLINE ab_edge edge_of(uint32_t from, uint32_t to, uint32_t left, uint32_t right) {
    return from | to << 8 | left << 16 | right << 24;
}
AB_SIMD_INLINE uint32_t from_of(ab_edge e) { return e & 0xff; }
AB_SIMD_INLINE uint32_t to_of(ab_edge e) { return e >> 8 & 0xff; }
AB_SIMD_INLINE uint32_t left_of(ab_edge e) { return e >> 16 & 0xff; }
AB_SIMD_INLINE uint32_t right_of(ab_edge e) { return e >> 24; }
AB_SIMD_INLINE ab_edge reversed(ab_edge e) { return (e & 0x00ff00ff) << 8 | (e >> 8 & 0x00ff00ff); }

// -------------------------------------------------------------------------------------------- vertex-edge adjacency

// Edges of the loops by index: the face that runs along the edge from its lower vertex, and the other face.
static void find_sides(const ab_loops *l, ab_edge *edge) {
    for (int32_t f = 0; f < l->nface; f++) {
        const ab_corner *c = l->corner + l->first[f];
        const int32_t n = l->first[f + 1] - l->first[f];
        for (int32_t k = 0; k < n; k++) {
            const uint32_t u = c[k].vertex, w = c[k + 1 < n ? k + 1 : 0].vertex;
            const uint32_t low = u < w ? u : w, high = u < w ? w : u, face = (uint32_t)f;
            edge[c[k].edge] |= edge_of(low, high, u < w ? face : 0, u < w ? 0 : face);
        }
    }
}

static void put_vertex_edges(const ab_edge *edge, int32_t nedge, int32_t nvertex, ab_vertex_edges *s) {
    int32_t n = 0;
    for (int32_t v = 0; v < nvertex; v++) {
        s->first[v] = n;
        for (int32_t e = 0; e < nedge; e++) {
            if ((int32_t)from_of(edge[e]) == v) s->edge[n++] = edge[e];
            if ((int32_t)to_of(edge[e]) == v) s->edge[n++] = reversed(edge[e]);
        }
    }
    s->first[nvertex] = n;
}

abut_status ab_vertex_edges_make(ab_ctx *cx, const ab_loops *l, ab_vertex_edges *s) {
    *s = (ab_vertex_edges){0};
    if (l->nvertex > AB_CORNER_CLIP_VERTICES || l->nface > AB_CORNER_CLIP_FACES / 2) return ABUT_OK;
    ab_edge edge[3 * AB_CORNER_CLIP_VERTICES] = {0};
    AB_TRY(AB_ALLOC(cx, &s->edge, 2 * (int64_t)l->nedge));
    AB_TRY(AB_ALLOC(cx, &s->first, l->nvertex + 1));
    find_sides(l, edge);
    put_vertex_edges(edge, l->nedge, l->nvertex, s);
    return ABUT_OK;
}

void ab_vertex_edges_free(ab_ctx *cx, ab_vertex_edges *s) {
    ab_free(cx, s->first);
    ab_free(cx, s->edge);
    *s = (ab_vertex_edges){0};
}

// -------------------------------------------------------------------------------------------------------------- bits

AB_SIMD_INLINE uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }
AB_SIMD_INLINE uint64_t below(int32_t n) { return n < AB_CORNER_CLIP_VERTICES ? bit((uint32_t)n) - 1 : ~UINT64_C(0); }

// Removes and returns the lowest member of a set.
AB_SIMD_INLINE int32_t take(uint64_t *set) {
    const int32_t i = __builtin_ctzll(*set);
    *set &= *set - 1;
    return i;
}

typedef struct corner_clip_places {
    const double *x, *y, *z;
} corner_clip_places;

// Whole lanes; lanes beyond the last vertex are masked.
AB_SIMD_INLINE uint64_t find_inside(corner_clip_places at, int32_t n, ab_plane p, double limit, double *height) {
    uint64_t outside = 0;
    for (int32_t i = 0; i < n; i += AB_LANES) {
        double room[AB_LANES];
#pragma omp simd
        for (int32_t k = 0; k < AB_LANES; k++) {
            const double h = p.normal.x * at.x[i + k] + p.normal.y * at.y[i + k] + p.normal.z * at.z[i + k] - p.offset;
            height[i + k] = h;
            room[k] = limit - h;
        }
        outside |= (uint64_t)ab_sign_bits(room) << i;
    }
    return ~outside & below(n);
}

// --------------------------------------------------------------------------------------------------------------- cut

// Heights within the limit around zero may have equal signs: the vertex is then at an end of the edge.
AB_SIMD_INLINE void put_vertex(ab_corner_clip *t, int32_t n, corner_clip_places s, uint32_t inside, uint32_t outside) {
    const double a = t->height[inside];
    const double at = ab_clamp01(a / (a - t->height[outside]));
    t->x[n] = s.x[inside] + at * (s.x[outside] - s.x[inside]);
    t->y[n] = s.y[inside] + at * (s.y[outside] - s.y[inside]);
    t->z[n] = s.z[inside] + at * (s.z[outside] - s.z[inside]);
}

// Cuts the edges from inside to outside, between vertices of `s`, for which the heights are given; `number` maps inside
// vertices to their index in t. Each cut edge ends at a new vertex, where the loop of its left face leaves and that of
// its right face re-enters; a new edge between the left face and the cap leads from there to the vertex where the left
// face re-enters.
AB_SIMD_INLINE bool cross(ab_corner_clip *t, corner_clip_places s, const ab_edge *crossed, int32_t n,
                          const uint8_t *number) {
    const int32_t first = t->nvertex;
    const uint32_t cap = (uint32_t)t->nface++;
    if (first + n > AB_CORNER_CLIP_VERTICES || t->nedge + 2 * n > AB_CORNER_CLIP_EDGES ||
        t->nface > AB_CORNER_CLIP_FACES)
        return false;
    ab_edge *edge = t->edge + t->nedge;
    for (int32_t i = 0; i < n; i++) {
        const ab_edge e = crossed[i];
        const uint32_t fresh = (uint32_t)(first + i);
        put_vertex(t, first + i, s, from_of(e), to_of(e));
        edge[i] = edge_of(number ? number[from_of(e)] : from_of(e), fresh, left_of(e), right_of(e));
        t->enter[right_of(e)] = (uint8_t)fresh;
    }
    uint64_t reached = 0;
    for (int32_t i = 0; i < n; i++) {
        const uint32_t back = t->enter[left_of(crossed[i])];
        edge[n + i] = edge_of((uint32_t)(first + i), back, left_of(crossed[i]), cap);
        reached |= bit(back);
    }
    const uint64_t fresh = below(first + n) & ~below(first);
    t->nvertex += n;
    t->nedge += 2 * n;
    t->alive |= fresh;
    return reached == fresh; // otherwise a face loop leaves more than once
}

AB_SIMD_INLINE ab_cut cut_corner(ab_corner_clip *t, ab_plane plane, double limit) {
    const corner_clip_places here = {t->x, t->y, t->z};
    const uint64_t inside = find_inside(here, t->nvertex, plane, limit, t->height) & t->alive;
    if (inside == t->alive) return AB_CUT_NONE;
    if (!inside) return AB_CUT_ALL;
    ab_edge crossed[AB_CORNER_CLIP_EDGES];
    int32_t kept = 0, n = 0;
    for (int32_t i = 0; i < t->nedge; i++) {
        const ab_edge e = t->edge[i];
        const uint32_t from = inside >> from_of(e) & 1, to = inside >> to_of(e) & 1;
        t->edge[kept] = e;
        crossed[n] = e ^ ((e ^ reversed(e)) & (from - 1)); // oriented from inside; branch-free
        kept += (int32_t)(from & to);
        n += from != to;
    }
    t->nedge = kept;
    t->alive = inside;
    return cross(t, here, crossed, n, NULL) ? AB_CUT_SOME : AB_CUT_FULL;
}

// ---------------------------------------------------------------------------------------------------------- first cut

// Copies the inside vertices and numbers them from 0.
AB_SIMD_INLINE void keep_inside(ab_corner_clip *t, corner_clip_places s, uint64_t inside, uint8_t *number) {
    t->nvertex = 0;
    while (inside) {
        const int32_t v = take(&inside), n = t->nvertex++;
        number[v] = (uint8_t)n;
        t->x[n] = s.x[v];
        t->y[n] = s.y[v];
        t->z[n] = s.z[v];
    }
    t->alive = below(t->nvertex);
}

AB_SIMD_INLINE ab_cut start_corner(ab_corner_clip *t, const ab_loops *body, const ab_vertex_edges *vertex_edges,
                                   ab_plane plane, double limit) {
    const corner_clip_places here = {body->x, body->y, body->z};
    const uint64_t inside = find_inside(here, body->nvertex, plane, limit, t->height);
    uint8_t number[AB_CORNER_CLIP_VERTICES];
    ab_edge crossed[AB_CORNER_CLIP_EDGES];
    if (!inside) return AB_CUT_ALL;
    keep_inside(t, here, inside, number);
    t->nedge = 0;
    int32_t n = 0;
    for (uint64_t left = inside; left;) {
        const int32_t v = take(&left);
        for (int32_t k = vertex_edges->first[v]; k < vertex_edges->first[v + 1]; k++) {
            const ab_edge e = vertex_edges->edge[k];
            const bool to = inside >> to_of(e) & 1;
            crossed[n] = e;
            n += !to;
            if (to && (uint32_t)v < to_of(e))
                t->edge[t->nedge++] = edge_of(number[v], number[to_of(e)], left_of(e), right_of(e));
        }
    }
    t->nown = t->nface = body->nface;
    return cross(t, here, crossed, n, number) ? AB_CUT_SOME : AB_CUT_FULL;
}

// --------------------------------------------------------------------------------------------------------- all planes

// Mask of the planes with a vertex above, eight planes at a time.
AB_SIMD_INLINE uint32_t planes_reached(const ab_corner_clip *t, const ab_corner_cuts *c, int32_t j) {
    double high[AB_LANES];
    for (int32_t k = 0; k < AB_LANES; k++) high[k] = -INFINITY;
    for (uint64_t left = t->alive; left;) {
        const int32_t v = take(&left);
        const double x = t->x[v], y = t->y[v], z = t->z[v];
#pragma omp simd
        for (int32_t k = 0; k < AB_LANES; k++) {
            const double h = c->x[j + k] * x + c->y[j + k] * y + c->z[j + k] * z;
            high[k] = h > high[k] ? h : high[k];
        }
    }
    for (int32_t k = 0; k < AB_LANES; k++) high[k] = c->limit + c->offset[j + k] - high[k];
    const uint32_t reached = ab_sign_bits(high);
    return c->n - j < AB_LANES ? reached & ((1u << (c->n - j)) - 1) : reached;
}

AB_SIMD_INLINE ab_plane plane_at(const ab_corner_cuts *c, int32_t j) {
    return (ab_plane){{c->x[j], c->y[j], c->z[j]}, c->offset[j]};
}

AB_SIMD ab_cut ab_corner_clip_cut(ab_corner_clip *t, const ab_loops *body, const ab_vertex_edges *vertex_edges,
                                  const ab_corner_cuts *c) {
    ab_cut done = start_corner(t, body, vertex_edges, plane_at(c, c->first), c->limit);
    for (int32_t j = 0; j < c->n && done < AB_CUT_ALL; j += AB_LANES) {
        uint64_t reached = planes_reached(t, c, j);
        while (reached && done < AB_CUT_ALL) {
            const int32_t k = j + take(&reached);
            if (k != c->first) done = cut_corner(t, plane_at(c, k), c->limit);
        }
    }
    return done;
}

// ---------------------------------------------------------------------------------------------------------- integrals

// Partial sums, one lane for every eighth edge.
typedef struct corner_clip_sums {
    double volume[AB_LANES], first[3][AB_LANES], area[3][AB_LANES], moment[3][AB_LANES];
} corner_clip_sums;

// Eight edges: their ends u and w, vertices p and q of the left and right faces, and the orientation of the edge along
// the rim.
typedef struct batch {
    double u[3][AB_LANES], w[3][AB_LANES], p[3][AB_LANES], q[3][AB_LANES], rim[AB_LANES];
} batch;

// A vertex of each face.
AB_SIMD_INLINE void find_corners(const ab_corner_clip *t, uint8_t *corner) {
    for (int32_t i = 0; i < t->nedge; i++) {
        corner[left_of(t->edge[i])] = (uint8_t)from_of(t->edge[i]);
        corner[right_of(t->edge[i])] = (uint8_t)to_of(t->edge[i]);
    }
}

AB_SIMD_INLINE void put_place(const ab_corner_clip *t, uint32_t vertex, double place[3][AB_LANES], int32_t k) {
    place[0][k] = t->x[vertex];
    place[1][k] = t->y[vertex];
    place[2][k] = t->z[vertex];
}

// The last batch is padded with edges of zero length, which add nothing.
AB_SIMD_INLINE void fill_batch(const ab_corner_clip *t, int32_t i, const uint8_t *corner, batch *b) {
    const ab_edge first = t->edge[0], nothing = edge_of(from_of(first), from_of(first), left_of(first), left_of(first));
    for (int32_t k = 0; k < AB_LANES; k++) {
        const ab_edge e = i + k < t->nedge ? t->edge[i + k] : nothing;
        put_place(t, from_of(e), b->u, k);
        put_place(t, to_of(e), b->w, k);
        put_place(t, corner[left_of(e)], b->p, k);
        put_place(t, corner[right_of(e)], b->q, k);
        b->rim[k] = ((int32_t)left_of(e) >= t->nown) - ((int32_t)right_of(e) >= t->nown);
    }
}

AB_SIMD_INLINE void add_batch(const batch *b, v3 about, corner_clip_sums *s) {
#pragma omp simd
    for (int32_t k = 0; k < AB_LANES; k++) {
        const v3 u = v3_make(b->u[0][k] - about.x, b->u[1][k] - about.y, b->u[2][k] - about.z);
        const v3 w = v3_make(b->w[0][k] - about.x, b->w[1][k] - about.y, b->w[2][k] - about.z);
        const v3 p = v3_make(b->p[0][k] - about.x, b->p[1][k] - about.y, b->p[2][k] - about.z);
        const v3 q = v3_make(b->q[0][k] - about.x, b->q[1][k] - about.y, b->q[2][k] - about.z);
        const v3 c = v3_cross(u, w);
        const double of_p = v3_dot(p, c), of_q = v3_dot(q, c), det = of_p - of_q, rim = b->rim[k];
        const double square = rim * (v3_norm2(u) + v3_dot(u, w) + v3_norm2(w));
        s->volume[k] += det;
        s->first[0][k] += of_p * p.x - of_q * q.x + det * (u.x + w.x);
        s->first[1][k] += of_p * p.y - of_q * q.y + det * (u.y + w.y);
        s->first[2][k] += of_p * p.z - of_q * q.z + det * (u.z + w.z);
        s->area[0][k] += rim * c.x;
        s->area[1][k] += rim * c.y;
        s->area[2][k] += rim * c.z;
        s->moment[0][k] += square * (u.x - w.x);
        s->moment[1][k] += square * (u.y - w.y);
        s->moment[2][k] += square * (u.z - w.z);
    }
}

AB_SIMD_INLINE double sum_of(const double lane[AB_LANES]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}
AB_SIMD_INLINE v3 sum_of_three(double lane[3][AB_LANES]) {
    return v3_make(sum_of(lane[0]), sum_of(lane[1]), sum_of(lane[2]));
}

// Relative to one of the vertices: differences of close points lose no precision.
AB_SIMD ab_clip_integrals ab_corner_clip_measure(const ab_corner_clip *t) {
    const int32_t v = __builtin_ctzll(t->alive);
    const v3 about = v3_make(t->x[v], t->y[v], t->z[v]);
    uint8_t corner[AB_CORNER_CLIP_FACES];
    corner_clip_sums s = {0};
    batch b;
    find_corners(t, corner);
    for (int32_t i = 0; i < t->nedge; i += AB_LANES) {
        fill_batch(t, i, corner, &b);
        add_batch(&b, about, &s);
    }
    const double volume = sum_of(s.volume);
    ab_clip_integrals out = {.volume = volume / 6, .centroid = about};
    if (volume > 0) out.centroid = v3_add_scaled(about, 1 / (4 * volume), sum_of_three(s.first));
    const v3 area = v3_scale(0.5, sum_of_three(s.area));
    out.of[1] = (ab_surface){area, v3_add(v3_scale(1.0 / 6, sum_of_three(s.moment)), v3_cross(about, area))};
    out.of[0] = (ab_surface){v3_neg(area), v3_neg(out.of[1].moment)};
    return out;
}
