// Steps of a world of 10 bodies through the interface in C and from Python; saving and restoring its state
//
// Ten balls lie on a floor. The internal step is called as the library calls it, the public one as a program does; both
// take turns, and the best turn of each counts. Python steps the same world by world.step(), a million times, with the
// shared library of this build. CPU time.
#include "common/figure.h"
#include "step/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TURNS        9
#define STEPS        20000
#define PYTHON_STEPS 1000000

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

static const char SCENE[] = "time: {dt: 20 us}\n"
                            "materials: {glass: {young: 10 MPa}}\n"
                            "bodies: [{shape: {plane: {}}, material: glass}]\n"
                            "generators:\n"
                            "  - grid: {name: ball, shape: {sphere: 1 cm}, material: glass, count: [10, 1, 1],\n"
                            "           spacing: [3 cm, 3 cm, 3 cm], origin: [0, 0, 9.999 mm]}\n";

static double turn_inside(abut_world *w) {
    const double began = process_seconds();
    for (int i = 0; i < STEPS; i++) check(w->cx, ab_step(w));
    return (process_seconds() - began) / STEPS;
}

static double turn_outside(abut_world *w) {
    const double began = process_seconds();
    for (int i = 0; i < STEPS; i++) check(w->cx, abut_world_step(w));
    return (process_seconds() - began) / STEPS;
}

// Prints the CPU time of a step by Python, s.
static double step_of_python(void) {
    char command[4096], line[64] = "";
    snprintf(
        command, sizeof command, "ABUT_LIBRARY='%s' PYTHONPATH='%s/../python' /usr/bin/python3 '%s/api/steps.py' %d",
        getenv("ABUT_LIBRARY") ? getenv("ABUT_LIBRARY") : "build/libabut.so", BENCH_FOLDER, BENCH_FOLDER, PYTHON_STEPS);
    FILE *pipe = popen(command, "r");
    if (!pipe || !fgets(line, sizeof line, pipe)) line[0] = 0;
    if (pipe) pclose(pipe);
    return line[0] ? strtod(line, NULL) : NAN;
}

static double turn_of_saving(abut_world *w, int64_t times) {
    abut_bytes state;
    check(w->cx, abut_world_save(w, &state));
    const double began = process_seconds();
    for (int64_t i = 0; i < times; i++) {
        check(w->cx, abut_world_load(w, state.data, state.size));
        abut_bytes_free(w->cx, &state);
        check(w->cx, abut_world_save(w, &state));
    }
    const double spent = process_seconds() - began;
    abut_bytes_free(w->cx, &state);
    return spent / (double)times;
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    abut_config config = abut_config_default();
    config.threads = 1;
    abut_context *cx;
    abut_scene *scene;
    if (abut_context_create(&config, &cx)) return 3;
    check(cx, abut_scene_parse(cx, "bench.yaml", SCENE, (int64_t)strlen(SCENE), NULL, &scene));
    abut_world *w = abut_scene_world(scene);
    double inside = INFINITY, outside = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        inside = fmin(inside, turn_inside(w));
        outside = fmin(outside, turn_outside(w));
    }
    const double python = step_of_python();
    figure(&b, "step, internal", 1e6 * inside, "us", no_goal());
    figure(&b, "step by the interface / internal", outside / inside, "", at_most(1.03));
    if (isfinite(python)) {
        figure(&b, "step from Python", 1e6 * python, "us", no_goal());
        figure(&b, "step from Python above C", 1e6 * (python - outside), "us", at_most(3));
    } else
        figure_missing(&b, "step from Python above C", "no Python, NumPy or build/libabut.so", at_most(3));
    figure(&b, "save and restore", 1e6 * turn_of_saving(w, 20000), "us", no_goal());
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
    return bench_close(&b);
}
