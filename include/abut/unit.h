// Units of measurement, as in scenes: "mm", "N/mm", "rpm", "g/cm^3".
#ifndef ABUT_UNIT_H
#define ABUT_UNIT_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

// Factor from a unit to the SI unit `si` of its quantity ("m", "N m", "rad/s", "1"): 0.001 for "mm" and "m".
// ABUT_ERR_ARGUMENT: the unit is unknown, of another quantity, or its zero is not nothing (degC).
ABUT_API abut_status abut_unit_factor(abut_context *context, const char *unit, const char *si, double *factor);
// Reads a quantity as scenes write it, "40 mm/s" with unit "m/s" or a bare number in that unit, in SI.
// ABUT_ERR_INPUT: no number, an unknown unit, or one of another dimension.
ABUT_API abut_status abut_quantity_read(abut_context *context, const char *text, const char *unit, double *value);

#ifdef __cplusplus
}
#endif

#endif
