// Overlap by polar duality: independent of clipping, slower, and limited to overlaps that are not too flat.
//
//     o inside both, h_i = d_i - n_i . o > 0 for all planes;   dual points n_i / h_i
//     a facet n . x = d of their convex hull corresponds to the vertex o + n / d of the overlap,
//     and the facets around a dual point to the corners of its plane's face
//
// The hull is accurate to 1e-16 of its largest point, 1 / h of the nearest plane, so errors grow as the square of size
// / thickness; nearly parallel faces become nearly coincident points. Both give AB_UNKNOWN if the facets are
// inconsistent.
#include "geom/convex/overlap_dual.h"

#include "base/alloc.h"
#include "geom/convex/inner_ball.h"

abut_status ab_dual_make(ab_ctx *cx, int32_t faces, ab_dual_workspace *workspace) {
    *workspace = (ab_dual_workspace){0};
    AB_TRY(ab_hull_make(cx, faces, &workspace->hull));
    const abut_status status = AB_ALLOC(cx, &workspace->row, AB_BALL_ROW * (4 * (int64_t)faces + 16));
    if (status != ABUT_OK) ab_dual_free(cx, workspace);
    return status;
}

void ab_dual_free(ab_ctx *cx, ab_dual_workspace *workspace) {
    ab_hull_free(cx, &workspace->hull);
    ab_free(cx, workspace->row);
    *workspace = (ab_dual_workspace){0};
}

static void add_dual_points(ab_hull_workspace *h, const ab_planes *planes, v3 o) {
    for (int32_t j = 0; j < planes->n; j++) {
        const ab_plane p = ab_plane_at(planes, j);
        h->point[h->n++] = v3_scale(1 / (p.offset - v3_dot(p.normal, o)), p.normal);
    }
}

static int corner_of(const ab_hull_facet *f, int32_t point) {
    for (int k = 0; k < 3; k++)
        if (f->v[k] == point) return k;
    return -1;
}

// Visits the facets around a dual point, which are the corners of its face.
static bool walk_face(const ab_hull_workspace *h, int32_t facet, int32_t point, ab_loops *l) {
    const int32_t first = l->first[l->nface];
    int32_t n = first;
    int32_t at = facet;
    do {
        const int k = corner_of(&h->facet[at], point);
        if (k < 0 || n - first > h->nfacet) return false;
        l->corner[n++] = (ab_corner){(uint16_t)at, 0};
        at = h->facet[at].beside[(k + 2) % 3];
    } while (at != facet);
    l->first[++l->nface] = n;
    return true;
}

static bool put_vertices(const ab_hull_workspace *h, v3 o, ab_loops *l) {
    l->nvertex = h->nfacet;
    for (int32_t f = 0; f < h->nfacet; f++) {
        if (!ab_hull_alive(&h->facet[f])) continue;
        if (!(h->facet[f].offset > 0)) return false; // the origin is not inside the hull
        const v3 v = v3_add_scaled(o, 1 / h->facet[f].offset, h->facet[f].normal);
        l->x[f] = v.x;
        l->y[f] = v.y;
        l->z[f] = v.z;
    }
    return true;
}

// Slivers between nearly coincident points have arbitrary normals. Each vertex must lie on its three planes and above
// none.
static bool fits(const ab_hull_workspace *h, const ab_planes *planes, const ab_loops *l, double tolerance) {
    for (int32_t f = 0; f < h->nfacet; f++) {
        if (!ab_hull_alive(&h->facet[f])) continue;
        for (int32_t i = 0; i < h->n; i++) {
            const ab_planes *set = &planes[i >= planes[0].n];
            const ab_plane p = ab_plane_at(set, i < planes[0].n ? i : i - planes[0].n);
            const double up = v3_dot(p.normal, ab_vertex_at(l, f)) - p.offset;
            if (!(up <= tolerance) || (corner_of(&h->facet[f], i) >= 0 && up < -tolerance)) return false;
        }
    }
    return true;
}

// The first `of_a` dual points belong to A. `starts` is -1 for all points after the hull is built.
static bool put_faces(ab_hull_workspace *h, int32_t of_a, ab_loops *l) {
    l->nface = 0;
    l->first[0] = 0;
    for (int32_t f = 0; f < h->nfacet; f++)
        for (int k = 0; ab_hull_alive(&h->facet[f]) && k < 3; k++) {
            const int32_t point = h->facet[f].v[k];
            if (h->starts[point] >= 0) continue; // its face is done
            h->starts[point] = f;
            l->owner[l->nface] = point >= of_a;
            if (!walk_face(h, f, point, l)) return false;
        }
    return true;
}

ab_overlap_state ab_overlap_dual(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_overlap_workspace *workspace, ab_dual_workspace *dual, ab_overlap *out) {
    const double TOO_THIN = 1e-7; // relative to the size: the squared reciprocal exhausts double precision
    const double FIT = 1e-9;      // relative to the size
    *out = (ab_overlap){.axis = v3_neg(b_in_a.x)};
    ab_overlap_place(b, b_in_a, workspace);
    const ab_planes planes[2] = {a->planes, workspace->planes};
    const double size = a->radius + b->radius;
    v3 o;
    const double r = ab_inner_ball(planes, 2, 2 * size, dual->row, &o);
    if (!(r > 0)) return r > -TOO_THIN * size ? AB_UNKNOWN : AB_APART;
    if (r < TOO_THIN * size) return AB_UNKNOWN;
    ab_hull_workspace *h = &dual->hull;
    h->n = 0;
    for (int k = 0; k < 2; k++) add_dual_points(h, &planes[k], o);
    ab_loops *l = &workspace->clip.buffer[0]; // unused until a polyhedron is clipped
    if (!ab_hull_of_points(h) || !put_vertices(h, o, l) || !fits(h, planes, l, FIT * size)) return AB_UNKNOWN;
    if (!put_faces(h, a->planes.n, l)) return AB_UNKNOWN;
    const ab_clip_integrals in = ab_clip_measure(l);
    *out = (ab_overlap){.volume = in.volume,
                        .centroid = in.centroid,
                        .area = in.of[1].area,
                        .moment = in.of[1].moment,
                        .area_a = in.of[0].area,
                        .axis = in.of[1].area};
    return in.volume > 0 ? AB_OVERLAP : AB_UNKNOWN;
}
