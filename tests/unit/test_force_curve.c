// The contact law of a curve: its points, that it rises and is smooth, what it refuses, and scenes that name its file.
#include "faults.h"
#include "law/force_curve.h"
#include "law/law.h"
#include "math/random.h"
#include "scene_files.h"
#include "world/world.h"

#include <math.h>

static abut_context *context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

enum { POINTS = 30 };
static void some_points(ab_random *r, double *depth, double *force) {
    for (int i = 0; i < POINTS; i++) {
        depth[i] = (i > 0 ? depth[i - 1] : 0) + pow(10, ab_random_between(r, -7, -3));
        force[i] = (i > 0 ? force[i - 1] : 0) + pow(10, ab_random_between(r, -3, 4));
    }
}

TEST(a_curve_goes_through_its_points_rises_between_them_and_its_energy_is_the_integral) {
    abut_context *cx = context();
    ab_random r = ab_random_start(3, 0);
    for (int k = 0; k < 50; k++) {
        double depth[POINTS], force[POINTS];
        ab_force_curve c;
        some_points(&r, depth, force);
        CHECK_OK(cx, ab_force_curve_make(cx, depth, force, POINTS, &c));
        CHECK(ab_force_curve_at(&c, 0).force == 0 && ab_force_curve_at(&c, 0).energy == 0);
        double last = 0;
        for (int i = 0; i < POINTS; i++) {
            const double from = i > 0 ? depth[i - 1] : 0, h = (depth[i] - from) / 8;
            CHECK_NEAR(ab_force_curve_at(&c, depth[i]).force, force[i], 1e-13 * force[i]); // round-off
            double simpson = 0;
            for (int j = 0; j < 8; j++) {
                const ab_force_curve_point a = ab_force_curve_at(&c, from + j * h),
                                           m = ab_force_curve_at(&c, from + (j + 0.5) * h),
                                           b = ab_force_curve_at(&c, from + (j + 1) * h);
                simpson += (a.force + 4 * m.force + b.force) * h / 6; // exact for cubics
                CHECK(m.force > last && a.stiffness >= -1e-9 * m.force / h);
                last = m.force;
            }
            const double energy = ab_force_curve_at(&c, depth[i]).energy;
            CHECK_NEAR(energy - ab_force_curve_at(&c, from).energy, simpson, 1e-12 * energy); // round-off
            CHECK_NEAR(ab_force_curve_depth_of(&c, energy), depth[i], 1e-12 * depth[i]);
        }
        ab_force_curve_free(cx, &c);
    }
    abut_context_destroy(cx);
}

TEST(slopes_are_continuous_and_the_curve_goes_on_straight_beyond_its_end) {
    abut_context *cx = context();
    static const double DEPTH[] = {1, 2, 4, 5}, FORCE[] = {1, 3, 20, 20.5};
    ab_force_curve c;
    CHECK_OK(cx, ab_force_curve_make(cx, DEPTH, FORCE, 4, &c));
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(ab_force_curve_at(&c, DEPTH[i] * (1 - 1e-12)).stiffness, ab_force_curve_at(&c, DEPTH[i]).stiffness,
                   1e-10);
    const ab_force_curve_point end = ab_force_curve_at(&c, 5), far = ab_force_curve_at(&c, 9);
    CHECK(end.stiffness >= 0.25 && far.stiffness == end.stiffness);
    CHECK_NEAR(far.force, 20.5 + 4 * end.stiffness, 1e-13);
    CHECK_NEAR(far.energy, end.energy + 4 * (20.5 + 2 * end.stiffness), 1e-12);
    CHECK_NEAR(ab_force_curve_depth_of(&c, far.energy), 9, 1e-13);
    ab_force_curve_free(cx, &c);
    CHECK_OK(cx, ab_force_curve_make(cx, DEPTH, FORCE, 1, &c)); // a straight line through one point
    CHECK_NEAR(ab_force_curve_at(&c, 0.3).force, 0.3, 1e-15);
    ab_force_curve_free(cx, &c);
    abut_context_destroy(cx);
}

// Points of a power law: third order, so a curve of 30 points a decade apart is Hertz' law.
TEST(a_curve_through_points_of_hertz_law_is_hertz_law) {
    abut_context *cx = context();
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
        const int n = fine ? 64 : 32;
        double depth[64], force[64];
        for (int i = 0; i < n; i++) {
            depth[i] = pow((i + 1.0) / n, 2);
            force[i] = pow(depth[i], 1.5);
        }
        ab_force_curve c;
        CHECK_OK(cx, ab_force_curve_make(cx, depth, force, n, &c));
        error[fine] = 0;
        for (double d = 0.1; d < 1; d += 1e-3)
            error[fine] = fmax(error[fine], fabs(ab_force_curve_at(&c, d).force / pow(d, 1.5) - 1));
        ab_force_curve_free(cx, &c);
    }
    CHECK(error[1] < 1e-5 && error[0] / error[1] > 6); // the order of the slopes is 2, that of the values 3
    abut_context_destroy(cx);
}

static void refuses(const double *depth, const double *force, int64_t n, const char *word) {
    abut_context *cx = context();
    ab_force_curve c;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_force_curve_make(cx, depth, force, n, &c));
    if (!strstr(abut_context_message(cx), word)) fail_msg("'%s' is not in: %s", word, abut_context_message(cx));
    abut_context_destroy(cx);
}

TEST(points_that_do_not_ascend_are_refused_by_number) {
    refuses((double[]){1, 1}, (double[]){1, 2}, 2, "point 2 of the curve is not deeper");
    refuses((double[]){1, 2}, (double[]){1, 1}, 2, "point 2 of the curve has no larger force");
    refuses((double[]){-1, 2}, (double[]){1, 2}, 2, "point 1");
    refuses((double[]){0, 2}, (double[]){1, 2}, 2, "point 1");
    refuses((double[]){1, NAN}, (double[]){1, 2}, 2, "point 2 of the curve is not a number");
    refuses((double[]){1e-300, 2}, (double[]){1e300, INFINITY}, 2, "point 1 of the curve is too steep");
    refuses((double[]){0}, (double[]){0}, 1, "besides the origin");
    refuses(NULL, NULL, 1, "points");
    refuses((double[]){1}, (double[]){1}, 0, "points");
}

// ------------------------------------------------------------------------------------------------------------ scenes

#define HEAD    "abut: 1\ntime: {end: 1 ms, dt: 1 us}\nmaterials: {a: {}, b: {}}\n"
#define COLUMNS "approach [m],force [N]\n"

static scene_files *load(scene_files *f, const char *scene, const char *curve) {
    *f = (scene_files){.count = 0};
    files_put(f, "scene.yaml", scene);
    files_put(f, "law.csv", curve);
    files_load(f, NULL, 0, false);
    return f;
}

TEST(curves_are_of_the_world_or_of_a_pair) {
    scene_files f;
    load(&f, HEAD "contact: {law: table, curve: law.csv, stiffness_ratio: 0.5}\n", COLUMNS "1e-3,5\n2e-3,20\n");
    CHECK_LOADED(&f);
    const ab_interaction *in = ab_world_interaction(f.scene->world, 0, 1);
    CHECK(in->law == ab_normal_law_find("table") && in->curve->n == 3 && !in->half_space);
    const ab_elastic e = in->law->elastic(in, 1e-3, 0.1);
    CHECK_NEAR(e.force, 5, 1e-14);
    CHECK_NEAR(e.tangent_stiffness, 0.5 * e.stiffness, 1e-12);
    files_end(&f);
    load(&f, HEAD "contact: {pairs: [{a: a, b: b, law: table, curve: law.csv}]}\n", COLUMNS "0,0\n1e-3,5\n");
    CHECK_LOADED(&f);
    CHECK(ab_world_interaction(f.scene->world, 0, 0)->curve == NULL);
    CHECK(ab_world_interaction(f.scene->world, 1, 0)->curve->n == 2);
    files_end(&f);
}

static void refuses_scene(const char *scene, const char *curve, const char *word) {
    scene_files f;
    CHECK_STATUS(ABUT_ERR_INPUT, load(&f, scene, curve)->status);
    bool found = false;
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++)
        found = found || strstr(abut_scene_diagnostic_get(f.scene, i).message, word);
    if (!found) fail_msg("'%s' is not told", word);
    files_end(&f);
}

TEST(a_bad_curve_of_a_scene_is_told_by_file_and_point) {
    const char *scene = HEAD "contact: {law: table, curve: law.csv}\n";
    refuses_scene(scene, "1,2\n", "law.csv:1: a curve begins with the line");
    refuses_scene(scene, "approach [mm],force [N]\n1,2\n", "law.csv:1: a curve begins with the line");
    refuses_scene(scene, COLUMNS "1,2\n3,x\n", "law.csv:3: row 2, column 2 is not a number");
    refuses_scene(scene, COLUMNS "1,2,3\n", "two columns");
    refuses_scene(scene, COLUMNS "1,2\n0.5,3\n", "law.csv: point 2 of the curve is not deeper");
    refuses_scene(scene, COLUMNS, "no rows");
    refuses_scene(HEAD "contact: {law: table, curve: other.csv}\n", "", "other.csv");
    refuses_scene(HEAD "contact: {law: table}\n", "", "needs a curve of force over depth");
    refuses_scene(HEAD "contact: {law: hertz, curve: law.csv}\n", COLUMNS "1,2\n", "belongs to 'law: table'");
    refuses_scene(HEAD "contact: {law: table, curve: law.csv, pairs: [{a: a, b: b, law: hertz, curve: law.csv}]}\n",
                  COLUMNS "1,2\n", "belongs to 'law: table'");
}

TEST(the_interface_refuses_curves_of_no_material_or_too_late) {
    abut_context *cx = context();
    abut_world *w = NULL;
    const abut_world_def def = abut_world_default();
    static const double DEPTH[] = {1e-3}, FORCE[] = {5};
    CHECK_OK(cx, abut_world_create(cx, &def, &w));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set_curve(NULL, 0, 0, DEPTH, FORCE, 1));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set_curve(w, 0, 0, DEPTH, FORCE, 1));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set_curve(w, 0, ABUT_ANY_MATERIAL, DEPTH, FORCE, 1));
    CHECK_OK(cx, abut_pair_set_curve(w, ABUT_ANY_MATERIAL, ABUT_ANY_MATERIAL, DEPTH, FORCE, 1));
    abut_world_destroy(w);
    abut_context_destroy(cx);
}

static abut_status make_curve(abut_context *cx, void *arg) {
    (void)arg;
    static const double DEPTH[] = {1, 2}, FORCE[] = {1, 3};
    abut_world *w = NULL;
    abut_world_def def = abut_world_default();
    def.normal_law = "table";
    def.dt = 1e-3;
    AB_TRY(abut_world_create(cx, &def, &w));
    abut_status status = abut_pair_set_curve(w, ABUT_ANY_MATERIAL, ABUT_ANY_MATERIAL, DEPTH, FORCE, 2);
    if (status == ABUT_OK) status = abut_world_step(w);
    abut_world_destroy(w);
    return status;
}

TEST(running_out_of_memory_at_any_allocation_is_a_status_and_leaks_nothing) {
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, make_curve, NULL).survived == 0);
}

CLAIMS(CLAIM(a_curve_goes_through_its_points_rises_between_them_and_its_energy_is_the_integral),
       CLAIM(slopes_are_continuous_and_the_curve_goes_on_straight_beyond_its_end),
       CLAIM(a_curve_through_points_of_hertz_law_is_hertz_law), CLAIM(points_that_do_not_ascend_are_refused_by_number),
       CLAIM(curves_are_of_the_world_or_of_a_pair), CLAIM(a_bad_curve_of_a_scene_is_told_by_file_and_point),
       CLAIM(the_interface_refuses_curves_of_no_material_or_too_late),
       CLAIM(running_out_of_memory_at_any_allocation_is_a_status_and_leaks_nothing))
