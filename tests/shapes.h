// Closed meshes made by formula, for any test that needs a shape. Free with ab_mesh_free.
#ifndef ABUT_TESTS_SHAPES_H
#define ABUT_TESTS_SHAPES_H

#include "base/alloc.h"
#include "geom/mesh/mesh.h"

#include <stdlib.h>

__attribute__((unused)) static abut_context *shape_context(void) {
    abut_context *cx;
    if (abut_context_create(NULL, &cx) != ABUT_OK) abort();
    return cx;
}

// A mesh whose arrays belong to the context, copied from constants.
__attribute__((unused)) static ab_mesh shape_copy(ab_ctx *cx, const v3 *vertex, int64_t nvertex,
                                                  const ab_triangle *triangle, int64_t ntriangle) {
    ab_mesh mesh = {.nvertex = nvertex, .ntriangle = ntriangle};
    if (AB_ALLOC(cx, &mesh.vertex, nvertex) != ABUT_OK || AB_ALLOC(cx, &mesh.triangle, ntriangle) != ABUT_OK) abort();
    for (int64_t i = 0; i < nvertex; i++) mesh.vertex[i] = vertex[i];
    for (int64_t i = 0; i < ntriangle; i++) mesh.triangle[i] = triangle[i];
    return mesh;
}

// Edges of length 2 `half`, centred; 8 vertices, 12 triangles.
__attribute__((unused)) static ab_mesh shape_cube(ab_ctx *cx, double half) {
    v3 vertex[8];
    for (int i = 0; i < 8; i++) vertex[i] = v3_make(i & 4 ? half : -half, i & 2 ? half : -half, i & 1 ? half : -half);
    static const ab_triangle triangle[12] = {{{0, 1, 3}}, {{0, 3, 2}}, {{4, 6, 7}}, {{4, 7, 5}},
                                             {{0, 4, 5}}, {{0, 5, 1}}, {{2, 3, 7}}, {{2, 7, 6}},
                                             {{0, 2, 6}}, {{0, 6, 4}}, {{1, 5, 7}}, {{1, 7, 3}}};
    return shape_copy(cx, vertex, 8, triangle, 12);
}

// The corner of the unit cube at the origin.
__attribute__((unused)) static ab_mesh shape_tetra(ab_ctx *cx) {
    static const v3 vertex[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const ab_triangle triangle[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
    return shape_copy(cx, vertex, 4, triangle, 4);
}

// Adds a vertex halfway between two, on the unit sphere.
__attribute__((unused)) static int32_t shape_halfway(ab_mesh *mesh, int32_t a, int32_t b) {
    mesh->vertex[mesh->nvertex] = v3_unit(v3_add(mesh->vertex[a], mesh->vertex[b]));
    return (int32_t)mesh->nvertex++;
}

// An octahedron whose triangles are split in four `levels` times, on the unit sphere: 8 4^levels triangles, welded.
__attribute__((unused)) static ab_mesh shape_sphere(ab_ctx *cx, int levels) {
    static const v3 vertex[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const ab_triangle triangle[8] = {{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}},
                                            {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};
    ab_mesh mesh = shape_copy(cx, vertex, 6, triangle, 8);
    for (int level = 0; level < levels; level++) {
        ab_mesh fine = {.nvertex = mesh.nvertex};
        if (AB_ALLOC(cx, &fine.vertex, mesh.nvertex + 3 * mesh.ntriangle) != ABUT_OK) abort();
        if (AB_ALLOC(cx, &fine.triangle, 4 * mesh.ntriangle) != ABUT_OK) abort();
        for (int64_t i = 0; i < mesh.nvertex; i++) fine.vertex[i] = mesh.vertex[i];
        for (int64_t t = 0; t < mesh.ntriangle; t++) {
            const int32_t *v = mesh.triangle[t].v;
            const int32_t ab = shape_halfway(&fine, v[0], v[1]);
            const int32_t bc = shape_halfway(&fine, v[1], v[2]);
            const int32_t ca = shape_halfway(&fine, v[2], v[0]);
            fine.triangle[fine.ntriangle++] = (ab_triangle){{v[0], ab, ca}};
            fine.triangle[fine.ntriangle++] = (ab_triangle){{v[1], bc, ab}};
            fine.triangle[fine.ntriangle++] = (ab_triangle){{v[2], ca, bc}};
            fine.triangle[fine.ntriangle++] = (ab_triangle){{ab, bc, ca}};
        }
        ab_mesh_free(cx, &mesh);
        mesh = fine;
        if (ab_mesh_weld(cx, &mesh, NULL) != ABUT_OK) abort();
    }
    return mesh;
}

// About the z axis, `around` times `across` quadrilaterals in two triangles each.
__attribute__((unused)) static ab_mesh shape_torus(ab_ctx *cx, double large, double small, int around, int across) {
    ab_mesh mesh = {0};
    if (AB_ALLOC(cx, &mesh.vertex, (int64_t)around * across) != ABUT_OK) abort();
    if (AB_ALLOC(cx, &mesh.triangle, 2 * (int64_t)around * across) != ABUT_OK) abort();
    const double turn = 2 * 3.14159265358979323846;
    for (int i = 0; i < around; i++)
        for (int j = 0; j < across; j++) {
            const double u = turn * i / around;
            const double w = turn * j / across;
            const double r = large + small * cos(w);
            mesh.vertex[mesh.nvertex++] = v3_make(r * cos(u), r * sin(u), small * sin(w));
            const int32_t a = i * across + j;
            const int32_t b = (i + 1) % around * across + j;
            const int32_t c = (i + 1) % around * across + (j + 1) % across;
            const int32_t d = i * across + (j + 1) % across;
            mesh.triangle[mesh.ntriangle++] = (ab_triangle){{a, b, c}};
            mesh.triangle[mesh.ntriangle++] = (ab_triangle){{a, c, d}};
        }
    return mesh;
}

__attribute__((unused)) static void shape_move(ab_mesh *mesh, v3 by) {
    for (int64_t i = 0; i < mesh->nvertex; i++) mesh->vertex[i] = v3_add(mesh->vertex[i], by);
}

// Appends a copy of `more` to `mesh`.
__attribute__((unused)) static void shape_append(ab_ctx *cx, ab_mesh *mesh, const ab_mesh *more) {
    ab_mesh both = {.nvertex = mesh->nvertex + more->nvertex, .ntriangle = mesh->ntriangle + more->ntriangle};
    if (AB_ALLOC(cx, &both.vertex, both.nvertex) != ABUT_OK || AB_ALLOC(cx, &both.triangle, both.ntriangle) != ABUT_OK)
        abort();
    for (int64_t i = 0; i < both.nvertex; i++)
        both.vertex[i] = i < mesh->nvertex ? mesh->vertex[i] : more->vertex[i - mesh->nvertex];
    for (int64_t t = 0; t < both.ntriangle; t++) {
        const bool old = t < mesh->ntriangle;
        both.triangle[t] = old ? mesh->triangle[t] : more->triangle[t - mesh->ntriangle];
        for (int k = 0; k < 3 && !old; k++) both.triangle[t].v[k] += (int32_t)mesh->nvertex;
    }
    ab_mesh_free(cx, mesh);
    *mesh = both;
}

#endif
