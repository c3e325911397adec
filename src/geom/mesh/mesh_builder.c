// Appends vertices and triangles to a growing mesh within its limits.
#include "geom/mesh/mesh_builder.h"

#include "base/alloc.h"

#include <string.h>

abut_status ab_mesh_builder_vertex(ab_ctx *cx, ab_mesh_builder *builder, v3 position) {
    ab_mesh *mesh = &builder->mesh;
    if (mesh->nvertex >= INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "the mesh has more than 2^31 - 1 vertices; split or simplify it");
    AB_TRY(AB_GROW(cx, &mesh->vertex, &builder->vertex_capacity, mesh->nvertex + 1));
    mesh->vertex[mesh->nvertex++] = position;
    return ABUT_OK;
}

abut_status ab_mesh_builder_triangle(ab_ctx *cx, ab_mesh_builder *builder, int64_t a, int64_t b, int64_t c) {
    ab_mesh *mesh = &builder->mesh;
    if (mesh->ntriangle >= INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "the mesh has more than 2^31 - 1 triangles; split or simplify it");
    AB_TRY(AB_GROW(cx, &mesh->triangle, &builder->triangle_capacity, mesh->ntriangle + 1));
    mesh->triangle[mesh->ntriangle++] = (ab_triangle){{(int32_t)a, (int32_t)b, (int32_t)c}};
    return ABUT_OK;
}

abut_status ab_mesh_builder_corner(ab_ctx *cx, ab_mesh_builder *builder, ab_fan *fan, int64_t vertex) {
    if (fan->corners == 0) fan->first = vertex;
    if (fan->corners >= 2) AB_TRY(ab_mesh_builder_triangle(cx, builder, fan->first, fan->last, vertex));
    fan->last = vertex;
    fan->corners++;
    return ABUT_OK;
}

uint64_t ab_bytes_unsigned(const char *bytes, int size, bool big_endian) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++) value = value << 8 | (unsigned char)bytes[big_endian ? i : size - 1 - i];
    return value;
}

double ab_bytes_float(const char *bytes, int size, bool big_endian) {
    const uint64_t bits = ab_bytes_unsigned(bytes, size, big_endian);
    if (size == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint32_t bits32 = (uint32_t)bits;
    float value;
    memcpy(&value, &bits32, sizeof value);
    return value;
}
