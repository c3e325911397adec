// The table of integrators, and the lookup by name.
#include "step/step.h"

#include <string.h>

#define AB_INTEGRATOR(name) extern const ab_integrator ab_integrator_##name;
#include "step/integrate/integrators.def"
#undef AB_INTEGRATOR

const ab_integrator *const ab_integrators[] = {
#define AB_INTEGRATOR(name) &ab_integrator_##name,
#include "step/integrate/integrators.def"
#undef AB_INTEGRATOR
};

const int ab_integrator_count = sizeof ab_integrators / sizeof ab_integrators[0];

const ab_integrator *ab_integrator_find(const char *name) {
    for (int i = 0; i < ab_integrator_count; i++)
        if (strcmp(ab_integrators[i]->name, name) == 0) return ab_integrators[i];
    return NULL;
}
