// A cylinder whose axis lies along y, near its ridge:   h = -x^2/(2 R).
#include "elastic/surface.h"

enum { RADIUS, POSITION };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of curvature.", AB_POSITIVE, .required = true},
    [POSITION] = {"position", "m", "Place of its ridge, from the centre of the middle cell.", AB_ANY, .count = 2},
};

static double height(const ab_surface_values *value, double x, double y) {
    (void)y;
    return -x * x / (2 * value->number[RADIUS]);
}

const ab_surface_type ab_surface_cylinder = {
    .name = "cylinder",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .position = POSITION,
    .on_cell = true,
    .height = height,
};
