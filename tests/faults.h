// A fault injector for the library's two hooks. It counts every call of memory and file functions, fails the
// k-th (once, or all from then on, which is what a kill or a full disk looks like), and counts live blocks
// and open handles so that a leak shows. `faults_sweep` runs a scenario for k = 1, 2, ... until no fault
// fired any more.
#ifndef ABUT_TESTS_FAULTS_H
#define ABUT_TESTS_FAULTS_H

#include "abut/abut.h"
#include "claim.h"

#include <errno.h>

typedef enum fault_site {
    FAULT_MEMORY,
    FAULT_OPEN,
    FAULT_READ,
    FAULT_WRITE,
    FAULT_TRUNCATE,
    FAULT_SYNC,
    FAULT_LOCK,
    FAULT_CLOSE,
    FAULT_KIND,
    FAULT_RENAME,
    FAULT_REMOVE,
    FAULT_MAKE_DIRECTORY,
    FAULT_SYNC_DIRECTORY,
    FAULT_LIST,
    FAULT_SITES
} fault_site;

#define FAULT_TRACE 4096

typedef struct faults {
    abut_allocator memory; // what is wrapped
    abut_io io;

    // What to do. Exactly the calls of `sites` count towards `at`.
    uint32_t sites;  // bit i = fault_site i
    int64_t at;      // fail the at-th counted call, 0 = never
    bool sticky;     // and all counted calls behind it
    int error;       // errno of a failing file call
    int64_t longest; // bytes that one read or write transfers at most, 0 = any

    // What happened.
    int64_t counted, fired;
    int64_t calls[FAULT_SITES];
    int64_t live_blocks, open_handles;
    unsigned char trace[FAULT_TRACE]; // the sites of the first file calls, in order
    int traced;
} faults;

#define FAULTS_OF(site) (UINT32_C(1) << (site))
#define FAULTS_MEMORY   FAULTS_OF(FAULT_MEMORY)
#define FAULTS_FILES    (FAULTS_OF(FAULT_SITES) - 1 - FAULTS_MEMORY)

static inline faults faults_start(uint32_t sites, int64_t at) {
    const abut_config standard = abut_config_default();
    return (faults){.memory = standard.allocator, .io = standard.io, .sites = sites, .at = at, .error = EIO};
}

static inline bool fault_fires(faults *f, fault_site site) {
    f->calls[site]++;
    if (site != FAULT_MEMORY && f->traced < FAULT_TRACE) f->trace[f->traced++] = (unsigned char)site;
    if (!(f->sites & FAULTS_OF(site))) return false;
    f->counted++;
    const bool fires = f->at > 0 && (f->sticky ? f->counted >= f->at : f->counted == f->at);
    f->fired += fires;
    return fires;
}

static inline void *fault_resize(void *user, void *p, size_t bytes) {
    faults *f = user;
    if (fault_fires(f, FAULT_MEMORY)) return NULL;
    void *grown = f->memory.resize(f->memory.user, p, bytes);
    if (grown && !p) f->live_blocks++;
    return grown;
}

static inline void fault_release(void *user, void *p) {
    faults *f = user;
    if (p) f->live_blocks--;
    f->memory.release(f->memory.user, p);
}

static inline int fault_open(void *user, const char *path, abut_open_mode mode) {
    faults *f = user;
    if (fault_fires(f, FAULT_OPEN)) return -f->error;
    const int file = f->io.open(f->io.user, path, mode);
    if (file >= 0) f->open_handles++;
    return file;
}

static inline int64_t fault_cut(const faults *f, int64_t count) {
    return f->longest > 0 && count > f->longest ? f->longest : count;
}

static inline int64_t fault_read(void *user, int file, void *bytes, int64_t count, int64_t offset) {
    faults *f = user;
    if (fault_fires(f, FAULT_READ)) return -f->error;
    return f->io.read(f->io.user, file, bytes, fault_cut(f, count), offset);
}

static inline int64_t fault_write(void *user, int file, const void *bytes, int64_t count, int64_t offset) {
    faults *f = user;
    if (fault_fires(f, FAULT_WRITE)) return -f->error;
    return f->io.write(f->io.user, file, bytes, fault_cut(f, count), offset);
}

static inline int fault_truncate(void *user, int file, int64_t size) {
    faults *f = user;
    return fault_fires(f, FAULT_TRUNCATE) ? -f->error : f->io.truncate(f->io.user, file, size);
}

static inline int fault_sync(void *user, int file) {
    faults *f = user;
    return fault_fires(f, FAULT_SYNC) ? -f->error : f->io.sync(f->io.user, file);
}

// A failing close has closed the file all the same, as the system's does.
static inline int fault_lock(void *user, int file) {
    faults *f = user;
    return fault_fires(f, FAULT_LOCK) ? -f->error : f->io.lock(f->io.user, file);
}

static inline int fault_close(void *user, int file) {
    faults *f = user;
    const bool fires = fault_fires(f, FAULT_CLOSE);
    const int done = f->io.close(f->io.user, file);
    f->open_handles--;
    return fires ? -f->error : done;
}

static inline int fault_kind(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    faults *f = user;
    return fault_fires(f, FAULT_KIND) ? -f->error : f->io.kind(f->io.user, path, kind, size);
}

static inline int fault_rename(void *user, const char *from, const char *to) {
    faults *f = user;
    return fault_fires(f, FAULT_RENAME) ? -f->error : f->io.rename(f->io.user, from, to);
}

static inline int fault_remove(void *user, const char *path) {
    faults *f = user;
    return fault_fires(f, FAULT_REMOVE) ? -f->error : f->io.remove(f->io.user, path);
}

static inline int fault_make_directory(void *user, const char *path) {
    faults *f = user;
    return fault_fires(f, FAULT_MAKE_DIRECTORY) ? -f->error : f->io.make_directory(f->io.user, path);
}

static inline int fault_sync_directory(void *user, const char *path) {
    faults *f = user;
    return fault_fires(f, FAULT_SYNC_DIRECTORY) ? -f->error : f->io.sync_directory(f->io.user, path);
}

static inline int fault_list(void *user, const char *path, abut_list_fn *each, void *arg) {
    faults *f = user;
    return fault_fires(f, FAULT_LIST) ? -f->error : f->io.list(f->io.user, path, each, arg);
}

// A configuration whose hooks are the injector's; `f` must outlive the context.
static inline abut_config faults_config(faults *f) {
    abut_config config = abut_config_default();
    config.threads = 1;
    config.allocator = (abut_allocator){f, fault_resize, fault_release};
    config.io = (abut_io){
        .user = f,
        .open = fault_open,
        .read = fault_read,
        .write = fault_write,
        .truncate = fault_truncate,
        .sync = fault_sync,
        .lock = fault_lock,
        .close = fault_close,
        .kind = fault_kind,
        .rename = fault_rename,
        .remove = fault_remove,
        .make_directory = fault_make_directory,
        .sync_directory = fault_sync_directory,
        .list = fault_list,
    };
    return config;
}

// A scenario frees what it made, whatever failed, and returns the status of the first failure.
typedef abut_status faults_scenario(abut_context *cx, void *arg);

typedef struct faults_result {
    int64_t fired;    // runs in which the fault fired
    int64_t survived; // of these, runs that succeeded all the same
} faults_result;

// One run with a fresh context. Checks that nothing leaked and that a failure has its message.
static inline abut_status faults_run(faults *f, faults_scenario *scenario, void *arg) {
    const abut_config config = faults_config(f);
    abut_context *cx = NULL;
    abut_status status = abut_context_create(&config, &cx);
    if (status == ABUT_OK) {
        status = scenario(cx, arg);
        if (status != ABUT_OK && abut_context_message(cx)[0] == 0)
            fail_msg("call %lld failed with %s and no message", (long long)f->at, abut_status_name(status));
    }
    abut_context_destroy(cx);
    if (f->live_blocks != 0 || f->open_handles != 0)
        fail_msg("with call %lld failing, %lld blocks and %lld files were left", (long long)f->at,
                 (long long)f->live_blocks, (long long)f->open_handles);
    return status;
}

// Fails every call of `sites` in turn. A failing run must give `expected` (or, for files, ABUT_ERR_INPUT).
// The last run, in which nothing fails, must succeed. A sweep in which nothing fired proves nothing, so it
// fails.
static inline faults_result faults_sweep(uint32_t sites, bool sticky, abut_status expected, faults_scenario *scenario,
                                         void *arg) {
    faults_result result = {0, 0};
    for (int64_t at = 1;; at++) {
        faults f = faults_start(sites, at);
        f.sticky = sticky;
        const abut_status status = faults_run(&f, scenario, arg);
        if (f.fired == 0) {
            if (status != ABUT_OK) fail_msg("without a fault the scenario gives %s", abut_status_name(status));
            break;
        }
        result.fired++;
        result.survived += status == ABUT_OK;
        const bool input = (sites & FAULTS_FILES) && status == ABUT_ERR_INPUT;
        if (status != ABUT_OK && status != expected && !input)
            fail_msg("call %lld failing gives %s", (long long)at, abut_status_name(status));
    }
    if (result.fired == 0) fail_msg("no fault fired: the scenario makes no such call");
    return result;
}

#endif
