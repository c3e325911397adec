// Composes one tree from the scene file, its included files and the overrides of the command line.
#ifndef AB_SCENE_COMPOSE_H
#define AB_SCENE_COMPOSE_H

#include "scene/yaml.h"

#define AB_INCLUDE_DEPTH 16
#define AB_INCLUDE_FILES 1000

// Reads a scene file and its included files into one mapping. NULL after errors or a failure.
const ab_node *ab_compose_file(ab_loader *l, const char *path);

// The same of a text in memory; `name` is its path in messages and that its own paths are relative to.
const ab_node *ab_compose_text(ab_loader *l, const char *name, const char *text, int64_t size);

// Returns the tree with "path=value" applied, or the unchanged tree after an error; `number` counts overrides from 1.
const ab_node *ab_compose_override(ab_loader *l, const ab_node *root, const char *text, int number);

// The same with a value of the tree itself; the text of `path` is the path.
const ab_node *ab_compose_value(ab_loader *l, const ab_node *root, const ab_node *path, const ab_node *value);

// The tree with the keys that only a run needs and that may be missing in an endless world (l->endless, which is
// cleared if the tree has an end).
const ab_node *ab_compose_complete(ab_loader *l, const ab_node *root);

// Merges two mappings: values of `over` take precedence, nested mappings are merged, lists are appended to those of
// `base`.
const ab_node *ab_compose_merge(ab_loader *l, const ab_node *base, const ab_node *over);

#endif
