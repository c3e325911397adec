// Stages of a run: parts with values of their own.
#ifndef AB_SCENE_STAGES_H
#define AB_SCENE_STAGES_H

#include "scene/spec.h"

// The tree with the values that hold in a stage: those of stages 0 to `stage`, the later winning.
const ab_node *ab_apply_stages(ab_loader *l, const ab_node *root, int64_t stage);
int64_t ab_count_stages(const ab_node *root);            // 0 = the run has one part, without a name
void ab_check_stages(ab_loader *l, ab_scene_spec *spec); // and finds the end of each
// Hash of what decides the forces: the tree without times, outputs, probes and titles.
uint64_t ab_settings_hash(const ab_node *root);

#endif
