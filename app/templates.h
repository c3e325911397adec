// The scenes of scenes/*.yaml embedded in the program, for `abut new`. cmake/embed.cmake generates the table; the first
// sentence of a scene is its help text.
#ifndef ABUT_APP_TEMPLATES_H
#define ABUT_APP_TEMPLATES_H

typedef struct app_template {
    const char *name, *help, *text;
} app_template;

extern const app_template app_templates[];
extern const int app_template_count;

#endif
