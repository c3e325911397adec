// A small recorded run for the tests of results: a floor, a named ball that bounces, a crate with an odd name on a
// spring, a wedge, and grains of a group, one of which is removed on the way. The first frames have no contacts, the
// next ones do.
#ifndef ABUT_TESTS_FILM_H
#define ABUT_TESTS_FILM_H

#include "claim.h"
#include "output/recorder.h"
#include "step/step.h"

#define FILM_STEPS_PER_FRAME 20
#define FILM_GRAINS          3

typedef struct film {
    const char *folder;
    int frames;    // to record
    int remove_at; // the first grain is gone from this frame on, -1 = never
} film;

typedef struct film_set { // the world and what is filmed in it
    ab_scene scene;
    abut_body grain[FILM_GRAINS];
} film_set;

static inline ab_ctx *film_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static inline abut_status film_add(ab_world *w, const char *name, int64_t number, int32_t shape, abut_v3 x, bool fixed,
                                   abut_body *body) {
    abut_body_def def = abut_default_body();
    def.name = name;
    def.number = number;
    def.shape = shape;
    def.fixed = fixed;
    def.no_contact = w->shapes[shape].kind > AB_SHAPE_plane; // they only fly: no need for their distance fields
    def.position = x;
    def.angular_velocity = fixed ? v3_zero() : v3_make(1, 2, 3);
    return abut_add_body(w, &def, body);
}

static inline abut_status film_hang(ab_world *w, abut_body body) {
    abut_force_def def = abut_default_force();
    def.name = "cord";
    def.kind = "spring";
    def.b = body;
    def.frame_a.position = (abut_v3){0.5, 0, 1.3};
    def.stiffness = 10;
    int32_t force;
    return abut_add_force(w, &def, &force);
}

static inline abut_status film_fill(ab_world *w, film_set *set) {
    const abut_v3 corners[4] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    const abut_material_def material = abut_default_material();
    int32_t m, plane, ball, crate, wedge, grain;
    abut_body body;
    AB_TRY(abut_add_material(w, &material, &m));
    AB_TRY(abut_add_plane(w, (abut_v3){0, 0, 1}, &plane));
    AB_TRY(abut_add_sphere(w, 0.05, &ball));
    AB_TRY(abut_add_box(w, (abut_v3){0.1, 0.2, 0.05}, &crate));
    AB_TRY(abut_add_hull(w, corners, 4, &wedge));
    AB_TRY(abut_add_sphere(w, 0.02, &grain));
    AB_TRY(film_add(w, "floor", -1, plane, v3_make(0, 0, 0), true, &body));
    AB_TRY(film_add(w, "ball", -1, ball, v3_make(0, 0, 0.0502), false, &body));
    AB_TRY(film_add(w, "crate, \"odd\"", -1, crate, v3_make(0.5, 0, 0.8), false, &body));
    AB_TRY(film_hang(w, body));
    AB_TRY(film_add(w, "wedge", -1, wedge, v3_make(-0.5, 0, 0.8), false, &body));
    for (int i = 0; i < FILM_GRAINS; i++)
        AB_TRY(film_add(w, "grain", i, grain, v3_make(0.2, 0.1 * i, 0.0201), false, &set->grain[i]));
    return ABUT_OK;
}

static inline abut_status film_open(ab_ctx *cx, film_set *set) {
    abut_world_def def = abut_default_world();
    def.normal_law = "linear";
    def.stiffness = 1e4;
    def.dt = 1e-4;
    *set = (film_set){.scene = {.cx = cx, .title = (char *)(uintptr_t) "a film", .hash = 42}};
    AB_TRY(abut_world_create(cx, &def, &set->scene.world));
    return film_fill(set->scene.world, set);
}

static inline void film_close(film_set *set) { abut_world_destroy(set->scene.world); }

// Records frames [first, last) of a film whose world is at the frame before.
static inline abut_status film_shoot(ab_recorder *r, film_set *set, const film *f, int first, int last) {
    ab_world *w = set->scene.world;
    for (int i = first; i < last; i++) {
        if (i == f->remove_at) AB_TRY(abut_remove_body(w, set->grain[0]));
        for (int k = 0; k < FILM_STEPS_PER_FRAME; k++) AB_TRY(abut_step(w));
        AB_TRY(ab_recorder_frame(r, w));
        AB_TRY(ab_recorder_history(r, w));
    }
    return ABUT_OK;
}

// Sets up, records everything, and finishes. `finished` removes the journal.
static inline abut_status film_record(ab_ctx *cx, const film *f, bool finished) {
    film_set set;
    ab_recorder *r = NULL;
    abut_status status = film_open(cx, &set);
    if (status == ABUT_OK) status = ab_recorder_open(cx, &set.scene, f->folder, NULL, &r);
    if (status == ABUT_OK) status = film_shoot(r, &set, f, 0, f->frames);
    if (status == ABUT_OK) status = ab_recorder_finish(r, finished);
    ab_recorder_destroy(r);
    film_close(&set);
    return status;
}

#endif
