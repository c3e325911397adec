// Any bytes as a frictional contact problem in FCLIB's layout: read, condensed if it is global, and solved.
#include "accepted.h"
#include "memory_files.h"

#include "abut/abut.h"

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

// Whatever the numbers are, impulses are numbers; a solution has finite ones.
static void solve(abut_cones *cones, uint8_t choice) {
    double r[3 * MAX_CONTACTS] = {0}, u[3 * MAX_CONTACTS];
    if (abut_cones_count(cones) > MAX_CONTACTS) return;
    abut_cones_options options = abut_cones_default();
    options.max_iterations = 20;
    options.solver = abut_table_get(ABUT_TABLE_SOLVERS, choice / 4 % abut_table_count(ABUT_TABLE_SOLVERS)).name;
    options.relax = choice & 1;
    options.energy = choice & 2;
    const abut_status status = abut_cones_solve(cones, &options, r, u, NULL);
    for (int64_t i = 0; i < 3 * abut_cones_count(cones); i++)
        if (isnan(r[i]) || (status == ABUT_OK && (!isfinite(r[i]) || !isfinite(u[i])))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"problem.hdf5", (const char *)data, (int64_t)size}}};
    abut_context *cx = memory_context(&files);
    abut_cones *cones = NULL;
    fuzz_begin();
    if (cx && abut_cones_load(cx, "problem.hdf5", &cones) == ABUT_OK) {
        fuzz_accept(0);
        solve(cones, size > 0 ? data[size - 1] : 0);
    }
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
    return 0;
}
