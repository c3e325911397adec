// Writes results.vtkhdf of elastic contact as an image of VTKHDF 2.2, whose points are the centres of the cells:
//
//   /VTKHDF              Version, Type = ImageData, WholeExtent, Origin, Spacing, Direction
//     PointData/<name>   one load: rows by columns; several: loads by rows by columns
//     Steps              of several loads: NSteps, Values = 1, 2, ..., PointDataOffsets/<name>
//
// Readers leave out the third dimension of a flat image, and the dimension of time where there is one step.
#include "output/press_fields.h"
#include "base/alloc.h"
#include "base/io.h"

#include <stdio.h>
#include <string.h>

static const char *const NAME[AB_PRESS_FIELDS] = {"pressure", "gap", "displacement", "traction"};

static int64_t rows_of(const ab_press_file *f) { return f->grid.ny > 1 ? f->grid.ny : 2; }

static void path_of(char path[96], const char *group, const char *name) {
    snprintf(path, 96, "/VTKHDF/%s/%s", group, name);
}

static void put_head(ab_press_file *f) {
    static const int64_t version[] = {2, 2};
    static const double axes[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int64_t extent[] = {0, f->grid.nx - 1, 0, rows_of(f) - 1, 0, 0};
    const double origin[] = {0.5 * f->grid.dx, 0.5 * f->grid.dy, 0}, spacing[] = {f->grid.dx, f->grid.dy, 1};
    ab_h5_group(&f->h5, "/VTKHDF");
    ab_h5_attribute(&f->h5, "/VTKHDF", "Version", AB_I64, version, 2);
    ab_h5_attribute_text(&f->h5, "/VTKHDF", "Type", "ImageData");
    ab_h5_attribute(&f->h5, "/VTKHDF", "WholeExtent", AB_I64, extent, 6);
    ab_h5_attribute(&f->h5, "/VTKHDF", "Origin", AB_F64, origin, 3);
    ab_h5_attribute(&f->h5, "/VTKHDF", "Spacing", AB_F64, spacing, 3);
    ab_h5_attribute(&f->h5, "/VTKHDF", "Direction", AB_F64, axes, 9);
    ab_h5_group(&f->h5, "/VTKHDF/PointData");
}

static void put_offsets(ab_press_file *f, ab_h5_rows *set) {
    for (int64_t i = 0; i < f->loads; i++) ab_h5_rows_put(&f->h5, set, &i, 1);
    ab_h5_rows_close(&f->h5, set);
}

static void put_steps(ab_press_file *f) {
    const int32_t count = (int32_t)f->loads;
    char path[96];
    ab_h5_group(&f->h5, "/VTKHDF/Steps");
    ab_h5_attribute(&f->h5, "/VTKHDF/Steps", "NSteps", AB_I32, &count, 1);
    ab_h5_rows values = ab_h5_rows_create(&f->h5, "/VTKHDF/Steps/Values", AB_F64, f->loads, 0);
    for (int64_t i = 0; i < f->loads; i++) ab_h5_rows_put(&f->h5, &values, &(double){(double)(i + 1)}, 1);
    ab_h5_rows_close(&f->h5, &values);
    ab_h5_group(&f->h5, "/VTKHDF/Steps/PointDataOffsets");
    for (int k = 0; k < AB_PRESS_FIELDS; k++) {
        if (!f->has[k]) continue;
        path_of(path, "Steps/PointDataOffsets", NAME[k]);
        ab_h5_rows set = ab_h5_rows_create(&f->h5, path, AB_I64, f->loads, 0);
        put_offsets(f, &set);
    }
}

static void put_arrays(ab_press_file *f) {
    char path[96];
    for (int k = 0; k < AB_PRESS_FIELDS; k++) {
        f->set[k].set = -1;
        path_of(path, "PointData", NAME[k]);
        if (f->has[k] && f->loads > 1) f->set[k] = ab_h5_planes_create(&f->h5, path, f->loads, rows_of(f), f->grid.nx);
    }
}

static abut_status begin(ab_press_file *f, const char *path) {
    const int64_t length = (int64_t)strlen(path);
    AB_TRY(AB_ALLOC(f->cx, &f->path, length + 1));
    AB_TRY(AB_ALLOC(f->cx, &f->writing, length + 5));
    memcpy(f->path, path, (size_t)length);
    memcpy(f->writing, path, (size_t)length);
    memcpy(f->writing + length, ".tmp", 4);
    if (f->grid.ny == 1) AB_TRY(AB_ALLOC(f->cx, &f->twice, 2 * f->grid.nx));
    AB_TRY(ab_h5_create(f->cx, f->writing, &f->h5));
    put_head(f);
    if (f->loads > 1) put_steps(f);
    put_arrays(f);
    return ABUT_OK;
}

static void release(ab_press_file *f) {
    ab_free(f->cx, f->path);
    ab_free(f->cx, f->writing);
    ab_free(f->cx, f->twice);
    *f = (ab_press_file){0};
}

abut_status ab_press_file_open(ab_ctx *cx, const char *path, const ab_grid *grid, int64_t loads, bool traction,
                               ab_press_file *file) {
    *file = (ab_press_file){.cx = cx, .grid = *grid, .loads = loads, .has = {true, true, true, traction}};
    const abut_status status = begin(file, path);
    if (status != ABUT_OK) release(file);
    return status;
}

static const double *plane_of(ab_press_file *f, const double *values) {
    if (!f->twice) return values;
    for (int64_t i = 0; i < 2 * f->grid.nx; i++) f->twice[i] = values[i % f->grid.nx];
    return f->twice;
}

void ab_press_file_put(ab_press_file *f, const ab_press_values *values) {
    char path[96];
    for (int k = 0; k < AB_PRESS_FIELDS; k++) {
        if (!f->has[k]) continue;
        path_of(path, "PointData", NAME[k]);
        if (f->loads > 1)
            ab_h5_planes_put(&f->h5, &f->set[k], plane_of(f, values->field[k]));
        else
            ab_h5_put(&f->h5, path, AB_F64, rows_of(f), f->grid.nx, plane_of(f, values->field[k]));
    }
}

abut_status ab_press_file_close(ab_press_file *f, abut_status status) {
    if (!f->cx) return status;
    ab_ctx *cx = f->cx;
    for (int k = 0; k < AB_PRESS_FIELDS; k++) ab_h5_planes_close(&f->h5, &f->set[k]);
    const abut_status closed = ab_h5_close(&f->h5);
    if (status == ABUT_OK) status = closed;
    if (status == ABUT_OK) status = ab_io_rename(cx, f->writing, f->path);
    if (status != ABUT_OK) cx->io.remove(cx->io.user, f->writing); // the failure is reported already
    release(f);
    return status;
}
