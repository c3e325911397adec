// State shared by the scene reader while one scene is read: memory with the lifetime of the load, the texts read so
// far, the diagnostics, and one sticky status.
//
// Errors in the scene become diagnostics; reading continues, so that the user sees all of them. System failures (out of
// memory, I/O errors) set the status; functions return early once it is set.
#ifndef AB_SCENE_LOADER_H
#define AB_SCENE_LOADER_H

#include "base/arena.h"
#include "base/io.h"
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "scene/units.h"

typedef struct ab_scene_source {
    const char *name;  // as shown in messages: the path, or "--set #1"
    const char *bytes; // (size)
    int64_t size;
    int64_t skip;                     // bytes before the YAML text: "time.dt=" of an override
    const char *folder;               // of a file, relative to the scene's folder; base of relative paths in this file
    char *owned;                      // bytes to free with the loader; NULL = not owned
    const struct ab_bare_units *bare; // bare_units.h; NULL = bare numbers are SI
} ab_scene_source;

typedef struct ab_loader {
    ab_ctx *cx;
    abut_status status; // of the first system failure
    ab_arena arena;     // nodes, texts and tables of this load
    char *room;         // unused part of the arena's last chunk
    int64_t room_size;
    ab_scene_source *source; // (nsource)
    int64_t nsource, source_capacity;
    ab_diagnostics *diagnostics;
    const char *folder; // of the scene file: "" when it is a bare name
    bool allow_outside;
    bool endless;                   // keys that only a run needs may be missing: abut, time, time.end
    uint64_t hash;                  // of the mesh files; at the end, of the whole scene
    int64_t nodes;                  // number of nodes of all files so far
    int64_t files;                  // number of files included so far
    struct ab_variables *variables; // of `let` (expression.h); NULL = none
    int expressions;                // that are being computed, in each other
} ab_loader;

// Status of a load: of its first failure, or ABUT_ERR_INPUT with the first error in the message.
abut_status ab_load_status(const ab_loader *l);

// A place in a source; line and column 0 = the whole file.
typedef struct ab_place {
    int32_t source, line, column;
} ab_place;

// Zeroed memory that lives until the load ends; NULL after a failure (which sets the status).
void *ab_take(ab_loader *l, int64_t count, size_t item_size);
const char *ab_take_text(ab_loader *l, const char *bytes, int64_t count); // a copy with a final 0

void ab_loader_free(ab_loader *l); // frees everything but the diagnostics

// Registers a text; its bytes must live as long as the loader. Returns its index, -1 after a failure.
int32_t ab_add_scene_source(ab_loader *l, const char *name, const char *bytes, int64_t size, int64_t skip);

// Adds a diagnostic. After AB_MAX_ERRORS errors a last one says that there are more.
#define AB_MAX_ERRORS 100
void ab_diagnose(ab_loader *l, ab_code code, ab_place place, const char *format, ...) AB_PRINTF(4, 5);

// True when no more diagnostics are accepted: callers stop checking.
static inline bool ab_full(const ab_loader *l) {
    return l->status != ABUT_OK || l->diagnostics->errors > AB_MAX_ERRORS;
}

static inline void ab_stop(ab_loader *l, abut_status status) {
    if (l->status == ABUT_OK) l->status = status;
}

#endif
