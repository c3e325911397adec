// The table of materials by name, and how a material takes its numbers from it.
#include "scene/presets.h"

#include <string.h>

const ab_preset ab_presets[] = {
#define AB_PRESET(name, density, young, poisson, source)                                                               \
    {#name, #density " kg/m^3, " #young " GPa, Poisson's ratio " #poisson ": " source, density, young##e9, poisson},
#include "scene/presets.def"
#undef AB_PRESET
};
const int ab_preset_count = sizeof ab_presets / sizeof ab_presets[0];

static int preset_count(void) { return ab_preset_count; }
static const char *preset_name(int i) { return ab_presets[i].name; }
static const char *preset_help(int i) { return ab_presets[i].help; }
const ab_words ab_preset_words = {preset_count, preset_name, preset_help};

static bool own(const ab_material_spec *material, const char *key) {
    return ab_node_get(material->head.node, key) != NULL;
}

void ab_apply_preset(ab_material_spec *material) {
    if (material->preset < 0) return;
    const ab_preset *p = &ab_presets[material->preset];
    if (!own(material, "density")) material->density = p->density;
    if (!own(material, "young")) material->young = p->young;
    if (!own(material, "poisson")) material->poisson = p->poisson;
}

bool ab_material_gives(const ab_material_spec *material, const char *key) {
    static const char *const PRESET[] = {"density", "young", "poisson"};
    if (own(material, key)) return true;
    for (size_t i = 0; material->preset >= 0 && i < sizeof PRESET / sizeof PRESET[0]; i++)
        if (strcmp(PRESET[i], key) == 0) return true;
    return false;
}
