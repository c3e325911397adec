// Contact problems of a run, written as files: they are those of the steps, and `abut solve` solves them.
#include "faults.h"
#include "scratch.h"

#include "abut/cones.h"

#include <stdio.h>
#include <stdlib.h>

static const char SCENE[] =
    "abut: 1\n"
    "time: {end: 0.01, dt: 0.001}\n"
    "contact: {enforcement: multiplier, tolerance: 1e-10}\n"
    "materials: {stone: {density: 1000, restitution: 0, friction: 0.5}}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: stone}\n"
    "  - {name: low, shape: {box: [0.2, 0.2, 0.2]}, material: stone, position: [0, 0, 0.1]}\n"
    "  - {name: top, shape: {box: [0.1, 0.1, 0.1]}, material: stone, position: [0.02, 0, 0.25], "
    "velocity: [1, 0, 0]}\n";

typedef struct act {
    scratch folder;
    char scene[SCRATCH_MAX], out[SCRATCH_MAX], problems[SCRATCH_MAX];
    const char *set[1];
    int sets;
    int64_t every;
} act;

static act start_act(int64_t every, const char *set) {
    act a = {.folder = scratch_start(), .set = {set}, .sets = set != NULL, .every = every};
    FILE *f = fopen(scratch_path(&a.folder, "scene.yaml", a.scene), "w");
    CHECK(f && fputs(SCENE, f) >= 0 && fclose(f) == 0);
    scratch_path(&a.folder, "out", a.out);
    scratch_path(&a.folder, "problems", a.problems);
    return a;
}

static abut_status run(abut_context *cx, void *arg) {
    act *a = arg;
    abut_run_options options = abut_run_default();
    options.scene = a->scene;
    options.out = a->out;
    options.overwrite = true;
    options.picture_width = 0;
    options.report_bytes = 0;
    options.scene_options = (abut_scene_options){a->set, a->sets, false};
    options.problems = a->problems;
    options.problems_every = a->every;
    return abut_run(cx, &options, NULL);
}

static abut_context *make_context(void) {
    abut_context *cx;
    CHECK(abut_context_create(NULL, &cx) == ABUT_OK);
    return cx;
}

static abut_status load(abut_context *cx, const act *a, int step, abut_cones **cones) {
    char path[2 * SCRATCH_MAX];
    snprintf(path, sizeof path, "%s/problem_%09d.hdf5", a->problems, step);
    return abut_cones_load(cx, path, cones);
}

TEST(every_step_is_a_file_that_is_solved_alone) {
    act a = start_act(2, NULL);
    abut_context *cx = make_context();
    CHECK_OK(cx, run(cx, &a));
    for (int step = 0; step < 10; step++) {
        abut_cones *cones = NULL;
        const abut_status status = load(cx, &a, step, &cones);
        CHECK((status == ABUT_OK) == (step % 2 == 0));
        if (status != ABUT_OK) continue;
        assert_int_equal(abut_cones_count(cones), 8); // two faces of four corners
        abut_cones_options o = abut_cones_default();
        o.energy = true;
        o.tolerance = 1e-9;
        double r[24] = {0}, u[24];
        CHECK_OK(cx, abut_cones_solve(cones, &o, r, u, NULL));
        double pressed = 0, dragged = 0;
        for (int i = 0; i < 8; i++) pressed += r[3 * i], dragged += hypot(r[3 * i + 1], r[3 * i + 2]);
        const double top = 1 * 9.81e-3, low = 8 * 9.81e-3; // weights times the step, N s
        CHECK_NEAR(pressed, top + top + low, 1e-6);
        CHECK(dragged >= 0.5 * top + 0.5 * top - 1e-6); // the top slides, and what it drags the floor holds
        abut_cones_destroy(cones);
    }
    abut_context_destroy(cx);
    scratch_end(&a.folder);
}

TEST(only_unsolved_problems_are_written_unless_asked) {
    act a = start_act(0, NULL);
    abut_context *cx = make_context();
    CHECK_OK(cx, run(cx, &a));
    abut_cones *cones = NULL;
    for (int step = 0; step < 10; step++) CHECK(load(cx, &a, step, &cones) != ABUT_OK);
    a.set[0] = "contact={enforcement: multiplier, solver: augmented, penalty: 1e-6}"; // each round leaves 0.999999
    a.sets = 1;
    const abut_status status = run(cx, &a);
    CHECK(status == ABUT_ERR_STEP && strstr(abut_context_message(cx), "the worst contact is that of"));
    CHECK_OK(cx, load(cx, &a, 0, &cones));
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
    scratch_end(&a.folder);
}

TEST(lack_of_memory_is_a_status_while_problems_are_written) {
    act a = start_act(1, "time={end: 2e-3, dt: 1e-3}");
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, run, &a);
    assert_int_equal(memory.survived, 0);
    scratch_end(&a.folder);
}

CLAIMS(CLAIM(every_step_is_a_file_that_is_solved_alone), CLAIM(only_unsolved_problems_are_written_unless_asked),
       CLAIM(lack_of_memory_is_a_status_while_problems_are_written))
