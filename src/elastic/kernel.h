// Kernels: displacement of the surface of an elastic solid under a pressure. One file per kernel, kernels.def.
#ifndef AB_ELASTIC_KERNEL_H
#define AB_ELASTIC_KERNEL_H

#include "elastic/convolve.h"

// An elastic body with a plane surface.
typedef struct ab_elastic_solid {
    double young, poisson; // Pa, 1
    double thickness;      // of a layer that is bonded to a rigid base, m; 0 = half-space
} ab_elastic_solid;

// 1/E* = (1 - nu^2)/E of one solid, 1/Pa.
static inline double ab_solid_compliance(const ab_elastic_solid *s) { return (1 - s->poisson * s->poisson) / s->young; }

typedef struct ab_kernel ab_kernel;

typedef struct ab_kernel_type {
    const char *name, *help;
    bool periodic, layer; // grids and solids that it is for
    // Transform at the wave number q > 0 of a wave, and at q = 0 (0 = displacements are measured from their mean),
    // m/Pa.
    double (*wave)(const ab_elastic_solid *solid, double q);
    double (*uniform)(const ab_elastic_solid *solid);
    // Displacement at a distance of i and j cells from one cell under a pressure of 1, m/Pa; NULL = by `wave`.
    double (*cell)(const ab_elastic_solid *solid, const ab_grid *grid, int64_t i, int64_t j);
} ab_kernel_type;

extern const ab_kernel_type *const ab_kernel_types[];
extern const int ab_kernel_type_count;

// The kernel of one or two solids in contact: u is the sum of their displacements.
#define AB_SOLIDS_MAX 2
struct ab_kernel {
    ab_grid grid;
    ab_elastic_solid solid[AB_SOLIDS_MAX];
    const ab_kernel_type *type[AB_SOLIDS_MAX];
    int count;
    double penalty; // Pa/m; 1/penalty is added: contact by springs; infinite = none
};

// ABUT_ERR_ARGUMENT: a solid has impossible constants, or a layer on a grid that is not periodic.
abut_status ab_kernel_set(ab_ctx *cx, const ab_grid *grid, const ab_elastic_solid *solid, int count, double penalty,
                          ab_kernel *kernel);
double ab_kernel_modulus(const ab_kernel *kernel); // E*, of all solids together, Pa
double ab_kernel_min_q(const ab_kernel *kernel);   // of the longest wave of the grid with its padding, 1/m
double ab_kernel_uniform(const ab_kernel *kernel); // transform at q = 0, without the penalty

// Tables for a convolver of the same grid: the kernel, and its approximate inverse 1/K^, which for a grid that is free
// is that of the periodic half-space.
abut_status ab_kernel_make_table(const ab_kernel *kernel, ab_convolver *convolver, double *table);
void ab_kernel_make_inverse(const ab_kernel *kernel, ab_convolver *convolver, double *table);

#endif
