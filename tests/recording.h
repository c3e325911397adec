// A small recorded run for the tests of results: a floor, a named ball that bounces, a crate with an odd name on a
// spring, a wedge, and grains of a group, one of which is removed on the way. The first frames have no contacts, the
// next ones do.
#ifndef ABUT_TESTS_RECORDING_H
#define ABUT_TESTS_RECORDING_H

#include "parameters.h"
#include "claim.h"
#include "parameters.h"
#include "output/recorder.h"
#include "step/step.h"

#define RECORDING_STEPS_PER_FRAME 20
#define RECORDING_GRAINS          3

typedef struct recording {
    const char *folder;
    int frames;    // to record
    int remove_at; // the first grain is gone from this frame on, -1 = never
} recording;

typedef struct recording_set { // the world and what is recorded in it
    ab_scene scene;
    abut_body grain[RECORDING_GRAINS];
} recording_set;

static inline ab_ctx *recording_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static inline abut_status recording_add(ab_world *w, const char *name, int64_t number, int32_t shape, abut_v3 x,
                                        bool fixed, abut_body *body) {
    abut_body_def def = abut_body_default();
    def.name = name;
    def.number = number;
    def.shape = shape;
    def.fixed = fixed;
    def.no_contact = w->config.shapes[shape].kind > AB_SHAPE_plane; // they only fly: no need for their distance fields
    def.position = x;
    def.angular_velocity = fixed ? v3_zero() : v3_make(1, 2, 3);
    return abut_body_add(w, &def, body);
}

static inline abut_status recording_hang(ab_world *w, abut_body body) {
    abut_force_def def = abut_force_default();
    def.name = "cord";
    def.kind = "spring";
    def.b = body;
    def.frame_a.position = (abut_v3){0.5, 0, 1.3};
    GIVE(def, "stiffness", 10);
    GIVE(def, "length", 0);
    int32_t force;
    return abut_force_add(w, &def, &force);
}

static inline abut_status recording_fill(ab_world *w, recording_set *set) {
    const abut_v3 corners[4] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    const abut_material_def material = abut_material_default();
    int32_t m, plane, ball, crate, wedge, grain;
    abut_body body;
    AB_TRY(abut_material_add(w, &material, &m));
    AB_TRY(abut_shape_add_plane(w, (abut_v3){0, 0, 1}, &plane));
    AB_TRY(abut_shape_add_sphere(w, 0.05, &ball));
    AB_TRY(abut_shape_add_box(w, (abut_v3){0.1, 0.2, 0.05}, &crate));
    AB_TRY(abut_shape_add_hull(w, corners, 4, &wedge));
    AB_TRY(abut_shape_add_sphere(w, 0.02, &grain));
    AB_TRY(recording_add(w, "floor", -1, plane, v3_make(0, 0, 0), true, &body));
    AB_TRY(recording_add(w, "ball", -1, ball, v3_make(0, 0, 0.0502), false, &body));
    AB_TRY(recording_add(w, "crate, \"odd\"", -1, crate, v3_make(0.5, 0, 0.8), false, &body));
    AB_TRY(recording_hang(w, body));
    AB_TRY(recording_add(w, "wedge", -1, wedge, v3_make(-0.5, 0, 0.8), false, &body));
    for (int i = 0; i < RECORDING_GRAINS; i++)
        AB_TRY(recording_add(w, "grain", i, grain, v3_make(0.2, 0.1 * i, 0.0201), false, &set->grain[i]));
    return ABUT_OK;
}

static inline abut_status recording_open(ab_ctx *cx, recording_set *set) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e4);
    def.dt = 1e-4;
    *set = (recording_set){.scene = {.cx = cx, .title = (char *)(uintptr_t) "a recording", .hash = 42}};
    AB_TRY(abut_world_create(cx, &def, &set->scene.world));
    return recording_fill(set->scene.world, set);
}

static inline void recording_close(recording_set *set) { abut_world_destroy(set->scene.world); }

// Records frames [first, last) of a recording whose world is at the frame before.
static inline abut_status recording_shoot(ab_recorder *r, recording_set *set, const recording *f, int first, int last) {
    ab_world *w = set->scene.world;
    for (int i = first; i < last; i++) {
        if (i == f->remove_at) AB_TRY(abut_body_remove(w, set->grain[0]));
        for (int k = 0; k < RECORDING_STEPS_PER_FRAME; k++) AB_TRY(abut_world_step(w));
        AB_TRY(ab_recorder_frame(r, w));
        AB_TRY(ab_recorder_history(r, w));
    }
    return ABUT_OK;
}

// Sets up, records everything, and finishes. `finished` removes the journal.
static inline abut_status recording_record(ab_ctx *cx, const recording *f, bool finished) {
    recording_set set;
    ab_recorder *r = NULL;
    abut_status status = recording_open(cx, &set);
    if (status == ABUT_OK) status = ab_recorder_open(cx, &set.scene, f->folder, NULL, &r);
    if (status == ABUT_OK) status = recording_shoot(r, &set, f, 0, f->frames);
    if (status == ABUT_OK) status = ab_recorder_finish(r, finished);
    ab_recorder_destroy(r);
    recording_close(&set);
    return status;
}

#endif
