// The OBJ reader, and the limits of a mesh that grows.
#include "mesh_files.h"

#include "geom/mesh/mesh_builder.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

TEST(polygons_are_fanned_and_every_corner_form_is_read) {
    const mesh_file file = mesh_file_text(
        "part.obj", "# a square\nmtllib a.mtl\no part\ng a b\ns off\nusemtl steel\nvt 0 0\nvn 0 0 1\n" SQUARE
                    "f 1 2 3 4\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1 # comment\nf 1/1/1 2/1/1 -1/-1/-1\n"
                    "l 1 2\np 1\n\n");
    const v3 p = mesh_file_accepted(&file, 4, 5, 2);
    CHECK(p.x == 1 && p.y == 1 && p.z == 0);
}

TEST(negative_indices_count_back_from_the_last_vertex) {
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    const mesh_file file = mesh_file_text("part.obj", SQUARE "f -4 -3 -2 -1\nv 5 5 5\nf -1 1 2\n");
    ab_mesh mesh;
    CHECK_OK(cx, mesh_file_parse(cx, &file, &mesh));
    static const ab_triangle expected[3] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 0, 1}}};
    assert_int_equal(mesh.ntriangle, 3);
    assert_memory_equal(mesh.triangle, expected, sizeof expected);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(vertices_may_have_a_weight_a_colour_or_both) {
    const mesh_file file = mesh_file_text("part.obj", "v 0 0 0 1\nv 1 0 0 1 0 0\nv 1 1 0 1 1 0 0\nf 1 2 3");
    mesh_file_accepted(&file, 3, 1, 0);
}

TEST(backslash_joins_lines_whatever_the_line_end) {
    const mesh_file file =
        mesh_file_text("part.obj", "v 0 \\\n0 0\nv 1 0\\\r\n 0\r\nv 1 1 0\rf 1 \\\r2 3\ng a \\\nb\n");
    mesh_file_accepted(&file, 3, 1, 0);
}

TEST(obj_mistakes_are_refused_with_their_place) {
    static const char *const wrong[][2] = {
        {SQUARE "f 1 2 5\n", "part.obj:5:7: the face uses vertex 5, but only 4 are defined"},
        {SQUARE "f 1 2 -5\n", "part.obj:5:7: the face uses vertex -5"},
        {"f 1 2 3\n" SQUARE, "only 0 are defined above this line"},
        {SQUARE "f 1 2 0\n", "part.obj:5:7: expected a corner v, v/vt, v//vn or v/vt/vn but found '0'"},
        {SQUARE "f 1 2 x\n", "found 'x'"},
        {SQUARE "f 1 2 3x\n", "found '3x'"},
        {SQUARE "f 1 2 3x5\n", "found '3x5'"},
        {SQUARE "f 1 2 3/\n", "found '3/'"},
        {SQUARE "f 1 2 3/x\n", "found '3/x'"},
        {SQUARE "f 1 2 3/1x\n", "found '3/1x'"},
        {SQUARE "f 1 2 3/1/\n", "found '3/1/'"},
        {SQUARE "f 1 2 3/1/2x\n", "found '3/1/2x'"},
        {SQUARE "f 1 2 3/1/2/4\n", "found '3/1/2/4'"},
        {SQUARE "f 1 2 3//0\n", "found '3//0'"},
        {SQUARE "f 1 2 99999999999999999999\n", "found '99999999999999999999'"},
        {SQUARE "f 1.0 2 3\n", "found '1.0'"},
        {SQUARE "f 1 2\n", "part.obj:5:6: a face has 2 corners; it needs at least 3"},
        {SQUARE "f\n", "a face has 0 corners"},
        {"v 1 2\n", "part.obj:1:6: expected a z coordinate but found the end of the line"},
        {"v 1 2 3 4 5\n", "this one has 5 numbers"},
        {"v 1 2 3 4 5 6 7 8\n", "this one has 8 numbers"},
        {"v 1 2 3 red\n", "part.obj:1:9: expected a weight or colour but found 'red'"},
        {"v 1 nan 3\n", "expected a y coordinate but found 'nan'"},
        {"v 1 1e400 3\n", "too large for double precision"},
        {"v 1 2 -1e60\n", "larger than 1e50"},
        {"v 1,5 2 3\n", "found '1,5'"},
        {"vertex 1 2 3\n", "part.obj:1:1: expected an OBJ keyword but found 'vertex'"},
        {"v 0 0 0\ncurv 0 1 1 2\n",
         "part.obj:2:1: expected v, f or another polygon keyword but found 'curv'; free-form"},
        {"vp 0 1\n", "free-form"},
        {SQUARE, "part.obj: the mesh has no triangles"},
        {"\\", "expected an OBJ keyword but found '\\'"},
        {"\\x", "expected an OBJ keyword but found '\\x'"},
        {"\n\n", "has no triangles"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) mesh_text_refused("part.obj", wrong[i][0], wrong[i][1]);
}

TEST(obj_reader_frees_everything_when_memory_runs_out) {
    mesh_file file = mesh_file_text("part.obj", SQUARE SQUARE SQUARE SQUARE SQUARE
                                    "f 1 2 3 4\n"
                                    "f 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n");
    mesh_file_survives_no_memory(&file);
}

TEST(mesh_beyond_the_index_range_is_refused_before_memory_is_asked_for) {
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    ab_mesh_builder builder = {.mesh = {.nvertex = INT32_MAX, .ntriangle = INT32_MAX}};
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_mesh_builder_vertex(cx, &builder, v3_zero()));
    assert_non_null(strstr(abut_context_message(cx), "more than 2^31 - 1 vertices"));
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_mesh_builder_triangle(cx, &builder, 0, 1, 2));
    assert_non_null(strstr(abut_context_message(cx), "more than 2^31 - 1 triangles"));
    CHECK(builder.mesh.vertex == NULL && builder.mesh.triangle == NULL);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(polygons_are_fanned_and_every_corner_form_is_read),
       CLAIM(negative_indices_count_back_from_the_last_vertex), CLAIM(vertices_may_have_a_weight_a_colour_or_both),
       CLAIM(backslash_joins_lines_whatever_the_line_end), CLAIM(obj_mistakes_are_refused_with_their_place),
       CLAIM(obj_reader_frees_everything_when_memory_runs_out),
       CLAIM(mesh_beyond_the_index_range_is_refused_before_memory_is_asked_for))
