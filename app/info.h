// The two kinds of `abut info`: mesh files and folders of runs.
#ifndef ABUT_APP_INFO_H
#define ABUT_APP_INFO_H

#include "app.h"

int app_info_mesh(abut_context *cx, const char *path, double scale, double density, bool json);
int app_info_run(abut_context *cx, const char *folder, bool json);

#endif
