// A mesh that grows while a file is read, and the readers, one per format.
#ifndef AB_GEOM_MESH_MESH_BUILDER_H
#define AB_GEOM_MESH_MESH_BUILDER_H

#include "geom/mesh/cursor.h"
#include "geom/mesh/mesh.h"

typedef struct ab_mesh_builder {
    ab_mesh mesh;
    int64_t vertex_capacity, triangle_capacity;
} ab_mesh_builder;

// Vertices and triangles are numbered by int32_t: more than 2^31 - 1 of either is ABUT_ERR_LIMIT.
abut_status ab_mesh_builder_vertex(ab_ctx *cx, ab_mesh_builder *builder, v3 position);
abut_status ab_mesh_builder_triangle(ab_ctx *cx, ab_mesh_builder *builder, int64_t a, int64_t b, int64_t c);

// A polygon's corners one by one, fanned from the first.
typedef struct ab_fan {
    int64_t corners, first, last;
} ab_fan;
abut_status ab_mesh_builder_corner(ab_ctx *cx, ab_mesh_builder *builder, ab_fan *fan, int64_t vertex);

// The readers leave what they have built in `builder` also when they fail; the caller frees it.
abut_status ab_read_stl(ab_cursor *cursor, ab_mesh_builder *builder);
abut_status ab_read_obj(ab_cursor *cursor, ab_mesh_builder *builder);
abut_status ab_read_ply(ab_cursor *cursor, ab_mesh_builder *builder);

// True if the byte count fits the triangle count that a binary STL holds at byte 80.
bool ab_stl_binary_size_fits(const char *bytes, int64_t size);

// Bytes of binary files, any alignment.
uint64_t ab_bytes_unsigned(const char *bytes, int size, bool big_endian);
double ab_bytes_float(const char *bytes, int size, bool big_endian); // size 4 or 8

#endif
