// Triangles of walls against exact results.
#include "polyhedra.h"

#include "geom/convex/wall_facet.h"

// Exact input: what is left is rounding. The worst here is a tip of 6e-7 m^2, whose sides are known to 1e-16 of 1e-3.
static const double EXACT = 1e-12;

typedef struct scene {
    char name[64];
    ab_polyhedron body;
    ab_clip clip;
    v3 triangle[3]; // about the body's centre, as o
    v3 o;
} scene;

static void read_scene(ab_ctx *cx, FILE *file, scene *s) {
    s->body = read_polyhedron(cx, file);
    CHECK_OK(cx, ab_clip_make(cx, s->body.planes.n + 4, &s->clip));
}

static void end_scene(ab_ctx *cx, scene *s) {
    ab_clip_free(cx, &s->clip);
    ab_polyhedron_free(cx, &s->body);
}

static void read_triangle(FILE *file, scene *s) {
    read_numbers(file, "triangle", &s->triangle[0].x, 9);
    for (int k = 0; k < 3; k++) s->triangle[k] = v3_sub(s->triangle[k], s->body.centre);
}

static void read_o(FILE *file, scene *s) { s->o = v3_sub(read_v3(file, "o"), s->body.centre); }

static void near(const scene *s, const char *what, v3 actual, v3 expected, double tolerance) {
    if (!(v3_norm(v3_sub(actual, expected)) <= tolerance))
        fail_msg("%s: %s = %.17g %.17g %.17g, expected %.17g %.17g %.17g within %.3g", s->name, what, actual.x,
                 actual.y, actual.z, expected.x, expected.y, expected.z, tolerance);
}

TEST(triangles_in_polyhedra_match_exact_ones) {
    abut_context *cx = shape_context();
    FILE *file = open_data("clip_oracles.txt");
    int cases = 0;
    for (scene s; fscanf(file, " case %63s", s.name) == 1; cases++) {
        double area, volume;
        read_scene(cx, file, &s);
        read_triangle(file, &s);
        read_o(file, &s);
        read_numbers(file, "area", &area, 1);
        const v3 vector = read_v3(file, "vector_area");
        const v3 centroid = read_v3(file, "centroid");
        read_numbers(file, "volume", &volume, 1);
        const ab_facet f = ab_facet_cut(&s.body, s.triangle, s.o, &s.clip);
        near(&s, "area", f.area, vector, EXACT * area);
        near(&s, "volume", v3_make(f.volume, 0, 0), v3_make(volume, 0, 0), EXACT * fabs(volume));
        if (area > 0) near(&s, "centroid", v3_add(f.centroid, s.body.centre), centroid, EXACT * s.body.radius);
        end_scene(cx, &s);
    }
    assert_int_equal(cases, 26);
    fclose(file);
    abut_context_destroy(cx);
}

static ab_facet read_wall(FILE *file, scene *s, int triangles, v3 *moment) {
    v3 corner[128][3];
    for (int t = 0; t < triangles; t++) {
        read_triangle(file, s);
        memcpy(corner[t], s->triangle, sizeof s->triangle);
    }
    read_o(file, s);
    ab_facet sum = {0};
    *moment = v3_zero();
    for (int t = 0; t < triangles; t++) {
        const ab_facet f = ab_facet_cut(&s->body, corner[t], s->o, &s->clip);
        sum.volume += f.volume;
        sum.area = v3_add(sum.area, f.area);
        *moment = v3_add(*moment, v3_cross(v3_add(f.centroid, s->body.centre), f.area));
    }
    return sum;
}

TEST(walls_of_triangles_match_exact_ones) {
    abut_context *cx = shape_context();
    FILE *file = open_data("clip_oracles.txt");
    char word[64];
    while (fscanf(file, "%63s", word) == 1 && strcmp(word, "end") != 0) {}
    int walls = 0;
    int triangles;
    for (scene s; fscanf(file, " wall %63s %d", s.name, &triangles) == 2; walls++) {
        read_scene(cx, file, &s);
        v3 moment;
        const ab_facet sum = read_wall(file, &s, triangles, &moment);
        double volume;
        read_numbers(file, "volume", &volume, 1);
        const v3 area = read_v3(file, "area");
        near(&s, "volume", v3_make(sum.volume, 0, 0), v3_make(volume, 0, 0), EXACT * volume);
        near(&s, "area", sum.area, area, EXACT * v3_norm(area));
        near(&s, "moment", moment, read_v3(file, "moment"), EXACT * v3_norm(area));
        end_scene(cx, &s);
    }
    assert_int_equal(walls, 6);
    fclose(file);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(triangles_in_polyhedra_match_exact_ones), CLAIM(walls_of_triangles_match_exact_ones))
