// The help of the verbs in other formats: man pages, and completion for shells. All are made from the tables of options
// that --help prints, so that nothing is kept by hand.
#ifndef ABUT_APP_HELP_FORMATS_H
#define ABUT_APP_HELP_FORMATS_H

#include "app.h"

typedef struct app_help_format {
    const char *name;
    bool of_a_verb;                      // prints one verb; else all of them
    void (*print)(const app_verb *verb); // verb: NULL for those that print all
} app_help_format;

extern const app_help_format app_help_formats[];
extern const int app_help_format_count;

#endif
