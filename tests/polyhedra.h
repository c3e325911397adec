// Convex polyhedra for tests: from oracle files, from points.
#ifndef ABUT_TESTS_POLYHEDRA_H
#define ABUT_TESTS_POLYHEDRA_H

#include "claim.h"
#include "shapes.h"

#include "geom/convex/overlap.h"

#include <stdio.h>

__attribute__((unused)) static void read_numbers(FILE *file, const char *label, double *value, int count) {
    char word[32];
    CHECK(fscanf(file, "%31s", word) == 1);
    assert_string_equal(word, label);
    for (int i = 0; i < count; i++) CHECK(fscanf(file, "%lf", &value[i]) == 1);
}

__attribute__((unused)) static v3 read_v3(FILE *file, const char *label) {
    v3 v;
    read_numbers(file, label, &v.x, 3);
    return v;
}

// "body VERTICES FACES", vertices, and faces as polygons, which are fanned.
__attribute__((unused)) static ab_mesh read_body(ab_ctx *cx, FILE *file) {
    int nvertex, nface;
    CHECK(fscanf(file, " body %d %d", &nvertex, &nface) == 2);
    v3 vertex[64];
    ab_triangle triangle[256];
    int ntriangle = 0;
    for (int i = 0; i < nvertex; i++) vertex[i] = read_v3(file, "v");
    for (int f = 0; f < nface; f++) {
        int n, loop[32];
        CHECK(fscanf(file, " f %d", &n) == 1);
        for (int k = 0; k < n; k++) CHECK(fscanf(file, "%d", &loop[k]) == 1);
        for (int k = 2; k < n; k++) triangle[ntriangle++] = (ab_triangle){{loop[0], loop[k - 1], loop[k]}};
    }
    return shape_copy(cx, vertex, nvertex, triangle, ntriangle);
}

__attribute__((unused)) static ab_polyhedron polyhedron_of(ab_ctx *cx, ab_mesh mesh) {
    ab_polyhedron p;
    CHECK_OK(cx, ab_polyhedron_build(cx, "test", &mesh, &p));
    ab_mesh_free(cx, &mesh);
    return p;
}

__attribute__((unused)) static ab_polyhedron read_polyhedron(ab_ctx *cx, FILE *file) {
    return polyhedron_of(cx, read_body(cx, file));
}

__attribute__((unused)) static FILE *open_data(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int c = fgetc(file); c == '#'; c = fgetc(file)) {
        while (c != '\n' && c != EOF) c = fgetc(file);
        const long here = ftell(file);
        const int peek = fgetc(file);
        CHECK(fseek(file, here, SEEK_SET) == 0);
        if (peek != '#') break;
    }
    return file;
}

#endif
