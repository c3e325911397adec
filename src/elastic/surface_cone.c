// A cone with its tip at the surface:   h = -slope hypot(x, y).
#include "elastic/surface.h"

enum { SLOPE, POSITION };
static const ab_parameter PARAMETERS[] = {
    [SLOPE] = {"slope", "1", "Tangent of the angle between its side and the surface.", AB_POSITIVE, .required = true},
    [POSITION] = {"position", "m", "Place of its tip, from the centre of the middle cell.", AB_ANY, .count = 2},
};

static double height(const ab_surface_values *value, double x, double y) {
    return -value->number[SLOPE] * sqrt(x * x + y * y);
}

const ab_surface_type ab_surface_cone = {
    .name = "cone",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .position = POSITION,
    .on_cell = true,
    .height = height,
};
