// STL, ascii and binary.
//
//   ascii
//     solid NAME / facet normal i j k / outer loop / vertex x y z (three) / endloop / endfacet / ... / endsolid NAME
//   binary   80 bytes of anything, uint32 n, n times 50 bytes: normal and three corners as float32, two unused bytes
//
// A binary header may begin with "solid", so the size decides: a file of exactly 84 + 50 n bytes is binary. The sum is
// computed in 64 bits, so that a claimed count cannot wrap to a small size. Normals are checked to be numbers but not
// used: the order of the corners defines the outward side.
#include "geom/mesh/mesh_builder.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 80, COUNTED = 84, RECORD = 50 };

static int64_t claimed_triangles(const char *bytes) { return (int64_t)ab_bytes_unsigned(bytes + HEADER, 4, false); }

bool ab_stl_binary_size_fits(const char *bytes, int64_t size) {
    return size >= COUNTED && size == COUNTED + RECORD * claimed_triangles(bytes);
}

static v3 read_v3(const char *bytes) {
    return v3_make(ab_bytes_float(bytes, 4, false), ab_bytes_float(bytes + 4, 4, false),
                   ab_bytes_float(bytes + 8, 4, false));
}

static abut_status read_binary(ab_cursor *c, ab_mesh_builder *builder) {
    for (c->at = COUNTED; c->at < c->size; c->at += RECORD) {
        const int64_t first = builder->mesh.nvertex;
        if (!v3_finite(read_v3(c->text + c->at)))
            return ab_cursor_fail_at_byte(c, "the normal of triangle %lld is not finite; export the mesh again",
                                          (long long)builder->mesh.ntriangle);
        for (int corner = 1; corner <= 3; corner++) {
            const v3 p = read_v3(c->text + c->at + 12 * corner);
            if (!v3_finite(p))
                return ab_cursor_fail_at_byte(c, "triangle %lld has a coordinate that is not finite; repair the mesh",
                                              (long long)builder->mesh.ntriangle);
            AB_TRY(ab_mesh_builder_vertex(c->cx, builder, p));
        }
        AB_TRY(ab_mesh_builder_triangle(c->cx, builder, first, first + 1, first + 2));
    }
    return ABUT_OK;
}

static abut_status expect_word(ab_cursor *c, const char *word) {
    if (ab_word_is_caseless(ab_cursor_peek(c), word)) {
        ab_cursor_take(c);
        return ABUT_OK;
    }
    char what[32];
    snprintf(what, sizeof what, "'%s'", word);
    return ab_cursor_expected(
        c, what, "an ascii STL facet reads: facet normal, outer loop, three vertex lines, endloop, endfacet");
}

// The words of one line of the fixed syntax, for instance "outer" "loop".
static abut_status expect_line(ab_cursor *c, const char *first, const char *second) {
    ab_cursor_skip_space(c);
    AB_TRY(expect_word(c, first));
    if (second) AB_TRY(expect_word(c, second));
    return ABUT_OK;
}

static abut_status read_facet(ab_cursor *c, ab_mesh_builder *builder) {
    v3 normal;
    AB_TRY(expect_line(c, "facet", "normal"));
    AB_TRY(ab_cursor_number(c, "the normal's x", &normal.x));
    AB_TRY(ab_cursor_number(c, "the normal's y", &normal.y));
    AB_TRY(ab_cursor_number(c, "the normal's z", &normal.z));
    AB_TRY(expect_line(c, "outer", "loop"));
    const int64_t first = builder->mesh.nvertex;
    for (int corner = 0; corner < 3; corner++) {
        v3 p;
        AB_TRY(expect_line(c, "vertex", NULL));
        AB_TRY(ab_cursor_coordinates(c, &p));
        AB_TRY(ab_mesh_builder_vertex(c->cx, builder, p));
    }
    AB_TRY(expect_line(c, "endloop", NULL));
    AB_TRY(expect_line(c, "endfacet", NULL));
    return ab_mesh_builder_triangle(c->cx, builder, first, first + 1, first + 2);
}

// One or more solids; each name is the rest of its line.
static abut_status read_ascii(ab_cursor *c, ab_mesh_builder *builder) {
    for (ab_cursor_skip_space(c); c->at < c->size; ab_cursor_skip_space(c)) {
        AB_TRY(expect_word(c, "solid"));
        ab_cursor_skip_line(c);
        for (ab_cursor_skip_space(c); !ab_word_is_caseless(ab_cursor_peek(c), "endsolid"); ab_cursor_skip_space(c))
            AB_TRY(read_facet(c, builder));
        ab_cursor_skip_line(c);
    }
    return ABUT_OK;
}

// Text begins with "solid" and contains no zero byte where a binary file has its count.
static bool looks_ascii(ab_cursor *c) {
    const int64_t looked_at = c->size < COUNTED ? c->size : COUNTED;
    if (memchr(c->text, 0, (size_t)looked_at)) return false;
    ab_cursor_skip_space(c);
    return ab_word_is_caseless(ab_cursor_peek(c), "solid");
}

abut_status ab_read_stl(ab_cursor *c, ab_mesh_builder *builder) {
    if (ab_stl_binary_size_fits(c->text, c->size)) return read_binary(c, builder);
    if (looks_ascii(c)) return read_ascii(c, builder);
    if (c->size < COUNTED)
        return ab_fail(c->cx, ABUT_ERR_INPUT,
                       "%s: neither an ascii STL (which begins with 'solid') nor a binary one (at least 84 "
                       "bytes, this file "
                       "has %lld); export the mesh again",
                       c->name, (long long)c->size);
    const int64_t claimed = claimed_triangles(c->text);
    return ab_fail(c->cx, ABUT_ERR_INPUT,
                   "%s: the binary STL claims %lld triangles, which takes %lld bytes, but the file has %lld; "
                   "it is cut off or "
                   "damaged: export the mesh again",
                   c->name, (long long)claimed, (long long)(COUNTED + RECORD * claimed), (long long)c->size);
}
