// Units of the numbers of a file that are written without one: `units: {length: mm, angle: deg}`. They hold for that
// file, not for those it includes or is included by; overrides have those of the scene itself.
#ifndef AB_SCENE_BARE_UNITS_H
#define AB_SCENE_BARE_UNITS_H

#include "scene/schema.h"

enum {
#define AB_BARE_UNIT(key, si, token, help) AB_BARE_##key,
#include "scene/bare_units.def"
#undef AB_BARE_UNIT
    AB_BARE_COUNT
};

typedef struct ab_bare_units {
    const char *text[AB_BARE_COUNT]; // unit of each quantity; NULL = SI
    ab_unit_factor factor[AB_BARE_COUNT];
} ab_bare_units;

// Reads the key `units` of a file's root and sets those of its source. Returns the root without the key; NULL after a
// failure.
const ab_node *ab_take_bare_units(ab_loader *l, int32_t source, const ab_node *root);

// Converts a bare number of a key to SI; *chosen: by a unit that the file gives. False after a diagnostic: the number
// is ambiguous.
bool ab_convert_bare(ab_loader *l, const ab_key *key, const ab_node *node, double *number, bool *chosen);

#endif
