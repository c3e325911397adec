// Overlap of two convex polyhedra by clipping.
//
//   1. The lowest of A's vertices over every plane of B, and vice versa. A plane with all vertices above it separates
//      the bodies.
//   2. The plane nearest to separating them clips first: it removes most of the other body.
//   3. The other planes of the same body follow, except those that the bounding box of the rest does not reach.
#include "geom/convex/overlap.h"

#include "base/alloc.h"
#include "geom/convex/overlap_depth.h"
#include "geom/mesh/face.h"
#include "math/lane.h"

static const double TIE = 1e-13; // relative to the size: round-off of the heights of coplanar faces

// -------------------------------------------------------------------------------------------------------- workspace

abut_status ab_overlap_make(ab_ctx *cx, int32_t faces, ab_overlap_workspace *workspace) {
    *workspace = (ab_overlap_workspace){.faces = faces};
    AB_TRY(ab_clip_make(cx, faces, &workspace->clip));
    const int64_t n = ab_padded(faces) + AB_LANES;                       // two bodies, each padded to whole lanes
    const abut_status status = AB_ALLOC(cx, &workspace->memory, 11 * n); // Euler: fewer than 2 faces vertices
    if (status != ABUT_OK) {
        ab_overlap_free(cx, workspace);
        return status;
    }
    double **const twice[] = {&workspace->loops.x, &workspace->loops.y, &workspace->loops.z};
    double **const once[] = {&workspace->planes.x, &workspace->planes.y, &workspace->planes.z,
                             &workspace->planes.offset, &workspace->low};
    double *at = workspace->memory;
    for (int k = 0; k < 3; k++, at += 2 * n) *twice[k] = at;
    for (int k = 0; k < 5; k++, at += n) *once[k] = at;
    return ABUT_OK;
}

void ab_overlap_free(ab_ctx *cx, ab_overlap_workspace *workspace) {
    ab_clip_free(cx, &workspace->clip);
    ab_free(cx, workspace->memory);
    *workspace = (ab_overlap_workspace){0};
}

// --------------------------------------------------------------------------------------------------------- placement

typedef struct lanes {
    const double *x, *y, *z;
} lanes;

AB_SIMD static void turn_all(m3 r, v3 shift, lanes from, int32_t n, double *x, double *y, double *z) {
#pragma omp simd
    for (int32_t i = 0; i < n; i++) {
        x[i] = r.row[0].x * from.x[i] + r.row[0].y * from.y[i] + r.row[0].z * from.z[i] + shift.x;
        y[i] = r.row[1].x * from.x[i] + r.row[1].y * from.y[i] + r.row[1].z * from.z[i] + shift.y;
        z[i] = r.row[2].x * from.x[i] + r.row[2].y * from.y[i] + r.row[2].z * from.z[i] + shift.z;
    }
}

AB_SIMD static void move_offsets(v3 shift, const ab_planes *p, const double *from, double *offset) {
#pragma omp simd
    for (int32_t i = 0; i < p->n; i++)
        offset[i] = from[i] + (p->x[i] * shift.x + p->y[i] * shift.y + p->z[i] * shift.z);
}

void ab_overlap_place(const ab_polyhedron *b, ab_pose b_in_a, ab_overlap_workspace *workspace) {
    const m3 r = quat_matrix(b_in_a.q);
    ab_loops *l = &workspace->loops;
    ab_planes *p = &workspace->planes;
    turn_all(r, b_in_a.x, (lanes){b->loops.x, b->loops.y, b->loops.z}, b->loops.nvertex, l->x, l->y, l->z);
    turn_all(r, v3_zero(), (lanes){b->planes.x, b->planes.y, b->planes.z}, b->planes.n, p->x, p->y, p->z);
    p->n = b->planes.n;
    move_offsets(b_in_a.x, p, b->planes.offset, p->offset);
    *l = (ab_loops){b->loops.nvertex, b->loops.nface,  b->loops.nedge, l->x, l->y, l->z,
                    b->loops.first,   b->loops.corner, b->loops.owner};
}

// ----------------------------------------------------------------------------------------------------------- heights

// Lowest height of the vertices over every plane, eight planes at a time; the arrays are padded.
AB_SIMD_INLINE void find_lowest(const ab_planes *p, const ab_loops *l, double *restrict low) {
    const double *restrict x = p->x;
    const double *restrict y = p->y;
    const double *restrict z = p->z;
    for (int32_t j = 0; j < p->n; j += AB_LANES) {
        double lowest[AB_LANES];
        for (int k = 0; k < AB_LANES; k++) lowest[k] = INFINITY;
        for (int32_t i = 0; i < l->nvertex; i++) {
            const v3 v = ab_vertex_at(l, i);
#pragma omp simd
            for (int k = 0; k < AB_LANES; k++) {
                const double h = x[j + k] * v.x + y[j + k] * v.y + z[j + k] * v.z;
                lowest[k] = h < lowest[k] ? h : lowest[k];
            }
        }
        for (int k = 0; k < AB_LANES; k++) low[j + k] = lowest[k] - p->offset[j + k];
    }
    for (int32_t j = p->n; j < ab_padded(p->n); j++) low[j] = -INFINITY;
}

// Index of the first maximum.
AB_SIMD_INLINE int32_t find_highest(const double *low, int32_t n) {
    double top[AB_LANES];
    for (int k = 0; k < AB_LANES; k++) top[k] = low[k];
    for (int32_t j = AB_LANES; j < n; j += AB_LANES)
        for (int k = 0; k < AB_LANES; k++) top[k] = low[j + k] > top[k] ? low[j + k] : top[k];
    double max = top[0];
    for (int k = 1; k < AB_LANES; k++) max = ab_greater(max, top[k]);
    for (int32_t j = 0;; j += AB_LANES) {
        double under[AB_LANES];
        for (int k = 0; k < AB_LANES; k++) under[k] = low[j + k] - max;
        const uint32_t bits = ~ab_sign_bits(under) & 0xff;
        if (bits || j + AB_LANES >= n) return j + __builtin_ctz(bits | 1u << (AB_LANES - 1));
    }
}

// The plane nearest to having all vertices above it.
AB_SIMD static int32_t nearest_plane(const ab_planes *p, const ab_loops *l, double *low) {
    find_lowest(p, l, low);
    return find_highest(low, p->n);
}

// -------------------------------------------------------------------------------------------------------------- cuts

// One body is clipped by the planes of the other.
typedef struct cutter {
    const ab_loops *body;
    const ab_vertex_edges *vertex_edges;
    const ab_planes *planes;
    int32_t first; // plane to clip with first
    double limit;  // see ab_clip_cut
} cutter;

typedef struct box {
    v3 middle, half;
} box;

static box box_around(const ab_loops *l) {
    v3 low = ab_vertex_at(l, 0);
    v3 high = low;
    for (int32_t i = 1; i < l->nvertex; i++) {
        low = v3_min(low, ab_vertex_at(l, i));
        high = v3_max(high, ab_vertex_at(l, i));
    }
    return (box){v3_scale(0.5, v3_add(low, high)), v3_scale(0.5, v3_sub(high, low))};
}

static bool reaches(box b, ab_plane p, double limit) {
    const v3 n = p.normal;
    const double max = fabs(n.x) * b.half.x + fabs(n.y) * b.half.y + fabs(n.z) * b.half.z;
    return v3_dot(n, b.middle) + max > p.offset + limit;
}

static ab_cut cut_all(const cutter *c, ab_clip *clip) {
    ab_clip_start(clip, c->body);
    ab_cut done = ab_clip_cut(clip, ab_plane_at(c->planes, c->first), c->limit);
    box around = box_around(&clip->now);
    for (int32_t j = 0; j < c->planes->n && done < AB_CUT_ALL; j++) {
        const ab_plane plane = ab_plane_at(c->planes, j);
        if (j == c->first || !reaches(around, plane, c->limit)) continue;
        done = ab_clip_cut(clip, plane, c->limit);
        if (done == AB_CUT_SOME) around = box_around(&clip->now);
    }
    return done;
}

static ab_cut measure(const cutter *c, ab_overlap_workspace *workspace, ab_clip_integrals *out) {
    const ab_planes *p = c->planes;
    const ab_corner_cuts cuts = {p->x, p->y, p->z, p->offset, p->n, c->first, c->limit};
    const bool corner = c->vertex_edges->first && workspace->coordinate == AB_OVERLAP_VOLUME;
    ab_cut done = corner ? ab_corner_clip_cut(&workspace->corner, c->body, c->vertex_edges, &cuts) : AB_CUT_FULL;
    if (done < AB_CUT_ALL) *out = ab_corner_clip_measure(&workspace->corner);
    if (done != AB_CUT_FULL) return done;
    done = cut_all(c, &workspace->clip);
    if (done < AB_CUT_ALL) *out = ab_clip_measure(&workspace->clip.now);
    return done;
}

static ab_overlap_state cut_and_measure(const cutter *c, bool cut_a, ab_overlap_workspace *workspace, ab_overlap *out) {
    ab_clip_integrals in = {0};
    const ab_cut done = measure(c, workspace, &in);
    if (done == AB_CUT_FULL) return AB_UNKNOWN;
    if (done == AB_CUT_ALL) return AB_APART;
    const ab_surface *b = &in.of[cut_a];
    *out = (ab_overlap){.volume = in.volume,
                        .centroid = in.centroid,
                        .area = b->area,
                        .moment = b->moment,
                        .area_a = in.of[!cut_a].area,
                        .axis = b->area};
    if (workspace->coordinate != AB_OVERLAP_VOLUME)
        out->of = ab_overlap_depth(&workspace->clip, cut_a ? 0 : 1, out, workspace->coordinate);
    return in.volume > 0 ? AB_OVERLAP : AB_APART;
}

ab_overlap_state ab_overlap_clip(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_overlap_workspace *workspace, ab_overlap *out) {
    *out = (ab_overlap){.axis = v3_neg(b_in_a.x)};
    ab_overlap_place(b, b_in_a, workspace);
    double *low_a = workspace->low + ab_padded(b->planes.n); // B's vertices over A's planes
    const int32_t of_b = nearest_plane(&workspace->planes, &a->loops, workspace->low);
    out->axis = ab_plane_at(&workspace->planes, of_b).normal;
    if (workspace->low[of_b] >= 0) return AB_APART;
    const int32_t of_a = nearest_plane(&a->planes, &workspace->loops, low_a);
    const bool cut_a = workspace->low[of_b] >= low_a[of_a];
    if (!cut_a) out->axis = v3_neg(ab_plane_at(&a->planes, of_a).normal);
    if (low_a[of_a] >= 0) return AB_APART;
    const double tie = TIE * (a->radius + b->radius);
    const cutter c = cut_a ? (cutter){&a->loops, &a->vertex_edges, &workspace->planes, of_b, tie}
                           : (cutter){&workspace->loops, &b->vertex_edges, &a->planes, of_a, -tie};
    return cut_and_measure(&c, cut_a, workspace, out);
}

// ------------------------------------------------------------------------------------------------------------ results

ab_overlap ab_overlap_move(const ab_overlap *o, ab_pose a) {
    const v3 area = quat_rotate(a.q, o->area);
    return (ab_overlap){.volume = o->volume,
                        .centroid = pose_apply(a, o->centroid),
                        .area = area,
                        .moment = v3_add(quat_rotate(a.q, o->moment), v3_cross(a.x, area)),
                        .area_a = quat_rotate(a.q, o->area_a),
                        .axis = quat_rotate(a.q, o->axis)};
}

v3 ab_overlap_point(const ab_overlap *o) {
    const double size2 = v3_norm2(o->area);
    const v3 about_centroid = v3_sub(o->moment, v3_cross(o->centroid, o->area));
    return v3_add_scaled(o->centroid, ab_reciprocal(size2), v3_cross(o->area, about_centroid));
}
