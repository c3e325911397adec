// Convex forms, sizes of groups and regions, against their formulas.
#include "scene_files.h"

#include "base/alloc.h"
#include "geom/generate/generate.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/convex/polyhedron.h"
#include "geom/mesh/region.h"
#include "math/random.h"

#define PI 3.14159265358979323846

typedef struct forms {
    abut_context *cx;
} forms;

static forms open_forms(void) {
    forms f;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &f.cx));
    return f;
}

// Volume, and number of faces of the polyhedron.
static double measure(abut_context *cx, ab_mesh *mesh, int *faces) {
    ab_polyhedron p = {0};
    CHECK_OK(cx, ab_polyhedron_build(cx, "form", mesh, &p)); // closed, outward and convex
    *faces = p.loops.nface;
    ab_polyhedron_free(cx, &p);
    const double volume = ab_mesh_mass(mesh).volume;
    ab_mesh_free(cx, mesh);
    return volume;
}

#define REGULAR(name, faces_, volume_)                                                                                 \
    TEST(name##_has_its_volume_and_faces) {                                                                            \
        forms f = open_forms();                                                                                        \
        ab_mesh mesh = {0};                                                                                            \
        int faces = 0;                                                                                                 \
        CHECK_OK(f.cx, ab_generate_##name(f.cx, &(ab_regular_def){2}, &mesh));                                         \
        CHECK_NEAR(measure(f.cx, &mesh, &faces), 8 * (volume_), 1e-13 * 8 * (volume_)); /* rounding */                 \
        assert_int_equal(faces_, faces);                                                                               \
        abut_context_destroy(f.cx);                                                                                    \
    }
REGULAR(tetrahedron, 4, 1 / (6 * sqrt(2)))
REGULAR(octahedron, 8, sqrt(2) / 3)
REGULAR(dodecahedron, 12, (15 + 7 * sqrt(5)) / 4)
REGULAR(icosahedron, 20, 5 * (3 + sqrt(5)) / 12)

TEST(a_prism_has_its_volume_and_faces) {
    forms f = open_forms();
    for (int sides = 3; sides <= 64; sides += 7) {
        ab_mesh mesh = {0};
        int faces = 0;
        CHECK_OK(f.cx, ab_generate_prism(f.cx, &(ab_prism_def){sides, 0.5, 3}, &mesh));
        const double volume = 3 * 0.5 * sides * 0.25 * sin(2 * PI / sides);
        CHECK_NEAR(measure(f.cx, &mesh, &faces), volume, 1e-13 * volume); // rounding
        assert_int_equal(sides + 2, faces);
    }
    abut_context_destroy(f.cx);
}

static ab_rock_def rock_of(int64_t seed) { return (ab_rock_def){0.02, 20, 0.2, {0.5, 0.9}, {0.4, 0.8}, seed}; }

TEST(rocks_are_convex_have_their_size_and_the_faces_that_planes_leave) {
    forms f = open_forms();
    double mean = 0;
    for (int seed = 0; seed < 100; seed++) {
        const ab_rock_def def = rock_of(seed);
        ab_mesh mesh = {0};
        int faces = 0;
        CHECK_OK(f.cx, ab_generate_rock(f.cx, &def, &mesh));
        const double volume = PI / 6 * 8e-6;
        CHECK_NEAR(measure(f.cx, &mesh, &faces), volume, 1e-12 * volume); // rounding
        CHECK(faces >= 8 && faces <= 20);
        mean += faces / 100.0;
    }
    CHECK(mean > 14 && mean < 20); // most planes cut
    abut_context_destroy(f.cx);
}

TEST(a_seed_gives_the_same_rock_and_another_seed_another) {
    forms f = open_forms();
    ab_mesh a = {0}, b = {0}, c = {0};
    const ab_rock_def one = rock_of(1), two = rock_of(2);
    CHECK_OK(f.cx, ab_generate_rock(f.cx, &one, &a));
    CHECK_OK(f.cx, ab_generate_rock(f.cx, &one, &b));
    CHECK_OK(f.cx, ab_generate_rock(f.cx, &two, &c));
    assert_int_equal(a.nvertex, b.nvertex);
    assert_memory_equal(a.vertex, b.vertex, (size_t)a.nvertex * sizeof *a.vertex);
    CHECK(a.vertex[0].x != c.vertex[0].x);
    ab_mesh_free(f.cx, &a);
    ab_mesh_free(f.cx, &b);
    ab_mesh_free(f.cx, &c);
    abut_context_destroy(f.cx);
}

// A stretched ball's inertia tells its axes: those of an ellipsoid with moments I are a^2 ~ I_y + I_z - I_x.
TEST(rocks_have_the_proportions_they_were_asked_for) {
    forms f = open_forms();
    for (int seed = 0; seed < 50; seed++) {
        ab_rock_def def = {1, 100, 0, {0.6, 0.6}, {0.5, 0.5}, seed};
        ab_mesh mesh = {0};
        CHECK_OK(f.cx, ab_generate_rock(f.cx, &def, &mesh));
        v3 m;
        quat axes;
        ab_mass_principal(ab_mesh_mass(&mesh).inertia, &m, &axes);
        double low = fmin(m.x, fmin(m.y, m.z)), high = fmax(m.x, fmax(m.y, m.z)), middle = m.x + m.y + m.z - low - high;
        const double longest = sqrt(high + middle - low), mid = sqrt(high + low - middle),
                     shortest = sqrt(low + middle - high);
        CHECK_NEAR(mid / longest, 0.6, 0.02); // a hundred planes are a ball to a few per cent
        CHECK_NEAR(shortest / mid, 0.5, 0.02);
        ab_mesh_free(f.cx, &mesh);
    }
    abut_context_destroy(f.cx);
}

// --------------------------------------------------------------------------------------------------------- regions

TEST(volumes_and_depths_of_regions_are_those_of_their_formulas) {
    const ab_region box = ab_region_box(v3_make(-1, -2, 0), v3_make(1, 2, 3));
    const ab_region cone = ab_region_cone(v3_make(0, 0, 0), v3_make(0, 0, 2), 1, 3);
    CHECK_NEAR(ab_region_volume(&box), 24, 1e-14);
    CHECK_NEAR(ab_region_volume(&cone), PI / 3 * 2 * 13, 1e-13);
    CHECK_NEAR(ab_region_depth(&box, v3_make(0.25, 0, 1)), 0.75, 0);
    CHECK(ab_region_depth(&box, v3_make(1.25, 0, 1)) < 0);
    CHECK_NEAR(ab_region_depth(&cone, v3_make(0, 1.5, 1)), 0.5 / sqrt(2),
               1e-15); // the side leans by 45 degrees
    CHECK_NEAR(ab_region_depth(&cone, v3_make(0, 0, 1.9)), 0.1, 1e-15);
    CHECK(!ab_region_holds(&cone, v3_make(1.1, 0, 0.05)));
    CHECK(cone.low.x == -3 && cone.high.y == 3 && cone.low.z == 0 && cone.high.z == 2);
}

// Share of random points of the ball.
static double sampled_share(const ab_region *region, v3 centre, double radius) {
    enum { POINTS = 50000 };
    ab_random random = ab_random_start(1, 1);
    int in = 0, all = 0;
    while (all < POINTS) {
        const v3 at = ab_random_in_box(&random, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        if (v3_norm2(at) > 1) continue;
        all++;
        in += ab_region_holds(region, v3_add_scaled(centre, radius, at));
    }
    return (double)in / POINTS;
}

TEST(shares_of_balls_are_those_of_random_points_and_of_symmetry) {
    const ab_region box = ab_region_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(0.5, 0.5, 0.5), 0.4), 1, 0);
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(0, 0.5, 0.5), 0.4), 0.5, 1e-15);
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(0, 1, 0.5), 0.4), 0.25,
               1e-12); // Gauss' rule on a smooth integrand
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(0, 1, 1), 0.4), 0.125, 1e-12);
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(-0.5, 1, 1), 0.4), 0, 0);
    CHECK_NEAR(ab_region_ball_fraction(&box, v3_make(0.5, 0.5, 0.5), 10) * 4.0 / 3 * PI * 1000, 1,
               1e-3); // the box in a ball: piecewise
    ab_random random = ab_random_start(3, 0);
    for (int i = 0; i < 20; i++) {
        const v3 centre = ab_random_in_box(&random, v3_make(-0.3, -0.3, -0.3), v3_make(1.3, 1.3, 1.3));
        const double radius = ab_random_between(&random, 0.2, 0.9);
        const double share = ab_region_ball_fraction(&box, centre, radius);
        CHECK_NEAR(share, sampled_share(&box, centre, radius), 0.011); // five deviations of 50000 points
    }
}

TEST(the_side_of_a_wide_cylinder_cuts_a_ball_as_a_plane) {
    const ab_region pipe = ab_region_cone(v3_make(0, 0, 0), v3_make(0, 0, 10), 5, 5);
    const v3 at = {5, 0, 5};
    CHECK_NEAR(ab_region_ball_fraction(&pipe, at, 0.1), 0.5, 1e-15);
    CHECK_NEAR(sampled_share(&pipe, at, 0.1), 0.5, 0.01); // the curve takes 3/16 r/R = 0.4 % away
}

// ----------------------------------------------------------------------------------------------------------- sizes

#define HEAD "abut: 1\ntime: {end: 1 s}\ncontact: {resolution: 16}\nmaterials: {stone: {}}\n"
#define GRAINS(size)                                                                                                   \
    HEAD "generators:\n  - grid: {name: g, shape: {sphere: 1 cm}, size: " size ", material: stone,\n"                  \
         "           count: [10, 10, 100], spacing: [1, 1, 1], turned: true}\n"

typedef struct sample {
    double mean, deviation, min, max; // of the diameters
    double shapes;
} sample;

static sample sample_of(scene_files *f) {
    CHECK_LOADED(f);
    const ab_world *w = f->scene->world;
    sample s = {0, 0, INFINITY, 0, (double)w->config.nshape};
    for (int64_t i = 0; i < w->state.body.n; i++) {
        const double d = 2 * ab_collider_shape(w, i)->equivalent;
        s.mean += d / (double)w->state.body.n;
        s.deviation += d * d / (double)w->state.body.n;
        s.min = fmin(s.min, d);
        s.max = fmax(s.max, d);
    }
    s.deviation = sqrt(s.deviation - s.mean * s.mean);
    return s;
}

TEST(sizes_have_the_moments_of_their_distribution_with_a_hundred_shapes) {
    scene_files f;
    sample s = sample_of(scene_text(&f, GRAINS("{uniform: {min: 1 mm, max: 3 mm}}")));
    CHECK_NEAR(s.mean, 0.002, 1e-5); // 100 kinds of 100 members each: half a kind
    CHECK_NEAR(s.deviation, 0.002 / sqrt(12), 1e-5);
    CHECK(s.min >= 0.001 && s.max <= 0.003);
    CHECK_NEAR(s.shapes, 101, 0); // the given one and its sizes
    files_end(&f);
    s = sample_of(scene_text(&f, GRAINS("{normal: {mean: 10 mm, deviation: 1 mm}}")));
    CHECK_NEAR(s.mean, 0.010, 1e-5);
    CHECK_NEAR(s.deviation, 0.88e-3, 1e-5); // cut off at two deviations: 0.8796 of the whole
    files_end(&f);
    s = sample_of(scene_text(&f, GRAINS("{lognormal: {median: 1 cm, deviation: 0.1, min: 1 mm, max: 1 m}}")));
    CHECK_NEAR(s.mean, 0.01 * exp(0.005), 2e-5);
    files_end(&f);
    s = sample_of(scene_text(&f, GRAINS("{constant: 4 mm}")));
    CHECK_NEAR(s.min, 0.004, 1e-17);
    CHECK_NEAR(s.shapes, 2, 0);
    files_end(&f);
}

TEST(a_sieve_curve_is_that_of_the_mass) {
    scene_files f;
    scene_text(&f, GRAINS("{sieve: {sizes: [2 mm, 4 mm, 8 mm], passing: [0, 0.3, 1]}}"));
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    double total = 0, below = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        const ab_shape *shape = ab_collider_shape(w, i);
        total += ab_mass_of(&w->state.body, i);
        if (2 * shape->equivalent < 0.004) below += ab_mass_of(&w->state.body, i);
    }
    CHECK_NEAR(below / total, 0.3, 0.005); // the rarest of 100 kinds has 40 of 10000 members, known to one
    files_end(&f);
}

TEST(a_scaled_shape_is_that_of_the_scaled_size) {
    scene_files f;
    scene_text(&f, HEAD "bodies:\n  - {shape: {octahedron: 3 cm}, material: stone}\n"
                        "generators:\n  - grid: {name: g, shape: {octahedron: 1 cm}, size: {constant: 2.9502 "
                        "cm}, material: stone,\n"
                        "           count: [1, 1, 1], spacing: [1, 1, 1], origin: [1, 0, 0]}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    const ab_shape *a = ab_collider_shape(w, 0), *b = ab_collider_shape(w, 1);
    const double s = 0.029502 / (2 * a->equivalent);
    CHECK_NEAR(b->volume, s * s * s * a->volume, 1e-13 * a->volume); // rounding
    CHECK_NEAR(b->moments.x, pow(s, 5) * a->moments.x, 1e-13 * a->moments.x);
    CHECK_NEAR(b->radius, s * a->radius, 1e-15);
    CHECK_NEAR(ab_mass_of(&w->state.body, 1), 2500 * b->volume, 1e-16);
    files_end(&f);
}

#define FILL(keys) HEAD "generators:\n  - fill: {name: g, shape: {rock: {size: 1 cm}}, material: stone, " keys "}\n"
#define BOX        "region: {low: [0, 0, 0], high: [0.1, 0.1, 0.1]}"

TEST(what_cannot_be_is_refused_with_numbers) {
    check_refused(GRAINS("{normal: {mean: 1 mm, deviation: 1 mm}}"), "E039", "-0.001 m to 0.003 m");
    check_refused(GRAINS("{uniform: {min: 2 mm, max: 1 mm}}"), "E039", "0.002 m to 0.001 m");
    check_refused(GRAINS("{sieve: {sizes: [1 mm, 2 mm], passing: [0, 0.5, 1]}}"), "E020", "2 and 3");
    check_refused(GRAINS("{sieve: {sizes: [1 mm, 2 mm], passing: [0.1, 1]}}"), "E039", "0 to 1");
    check_refused(GRAINS("{constant: -1 mm}"), "E018", "diameter");
    check_refused(FILL("count: 5000, " BOX), "E038", "of 5000 bodies fit");
    check_refused(FILL("count: 5, region: {low: [0, 0, 0]}"), "E039", "'low' and 'high'");
    check_refused(FILL("count: 5, region: {from: [0, 0, 0], to: [0, 0, 0], radius: 1}"), "E039", "empty");
    check_refused(FILL("count: 5, region: {low: [0, 0, 0], high: [1, 1, 1], radius: 1}"), "E039", "not both");
    check_refused(FILL("count: 5, size: {constant: 1 m}, " BOX), "E038", "only 0 of 5");
    check_refused(HEAD "bodies: [{shape: {rock: {size: 1 cm, flatness: [0.9, 0.5]}}, material: stone}]\n", "E034",
                  "least first");
    check_refused(HEAD "bodies: [{shape: {rock: {size: 1 cm, faces: 3}}, material: stone}]\n", "E018", "faces");
}

TEST(rocks_of_a_group_differ_and_fill_a_hopper_wholly) {
    scene_files f;
    scene_text(&f, FILL("count: 150, variety: 3, region: {from: [0, 0, 0], to: [0, 0, 20 cm], radius: 3 cm, "
                        "to_radius: 12 cm}"));
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    assert_int_equal(150, w->state.body.n);
    assert_int_equal(3, w->config.nshape);
    CHECK(w->config.shapes[0].surface.nvertex != w->config.shapes[1].surface.nvertex ||
          w->config.shapes[0].radius != w->config.shapes[1].radius);
    CHECK(w->config.shapes[0].kind == AB_SHAPE_hull);
    const ab_region hopper = ab_region_cone(v3_zero(), v3_make(0, 0, 0.2), 0.03, 0.12);
    for (int64_t i = 0; i < w->state.body.n; i++)
        CHECK(ab_region_depth(&hopper, w->state.body.x[i]) >= ab_collider_shape(w, i)->radius - 1e-15);
    files_end(&f);
}

CLAIMS(CLAIM(tetrahedron_has_its_volume_and_faces), CLAIM(octahedron_has_its_volume_and_faces),
       CLAIM(dodecahedron_has_its_volume_and_faces), CLAIM(icosahedron_has_its_volume_and_faces),
       CLAIM(a_prism_has_its_volume_and_faces), CLAIM(rocks_are_convex_have_their_size_and_the_faces_that_planes_leave),
       CLAIM(a_seed_gives_the_same_rock_and_another_seed_another),
       CLAIM(rocks_have_the_proportions_they_were_asked_for),
       CLAIM(volumes_and_depths_of_regions_are_those_of_their_formulas),
       CLAIM(shares_of_balls_are_those_of_random_points_and_of_symmetry),
       CLAIM(the_side_of_a_wide_cylinder_cuts_a_ball_as_a_plane),
       CLAIM(sizes_have_the_moments_of_their_distribution_with_a_hundred_shapes),
       CLAIM(a_sieve_curve_is_that_of_the_mass), CLAIM(a_scaled_shape_is_that_of_the_scaled_size),
       CLAIM(what_cannot_be_is_refused_with_numbers), CLAIM(rocks_of_a_group_differ_and_fill_a_hopper_wholly))
