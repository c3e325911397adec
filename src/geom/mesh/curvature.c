// Curvature of a mesh: curvature tensors of faces from dihedral angles, averaged around corners and smoothed.
#include "geom/mesh/curvature.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/union_find.h"

#define SHARP_COSINE 0.70710678118654752440 // of 45 degrees
enum { ROUNDS = 2 };                        // smoothing passes: corners of low or high valence are then off by 1 %

// A symmetric tensor times an area, and the area.
typedef struct tensor {
    double xx, yy, zz, xy, xz, yz; // m
    v3 face;                       // area vector, m^2
    double area;                   // m^2
} tensor;

typedef struct curvature_work {
    const ab_mesh *mesh;
    ab_keyed *row;   // half-edges 3 t + k sorted by their ends, and scratch memory  (6 ntriangle)
    int32_t *corner; // union-find of corners with a common curvature  (3 ntriangle)
    tensor *face;    // (ntriangle)
    tensor *around;  // sum over a set, at its root  (3 ntriangle)
} curvature_work;

static void add(tensor *sum, const tensor *t, double times) {
    sum->xx += times * t->xx;
    sum->yy += times * t->yy;
    sum->zz += times * t->zz;
    sum->xy += times * t->xy;
    sum->xz += times * t->xz;
    sum->yz += times * t->yz;
    sum->face = v3_add_scaled(sum->face, times, t->face);
    sum->area += times * t->area;
}

static tensor across(v3 t, double times) {
    const double x = times * t.x, y = times * t.y, z = times * t.z;
    return (tensor){x * t.x, y * t.y, z * t.z, x * t.y, x * t.z, y * t.z, v3_zero(), 0};
}

static v3 twice_area(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a));
}

static int32_t start_of(const ab_mesh *mesh, int64_t half) { return mesh->triangle[half / 3].v[half % 3]; }
static int64_t next_of(int64_t half) { return half - half % 3 + (half + 1) % 3; }

static void list_edges(curvature_work *w) {
    for (int64_t i = 0; i < 3 * w->mesh->ntriangle; i++) {
        const uint64_t a = (uint64_t)start_of(w->mesh, i), b = (uint64_t)start_of(w->mesh, next_of(i));
        w->row[i] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, i};
    }
}

// Adds the curvature of an edge to both faces, unless it is a feature edge.
static void bend(curvature_work *w, int64_t one, int64_t two) {
    const ab_mesh *mesh = w->mesh;
    const v3 n = v3_unit(twice_area(mesh, one / 3)), m = v3_unit(twice_area(mesh, two / 3));
    const v3 way = v3_sub(mesh->vertex[start_of(mesh, next_of(one))], mesh->vertex[start_of(mesh, one)]);
    const double length = v3_norm(way), cosine = v3_dot(n, m);
    if (!(cosine > SHARP_COSINE) || !(length > 0)) return;
    const v3 along = v3_scale(1 / length, way);
    const double angle = atan2(v3_dot(along, v3_cross(n, m)), cosine);
    const tensor half = across(v3_cross(along, v3_unit(v3_add(n, m))), 0.5 * angle * length);
    add(&w->face[one / 3], &half, 1);
    add(&w->face[two / 3], &half, 1);
    ab_union_find_join(w->corner, (int32_t)one, (int32_t)next_of(two));
    ab_union_find_join(w->corner, (int32_t)next_of(one), (int32_t)two);
}

// All edges with two faces, one on either side.
static void bend_all(curvature_work *w) {
    const int64_t n = 3 * w->mesh->ntriangle;
    for (int64_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && w->row[end].key == w->row[i].key;) end++;
        const int64_t one = w->row[i].value, two = w->row[end - 1].value;
        if (end - i == 2 && start_of(w->mesh, one) == start_of(w->mesh, next_of(two))) bend(w, one, two);
    }
}

static tensor *around(const curvature_work *w, int64_t corner) {
    return &w->around[ab_union_find_root(w->corner, (int32_t)corner)];
}

static void gather(curvature_work *w) {
    const int64_t n = w->mesh->ntriangle;
    for (int64_t i = 0; i < 3 * n; i++) w->around[i] = (tensor){0};
    for (int64_t i = 0; i < 3 * n; i++) add(around(w, i), &w->face[i / 3], 1);
}

// Smoothing: the tensor of every face becomes the mean of its corners.
static void spread(curvature_work *w) {
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        const double area = w->face[t].area;
        const v3 face = w->face[t].face;
        tensor sum = {0};
        for (int k = 0; k < 3; k++) {
            const tensor *of = around(w, 3 * t + k);
            if (of->area > 0) add(&sum, of, area / (3 * of->area));
        }
        w->face[t] = sum;
        w->face[t].area = area;
        w->face[t].face = face;
    }
}

static v3 times(const tensor *t, v3 x) {
    return v3_make(t->xx * x.x + t->xy * x.y + t->xz * x.z, t->xy * x.x + t->yy * x.y + t->yz * x.z,
                   t->xz * x.x + t->yz * x.y + t->zz * x.z);
}

// k_1 k_2 = H^2 - ((k_1 - k_2)/2)^2: the mean curvature H is from the trace of the whole tensor, the difference from
// its tangential part, since the variation of the normals around a corner reduces both principal values a little.
static ab_curvature curvature_of(const tensor *t) {
    if (!(t->area > 0)) return (ab_curvature){0};
    const v3 n = v3_unit(t->face), off = times(t, n);
    const double whole = t->xx + t->yy + t->zz, along = v3_dot(n, off);
    const double squares =
        t->xx * t->xx + t->yy * t->yy + t->zz * t->zz + 2 * (t->xy * t->xy + t->xz * t->xz + t->yz * t->yz);
    const double within = whole - along, squares_within = squares - 2 * v3_norm2(off) + along * along;
    const double split2 = ab_greater(0, 0.5 * squares_within - 0.25 * within * within);
    const double per = 1 / t->area, mean = 0.5 * per * whole;
    return (ab_curvature){mean, mean * mean - per * per * split2};
}

static abut_status take_room(ab_ctx *cx, curvature_work *w) {
    const int64_t n = w->mesh->ntriangle;
    AB_TRY(AB_ALLOC(cx, &w->row, 6 * n));
    AB_TRY(AB_ALLOC(cx, &w->corner, 3 * n));
    AB_TRY(AB_ALLOC(cx, &w->face, n));
    return AB_ALLOC(cx, &w->around, 3 * n);
}

static tensor flat(v3 face) { return (tensor){.face = face, .area = v3_norm(face)}; }

static void measure(curvature_work *w) {
    const int64_t n = w->mesh->ntriangle;
    ab_union_find_start(w->corner, 3 * n);
    for (int64_t t = 0; t < n; t++) w->face[t] = flat(v3_scale(0.5, twice_area(w->mesh, t)));
    list_edges(w);
    ab_sort_keyed(w->row, w->row + 3 * n, 3 * n);
    bend_all(w);
    gather(w);
    for (int i = 0; i < ROUNDS; i++) {
        spread(w);
        gather(w);
    }
}

// The curvature of a flat surface is round-off only.
static bool is_curved(const curvature_work *w, const ab_curvature *at, double size) {
    for (int64_t i = 0; i < 3 * w->mesh->ntriangle; i++)
        if (fabs(at[i].mean) * size > 1e-6) return true;
    return false;
}

static double size_of(const ab_mesh *mesh) {
    double size = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) size = fmax(size, v3_norm(mesh->vertex[i]));
    return size;
}

static abut_status fill(ab_ctx *cx, curvature_work *w, ab_curvature **at) {
    AB_TRY(take_room(cx, w));
    measure(w);
    AB_TRY(AB_ALLOC(cx, at, 3 * w->mesh->ntriangle));
    for (int64_t i = 0; i < 3 * w->mesh->ntriangle; i++) (*at)[i] = curvature_of(around(w, i));
    if (!is_curved(w, *at, size_of(w->mesh))) {
        ab_free(cx, *at);
        *at = NULL;
    }
    return ABUT_OK;
}

abut_status ab_mesh_curvature(ab_ctx *cx, const ab_mesh *mesh, ab_curvature **at) {
    curvature_work w = {.mesh = mesh};
    *at = NULL;
    if (mesh->ntriangle > INT32_MAX / 3)
        return ab_fail(cx, ABUT_ERR_INPUT, "a surface has more than %d triangles", INT32_MAX / 3);
    const abut_status status = fill(cx, &w, at);
    ab_free(cx, w.row);
    ab_free(cx, w.corner);
    ab_free(cx, w.face);
    ab_free(cx, w.around);
    return status;
}
