// A flat punch, round or rectangular:   h = 0 below it, never in contact beside it.
#include "elastic/surface.h"

enum { RADIUS, SIZE, POSITION };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of a round punch.", AB_NOT_NEGATIVE, .note = "a rectangular punch"},
    [SIZE] = {"size", "m", "Width along x and y of a rectangular punch.", AB_POSITIVE, .count = 2,
              .note = "a round punch"},
    [POSITION] = {"position", "m", "Place of its middle, from the middle of the grid.", AB_ANY, .count = 2},
};

static abut_status check(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid) {
    (void)grid;
    if ((value->number[RADIUS] > 0) != (value->list[SIZE].n > 0)) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "a punch needs either 'radius' or 'size'");
}

static double height(const ab_surface_values *value, double x, double y) {
    const double r = value->number[RADIUS];
    const double *size = value->list[SIZE].item;
    const bool below = r > 0 ? x * x + y * y <= r * r : 2 * fabs(x) <= size[0] && 2 * fabs(y) <= size[1];
    return below ? 0 : -INFINITY;
}

const ab_surface_type ab_surface_punch = {
    .name = "punch",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .check = check,
    .position = POSITION,
    .height = height,
};
