// A growing mesh for file readers, and the readers, one per format.
#ifndef AB_GEOM_MESH_MESH_BUILDER_H
#define AB_GEOM_MESH_MESH_BUILDER_H

#include "geom/mesh/cursor.h"
#include "geom/mesh/mesh.h"

typedef struct ab_mesh_builder {
    ab_mesh mesh;
    int64_t vertex_capacity, triangle_capacity;
} ab_mesh_builder;

// Indices are int32_t: more than 2^31 - 1 vertices or triangles is ABUT_ERR_LIMIT.
abut_status ab_mesh_builder_vertex(ab_ctx *cx, ab_mesh_builder *builder, v3 position);
abut_status ab_mesh_builder_triangle(ab_ctx *cx, ab_mesh_builder *builder, int64_t a, int64_t b, int64_t c);

// Triangulates a polygon as a fan from its first corner, one corner per call.
typedef struct ab_fan {
    int64_t corners, first, last;
} ab_fan;
abut_status ab_mesh_builder_corner(ab_ctx *cx, ab_mesh_builder *builder, ab_fan *fan, int64_t vertex);

// If a reader fails, `builder` holds what was read so far; the caller frees it.
abut_status ab_read_stl(ab_cursor *cursor, ab_mesh_builder *builder);
abut_status ab_read_obj(ab_cursor *cursor, ab_mesh_builder *builder);
abut_status ab_read_ply(ab_cursor *cursor, ab_mesh_builder *builder);

// True if the file size matches the triangle count at byte 80 of a binary STL.
bool ab_stl_binary_size_fits(const char *bytes, int64_t size);

// Numbers of binary files, any alignment.
uint64_t ab_bytes_unsigned(const char *bytes, int size, bool big_endian);
double ab_bytes_float(const char *bytes, int size, bool big_endian); // size 4 or 8

#endif
