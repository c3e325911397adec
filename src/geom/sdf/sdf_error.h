// Error of the interpolated distance, measured against the exact one.
#ifndef AB_GEOM_SDF_SDF_ERROR_H
#define AB_GEOM_SDF_SDF_ERROR_H

#include "geom/sdf/sdf.h"

typedef abut_sdf_errors ab_sdf_errors;

// Measures the error at pseudo-random points within `band` cells of the surface, uniform by area; reproducible for the
// same field.
abut_status ab_sdf_measure(ab_ctx *cx, const ab_sdf *sdf, int band, int64_t points, ab_sdf_errors *errors);

// ab_sdf_build with cells small enough for options->error.
abut_status ab_sdf_build_to_error(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf);

// ab_sdf_build or ab_sdf_build_to_error, depending on the options.
abut_status ab_sdf_build_as_asked(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf);

#endif
