// Movies: pictures one after the other into ffmpeg, or into an animated PNG.
#ifndef ABUT_APP_MOVIE_H
#define ABUT_APP_MOVIE_H

#include "render/apng.h"

#include <sys/types.h>

typedef struct movie_wish {
    int64_t fps;
    double duration; // s; 0 = as the run, but 4 to 20
    double from, to; // s of the run; all of it when from >= to
} movie_wish;

typedef struct movie_plan {
    int64_t frames, fps;
    double from, to; // s
} movie_plan;

typedef struct movie {
    ab_ctx *cx;
    pid_t child; // ffmpeg, 0 = none
    int pipe;    // into it
    char *name;  // as ffmpeg is told
    ab_apng png;
} movie;

movie_wish movie_usual(void);
const char *movie_usual_name(void); // what this machine can make
abut_status movie_make_plan(ab_ctx *cx, const movie_wish *wish, const double *time, int64_t n, movie_plan *plan);
double movie_time(const movie_plan *plan, int64_t frame); // s of the run

abut_status movie_open(ab_ctx *cx, const char *path, const movie_plan *plan, int32_t width, int32_t height, movie *m);
abut_status movie_add(movie *m, const ab_image *image);
// Ends the movie that was made with `status`, and returns the first failure.
abut_status movie_close(movie *m, abut_status status);

#endif
