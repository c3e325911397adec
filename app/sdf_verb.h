// Operations of `abut sdf` on a field, one file each.
#ifndef ABUT_APP_SDF_H
#define ABUT_APP_SDF_H

#include "app.h"
#include "geom/sdf/sdf_error.h"

typedef struct app_sdf {
    abut_context *cx;
    const char *path; // path of the mesh
    ab_sdf field;
    ab_sdf_errors errors;
    int64_t crossings; // pairs of intersecting triangles; a lower bound if the search exceeded its budget
    bool compact, from_cache;
} app_sdf;

void app_sdf_print(const app_sdf *s);
int app_sdf_json(const app_sdf *s);

// Writes a picture of the slice normal to an axis (0, 1, 2), at least three pixels per cell; a position outside the
// field is refused.
abut_status app_sdf_slice(const app_sdf *s, const char *path, int axis, double at);

// Writes all nodes of the grid as a VTK image (.vti).
abut_status app_sdf_image(const app_sdf *s, const char *path);

// Prints distances at the points of a CSV file, as CSV or JSON on stdout.
int app_sdf_query(const app_sdf *s, const char *path, bool json);

#endif
