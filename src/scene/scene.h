// A scene: the world at t = 0 and the parameters of its run, read from YAML. See docs/scene.md, made from the tables.
#ifndef AB_SCENE_SCENE_H
#define AB_SCENE_SCENE_H

#include "step/expected_contact.h"
#include "step/step.h"
#include "observe/probe.h"

typedef struct ab_diagnostics {
    abut_diagnostic *item; // owns its strings
    int64_t n, capacity;
    int64_t errors; // number of errors among them
} ab_diagnostics;

// Properties of materials that `abut check` lists; bits of ab_scene.material_given.
enum { AB_GIVEN_DENSITY, AB_GIVEN_YOUNG, AB_GIVEN_POISSON, AB_GIVEN_RESTITUTION, AB_GIVEN_FRICTION, AB_GIVEN_COUNT };

// A part of a run with values of its own.
typedef struct ab_stage {
    char name[AB_NAME_MAX];
    double end; // s
} ab_stage;

typedef struct abut_scene {
    ab_ctx *cx;
    char *path; // as given
    char *text; // of a scene that is no file  (text_size); NULL = a file
    int64_t text_size;
    char *title;
    const struct ab_study *study;  // what the file describes; NULL until it is known
    struct ab_press_case *press;   // of the study `press`; NULL after errors
    struct ab_impact_case *impact; // of the study `impact`; NULL after errors
    ab_world *world;               // of the study `dynamics`; NULL after errors
    ab_step_advice advice;         // includes bodies of inlets; infinite if nothing can touch
    ab_expected_pairs expected;    // expected contacts between kinds of bodies, including those of inlets
    double end;                    // s
    int64_t steps;                 // number of steps to the end
    // simulated time between frames, history rows and probe rows, s, each written at the nearest step; 0 = every step,
    // infinite = only the first and the last, negative = not known, of a scene without an end
    double frame_interval, history_interval, probe_interval;
    ab_probe *probe; // (nprobe)
    int64_t nprobe;
    uint32_t *material_given;   // bit k: property k is in the scene, not a default   (materials of the world)
    double checkpoint_interval; // wall-clock time, s
    ab_stage *stage;            // (nstage)
    int64_t nstage;
    uint64_t settings; // hash of what decides the forces (ab_settings_hash)
    uint64_t hash;     // of everything that determines the run: resolved scene, overrides, includes and meshes
    ab_diagnostics diagnostics;
} ab_scene;

// Number of the first step at or after a time; ABUT_ERR_LIMIT beyond AB_MAX_STEPS.
abut_status ab_step_at(const ab_world *world, double time, int64_t *step);
// Sets the end of the run in `world` and the number of steps to it. ABUT_ERR_LIMIT: more than AB_MAX_STEPS steps;
// nothing is set.
abut_status ab_scene_set_end(ab_scene *scene, ab_world *world, double end);

#endif
