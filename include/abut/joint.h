// Joints: constraints between two bodies, or a body and the ground.
#ifndef ABUT_JOINT_H
#define ABUT_JOINT_H

#include "abut/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// A joint constrains a frame of body a relative to a frame of body b; a zero id is the ground. `abut list joints` lists
// the kinds; the axis of a joint is the z axis of its frames. The next step moves bodies
// so that all joints are satisfied.
typedef struct abut_joint_def {
    uint32_t size;    // bytes of this struct; set by the default function
    const char *name; // used in messages and results; copied
    const char *kind; // see `abut list joints`
    abut_body a, b;
    // in the body's frame, the frame in which its shape was given; of the ground: in the world frame
    abut_frame frame_a, frame_b;
    const abut_parameter *parameters; // of its kind, named as in scenes (`abut help scene joint`), SI; copied
    int32_t parameter_count;
    bool collide; // contacts between the two bodies are allowed
} abut_joint_def;

#define ABUT_JOINT_COORDINATES 3

typedef struct abut_joint_state {
    abut_v3 point;         // origin of the frame on b, m, world axes
    abut_v3 force, torque; // reaction on b at `point`, N and N m, world axes; the opposite acts on a
    int32_t coordinates;   // number of its coordinates, in the order of joints.csv: the angle of a hinge, for example
    double coordinate[ABUT_JOINT_COORDINATES], speed[ABUT_JOINT_COORDINATES]; // m and m/s, or rad (unwrapped) and rad/s
} abut_joint_state;

ABUT_API abut_joint_def abut_joint_default(void);
// Adds a joint, before the first step or between two steps; *joint (may be NULL) is its index. ABUT_ERR_ARGUMENT: the
// definition is invalid.
ABUT_API abut_status abut_joint_add(abut_world *world, const abut_joint_def *def, int32_t *joint);

// Removes a joint, before the first step or between two steps. The indices of those behind it fall by one.
ABUT_API abut_status abut_joint_remove(abut_world *world, int64_t joint);
// Sets the motion of a prescribed_angle or prescribed_travel from now on: position + speed (t - now), rad or m;
// position NAN = as it is now. ABUT_ERR_ARGUMENT: another kind of joint, or a number is not finite.
ABUT_API abut_status abut_joint_set_drive(abut_world *world, int64_t joint, double position, double speed);

// Frame, in the axes of a body (zero = the ground), with its origin at `point` (m) and its z axis along `axis`, both
// given in the world frame; x is along the component of `across` perpendicular to the axis, or arbitrary if `across` is
// zero. ABUT_ERR_ARGUMENT: no such body, a vector is not finite, or the axis is zero.
ABUT_API abut_status abut_frame_at(const abut_world *world, abut_body body, abut_v3 point, abut_v3 axis, abut_v3 across,
                                   abut_frame *frame);

ABUT_API int64_t abut_joint_count(const abut_world *world);
ABUT_API abut_joint_state abut_joint_get(const abut_world *world, int64_t index); // index < count, else zeros

// Index for abut_joint_get. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_joint_find(const abut_world *world, const char *name, int64_t *index);

#ifdef __cplusplus
}
#endif

#endif
