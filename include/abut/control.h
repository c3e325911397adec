// Controls: efforts of motors from measured coordinates, by matrices of gains.
#ifndef ABUT_CONTROL_H
#define ABUT_CONTROL_H

#include "abut/force.h"

#ifdef __cplusplus
extern "C" {
#endif

// The effort of output i that is added to the motor's own, before its largest effort limits both:
//     sum over the inputs j of  gain[i][j] e_j - rate_gain[i][j] s_j' + integral of integral_gain[i][j] e_j dt
// with e_j = target_j - s_j and the coordinate s_j of force element j, of any kind; a spring without stiffness only
// measures. The integral of each output stays within +-limit, and so does the whole sum. Evaluated whenever forces are;
// the integrals advance at the end of each step and are part of saved states.
typedef struct abut_control_def {
    uint32_t size;                           // bytes of this struct; set by the default function
    const char *name;                        // used in messages; copied
    const int64_t *inputs, *outputs;         // indices of force elements; outputs are motors; copied
    int32_t input_count, output_count;       // 1 to 256
    const double *target;                    // m or rad (input_count); NULL = zero; copied
    const double *gain;                      // N/m, N/rad, N m/m or N m/rad, output by output; NULL = zero; copied
    const double *rate_gain, *integral_gain; // the same times s, and over s
    double limit;                            // N or N m; INFINITY = none
} abut_control_def;

ABUT_API abut_control_def abut_control_default(void);
// Adds a control, before the first step or between two steps; *control (may be NULL) is its index. A force element that
// it uses cannot be removed. ABUT_ERR_ARGUMENT: the definition is invalid, or an output is no motor.
ABUT_API abut_status abut_control_add(abut_world *world, const abut_control_def *def, int32_t *control);
ABUT_API int64_t abut_control_count(const abut_world *world);
// Sets the targets of the inputs. ABUT_ERR_ARGUMENT: no such control, or a number is not finite.
ABUT_API abut_status abut_control_set_target(abut_world *world, int64_t index, const double *target);

#ifdef __cplusplus
}
#endif

#endif
