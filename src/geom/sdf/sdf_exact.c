// The distance from the triangles themselves.
//
// Its sign is that of the nearest feature: in front of or behind a face, and at an edge or corner by the gap over the
// cone of the normals that meet there (geom/sdf/normal_cone.h), as long as they make a convex or a re-entrant one.
// Where the field says otherwise, or the feature is a saddle, the winding number decides, which takes longer: where
// edges are so sharp that cells cannot hold them, and where the mesh cuts itself.
#include "geom/sdf/normal_cone.h"
#include "geom/sdf/sdf.h"

enum { MAX = 16 };        // faces that meet in a corner; where there are more, the winding number is asked
#define ROUND_OFF 0x1p-40 // of lengths: flat is both convex and re-entrant

// The faces that meet in an edge or corner.
typedef struct fan {
    const ab_mesh *mesh;
    int32_t end[2]; // its vertices, twice the same of a corner
    int count;      // those beyond MAX are not written
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
    const v3 here = bvh->mesh->vertex[f->end[0]]; // all of them have it
    ab_bvh_overlap(bvh, here, here, add_face, f);
}

// How far the corners of the others are in front of the planes of the faces, over how far they are at all: from, to.
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

// Triangles of one flat face count once.
static v3 middle_of(const fan *f) {
    v3 sum = v3_zero();
    for (int i = 0; i < f->count; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again = again || v3_dot(f->normal[i], f->normal[j]) > 1 - ROUND_OFF;
        if (!again) sum = v3_add(sum, f->normal[i]);
    }
    return v3_unit(sum);
}

// What the nearest feature tells of a point at r from it. False: nothing.
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
    if (on_surface) gap->normal = middle_of(&f); // any of the cone will do
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
    const bool on_surface = c.distance <= ROUND_OFF * sdf->grid.h; // the way is made of rounding
    ab_cone_gap gap = {0, face_normal(&sdf->mesh, c.triangle)};
    const bool known = feature_gap(&sdf->bvh, &c, way, on_surface, &gap);
    const double sign = is_inside(sdf, p, known, gap.gap) ? -1 : 1;
    *nearest = c;
    *gradient = on_surface ? gap.normal : v3_scale(sign, v3_unit(way));
    return sign * c.distance;
}
