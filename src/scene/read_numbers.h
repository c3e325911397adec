// Readers of quantities and whole numbers. A value that is wrong is diagnosed, and the target keeps its default.
#ifndef AB_SCENE_READ_NUMBERS_H
#define AB_SCENE_READ_NUMBERS_H

#include "scene/schema.h"

// A number in the SI unit of the key; without a unit in the file, in that of its bare numbers.
void ab_read_quantity(ab_loader *l, const ab_key *key, const ab_node *node, double *value);
void ab_read_integer(ab_loader *l, const ab_key *key, const ab_node *node, int64_t *value);

// Diagnoses a node of the wrong kind: "'radius' must be a number, but this is a list".
void ab_wrong_kind(ab_loader *l, const ab_key *key, const ab_node *node, const char *expected);
ab_place ab_inside(const ab_node *node, int64_t offset); // the place of a byte of a scalar in one line
const char *ab_kind_word(const ab_node *node);           // "a list"

#endif
