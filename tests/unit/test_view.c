// Views: which samples a triangle covers, against a look at every sample of the picture.
#include "render/view.h"

#include "claim.h"
#include "math/random.h"
#include "shapes.h"

enum { WIDE = 160, HIGH = 90, TRIANGLES = 400 };

static double side(v3 a, v3 b, double x, double y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); }

// Whether a triangle, as projected, holds the sample at the middle of a pixel.
static bool holds(const ab_view *view, const ab_triangle_item *triangle, int x, int y) {
    v3 p[3];
    for (int k = 0; k < 3; k++) p[k] = ab_view_project(view, triangle->corner[k]);
    const double area = side(p[0], p[1], p[2].x, p[2].y), cx = x + 0.5, cy = y + 0.5;
    if (area == 0) return false;
    for (int k = 0; k < 3; k++)
        if (side(p[(k + 1) % 3], p[(k + 2) % 3], cx, cy) / area < 0) return false;
    return true;
}

// Slivers across the picture and beyond it, level ones, specks, and ones of any form.
static ab_triangle_item make_triangle(ab_random *random, int kind) {
    ab_triangle_item item = {.normal = {{0, 0, 1}}};
    const double size = kind == 2 ? 0.5 : 300, thin = kind == 0 ? 0.01 : size;
    const v3 from = ab_random_in_box(random, v3_make(-100, -60, 5), v3_make(100, 60, 6));
    const v3 way = ab_random_in_box(random, v3_make(-size, -size, 0), v3_make(size, size, 0));
    item.corner[0] = from;
    item.corner[1] = v3_add(from, kind == 1 ? v3_make(way.x, 0, 0) : way);
    item.corner[2] =
        v3_add(item.corner[kind == 0], ab_random_in_box(random, v3_make(-thin, -thin, 0), v3_make(thin, thin, 0)));
    return item;
}

// The box around a sliver holds the whole picture: only a few samples of each row are looked at, and none may be
// missed.
TEST(a_triangle_covers_the_samples_that_a_look_at_all_of_them_finds) {
    abut_context *cx = shape_context();
    static float depth[WIDE * HIGH];
    static int32_t item[WIDE * HIGH];
    ab_view view = ab_view_towards(v3_zero(), v3_make(0, 0, 1), v3_make(0, 1, 0));
    view.scale = 1;
    view.width = WIDE;
    view.height = HIGH;
    view.depth = depth;
    view.item = item;
    ab_random random = ab_random_start(1, 1);
    int64_t covered = 0;
    for (int i = 0; i < TRIANGLES; i++) {
        ab_triangle_item triangle = make_triangle(&random, i % 4);
        const ab_drawing drawing = {.triangles = &triangle, .ntriangle = 1, .ground = AB_GROUND_NONE};
        ab_view_draw(cx, &drawing, &view);
        for (int k = 0; k < WIDE * HIGH; k++) {
            const bool seen = item[k] != AB_SEEN_NOTHING;
            if (seen != holds(&view, &triangle, k % WIDE, k / WIDE)) fail_msg("triangle %d, pixel %d", i, k);
            covered += seen;
        }
    }
    CHECK(covered > 100 * TRIANGLES); // the test is of some use
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_triangle_covers_the_samples_that_a_look_at_all_of_them_finds))
