// Any bytes as a frictional contact problem in FCLIB's layout: read, condensed if it is global, and solved.
#include "accepted.h"
#include "memory_files.h"

#include "abut/cones.h"

#include <math.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ROUTES[] = {"problem", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

enum { MAX_CONTACTS = 64 };

static void solve(abut_cones *cones) {
    double r[3 * MAX_CONTACTS] = {0}, u[3 * MAX_CONTACTS];
    if (abut_cones_count(cones) > MAX_CONTACTS) return;
    abut_cones_options options = abut_cones_default();
    options.max_iterations = 20;
    if (abut_cones_solve(cones, &options, r, u, NULL) != ABUT_OK) return;
    for (int64_t i = 0; i < 3 * abut_cones_count(cones); i++)
        if (!isfinite(r[i]) || !isfinite(u[i])) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"problem.hdf5", (const char *)data, (int64_t)size}}};
    abut_context *cx = memory_context(&files);
    abut_cones *cones = NULL;
    fuzz_begin();
    if (cx && abut_cones_load(cx, "problem.hdf5", &cones) == ABUT_OK) {
        fuzz_accept(0);
        solve(cones);
    }
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
    return 0;
}
