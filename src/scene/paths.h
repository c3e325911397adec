// Paths inside scenes: relative to the file they stand in, and below the scene's folder unless the user allows more.
#ifndef AB_SCENE_PATHS_H
#define AB_SCENE_PATHS_H

#include "scene/yaml.h"

// Removes "." and "x/.." and doubled slashes; `path` is relative. False when it climbs out. normal holds strlen(path) +
// 2 bytes.
bool ab_path_normalise(const char *path, char *normal);

// The path to open for `given`, which stands at `node`; *relative is the same seen from the scene's folder. NULL after
// a diagnostic or failure.
const char *ab_scene_path(ab_loader *l, const ab_node *node, const char *given, const char **relative);

// The folder part of a path, without the last slash ("" for a bare name).
const char *ab_folder_of(ab_loader *l, const char *path);

#endif
