// How far the interpolated distance is off the exact one.
#ifndef AB_GEOM_SDF_SDF_ERROR_H
#define AB_GEOM_SDF_SDF_ERROR_H

#include "geom/sdf/sdf.h"

typedef struct ab_sdf_errors {
    int64_t points;
    double mean, largest; // |interpolated - exact|, m
    double normal_mean;   // angle between the gradient and the direction to the nearest point, rad
    int64_t
        wrong_side; // points on the other side of the surface than they seem, farther from it than interpolation errs
} ab_sdf_errors;

// Measures at random points within `band` cells of the surface, spread over it by area; the same points for the same
// field.
abut_status ab_sdf_measure(ab_ctx *cx, const ab_sdf *sdf, int band, int64_t points, ab_sdf_errors *errors);

// ab_sdf_build with cells small enough for options->error.
abut_status ab_sdf_build_to_error(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf);

// The one of the two that the options ask for.
abut_status ab_sdf_build_as_asked(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf);

#endif
