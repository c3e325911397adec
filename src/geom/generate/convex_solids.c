// Generators of convex solids: regular solids, prisms and random rocks, as hulls of their corners.
//
// A rock is the set  n_i . x <= d_i  of random planes. Its corners are dual to the facets of the hull of the points
// n_i/d_i: the facet through p, q, r lies in the plane  c . y = 1,  and c is the corner where the three planes
// intersect.
#include "base/alloc.h"
#include "geom/generate/generate.h"
#include "geom/convex/hull.h"
#include "geom/mesh/mesh_mass.h"
#include "math/random.h"

#define PI 3.14159265358979323846

// -------------------------------------------------------------------------------------------------- regular solids

// Hull of points, scaled by `unit`.
static abut_status hull_of(ab_ctx *cx, const v3 *point, int n, double unit, ab_mesh *mesh) {
    enum { MAX = 20 };
    v3 at[MAX];
    for (int i = 0; i < n; i++) at[i] = v3_scale(unit, point[i]);
    return ab_hull(cx, at, n, mesh);
}

abut_status ab_generate_tetrahedron(ab_ctx *cx, const ab_tetrahedron_def *def, ab_mesh *mesh) {
    static const v3 CORNER[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    return hull_of(cx, CORNER, 4, def->edge / sqrt(8), mesh);
}

abut_status ab_generate_octahedron(ab_ctx *cx, const ab_octahedron_def *def, ab_mesh *mesh) {
    static const v3 CORNER[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    return hull_of(cx, CORNER, 6, def->edge / sqrt(2), mesh);
}

// (+-1, +-1, +-1) and the cyclic permutations of (0, +-1/g, +-g), g the golden ratio; the edge is 2/g.
abut_status ab_generate_dodecahedron(ab_ctx *cx, const ab_dodecahedron_def *def, ab_mesh *mesh) {
    const double g = 0.5 * (1 + sqrt(5));
    v3 corner[20];
    int n = 0;
    for (int i = 0; i < 8; i++) corner[n++] = v3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? 1 / g : -1 / g, b = i & 2 ? g : -g;
        corner[n++] = v3_make(0, a, b);
        corner[n++] = v3_make(a, b, 0);
        corner[n++] = v3_make(b, 0, a);
    }
    return hull_of(cx, corner, n, 0.5 * g * def->edge, mesh);
}

// Cyclic permutations of (0, +-1, +-g); the edge is 2.
abut_status ab_generate_icosahedron(ab_ctx *cx, const ab_icosahedron_def *def, ab_mesh *mesh) {
    const double g = 0.5 * (1 + sqrt(5));
    v3 corner[12];
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? 1 : -1, b = i & 2 ? g : -g;
        corner[n++] = v3_make(0, a, b);
        corner[n++] = v3_make(a, b, 0);
        corner[n++] = v3_make(b, 0, a);
    }
    return hull_of(cx, corner, n, 0.5 * def->edge, mesh);
}

abut_status ab_generate_prism(ab_ctx *cx, const ab_prism_def *def, ab_mesh *mesh) {
    v3 *corner = NULL;
    AB_TRY(AB_ALLOC(cx, &corner, 2 * def->sides));
    for (int64_t i = 0; i < def->sides; i++) {
        const double t = 2 * PI * (double)i / (double)def->sides;
        const double x = def->radius * cos(t), y = def->radius * sin(t);
        corner[2 * i] = v3_make(x, y, -0.5 * def->length);
        corner[2 * i + 1] = v3_make(x, y, 0.5 * def->length);
    }
    const abut_status status = ab_hull(cx, corner, 2 * def->sides, mesh);
    ab_free(cx, corner);
    return status;
}

// ----------------------------------------------------------------------------------------------------------- rocks

enum { CANDIDATES = 8 }; // directions tried per plane: the one farthest from the others is used

static v3 random_direction(ab_random *random) { return quat_rotate(ab_random_rotation(random), v3_make(0, 0, 1)); }

// Largest cosine between a direction and the previous ones.
static double nearest(const v3 *normal, int64_t n, v3 direction) {
    double max = -1;
    for (int64_t i = 0; i < n; i++) max = ab_greater(max, v3_dot(normal[i], direction));
    return max;
}

static v3 spread_direction(ab_random *random, const v3 *normal, int64_t n) {
    v3 best = random_direction(random);
    double min = nearest(normal, n, best);
    for (int i = 1; i < CANDIDATES; i++) {
        const v3 other = random_direction(random);
        const double near = nearest(normal, n, other);
        if (near < min) best = other, min = near;
    }
    return best;
}

// The first four normals are those of a tetrahedron, so that the solid is bounded.
static void random_normals(ab_random *random, v3 *normal, int64_t n) {
    static const v3 TETRAHEDRON[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const quat turn = ab_random_rotation(random);
    for (int64_t i = 0; i < n; i++)
        normal[i] = i < 4 ? v3_unit(quat_rotate(turn, TETRAHEDRON[i])) : spread_direction(random, normal, i);
}

static v3 corner_of(const ab_mesh *dual, const ab_triangle *t) {
    const v3 p = dual->vertex[t->v[0]], q = dual->vertex[t->v[1]], r = dual->vertex[t->v[2]];
    const v3 normal = v3_cross(v3_sub(q, p), v3_sub(r, p));
    return v3_scale(1 / v3_dot(normal, p), normal);
}

// Corners of the intersection of the half-spaces, from the planes as dual points.
static abut_status corners_of(ab_ctx *cx, const v3 *point, int64_t n, v3 **corner, int64_t *ncorner) {
    ab_mesh dual = {0};
    AB_TRY(ab_hull(cx, point, n, &dual));
    const abut_status status = AB_ALLOC(cx, corner, dual.ntriangle);
    for (int64_t i = 0; status == ABUT_OK && i < dual.ntriangle; i++)
        (*corner)[i] = corner_of(&dual, &dual.triangle[i]);
    *ncorner = dual.ntriangle;
    ab_mesh_free(cx, &dual);
    return status;
}

static double between(ab_random *random, const double range[2]) {
    return ab_random_between(random, range[0], range[1]);
}

// Scales the corners to their proportions, builds the hull, and scales it to its size.
static abut_status wrap(ab_ctx *cx, const ab_rock_def *def, ab_random *random, v3 *corner, int64_t n, ab_mesh *mesh) {
    const double middle = between(random, def->elongation);
    const v3 axes = {1, middle, middle * between(random, def->flatness)};
    for (int64_t i = 0; i < n; i++) corner[i] = v3_mul(axes, corner[i]);
    AB_TRY(ab_hull(cx, corner, n, mesh));
    const double unit = def->size * cbrt(PI / 6 / ab_mesh_volume(mesh));
    for (int64_t i = 0; i < mesh->nvertex; i++) mesh->vertex[i] = v3_scale(unit, mesh->vertex[i]);
    return ABUT_OK;
}

static bool good_shares(const double range[2]) { return range[0] > 0 && range[0] <= range[1] && range[1] <= 1; }

static abut_status cut(ab_ctx *cx, const ab_rock_def *def, v3 *plane, ab_mesh *mesh) {
    ab_random random = ab_random_start((uint64_t)def->seed, 0);
    random_normals(&random, plane, def->faces);
    for (int64_t i = 0; i < def->faces; i++)
        plane[i] = v3_scale(1 / (1 + def->irregularity * ab_random_between(&random, -1, 1)), plane[i]);
    v3 *corner = NULL;
    int64_t ncorner = 0;
    abut_status status = corners_of(cx, plane, def->faces, &corner, &ncorner);
    if (status == ABUT_OK) status = wrap(cx, def, &random, corner, ncorner, mesh);
    ab_free(cx, corner);
    return status;
}

abut_status ab_generate_rock(ab_ctx *cx, const ab_rock_def *def, ab_mesh *mesh) {
    if (!good_shares(def->elongation) || !good_shares(def->flatness))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a rock needs two shares for its elongation and its flatness, the least first");
    v3 *plane = NULL;
    AB_TRY(AB_ALLOC(cx, &plane, def->faces));
    const abut_status status = cut(cx, def, plane, mesh);
    ab_free(cx, plane);
    return status;
}
