// Materials by name: `preset` of a material. The list is presets.def.
#ifndef AB_SCENE_PRESETS_H
#define AB_SCENE_PRESETS_H

#include "scene/schema.h"

typedef struct ab_preset {
    const char *name, *help; // help: the numbers, what exactly it is, and the source
    double density, young, poisson;
} ab_preset;

extern const ab_preset ab_presets[];
extern const int ab_preset_count;
extern const ab_words ab_preset_words;

// Takes from the preset what the material does not give itself.
void ab_apply_preset(ab_material_spec *material);
// Whether the scene gives a property (a key of the material), itself or by a preset.
bool ab_material_gives(const ab_material_spec *material, const char *key);

#endif
