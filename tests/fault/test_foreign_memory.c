// Memory that fails inside libyaml and Qhull, which take theirs from malloc and not from the library's hook. malloc and
// its kin are replaced for the whole program; while `counting`, the calls that do not come through the hook are
// counted, and one fails or all from there on. A scene must then fail to load with a message, or load as if nothing had
// happened.
//
// Two libraries stay out by their own fault. UDUNITS 2.2.28 ends the process (its scanner calls exit) or follows a null
// pointer when malloc fails inside ut_read_xml and ut_parse; HDF5 keeps lists of free blocks that it never gives back.
// The scene here is in SI units, for which neither is called.
#include "scene_files.h"

#include <stdlib.h>

// The sanitizers replace malloc themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REPLACES_MALLOC 0
#elif defined(__has_feature)
#define REPLACES_MALLOC !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define REPLACES_MALLOC 1
#endif

#if REPLACES_MALLOC

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

static bool counting, sticky;
static int64_t counted, fail_at, fired, live;

static bool fails(void) {
    if (!counting) return false;
    counted++;
    const bool now = fail_at > 0 && (sticky ? counted >= fail_at : counted == fail_at);
    fired += now;
    return now;
}

static void *taken(void *p) {
    live += counting && p;
    return p;
}

#define FOR_ALL __attribute__((visibility("default"))) // libraries find these before libc's

FOR_ALL void *malloc(size_t size) { return fails() ? NULL : taken(__libc_malloc(size)); }

FOR_ALL void *calloc(size_t count, size_t size) { return fails() ? NULL : taken(__libc_calloc(count, size)); }

FOR_ALL void *realloc(void *p, size_t size) {
    if (fails()) return NULL;
    return p ? __libc_realloc(p, size) : taken(__libc_realloc(p, size));
}

FOR_ALL void free(void *p) {
    live -= counting && p;
    __libc_free(p);
}

static void *own_resize(void *user, void *p, size_t bytes) {
    (void)user;
    return __libc_realloc(p, bytes);
}

static void own_release(void *user, void *p) {
    (void)user;
    __libc_free(p);
}

static const char SCENE[] =
    "abut: 1\n"
    "time: {end: 1e-3, dt: 1e-5}\n"
    "materials: {glass: &glass {density: 2500}, 'other': *glass}\n"
    "bodies:\n"
    "  - {name: a, shape: {sphere: {radius: 0.01}}, material: glass, velocity: [3, 0, 0]}\n"
    "  - {name: b, shape: {hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}, material: "
    "\"other\", contact: false}\n";

// Qhull forgets the first of its two tables when there is no memory for the second.
#define QHULL_LEFT 1

// One load with a foreign allocation failing.
static abut_status load(int64_t at) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", SCENE);
    abut_config config = abut_config_default();
    config.threads = 1;
    config.allocator = (abut_allocator){NULL, own_resize, own_release};
    config.io.user = &f;
    config.io.open = memory_open;
    config.io.read = memory_read;
    config.io.close = memory_close;
    config.io.kind = memory_kind;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &f.cx));
    counted = fired = live = 0;
    fail_at = at;
    counting = true;
    const abut_status status = abut_scene_load(f.cx, "scene.yaml", NULL, &f.scene);
    counting = false;
    if (status != ABUT_OK && abut_context_message(f.cx)[0] == 0)
        fail_msg("allocation %lld fails without a message", (long long)at);
    if (live < 0 || live > QHULL_LEFT)
        fail_msg("allocation %lld failing leaves %lld blocks", (long long)at, (long long)live);
    files_end(&f);
    return status;
}

static void sweep(bool all_behind) {
    sticky = all_behind;
    CHECK_STATUS(ABUT_OK, load(0));
    const int64_t calls = counted;
    int64_t failed = 0;
    for (int64_t at = 1; at <= calls; at++) {
        const abut_status status = load(at);
        if (fired == 0) fail_msg("allocation %lld did not fail", (long long)at);
        if (status != ABUT_OK && status != ABUT_ERR_MEMORY)
            fail_msg("allocation %lld failing gives %s", (long long)at, abut_status_name(status));
        failed += status != ABUT_OK;
    }
    print_message("    %lld foreign allocations failed in turn, %lld ended the load\n", (long long)calls,
                  (long long)failed);
    CHECK(failed > 100);
}

TEST(every_allocation_of_libyaml_and_qhull_may_fail_once) { sweep(false); }

TEST(memory_may_run_out_inside_libyaml_and_qhull) { sweep(true); }

CLAIMS(CLAIM(every_allocation_of_libyaml_and_qhull_may_fail_once), CLAIM(memory_may_run_out_inside_libyaml_and_qhull))

#else

TEST(a_sanitizer_keeps_its_own_malloc) { skip(); }

CLAIMS(CLAIM(a_sanitizer_keeps_its_own_malloc))

#endif
