// The smallest rectangle around points of a plane, against every direction in which two of them lie.
#include "claim.h"

#include "geom/convex/rectangle.h"
#include "math/random.h"

enum { MAX = 64 };
#define TURN 6.283185307179586

static double area_along(const ab_plane_point *p, int n, double x, double y) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        const double at[2] = {x * p[i].x + y * p[i].y, x * p[i].y - y * p[i].x};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], at[k]);
            high[k] = fmax(high[k], at[k]);
        }
    }
    return (high[0] - low[0]) * (high[1] - low[1]);
}

// Two of the points make every edge of the hull.
static double smallest_of_all(const ab_plane_point *p, int n) {
    double best = INFINITY;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double x = p[i].x - p[j].x, y = p[i].y - p[j].y, length = sqrt(x * x + y * y);
            if (length > 0) best = fmin(best, area_along(p, n, x / length, y / length));
        }
    return best;
}

static void check_fit(ab_plane_point *p, int n) {
    ab_plane_point chain[2 * MAX];
    const double expected = smallest_of_all(p, n);
    const ab_rectangle r = ab_rectangle_fit(p, n, chain);
    CHECK_NEAR(r.area, expected, 1e-12 * expected); // sums and products of two or three roundings
    CHECK_NEAR(area_along(p, n, r.along.x, r.along.y), expected, 1e-12 * expected);
    CHECK_NEAR(r.along.x * r.along.x + r.along.y * r.along.y, 1,
               9 * 0x1p-53); // of the length 2.5, of a quotient 1, twice, and 2 of the sum
}

TEST(rectangle_around_random_points_is_the_smallest_of_all_directions) {
    for (uint64_t trial = 0; trial < 2000; trial++) {
        ab_random random = ab_random_start(7, trial);
        ab_plane_point p[MAX];
        const int n = 3 + (int)(trial % (MAX - 3));
        const double flat = trial % 3 == 0 ? 1e-3 : 1;
        for (int i = 0; i < n; i++)
            p[i] = (ab_plane_point){ab_random_between(&random, -1, 1), flat * ab_random_between(&random, -1, 1)};
        check_fit(p, n);
    }
}

TEST(rectangle_around_points_of_a_lattice_with_many_on_every_side_is_the_lattices) {
    ab_plane_point p[MAX], chain[2 * MAX];
    for (int i = 0; i < MAX; i++) p[i] = (ab_plane_point){i % 8, (i / 8) % 4}; // every one twice
    const ab_rectangle r = ab_rectangle_fit(p, MAX, chain);
    CHECK(r.area == 21);
    CHECK(fabs(r.along.x * r.along.y) == 0);
}

TEST(rectangle_around_corners_of_a_polygon_is_flush_with_a_side) {
    for (int n = 3; n < MAX; n++) {
        ab_plane_point p[MAX];
        for (int i = 0; i < n; i++) p[i] = (ab_plane_point){5 + cos(TURN * i / n), sin(TURN * i / n) - 3};
        check_fit(p, n);
    }
}

TEST(points_on_a_line_have_no_rectangle) {
    ab_plane_point chain[2 * MAX], line[3] = {{2, 0}, {0, 0}, {1, 0}}, same[3] = {{1, 1}, {1, 1}, {1, 1}};
    CHECK(isinf(ab_rectangle_fit(line, 3, chain).area));
    CHECK(isinf(ab_rectangle_fit(same, 3, chain).area));
    CHECK(isinf(ab_rectangle_fit(line, 2, chain).area));
    CHECK(isinf(ab_rectangle_fit(line, 0, chain).area));
}

CLAIMS(CLAIM(rectangle_around_random_points_is_the_smallest_of_all_directions),
       CLAIM(rectangle_around_points_of_a_lattice_with_many_on_every_side_is_the_lattices),
       CLAIM(rectangle_around_corners_of_a_polygon_is_flush_with_a_side), CLAIM(points_on_a_line_have_no_rectangle))
