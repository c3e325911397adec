// Tight oriented bounding box of points. The smallest box has two adjacent faces flush with edges of the hull
// [orourke1985]; the candidates are, for each face normal and each cross product of two edges as first axis d, the
// smallest rectangle around the silhouette of the hull along d. The silhouette consists of the edges between a front
// face and a back face. The axis-aligned box is the first candidate and wins ties.
#include "geom/convex/hull.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/work.h"
#include "geom/convex/rectangle.h"

typedef struct hull_edge {
    int32_t a, b;       // vertices
    int32_t face, back; // adjacent triangles
} hull_edge;

typedef struct fit {
    ab_mesh hull;
    v3 *normal;      // unit, of the triangles  (hull.ntriangle)
    bool *repeats;   // coplanar with an earlier neighbour  (hull.ntriangle)
    hull_edge *edge; // (nedge)
    int64_t nedge;
    int32_t *outline;      // silhouette edges along the current direction  (nedge)
    ab_keyed *row, *spare; // (3 hull.ntriangle)
    ab_plane_point *point; // the ends of those edges  (2 nedge)
    ab_plane_point *chain; // scratch memory for their hull  (4 nedge)
    double volume;         // of the best box
    m3 axes;               // of the best box, by rows
} fit;

typedef struct oriented_box_range {
    double low, high;
} oriented_box_range;

static oriented_box_range range_along(const ab_mesh *mesh, v3 axis) {
    oriented_box_range r = {INFINITY, -INFINITY};
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        const double x = v3_dot(axis, mesh->vertex[i]);
        r.low = ab_lesser(r.low, x);
        r.high = ab_greater(r.high, x);
    }
    return r;
}

static double width(oriented_box_range r) { return r.high - r.low; }

static void find_normals(fit *f) {
    for (int64_t t = 0; t < f->hull.ntriangle; t++) {
        const int32_t *v = f->hull.triangle[t].v;
        const v3 a = f->hull.vertex[v[0]];
        f->normal[t] = v3_unit(v3_cross(v3_sub(f->hull.vertex[v[1]], a), v3_sub(f->hull.vertex[v[2]], a)));
    }
}

// The hull is closed, so the two rows of each edge are adjacent after sorting.
static void find_edges(fit *f) {
    int64_t n = 0;
    for (int64_t t = 0; t < f->hull.ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            const uint32_t a = (uint32_t)f->hull.triangle[t].v[k];
            const uint32_t b = (uint32_t)f->hull.triangle[t].v[(k + 1) % 3];
            f->row[n++] = (ab_keyed){a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, t};
        }
    ab_sort_keyed(f->row, f->spare, n);
    for (int64_t i = 0; i + 1 < n; i += 2)
        f->edge[f->nedge++] = (hull_edge){(int32_t)(f->row[i].key >> 32), (int32_t)(f->row[i].key & UINT32_MAX),
                                          (int32_t)f->row[i].value, (int32_t)f->row[i + 1].value};
}

// Coplanar triangles give one direction, or a few.
static void find_repeats(fit *f) {
    const double same = 1e-14; // squared difference of unit normals
    for (int64_t e = 0; e < f->nedge; e++) {
        const int32_t a = f->edge[e].face, b = f->edge[e].back;
        if (v3_norm2(v3_sub(f->normal[a], f->normal[b])) < same) f->repeats[a > b ? a : b] = true;
    }
}

static int64_t find_outline(fit *f, v3 d) {
    const double edge_on = 1e-12; // faces seen edge-on within round-off count as either front or back
    int64_t n = 0;
    for (int64_t e = 0; e < f->nedge; e++) {
        const double front = v3_dot(f->normal[f->edge[e].face], d);
        const double back = v3_dot(f->normal[f->edge[e].back], d);
        if (ab_lesser(front, back) <= edge_on && ab_greater(front, back) >= -edge_on) f->outline[n++] = (int32_t)e;
    }
    return n;
}

// Projects the silhouette vertices onto the plane of u and w; shared vertices occur twice.
static int64_t project_outline(fit *f, int64_t noutline, v3 u, v3 w) {
    for (int64_t i = 0; i < noutline; i++) {
        const v3 a = f->hull.vertex[f->edge[f->outline[i]].a], b = f->hull.vertex[f->edge[f->outline[i]].b];
        f->point[2 * i] = (ab_plane_point){v3_dot(u, a), v3_dot(w, a)};
        f->point[2 * i + 1] = (ab_plane_point){v3_dot(u, b), v3_dot(w, b)};
    }
    return 2 * noutline;
}

static v3 any_across(v3 d) {
    const bool along_x = fabs(d.x) > 0.6;
    return v3_unit(v3_cross(d, v3_make(!along_x, along_x, 0)));
}

// The smallest box with first axis d.
static void try_direction(fit *f, v3 d) {
    const v3 u = any_across(d), w = v3_cross(d, u);
    const int64_t n = project_outline(f, find_outline(f, d), u, w);
    const ab_rectangle r = ab_rectangle_fit(f->point, n, f->chain);
    const double volume = width(range_along(&f->hull, d)) * r.area;
    const double better = 1 - 1e-9; // ties within round-off keep the earlier candidate
    if (!(volume < better * f->volume)) return;
    const v3 along = v3_unit(v3_add(v3_scale(r.along.x, u), v3_scale(r.along.y, w)));
    f->volume = volume;
    f->axes = m3_rows(d, along, v3_cross(d, along));
}

static v3 edge_vector(const fit *f, int64_t e) {
    return v3_unit(v3_sub(f->hull.vertex[f->edge[e].b], f->hull.vertex[f->edge[e].a]));
}

// Large hulls use every k-th face and no edge pairs, to bound the work: each direction visits every edge and sorts the
// silhouette, which may contain most of them.
static abut_status try_directions(ab_ctx *cx, fit *f) {
    const int64_t max = 1000000 / (f->nedge + 1);
    const int64_t stride = f->hull.ntriangle / (max + 1) + 1;
    for (int64_t t = 0; t < f->hull.ntriangle; t += stride) {
        AB_TRY(ab_worked(cx, "bounding box", t, f->hull.ntriangle));
        if (v3_norm2(f->normal[t]) > 0 && !f->repeats[t]) try_direction(f, f->normal[t]);
    }
    if (f->nedge * f->nedge / 2 > max) return ABUT_OK;
    for (int64_t i = 0; i < f->nedge; i++)
        for (int64_t j = i + 1; j < f->nedge; j++) {
            const v3 d = v3_cross(edge_vector(f, i), edge_vector(f, j));
            if (v3_norm(d) > 1e-6) try_direction(f, v3_unit(d)); // parallel edges give no direction
        }
    return ABUT_OK;
}

static abut_status start(ab_ctx *cx, fit *f) {
    const int64_t n = f->hull.ntriangle;
    AB_TRY(AB_ALLOC(cx, &f->normal, n));
    AB_TRY(AB_ALLOC(cx, &f->repeats, n));
    AB_TRY(AB_ALLOC(cx, &f->edge, 3 * n));
    AB_TRY(AB_ALLOC(cx, &f->outline, 3 * n));
    AB_TRY(AB_ALLOC(cx, &f->row, 3 * n));
    AB_TRY(AB_ALLOC(cx, &f->point, 6 * n));
    AB_TRY(AB_ALLOC(cx, &f->chain, 12 * n));
    return AB_ALLOC(cx, &f->spare, 3 * n);
}

// The box with these axes around the points; extents are computed with the stored quaternion.
static ab_obb box_with(quat axes, const ab_mesh *mesh) {
    oriented_box_range r[3];
    for (int i = 0; i < 3; i++) {
        const v3 unit = v3_make(i == 0, i == 1, i == 2);
        r[i] = range_along(mesh, quat_rotate(axes, unit));
    }
    const v3 middle = v3_make(0.5 * (r[0].low + r[0].high), 0.5 * (r[1].low + r[1].high), 0.5 * (r[2].low + r[2].high));
    return (ab_obb){.pose = {quat_rotate(axes, middle), axes},
                    .half = v3_make(0.5 * width(r[0]), 0.5 * width(r[1]), 0.5 * width(r[2]))};
}

static double volume_of(const ab_obb *box) { return 8 * box->half.x * box->half.y * box->half.z; }

// Fits relative to the first vertex of the hull, so that a body far from the origin is fitted as tightly.
static abut_status fit_hull(ab_ctx *cx, fit *f, ab_obb *box) {
    AB_TRY(start(cx, f));
    const v3 origin = f->hull.vertex[0];
    for (int64_t i = 0; i < f->hull.nvertex; i++) f->hull.vertex[i] = v3_sub(f->hull.vertex[i], origin);
    find_normals(f);
    find_edges(f);
    find_repeats(f);
    const ab_obb aligned = box_with(quat_identity(), &f->hull);
    f->volume = volume_of(&aligned);
    f->axes = m3_identity();
    AB_TRY(try_directions(cx, f));
    const ab_obb turned = box_with(ab_quat_from_matrix(m3_transpose(f->axes)), &f->hull);
    *box = volume_of(&turned) < volume_of(&aligned) ? turned : aligned;
    box->pose.x = v3_add(box->pose.x, origin);
    return ABUT_OK;
}

abut_status ab_obb_fit(ab_ctx *cx, const v3 *point, int64_t npoint, ab_obb *box) {
    if (npoint < 1) return ab_fail(cx, ABUT_ERR_INPUT, "a bounding box needs at least one point");
    fit f = {0};
    abut_status status = ab_hull(cx, point, npoint, &f.hull);
    if (status == ABUT_ERR_INPUT) { // coplanar: no volume to minimise
        *box = box_with(quat_identity(), &(ab_mesh){.vertex = (v3 *)point, .nvertex = npoint});
        return ABUT_OK;
    }
    if (status == ABUT_OK) status = fit_hull(cx, &f, box);
    ab_mesh_free(cx, &f.hull);
    ab_free(cx, f.normal);
    ab_free(cx, f.repeats);
    ab_free(cx, f.edge);
    ab_free(cx, f.outline);
    ab_free(cx, f.row);
    ab_free(cx, f.spare);
    ab_free(cx, f.point);
    ab_free(cx, f.chain);
    return status;
}
