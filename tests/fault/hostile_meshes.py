"""Mesh files that must be refused: (name, ending, bytes, what the message must say). A text file's message names
line:column, so the words begin with that place."""
import struct

INF, NAN, HUGE = float("inf"), float("nan"), 3e38
TRIANGLE = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]


def stl(claimed, facets=(), tail=b""):
    """Binary STL with the count that it claims, the facets that it has, and bytes behind them."""
    body = b"".join(struct.pack("<12fH", *facet, 0) for facet in facets)
    return struct.pack("<80sI", b"made by a test", claimed) + body + tail


def with_number(value, at=3):
    return [*TRIANGLE[:at], value, *TRIANGLE[at + 1:]]


def stl_text(vertices="vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n", end="endsolid x\n"):
    return "solid x\nfacet normal 0 0 1\nouter loop\n" + vertices + "endloop\nendfacet\n" + end


def obj(faces, vertices="v 0 0 0\nv 1 0 0\nv 0 1 0\n"):
    return vertices + faces


def ply(body="0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", form="ascii 1.0", vertices="3", faces="1", coordinate="float",
        lists="uchar int", extra=""):
    if isinstance(body, str):
        body = body.encode()
    return (f"ply\nformat {form}\nelement vertex {vertices}\n"
            f"property {coordinate} x\nproperty {coordinate} y\nproperty {coordinate} z\n"
            f"element face {faces}\nproperty list {lists} vertex_indices\n{extra}end_header\n").encode() + body


def ply_binary(body, **header):
    return ply(body, form="binary_little_endian 1.0", **header)


CORNERS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)

MESHES = [
    # Binary STL: the count is a claim, the size of the file is a fact.
    ("stl_of_88_bytes_claims_4_GB_modulo_2_32", "stl", stl(85899346, tail=b"\0\0\0\0"), "85899346"),
    ("stl_claims_the_largest_count", "stl", stl(0xFFFFFFFF), "4294967295"),
    ("stl_claims_half_of_the_range", "stl", stl(0x80000000), "2147483648"),
    ("stl_has_one_facet_less_than_claimed", "stl", stl(3, [TRIANGLE] * 2), "3"),
    ("stl_has_one_facet_more_than_claimed", "stl", stl(1, [TRIANGLE] * 2), "1"),
    ("stl_has_bytes_behind_the_end", "stl", stl(1, [TRIANGLE], b"junk"), "1"),
    ("stl_without_triangles", "stl", stl(0), "no triangles"),
    ("stl_cut_in_the_header", "stl", stl(1, [TRIANGLE])[:40], "bad.stl"),
    ("stl_cut_behind_the_header", "stl", stl(1, [TRIANGLE])[:80], "bad.stl"),
    ("stl_cut_in_the_count", "stl", stl(1, [TRIANGLE])[:83], "bad.stl"),
    ("stl_cut_in_a_facet", "stl", stl(1, [TRIANGLE])[:100], "1"),
    ("stl_cut_by_one_byte", "stl", stl(1, [TRIANGLE])[:-1], "1"),
    ("stl_with_nan", "stl", stl(1, [with_number(NAN)]), "byte"),
    ("stl_with_infinity", "stl", stl(1, [with_number(INF)]), "byte"),
    ("stl_with_minus_infinity", "stl", stl(1, [with_number(-INF, 11)]), "byte"),
    # ASCII STL.
    ("stl_text_cut_in_a_word", "stl", stl_text()[:30], ":3:"),
    ("stl_text_cut_in_a_vertex", "stl", stl_text()[:60], "bad.stl:"),
    ("stl_text_without_end", "stl", stl_text(end=""), "bad.stl:"),
    ("stl_text_with_four_vertices", "stl", stl_text("vertex 0 0 0\n" * 4), ":7:"),
    ("stl_text_with_two_vertices", "stl", stl_text("vertex 0 0 0\n" * 2), ":6:"),
    ("stl_text_with_nan", "stl", stl_text("vertex nan 0 0\n"), ":4:"),
    ("stl_text_with_infinity", "stl", stl_text("vertex 0 inf 0\n"), ":4:"),
    ("stl_text_with_huge_number", "stl", stl_text("vertex 0 0 1e999\n"), ":4:"),
    ("stl_text_with_number_beyond_1e50", "stl", stl_text("vertex 0 0 1e60\n"), ":4:"),
    ("stl_text_with_decimal_comma", "stl", stl_text("vertex 0,5 0 0\n"), ":4:"),
    ("stl_text_with_hexadecimal_number", "stl", stl_text("vertex 0x1p3 0 0\n"), ":4:"),
    ("stl_text_with_nul", "stl", stl_text("vertex 0 0 \0\n"), "neither"),
    ("stl_text_with_junk_behind_the_end", "stl", stl_text() + "junk\n", ":10:"),
    ("stl_text_with_a_word_of_1_MB", "stl", stl_text("vertex " + "9" * 1000000 + "x 0 0\n"), ":4:"),
    ("stl_text_of_nothing_but_solid", "stl", "solid", "bad.stl"),
    # OBJ.
    ("obj_without_faces", "obj", obj(""), "no triangles"),
    ("obj_face_of_vertex_zero", "obj", obj("f 0 1 2\n"), ":4:"),
    ("obj_face_beyond_the_vertices", "obj", obj("f 1 2 4\n"), ":4:"),
    ("obj_face_before_the_first_vertex", "obj", obj("f -1 -2 -4\n"), ":4:"),
    ("obj_face_index_beyond_2_63", "obj", obj("f 1 2 99999999999999999999\n"), ":4:"),
    ("obj_face_index_least_integer", "obj", obj("f 1 2 -9223372036854775808\n"), ":4:"),
    ("obj_face_of_two_corners", "obj", obj("f 1 2\n"), ":4:"),
    ("obj_face_with_a_fraction", "obj", obj("f 1 2 2.5\n"), ":4:"),
    ("obj_vertex_of_two_numbers", "obj", "v 0 0\n", ":1:"),
    ("obj_vertex_nan", "obj", "v nan 0 0\n", ":1:"),
    ("obj_vertex_huge", "obj", "v 0 0 -1e400\n", ":1:"),
    ("obj_free_form_curve", "obj", obj("curv 0 1 1 2\n"), ":4:"),
    ("obj_unknown_keyword", "obj", obj("facet 1 2 3\n"), ":4:"),
    ("obj_with_nul", "obj", obj("f 1 2 \0\n"), ":4:"),
    ("obj_of_random_bytes", "obj", bytes(range(256)) * 4, ":1:"),
    ("obj_cut_in_a_face", "obj", obj("f 1 2 3")[:-2], ":4:"),
    # PLY, the header.
    ("ply_magic_only", "ply", "ply\n", "bad.ply:"),
    ("ply_cut_in_the_header", "ply", ply()[:70], "bad.ply:"),
    ("ply_without_end_of_header", "ply", ply().replace(b"end_header\n", b""), "bad.ply:"),
    ("ply_of_unknown_format", "ply", ply(form="binary_middle_endian 1.0"), ":2:"),
    ("ply_of_unknown_version", "ply", ply(form="ascii 2.0"), ":2:"),
    ("ply_with_negative_count", "ply", ply(vertices="-3"), ":3:"),
    ("ply_with_fractional_count", "ply", ply(vertices="2.5"), ":3:"),
    ("ply_with_count_beyond_2_63", "ply", ply(vertices="9223372036854775808"), ":3:"),
    ("ply_claims_10_18_vertices", "ply", ply(vertices="1000000000000000000"), "bad.ply"),
    ("ply_claims_10_18_faces", "ply", ply(faces="1000000000000000000"), "bad.ply"),
    ("ply_property_of_unknown_type", "ply", ply(coordinate="float16"), ":4:"),
    ("ply_list_counted_by_a_float", "ply", ply(lists="float int"), ":8:"),
    ("ply_indices_are_floats", "ply", ply(lists="uchar float"), ":8:"),
    ("ply_property_before_an_element", "ply", "ply\nformat ascii 1.0\nproperty float x\n", ":3:"),
    ("ply_element_without_property", "ply", ply(extra="element empty 5\n"), "bad.ply:"),
    ("ply_element_twice", "ply", ply(extra="element vertex 5\nproperty float x\n"), ":9:"),
    ("ply_property_twice", "ply", ply(extra="property list uchar int vertex_indices\n"), ":9:"),
    ("ply_with_10000_elements", "ply", ply(extra="".join(f"element e{i} 0\nproperty int i\n" for i in range(10000))), "elements"),
    ("ply_with_10000_properties", "ply", ply(extra="".join(f"property int p{i}\n" for i in range(10000))), "properties"),
    ("ply_without_x", "ply", ply().replace(b"float x", b"float u"), "bad.ply:"),
    # PLY, the body.
    ("ply_cut_in_the_vertices", "ply", ply("0 0 0\n1 0"), "cut off"),
    ("ply_cut_before_the_faces", "ply", ply("0 0 0\n1 0 0\n0 1 0\n"), "bad.ply:"),
    ("ply_vertex_nan", "ply", ply("nan 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), ":10:"),
    ("ply_face_beyond_the_vertices", "ply", ply("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"), ":13:"),
    ("ply_face_of_negative_vertex", "ply", ply("0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"), ":13:"),
    ("ply_face_of_two_corners", "ply", ply("0 0 0\n1 0 0\n0 1 0\n2 0 1\n"), ":13:"),
    ("ply_list_of_2_billion", "ply", ply("0 0 0\n1 0 0\n0 1 0\n2000000000 0 1 2\n", lists="int int"), ":13:"),
    ("ply_list_of_negative_length", "ply", ply("0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", lists="int int"), ":13:"),
    ("ply_junk_behind_the_end", "ply", ply() + b"junk\n", ":14:"),
    ("ply_binary_cut_in_the_vertices", "ply", ply_binary(CORNERS[:-2]), "bad.ply"),
    ("ply_binary_cut_in_the_faces", "ply", ply_binary(CORNERS + b"\3\0\0\0\0\1\0"), "bad.ply"),
    ("ply_binary_vertex_nan", "ply", ply_binary(struct.pack("<f", NAN) + CORNERS[4:] + struct.pack("<B3i", 3, 0, 1, 2)), "byte"),
    ("ply_binary_list_of_4_billion", "ply", ply_binary(CORNERS + b"\xff" * 4, lists="uint int"), "byte"),
    ("ply_binary_list_of_negative_length", "ply", ply_binary(CORNERS + b"\xff" * 4, lists="int int"), "byte"),
    ("ply_binary_face_beyond_the_vertices", "ply", ply_binary(CORNERS + struct.pack("<B3i", 3, 0, 1, 7)), "byte"),
    ("ply_binary_claims_2_62_vertices", "ply", ply_binary(CORNERS, vertices=str(2**62)), "bad.ply"),
    # Any ending.
    ("empty_stl", "stl", "", "empty"),
    ("empty_obj", "obj", "", "empty"),
    ("empty_ply", "ply", "", "empty"),
    ("mesh_with_unknown_ending", "step", "ISO-10303-21;\n", "bad.step"),
    ("mesh_without_ending_that_is_none", "", "hello\n", "bad"),
    ("mesh_of_one_byte", "stl", "s", "bad.stl"),
    ("picture_named_stl", "stl", b"\x89PNG\r\n\x1a\n" + bytes(200), "bad.stl"),
]
