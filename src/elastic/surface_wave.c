// A wave along x, or an egg box:   h = A cos(2 pi x/L_x) (cos(2 pi y/L_y)), with a crest at its position, by default
// the centre of a cell, which is as accurate as four times the cells with the crest between cells.
#include "elastic/surface.h"
#include "math/elementary.h"

enum { AMPLITUDE, LENGTH, ACROSS, POSITION };
static const ab_parameter PARAMETERS[] = {
    [AMPLITUDE] = {"amplitude", "m", "Height of the crests above the middle.", AB_POSITIVE, .required = true},
    [LENGTH] = {"length", "m", "Wavelength along x.", AB_POSITIVE, .required = true},
    [ACROSS] = {"across", "m", "Wavelength along y.", AB_NOT_NEGATIVE, .note = "none: the wave does not depend on y"},
    [POSITION] = {"position", "m", "Place of a crest, from the centre of the middle cell.", AB_ANY, .count = 2},
};

static bool whole(double size, double length) {
    const double waves = size / length;
    return fabs(waves - floor(waves + 0.5)) <= 1e-9 * waves && waves > 0.5;
}

static abut_status check(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid) {
    const double across = value->number[ACROSS];
    if (!grid->periodic || (whole((double)grid->nx * grid->dx, value->number[LENGTH]) &&
                            (across == 0 || whole((double)grid->ny * grid->dy, across))))
        return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "a periodic grid must hold a whole number of waves along each axis");
}

static double height(const ab_surface_values *value, double x, double y) {
    const double along = ab_phase_of(x / value->number[LENGTH]).cosine, across = value->number[ACROSS];
    return value->number[AMPLITUDE] * along * (across > 0 ? ab_phase_of(y / across).cosine : 1);
}

const ab_surface_type ab_surface_wave = {
    .name = "wave",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .check = check,
    .position = POSITION,
    .on_cell = true,
    .height = height,
};
