// Studies: kinds of scene files. Each has its own root record, known by a key at the top of the file, and its own
// builder; format, title, include and seed are common.
#ifndef AB_SCENE_STUDY_H
#define AB_SCENE_STUDY_H

#include "scene/schema.h"

typedef struct ab_study {
    const char *name;               // "press"
    const char *key;                // top-level key by which a file is known; NULL = any other file
    const char *verb;               // "abut press": what solves it
    const ab_schema_record *record; // root; its struct begins with ab_root_spec
    void (*check)(ab_loader *l, void *spec);
    void (*build)(ab_loader *l, const void *spec, ab_scene *scene); // only without errors so far
} ab_study;

extern const ab_study *const ab_studies[];
extern const int ab_study_count;

// abut_scene_load for a file that must be of the study `wanted`; NULL = any.
abut_status ab_scene_load(ab_ctx *cx, const char *path, const abut_scene_options *options, const ab_study *wanted,
                          ab_scene **scene);

// abut_scene_load of a dynamics scene with the values of one of its stages, at t = 0. The hash is that of the file, the
// same for all.
abut_status ab_scene_load_stage(ab_ctx *cx, const char *path, const abut_scene_options *options, int64_t stage,
                                ab_scene **scene);
// Reads time.end of a dynamics scene, s, without building its world.
abut_status ab_scene_read_end(ab_ctx *cx, const char *path, const abut_scene_options *options, ab_scene **scene,
                              double *end);

const ab_study *ab_study_of(const ab_node *root); // of a file

#endif
