// The table of shapes and the parts that makers share.
#include "shape/parts.h"
#include "base/alloc.h"
#include "shape/solid.h"

const ab_shape_type *const ab_shape_types[AB_SHAPE_COUNT] = {
#define AB_SHAPE(name) &ab_shape_type_##name,
#include "shape/shapes.def"
#undef AB_SHAPE
};

void ab_shape_free(ab_ctx *cx, ab_shape *shape) {
    ab_solid_free(cx, shape->solid);
    shape->solid = NULL;
    ab_mesh_free(cx, &shape->surface);
}

abut_status ab_shape_make_solid(ab_ctx *cx, const char *name, ab_shape *shape, int64_t cells, bool octree) {
    const int FINE = 2;
    ab_mesh surface = {0};
    AB_TRY(ab_shape_types[shape->kind]->surface(cx, shape, FINE, &surface));
    const ab_solid_options options = {cells, shape->cell, shape->spacing, octree};
    const abut_status status = ab_solid_make(cx, name, &surface, &options, &shape->solid);
    ab_mesh_free(cx, &surface);
    return status;
}

abut_status ab_shape_size(ab_ctx *cx, double size, const char *what) {
    if (isfinite(size) && size > 0) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s is %g m; give a positive length", what, size);
}

// A normal number: neither lost to underflow nor overflowed.
static bool usable(double value) { return isnormal(value) && value > 0; }

abut_status ab_shape_solid(ab_ctx *cx, const ab_shape *shape) {
    const v3 m = shape->moments;
    if (usable(shape->volume) && usable(m.x) && usable(m.y) && usable(m.z) && isfinite(shape->radius))
        return ABUT_OK;
    if (shape->volume == 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the %s encloses no volume; give it a thickness", ab_shape_types[shape->kind]->name);
    return ab_fail(
        cx, ABUT_ERR_ARGUMENT,
        "the %s is too large or too small to have a mass: its volume is %g m^3; check the unit of its size",
        ab_shape_types[shape->kind]->name, shape->volume);
}
