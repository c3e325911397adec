// A file that the user named as a destination.
//
//   -                       the standard output
//   a link                  is followed and kept
//   a device, pipe, ...     is written to and kept
//   any other name          is created, or replaced as a whole when the output is complete
//
// The writer writes a file at `path`. If that is not the destination itself, app_output_close copies it there.
#ifndef ABUT_APP_OUTPUT_H
#define ABUT_APP_OUTPUT_H

#include "abut/abut.h"

#include <stdio.h>

typedef struct app_output {
    abut_context *cx;
    const char *name; // as the user wrote it
    char *path;       // file to write
    char *folder;     // temporary folder of path; NULL = path is the destination
    bool standard;    // the destination is the standard output
} app_output;

// ending: file name extension of path if the name has none (".svg").
abut_status app_output_open(abut_context *cx, const char *name, const char *ending, app_output *out);
// Copies the file that was written with `status` to its destination. Returns the first failure.
abut_status app_output_close(app_output *out, abut_status status);
// Stream for messages about the output, separate from the output itself.
FILE *app_output_notes(const app_output *out);
// Default folder of results: out/<name of the scene without its extension>.
void app_default_folder(const char *scene, char *folder, size_t size);

#endif
