// Any bytes as a scene; behind a byte 0, as overrides. A scene that loads and is small takes two steps.
#include "base/alloc.h"
#include "scene/diagnostics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// UDUNITS reads its database for every scene with units; a small one makes the search ten times faster.
static const char UNITS[] =
    "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><unit-system>"
    "<prefix><value>1e-3</value><symbol>m</symbol></prefix><prefix><value>1e-2</value><symbol>c</symbol></"
    "prefix>"
    "<prefix><value>1e3</value><symbol>k</symbol></prefix><prefix><value>1e6</value><symbol>M</symbol></"
    "prefix>"
    "<unit><base/><symbol>m</symbol></unit><unit><base/><symbol>kg</symbol></unit>"
    "<unit><base/><symbol>s</symbol></unit><unit><dimensionless/><symbol>rad</symbol></unit>"
    "<unit><def>0.017453292519943295 rad</def><name><singular>degree</singular></name></unit>"
    "<unit><def>1e-3 kg</def><symbol>g</symbol></unit><unit><def>60 s</def><symbol>min</symbol></unit>"
    "<unit><def>kg.m/s2</def><symbol>N</symbol></unit><unit><def>N/m2</def><symbol>Pa</symbol></unit>"
    "</unit-system>";

static char units_path[] = "/tmp/abut_units_XXXXXX";

static void remove_units(void) { unlink(units_path); }

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    const int file = mkstemp(units_path);
    if (file < 0 || write(file, UNITS, sizeof UNITS - 1) != (ssize_t)sizeof UNITS - 1) abort();
    close(file);
    setenv("UDUNITS2_XML_PATH", units_path, 1);
    atexit(remove_units);
    return 0;
}

typedef struct fuzz_files {
    const char *scene;
    int64_t size;
} fuzz_files;

static const char MESH[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static int find(const char *path) {
    if (strcmp(path, "scene.yaml") == 0) return 0;
    return strcmp(path, "part.obj") == 0 ? 1 : -ENOENT;
}

static int64_t size_of(const fuzz_files *f, int file) {
    return file == 0 ? f->size : (int64_t)sizeof MESH - 1;
}

static int open_file(void *user, const char *path, abut_open_mode mode) {
    (void)user;
    (void)mode;
    return find(path);
}

static int64_t read_file(void *user, int file, void *bytes, int64_t count, int64_t offset) {
    const fuzz_files *f = user;
    const int64_t left = size_of(f, file) - offset, n = count < left ? count : left;
    if (n > 0) memcpy(bytes, (file == 0 ? f->scene : MESH) + offset, (size_t)n);
    return n > 0 ? n : 0;
}

static int close_file(void *user, int file) {
    (void)user;
    return file >= 0 ? 0 : -EBADF;
}

static int kind_of(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    const int file = find(path);
    *kind = file < 0 ? ABUT_FILE_NONE : ABUT_FILE_REGULAR;
    *size = file < 0 ? 0 : size_of(user, file);
    return 0;
}

// Large scenes are honest but slow to build; running out of memory early keeps the search fast and tests that path too.
static void *resize(void *user, void *p, size_t bytes) {
    (void)user;
    return bytes > (2u << 20) ? NULL : realloc(p, bytes);
}

static void release(void *user, void *p) {
    (void)user;
    free(p);
}

static void check_diagnostics(const abut_scene *scene, abut_status status) {
    const int64_t count = abut_scene_diagnostic_count(scene);
    bool error = false;
    for (int64_t i = 0; i < count; i++) {
        const abut_diagnostic d = abut_scene_get_diagnostic(scene, i);
        error = error || d.error;
        if (!ab_scene_explain(d.code) || !d.message[0] || d.line < 0 || (d.line > 0) != (d.column > 0))
            abort();
    }
    if (error != (status == ABUT_ERR_INPUT) && (status == ABUT_OK || status == ABUT_ERR_INPUT)) abort();
}

static void load(abut_context *cx, const char *set) {
    abut_scene *scene = NULL;
    const abut_scene_options options = {&set, set ? 1 : 0, false};
    const abut_status status = abut_scene_load(cx, "scene.yaml", &options, &scene);
    if (scene) check_diagnostics(scene, status);
    abut_world *world = scene ? abut_scene_world(scene) : NULL;
    if ((status == ABUT_OK) != (world != NULL)) abort();
    for (int i = 0; world && abut_body_count(world) < 100 && i < 2; i++)
        if (abut_step(world) != ABUT_OK) break;
    abut_scene_destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    char *set = zero ? strndup((const char *)zero + 1, size - (size_t)(zero - data) - 1) : NULL;
    fuzz_files files = {(const char *)data, (int64_t)(zero ? zero - data : (ptrdiff_t)size)};
    abut_config config = abut_default_config();
    config.threads = 1;
    config.allocator = (abut_allocator){NULL, resize, release};
    config.io.user = &files;
    config.io.open = open_file;
    config.io.read = read_file;
    config.io.close = close_file;
    config.io.kind = kind_of;
    abut_context *cx = NULL;
    if (abut_context_create(&config, &cx) == ABUT_OK) load(cx, set);
    abut_context_destroy(cx);
    free(set);
    return 0;
}
