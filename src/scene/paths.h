// Paths in scenes: relative to the file that contains them, and below the scene's folder unless the user allows others.
#ifndef AB_SCENE_PATHS_H
#define AB_SCENE_PATHS_H

#include "scene/yaml.h"

// Removes "." and "x/.." and double slashes from a relative path. False if it leaves its folder. The buffer `normal`
// has strlen(path) + 2 bytes.
bool ab_path_normalise(const char *path, char *normal);

// The path to open for `given`, the text of `node`; *relative is the same relative to the scene's folder. NULL after a
// diagnostic or failure.
const char *ab_scene_path(ab_loader *l, const ab_node *node, const char *given, const char **relative);

// The folder part of a path, without the last slash ("" for a bare name).
const char *ab_folder_of(ab_loader *l, const char *path);

#endif
