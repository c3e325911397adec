// The STL reader, ascii and binary.
#include "mesh_files.h"

#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1.5e0 -2\nendloop\nendfacet\n"

static mesh_file binary(uint32_t claimed, int triangles, const char *header) {
    mesh_file file = {.name = "part.stl", .size = 80};
    strcpy(file.bytes, header);
    mesh_file_number(&file, claimed, 4, false);
    for (int t = 0; t < triangles; t++) {
        for (int i = 0; i < 12; i++) mesh_file_float(&file, (float)(t + i), false);
        mesh_file_number(&file, 0, 2, false);
    }
    return file;
}

TEST(ascii_stl_is_read_whatever_its_case_blanks_and_line_ends) {
    mesh_file file = mesh_file_text("part.stl", "solid a part\n" FACET FACET "endsolid a part\n");
    v3 p = mesh_file_accepted(&file, 6, 2, 5);
    CHECK(p.x == 0 && p.y == 1.5 && p.z == -2);
    file = mesh_file_text(
        "PART.STL", " \r\n\tSOLID\r\n Facet NORMAL 0 0 1 OUTER loop\r\rvertex 0 0 0\r vertex 1 0 0\rvertex 0 1.5 7"
                    " endLoop endfacet\r\n\r\nendsolid");
    p = mesh_file_accepted(&file, 3, 1, 2);
    CHECK(p.z == 7);
}

TEST(corners_keep_their_order) {
    const mesh_file files[2] = {mesh_file_text("part.stl", "solid a\n" FACET FACET "endsolid\n"),
                                binary(2, 2, "a header")};
    for (int i = 0; i < 2; i++) {
        const ab_triangle t = mesh_file_triangle(&files[i], 1);
        CHECK(t.v[0] == 3 && t.v[1] == 4 && t.v[2] == 5);
    }
}

TEST(ascii_stl_may_hold_several_solids) {
    const mesh_file file = mesh_file_text("part.stl", "solid a\n" FACET "endsolid a\nsolid b\n" FACET "endsolid b\n");
    mesh_file_accepted(&file, 6, 2, 0);
}

TEST(binary_stl_is_read_also_when_its_header_begins_with_solid) {
    mesh_file file = binary(2, 2, "made by a test");
    v3 p = mesh_file_accepted(&file, 6, 2, 3);
    CHECK(p.x == 4 && p.y == 5 && p.z == 6);
    file = binary(2, 2, "solid part");
    p = mesh_file_accepted(&file, 6, 2, 3);
    CHECK(p.x == 4);
    file.name = "part"; // no ending: the content decides
    mesh_file_accepted(&file, 6, 2, 3);
}

TEST(ascii_stl_without_an_ending_is_known_by_its_content) {
    const mesh_file file = mesh_file_text("part", "solid a\n" FACET "endsolid\n");
    mesh_file_accepted(&file, 3, 1, 0);
}

TEST(stl_whose_claimed_size_wraps_in_32_bits_is_refused_with_both_sizes) {
    mesh_file file = binary(85899346, 0, "a header");
    mesh_file_number(&file, 0, 4, false);
    assert_int_equal(file.size, 88);
    mesh_file_refused(&file, "claims 85899346 triangles, which takes 4294967384 bytes, but the file has 88");
}

TEST(binary_stl_of_another_size_than_claimed_is_refused) {
    mesh_file file = binary(3, 2, "solid");
    mesh_file_refused(&file, "claims 3 triangles, which takes 234 bytes, but the file has 184");
    file = binary(1, 2, "");
    mesh_file_refused(&file, "claims 1 triangles");
    file = binary(UINT32_MAX, 1, "");
    mesh_file_refused(&file, "claims 4294967295 triangles, which takes 214748364834 bytes");
    file.size = 83;
    mesh_file_refused(&file, "at least 84 bytes, this file has 83");
    file = binary(0, 0, "");
    mesh_file_refused(&file, "has no triangles");
}

TEST(binary_stl_with_numbers_that_are_not_finite_is_refused) {
    static const uint32_t bad[] = {0x7f800000, 0xff800000, 0x7fc00000}; // inf, -inf, nan
    for (int k = 0; k < 3; k++) {
        for (int at = 0; at < 12; at++) {
            mesh_file file = binary(2, 2, "");
            const int64_t size = file.size;
            file.size = 84 + 50 + 4 * at;
            mesh_file_number(&file, bad[k], 4, false);
            file.size = size;
            mesh_file_refused(&file,
                              at < 3 ? "byte 134: the normal of triangle 1" : "byte 134: triangle 1 has a coordinate");
        }
    }
}

TEST(ascii_stl_mistakes_are_refused_with_their_place) {
    static const char *const wrong[][2] = {
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertx 0 0 0\n",
         "part.stl:4:1: expected 'vertex' but found 'vertx'; "},
        {"solid a\n  facit normal 0 0 1\n", "part.stl:2:3: expected 'facet' but found 'facit'"},
        {"solid a\nfacet norm 0 0 1\n", "part.stl:2:7: expected 'normal' but found 'norm'"},
        {"solid a\nfacet normal 0 0\n", "part.stl:2:17: expected the normal's z but found the end of the line"},
        {"solid a\nfacet normal 0 x 0\n", "part.stl:2:16: expected the normal's y"},
        {"solid a\nfacet normal nan 0 0\n", "part.stl:2:14: expected the normal's x but found 'nan'"},
        {"solid a\nfacet normal 0 0 1\nouter lop\n", "part.stl:3:7: expected 'loop'"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 inf 0\n",
         "part.stl:4:10: expected a y coordinate but found 'inf'"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e999\n", "too large for double precision"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e51\n", "larger than 1e50"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0x1 0 0\n",
         "part.stl:4:8: expected an x coordinate but found '0x1'"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nendloop\n",
         "part.stl:6:1: expected 'vertex'"},
        {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0 0\n", "part.stl:4:14: expected 'vertex' but found '0'"},
        {"solid a\n" FACET, "expected 'facet' but found the end of the file"},
        {"solid a\nendsolid a\nmore\n", "part.stl:3:1: expected 'solid' but found 'more'"},
        {"solid a\nendsolid a\n", "part.stl: the mesh has no triangles"},
        {"solidarity\n", "neither an ascii STL"},
        {"hello", "neither an ascii STL"},
        {"", "the file is empty"},
        {"solid a\n\x01\x02\xff-and-a-very-long-word-that-goes-on-and-on-and-on\n",
         "found '??\?-and-a-very-long-word-that-goes-on-and'..."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) mesh_text_refused("part.stl", wrong[i][0], wrong[i][1]);
}

TEST(every_cut_off_stl_is_refused) {
    const mesh_file ascii = mesh_file_text("part.stl", "solid a\n" FACET FACET "endsolid");
    mesh_file_refuses_every_beginning(&ascii, 0);
    const mesh_file packed = binary(3, 3, "solid");
    mesh_file_refuses_every_beginning(&packed, 0);
}

TEST(unknown_format_is_refused_with_the_known_ones) {
    mesh_text_refused("part.vtk", "# vtk", "not a known mesh format; use a file that ends in .stl, .obj or .ply");
    mesh_text_refused("x", "pl", "not a known mesh format");
}

TEST(formats_that_are_not_read_are_named_with_what_to_do) {
    mesh_text_refused("part.step", "ISO-10303-21;", "STEP files hold exact surfaces and no triangles; export STL");
    mesh_text_refused("part.STP", "x", "STEP files");
    mesh_text_refused("part", "ISO-10303-21;", "STEP files");
    mesh_text_refused("part.glb", "x", "glTF files hold whole scenes; export the one mesh");
    mesh_text_refused("part.gltf", "{}", "glTF files");
    mesh_text_refused("part", "glTF\2", "glTF files");
    mesh_text_refused("part.dae", "<COLLADA/>", "Collada files");
}

TEST(stl_reader_frees_everything_when_memory_runs_out) {
    mesh_file ascii = mesh_file_text("part.stl", "solid a\n" FACET FACET FACET FACET FACET FACET FACET "endsolid\n");
    mesh_file_survives_no_memory(&ascii);
    mesh_file packed = binary(20, 20, "");
    mesh_file_survives_no_memory(&packed);
}

CLAIMS(CLAIM(ascii_stl_is_read_whatever_its_case_blanks_and_line_ends), CLAIM(corners_keep_their_order),
       CLAIM(ascii_stl_may_hold_several_solids), CLAIM(binary_stl_is_read_also_when_its_header_begins_with_solid),
       CLAIM(ascii_stl_without_an_ending_is_known_by_its_content),
       CLAIM(stl_whose_claimed_size_wraps_in_32_bits_is_refused_with_both_sizes),
       CLAIM(binary_stl_of_another_size_than_claimed_is_refused),
       CLAIM(binary_stl_with_numbers_that_are_not_finite_is_refused),
       CLAIM(ascii_stl_mistakes_are_refused_with_their_place), CLAIM(every_cut_off_stl_is_refused),
       CLAIM(unknown_format_is_refused_with_the_known_ones), CLAIM(formats_that_are_not_read_are_named_with_what_to_do),
       CLAIM(stl_reader_frees_everything_when_memory_runs_out))
