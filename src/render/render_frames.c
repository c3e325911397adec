// Pictures of the frames of a run: abut_render_* of abut/results.h.
#include "base/def.h"
#include "base/alloc.h"
#include "base/io.h"
#include "render/legend.h"
#include "render/replay.h"

#include <string.h>

struct abut_render {
    ab_ctx *cx;
    char *folder;
    abut_render_options options;
    ab_replay replay;
    ab_look look;
    ab_framing framing;
    ab_image image;
    int64_t follow; // id of the body that the camera follows, -1 = none
};

abut_render_options abut_render_default(void) {
    return (abut_render_options){.size = sizeof(abut_render_options),
                                 .width = 960,
                                 .height = 600,
                                 .walls = true,
                                 .legend = true,
                                 .azimuth = NAN,
                                 .elevation = NAN,
                                 .zoom = 1};
}

// --------------------------------------------------------------------------------------------------------- opening

static bool are_valid(const abut_render_options *o) {
    const bool size = o->width >= 16 && o->height >= 16 && o->width <= 16384 && o->height <= 16384;
    const bool camera = !isinf(o->azimuth) && !(fabs(o->elevation) > 90) && o->zoom > 0 && isfinite(o->zoom);
    const bool glass = o->glass_count == 0 || (o->glass && o->glass_count > 0);
    return size && camera && glass && o->max >= 0 && (unsigned)o->colouring <= ABUT_COLOUR_FORCE;
}

static abut_status find_target(abut_render *r) {
    r->follow = -1;
    if (!r->options.look_at) return ABUT_OK;
    r->follow = ab_replay_find(&r->replay, r->options.look_at);
    if (r->follow >= 0) return ABUT_OK;
    return ab_fail(r->cx, ABUT_ERR_INPUT, "'%s' holds no body called '%s'", r->folder, r->options.look_at);
}

static abut_status open_run(abut_render *r, const char *folder) {
    const abut_render_options *o = &r->options;
    r->look = (ab_look){.colouring = (ab_colouring)o->colouring,
                        .max = o->max,
                        .arrows = o->arrows,
                        .walls = o->walls,
                        .aim = {o->azimuth, o->elevation, o->zoom, false, {0, 0, 0}}};
    AB_TRY(ab_path_join(r->cx, "", folder, &r->folder));
    AB_TRY(ab_replay_open(r->cx, r->folder, &r->replay));
    AB_TRY(find_target(r));
    return ab_image_alloc(r->cx, o->width, o->height, &r->image);
}

abut_status abut_render_open(abut_context *cx, const char *folder, const abut_render_options *options,
                             abut_render **render) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    abut_render_options o = abut_render_default();
    if (options) AB_TRY(ab_def_read(cx, &o, sizeof o, options, "abut_render_default"));
    if (!folder || !render || !are_valid(&o))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "abut_render_open needs a folder, a place for the renderer, 16 to 16384 pixels, an elevation of "
                       "-90 to 90 degrees and a positive zoom");
    *render = NULL;
    abut_render *made = NULL;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    made->options = o;
    const abut_status status = open_run(made, folder);
    if (status == ABUT_OK)
        *render = made;
    else
        abut_render_destroy(made);
    return status;
}

void abut_render_destroy(abut_render *r) {
    if (!r) return;
    ab_framing_free(r->cx, &r->framing);
    ab_image_free(r->cx, &r->image);
    ab_replay_close(&r->replay);
    ab_free(r->cx, r->folder);
    ab_free(r->cx, r);
}

// ---------------------------------------------------------------------------------------------------------- frames

int64_t abut_render_frame_count(const abut_render *r) { return r ? r->replay.source.nframe : 0; }

static bool has_frame(const abut_render *r, int64_t frame) { return frame >= 0 && frame < abut_render_frame_count(r); }

double abut_render_frame_time(const abut_render *r, int64_t frame) {
    return has_frame(r, frame) ? r->replay.source.time[frame] : NAN;
}

int64_t abut_render_frame_at(const abut_render *r, double time) { return r ? ab_replay_at(&r->replay, time) : 0; }

static abut_status load(abut_render *r, int64_t frame) {
    const int64_t n = abut_render_frame_count(r);
    if (!has_frame(r, frame))
        return ab_fail(r->cx, ABUT_ERR_INPUT, "there is no frame %lld: '%s' holds %lld, 0 to %lld", (long long)frame,
                       r->folder, (long long)n, (long long)n - 1);
    AB_TRY(ab_replay_load(&r->replay, frame));
    ab_replay_glaze(&r->replay, r->options.glass, r->options.glass_count);
    return ab_replay_fill(&r->replay, &r->look);
}

abut_status abut_render_consider(abut_render *r, int64_t frame) {
    if (!r) return ABUT_ERR_ARGUMENT;
    AB_TRY(load(r, frame));
    const ab_drawables *drawables = &r->replay.drawables;
    if (r->options.max == 0) r->look.max = fmax(r->look.max, ab_drawables_max(drawables, r->look.colouring));
    for (int64_t i = 0; i < drawables->ncontact; i++)
        r->look.arrow = fmax(r->look.arrow, v3_norm(drawables->contact[i].force));
    return ab_drawables_frame(drawables, &r->framing);
}

static void follow(abut_render *r) {
    const int64_t drawable = r->follow >= 0 ? r->replay.drawable_of[r->follow] : -1;
    if (drawable < 0) return;
    r->look.aim.follow = true;
    r->look.aim.target = r->replay.drawables.drawable[drawable].x;
}

abut_status abut_render_draw(abut_render *r, int64_t frame, const abut_image **image) {
    if (!r) return ABUT_ERR_ARGUMENT;
    if (!image) return ab_fail(r->cx, ABUT_ERR_ARGUMENT, "abut_render_draw needs a place for the image");
    AB_TRY(load(r, frame));
    follow(r);
    AB_TRY(ab_drawables_render(&r->replay.drawables, &r->look, &r->framing, &r->image));
    *image = &r->image;
    return r->options.legend ? ab_legend_draw(r->cx, &r->look, r->replay.source.time[frame], &r->image) : ABUT_OK;
}
