// Any bytes as a file of `abut impact`; one that loads and has few contacts is solved.
#include "accepted.h"
#include "memory_files.h"
#include "small_units.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FEW = 4 };

static const char *const ROUTES[] = {"loaded", "solved", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    use_small_units();
    return 0;
}

static void count(void *user, const abut_impact_point *point) {
    (void)point;
    ++*(int64_t *)user;
}

static void solve(abut_context *cx, const abut_impact_def *of_file) {
    abut_impact_def def = *of_file;
    abut_impact_end end[FEW];
    abut_impact_report report;
    int64_t points = 0;
    def.watch = count;
    def.watch_user = &points;
    const abut_status status = abut_impact_solve(cx, &def, end, NULL, &report);
    if (status == ABUT_ERR_ARGUMENT || status == ABUT_ERR_MEMORY) return; // a contact that cannot move
    if (points < def.contacts) abort();                                   // the state before is shown of each
    if (status == ABUT_OK) fuzz_accept(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"impact.yaml", (const char *)data, (int64_t)size}}};
    abut_context *cx = memory_context(&files);
    abut_scene *scene = NULL;
    fuzz_begin();
    if (!cx) return 0;
    const abut_status status = abut_impact_load(cx, "impact.yaml", NULL, &scene);
    const abut_impact_def *def = abut_scene_impact(scene);
    if ((status == ABUT_OK) != (def != NULL)) abort();
    if (def) fuzz_accept(0);
    if (def && def->contacts <= FEW) solve(cx, def);
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
    return 0;
}
