// Movies: a sequence of images encoded by ffmpeg, or an animated PNG.
#ifndef ABUT_APP_MOVIE_H
#define ABUT_APP_MOVIE_H

#include "memory.h"

#include <sys/types.h>

typedef struct movie_wish {
    int64_t fps;
    double duration; // s; 0 = duration of the run, limited to 4 to 20
    double from, to; // s, interval of the run; the whole run if from >= to
} movie_wish;

typedef struct movie_plan {
    int64_t frames, fps;
    double from, to; // s
} movie_plan;

typedef struct movie {
    abut_context *cx;
    pid_t child; // ffmpeg, 0 = none
    int pipe;    // write end of the pipe to ffmpeg
    char *name;  // file name passed to ffmpeg
    abut_animation *png;
} movie;

movie_wish movie_usual(void);
const char *movie_usual_name(void); // default name, in a format that this machine can encode
abut_status movie_make_plan(abut_context *cx, const movie_wish *wish, double first, double last, movie_plan *plan);
double movie_time(const movie_plan *plan, int64_t frame); // time in the run of a movie frame, s

abut_status movie_open(abut_context *cx, const char *path, const movie_plan *plan, int32_t width, int32_t height,
                       movie *m);
abut_status movie_add(movie *m, const abut_image *image);
// Ends the movie; `status` is that of its frames. Returns the first failure.
abut_status movie_close(movie *m, abut_status status);

#endif
