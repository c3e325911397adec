// make_checkpoint_seeds FOLDER: a checkpoint of a small world as a file, as a body and as the state alone, in
// FOLDER/checkpoint/.
#include "base/io.h"
#include "checkpoint_seed.h"
#include "output/checkpoint.h"
#include "world/snapshot.h"

#include <stdio.h>

enum { HEADER = 32 };

static abut_status put(abut_context *cx, const char *folder, char kind, const char *bytes, int64_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/checkpoint/seed%d", folder, kind);
    ab_text text = ab_text_start(cx);
    ab_text_bytes(&text, &kind, 1);
    ab_text_bytes(&text, bytes, size);
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, text.data, text.size);
    ab_text_free(&text);
    return status;
}

static abut_status make(abut_context *cx, abut_world *w, const char *folder) {
    char path[4096], scene[] = "/scenes/a.yaml", set[] = "seed=3", *sets[] = {set};
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    AB_TRY(ab_io_make_directories(cx, path));
    for (int i = 0; i < 20; i++) AB_TRY(abut_world_step(w));
    ab_text state = ab_text_start(cx);
    AB_TRY(ab_snapshot_save(w, &state));
    const ab_checkpoint c = {.scene_path = scene,
                             .set = sets,
                             .nset = 1,
                             .step = 20,
                             .time = 2e-4,
                             .snapshot = state.data,
                             .snapshot_size = state.size};
    snprintf(path, sizeof path, "%s/checkpoint.abut", folder);
    AB_TRY(ab_checkpoint_write(cx, path, &c));
    ab_bytes file;
    AB_TRY(ab_io_read_file(cx, path, 1 << 20, &file));
    AB_TRY(put(cx, folder, SEED_FILE, file.data, file.size));
    AB_TRY(put(cx, folder, SEED_BODY, file.data + HEADER, file.size - HEADER));
    AB_TRY(put(cx, folder, SEED_SNAPSHOT, state.data, state.size));
    ab_bytes_free(cx, &file);
    ab_text_free(&state);
    return ab_io_remove(cx, path);
}

int main(int argc, char **argv) {
    abut_context *cx = NULL;
    if (argc != 2 || abut_context_create(NULL, &cx) != ABUT_OK) return 2;
    abut_world *w = seed_world(cx);
    const abut_status status = w ? make(cx, w, argv[1]) : ABUT_ERR_MEMORY;
    if (status != ABUT_OK) fprintf(stderr, "%s\n", abut_context_message(cx));
    abut_world_destroy(w);
    abut_context_destroy(cx);
    return status != ABUT_OK;
}
