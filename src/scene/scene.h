// A scene: the world at t = 0 and how to run it, read from YAML. See docs/scene.md (made from the same tables).
#ifndef AB_SCENE_SCENE_H
#define AB_SCENE_SCENE_H

#include "step/expected_contact.h"
#include "step/step.h"
#include "observe/probe.h"

typedef struct ab_diagnostics {
    abut_diagnostic *item; // strings owned
    int64_t n, capacity;
    int64_t errors; // how many are errors
} ab_diagnostics;

typedef struct abut_scene {
    ab_ctx *cx;
    char *path; // as given
    char *title;
    ab_world *world;            // NULL after errors
    ab_step_advice advice;      // with what inlets will bring; infinite when nothing can touch
    ab_expected_pairs expected; // contacts of the kinds of bodies that there are, with what inlets will bring
    double end;                 // s
    int64_t steps;              // to the end
    // simulated time between frames, rows of the histories and rows of the probes, s, each at the step that is nearest;
    // 0 = every step, infinite = only the first and the last
    double frame_interval, history_interval, probe_interval;
    ab_probe *probe; // (nprobe)
    int64_t nprobe;
    double checkpoint_interval; // wall seconds
    uint64_t hash;              // of everything that decides the run: resolved scene, overrides, includes and meshes
    ab_diagnostics diagnostics;
} ab_scene;

#endif
