// labels: threads
// Contact of elastic bodies from a file to a folder: every case of scenes/ against its closed form, options, refusals,
// and that a folder is whole or says why not.
#include "abut/press.h"
#include "claim.h"
#include "elastic.h"
#include "elastic/load_sweep.h"
#include "faults.h"
#include "scratch.h"

#define SCENES TEST_DATA "/../../scenes/"

typedef struct pressed {
    abut_context *cx;
    scratch folder;
    char out[SCRATCH_MAX];
    abut_press_load load[16];
    int64_t loads;
    abut_press_summary summary;
    abut_status status;
} pressed;

static bool keep_load(void *user, int64_t index, int64_t count, const abut_press_load *load) {
    pressed *p = user;
    assert_in_range(count, 1, 16);
    p->load[index] = *load;
    p->loads = index + 1;
    return true;
}

static pressed *solve_file(pressed *p, const char *path, int threads, const char *const *set, int sets) {
    *p = (pressed){.cx = elastic_context(threads), .folder = scratch_start()};
    scratch_path(&p->folder, "out", p->out);
    abut_press_options options = abut_press_default();
    options.scene = path;
    options.out = p->out;
    options.scene_options = (abut_scene_options){set, sets, false};
    options.solved = keep_load;
    options.solved_user = p;
    p->status = abut_press(p->cx, &options, &p->summary);
    return p;
}

static void end_pressed(pressed *p) {
    scratch_end(&p->folder);
    abut_context_destroy(p->cx);
}

static void solve_scene(pressed *p, const char *name, const char *const *set, int sets) {
    char path[1024];
    snprintf(path, sizeof path, SCENES "%s", name);
    solve_file(p, path, 1, set, sets);
    CHECK_OK(p->cx, p->status);
    for (int i = 0; i < p->summary.checks; i++) {
        const abut_check *c = &p->summary.check[i];
        if (!c->pass) fail_msg("%s: %s is %g, not %g", name, c->name, c->value, c->limit);
    }
    CHECK(p->summary.failed == 0 && p->summary.checks >= 3);
}

static bool has(const pressed *p, const char *name) {
    char path[SCRATCH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", p->out, name);
    return scratch_has(path);
}

static void near_share(double value, double exact, double share) { CHECK_NEAR(value, exact, share * fabs(exact)); }

// ------------------------------------------------------------------------------------------------------------- cases

TEST(the_wave_has_the_numbers_of_westergaard_and_leaves_a_whole_folder) {
    pressed p;
    solve_scene(&p, "wavy.yaml", NULL, 0);
    CHECK(p.loads == 5 && strcmp(p.summary.exact, "Westergaard") == 0);
    for (int i = 0; i < 5; i++) {
        const abut_press_load *l = &p.load[i];
        CHECK_NEAR(l->mean_gap, l->exact.mean_gap, 2e-6 * 1e-6); // of the amplitude; 1024 cells, second order
        CHECK_NEAR(l->approach + l->mean_gap, 1e-6, 1e-15);      // delta is measured from the mean plane
        near_share(l->max_pressure, l->exact.max_pressure, 1e-5);
        near_share(l->energy, l->exact.energy, 1e-4);
        CHECK_NEAR(l->share * 1024, l->exact.area / (1e-3 * 15.625e-6) * 1024, 2); // cells, one at either end
        near_share(l->stiffness, l->exact.stiffness, 0.01);                        // of a contact one cell too wide
        CHECK(l->work >= l->energy); // force over approach is convex: the trapezoids lie above it
    }
    static const char *const FILES[] = {"press.csv", "report.html", "results.vtkhdf", "pressure.png",
                                        "gap.png",   "profile.png", "run.json",       "scene.yaml"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) CHECK(has(&p, FILES[i]));
    CHECK(!has(&p, "results.vtkhdf.tmp"));
    end_pressed(&p);
}

TEST(the_ball_has_the_numbers_of_hertz_and_sticks_within_mindlins_radius) {
    pressed p;
    const char *const set[] = {"press.grid.size=[807.476 um, 807.476 um]"}; // three radii of the last contact
    solve_scene(&p, "hertz.yaml", set, 1);
    const abut_press_load *l = &p.load[2];
    near_share(l->approach, l->exact.approach, 1e-5);
    near_share(l->max_pressure, l->exact.max_pressure, 1e-5);
    near_share(l->energy, l->exact.energy, 1e-5);
    near_share(l->stiffness, l->exact.stiffness, 1e-3);
    for (int i = 0; i < 3; i++) { // Q = mu P/2: stick radius over contact radius is 2^(-1/3)
        const double cell = 807.476e-6 / 256, a = sqrt(p.load[i].exact.area / AB_PI);
        CHECK_NEAR(sqrt(p.load[i].stick_area / AB_PI), a / cbrt(2), cell);
        CHECK_NEAR(sqrt(p.load[i].area / AB_PI), a, cell);
    }
    end_pressed(&p);
}

TEST(punch_and_cone_have_the_force_of_sneddon_by_approach) {
    pressed p;
    solve_scene(&p, "punch.yaml", NULL, 0);
    for (int i = 0; i < 3; i++) {
        near_share(p.load[i].force, p.load[i].exact.force, 2e-3);                    // cells of the edge
        near_share(p.load[i].stiffness, p.load[i].force / p.load[i].approach, 1e-6); // linear
    }
    end_pressed(&p);
    const char *const cone[] = {"press.indenter={cone: {slope: 0.05}}", "press.grid.size=[3.8197186 mm, 3.8197186 mm]",
                                "press.load={approach: 100 um}", "press.tolerance=1e-9"};
    solve_scene(&p, "punch.yaml", cone, 4);
    near_share(p.load[0].force, p.load[0].exact.force, 1e-5);
    end_pressed(&p);
}

TEST(the_contact_of_a_rough_surface_grows_with_the_load_to_full_contact) {
    pressed p;
    const char *const set[] = {"press.grid.cells=[256, 256]", "press.stiffness=false", "press.fields=none"};
    solve_scene(&p, "rough.yaml", set, 3);
    CHECK(p.loads == 12 && !has(&p, "results.vtkhdf") && isnan(p.load[0].stiffness));
    for (int i = 1; i < 12; i++) {
        CHECK(p.load[i].share > p.load[i - 1].share && p.load[i].mean_gap < p.load[i - 1].mean_gap);
        CHECK(p.load[i].approach > p.load[i - 1].approach && p.load[i].energy > p.load[i - 1].energy);
    }
    for (int i = 0; i < 7; i++) { // light loads: between Persson, and Bush, Gibson and Thomas
        const double kappa = p.load[i].share / (p.load[i].pressure / (1e11 * 0.1));
        CHECK(kappa > 1.6 && kappa < 2.8); // the area of raw pixels is too large by half a cell of its border
    }
    CHECK(p.load[11].share > 0.999);
    end_pressed(&p);
}

TEST(the_face_of_a_nut_carries_the_load_on_all_its_cells) {
    pressed p;
    const char *const set[] = {"press.grid.cells=[128, 128]"};
    solve_scene(&p, "bolt_on_plate.yaml", set, 1);
    const double hexagon = sqrt(3) / 2 * 19e-3 * 19e-3; // less a hole of the bolt's 12 mm and its clearance
    CHECK(p.load[1].area < hexagon - AB_PI * 25e-6 && p.load[1].area > hexagon - AB_PI * 49e-6);
    near_share(p.load[1].approach, 4 * p.load[0].approach, 1e-3); // one contact: nearly linear
    end_pressed(&p);
}

TEST(stiffness_is_the_slope_of_the_curve_of_force_over_approach) {
    ab_halfspace_def problem = elastic_def(128, 128, 1, 1, true, 1);
    problem.tolerance = 1e-10;
    double *gap = NULL;
    abut_context *cx = elastic_context(1);
    CHECK_OK(cx, AB_ALLOC(cx, &gap, 128 * 128));
    const ab_surface_values value = {{0.8, 0, 0.1, 0.5, 0.25, 8.0 / 128, 9}, {{0}}};
    CHECK_OK(cx, ab_surface_add(cx, ab_surface_types[AB_SURFACE_rough], &value, &problem.grid, gap));
    CHECK_OK(cx, ab_surface_gap(cx, &problem.grid, gap));
    for (int k = 0; k < 3; k++) {
        const double p = 0.002 * pow(6, k), load[] = {p, p * 1.0001};
        const ab_sweep_def def = {problem, gap, AB_DRIVE_PRESSURE, load, 2, true, 0, NULL};
        ab_sweep s;
        ab_sweep_answer a, b;
        CHECK_OK(cx, ab_sweep_begin(cx, &def, &s));
        CHECK_OK(cx, ab_sweep_next(&s, &a));
        CHECK_OK(cx, ab_sweep_next(&s, &b));
        const double slope = (b.contact.force - a.contact.force) / (b.contact.approach - a.contact.approach);
        near_share(a.stiffness, slope, 2e-3); // a few cells join between the two loads
        ab_sweep_free(&s);
    }
    ab_free(cx, gap);
    abut_context_destroy(cx);
}

TEST(a_thread_more_changes_no_bit_of_the_results) {
    uint64_t hash[3];
    const char *const set[] = {"press.grid.cells=[96, 96]"};
    for (int i = 0; i < 3; i++) {
        pressed p;
        solve_file(&p, SCENES "hertz.yaml", i + 1, set, 1);
        CHECK_OK(p.cx, p.status);
        hash[i] = p.summary.hash;
        end_pressed(&p);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

// ---------------------------------------------------------------------------------------------------------- refusals

static void refuses(const char *name, abut_status status, const char *word, const char *value) {
    pressed p;
    char path[1024];
    const char *const set[] = {"press.grid.cells=[32, 32]", value};
    snprintf(path, sizeof path, SCENES "%s", name);
    solve_file(&p, path, 1, set, value ? 2 : 0);
    CHECK_STATUS(status, p.status);
    if (!strstr(abut_context_message(p.cx), word)) fail_msg("'%s' is not in: %s", word, abut_context_message(p.cx));
    CHECK(!has(&p, "run.json") && !has(&p, "results.vtkhdf") && !has(&p, "results.vtkhdf.tmp"));
    end_pressed(&p);
}

TEST(what_cannot_be_solved_is_refused_with_a_reason_and_leaves_no_results) {
    refuses("hertz.yaml", ABUT_ERR_INPUT, "Young's modulus", "press.solid.young=-1 GPa");
    refuses("hertz.yaml", ABUT_ERR_INPUT, "at most 0.5", "press.solid.poisson=0.6");
    refuses("wavy.yaml", ABUT_ERR_INPUT, "keeps its volume",
            "press.solid={young: 1 GPa, poisson: 0.5, thickness: 1 mm}");
    refuses("hertz.yaml", ABUT_ERR_INPUT, "21 or 24", "press.grid.cells=[22, 32]");
    refuses("punch.yaml", ABUT_ERR_INPUT, "nowhere above the grid", "press.indenter.punch.position=[1, 0]");
    refuses("wavy.yaml", ABUT_ERR_ARGUMENT, "hardness times area", "press.hardness=1 MPa");
    refuses("hertz.yaml", ABUT_ERR_ARGUMENT, "the bodies slide", "press.tangential.force=100 N");
    refuses("hertz.yaml", ABUT_ERR_UNSOLVED, "the contact is solved to", "press.tolerance=1e-15");
    refuses("wavy.yaml", ABUT_ERR_ARGUMENT, "leaves no mean gap", "press.load={approach: 1.1 um}");
    refuses("first.yaml", ABUT_ERR_INPUT, "the key 'press'", NULL);
}

static bool stop_at_two(void *user, int64_t index, int64_t count, const abut_press_load *load) {
    (void)user, (void)count, (void)load;
    return index < 1;
}

TEST(a_folder_with_results_is_kept_and_a_stop_leaves_none) {
    pressed p;
    solve_scene(&p, "punch.yaml", (const char *const[]){"press.grid.cells=[32, 32]"}, 1);
    abut_press_options options = abut_press_default();
    options.scene = SCENES "punch.yaml";
    options.out = p.out;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_press(p.cx, &options, NULL));
    CHECK(strstr(abut_context_message(p.cx), "holds results already") && has(&p, "run.json"));
    options.overwrite = true;
    options.solved = stop_at_two;
    CHECK_STATUS(ABUT_INTERRUPTED, abut_press(p.cx, &options, NULL));
    CHECK(strstr(abut_context_message(p.cx), "load 2 of 3") && !has(&p, "run.json") && !has(&p, "results.vtkhdf.tmp"));
    options.out = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_press(p.cx, &options, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_press(NULL, &options, NULL));
    end_pressed(&p);
}

static abut_status whole(abut_context *cx, void *arg) {
    const scratch *folder = arg;
    static const char *const SET[] = {"press.grid.cells=[16, 16]", "press.load.force=[50, 100]",
                                      "press.tangential.force=1"};
    char out[SCRATCH_MAX], law[SCRATCH_MAX];
    abut_press_options options = abut_press_default();
    options.scene = SCENES "hertz.yaml";
    options.out = scratch_path(folder, "out", out);
    options.law = scratch_path(folder, "law.csv", law);
    options.overwrite = true;
    options.picture_width = 64;
    options.scene_options = (abut_scene_options){SET, 3, false};
    return abut_press(cx, &options, NULL);
}

TEST(a_failure_of_memory_or_files_at_any_call_is_a_status_and_leaks_nothing) {
    scratch folder = scratch_start();
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, whole, &folder).survived == 0);
    faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, whole, &folder);
    scratch_end(&folder);
}

CLAIMS(CLAIM(the_wave_has_the_numbers_of_westergaard_and_leaves_a_whole_folder),
       CLAIM(the_ball_has_the_numbers_of_hertz_and_sticks_within_mindlins_radius),
       CLAIM(punch_and_cone_have_the_force_of_sneddon_by_approach),
       CLAIM(the_contact_of_a_rough_surface_grows_with_the_load_to_full_contact),
       CLAIM(the_face_of_a_nut_carries_the_load_on_all_its_cells),
       CLAIM(stiffness_is_the_slope_of_the_curve_of_force_over_approach),
       CLAIM(a_thread_more_changes_no_bit_of_the_results),
       CLAIM(what_cannot_be_solved_is_refused_with_a_reason_and_leaves_no_results),
       CLAIM(a_folder_with_results_is_kept_and_a_stop_leaves_none),
       CLAIM(a_failure_of_memory_or_files_at_any_call_is_a_status_and_leaks_nothing))
