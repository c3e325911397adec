// Any bytes as a checkpoint: as a whole file, as a body behind a good header, or as the state inside, restored into a
// world that then goes on.
#include "accepted.h"
#include "checkpoint_seed.h"
#include "output/checkpoint.h"
#include "step_budget.h"
#include "world/snapshot.h"

#include <stddef.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ROUTES[] = {"file", "body", "state", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static void parse(ab_ctx *cx, int route, const char *bytes, int64_t size) {
    ab_checkpoint checkpoint;
    if (ab_checkpoint_parse(cx, "input", bytes, size, &checkpoint) == ABUT_OK) fuzz_accept(route);
    ab_checkpoint_free(cx, &checkpoint);
}

static void parse_body(ab_ctx *cx, const char *bytes, int64_t size) {
    ab_text file = ab_text_start(cx);
    seed_wrap(&file, bytes, size);
    if (ab_text_status(&file) == ABUT_OK) parse(cx, SEED_BODY, file.data, file.size);
    ab_text_free(&file);
}

static void restore(ab_ctx *cx, const char *bytes, int64_t size) {
    abut_world *w = seed_world(cx);
    if (w && ab_snapshot_load(w, bytes, size) == ABUT_OK) {
        fuzz_accept(SEED_SNAPSHOT);
        fuzz_begin_steps();
        for (int i = 0; i < 3 && abut_world_step(w) == ABUT_OK; i++) continue;
        fuzz_end_steps();
    }
    abut_world_destroy(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    abut_config config = abut_config_default();
    abut_context *cx = NULL;
    config.threads = 1;
    config.cancel = fuzz_spent;
    fuzz_begin();
    if (size == 0 || abut_context_create(&config, &cx) != ABUT_OK) return 0;
    const char *bytes = (const char *)data + 1;
    const int64_t count = (int64_t)size - 1;
    switch (data[0] % SEED_KINDS) {
    case SEED_FILE:
        parse(cx, SEED_FILE, bytes, count);
        break;
    case SEED_BODY:
        parse_body(cx, bytes, count);
        break;
    default:
        restore(cx, bytes, count);
        break;
    }
    abut_context_destroy(cx);
    return 0;
}
