// Force elements: springs, stops, motors, friction and bushings between two bodies.
#ifndef ABUT_FORCE_H
#define ABUT_FORCE_H

#include "abut/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

// Efforts of a force element that a program computes, N or N m; all are zero before the call. The effort is the sum of
// the four.
typedef struct abut_effort {
    double elastic;  // -dU/ds of the stored energy U
    double damping;  // -c s', for example: its power is lost to damping
    double friction; // its power is lost to friction
    double work;     // its power is work on the system: motors, loads
    double stored;   // U(s) >= 0, J
} abut_effort;

// A force element: spring, stop, motor, friction or bushing (`abut list forces`). Most act along one coordinate s of
// the two frames: "distance" of the origins, "travel" of b's origin along the axis, or "angle" about it. Efforts are
// forces, or torques for an angle.
typedef struct abut_force_def {
    uint32_t size;               // bytes of this struct; set by the default function
    const char *name;            // used in messages and results; copied
    const char *kind;            // see `abut list forces`
    const char *along;           // "distance", "travel" or "angle"
    abut_body a, b;              // zero = the ground
    abut_frame frame_a, frame_b; // as in abut_joint_def
    // Parameters of its kind, named as in scenes, SI: `abut help scene force`, along an angle `abut help scene torque`.
    // Copied.
    const abut_parameter *parameters;
    int32_t parameter_count;
    const abut_list_parameter *lists; // those that are lists: points and values of a table, coefficients of a bushing
    int32_t list_count;
    // NULL, or the program's own law instead of `kind`: sets the efforts at coordinate s (m or rad), rate s' (m/s or
    // rad/s) and time, s. It is called several times in a step, by one thread at a time, at states that the step may
    // discard, and must not call the world. Results are reproducible to the bit if it is a function of its arguments.
    // Parameters: `stiffness` and `damping`, the largest |d effort/ds| and |d effort/ds'|, by which an automatic time
    // step is chosen; 0 by default.
    void (*act)(void *user, double coordinate, double rate, double time, abut_effort *effort);
    void *act_user;
} abut_force_def;

typedef struct abut_force_state {
    double coordinate; // distance or travel, m; angle, rad
    double effort;     // positive in the direction of increasing coordinate, N or N m
} abut_force_state;

ABUT_API abut_force_def abut_force_default(void);
// Adds a force element, before the first step or between two steps; *force (may be NULL) is its index.
// ABUT_ERR_ARGUMENT: the definition is invalid.
ABUT_API abut_status abut_force_add(abut_world *world, const abut_force_def *def, int32_t *force);
// Removes a force element. The indices of those behind it fall by one.
ABUT_API abut_status abut_force_remove(abut_world *world, int64_t force);
// Sets, before the first step or between two steps, the target of a motor's coordinate now, m or rad, its rate, m/s or
// rad/s, and the constant effort, N or N m: effort + k (target - s) + c (speed - s'), limited to its largest effort.
// ABUT_ERR_ARGUMENT: no such element, not a motor, or a number is not finite.
ABUT_API abut_status abut_force_set_target(abut_world *world, int64_t index, double target, double speed,
                                           double effort);
ABUT_API int64_t abut_force_count(const abut_world *world);
ABUT_API abut_force_state abut_force_get(const abut_world *world, int64_t index); // index < count, else zeros

// Index for abut_force_get. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_force_find(const abut_world *world, const char *name, int64_t *index);

#ifdef __cplusplus
}
#endif

#endif
