// Operations of `abut sdf` on a field, one file each.
#ifndef ABUT_APP_SDF_H
#define ABUT_APP_SDF_H

#include "app.h"

typedef struct app_sdf {
    abut_context *cx;
    const char *path; // path of the mesh
    abut_sdf *field;
    abut_sdf_report report;
    abut_sdf_errors errors;
    int64_t crossings; // pairs of intersecting triangles; a lower bound if the search exceeded its budget
    bool compact;
} app_sdf;

void app_sdf_print(const app_sdf *s);
int app_sdf_json(const app_sdf *s);

// Coordinate along an axis at a part of the grid, from 0 to 1, m.
double app_sdf_place(const app_sdf *s, int axis, double part);

// Writes a picture of the slice normal to an axis (0, 1, 2), at least three pixels per cell; a position outside the
// field is refused.
abut_status app_sdf_slice(const app_sdf *s, const char *path, int axis, double at);

// Prints distances at the points of a CSV file, as CSV or JSON on stdout.
int app_sdf_query(const app_sdf *s, const char *path, bool json);

#endif
