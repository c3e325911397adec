// Pictures: the PNG is one, and what is drawn is where it must be.
#include "worlds.h"
#include "base/alloc.h"
#include "base/io.h"
#include "render/png.h"
#include "faults.h"
#include "render/snapshot_image.h"
#include "render/raster.h"
#include "scratch.h"

#include <zlib.h>

static uint32_t big_endian(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Decodes a PNG as written by ab_png_write, checking every length and CRC. Returns pixels the caller frees.
static unsigned char *decode(const ab_bytes *file, int *width, int *height) {
    const unsigned char *p = (const unsigned char *)file->data, *end = p + file->size;
    assert_memory_equal(p, "\x89PNG\r\n\x1a\n", 8);
    p += 8;
    unsigned char *pixels = NULL;
    bool ended = false;
    while (p < end) {
        const uint32_t size = big_endian(p);
        CHECK(p + 12 + size <= end);
        CHECK(big_endian(p + 8 + size) == crc32(0, p + 4, size + 4));
        if (memcmp(p + 4, "IHDR", 4) == 0) {
            *width = (int)big_endian(p + 8);
            *height = (int)big_endian(p + 12);
        } else if (memcmp(p + 4, "IDAT", 4) == 0) {
            uLongf bytes = (uLongf)(*height * (3 * *width + 1));
            pixels = malloc(bytes);
            assert_int_equal(Z_OK, uncompress(pixels, &bytes, p + 8, size));
        }
        ended = memcmp(p + 4, "IEND", 4) == 0;
        p += 12 + size;
    }
    CHECK(ended);
    const int row = 3 * *width + 1;
    for (int y = 0; y < *height; y++)
        for (int i = 3; i < row - 1; i++)
            pixels[y * row + 1 + i] = (unsigned char)(pixels[y * row + 1 + i] + pixels[y * row + i - 2]);
    return pixels;
}

TEST(png_holds_the_pixels_that_were_given) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "x.png", path);
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    ab_image image;
    CHECK_OK(cx, ab_image_alloc(cx, 37, 21, &image));
    for (int i = 0; i < 3 * 37 * 21; i++) image.rgb[i] = (uint8_t)(i * i * 7 + i / 5);
    CHECK_OK(cx, ab_png_write(cx, path, &image));
    ab_bytes file;
    CHECK_OK(cx, ab_io_read_file(cx, path, 1 << 20, &file));
    int width = 0, height = 0;
    unsigned char *pixels = decode(&file, &width, &height);
    assert_int_equal(37, width);
    assert_int_equal(21, height);
    for (int y = 0; y < 21; y++) assert_memory_equal(pixels + y * (3 * 37 + 1) + 1, image.rgb + y * 3 * 37, 3 * 37);
    free(pixels);
    ab_bytes_free(cx, &file);
    ab_image_free(cx, &image);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_image_alloc(cx, 0, 5, &image));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_image_alloc(cx, 5, 100000, &image));
    abut_context_destroy(cx);
    scratch_end(&s);
}

static void colour_at(const ab_image *image, int x, int y, int rgb[3]) {
    for (int k = 0; k < 3; k++) rgb[k] = image->rgb[3 * (y * image->width + x) + k];
}

// A red ball between the camera and a green one, and a blue triangle behind both.
TEST(nearer_things_hide_farther_ones_and_shade_the_floor) {
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    const ab_sphere_item ball = {{0, 0, 0}, 0.3, {0.8, 0.05, 0.05}, 0};
    const v3 towards = v3_unit(v3_make(0.55, 0.8, -0.52));
    ab_drawing d = {.spheres = &ball,
                    .nsphere = 1,
                    .up = {0, 0, 1},
                    .radius = 1,
                    .ground = AB_GROUND_FLOOR,
                    .ground_point = {0, 0, -0.3}};
    d.camera = (ab_camera){v3_scale(-3.2, towards), towards, 1.45};
    ab_image with, without;
    CHECK_OK(cx, ab_image_alloc(cx, 200, 200, &with));
    CHECK_OK(cx, ab_image_alloc(cx, 200, 200, &without));
    CHECK_OK(cx, ab_render(cx, &d, &with));
    d.nsphere = 0;
    CHECK_OK(cx, ab_render(cx, &d, &without));
    int c[3];
    colour_at(&with, 100, 100, c);
    CHECK(c[0] > 2 * c[1] && c[0] > 2 * c[2]); // the ball is in the middle
    int darker = 0, redder = 0;
    for (int y = 0; y < 200; y++)
        for (int x = 0; x < 200; x++) {
            int a[3], b[3];
            colour_at(&with, x, y, a);
            colour_at(&without, x, y, b);
            redder += a[0] > b[0] + 20 && a[0] > 2 * a[1];
            darker += a[0] < b[0] - 20 && a[1] < b[1] - 20 && abs(a[0] - a[1]) < 20; // floor in the shade
        }
    CHECK(redder > 500);
    CHECK(darker > 200);
    const double seen = 0.3 / 3.2 * 1.45 * 200; // radius over distance times the scale, in pixels
    int across = 0;
    for (int x = 0; x < 200; x++) {
        colour_at(&with, x, 100, c);
        across += c[0] > 2 * c[1];
    }
    CHECK_NEAR(across, 2 * seen, 3); // two pixels of edge, and the perspective's half per cent
    ab_image_free(cx, &with);
    ab_image_free(cx, &without);
    abut_context_destroy(cx);
}

static abut_status write_scene(abut_context *cx, void *arg) {
    abut_world_def def = abut_world_default();
    def.dt = 1e-4;
    abut_world *w = NULL;
    AB_TRY(abut_world_create(cx, &def, &w));
    abut_material_def m = abut_material_default();
    int32_t material = 0, shape = 0;
    abut_status status = abut_material_add(w, &m, &material);
    abut_body_def body = abut_body_default();
    body.no_contact = true;
    if (status == ABUT_OK) status = abut_shape_add_box(w, (abut_v3){0.2, 0.3, 0.1}, &shape);
    body.shape = shape;
    if (status == ABUT_OK) status = abut_body_add(w, &body, NULL);
    if (status == ABUT_OK) status = abut_shape_add_sphere(w, 0.1, &body.shape);
    body.position.x = 0.3;
    if (status == ABUT_OK) status = abut_body_add(w, &body, NULL);
    if (status == ABUT_OK) status = abut_shape_add_plane(w, (abut_v3){0, 0, 1}, &body.shape);
    body.fixed = true;
    if (status == ABUT_OK) status = abut_body_add(w, &body, NULL);
    if (status == ABUT_OK) status = ab_snapshot_image_write(w, arg, 16, 12);
    abut_world_destroy(w);
    return status;
}

TEST(a_picture_that_cannot_be_made_says_why_and_leaks_nothing) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "x.png", path);
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, write_scene, path).fired > 20);
    CHECK(faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, write_scene, path).fired > 3);
    scratch_end(&s);
}

CLAIMS(CLAIM(png_holds_the_pixels_that_were_given), CLAIM(nearer_things_hide_farther_ones_and_shade_the_floor),
       CLAIM(a_picture_that_cannot_be_made_says_why_and_leaks_nothing))
