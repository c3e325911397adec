// Sizes of the members of a group: diameters of balls of equal volume, by a distribution.
#ifndef AB_SCENE_SIZE_DISTRIBUTION_H
#define AB_SCENE_SIZE_DISTRIBUTION_H

#include "scene/spec.h"

// Diagnoses a distribution that is none.
void ab_check_size(ab_loader *l, const ab_choice *size);

// The size that a share u of all does not exceed: by number, of a sieve curve by mass.
double ab_size_quantile(const ab_choice *size, double u);
// How many members a mass has, over those of another size.
double ab_size_mean_volume(const ab_choice *size, double diameter);

#endif
