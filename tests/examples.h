// A scene of scenes/, open with one thread.
#ifndef TESTS_EXAMPLES_H
#define TESTS_EXAMPLES_H

#include "claim.h"
#include "scene/scene.h"

#include <stdio.h>

#define SCENES TEST_DATA "/../../scenes/"

typedef struct example {
    abut_context *cx;
    abut_scene *scene;
    ab_world *w;
    int64_t touched; // steps with a contact, of those that run_to took
} example;

static inline example open_scene(const char *name, const char *const *set, int count) {
    char path[1024];
    snprintf(path, sizeof path, SCENES "%s", name);
    const abut_config config = {.threads = 1};
    example e = {0};
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &e.cx));
    const abut_scene_options options = {set, count, false};
    CHECK_OK(e.cx, abut_scene_load(e.cx, path, &options, &e.scene));
    e.w = e.scene->world;
    return e;
}

static inline void close_scene(example *e) {
    abut_scene_destroy(e->scene);
    abut_context_destroy(e->cx);
}

static inline void run_to(example *e, double time) {
    while (e->w->state.time < time) {
        CHECK_OK(e->cx, abut_world_step(e->w));
        e->touched += e->w->state.contacts.n > 0;
    }
}

// With overrides as in --set.
#define OPEN(name, ...)                                                                                                \
    open_scene(name, (const char *const[]){__VA_ARGS__},                                                               \
               (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

#endif
