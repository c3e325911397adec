// A ball near its apex:   h = -(x^2 + y^2)/(2 R), the paraboloid of Hertz' theory.
#include "elastic/surface.h"

enum { RADIUS, POSITION };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of curvature.", AB_POSITIVE, .required = true},
    [POSITION] = {"position", "m", "Place of its apex, from the centre of the middle cell.", AB_ANY, .count = 2},
};

static double height(const ab_surface_values *value, double x, double y) {
    return -(x * x + y * y) / (2 * value->number[RADIUS]);
}

const ab_surface_type ab_surface_sphere = {
    .name = "sphere",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .position = POSITION,
    .on_cell = true,
    .height = height,
};
