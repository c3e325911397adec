// Mesh files as byte strings: what a reader must accept, refuse with which words, and survive without memory.
#ifndef ABUT_TESTS_MESH_FILES_H
#define ABUT_TESTS_MESH_FILES_H

#include "claim.h"
#include "faults.h"

#include "geom/mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct mesh_file {
    const char *name;
    char bytes[8192];
    int64_t size;
} mesh_file;

static inline mesh_file mesh_file_text(const char *name, const char *text) {
    mesh_file file = {.name = name, .size = (int64_t)strlen(text)};
    memcpy(file.bytes, text, (size_t)file.size);
    return file;
}

static inline void mesh_file_append(mesh_file *file, const void *bytes, size_t count) {
    memcpy(file->bytes + file->size, bytes, count);
    file->size += (int64_t)count;
}

// The low `size` bytes of a number, in the order asked for.
static inline void mesh_file_number(mesh_file *file, uint64_t bits, int size, bool big_endian) {
    for (int i = 0; i < size; i++) file->bytes[file->size++] = (char)(bits >> 8 * (big_endian ? size - 1 - i : i));
}

static inline void mesh_file_float(mesh_file *file, float value, bool big_endian) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mesh_file_number(file, bits, 4, big_endian);
}

static inline void mesh_file_double(mesh_file *file, double value, bool big_endian) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    mesh_file_number(file, bits, 8, big_endian);
}

// Parses an exact-size copy, so that the address sanitizer sees a read behind the end.
static inline abut_status mesh_file_parse(abut_context *cx, const mesh_file *file, ab_mesh *mesh) {
    char *copy = malloc(file->size ? (size_t)file->size : 1);
    memcpy(copy, file->bytes, (size_t)file->size);
    const abut_status status = ab_mesh_parse(cx, file->name, copy, file->size, mesh);
    free(copy);
    return status;
}

// The mesh must be refused as ABUT_ERR_INPUT with a message that contains `words`.
static inline void mesh_file_refused(const mesh_file *file, const char *words) {
    abut_context *cx;
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    ab_mesh mesh;
    const abut_status status = mesh_file_parse(cx, file, &mesh);
    if (status != ABUT_ERR_INPUT)
        fail_msg("%s: status %s, expected words '%s'", file->bytes, abut_status_name(status), words);
    if (!strstr(abut_context_message(cx), words))
        fail_msg("'%s' does not contain '%s'", abut_context_message(cx), words);
    CHECK(mesh.vertex == NULL && mesh.triangle == NULL);
    abut_context_destroy(cx);
}

static inline void mesh_text_refused(const char *name, const char *text, const char *words) {
    const mesh_file file = mesh_file_text(name, text);
    mesh_file_refused(&file, words);
}

// The corners of triangle t of a file that must be read.
static inline ab_triangle mesh_file_triangle(const mesh_file *file, int64_t t) {
    abut_context *cx;
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    ab_mesh mesh;
    CHECK_OK(cx, mesh_file_parse(cx, file, &mesh));
    CHECK(t < mesh.ntriangle);
    const ab_triangle corners = mesh.triangle[t];
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
    return corners;
}

// The mesh must be read with these counts; returns a copy of vertex `which`.
static inline v3 mesh_file_accepted(const mesh_file *file, int64_t nvertex, int64_t ntriangle, int64_t which) {
    abut_context *cx;
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    ab_mesh mesh;
    CHECK_OK(cx, mesh_file_parse(cx, file, &mesh));
    assert_int_equal(mesh.nvertex, nvertex);
    assert_int_equal(mesh.ntriangle, ntriangle);
    const v3 vertex = mesh.vertex[which];
    for (int64_t t = 0; t < ntriangle; t++)
        for (int k = 0; k < 3; k++) CHECK(mesh.triangle[t].v[k] >= 0 && mesh.triangle[t].v[k] < nvertex);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
    return vertex;
}

static inline abut_status mesh_file_scenario(abut_context *cx, void *arg) {
    ab_mesh mesh;
    const abut_status status = mesh_file_parse(cx, arg, &mesh);
    ab_mesh_free(cx, &mesh);
    return status;
}

// Every allocation fails in turn; each gives ABUT_ERR_MEMORY and leaks nothing.
static inline void mesh_file_survives_no_memory(mesh_file *file) {
    const faults_result result = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, mesh_file_scenario, file);
    assert_int_equal(result.survived, 0);
    CHECK(result.fired >= 2);
}

// Every beginning of a good file is refused, except the whole and those that only lack blanks at the end.
static inline void mesh_file_refuses_every_beginning(const mesh_file *file, int64_t blanks) {
    abut_context *cx;
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    mesh_file cut = *file;
    for (cut.size = 0; cut.size < file->size - blanks; cut.size++) {
        ab_mesh mesh;
        const abut_status status = mesh_file_parse(cx, &cut, &mesh);
        if (status != ABUT_ERR_INPUT)
            fail_msg("%d of %d bytes: %s", (int)cut.size, (int)file->size, abut_status_name(status));
    }
    abut_context_destroy(cx);
}

#endif
