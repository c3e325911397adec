// Scenes from memory: a small file system behind the library's file hook, so that a test is its text.
#ifndef ABUT_TESTS_SCENE_FILES_H
#define ABUT_TESTS_SCENE_FILES_H

#include "claim.h"
#include "scene/scene.h"

#include <errno.h>
#include <stdio.h>

#define FILES_MAX 40

typedef struct memory_file {
    const char *path, *bytes;
    int64_t size;
} memory_file;

typedef struct scene_files {
    memory_file file[FILES_MAX];
    int count;
    abut_context *cx;
    abut_scene *scene;
    abut_status status; // of the last load
} scene_files;

static inline int memory_find(const scene_files *f, const char *path) {
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->file[i].path, path) == 0) return i;
    return -ENOENT;
}

static inline int memory_open(void *user, const char *path, abut_open_mode mode) {
    return mode == ABUT_OPEN_READ ? memory_find(user, path) : -EROFS;
}

static inline int64_t memory_read(void *user, int file, void *bytes, int64_t count, int64_t offset) {
    const memory_file *from = &((scene_files *)user)->file[file];
    const int64_t left = from->size - offset;
    const int64_t n = count < left ? count : left;
    if (n > 0) memcpy(bytes, from->bytes + offset, (size_t)n);
    return n > 0 ? n : 0;
}

static inline int memory_close(void *user, int file) {
    (void)user;
    (void)file;
    return 0;
}

static inline int memory_kind(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    const int file = memory_find(user, path);
    *kind = file < 0 ? ABUT_FILE_NONE : ABUT_FILE_REGULAR;
    *size = file < 0 ? 0 : ((scene_files *)user)->file[file].size;
    return 0;
}

static inline void files_put(scene_files *f, const char *path, const char *text) {
    assert_in_range(f->count, 0, FILES_MAX - 1);
    f->file[f->count++] = (memory_file){path, text, (int64_t)strlen(text)};
}

// Makes the context whose files these are.
static inline void files_open(scene_files *f) {
    abut_config config = abut_config_default();
    config.threads = 1;
    config.io.user = f;
    config.io.open = memory_open;
    config.io.read = memory_read;
    config.io.close = memory_close;
    config.io.kind = memory_kind;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &f->cx));
}

// Loads file[0] of `f` with overrides. Call files_end afterwards.
static inline void files_load(scene_files *f, const char *const *set, int set_count, bool allow_outside) {
    files_open(f);
    const abut_scene_options options = {set, set_count, allow_outside};
    f->status = abut_scene_load(f->cx, f->file[0].path, &options, &f->scene);
}

static inline void files_end(scene_files *f) {
    abut_scene_destroy(f->scene);
    abut_context_destroy(f->cx);
    f->scene = NULL;
    f->cx = NULL;
}

// A scene from one text.
static inline scene_files *scene_text(scene_files *f, const char *text) {
    *f = (scene_files){.count = 0};
    files_put(f, "scene.yaml", text);
    files_load(f, NULL, 0, false);
    return f;
}

static inline bool has_code(const scene_files *f, const char *code) {
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f->scene); i++)
        if (strcmp(abut_scene_diagnostic_get(f->scene, i).code, code) == 0) return true;
    return false;
}

static inline void show_diagnostics(const scene_files *f) {
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f->scene); i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(f->scene, i);
        print_message("  %s:%lld:%lld %s %s\n", d.file, (long long)d.line, (long long)d.column, d.code, d.message);
    }
}

#define CHECK_LOADED(f)                                                                                                \
    do {                                                                                                               \
        const scene_files *f_ = (f); /* once: it may load a scene */                                                   \
        if (f_->status != ABUT_OK) show_diagnostics(f_);                                                               \
        CHECK_OK(f_->cx, f_->status);                                                                                  \
    } while (0)

// Exactly one diagnostic, with this code and place.
static inline void check_only(const scene_files *f, const char *code, int64_t line, int64_t column) {
    show_diagnostics(f);
    assert_int_equal(1, abut_scene_diagnostic_count(f->scene));
    const abut_diagnostic d = abut_scene_diagnostic_get(f->scene, 0);
    assert_string_equal(code, d.code);
    assert_int_equal(line, d.line);
    assert_int_equal(column, d.column);
}

// The scene is refused with this code; the first message has these words.
static inline void check_refused(const char *text, const char *code, const char *words) {
    scene_files f;
    scene_text(&f, text);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    if (!has_code(&f, code) || !strstr(abut_scene_diagnostic_get(f.scene, 0).message, words)) show_diagnostics(&f);
    CHECK(has_code(&f, code));
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, words) != NULL);
    files_end(&f);
}

#endif
