// abut render: renders images and movies of a run, without a graphics card, a window or a browser.
#include "app.h"
#include "movie.h"
#include "output.h"

#include "base/nearest_word.h"
#include "base/num.h"
#include "base/io.h"
#include "base/alloc.h"
#include "render/legend.h"
#include "render/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_LOOKS 24 // frames from which the camera and colour range of a movie are chosen

typedef struct render_wish {
    const char *out, *size, *colour, *camera, *look_at;
    app_list glass;
    double time, max, zoom;
    int64_t frame;
    bool arrows, no_walls, no_legend, movie, quiet;
    movie_wish film;
    int32_t width, height;
} render_wish;

typedef struct render_job {
    abut_context *cx;
    const char *folder;
    const render_wish *w;
    ab_replay replay;
    ab_look look;
    ab_framing framing;
    ab_image image;
    int64_t follow; // id of the body that the camera follows, -1 = none
} render_job;

// ------------------------------------------------------------------------------------------------------ options

static const char *const COLOURINGS[] = {
    [AB_BY_BODY] = "body", [AB_BY_MATERIAL] = "material", [AB_BY_SPEED] = "speed", [AB_BY_FORCE] = "force"};
enum { COLOURING_COUNT = sizeof COLOURINGS / sizeof COLOURINGS[0] };

// Reads two numbers with a separator: "640x480", "30,20".
static bool read_pair(const char *text, char between, double *a, double *b) {
    const int64_t length = (int64_t)strlen(text), first = ab_num_read(text, length, a);
    if (first == 0 || text[first] != between) return false;
    const int64_t rest = length - first - 1;
    return rest > 0 && ab_num_read(text + first + 1, rest, b) == rest && isfinite(*a) && isfinite(*b);
}

static bool read_size(render_wish *w) {
    double width = 0, height = 0;
    const bool two = read_pair(w->size, 'x', &width, &height);
    if (!two || width != floor(width) || height != floor(height) || width < 16 || height < 16 || width > 16384 ||
        height > 16384)
        return false;
    w->width = (int32_t)width;
    w->height = (int32_t)height;
    return true;
}

// Fills the look from the command-line options.
static int read_look(render_wish *w, ab_look *look) {
    *look = (ab_look){.max = w->max, .arrows = w->arrows, .walls = !w->no_walls, .aim = ab_aim_usual};
    look->aim.zoom = w->zoom;
    if (!read_size(w))
        return app_fail(APP_INPUT, "--size takes two numbers of pixels from 16 to 16384, such as 1280x720, not '%s'",
                        w->size);
    if (!(w->zoom > 0)) return app_fail(APP_INPUT, "--zoom must be above 0");
    if (w->max < 0) return app_fail(APP_INPUT, "--most must not be negative");
    if (w->camera && !read_pair(w->camera, ',', &look->aim.azimuth, &look->aim.elevation))
        return app_fail(APP_INPUT, "--camera takes azimuth and elevation in degrees, such as 30,20, not '%s'",
                        w->camera);
    if (fabs(look->aim.elevation) > 90) return app_fail(APP_INPUT, "--camera: an elevation is from -90 to 90 degrees");
    for (int i = 0; i < COLOURING_COUNT; i++)
        if (strcmp(w->colour, COLOURINGS[i]) == 0) {
            look->colouring = (ab_colouring)i;
            return APP_OK;
        }
    return app_fail_word("colouring", w->colour, COLOURINGS, COLOURING_COUNT);
}

// -------------------------------------------------------------------------------------------------------- frames

static abut_status load(render_job *j, int64_t frame) {
    AB_TRY(ab_replay_load(&j->replay, frame));
    ab_replay_glaze(&j->replay, j->w->glass.item, j->w->glass.count);
    return ABUT_OK;
}

// Extends the field of view and the colour range to a frame.
static abut_status consider(render_job *j, int64_t frame) {
    AB_TRY(load(j, frame));
    AB_TRY(ab_replay_fill(&j->replay, &j->look));
    const ab_drawables *drawables = &j->replay.drawables;
    if (j->w->max == 0) j->look.max = fmax(j->look.max, ab_drawables_max(drawables, j->look.colouring));
    for (int64_t i = 0; i < drawables->ncontact; i++)
        j->look.arrow = fmax(j->look.arrow, v3_norm(drawables->contact[i].force));
    return ab_drawables_frame(drawables, &j->framing);
}

static void follow(render_job *j) {
    const int64_t drawable = j->follow >= 0 ? j->replay.drawable_of[j->follow] : -1;
    if (drawable < 0) return;
    j->look.aim.follow = true;
    j->look.aim.target = j->replay.drawables.drawable[drawable].x;
}

static abut_status draw(render_job *j, int64_t frame) {
    AB_TRY(load(j, frame));
    AB_TRY(ab_replay_fill(&j->replay, &j->look));
    follow(j);
    AB_TRY(ab_drawables_render(&j->replay.drawables, &j->look, &j->framing, &j->image));
    if (j->w->no_legend) return ABUT_OK;
    return ab_legend_draw(j->cx, &j->look, j->replay.source.time[frame], &j->image);
}

static abut_status find_target(render_job *j) {
    j->follow = -1;
    if (!j->w->look_at) return ABUT_OK;
    j->follow = ab_replay_find(&j->replay, j->w->look_at);
    if (j->follow >= 0) return ABUT_OK;
    return ab_fail(j->cx, ABUT_ERR_INPUT, "--look-at: '%s' holds no body called '%s'", j->folder, j->w->look_at);
}

static abut_status choose_frame(const render_job *j, int64_t *frame) {
    const int64_t n = j->replay.source.nframe;
    *frame = isfinite(j->w->time) ? ab_replay_at(&j->replay, j->w->time) : j->w->frame < 0 ? n - 1 : j->w->frame;
    if (*frame < n) return ABUT_OK;
    return ab_fail(j->cx, ABUT_ERR_INPUT, "--frame %" PRId64 ": '%s' holds %" PRId64 " frames, 0 to %" PRId64, *frame,
                   j->folder, n, n - 1);
}

// Opens the output: the user's file name, or a name in the folder of the run, where links are not followed.
static abut_status open_output(const render_job *j, const char *usual, char **path, app_output *out) {
    *path = NULL;
    if (j->w->out) return app_output_open(j->cx, j->w->out, ".png", out);
    AB_TRY(ab_path_join(j->cx, j->folder, usual, path));
    struct stat info;
    if (lstat(*path, &info) == 0 && S_ISLNK(info.st_mode)) return ab_io_fail(j->cx, "write", *path, -ELOOP);
    return app_output_open(j->cx, *path, ".png", out);
}

static abut_status write_snapshot(render_job *j) {
    int64_t frame = 0;
    AB_TRY(choose_frame(j, &frame));
    AB_TRY(consider(j, frame));
    AB_TRY(draw(j, frame));
    char *path = NULL;
    app_output out = {0};
    abut_status status = open_output(j, "render.png", &path, &out);
    if (status == ABUT_OK) status = app_output_close(&out, ab_png_write(j->cx, out.path, &j->image));
    if (status == ABUT_OK)
        fprintf(app_output_notes(&out), "wrote %s: %d x %d pixels, frame %" PRId64 " at t = %.9g s\n", out.name,
                j->w->width, j->w->height, frame, j->replay.source.time[frame]);
    ab_free(j->cx, path);
    return status;
}

// --------------------------------------------------------------------------------------------------------- movie

static abut_status consider_all(render_job *j, const movie_plan *plan) {
    const int64_t looks = plan->frames < MAX_LOOKS ? plan->frames : MAX_LOOKS;
    for (int64_t i = 0; i < looks; i++) {
        const int64_t k = looks > 1 ? i * (plan->frames - 1) / (looks - 1) : 0;
        AB_TRY(consider(j, ab_replay_at(&j->replay, movie_time(plan, k))));
    }
    return ABUT_OK;
}

static abut_status write_frames(render_job *j, const movie_plan *plan, movie *m) {
    app_progress progress = app_progress_start(j->w->quiet);
    const double began = ab_wall_time();
    abut_status status = ABUT_OK;
    int64_t drawn = -1;
    for (int64_t k = 0; k < plan->frames && status == ABUT_OK; k++) {
        const int64_t frame = ab_replay_at(&j->replay, movie_time(plan, k));
        if (frame != drawn) status = draw(j, frame);
        drawn = frame;
        if (status == ABUT_OK) status = movie_add(m, &j->image);
        app_progress_work(&progress, "frame", k + 1, plan->frames, ab_wall_time() - began);
    }
    app_end_line();
    return status;
}

static abut_status make_movie(render_job *j, const movie_plan *plan, const char *path) {
    movie m;
    AB_TRY(movie_open(j->cx, path, plan, j->w->width, j->w->height, &m));
    return movie_close(&m, write_frames(j, plan, &m));
}

static abut_status write_movie(render_job *j) {
    movie_plan plan;
    AB_TRY(movie_make_plan(j->cx, &j->w->film, j->replay.source.time, j->replay.source.nframe, &plan));
    AB_TRY(consider_all(j, &plan));
    char *path = NULL;
    app_output out = {0};
    abut_status status = open_output(j, movie_usual_name(), &path, &out);
    if (status == ABUT_OK) status = app_output_close(&out, make_movie(j, &plan, out.path));
    if (status == ABUT_OK)
        fprintf(app_output_notes(&out), "wrote %s: %" PRId64 " frames of %d x %d pixels, %.4g s\n", out.name,
                plan.frames, j->w->width, j->w->height, (double)plan.frames / (double)plan.fps);
    ab_free(j->cx, path);
    return status;
}

// ---------------------------------------------------------------------------------------------------------- verb

static abut_status do_job(render_job *j) {
    AB_TRY(ab_replay_open(j->cx, j->folder, &j->replay));
    AB_TRY(find_target(j));
    AB_TRY(ab_image_alloc(j->cx, j->w->width, j->w->height, &j->image));
    return j->w->movie ? write_movie(j) : write_snapshot(j);
}

static int render(const char *folder, render_wish *w) {
    render_job j = {.folder = folder, .w = w};
    const int code = read_look(w, &j.look);
    if (code != APP_OK) return code;
    j.cx = app_context(0);
    if (!j.cx) return APP_FAILED;
    const abut_status status = do_job(&j);
    ab_framing_free(j.cx, &j.framing);
    ab_image_free(j.cx, &j.image);
    ab_replay_close(&j.replay);
    const int result = status == ABUT_OK ? APP_OK : app_report(j.cx, status);
    abut_context_destroy(j.cx);
    return result;
}

static int run(const app_verb *verb, int argc, char **argv) {
    render_wish w = {.size = "960x600", .colour = "body", .time = NAN, .frame = -1, .zoom = 1, .film = movie_usual()};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the picture (FOLDER/render.png) or movie (FOLDER/movie.mp4); - is stdout",
         &w.out},
        {"frame", 0, APP_INTEGER, "N", "the frame to draw, from 0 (the last)", &w.frame},
        {"time", 0, APP_NUMBER, "TIME", "the frame nearest to this time, s", &w.time},
        {"size", 0, APP_TEXT, "WxH", "pixels (960x600)", &w.size},
        {"colour", 0, APP_TEXT, "BY", "body, material, speed or force (body)", &w.colour},
        {"most", 0, APP_NUMBER, "VALUE", "speed or force of the brightest colour (the largest)", &w.max},
        {"arrows", 0, APP_FLAG, NULL, "draw the contact forces", &w.arrows},
        {"glass", 0, APP_ITEMS, "BODY", "draw a body as glass, a hidden one too; * is any letters; may be repeated",
         &w.glass},
        {"no-walls", 0, APP_FLAG, NULL, "leave out the planes that are no floor", &w.no_walls},
        {"no-legend", 0, APP_FLAG, NULL, "write neither time nor scale into the picture", &w.no_legend},
        {"camera", 0, APP_TEXT, "AZ,EL", "where the eye is: degrees about and above (chosen)", &w.camera},
        {"zoom", 0, APP_NUMBER, "FACTOR", "2 = twice as large (1)", &w.zoom},
        {"look-at", 0, APP_TEXT, "BODY", "keep this body in the middle", &w.look_at},
        {"movie", 0, APP_FLAG, NULL, "a movie of all frames rather than a picture", &w.movie},
        {"fps", 0, APP_INTEGER, "N", "pictures in a second of the movie (25)", &w.film.fps},
        {"duration", 0, APP_NUMBER, "SECONDS", "of the movie (as the run, but 4 to 20)", &w.film.duration},
        {"from", 0, APP_NUMBER, "TIME", "first time of the movie, s", &w.film.from},
        {"to", 0, APP_NUMBER, "TIME", "last time of the movie, s (all)", &w.film.to},
        {"quiet", 'q', APP_FLAG, NULL, "show no progress", &w.quiet},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (w.frame >= 0 && isfinite(w.time)) return app_fail(APP_INPUT, "give --frame or --time, not both");
    return render(arguments.item[0], &w);
}

const app_verb app_verb_render = {
    .name = "render",
    .summary = "draw a picture or a movie of a run",
    .usage = "FOLDER [-o FILE] [--time TIME] [--movie] [options]",
    .details =
        "Draws what a run recorded, finished or still going on; needs no graphics card, window or browser. A movie is\n"
        "made by ffmpeg where that is installed (the ending of FILE says which format), or as an animated PNG, which\n"
        "browsers show, when FILE ends in .png or there is no ffmpeg.\n\n"
        "The chequered floor is a plane of the scene; lines without squares are only drawn for the eye.",
    .example = "    abut render out/first --time 0.3 --size 1280x720 -o first.png\n"
               "    abut render out/first --movie --colour speed --arrows -o first.mp4",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};
