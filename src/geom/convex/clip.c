// Incremental clipping of closed face loops; integrals by fan triangulation of each face and tetrahedra over the
// triangles.
#include "geom/convex/clip.h"

#include "base/alloc.h"
#include "math/simd.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------- workspace

// Arena allocator in one block; with a NULL block it only computes the size. Pieces are aligned to 64 bytes.
typedef struct carver {
    char *block;
    size_t used;
} carver;

static void *carve(carver *c, int64_t count, size_t size) {
    void *piece = c->block ? c->block + c->used : NULL;
    c->used += ((size_t)count * size + 63) / 64 * 64;
    return piece;
}

static void lay_out(ab_clip *clip, carver *c) {
    const int32_t v = clip->max_vertices;
    clip->height = carve(c, v, sizeof *clip->height);
    for (int k = 0; k < 2; k++) {
        ab_loops *l = &clip->buffer[k];
        l->x = carve(c, v, sizeof *l->x);
        l->y = carve(c, v, sizeof *l->y);
        l->z = carve(c, v, sizeof *l->z);
        l->first = carve(c, clip->max_faces + 1, sizeof *l->first);
        l->corner = carve(c, clip->max_corners, sizeof *l->corner);
        l->owner = carve(c, clip->max_faces, sizeof *l->owner);
    }
    clip->moved = carve(c, v, sizeof *clip->moved);
    clip->next = carve(c, v, sizeof *clip->next);
    clip->rim = carve(c, v, sizeof *clip->rim);
    clip->crossed = carve(c, v, sizeof *clip->crossed);
    clip->cut = carve(c, clip->max_edges, sizeof *clip->cut);
}

abut_status ab_clip_make(ab_ctx *cx, int32_t faces, ab_clip *clip) {
    *clip = (ab_clip){0};
    if (faces > AB_CLIP_MAX_FACES)
        return ab_fail(cx, ABUT_ERR_LIMIT, "two polyhedra with %d faces together are too many; at most %d", (int)faces,
                       AB_CLIP_MAX_FACES);
    clip->max_faces = 3 * faces;
    clip->max_vertices = 6 * faces;
    clip->max_edges = 7 * faces; // one more than needed: edges are renumbered less often
    clip->max_corners = 16 * faces;
    carver c = {0};
    lay_out(clip, &c);
    AB_TRY(ab_alloc(cx, &clip->memory, (int64_t)(c.used / 64 + 1), 64));
    c.block = clip->memory;
    c.block += (64 - (uintptr_t)c.block % 64) % 64;
    c.used = 0;
    lay_out(clip, &c);
    memset(clip->cut, 0xff, (size_t)clip->max_edges * sizeof *clip->cut);
    return ABUT_OK;
}

void ab_clip_free(ab_ctx *cx, ab_clip *clip) {
    ab_free(cx, clip->memory);
    *clip = (ab_clip){0};
}

// -------------------------------------------------------------------------------------------------------------- cut

// State of a cut from the current polyhedron into the next buffer.
typedef struct cutting {
    ab_clip *clip;
    const ab_loops *from;
    ab_loops *to;
    int32_t kept;   // vertices inside
    int32_t fresh;  // new vertices so far
    int32_t corner; // corners written
} cutting;

typedef struct clip_range {
    double low, high;
} clip_range;

AB_SIMD static clip_range find_heights(const ab_loops *l, ab_plane p, double *height) {
    double low = INFINITY;
    double high = -INFINITY;
#pragma omp simd reduction(min : low) reduction(max : high)
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double h = p.normal.x * l->x[i] + p.normal.y * l->y[i] + p.normal.z * l->z[i] - p.offset;
        height[i] = h;
        low = h < low ? h : low;
        high = h > high ? h : high;
    }
    return (clip_range){low, high};
}

// Copies the inside vertices and numbers them in their order.
static void keep_vertices(cutting *c, double limit) {
    const ab_loops *l = c->from;
    int32_t n = 0;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const bool inside = c->clip->height[i] <= limit;
        c->to->x[n] = l->x[i];
        c->to->y[n] = l->y[i];
        c->to->z[n] = l->z[i];
        c->clip->moved[i] = (uint16_t)(inside ? n : AB_NONE);
        n += inside;
    }
    c->kept = n;
}

// The new vertex between `inside` and `outside`, created by the first of the two faces. Heights within the limit around
// zero may have equal signs: the vertex is then at an end of the edge.
static uint16_t vertex_on(cutting *c, uint16_t edge, uint16_t inside, uint16_t outside) {
    ab_clip *clip = c->clip;
    if (clip->cut[edge] != AB_NONE) return clip->cut[edge];
    const double a = clip->height[inside];
    const double share = a / (a - clip->height[outside]);
    const double t = share > 0 ? (share < 1 ? share : 1) : 0;
    const ab_loops *l = c->from;
    const int32_t n = c->kept + c->fresh;
    c->to->x[n] = l->x[inside] + t * (l->x[outside] - l->x[inside]);
    c->to->y[n] = l->y[inside] + t * (l->y[outside] - l->y[inside]);
    c->to->z[n] = l->z[inside] + t * (l->z[outside] - l->z[inside]);
    clip->crossed[c->fresh++] = edge;
    return clip->cut[edge] = (uint16_t)n;
}

static inline void put_corner(cutting *c, uint16_t vertex, uint16_t edge) {
    c->to->corner[c->corner++] = (ab_corner){vertex, edge};
}

static inline void link_rim(cutting *c, uint16_t back, uint16_t left, uint16_t edge) {
    c->clip->next[back - c->kept] = left;
    c->clip->rim[back - c->kept] = edge;
}

// Clips a face loop. Where it leaves, a new edge begins that ends where it re-enters; the cap has the opposite edge.
static void cut_loop(cutting *c, const ab_corner *loop, int32_t n) {
    const uint16_t *moved = c->clip->moved;
    uint16_t left = AB_NONE;
    uint16_t first_back = AB_NONE;
    uint16_t edge = 0;
    for (int32_t k = 0; k < n; k++) {
        const ab_corner u = loop[k];
        const uint16_t w = loop[k + 1 < n ? k + 1 : 0].vertex;
        if (moved[u.vertex] != AB_NONE) {
            put_corner(c, moved[u.vertex], u.edge);
            if (moved[w] != AB_NONE) continue;
            left = vertex_on(c, u.edge, u.vertex, w);
            edge = (uint16_t)c->to->nedge++;
            put_corner(c, left, edge);
        } else if (moved[w] != AB_NONE) {
            const uint16_t back = vertex_on(c, u.edge, w, u.vertex);
            put_corner(c, back, u.edge);
            if (left != AB_NONE)
                link_rim(c, back, left, edge);
            else
                first_back = back;
            left = AB_NONE;
        }
    }
    if (first_back != AB_NONE) link_rim(c, first_back, left, edge);
}

static void end_face(cutting *c, uint8_t owner) {
    ab_loops *to = c->to;
    if (c->corner == to->first[to->nface]) return;
    to->owner[to->nface++] = owner;
    to->first[to->nface] = c->corner;
}

// One cap per cycle; usually there is one.
static void close_caps(cutting *c) {
    ab_clip *clip = c->clip;
    for (int32_t i = 0; i < c->fresh; i++) {
        uint16_t at = (uint16_t)(c->kept + i);
        while (clip->next[at - c->kept] != AB_NONE) {
            uint16_t *next = &clip->next[at - c->kept];
            put_corner(c, at, clip->rim[at - c->kept]);
            at = *next;
            *next = AB_NONE;
        }
        end_face(c, 1);
    }
    for (int32_t i = 0; i < c->fresh; i++) clip->cut[clip->crossed[i]] = AB_NONE;
}

// Renumbers the edges from 0, since cuts only add indices.
static void renumber_edges(ab_clip *clip) {
    ab_loops *l = &clip->now;
    int32_t n = 0;
    for (int32_t k = 0; k < l->first[l->nface]; k++) {
        uint16_t *number = &clip->cut[l->corner[k].edge];
        if (*number == AB_NONE) *number = (uint16_t)n++;
        l->corner[k].edge = *number;
    }
    memset(clip->cut, 0xff, (size_t)clip->max_edges * sizeof *clip->cut);
    l->nedge = n;
}

// True if the cut fits in the worst case: every edge may be cut, which adds a vertex, an edge, two corners in faces and
// one in a cap; every three new vertices may form a cap.
static bool has_room(ab_clip *clip) {
    const ab_loops *l = &clip->now;
    const int32_t crossings = l->first[l->nface] / 2;
    if (l->nedge + crossings > clip->max_edges && clip->own) renumber_edges(clip);
    return l->nvertex + crossings <= clip->max_vertices && l->nedge + crossings <= clip->max_edges &&
           l->first[l->nface] + 3 * crossings <= clip->max_corners && l->nface + crossings / 3 < clip->max_faces;
}

static void cut_faces(cutting *c) {
    const ab_loops *from = c->from;
    ab_loops *to = c->to;
    to->nface = 0;
    to->first[0] = 0;
    to->nedge = from->nedge;
    for (int32_t f = 0; f < from->nface; f++) {
        cut_loop(c, from->corner + from->first[f], from->first[f + 1] - from->first[f]);
        end_face(c, from->owner[f]);
    }
    close_caps(c);
    to->nvertex = c->kept + c->fresh;
}

ab_cut ab_clip_cut(ab_clip *clip, ab_plane plane, double limit) {
    const clip_range r = find_heights(&clip->now, plane, clip->height);
    if (r.high <= limit) return AB_CUT_NONE;
    if (!(r.low <= limit)) return AB_CUT_ALL;
    if (!has_room(clip)) return AB_CUT_FULL;
    cutting c = {.clip = clip, .from = &clip->now, .to = &clip->buffer[clip->which]};
    keep_vertices(&c, limit);
    cut_faces(&c);
    clip->now = *c.to;
    clip->which = !clip->which;
    clip->own = true;
    return AB_CUT_SOME;
}

// -------------------------------------------------------------------------------------------------------- integrals

// Sums over triangles with corners a, b, c relative to the reference point, N = (b - a) x (c - a):
//   6 V = sum a . N,   24 V centroid = sum (a . N)(a + b + c),   2 S = sum N,   6 G = sum (a + b + c) x N
typedef struct clip_sums {
    double volume;
    v3 first, area, moment;
} clip_sums;

static inline v3 corner_at(const ab_loops *l, int32_t corner, v3 about) {
    const uint16_t v = l->corner[corner].vertex;
    return v3_make(l->x[v] - about.x, l->y[v] - about.y, l->z[v] - about.z);
}

static inline void add_fan(const ab_loops *l, int32_t face, v3 about, clip_sums *s) {
    const int32_t first = l->first[face];
    const v3 a = corner_at(l, first, about);
    v3 b = corner_at(l, first + 1, about);
    for (int32_t k = first + 2; k < l->first[face + 1]; k++) {
        const v3 c = corner_at(l, k, about);
        const v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        const v3 middle = v3_add(v3_add(a, b), c);
        const double det = v3_dot(a, n);
        s->volume += det;
        s->first = v3_add_scaled(s->first, det, middle);
        s->area = v3_add(s->area, n);
        s->moment = v3_add(s->moment, v3_cross(middle, n));
        b = c;
    }
}

// Relative to the first vertex: differences of close points lose no precision, and no tetrahedron of a convex body is
// negative.
ab_clip_integrals ab_clip_measure(const ab_loops *l) {
    const v3 about = v3_make(l->x[0], l->y[0], l->z[0]);
    clip_sums of[2] = {{0}};
    for (int32_t f = 0; f < l->nface; f++) add_fan(l, f, about, &of[l->owner[f]]);
    const double volume = of[0].volume + of[1].volume;
    ab_clip_integrals out = {.volume = volume / 6, .centroid = about};
    if (volume > 0) out.centroid = v3_add_scaled(about, 1 / (4 * volume), v3_add(of[0].first, of[1].first));
    for (int k = 0; k < 2; k++) {
        out.of[k].area = v3_scale(0.5, of[k].area);
        out.of[k].moment = v3_add(v3_scale(1.0 / 6, of[k].moment), v3_cross(about, out.of[k].area));
    }
    return out;
}
