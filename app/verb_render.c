// abut render: renders images and movies of a run, without a graphics card, a window or a browser.
#include "app.h"
#include "movie.h"
#include "output.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_LOOKS 24 // frames from which the camera and colour range of a movie are chosen

typedef struct render_wish {
    const char *out, *size, *colour, *camera;
    app_list glass;
    double time;
    int64_t frame;
    bool no_walls, no_legend, movie, quiet;
    movie_wish shot;
    abut_render_options options;
} render_wish;

typedef struct render_job {
    abut_context *cx;
    const char *folder;
    const render_wish *w;
    abut_render *render;
} render_job;

// ------------------------------------------------------------------------------------------------------ options

static const char *const COLOURINGS[] = {[ABUT_COLOUR_BODY] = "body",
                                         [ABUT_COLOUR_MATERIAL] = "material",
                                         [ABUT_COLOUR_SPEED] = "speed",
                                         [ABUT_COLOUR_FORCE] = "force"};
enum { COLOURING_COUNT = sizeof COLOURINGS / sizeof COLOURINGS[0] };

// Reads two numbers with a separator: "640x480", "30,20".
static bool read_pair(const char *text, char between, double *a, double *b) {
    const int64_t length = (int64_t)strlen(text), first = abut_number_read(text, length, a);
    if (first == 0 || text[first] != between) return false;
    const int64_t rest = length - first - 1;
    return rest > 0 && abut_number_read(text + first + 1, rest, b) == rest && isfinite(*a) && isfinite(*b);
}

static bool read_size(render_wish *w) {
    double width = 0, height = 0;
    const bool two = read_pair(w->size, 'x', &width, &height);
    if (!two || width != floor(width) || height != floor(height) || width < 16 || height < 16 || width > 16384 ||
        height > 16384)
        return false;
    w->options.width = (int32_t)width;
    w->options.height = (int32_t)height;
    return true;
}

// Fills the options from those of the command line.
static int read_look(render_wish *w) {
    abut_render_options *o = &w->options;
    o->walls = !w->no_walls;
    o->legend = !w->no_legend;
    o->glass = w->glass.item;
    o->glass_count = w->glass.count;
    if (!read_size(w))
        return app_fail(APP_INPUT, "--size takes two numbers of pixels from 16 to 16384, such as 1280x720, not '%s'",
                        w->size);
    if (!(o->zoom > 0)) return app_fail(APP_INPUT, "--zoom must be above 0");
    if (o->max < 0) return app_fail(APP_INPUT, "--max must not be negative");
    if (w->camera && !read_pair(w->camera, ',', &o->azimuth, &o->elevation))
        return app_fail(APP_INPUT, "--camera takes azimuth and elevation in degrees, such as 30,20, not '%s'",
                        w->camera);
    if (fabs(o->elevation) > 90) return app_fail(APP_INPUT, "--camera: an elevation is from -90 to 90 degrees");
    for (int i = 0; i < COLOURING_COUNT; i++)
        if (strcmp(w->colour, COLOURINGS[i]) == 0) {
            o->colouring = (abut_colouring)i;
            return APP_OK;
        }
    return app_fail_word("colouring", w->colour, COLOURINGS, COLOURING_COUNT);
}

// -------------------------------------------------------------------------------------------------------- frames

static abut_status choose_frame(const render_job *j, int64_t *frame) {
    const int64_t n = abut_render_frame_count(j->render);
    *frame = isfinite(j->w->time) ? abut_render_frame_at(j->render, j->w->time) : j->w->frame < 0 ? n - 1 : j->w->frame;
    if (*frame < n) return ABUT_OK;
    return abut_context_fail(j->cx, ABUT_ERR_INPUT, "--frame %" PRId64 ": '%s' holds %" PRId64 " frames, 0 to %" PRId64,
                             *frame, j->folder, n, n - 1);
}

// Opens the output: the user's file name, or a name in the folder of the run, where links are not followed.
static abut_status open_output(const render_job *j, const char *usual, char **path, app_output *out) {
    *path = NULL;
    if (j->w->out) return app_output_open(j->cx, j->w->out, ".png", out);
    APP_TRY(app_path_join(j->cx, j->folder, usual, path));
    struct stat info;
    if (lstat(*path, &info) == 0 && S_ISLNK(info.st_mode)) return abut_file_fail(j->cx, "write", *path, ELOOP);
    return app_output_open(j->cx, *path, ".png", out);
}

static abut_status write_snapshot(render_job *j) {
    int64_t frame = 0;
    APP_TRY(choose_frame(j, &frame));
    const abut_image *image = NULL;
    APP_TRY(abut_render_consider(j->render, frame));
    APP_TRY(abut_render_draw(j->render, frame, &image));
    char *path = NULL;
    app_output out = {0};
    abut_status status = open_output(j, "render.png", &path, &out);
    if (status == ABUT_OK) status = app_output_close(&out, abut_image_write_png(j->cx, image, out.path));
    if (status == ABUT_OK)
        fprintf(app_output_notes(&out), "wrote %s: %d x %d pixels, frame %" PRId64 " at t = %.9g s\n", out.name,
                image->width, image->height, frame, abut_render_frame_time(j->render, frame));
    free(path);
    return status;
}

// --------------------------------------------------------------------------------------------------------- movie

static abut_status consider_all(render_job *j, const movie_plan *plan) {
    const int64_t looks = plan->frames < MAX_LOOKS ? plan->frames : MAX_LOOKS;
    for (int64_t i = 0; i < looks; i++) {
        const int64_t k = looks > 1 ? i * (plan->frames - 1) / (looks - 1) : 0;
        APP_TRY(abut_render_consider(j->render, abut_render_frame_at(j->render, movie_time(plan, k))));
    }
    return ABUT_OK;
}

static abut_status write_frames(render_job *j, const movie_plan *plan, movie *m) {
    app_progress progress = app_progress_start(j->w->quiet);
    const double began = app_wall_time();
    abut_status status = ABUT_OK;
    const abut_image *image = NULL;
    int64_t drawn = -1;
    for (int64_t k = 0; k < plan->frames && status == ABUT_OK; k++) {
        const int64_t frame = abut_render_frame_at(j->render, movie_time(plan, k));
        if (frame != drawn) status = abut_render_draw(j->render, frame, &image);
        drawn = frame;
        if (status == ABUT_OK) status = movie_add(m, image);
        app_progress_work(&progress, "frame", k + 1, plan->frames, app_wall_time() - began);
    }
    app_end_line();
    return status;
}

static abut_status make_movie(render_job *j, const movie_plan *plan, const char *path) {
    movie m;
    APP_TRY(movie_open(j->cx, path, plan, j->w->options.width, j->w->options.height, &m));
    return movie_close(&m, write_frames(j, plan, &m));
}

static abut_status write_movie(render_job *j) {
    movie_plan plan;
    const double first = abut_render_frame_time(j->render, 0);
    const double last = abut_render_frame_time(j->render, abut_render_frame_count(j->render) - 1);
    APP_TRY(movie_make_plan(j->cx, &j->w->shot, first, last, &plan));
    APP_TRY(consider_all(j, &plan));
    char *path = NULL;
    app_output out = {0};
    abut_status status = open_output(j, movie_usual_name(), &path, &out);
    if (status == ABUT_OK) status = app_output_close(&out, make_movie(j, &plan, out.path));
    if (status == ABUT_OK)
        fprintf(app_output_notes(&out), "wrote %s: %" PRId64 " frames of %d x %d pixels, %.4g s\n", out.name,
                plan.frames, j->w->options.width, j->w->options.height, (double)plan.frames / (double)plan.fps);
    free(path);
    return status;
}

// ---------------------------------------------------------------------------------------------------------- verb

static abut_status do_job(render_job *j) {
    APP_TRY(abut_render_open(j->cx, j->folder, &j->w->options, &j->render));
    const abut_status status = j->w->movie ? write_movie(j) : write_snapshot(j);
    abut_render_destroy(j->render);
    return status;
}

static int render(const char *folder, render_wish *w) {
    const int code = read_look(w);
    if (code != APP_OK) return code;
    render_job j = {.cx = app_context(0), .folder = folder, .w = w};
    if (!j.cx) return APP_FAILED;
    const abut_status status = do_job(&j);
    const int result = status == ABUT_OK ? APP_OK : app_report(j.cx, status);
    abut_context_destroy(j.cx);
    return result;
}

static int run(const app_verb *verb, int argc, char **argv) {
    render_wish w = {.size = "960x600", .colour = "body", .time = NAN, .frame = -1, .shot = movie_usual()};
    w.options = abut_render_default();
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the picture (FOLDER/render.png) or movie (FOLDER/movie.mp4); - is stdout",
         &w.out},
        {"frame", 0, APP_INTEGER, "N", "the frame to draw, from 0 (the last)", &w.frame},
        {"time", 0, APP_NUMBER, "TIME", "the frame nearest to this time, s", &w.time},
        {"size", 0, APP_TEXT, "WxH", "pixels (960x600)", &w.size},
        {"colour", 0, APP_TEXT, "BY", "body, material, speed or force (body)", &w.colour},
        {"max", 0, APP_NUMBER, "VALUE", "speed or force at the upper end of the colour scale (the largest)",
         &w.options.max},
        {"arrows", 0, APP_FLAG, NULL, "draw the contact forces", &w.options.arrows},
        {"glass", 0, APP_ITEMS, "BODY", "draw a body as glass, also a hidden one; * matches any text; may be repeated",
         &w.glass},
        {"no-walls", 0, APP_FLAG, NULL, "omit planes other than the floor", &w.no_walls},
        {"no-legend", 0, APP_FLAG, NULL, "omit time and colour scale", &w.no_legend},
        {"camera", 0, APP_TEXT, "AZ,EL", "azimuth and elevation of the camera, degrees (automatic)", &w.camera},
        {"zoom", 0, APP_NUMBER, "FACTOR", "magnification (1)", &w.options.zoom},
        {"look-at", 0, APP_TEXT, "BODY", "centre the view on this body", &w.options.look_at},
        {"movie", 0, APP_FLAG, NULL, "movie of all frames instead of a picture", &w.movie},
        {"fps", 0, APP_INTEGER, "N", "frames per second of the movie (25)", &w.shot.fps},
        {"duration", 0, APP_NUMBER, "SECONDS", "of the movie (as the run, but 4 to 20)", &w.shot.duration},
        {"from", 0, APP_NUMBER, "TIME", "first time of the movie, s", &w.shot.from},
        {"to", 0, APP_NUMBER, "TIME", "last time of the movie, s (all)", &w.shot.to},
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
        "The chequered floor is a plane of the scene; lines without squares are a visual aid and no body.",
    .example = "    abut render out/first --time 0.3 --size 1280x720 -o first.png\n"
               "    abut render out/first --movie --colour speed --arrows -o first.mp4",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};
