// The PLY reader: ascii and both byte orders.
#include "mesh_files.h"

#define VERTEX3 "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define FACE1   "element face 1\nproperty list uchar int vertex_indices\n"
#define HEAD    "ply\nformat ascii 1.0\n" VERTEX3 FACE1 "end_header\n"
#define BODY    "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"

TEST(ascii_ply_is_read) {
    mesh_file file = mesh_file_text("part.ply", HEAD BODY);
    CHECK(mesh_file_accepted(&file, 3, 1, 1).x == 1);
    file = mesh_file_text(
        "part", "ply\r\ncomment first\r\nformat ascii 1.0\r\nobj_info x\r\ncomment y\r\nelement vertex 4\r\n"
                "property double z\r\nproperty uint8 red\r\nproperty double y\r\nproperty double x\r\nproperty list "
                "uint8 float32 extra\r\nelement camera 1\r\nproperty float f\r\nelement face 2\r\nproperty list "
                "uchar "
                "uint vertex_index\r\nproperty char flag\r\nend_header\r\n3 255 2 1 0\r\n3 0 2 1 2 0.5 1e3\r\n0 0 0 "
                "0 0\r\n"
                "1 1 1 1 0\r\n\r\n7.5\r\n4 0 1 2 3 -1\r\n3 0 1 2 0\r\n\r\n");
    const v3 p = mesh_file_accepted(&file, 4, 3, 0);
    CHECK(p.x == 1 && p.y == 2 && p.z == 3);
}

static mesh_file with_z(const char *type, const char *z) {
    char text[400];
    snprintf(text, sizeof text,
             "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty %s z\n"
             "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 %s\n1 0 0\n0 1 0\n3 0 1 2\n",
             type, z);
    return mesh_file_text("part.ply", text);
}

TEST(whole_numbers_may_be_as_large_as_their_type_and_no_larger) {
    static const struct {
        const char *name, *other;
        double min, max;
    } TYPES[] = {{"char", "int8", -128, 127},
                 {"uchar", "uint8", 0, 255},
                 {"short", "int16", -32768, 32767},
                 {"ushort", "uint16", 0, 65535},
                 {"int", "int32", -2147483648.0, 2147483647.0},
                 {"uint", "uint32", 0, 4294967295.0}};
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        for (int high = 0; high < 2; high++) {
            const double end = high ? TYPES[i].max : TYPES[i].min;
            char z[40];
            snprintf(z, sizeof z, "%.0f", end);
            mesh_file file = with_z(high ? TYPES[i].name : TYPES[i].other, z);
            CHECK(mesh_file_accepted(&file, 3, 1, 0).z == end);
            snprintf(z, sizeof z, "%.0f", end + (high ? 1 : -1));
            file = with_z(TYPES[i].name, z);
            mesh_file_refused(&file, "part.ply:10:5:");
        }
}

// Four vertices with a list and a colour, an unknown element with a list, two faces.
static mesh_file packed(bool big_endian) {
    mesh_file file = mesh_file_text("part.ply", big_endian ? "ply\nformat binary_big_endian 1.0\n"
                                                           : "ply\nformat binary_little_endian 1.0\n");
    const char *rest =
        "element vertex 4\nproperty double x\nproperty float y\nproperty short z\nproperty list ushort short "
        "extra\n"
        "property uchar red\nelement other 2\nproperty list char double values\nproperty uint id\n"
        "element face 2\nproperty int flags\nproperty list int ushort vertex_indices\nend_header\n";
    mesh_file_append(&file, rest, strlen(rest));
    for (int i = 0; i < 4; i++) {
        mesh_file_double(&file, 0.1 * i, big_endian);
        mesh_file_float(&file, 0.5f * (float)(i * i), big_endian);
        mesh_file_number(&file, (uint64_t)(-i), 2, big_endian);
        mesh_file_number(&file, (uint64_t)i, 2, big_endian);
        for (int k = 0; k < i; k++) mesh_file_number(&file, 0xabcd, 2, big_endian);
        mesh_file_number(&file, 255, 1, big_endian);
    }
    for (int i = 0; i < 2; i++) {
        mesh_file_number(&file, (uint64_t)i, 1, big_endian);
        for (int k = 0; k < i; k++) mesh_file_double(&file, NAN, big_endian);
        mesh_file_number(&file, 7, 4, big_endian);
    }
    for (int face = 0; face < 2; face++) {
        mesh_file_number(&file, 0, 4, big_endian);
        mesh_file_number(&file, (uint64_t)(3 + face), 4, big_endian);
        for (int k = 0; k < 3 + face; k++) mesh_file_number(&file, (uint64_t)k, 2, big_endian);
    }
    return file;
}

TEST(binary_ply_is_read_in_both_byte_orders) {
    for (int big_endian = 0; big_endian < 2; big_endian++) {
        const mesh_file file = packed(big_endian);
        const v3 p = mesh_file_accepted(&file, 4, 3, 3);
        CHECK(p.x == 0.1 * 3 && p.y == 4.5 && p.z == -3);
    }
}

TEST(every_cut_off_ply_is_refused_and_so_is_a_byte_too_many) {
    for (int big_endian = 0; big_endian < 2; big_endian++) {
        mesh_file file = packed(big_endian);
        mesh_file_refuses_every_beginning(&file, 0);
        mesh_file_number(&file, ' ', 1, false);
        mesh_file_refused(&file, "more in the file than its header describes");
    }
    const mesh_file ascii = mesh_file_text("part.ply", HEAD BODY);
    mesh_file_refuses_every_beginning(&ascii, 1);
}

// A binary file with three good vertices and one face of the given count and indices.
static mesh_file face_file(const char *list, int count_size, int64_t count, int index_size, int64_t index) {
    mesh_file file = mesh_file_text("part.ply", "ply\nformat binary_little_endian 1.0\n" VERTEX3 "element face 1\n");
    mesh_file_append(&file, list, strlen(list));
    mesh_file_append(&file, "end_header\n", 11);
    for (int i = 0; i < 9; i++) mesh_file_float(&file, (float)i, false);
    mesh_file_number(&file, (uint64_t)count, count_size, false);
    for (int k = 0; k < 3; k++) mesh_file_number(&file, (uint64_t)(k < 2 ? k : index), index_size, false);
    return file;
}

TEST(binary_ply_with_bad_lists_is_refused) {
    mesh_file file = face_file("property list uchar int vertex_indices\n", 1, 3, 4, 2);
    mesh_file_accepted(&file, 3, 1, 0);
    file = face_file("property list uchar int vertex_indices\n", 1, 3, 4, 3);
    mesh_file_refused(&file, "uses a vertex that does not exist");
    file = face_file("property list uchar int vertex_indices\n", 1, 3, 4, -1);
    mesh_file_refused(&file, "uses a vertex that does not exist");
    file = face_file("property list uchar uint vertex_indices\n", 1, 3, 4, 0xffffffff);
    mesh_file_refused(&file, "uses a vertex that does not exist");
    file = face_file("property list uchar int vertex_indices\n", 1, 2, 4, 2);
    mesh_file_refused(&file, "a face has fewer than 3 corners");
    file = face_file("property list char int vertex_indices\n", 1, -3, 4, 2);
    mesh_file_refused(&file, "a list has a negative length");
    file = face_file("property list uint int vertex_indices\n", 4, 0xffffffff, 4, 2);
    mesh_file_refused(&file, "the file ends inside a row");
    file = face_file("property list uint int other\nproperty list uchar int vertex_indices\n", 4, 0x40000000, 4, 2);
    mesh_file_refused(&file, "a row is longer than the rest of the file");
}

TEST(binary_ply_with_a_coordinate_that_is_not_finite_is_refused) {
    mesh_file file = face_file("property list uchar int vertex_indices\n", 1, 3, 4, 2);
    const int64_t size = file.size;
    file.size -= 13 + 12;
    mesh_file_float(&file, INFINITY, false);
    file.size = size;
    mesh_file_refused(&file, "a coordinate is not finite or larger than 1e50");
}

TEST(ply_claiming_more_rows_than_bytes_is_refused_before_memory_is_asked_for) {
    mesh_text_refused("part.ply",
                      "ply\nformat ascii 1.0\nelement vertex 9223372036854775807\nproperty float x\nproperty float y\n"
                      "property float z\n" FACE1 "end_header\n" BODY,
                      "element 'vertex' claims 9223372036854775807 rows of at least 6 bytes, but 26 bytes are left");
    mesh_text_refused("part.ply",
                      "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty double "
                      "x\nproperty double y\n"
                      "property double z\n" FACE1 "end_header\n" BODY,
                      "element 'vertex' claims 2000000000 rows of at least 24 bytes");
}

#define START "ply\nformat ascii 1.0\n"

TEST(ply_headers_with_mistakes_are_refused_with_their_place) {
    static const char *const wrong[][2] = {
        {"plx\n", "part.ply:1:1: expected ply but found 'plx'"},
        {"ply x\n", "part.ply:1:5: expected the end of the line after 'ply'"},
        {"ply\nelement vertex 3\n", "part.ply:2:1: expected format"},
        {"ply\nformat binary 1.0\n", "part.ply:2:8: expected a format but found 'binary'"},
        {"ply\nformat ascii 2.0\n", "part.ply:2:14: expected version 1.0"},
        {"ply\nformat ascii 1.0 x\n", "part.ply:2:18: expected the end of the line after the format"},
        {START "elment vertex 3\n", "part.ply:3:1: expected a header line but found 'elment'"},
        {START "element vertex x\n", "part.ply:3:16: expected the number of elements"},
        {START "element vertex -1\n", "expected the number of elements but found '-1'"},
        {START "element vertex 1.5\n", "expected the number of elements but found '1.5'"},
        {START "element vertex\n", "expected the number of elements but found the end of the line"},
        {START "element vertex 3 4\n", "part.ply:3:18: expected the end of the line after this header line"},
        {START "property float x\n", "a property before the first element"},
        {START "element vertex 3\nproperty float128 x\n", "part.ply:4:10: expected a type but found 'float128'"},
        {START "element vertex 3\nproperty float\n", "expected the property's name"},
        {START "element vertex 3\nproperty float x\nproperty int x\n", "has this property already"},
        {START "element vertex 3\nproperty list float int x\n", "counted by an integer type"},
        {START "element vertex 3\nproperty list half int x\n", "expected a type but found 'half'"},
        {START "element vertex 3\nelement vertex 3\n", "an element of this name exists already"},
        {START "element face 3\nproperty list uchar float vertex_indices\n", "vertex indices need an integer type"},
        {START VERTEX3 "element face 1\nend_header\n", "element 2 has no property"},
        {START "element vertex 3\nproperty float x\nproperty float y\n" FACE1 "end_header\n",
         "the properties x, y and z"},
        {START "element vertex 3\nproperty float z\nproperty float y\n" FACE1 "end_header\n",
         "the properties x, y and z"},
        {START "element vertex 3\nproperty float z\nproperty float x\n" FACE1 "end_header\n",
         "the properties x, y and z"},
        {START FACE1 "end_header\n", "no element vertex"},
        {START VERTEX3 "end_header\n" BODY, "no element face"},
        {START VERTEX3 "element face 1\nproperty uchar k\nend_header\n", "no element face with a list"},
        {START VERTEX3, "expected a header line but found the end of the file"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) mesh_text_refused("part.ply", wrong[i][0], wrong[i][1]);
}

TEST(ascii_ply_rows_with_mistakes_are_refused_with_their_place) {
    static const char *const wrong[][2] = {
        {HEAD "0 0\n1 0 0\n0 1 0 9 9 9\n3 0 1 2\n",
         "part.ply:10:4: expected a value of the row but found the end of the line"},
        {HEAD "0 0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
         "part.ply:10:7: expected the end of the line after the row's last value"},
        {HEAD "0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n", "part.ply:10:5: expected a value of the row but found 'nan'"},
        {HEAD "0 0 1e60\n1 0 0\n0 1 0\n3 0 1 2\n", "larger than 1e50"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "part.ply:13:7: a face uses a vertex that does not exist"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n", "part.ply:13:7: the value does not fit its integer type"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n256 0 1 2\n", "the value does not fit its integer type"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n-1 0 1 2\n", "the value does not fit its integer type"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n2 0 1\n   ", "a face has fewer than 3 corners"},
        {HEAD "0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n", "found the end of the line"},
        {HEAD BODY "3 0 1 2\n", "part.ply:14:1: there is more in the file than its header describes"},
        {START VERTEX3 "element face 0\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n",
         "has no triangles"},
        {START VERTEX3 "property list uchar int more\n" FACE1 "end_header\n0 0 0 1 x\n1 0 0 0\n0 1 0 0\n3 0 1 2\n",
         "found 'x'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) mesh_text_refused("part.ply", wrong[i][0], wrong[i][1]);
}

TEST(ply_with_too_many_elements_or_properties_is_refused) {
    mesh_file file = mesh_file_text("part.ply", START);
    for (int i = 0; i < 33; i++) file.size += sprintf(file.bytes + file.size, "element e%d 1\n", i);
    mesh_file_refused(&file, "more than 32 elements");
    file = mesh_file_text("part.ply", START "element vertex 1\n");
    for (int i = 0; i < 257; i++) file.size += sprintf(file.bytes + file.size, "property float p%d\n", i);
    mesh_file_refused(&file, "more than 256 properties");
}

TEST(ply_reader_frees_everything_when_memory_runs_out) {
    mesh_file ascii = mesh_file_text("part.ply", HEAD BODY);
    mesh_file_survives_no_memory(&ascii);
    mesh_file big = packed(true);
    mesh_file_survives_no_memory(&big);
}

CLAIMS(CLAIM(whole_numbers_may_be_as_large_as_their_type_and_no_larger), CLAIM(ascii_ply_is_read),
       CLAIM(binary_ply_is_read_in_both_byte_orders), CLAIM(every_cut_off_ply_is_refused_and_so_is_a_byte_too_many),
       CLAIM(binary_ply_with_bad_lists_is_refused), CLAIM(binary_ply_with_a_coordinate_that_is_not_finite_is_refused),
       CLAIM(ply_claiming_more_rows_than_bytes_is_refused_before_memory_is_asked_for),
       CLAIM(ply_headers_with_mistakes_are_refused_with_their_place),
       CLAIM(ascii_ply_rows_with_mistakes_are_refused_with_their_place),
       CLAIM(ply_with_too_many_elements_or_properties_is_refused),
       CLAIM(ply_reader_frees_everything_when_memory_runs_out))
