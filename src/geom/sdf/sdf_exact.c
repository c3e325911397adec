// Signed distance from the triangles.
//
// The sign is that of the nearest feature: the side of a face, or at an edge or corner the gap over the cone of the
// adjacent normals (geom/sdf/normal_cone.h) if the feature is convex or re-entrant. If the field has the opposite sign,
// or the feature is a saddle, the slower winding number decides: at edges too sharp for the cell size, and where the
// mesh intersects itself.
#include "geom/sdf/normal_cone.h"
#include "geom/sdf/sdf.h"

enum { MAX = 16 };        // faces at a corner; with more, the winding number decides
#define ROUND_OFF 0x1p-40 // relative to lengths: a flat feature counts as both convex and re-entrant

// Faces adjacent to an edge or corner.
typedef struct fan {
    const ab_mesh *mesh;
    int32_t end[2]; // vertices of the edge; the same vertex twice for a corner
    int count;      // may exceed MAX; the faces beyond are not stored
    v3 normal[MAX];
    int32_t triangle[MAX];
} fan;

static v3 face_normal(const ab_mesh *mesh, int32_t triangle) {
    const int32_t *v = mesh->triangle[triangle].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_unit(v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a)));
}

static bool has_vertex(const ab_triangle *t, int32_t v) { return t->v[0] == v || t->v[1] == v || t->v[2] == v; }

static bool add_face(void *arg, int32_t triangle) {
    fan *f = arg;
    const ab_triangle *t = &f->mesh->triangle[triangle];
    if (!has_vertex(t, f->end[0]) || !has_vertex(t, f->end[1])) return true;
    if (f->count < MAX) {
        f->normal[f->count] = face_normal(f->mesh, triangle);
        f->triangle[f->count] = triangle;
    }
    return ++f->count <= MAX;
}

static void find_faces(const ab_bvh *bvh, const ab_closest *c, fan *f) {
    const int32_t *v = bvh->mesh->triangle[c->triangle].v;
    f->mesh = bvh->mesh;
    f->end[0] = v[c->corner];
    f->end[1] = c->feature == AB_FEATURE_EDGE ? v[(c->corner + 1) % 3] : f->end[0];
    f->count = 0;
    const v3 here = bvh->mesh->vertex[f->end[0]]; // shared by all adjacent faces
    ab_bvh_overlap(bvh, here, here, add_face, f);
}

// Range of the signed heights of the fan's vertices over the planes of its faces, reduced by the round-off.
typedef struct bend {
    double min, max;
} bend;

static bend bend_of(const fan *f) {
    const v3 here = f->mesh->vertex[f->end[0]];
    bend b = {0, 0};
    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < f->count; j++)
            for (int k = 0; k < 3; k++) {
                const v3 to = v3_sub(f->mesh->vertex[f->mesh->triangle[f->triangle[j]].v[k]], here);
                const double rise = v3_dot(f->normal[i], to), slack = ROUND_OFF * v3_norm(to);
                b.min = ab_lesser(b.min, rise + slack);
                b.max = ab_greater(b.max, rise - slack);
            }
    return b;
}

// Mean normal; coplanar triangles count once.
static v3 middle_of(const fan *f) {
    v3 sum = v3_zero();
    for (int i = 0; i < f->count; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again = again || v3_dot(f->normal[i], f->normal[j]) > 1 - ROUND_OFF;
        if (!again) sum = v3_add(sum, f->normal[i]);
    }
    return v3_unit(sum);
}

// Gap of a point at offset r from the nearest feature; false if the feature does not determine it.
static bool feature_gap(const ab_bvh *bvh, const ab_closest *c, v3 r, bool on_surface, ab_cone_gap *gap) {
    if (c->feature == AB_FEATURE_FACE) {
        const v3 n = face_normal(bvh->mesh, c->triangle);
        *gap = (ab_cone_gap){v3_dot(n, r), n};
        return true;
    }
    fan f;
    find_faces(bvh, c, &f);
    if (f.count > MAX || f.count < 2) return false;
    const bend b = bend_of(&f);
    if (b.max > 0 && b.min < 0) return false;
    *gap = b.max > 0 ? ab_gap_reentrant(f.normal, f.count, r) : ab_gap_convex(f.normal, f.count, r);
    if (on_surface) gap->normal = middle_of(&f); // any normal of the cone is valid
    return true;
}

static bool is_inside(const ab_sdf *sdf, v3 p, bool known, double gap) {
    if (known && (gap < 0) == (ab_sdf_distance(sdf, p, NULL) < 0)) return gap < 0;
    return ab_winding_number(&sdf->winding, p) > 0.5;
}

double ab_sdf_exact_distance(const ab_sdf *sdf, v3 p, double within, v3 *gradient, ab_closest *nearest) {
    const ab_closest c = ab_bvh_closest(&sdf->bvh, p, within);
    if (c.triangle < 0) return INFINITY;
    const v3 way = v3_sub(p, c.point);
    const bool on_surface = c.distance <= ROUND_OFF * sdf->grid.h; // the direction p - c.point is round-off
    ab_cone_gap gap = {0, face_normal(&sdf->mesh, c.triangle)};
    const bool known = feature_gap(&sdf->bvh, &c, way, on_surface, &gap);
    const double sign = is_inside(sdf, p, known, gap.gap) ? -1 : 1;
    *nearest = c;
    *gradient = on_surface ? gap.normal : v3_scale(sign, v3_unit(way));
    return sign * c.distance;
}
