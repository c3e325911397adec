// A file that the user named for something to be written to.
//
//   -                       the standard output
//   a link                  is followed, and stays
//   a device, pipe, ...     is written to, and stays what it is
//   any other name          is replaced as a whole once all is there, or made
//
// The writer makes a file at `path`. Where that is not the place itself it is copied there in the end.
#ifndef ABUT_APP_OUTPUT_H
#define ABUT_APP_OUTPUT_H

#include "base/ctx.h"

#include <stdio.h>

typedef struct app_output {
    ab_ctx *cx;
    const char *name; // as the user wrote it
    char *path;       // to write to
    char *folder;     // of our own, that holds path; NULL = path is the place itself
    bool standard;    // it goes to the standard output
} app_output;

// ending: of path, where the name has none (".svg").
abut_status app_output_open(ab_ctx *cx, const char *name, const char *ending, app_output *out);
// What was written with `status` goes where it belongs. Returns the first failure.
abut_status app_output_close(app_output *out, abut_status status);
// Where to say what was written: not amid it.
FILE *app_output_notes(const app_output *out);

#endif
