// Tessellation of round shapes. Vertices lie on the surface, so volumes are slightly too small: the error falls with
// the square of the edge length.
#include "shape/shape_common.h"
#include "base/alloc.h"

static int clamp_detail(int detail) { return detail < 0 ? 0 : detail > AB_DETAIL_MAX ? AB_DETAIL_MAX : detail; }

static void emit_triangle(ab_mesh *mesh, int32_t a, int32_t b, int32_t c) {
    mesh->triangle[mesh->ntriangle++] = (ab_triangle){{a, b, c}};
}

// Splits a triangle of the unit sphere into four, `depth` times. The midpoint of an edge is bitwise equal for both
// adjacent triangles, so that welding joins them.
static void emit_spherical(ab_mesh *mesh, v3 a, v3 b, v3 c, int depth) {
    if (depth == 0) {
        const int32_t first = (int32_t)mesh->nvertex;
        mesh->vertex[mesh->nvertex++] = a;
        mesh->vertex[mesh->nvertex++] = b;
        mesh->vertex[mesh->nvertex++] = c;
        emit_triangle(mesh, first, first + 1, first + 2);
        return;
    }
    const v3 ab = v3_unit(v3_add(a, b));
    const v3 bc = v3_unit(v3_add(b, c));
    const v3 ca = v3_unit(v3_add(c, a));
    emit_spherical(mesh, a, ab, ca, depth - 1);
    emit_spherical(mesh, ab, b, bc, depth - 1);
    emit_spherical(mesh, ca, bc, c, depth - 1);
    emit_spherical(mesh, ab, bc, ca, depth - 1);
}

// The icosahedron has its corners at the cyclic permutations of (0, +-1, +-golden).
static void emit_icosphere(ab_mesh *mesh, int depth) {
    const double golden = 1.6180339887498948482;
    const v3 c[12] = {{-1, golden, 0}, {1, golden, 0}, {-1, -golden, 0}, {1, -golden, 0},
                      {0, -1, golden}, {0, 1, golden}, {0, -1, -golden}, {0, 1, -golden},
                      {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};
    static const int8_t FACE[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                       {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                       {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                       {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    for (int i = 0; i < 20; i++)
        emit_spherical(mesh, v3_unit(c[FACE[i][0]]), v3_unit(c[FACE[i][1]]), v3_unit(c[FACE[i][2]]), depth);
}

abut_status ab_tessellate_ellipsoid(ab_ctx *cx, v3 semi_axes, int detail, ab_mesh *mesh) {
    const int depth = clamp_detail(detail) + 1;
    const int64_t triangles = INT64_C(20) << (2 * depth);
    AB_TRY(ab_mesh_alloc(cx, 3 * triangles, triangles, mesh));
    mesh->nvertex = mesh->ntriangle = 0;
    emit_icosphere(mesh, depth);
    const abut_status status = ab_mesh_weld(cx, mesh, NULL);
    if (status != ABUT_OK) {
        ab_mesh_free(cx, mesh);
        return status;
    }
    for (int64_t i = 0; i < mesh->nvertex; i++) mesh->vertex[i] = v3_mul(semi_axes, mesh->vertex[i]);
    return ABUT_OK;
}

// Triangles of the side between two equal rings, from the triangles of the upper end at the rim, where z = 0.
static void emit_sides(ab_mesh *mesh, const v3 *unit, int64_t triangles, int64_t below) {
    for (int64_t i = 0; i < triangles; i++)
        for (int k = 0; k < 3; k++) {
            const int32_t a = mesh->triangle[i].v[k], b = mesh->triangle[i].v[(k + 1) % 3];
            if (unit[a].z != 0 || unit[b].z != 0) continue;
            const int32_t low_a = a + (int32_t)below, low_b = b + (int32_t)below;
            emit_triangle(mesh, b, a, low_a);
            emit_triangle(mesh, b, low_a, low_b);
        }
}

// Hemisphere from four octants.
static void emit_hemisphere(ab_mesh *mesh, int depth) {
    const v3 top = {0, 0, 1}, ring[5] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {1, 0, 0}};
    for (int i = 0; i < 4; i++) emit_spherical(mesh, top, ring[i], ring[i + 1], depth);
}

// The lower end is the upper one mirrored, with reversed triangles.
static void mirror_end(ab_mesh *mesh, v3 *unit) {
    const int64_t n = mesh->nvertex, triangles = mesh->ntriangle;
    for (int64_t i = 0; i < n; i++) unit[n + i] = v3_make(unit[i].x, unit[i].y, -unit[i].z);
    for (int64_t i = 0; i < triangles; i++) {
        const int32_t *v = mesh->triangle[i].v;
        emit_triangle(mesh, v[0] + (int32_t)n, v[2] + (int32_t)n, v[1] + (int32_t)n);
    }
    mesh->nvertex = 2 * n;
}

static void fill_barrel(ab_mesh *mesh, v3 *unit, int depth, double half, ab_end_of *end, double radius) {
    mesh->nvertex = mesh->ntriangle = 0;
    emit_hemisphere(mesh, depth);
    const int64_t n = mesh->nvertex, triangles = mesh->ntriangle;
    for (int64_t i = 0; i < n; i++) unit[i] = mesh->vertex[i];
    mirror_end(mesh, unit);
    emit_sides(mesh, unit, triangles, n);
    for (int64_t i = 0; i < 2 * n; i++) {
        const v3 at = end(unit[i], radius);
        mesh->vertex[i] = v3_make(at.x, at.y, at.z + (i < n ? half : -half));
    }
}

abut_status ab_tessellate_barrel(ab_ctx *cx, double radius, double half, int detail, ab_end_of *end, ab_mesh *mesh) {
    const int depth = clamp_detail(detail) + 2;
    const int64_t triangles = INT64_C(4) << (2 * depth);
    v3 *unit = NULL;
    AB_TRY(AB_ALLOC(cx, &unit, 6 * triangles));
    abut_status status = ab_mesh_alloc(cx, 6 * triangles, 2 * triangles + (INT64_C(8) << depth), mesh);
    if (status == ABUT_OK) {
        fill_barrel(mesh, unit, depth, half, end, radius);
        status = ab_mesh_weld(cx, mesh, NULL);
        if (status != ABUT_OK) ab_mesh_free(cx, mesh);
    }
    ab_free(cx, unit);
    return status;
}

int ab_tessellate_segments(int detail) { return 12 << clamp_detail(detail); }

// Vertices: the bottom end, rings of `segments` for the inner points of the profile, the top end.
abut_status ab_tessellate_revolved(ab_ctx *cx, const v3 *profile, int nprofile, int segments, ab_mesh *mesh) {
    const int rings = nprofile - 2;
    AB_TRY(ab_mesh_alloc(cx, 2 + (int64_t)rings * segments, 2 * (int64_t)rings * segments, mesh));
    mesh->ntriangle = 0;
    const int32_t top = (int32_t)mesh->nvertex - 1;
    mesh->vertex[0] = profile[0];
    mesh->vertex[top] = profile[nprofile - 1];
    for (int i = 0; i < rings; i++)
        for (int j = 0; j < segments; j++) {
            const double angle = 2 * AB_PI * j / segments;
            const v3 at = profile[i + 1];
            mesh->vertex[1 + i * segments + j] = v3_make(at.x * cos(angle), at.x * sin(angle), at.z);
        }
    for (int j = 0; j < segments; j++) {
        const int32_t here = 1 + j;
        const int32_t next = 1 + (j + 1) % segments;
        const int32_t last = (rings - 1) * segments;
        emit_triangle(mesh, 0, next, here);
        emit_triangle(mesh, top, last + here, last + next);
        for (int32_t up = segments; up <= last; up += segments) {
            emit_triangle(mesh, here + up - segments, next + up - segments, next + up);
            emit_triangle(mesh, here + up - segments, next + up, here + up);
        }
    }
    return ABUT_OK;
}
