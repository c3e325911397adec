// One tree from several texts: the scene file, what it includes, and overrides from the command line.
#ifndef AB_SCENE_COMPOSE_H
#define AB_SCENE_COMPOSE_H

#include "scene/yaml.h"

#define AB_INCLUDE_DEPTH 16
#define AB_INCLUDE_FILES 1000

// Reads a scene file and what it includes into one mapping. NULL after mistakes or a failure.
const ab_node *ab_compose_file(ab_loader *l, const char *path);

// The tree with "path=value" applied; number counts overrides from 1. After a mistake, the tree as it was.
const ab_node *ab_compose_override(ab_loader *l, const ab_node *root, const char *text, int number);

// The values of two mappings: those of `over` win, mappings inside are merged, lists are appended to those of `base`.
const ab_node *ab_compose_merge(ab_loader *l, const ab_node *base, const ab_node *over);

#endif
