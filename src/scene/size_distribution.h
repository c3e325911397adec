// Size distributions of the members of a group; a size is the diameter of the sphere of equal volume.
#ifndef AB_SCENE_SIZE_DISTRIBUTION_H
#define AB_SCENE_SIZE_DISTRIBUTION_H

#include "scene/spec.h"

// Diagnoses an invalid distribution.
void ab_check_size(ab_loader *l, const ab_choice *size);

// Quantile u of the size: by number, for a sieve curve by mass.
double ab_size_quantile(const ab_choice *size, double u);
// Relative number of members of a size: 1/diameter^3 for a sieve curve, whose quantiles are by mass, else 1.
double ab_size_mean_volume(const ab_choice *size, double diameter);

#endif
