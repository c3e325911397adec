// A picture of the last frame of any journal, as `abut render` draws it.
#include "accepted.h"
#include "journal_seed.h"
#include "memory_files.h"
#include "render/legend.h"
#include "render/replay.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WIDTH = 32, HEIGHT = 24 }; // pixels
static const char *const ROUTES[] = {"picture", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static abut_status draw_last(ab_ctx *cx, ab_replay *replay, ab_framing *framing, ab_image *image) {
    ab_look look = {.walls = true, .arrows = true, .colouring = AB_BY_SPEED, .aim = ab_aim_usual};
    AB_TRY(ab_replay_open(cx, "run", replay));
    if (replay->source.nframe == 0) return ABUT_ERR_INPUT;
    AB_TRY(ab_replay_load(replay, replay->source.nframe - 1));
    AB_TRY(ab_replay_fill(replay, &look));
    look.max = ab_drawables_max(&replay->drawables, look.colouring);
    for (int64_t i = 0; i < replay->drawables.ncontact; i++)
        look.arrow = fmax(look.arrow, v3_norm(replay->drawables.contact[i].force));
    AB_TRY(ab_drawables_frame(&replay->drawables, framing));
    AB_TRY(ab_drawables_render(&replay->drawables, &look, framing, image));
    return ab_legend_draw(cx, &look, replay->source.time[replay->source.nframe - 1], image);
}

static void draw(ab_ctx *cx) {
    ab_replay replay = {0};
    ab_framing framing = {0};
    ab_image image;
    if (ab_image_alloc(cx, WIDTH, HEIGHT, &image) != ABUT_OK) return;
    if (draw_last(cx, &replay, &framing, &image) == ABUT_OK) fuzz_accept(0);
    ab_replay_close(&replay);
    ab_framing_free(cx, &framing);
    ab_image_free(cx, &image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"run/journal.abut", NULL, 0}}};
    abut_context *cx = memory_context(&files);
    if (!cx || size == 0) {
        abut_context_destroy(cx);
        return 0;
    }
    fuzz_begin();
    ab_text file = ab_text_start(cx);
    journal_expand(&file, (const char *)data, (int64_t)size);
    if (ab_text_status(&file) == ABUT_OK) {
        files.file[0] = (memory_file){"run/journal.abut", file.data, file.size};
        draw(cx);
    }
    ab_text_free(&file);
    abut_context_destroy(cx);
    return 0;
}
