// Heights from pictures and HDF5 files, and every way in which these are damaged.
#include "base/h5.h"
#include "base/io.h"
#include "claim.h"
#include "elastic/height_map.h"
#include "gray_png.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>

static abut_context *cx;

static int start(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) == ABUT_OK ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

static const ab_grid GRID = {6, 5, 1, 1, false};

static abut_status read_bytes(const char *name, const char *bytes, int64_t size, ab_height_map *map) {
    const ab_height_map_source source = {name, name, bytes, size, "heights", &GRID};
    return ab_height_map_read(cx, &source, map);
}

TEST(pictures_of_8_and_16_bits_are_heights_from_0_to_1_with_y_upwards) {
    for (int bits = 8; bits <= 16; bits += 8)
        for (int first = 0; first < 5; first++) {
            uint16_t value[30];
            for (int i = 0; i < 30; i++) value[i] = (uint16_t)(i * 7919 % (bits == 8 ? 256 : 65536));
            value[29] = bits == 8 ? 255 : 65535;
            ab_text png = ab_text_start(cx);
            ab_height_map map;
            CHECK_OK(cx, gray_png(cx, 6, 5, bits, value, first, &png));
            CHECK_OK(cx, read_bytes("a.png", png.data, png.size, &map));
            CHECK(map.nx == 6 && map.ny == 5 && map.value[5] == 1);
            for (int y = 0; y < 5; y++)
                for (int x = 0; x < 6; x++)
                    CHECK(map.value[y * 6 + x] == (double)value[(4 - y) * 6 + x] / (bits == 8 ? 255 : 65535));
            ab_height_map_free(cx, &map);
            ab_text_free(&png);
        }
}

static void refuses(const char *bytes, int64_t size, const char *word) {
    ab_height_map map;
    CHECK_STATUS(ABUT_ERR_INPUT, read_bytes("a.png", bytes, size, &map));
    if (!strstr(abut_context_message(cx), word)) fail_msg("'%s' is not in: %s", word, abut_context_message(cx));
    CHECK(map.value == NULL);
}

// A picture of which one part is replaced: signature, header, one more chunk, data, end.
typedef struct odd_png {
    const char *header; // 13 bytes
    const char *chunk;  // type of one that is added; NULL = none
    const char *rows;   // before they are packed; NULL = no data
    int64_t nrows;
    bool end;
} odd_png;

static void refuses_odd(const odd_png *p, const char *word) {
    ab_text png = ab_text_start(cx), packed = ab_text_start(cx);
    ab_text_bytes(&png, "\x89PNG\r\n\x1a\n", 8);
    ab_png_chunk(&png, "IHDR", p->header, 13);
    if (p->chunk) ab_png_chunk(&png, p->chunk, "", 0);
    if (p->rows) CHECK_OK(cx, ab_deflate(cx, p->rows, p->nrows, &packed));
    if (p->rows) ab_png_chunk(&png, "IDAT", packed.data, packed.size);
    if (p->end) ab_png_chunk(&png, "IEND", "", 0);
    refuses(png.data, png.size, word);
    ab_text_free(&png);
    ab_text_free(&packed);
}

#define HEADER(width, height, depth, colour, interlace) "\0\0\0" width "\0\0\0" height depth colour "\0\0" interlace
#define GOOD                                            HEADER("\2", "\2", "\10", "\0", "\0")

TEST(damaged_and_unusual_pictures_are_refused_with_what_to_do) {
    static const char ROWS[] = {0, 1, 2, 0, 3, 4};
    refuses("", 0, "no PNG");
    refuses_odd(&(odd_png){GOOD, NULL, ROWS, 6, false}, "ends before its last chunk");
    refuses_odd(&(odd_png){GOOD, "PLTE", ROWS, 6, true}, "must not skip");
    refuses_odd(&(odd_png){GOOD, NULL, "\5\1\2\0\3\4", 6, true}, "unknown filter");
    refuses_odd(&(odd_png){GOOD, NULL, ROWS, 5, true}, "a.png");
    refuses_odd(&(odd_png){GOOD, NULL, NULL, 0, true}, "less data");
    refuses_odd(&(odd_png){HEADER("\0", "\2", "\10", "\0", "\0"), NULL, ROWS, 6, true}, "1 to 32768");
    refuses_odd(&(odd_png){HEADER("\2", "\2", "\10", "\2", "\0"), NULL, ROWS, 6, true}, "gray picture");
    refuses_odd(&(odd_png){HEADER("\2", "\2", "\4", "\0", "\0"), NULL, ROWS, 6, true}, "gray picture");
    refuses_odd(&(odd_png){HEADER("\2", "\2", "\10", "\0", "\1"), NULL, ROWS, 6, true}, "interlaced");
    refuses_odd(&(odd_png){"\0\0\x80\0\0\0\x80\0\20\0\0\0", NULL, ROWS, 6, true}, "less data"); // 2 GB of pixels
    uint16_t value[4] = {0};
    ab_text png = ab_text_start(cx);
    CHECK_OK(cx, gray_png(cx, 2, 2, 8, value, 0, &png));
    for (int64_t size = 8; size < png.size; size++) refuses(png.data, size, "the picture ends");
    for (int64_t i = 8; i < png.size; i++) { // a length, a type, data, a checksum
        png.data[i] ^= 1;
        ab_height_map map;
        CHECK_STATUS(ABUT_ERR_INPUT, read_bytes("a.png", png.data, png.size, &map));
        png.data[i] ^= 1;
    }
    png.data[11] = 12; // the length of the header
    refuses(png.data, png.size, "checksum");
    ab_text_free(&png);
    png = ab_text_start(cx);
    ab_text_bytes(&png, "\x89PNG\r\n\x1a\n", 8);
    ab_png_chunk(&png, "IEND", "", 0);
    refuses(png.data, png.size, "begin with its header");
    ab_text_free(&png);
}

TEST(a_dataset_of_two_dimensions_is_a_map_and_numbers_that_are_none_are_missing) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "map.h5", path);
    const double value[6] = {1, 2, NAN, 4, INFINITY, 6};
    ab_h5 h5;
    CHECK_OK(cx, ab_h5_create(cx, path, &h5));
    ab_h5_put(&h5, "/heights", AB_F64, 2, 3, value);
    ab_h5_put(&h5, "/line", AB_F64, 6, 0, value);
    ab_h5_put(&h5, "/empty", AB_F64, 0, 3, value);
    CHECK_OK(cx, ab_h5_close(&h5));
    ab_height_map map;
    ab_height_map_source source = {"map.h5", path, NULL, 0, "/heights", &GRID};
    CHECK_OK(cx, ab_height_map_read(cx, &source, &map));
    CHECK(map.nx == 3 && map.ny == 2 && map.value[3] == 4 && isnan(map.value[2]) && isnan(map.value[4]));
    ab_height_map_free(cx, &map);
    static const char *const BAD[][2] = {
        {"/line", "rows and columns"}, {"/empty", "none, or too many"}, {"/no", "/no"}};
    for (int i = 0; i < 3; i++) {
        source.dataset = BAD[i][0];
        CHECK(ab_height_map_read(cx, &source, &map) != ABUT_OK);
        if (!strstr(abut_context_message(cx), BAD[i][1])) fail_msg("not %s: %s", BAD[i][1], abut_context_message(cx));
    }
    scratch_end(&s);
}

// HDF5 1.10 copies beyond the end of pieces that unpack to less than their size.
TEST(a_dataset_whose_packed_bytes_are_damaged_is_refused) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "map.h5", path);
    const double value[6] = {1, 2, 3, 4, 5, 6};
    ab_h5 h5;
    CHECK_OK(cx, ab_h5_create(cx, path, &h5));
    ab_h5_put(&h5, "/heights", AB_F64, 2, 3, value);
    CHECK_OK(cx, ab_h5_close(&h5));
    ab_bytes file;
    CHECK_OK(cx, ab_io_read_file(cx, path, 1 << 20, &file));
    int64_t at = file.size - 2;
    while (at > 0 && memcmp(file.data + at, "\x78\x01", 2) != 0) at--; // where zlib's stream begins
    assert_in_range(at, 1, file.size - 8);
    for (int64_t i = at; i < at + 6; i++) {
        ab_height_map map;
        const ab_height_map_source source = {"map.h5", path, NULL, 0, "/heights", &GRID};
        file.data[i] ^= 0x55;
        CHECK_OK(cx, ab_io_replace_file(cx, path, file.data, file.size));
        file.data[i] ^= 0x55;
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_height_map_read(cx, &source, &map));
        CHECK(strstr(abut_context_message(cx), "unpack"));
    }
    ab_bytes_free(cx, &file);
    scratch_end(&s);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(pictures_of_8_and_16_bits_are_heights_from_0_to_1_with_y_upwards),
        CLAIM(damaged_and_unusual_pictures_are_refused_with_what_to_do),
        CLAIM(a_dataset_of_two_dimensions_is_a_map_and_numbers_that_are_none_are_missing),
        CLAIM(a_dataset_whose_packed_bytes_are_damaged_is_refused),
    };
    return cmocka_run_group_tests(claims, start, end);
}
